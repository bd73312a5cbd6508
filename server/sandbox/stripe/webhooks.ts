/**
 * Delivery of events to the merchant's endpoint: signed, retried with back-off, at least once, in no guaranteed order.
 * Controls simulate Stripe's worst behavior: late (hold), repeated (duplicate), out of order (shuffle), and concurrent
 * (parallel).
 */

import { seededRandom } from '#server/platform/random.ts';
import type { Log } from './api.ts';
import type { Event } from './objects.ts';
import { withAddresses } from './present.ts';
import type { Recorder } from './recorder.ts';
import type { State } from './state.ts';
import { post } from './webhook-post.ts';

/** `url` may return null until the merchant is listening; events wait until then. */
export type WebhookEndpoint = { url: () => string | null; secret: string };

export type WebhookControls = {
  /** Holds all events until `release`. */
  hold(): void;
  release(): void;
  /** Sends every later event this many times; 1 is normal. */
  duplicate(times: number): void;
  /** Picks the next delivery at random (the same for the same seed) instead of the oldest; null turns it off. */
  shuffle(seed: number | null): void;
  /** Sets the maximum number of concurrent deliveries; 1 is normal. */
  parallel(deliveries: number): void;
  /** Sends an event again, even a delivered one. */
  resend(event: string): void;
  /** Ids of events that are neither delivered nor abandoned. */
  pending(): string[];
  /** Waits until every event that can be sent is delivered or abandoned, retrying without back-off. */
  flush(): Promise<void>;
};

/** `start` continues an earlier process's pending events. */
export type Webhooks = WebhookControls & { enqueue(event: Event): void; start(): void; close(): void };

type Delivery = { event: Event; attempt: number };

const MAX_ATTEMPTS = 16;
const URL_CHECK_MS = 250;
const FLUSH_RETRY_MS = 10;
const backOffMs = (attempt: number) => Math.min(30_000, 100 * 2 ** attempt);

type Parts = {
  endpoint: WebhookEndpoint | undefined;
  state: State;
  now: () => Date;
  record: Recorder;
  log: Log;
  /** This server's URL, for addresses in events. */
  base: () => string;
};

export function createWebhooks({ endpoint, state, now, record, log, base }: Parts): Webhooks {
  const ready: Delivery[] = [];
  const retries = new Map<Delivery, NodeJS.Timeout>();
  const inFlight = new Set<Delivery>();
  let flushes: (() => void)[] = [];
  let isHeld = false;
  let urlCheck: NodeJS.Timeout | undefined;
  const closing = new AbortController();
  let copies = 1;
  let maxInFlight = 1;
  let random: (() => number) | null = null;

  const enqueue = (event: Event) => {
    if (!endpoint) return;
    for (let copy = 0; copy < copies; copy += 1) ready.push({ event, attempt: 1 });
    setImmediate(deliverReady);
  };

  function deliverReady() {
    if (!endpoint || closing.signal.aborted) return;
    const url = isHeld ? null : endpoint.url();
    while (url && ready.length && inFlight.size < maxInFlight) start(takeNext(), url);
    if (ready.length && !isHeld && !url) urlCheck ??= setTimeout(checkUrl, URL_CHECK_MS).unref();
    if (isIdle(url)) for (const done of flushes.splice(0)) done();
  }

  function checkUrl() {
    urlCheck = undefined;
    deliverReady();
  }

  const isIdle = (url: string | null) => !inFlight.size && !retries.size && (!ready.length || isHeld || !url);

  const takeNext = () => ready.splice(random ? Math.floor(random() * ready.length) : 0, 1)[0]!;

  function start(delivery: Delivery, url: string) {
    inFlight.add(delivery);
    post(url, withAddresses(delivery.event, base()), { secret: endpoint!.secret, now, closing: closing.signal })
      .catch(() => null)
      .then((status) => recordResult(delivery, status))
      .catch((err: unknown) => log.error({ err }, 'fake Stripe: webhook delivery not recorded'));
  }

  function recordResult(delivery: Delivery, status: number | null) {
    inFlight.delete(delivery);
    if (closing.signal.aborted) return;
    const { event, attempt } = delivery;
    const outcome = isSuccess(status) ? 'delivered' : attempt >= MAX_ATTEMPTS ? 'gave_up' : undefined;
    record(
      { kind: 'delivery', event: event.id, attempt, status },
      outcome ? [{ collection: 'deliveries', record: { id: event.id, outcome, attempts: attempt } }] : [],
    );
    if (outcome === 'gave_up') log.warn({ event: event.id }, 'fake Stripe: webhook abandoned after its last retry');
    if (!outcome) retryLater({ event, attempt: attempt + 1 });
    deliverReady();
  }

  function retryLater(delivery: Delivery) {
    const timer = setTimeout(() => retryNow(delivery), flushes.length ? FLUSH_RETRY_MS : backOffMs(delivery.attempt));
    retries.set(delivery, timer.unref());
  }

  function retryNow(delivery: Delivery) {
    clearTimeout(retries.get(delivery));
    retries.delete(delivery);
    ready.push(delivery);
    deliverReady();
  }

  const pending = () =>
    state
      .all('events')
      .filter(({ id }) => !state.find('deliveries', id))
      .map(({ id }) => id);

  const resend = (id: string) => {
    const event = state.find('events', id);
    if (!event) throw new Error(`no event ${id}`);
    ready.push({ event, attempt: 1 });
    deliverReady();
  };

  return {
    enqueue,
    start: () => {
      for (const id of endpoint ? pending() : []) enqueue(state.find('events', id)!);
    },
    pending: () => (endpoint ? pending() : []),
    resend,
    hold: () => {
      isHeld = true;
    },
    release: () => {
      isHeld = false;
      deliverReady();
    },
    duplicate: (times) => {
      copies = times;
    },
    shuffle: (seed) => {
      random = seed === null ? null : seededRandom(seed).fraction;
    },
    parallel: (deliveries) => {
      maxInFlight = deliveries;
      deliverReady();
    },
    flush: () =>
      new Promise<void>((resolve) => {
        flushes.push(resolve);
        for (const delivery of [...retries.keys()]) retryNow(delivery);
        if (!endpoint || closing.signal.aborted) flushes.splice(0).forEach((done) => void done());
        else setImmediate(deliverReady);
      }),
    close: () => {
      closing.abort();
      clearTimeout(urlCheck);
      for (const timer of retries.values()) clearTimeout(timer);
      for (const done of flushes.splice(0)) done();
      flushes = [];
    },
  };
}

const isSuccess = (status: number | null) => status !== null && status >= 200 && status < 300;
