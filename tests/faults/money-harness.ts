/**
 * Environment of the payment trials: a database, the fake Stripe in the test's process, and a real server in another.
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

/** Noon in Vancouver on a Monday. The next daily job runs in the evening. */
const START = new Date('2026-12-07T19:00:00Z');
const SECRET = 'whsec_sandbox';

export type DatabaseTarget = {
  databaseUrl: string;
  /** Crashes Postgres as a power failure would, and restarts it. Null if other tests use the same Postgres. */
  restart: (() => Promise<void>) | null;
};

export type PaymentHarness = DatabaseTarget &
  Pick<Cluster, 'db' | 'pool'> & {
    clock: SettableClock;
    stripe: SandboxStripe;
    api: Deps['stripe']['api'];
    /** Replaced after each kill. */
    server: ChildServer;
    /** Starts a server, replaces `server`, and sends the persistent commands again. */
    startMain(): Promise<void>;
    /** Starts another server, without the persistent commands. */
    start(): Promise<ChildServer>;
    /** Sends a command, and repeats it whenever the main server restarts. */
    sendPersistent(command: PersistentCommand): Promise<void>;
    send(command: HookCommand): Promise<void>;
    /** Returns true if `act` reached the failpoint and waits there; false if it ended without reaching it. */
    stopAt(name: Failpoint, act: () => Promise<unknown>): Promise<boolean>;
    /** Resolves when all stopped calls have ended. */
    waitForStoppedCalls(): Promise<void>;
    close(): Promise<void>;
  };

export async function withPaymentHarness<T>(
  target: DatabaseTarget,
  work: (harness: PaymentHarness) => Promise<T>,
): Promise<T> {
  const harness = await openPaymentHarness(target);
  try {
    return await work(harness);
  } finally {
    await harness.close();
  }
}

export async function openPaymentHarness(target: DatabaseTarget): Promise<PaymentHarness> {
  const cluster = openCluster(target.databaseUrl);
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
    ...target,
    db,
    pool,
    clock,
    stripe,
    start,
    api: createStripe(secretKey, { host, port, protocol }),
    server: undefined as unknown as ChildServer,
    startMain: async () => {
      harness.server = await start();
      for (const command of persistent.values()) await harness.send(command);
    },
    sendPersistent: async (command) => {
      persistent.set(command.do, command);
      await harness.send(command);
    },
    send: async (command) => {
      const done = waitForReport(harness.server, (report) => report.state === 'done');
      harness.server.process.send!(command);
      await done;
    },
    stopAt: async (name, act) => {
      await harness.send({ do: 'arm', name });
      const waiting = waitForReport(harness.server, (report) => report.state === 'waiting');
      const action = act().catch(() => undefined);
      const isWaiting = await Promise.race([waiting.then(() => true), action.then(() => false)]);
      if (isWaiting) stopped.push(action);
      else await harness.send({ do: 'disarm' });
      return isWaiting;
    },
    waitForStoppedCalls: async () => {
      await Promise.all(stopped.splice(0));
    },
    close: async () => {
      await stripe.close();
      await cluster.close();
    },
  };
  await harness.startMain().catch(async (error) => {
    await harness.close();
    throw error;
  });
  return harness;
}

const waitForReport = ({ process: child, exited }: ChildServer, matches: (report: Report) => boolean) => {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const listen = (report: Report) => {
    if (matches(report)) resolve();
  };
  child.on('message', listen);
  void exited.then(() => reject(new Error('the server exited before its report')));
  return promise.finally(() => child.off('message', listen));
};

const MINUTE_MS = 60_000;

/** Advances the clock by a minute, so that calls without a response count as lost (`LOST_RESPONSE_MS`). */
export const advanceMinute = ({ clock }: PaymentHarness) => clock.set(new Date(clock.now().getTime() + MINUTE_MS));

/** Sets the server's clock to the harness's, and makes the server run its sweeps. */
export const sweep = (harness: PaymentHarness) =>
  post(harness, '/dev/clock', {}, { now: harness.clock.now().toISOString() }).then(({ status, text }) => {
    if (status !== 200) throw new Error(`the sweeps responded with ${status}: ${text}`);
  });

export type Headers = Record<string, string>;

/** Posts over a new connection, because a keep-alive one may end with its server just when it's reused. */
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
