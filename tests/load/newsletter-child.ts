/**
 * The sending process of `npm run load -- newsletter`: freezes and sends the day's newsletter, and reports times and
 * memory.
 */
import { buildDeps } from '#server/deps.ts';
import { registerJobs } from '#server/jobs.ts';
import { freezeNewsletter } from '#server/newsletters/freeze.ts';
import { sendNewsletter } from '#server/newsletters/send.ts';
import { settableClock } from '#server/platform/clock.ts';
import { readConfig } from '#server/platform/config.ts';
import { createLog } from '#server/platform/log.ts';

export type LoadOrder = { databaseUrl: string; date: string; now: string; env: Record<string, string> };
/** Seconds, and bytes of peak resident memory. */
export type LoadReport = { freeze: number; send: number; cpu: number; start_rss: number; peak_rss: number };

const { databaseUrl, date, now, env } = JSON.parse(process.argv[2]!) as LoadOrder;
const clock = settableClock(new Date(now));
const built = await buildDeps(readConfig(env), { databaseUrl, clock, log: createLog('warn') });
registerJobs(built.deps);
await built.deps.queue.open();
const start_rss = process.memoryUsage.rss();
let peak_rss = start_rss;
const watch = setInterval(() => {
  peak_rss = Math.max(peak_rss, process.memoryUsage.rss());
}, 200);

const began = performance.now();
const newsletter = await freezeNewsletter(built.deps, date);
const frozen = performance.now();
const cpu = process.cpuUsage();
await sendNewsletter(built.deps, { id: newsletter!.id });
const spent = process.cpuUsage(cpu);
clearInterval(watch);
const report: LoadReport = {
  freeze: (frozen - began) / 1000,
  send: (performance.now() - frozen) / 1000,
  cpu: (spent.user + spent.system) / 1e6,
  start_rss,
  peak_rss,
};
console.log(JSON.stringify(report));
process.exit(0);
