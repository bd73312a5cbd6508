/**
 * Environment of the payment trials: a database, the fake Stripe in our own process, and a real server in another one.
 */
import { join } from 'node:path';
import { createStripe } from '#server/billing/stripe.ts';
import { type SettableClock, settableClock } from '#server/platform/clock.ts';
import type { Deps } from '#server/platform/deps.ts';
import type { Failpoint } from '#server/platform/failpoints.ts';
import { saveClock } from '#server/sandbox/demo-clock.ts';
import { type SandboxStripe, startSandboxStripe } from '#server/sandbox/stripe/server.ts';
import { type ChildServer, type Cluster, openCluster } from '../cluster.ts';
import type { HookCommand, PersistentCommand, Report } from './money-hook.ts';

/** Noon in Vancouver: no daily job is near. */
const START = new Date('2026-12-07T19:00:00Z');
const SECRET = 'whsec_sandbox';

export type DatabaseTarget = {
  databaseUrl: string;
  /** Restarts the database after a simulated power cut, or null if others use it too. */
  restart: (() => Promise<void>) | null;
};

export type PaymentHarness = DatabaseTarget &
  Pick<Cluster, 'db' | 'pool'> & {
    clock: SettableClock;
    stripe: SandboxStripe;
    api: Deps['stripe']['api'];
    /** Replaced after each kill. */
    server: ChildServer;
    boot(): Promise<void>;
    /** Starts another server. */
    start(): Promise<ChildServer>;
    /** An order that every later server also gets. */
    always(order: PersistentCommand): Promise<void>;
    order(order: HookCommand): Promise<void>;
    /** True if `act` reached the failpoint and waits there; false if it ended without. */
    stopAt(name: Failpoint, act: () => Promise<unknown>): Promise<boolean>;
    /** Resolves when everything that was stopped has ended. */
    ended(): Promise<void>;
    close(): Promise<void>;
  };

export async function withPaymentHarness<T>(
  place: DatabaseTarget,
  work: (harness: PaymentHarness) => Promise<T>,
): Promise<T> {
  const harness = await openPaymentHarness(place);
  try {
    return await work(harness);
  } finally {
    await harness.close();
  }
}

export async function openPaymentHarness(place: DatabaseTarget): Promise<PaymentHarness> {
  const cluster = openCluster(place.databaseUrl);
  const { db, pool, dataDir } = cluster;
  const clock = settableClock(START);
  await saveClock({ pool, now: () => clock.now() } as unknown as Deps);
  const stripe = await startSandboxStripe({
    journalFile: join(dataDir, 'stripe-journal.jsonl'),
    now: () => clock.now(),
    webhook: { url: () => `${harness.server.url}/api/v1/stripe/webhook`, secret: SECRET },
  });
  stripe.webhooks.hold();
  const { host, port, protocol, secretKey } = stripe;
  const stopped: Promise<unknown>[] = [];
  const persistent = new Map<string, PersistentCommand>();
  const start = () => cluster.start({ stripe, hook: './tests/faults/money-hook.ts', env: { ROLE: 'web' } });
  const harness: PaymentHarness = {
    ...place,
    ...{ db, pool, clock, stripe, start },
    api: createStripe(secretKey, { host, port, protocol }),
    server: undefined as unknown as ChildServer,
    boot: async () => {
      harness.server = await start();
      for (const order of persistent.values()) await harness.order(order);
    },
    always: async (order) => {
      persistent.set(order.do, order);
      await harness.order(order);
    },
    order: async (order) => {
      const done = reportOf(harness.server, (report) => report.is === 'done');
      harness.server.process.send!(order);
      await done;
    },
    stopAt: async (name, act) => {
      await harness.order({ do: 'arm', name });
      const waits = reportOf(harness.server, (report) => report.is === 'waiting');
      const acting = act().catch(() => undefined);
      const isWaiting = await Promise.race([waits.then(() => true), acting.then(() => false)]);
      if (isWaiting) stopped.push(acting);
      else await harness.order({ do: 'disarm' });
      return isWaiting;
    },
    ended: async () => {
      await Promise.all(stopped.splice(0));
    },
    close: async () => {
      await stripe.close();
      await cluster.close();
    },
  };
  await harness.boot().catch(async (error) => {
    await harness.close();
    throw error;
  });
  return harness;
}

const reportOf = ({ process: child, exited }: ChildServer, is: (report: Report) => boolean) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const listen = (report: Report) => {
    if (is(report)) resolve();
  };
  child.on('message', listen);
  void exited.then(() => resolve());
  return promise.finally(() => child.off('message', listen));
};

const SOON_MS = 60_000;

/** Advances the clock by a minute, after which unanswered calls are more than thirty seconds old. */
export const minuteLater = ({ clock }: PaymentHarness) => clock.set(new Date(clock.now().getTime() + SOON_MS));

/** Runs the minute's sweeps in the server. */
export const sweep = (harness: PaymentHarness) =>
  post(harness, '/dev/clock', {}, { now: harness.clock.now().toISOString() }).then(({ status, text }) => {
    if (status !== 200) throw new Error(`the sweeps ended with ${status}: ${text}`);
  });

export type Headers = Record<string, string>;

/** Uses a new connection each, because a keep-alive one may end with its server just when it is reused. */
export async function post(
  { server }: Pick<PaymentHarness, 'server'>,
  path: string,
  headers: Headers,
  body: object | string = {},
) {
  const res = await fetch(server.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', connection: 'close', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: res.status, text: await res.text() };
}
