/**
 * Job queue. Required work is a job row written in the transaction that causes it. pg-boss stores the rows; every
 * handler is idempotent, because a job may run twice.
 */
import pg from 'pg';
import type { Pool, Tx } from './database.ts';
import type { Log } from './log.ts';
import { inLogContext } from './log-context.ts';

type Handler = (data: never) => Promise<void>;
/** Wraps a job's work, for example to measure it. */
type Measure = (job: string, work: () => Promise<void>) => Promise<void>;

/**
 * Jobs are fetched `batch` at a time and run in sequence, by `concurrency` workers of this process. A failed job is
 * retried for about half an hour, or with `keepsTrying` for about a week.
 */
type Pace = { batch?: number; concurrency?: number; keepsTrying?: boolean };

export type Queue = {
  /** Adds a job that becomes visible when `tx` commits. */
  send(tx: Tx, name: string, data: object, when?: { afterSeconds: number }): Promise<void>;
  /** Sends several jobs in one statement. */
  sendAll(tx: Tx, name: string, jobs: readonly object[]): Promise<void>;
  /** Registers the only handler of a job type. Call it before `open`. */
  handle<T extends object>(name: string, handler: (data: T) => Promise<void>, pace?: Pace): void;
  /** Loads pg-boss and prepares its tables and queues. Senders wait until it is done. */
  open(): Promise<void>;
  /** Starts processing in the background. */
  work(): Promise<void>;
  /** Runs all due jobs now and waits for running ones; returns the names of the jobs it ran. */
  drain(): Promise<string[]>;
  stop(): Promise<void>;
};

const BATCH_SIZE = 20;
/** Maximum wait of `drain` for jobs that another worker is running. */
const MAX_DRAIN_WAIT_MS = 20_000;
const DRAIN_PAUSE_MS = 20;
/** A job whose worker hasn't reported it alive for this long goes to another worker. */
const HEARTBEAT_SECONDS = 16;
const HEARTBEAT_REFRESH_MS = 8_000;
/**
 * Interval of the search for dead jobs. Together with the heartbeat and the first retry's delay it stays well below a
 * minute.
 */
const SUPERVISE_SECONDS = 10;
const NO_JOB = '00000000-0000-0000-0000-000000000000';

export function createQueue(pool: Pool, log: Log, measure: Measure = (_, work) => work()): Queue {
  const handlers = new Map<string, Handler>();
  const paces = new Map<string, Pace>();
  /** The job types whose workers have started, so that a failed `work` can be repeated. */
  const working = new Set<string>();
  const run = (name: string, handler: Handler, { id, data }: Job) =>
    inLogContext({ job: name, job_id: id }, () => measure(name, () => runHandler(name, handler, data, log)));
  /** Runs the jobs in sequence, each with its own outcome, so that only failed ones are retried. */
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
    // After a failure, the next caller tries again.
    opened ??= openBoss(pool, paces, log).catch((error) => {
      opened = null;
      throw error;
    });
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
    sendAll: async (tx, name, jobs) => {
      if (!jobs.length) return;
      const { pgBoss, fromPrisma } = await boss();
      await pgBoss.insert(
        name,
        jobs.map((data) => ({ data })),
        { db: fromPrisma(tx as never) },
      );
    },
    work: async () => {
      const { pgBoss } = await boss();
      for (const [name, handler] of handlers) {
        if (working.has(name)) continue;
        const { batch = BATCH_SIZE, concurrency = 1 } = paces.get(name)!;
        const options = { batchSize: batch, localConcurrency: concurrency, pollingIntervalSeconds: 0.5 };
        await pgBoss.work(name, { ...options, perJobResults: true }, (jobs) => runAll(name, handler, jobs));
        working.add(name);
      }
    },
    drain: async () => {
      const { pgBoss } = await boss();
      const ran: string[] = [];
      for (let waitedMs = 0; waitedMs < MAX_DRAIN_WAIT_MS; ) {
        const { due, isBusy } = await unfinishedJobs(pool, [...handlers.keys()]);
        if (!due.length && !isBusy) break;
        const ranBefore = ran.length;
        for (const name of due) {
          const handler = handlers.get(name)!;
          const jobs = await pgBoss.fetch(name, { batchSize: BATCH_SIZE });
          for (const result of await withHeartbeat(pgBoss, name, jobs, () => runAll(name, handler, jobs))) {
            ran.push(name);
            await recordResult(pgBoss, name, result);
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
      // After a failed opening, nothing has to be stopped.
      const { pgBoss } = (await opened?.catch(() => null)) ?? {};
      await pgBoss?.stop({ graceful: true, timeout: 5_000, close: false });
    },
  };
}

type PgBoss = import('pg-boss').PgBoss;
type Job = { id: string; data: unknown };
type JobResult = { id: string; status: 'completed' | 'failed'; output?: object };
type Opened = { pgBoss: PgBoss; fromPrisma: typeof import('pg-boss').fromPrisma };

/**
 * pg-boss is loaded late because the first response doesn't need it. Opening uses its own connection: senders wait for
 * it inside their transactions, and would deadlock once those use all connections.
 */
async function openBoss(pool: Pool, paces: ReadonlyMap<string, Pace>, log: Log): Promise<Opened> {
  const openingPool = new pg.Pool({ ...pool.options, max: 1 });
  let connection = openingPool;
  try {
    const { PgBoss, fromPrisma } = await import('pg-boss');
    const executeSql = (text: string, values?: unknown[]) => connection.query(text, values);
    const intervals = { superviseIntervalSeconds: SUPERVISE_SECONDS, monitorIntervalSeconds: SUPERVISE_SECONDS };
    const pgBoss = new PgBoss({ db: { executeSql }, schedule: false, ...intervals });
    pgBoss.on('error', (error) => log.error({ err: error }, 'queue'));
    await pgBoss.start();
    const stored = new Map((await pgBoss.getQueues()).map((queue) => [queue.name, queue]));
    for (const [name, pace] of paces) {
      const settings = settingsOf(pace);
      if (!matches(stored.get(name), settings)) await prepareQueue(pgBoss, name, settings);
    }
    return { pgBoss, fromPrisma };
  } finally {
    connection = pool;
    // pg-boss has started its own work. Ending the pool would lose a query that still waits for a connection.
    await openingPool.query('select 1').catch(() => undefined);
    await openingPool.end();
  }
}

type QueueSettings = ReturnType<typeof settingsOf>;

const settingsOf = ({ keepsTrying = false }: Pace) => ({
  ...{ retryLimit: keepsTrying ? 40 : 8, retryDelay: 5, retryDelayMax: 6 * 3_600, retryBackoff: true },
  ...{ expireInSeconds: 900, heartbeatSeconds: HEARTBEAT_SECONDS },
});

/** True if a stored queue has these settings. An earlier version may have created it with others. */
const matches = (stored: Partial<QueueSettings> | undefined, settings: QueueSettings) =>
  Object.entries(settings).every(([name, value]) => stored?.[name as keyof QueueSettings] === value);

/** Creates or updates a queue, and makes pg-boss load its settings. */
async function prepareQueue(pgBoss: PgBoss, name: string, settings: QueueSettings) {
  await pgBoss.createQueue(name, settings);
  await pgBoss.updateQueue(name, settings);
  // Loads the settings now; on first use, it would take another connection while a sender waits.
  await pgBoss.findJobs(name, { id: NO_JOB });
}

async function runHandler(name: string, handler: Handler, data: unknown, log: Log) {
  try {
    await handler(data as never);
  } catch (error) {
    log.error({ err: error, job: name }, 'job failed');
    throw error;
  }
}

/** Sends heartbeats during `work`, as pg-boss does for jobs that its own workers run. */
async function withHeartbeat<T>(
  pgBoss: PgBoss,
  name: string,
  jobs: readonly Job[],
  work: () => Promise<T>,
): Promise<T> {
  const ids = jobs.map(({ id }) => id);
  const heartbeat = setInterval(() => void pgBoss.touch(name, ids).catch(() => undefined), HEARTBEAT_REFRESH_MS);
  return work().finally(() => clearInterval(heartbeat));
}

const recordResult = (pgBoss: PgBoss, name: string, { id, status, output }: JobResult) =>
  status === 'completed' ? pgBoss.complete(name, id) : pgBoss.fail(name, id, output);

/** Job types among `names` with due jobs, and whether another worker is still running one, which may add more. */
async function unfinishedJobs(pool: Pool, names: string[]): Promise<{ due: string[]; isBusy: boolean }> {
  const { rows } = await pool.query<{ name: string; active: boolean }>(
    `select distinct name, state = 'active' as active from pgboss.job
     where name = any($1) and (state = 'active' or (state < 'active' and start_after <= now()))`,
    [names],
  );
  const due = new Set(rows.filter(({ active }) => !active).map(({ name }) => name));
  return { due: names.filter((name) => due.has(name)), isBusy: rows.length > due.size };
}
