/**
 * Streams of the review queue's changes. One statement per second serves all of a process's streams; without a stream
 * none runs. See docs/decisions/0126-live-queue-by-one-poll.md.
 */
import { setTimeout } from 'node:timers/promises';
import type { Response } from 'express';
import type { Deps } from '#server/platform/deps.ts';
import { tooMany } from '#server/platform/errors.ts';
import { eventFrame, openStream } from '#server/platform/http/event-stream.ts';
import { MINUTE_MS, SECOND_MS } from '#shared/durations.ts';
import { lastFinalEventId, presentLive, readLive } from './presence.ts';

/** Pause between two reads. Tests shorten it, because they would spend most of their time waiting. */
export const polling = { pauseMs: SECOND_MS };
/** Interval of the heartbeats (`still`) on a quiet stream. Some proxies close one after a minute or less of silence. */
const HEARTBEAT_MS = 15 * SECOND_MS;
/** Each stream reconnects after this time, so that its caller's access is checked again. */
const MAX_STREAM_MS = 15 * MINUTE_MS;
/** Streams of one account per process: fewer than the six connections that browsers open to a server with HTTP/1.1. */
const MAX_STREAMS = 4;
const RETRY_SECONDS = 30;
/** A client that leaves more than this unread is disconnected. It gets the whole state when it connects again. */
const MAX_UNREAD_BYTES = 64 * 1024;

type Listener = {
  res: Response;
  user_id: number;
  token_id: number;
  is_admin: boolean;
  openedAt: number;
  /** Null before its first event. */
  writtenAt: number | null;
};
type Caller = { id: number; token_id: number; is_admin: boolean };

export function createLiveQueue(deps: Pick<Deps, 'pool' | 'now' | 'log' | 'stopping'>) {
  const listeners = new Set<Listener>();
  let isRunning = false;
  /** Ids of recent events, or null before the first tick, which only learns them. */
  let seen: number[] | null = null;
  let sentPresence = '';

  function end(listener: Listener) {
    listeners.delete(listener);
    if (!listener.res.destroyed) listener.res.end();
  }
  const endAll = () => [...listeners].forEach(end);
  deps.stopping.addEventListener('abort', endAll);

  function send(listener: Listener, frame: string) {
    if (listener.res.writableLength > MAX_UNREAD_BYTES) {
      listener.res.destroy();
      return end(listener);
    }
    listener.writtenAt = performance.now();
    listener.res.write(frame);
  }

  /** Ends the streams that are too old, whose session is over, or whose rights have changed. */
  function endInvalid(checkedListeners: readonly Listener[], sessions: readonly { id: number; is_admin: boolean }[]) {
    const rights = new Map(sessions.map(({ id, is_admin }) => [id, is_admin]));
    for (const listener of checkedListeners) {
      const isOld = performance.now() - listener.openedAt > MAX_STREAM_MS;
      if (isOld || rights.get(listener.token_id) !== listener.is_admin) end(listener);
    }
  }

  async function tick() {
    const checkedListeners = [...listeners];
    const isFirst = seen === null;
    const known = seen ?? [];
    const after = known.length ? lastFinalEventId(Math.max(...known)) : null;
    const row = await readLive(deps, { after, seen: known, tokens: checkedListeners.map(({ token_id }) => token_id) });
    endInvalid(checkedListeners, row.sessions);
    const since = lastFinalEventId(row.last_event_id);
    seen = [...known, ...row.events.map(({ id }) => id)].filter((id) => id > since);
    const review = { ...presentLive(row), ...(isFirst && { changed: [] }) };
    const presence = JSON.stringify([review.viewers, review.claims]);
    const hasNews = review.changed.length > 0 || presence !== sentPresence;
    sentPresence = presence;
    const frame = eventFrame('review', { review });
    for (const listener of [...listeners]) {
      if (hasNews || listener.writtenAt === null) send(listener, frame);
      else if (performance.now() - listener.writtenAt > HEARTBEAT_MS) send(listener, eventFrame('still', {}));
    }
  }

  /** Ticks while there are listeners. Each tick begins after the previous one has ended. */
  async function run() {
    isRunning = true;
    seen = null;
    while (listeners.size) {
      try {
        await tick();
      } catch (error) {
        deps.log.warn({ err: error }, 'couldn’t read the review queue; closing its streams');
        endAll();
      }
      if (listeners.size) await setTimeout(polling.pauseMs, undefined, { ref: false });
    }
    isRunning = false;
  }

  return {
    /** Opens a stream, which the next tick fills; throws 429 if the account has too many. */
    listen(res: Response, { id: user_id, token_id, is_admin }: Caller) {
      // If the client left during the checks, 'close' has already been emitted.
      if (res.closed) return;
      const own = [...listeners].filter((listener) => listener.user_id === user_id);
      if (own.length >= MAX_STREAMS) throw tooMany(RETRY_SECONDS);
      openStream(res);
      if (deps.stopping.aborted) return void res.end();
      const listener: Listener = { res, user_id, token_id, is_admin, openedAt: performance.now(), writtenAt: null };
      listeners.add(listener);
      res.on('close', () => end(listener));
      if (!isRunning) void run();
    },
  };
}
