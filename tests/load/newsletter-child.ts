/**
 * The sending process of `npm run load -- newsletter`: freezes and sends the day's newsletter, and reports times and
 * memory.
 */
import { buildDeps } from '#server/deps.ts';
import { registerJobs } from '#server/jobs.ts';
import { freezeNewsletter } from '#server/newsletters/freeze.ts';
import { freezeReaders } from '#server/newsletters/freeze-readers.ts';
import { sendNewsletter } from '#server/newsletters/send.ts';
import { settableClock } from '#server/platform/clock.ts';
import { readConfig } from '#server/platform/config.ts';
import type { Database, Tx } from '#server/platform/database.ts';
import { createLog } from '#server/platform/log.ts';

export type LoadOptions = {
  databaseUrl: string;
  date: string;
  now: string;
  env: Record<string, string>;
  /** If false, stops when the recipients are frozen. */
  sends: boolean;
};
/** Measured times in seconds, and peak resident memory in bytes. */
export type LoadReport = {
  /** Time of the transaction that decides the content. */
  decide: number;
  /** Time of all ranges of readers, their number, and the time of the longest one. */
  freeze: number;
  ranges: number;
  longest_range: number;
  freeze_rss: number;
  send: number;
  cpu: number;
  start_rss: number;
  peak_rss: number;
};

const { databaseUrl, date, now, env, sends } = JSON.parse(process.argv[2]!) as LoadOptions;
const clock = settableClock(new Date(now));
const built = await buildDeps(readConfig(env), { databaseUrl, clock, log: createLog('warn') });
registerJobs(built.deps);
await built.deps.queue.open();
const start_rss = process.memoryUsage.rss();
let peak_rss = start_rss;
const memoryTimer = setInterval(() => {
  peak_rss = Math.max(peak_rss, process.memoryUsage.rss());
}, 200);

const startedAt = performance.now();
const newsletter = await freezeNewsletter(built.deps, date);
const decided = performance.now();
const rangeTimes: number[] = [];
const timedDb = new Proxy(built.deps.db, {
  get: (target, name) => (name === '$transaction' ? timed : target[name as keyof Database]),
});
async function timed<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  const from = performance.now();
  const result = await built.deps.db.$transaction(work);
  rangeTimes.push(performance.now() - from);
  return result;
}
await freezeReaders({ ...built.deps, db: timedDb }, newsletter!);
const frozen = performance.now();
const freeze_rss = peak_rss;
const cpu = process.cpuUsage();
if (sends) await sendNewsletter(built.deps, { id: newsletter!.id });
const spent = process.cpuUsage(cpu);
clearInterval(memoryTimer);
const report: LoadReport = {
  decide: (decided - startedAt) / 1000,
  freeze: (frozen - decided) / 1000,
  // The last transaction finds no more readers.
  ranges: rangeTimes.length - 1,
  longest_range: Math.max(...rangeTimes) / 1000,
  freeze_rss,
  send: (performance.now() - frozen) / 1000,
  cpu: (spent.user + spent.system) / 1e6,
  start_rss,
  peak_rss,
};
console.log(JSON.stringify(report));
process.exit(0);
