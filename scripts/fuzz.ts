// npm run fuzz                          1,000 requests for every operation, most malformed, against a temporary server
// npm run fuzz -- --inputs 100 --seed 7 fewer requests, from another random seed
// Then sends raw bytes to a demo in a separate process: proxy-style request lines, two Content-Length headers, bare line
// feeds, and bodies of 200 MB. Its memory must grow by less than 50 MB.
// No response may be a server error (except 503, and 505 to raw bytes), reveal internals, or deviate from the
// documented API. Exit code 1 otherwise, or if an operation was skipped, memory grew more, or the demo stopped.
import { parseArgs } from 'node:util';
import { nameOf } from '#shared/api/operations.ts';
import { findRecords, operationsWithoutRecords } from './calls/requests.ts';
import { createSender } from './calls/sender.ts';
import { createKeys, DEMO, signIn } from './calls/sign-in.ts';
import { startTemporaryServer } from './calls/temporary-server.ts';
import { MAX_GROWTH_MB, sendAllRaw } from './fuzz/raw-run.ts';
import { type FuzzResult, fuzz } from './fuzz/run.ts';

const { values } = parseArgs({
  options: { inputs: { type: 'string', default: '1000' }, seed: { type: 'string', default: '1' } },
});
const perOperation = Number(values.inputs);
const seed = Number(values.seed);
if (!(perOperation >= 1) || !Number.isInteger(seed)) throw new Error('npm run fuzz -- [--inputs N] [--seed N]');

const server = await startTemporaryServer();
const sender = createSender(server.base);
const partner = await signIn(sender, 'partner', DEMO.partner);
const user = await signIn(sender, 'user', DEMO.user);
const expendable = {
  partner: await signIn(sender, 'partner', { ...DEMO.partner, email: 'imogen.farrow@example.test' }),
  user: await signIn(sender, 'user', { ...DEMO.user, email: 'editor@deckle.test' }),
};
const records = await findRecords(sender, { partner, user }, server.names);
const keys = [...(await createKeys(sender, partner, DEMO.partner)), ...(await createKeys(sender, user, DEMO.user))];
const results = await fuzz(sender, {
  callers: { partner, user, expendable, keys },
  records,
  perOperation,
  seed,
});
sender.close();
await server.close();
const raw = await sendAllRaw({ rounds: 20, megabytes: 200 });

for (const result of results) print(result);
const missing = [...operationsWithoutRecords(records).values()];
for (const reason of missing) console.log(`skipped: ${reason}`);
const count = (verdict: string) =>
  results.reduce((sum, { findings }) => sum + findings.filter((finding) => finding.verdict === verdict).length, 0);
const requests = results.reduce((sum, result) => sum + result.requests, 0);
const [failed, leaked, undeclared] = ['failed', 'leaked', 'undeclared'].map(count);
console.log(
  `${results.length} routes, ${requests} requests, seed ${seed}: ${failed} server errors, ${leaked} leaks, ${undeclared} schema mismatches`,
);
const rawStatuses = [...raw.statuses].map(([status, count]) => `${status}×${count}`).join(' ');
console.log(
  `raw: ${raw.requests} requests (${rawStatuses}), memory grew by up to ${raw.growthMb} MB, server still running: ${raw.isAlive}`,
);
for (const problem of raw.problems) console.log(`  ${problem}`);
const isRawBad = raw.problems.length > 0 || raw.growthMb >= MAX_GROWTH_MB || !raw.isAlive;
process.exitCode = failed || leaked || undeclared || missing.length || isRawBad ? 1 : 0;

function print({ operation, requests, statuses, findings, ms }: FuzzResult) {
  const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status}×${count}`);
  console.log(`${nameOf(operation).padEnd(62)} ${requests} in ${ms} ms: ${counts.join(' ')}`);
  const kinds = Map.groupBy(findings, ({ verdict, detail }) => `${verdict}: ${detail.replace(/"error_id".*/, '')}`);
  for (const [kind, [first, ...more]] of kinds) {
    const { method, path, headers, body } = first!.call;
    console.log(
      `  ${kind} (and ${more.length} more)\n    ${method} ${path.slice(0, 200)} ${headers?.['content-type'] ?? ''} ${String(body).slice(0, 200)}`,
    );
  }
}
