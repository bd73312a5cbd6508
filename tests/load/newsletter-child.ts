/**
 * A process of `npm run load -- newsletter`: freezes the day's newsletter, or sends it, and reports times and memory.
 */
import { buildDeps } from '#server/deps.ts';
import { registerJobs } from '#server/jobs.ts';
import { freezeNewsletter } from '#server/newsletters/freeze.ts';
import { freezeReaders } from '#server/newsletters/freeze-readers.ts';
import { sendNewsletter } from '#server/newsletters/send.ts';
import { settableClock } from '#server/platform/clock.ts';
import { readConfig } from '#server/platform/config.ts';
import type { Database, Tx } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { createLog } from '#server/platform/log.ts';

export type LoadOptions = { databaseUrl: string; now: string; env: Record<string, string> } & (
  | { date: string }
  | { newsletter_id: number }
);
/** Resident memory in bytes, at the start and at its peak. */
type Memory = { start_rss: number; peak_rss: number };
/** Measured times in seconds. */
export type FreezeReport = Memory & {
  newsletter_id: number;
  /** Time of the transaction that decides the content. */
  decide: number;
  /** Total time of all ranges of readers, the number of ranges, and the time of the longest. */
  freeze: number;
  ranges: number;
  longest_range: number;
};
export type SendReport = Memory & {
  /** Start and end in milliseconds since 1970, so that they can be compared between processes. */
  began: number;
  ended: number;
  /** Processor seconds. */
  cpu: number;
};

const options = JSON.parse(process.argv[2]!) as LoadOptions;
const { databaseUrl, now, env } = options;
const built = await buildDeps(readConfig(env), {
  databaseUrl,
  clock: settableClock(new Date(now)),
  log: createLog('warn'),
});
registerJobs(built.deps);
await built.deps.queue.open();
const start_rss = process.memoryUsage.rss();
let peak_rss = start_rss;
setInterval(() => {
  peak_rss = Math.max(peak_rss, process.memoryUsage.rss());
}, 200);

const report = await ('date' in options ? freeze(built.deps, options.date) : send(built.deps, options.newsletter_id));
console.log(JSON.stringify({ ...report, start_rss, peak_rss }));
process.exit(0);

async function freeze(deps: Deps, date: string): Promise<Omit<FreezeReport, keyof Memory>> {
  const startedAt = performance.now();
  const newsletter = await freezeNewsletter(deps, date);
  const decidedAt = performance.now();
  const rangeTimes: number[] = [];
  async function timed<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const from = performance.now();
    const result = await deps.db.$transaction(work);
    rangeTimes.push(performance.now() - from);
    return result;
  }
  const db = new Proxy(deps.db, {
    get: (target, name) => (name === '$transaction' ? timed : target[name as keyof Database]),
  });
  await freezeReaders({ ...deps, db }, newsletter!);
  return {
    newsletter_id: newsletter!.id,
    decide: (decidedAt - startedAt) / 1000,
    freeze: (performance.now() - decidedAt) / 1000,
    // The last transaction finds no more readers.
    ranges: rangeTimes.length - 1,
    longest_range: Math.max(...rangeTimes) / 1000,
  };
}

async function send(deps: Deps, id: number): Promise<Omit<SendReport, keyof Memory>> {
  const began = performance.timeOrigin + performance.now();
  const cpu = process.cpuUsage();
  await sendNewsletter(deps, { id });
  const { user, system } = process.cpuUsage(cpu);
  return { began, ended: performance.timeOrigin + performance.now(), cpu: (user + system) / 1e6 };
}
