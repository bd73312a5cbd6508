/**
 * Work that must happen is a job row written in the transaction of the fact that demands it (design 5, rule 3).
 * pg-boss keeps the rows; every handler is idempotent, since a job may run twice.
 */
import pg from 'pg';
import type { Pool, Tx } from './database.ts';
import type { Log } from './log.ts';
import { inLogContext } from './log-context.ts';

type Handler = (data: never) => Promise<void>;
/** Does the work, and may look at how it goes. */
type Measure = (job: string, work: () => Promise<void>) => Promise<void>;

/** Jobs are fetched `batch` at a time and run one after another, by `concurrency` workers of this process. */
type Pace = { batch?: number; concurrency?: number };

export type Queue = {
  /** Adds a job that becomes visible when `tx` commits. */
  send(tx: Tx, name: string, data: object, when?: { afterSeconds: number }): Promise<void>;
  /** Names the one handler of a kind of job. Before `open`. */
  handle<T extends object>(name: string, handler: (data: T) => Promise<void>, pace?: Pace): void;
  /** Loads pg-boss and prepares its tables and queues. Whoever sends a job meanwhile waits for it. */
  open(): Promise<void>;
  /** Starts to work in the background. */
  work(): Promise<void>;
  /** Runs every waiting job now and waits for the ones at work; answers the names of what it ran. */
  drain(): Promise<string[]>;
  stop(): Promise<void>;
};

const BATCH = 20;
/** How long draining waits for jobs that another worker is running. */
const MAX_DRAIN_WAIT_MS = 20_000;
const DRAIN_PAUSE_MS = 20;
/** A worker says this often that its jobs are alive; a job that wasn't heard of for the whole time goes to another worker. */
const HEARTBEAT_SECONDS = 16;
const HEARTBEAT_REFRESH_MS = 8_000;
/** How often dead jobs are looked for. With the heartbeat and the first retry's delay it stays well below a minute. */
const SUPERVISE_SECONDS = 10;
const NO_JOB = '00000000-0000-0000-0000-000000000000';

export function createQueue(pool: Pool, log: Log, measure: Measure = (_, work) => work()): Queue {
  const handlers = new Map<string, Handler>();
  const paces = new Map<string, Pace>();
  const run = (name: string, handler: Handler, { id, data }: Job) =>
    inLogContext({ job: name, job_id: id }, () => measure(name, () => perform(name, handler, data, log)));
  /** One after the other, each with its own outcome: who fails is tried again alone. */
  const runAll = async (name: string, handler: Handler, jobs: readonly Job[]): Promise<JobResult[]> => {
    const results: JobResult[] = [];
    for (const job of jobs) {
      const result = run(name, handler, job).then(
        () => ({ id: job.id, status: 'completed' as const }),
        (error: Error) => ({ id: job.id, status: 'failed' as const, output: { message: error.message } }),
      );
      results.push(await result);
    }
    return results;
  };
  let opened: Promise<Opened> | null = null;
  const boss = () => {
    opened ??= openBoss(pool, [...handlers.keys()], log);
    return opened;
  };

  return {
    handle: (name, handler, pace = {}) => {
      handlers.set(name, handler as unknown as Handler);
      paces.set(name, pace);
    },
    open: async () => {
      await boss();
    },
    send: async (tx, name, data, { afterSeconds } = { afterSeconds: 0 }) => {
      const { pgBoss, fromPrisma } = await boss();
      await pgBoss.send(name, data, { db: fromPrisma(tx as never), startAfter: afterSeconds });
    },
    work: async () => {
      const { pgBoss } = await boss();
      for (const [name, handler] of handlers) {
        const { batch = BATCH, concurrency = 1 } = paces.get(name)!;
        const options = { batchSize: batch, localConcurrency: concurrency, pollingIntervalSeconds: 0.5 };
        await pgBoss.work(name, { ...options, perJobResults: true }, (jobs) => runAll(name, handler, jobs));
      }
    },
    drain: async () => {
      const { pgBoss } = await boss();
      const ran: string[] = [];
      for (let waitedMs = 0; waitedMs < MAX_DRAIN_WAIT_MS; ) {
        const { due, isBusy } = await unfinished(pool, [...handlers.keys()]);
        if (!due.length && !isBusy) break;
        const ranBefore = ran.length;
        for (const name of due) {
          const handler = handlers.get(name)!;
          const jobs = await pgBoss.fetch(name, { batchSize: BATCH });
          for (const result of await whileAlive(pgBoss, name, jobs, () => runAll(name, handler, jobs))) {
            ran.push(name);
            await settle(pgBoss, name, result);
          }
        }
        if (ran.length > ranBefore) {
          waitedMs = 0;
          continue;
        }
        await new Promise((resolve) => setTimeout(resolve, DRAIN_PAUSE_MS));
        waitedMs += DRAIN_PAUSE_MS;
      }
      return ran;
    },
    stop: async () => {
      if (opened) await (await opened).pgBoss.stop({ graceful: true, timeout: 5_000, close: false });
    },
  };
}

type PgBoss = import('pg-boss').PgBoss;
type Job = { id: string; data: unknown };
type JobResult = { id: string; status: 'completed' | 'failed'; output?: object };
type Opened = { pgBoss: PgBoss; fromPrisma: typeof import('pg-boss').fromPrisma };

/**
 * pg-boss is loaded late: it is not needed for the first answer. Opening has a connection of its own: senders wait for it inside
 * their transactions, and when those have taken all connections, nobody would go on.
 */
async function openBoss(pool: Pool, names: string[], log: Log): Promise<Opened> {
  const own = new pg.Pool({ ...pool.options, max: 1 });
  let connection = own;
  try {
    const { PgBoss, fromPrisma } = await import('pg-boss');
    const executeSql = (text: string, values?: unknown[]) => connection.query(text, values);
    const intervals = { superviseIntervalSeconds: SUPERVISE_SECONDS, monitorIntervalSeconds: SUPERVISE_SECONDS };
    const pgBoss = new PgBoss({ db: { executeSql }, schedule: false, ...intervals });
    pgBoss.on('error', (error) => log.error({ err: error }, 'queue'));
    await pgBoss.start();
    for (const name of names) await prepare(pgBoss, name);
    return { pgBoss, fromPrisma };
  } finally {
    connection = pool;
    await own.end();
  }
}

/** pg-boss reads a queue's settings at its first use, on a connection of its own, which a sender must not have to wait for either. */
async function prepare(pgBoss: PgBoss, name: string) {
  const retries = { retryLimit: 8, retryDelay: 5, retryBackoff: true };
  const settings = { ...retries, expireInSeconds: 900, heartbeatSeconds: HEARTBEAT_SECONDS };
  await pgBoss.createQueue(name, settings);
  // A queue that an earlier version made keeps its settings otherwise.
  await pgBoss.updateQueue(name, settings);
  await pgBoss.findJobs(name, { id: NO_JOB });
}

async function perform(name: string, handler: Handler, data: unknown, log: Log) {
  try {
    await handler(data as never);
  } catch (error) {
    log.error({ err: error, job: name }, 'job failed');
    throw error;
  }
}

/** What pg-boss does for jobs that its own workers run. */
async function whileAlive<T>(pgBoss: PgBoss, name: string, jobs: readonly Job[], work: () => Promise<T>): Promise<T> {
  const ids = jobs.map(({ id }) => id);
  const heartbeat = setInterval(() => void pgBoss.touch(name, ids).catch(() => undefined), HEARTBEAT_REFRESH_MS);
  return work().finally(() => clearInterval(heartbeat));
}

const settle = (pgBoss: PgBoss, name: string, { id, status, output }: JobResult) =>
  status === 'completed' ? pgBoss.complete(name, id) : pgBoss.fail(name, id, output);

/** The kinds of job, among `names`, of which some are due, and whether another worker is still running one, which may add more. */
async function unfinished(pool: Pool, names: string[]): Promise<{ due: string[]; isBusy: boolean }> {
  const { rows } = await pool.query<{ name: string; active: boolean }>(
    `select distinct name, state = 'active' as active from pgboss.job
     where name = any($1) and (state = 'active' or (state < 'active' and start_after <= now()))`,
    [names],
  );
  const due = new Set(rows.filter(({ active }) => !active).map(({ name }) => name));
  return { due: names.filter((name) => due.has(name)), isBusy: rows.length > due.size };
}
