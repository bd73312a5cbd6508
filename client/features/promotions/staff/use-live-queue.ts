import { use, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { ApiError } from '#client/api/api-error.ts';
import { pathOf } from '#client/api/client.ts';
import { readCredentials } from '#client/api/credentials.ts';
import { streamEvents } from '#client/api/event-stream.ts';
import { wait } from '#client/api/wait.ts';
import { useSession } from '#client/session/SessionContext.tsx';
import { RefreshShellContext } from '#client/ui/shell.ts';
import { promotionsApi } from '#shared/api/promotions.ts';
import { MINUTE_MS, SECOND_MS } from '#shared/durations.ts';
import type { Presence, ReviewLive } from '#shared/review-live.ts';
import { reportPresence } from './api.ts';

const RENEW_MS = 4 * SECOND_MS;
/** The delay before the selected promotion is sent, so that holding down a key doesn't send a request for each row. */
const SETTLE_MS = 150;
/** The silence after which the stream counts as lost. The server sends something at least every 15 seconds or so. */
const SILENCE_MS = 40 * SECOND_MS;
const MIN_RETRY_MS = SECOND_MS;
const MAX_RETRY_MS = 30 * SECOND_MS;
/** Changes that aren't events of a promotion, such as a replaced card or a verified address, are read this often. */
const REREAD_MS = 30 * SECOND_MS;
/** Time in another tab, at a store for example, in which the editor still counts as present. */
const MAX_HIDDEN_MS = 5 * MINUTE_MS;
/** Time without a key press, click, or scroll after which the editor counts as absent. */
const MAX_IDLE_MS = 30 * MINUTE_MS;

/** The id of the element with the details of the selected promotion. */
export const DETAILS_ID = 'promotion-details';
/**
 * Ids of the buttons that take over a claim, on the page and in a decision's form; focused when an editor tries to
 * decide.
 */
export const TAKE_OVER_ID = 'promotion-take-over';
export const TAKE_OVER_IN_FORM_ID = 'promotion-take-over-in-form';

const streamPath = pathOf(promotionsApi.reviewStream);

type Live = {
  /** The promotion that the editor looks at. */
  promotion_id: number | null;
  deciding: readonly number[];
  /** Promotions that anyone has changed; null if any may have changed. */
  onChanged: (changed: ReviewLive['changed'] | null) => void;
};

export type Team = {
  /** Other editors who look at the promotion. */
  viewersOf(id: number): readonly Presence[];
  /** The other editor who is deciding about the promotion. */
  deciderOf(id: number): Presence | null;
  /** Takes over another editor's claim on a promotion in `deciding`. */
  takeOver(id: number): void;
};

/**
 * The other editors in the queue, and changes by anyone, from the server's stream. Without a stream, the calls that
 * renew the editor's own presence bring both.
 */
export function useLiveQueue({ promotion_id, deciding, onChanged }: Live): Team {
  const own_id = useSession().user.record?.id;
  const tab = useState(newTabId)[0];
  const [review, setReview] = useState<ReviewLive | null>(null);
  const isAwake = useIsAwake();
  const isStreaming = useRef(false);
  const latestEvent = useRef<number | undefined>(undefined);
  const [takenOver, setTakenOver] = useState<number | null>(null);

  const onReview = useEffectEvent((next: ReviewLive) => {
    setReview(next);
    latestEvent.current = next.last_event_id;
    if (next.changed.length) onChanged(next.changed);
  });
  const refreshShell = use(RefreshShellContext);
  const rereadAll = useEffectEvent(() => {
    onChanged(null);
    // The business date, for a page that stays open past a cutoff.
    void refreshShell();
  });

  useEffect(() => {
    if (!isAwake) return;
    const stop = new AbortController();
    void follow(stop.signal, {
      onOpen() {
        isStreaming.current = true;
        rereadAll();
      },
      onReview: (next) => onReview(next),
      onEnd() {
        isStreaming.current = false;
      },
    });
    return () => stop.abort();
  }, [isAwake]);

  useEffect(() => {
    if (!isAwake) return;
    const timer = setInterval(() => rereadAll(), REREAD_MS);
    return () => clearInterval(timer);
  }, [isAwake]);

  const send = useEffectEvent(async (take_over: number | null = null) => {
    const hadStream = isStreaming.current;
    const isShown = document.getElementById(DETAILS_ID)?.checkVisibility() ?? false;
    const body = {
      ...{ tab, promotion_id: isShown ? promotion_id : null, deciding: [...deciding] },
      ...(take_over !== null && { take_over }),
      ...(!hadStream && latestEvent.current !== undefined && { after: latestEvent.current }),
    };
    const next = await reportPresence(body).catch(() => null);
    // The stream delivers the changes, in order. This response only has newer presence and claims.
    if (next) (hadStream ? setReview : onReview)(next);
  });
  const decidingText = deciding.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of what the editor does is sent
  useEffect(() => {
    if (!isAwake) return;
    const soon = setTimeout(() => void send(), SETTLE_MS);
    const timer = setInterval(() => void send(), RENEW_MS);
    return () => {
      clearTimeout(soon);
      clearInterval(timer);
    };
  }, [isAwake, promotion_id, decidingText]);
  useEffect(() => {
    if (takenOver === null) return;
    setTakenOver(null);
    void send(takenOver);
  }, [takenOver]);
  useEffect(() => {
    const leave = () => {
      if (readCredentials('user')) void reportPresence({ tab, promotion_id: null }).catch(() => undefined);
    };
    addEventListener('pagehide', leave);
    return () => {
      removeEventListener('pagehide', leave);
      leave();
    };
  }, [tab]);

  return useMemo(() => {
    const others = (people: readonly Presence[] = []) => people.filter(({ user_id }) => user_id !== own_id);
    const claims = others(review?.claims);
    const viewersById = Map.groupBy(others(review?.viewers), (one) => one.promotion_id);
    return {
      viewersOf: (id) => viewersById.get(id) ?? NOBODY,
      deciderOf: (id) => claims.find((one) => one.promotion_id === id) ?? null,
      takeOver: setTakenOver,
    };
  }, [review, own_id]);
}

const NOBODY: readonly Presence[] = [];

const newTabId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

type Follower = { onOpen(): void; onReview(review: ReviewLive): void; onEnd(): void };

/** Reads the stream until the signal aborts, and reconnects with growing delays. */
async function follow(signal: AbortSignal, { onOpen, onReview, onEnd }: Follower) {
  for (let retry_ms = MIN_RETRY_MS; !signal.aborted; retry_ms = Math.min(retry_ms * 2, MAX_RETRY_MS)) {
    const silence = new AbortController();
    let watchdog: ReturnType<typeof setTimeout> | undefined;
    let isOpen = false;
    try {
      const events = streamEvents({
        path: streamPath,
        role: 'user',
        signal: AbortSignal.any([signal, silence.signal]),
      });
      for await (const { event, data } of events) {
        clearTimeout(watchdog);
        watchdog = setTimeout(() => silence.abort(), SILENCE_MS);
        if (!isOpen) onOpen();
        isOpen = true;
        retry_ms = MIN_RETRY_MS;
        if (event === 'review') onReview((JSON.parse(data) as { review: ReviewLive }).review);
      }
    } catch (error) {
      // Refused or cut off. Until the next attempt, presence calls also bring the changes. Streams per editor are limited.
      if (error instanceof ApiError && error.status === 429) retry_ms = MAX_RETRY_MS;
    }
    clearTimeout(watchdog);
    onEnd();
    // A random delay, so that not all browsers reconnect at the same time after a restart.
    if (!signal.aborted) await wait(retry_ms * (0.5 + Math.random()), signal);
  }
}

/**
 * False while the tab has been hidden or unused for too long. A sleeping tab stops reporting its editor as present, and
 * its session can end.
 */
function useIsAwake() {
  const [isAwake, setAwake] = useState(true);
  useEffect(() => {
    let usedAt = performance.now();
    let hiddenAt: number | null = null;
    const check = () => {
      const now = performance.now();
      if (document.hidden) hiddenAt ??= now;
      else hiddenAt = null;
      setAwake(now - usedAt < MAX_IDLE_MS && (hiddenAt === null || now - hiddenAt < MAX_HIDDEN_MS));
    };
    const onUse = () => {
      usedAt = performance.now();
      check();
    };
    const timer = setInterval(check, MINUTE_MS / 2);
    document.addEventListener('visibilitychange', check);
    for (const name of USE_EVENTS) document.addEventListener(name, onUse, { passive: true });
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', check);
      for (const name of USE_EVENTS) document.removeEventListener(name, onUse);
    };
  }, []);
  return isAwake;
}
const USE_EVENTS = ['keydown', 'pointerdown', 'wheel'] as const;
