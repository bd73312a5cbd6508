// npm run calls                                       against a server of its own with demo data
// npm run calls -- --base https://deckle.example \
//   --partner ADDRESS:PASSWORD --user ADDRESS:PASSWORD against a running one; creates, changes, and deletes records
//   there
// Calls every operation of the API as public, partner, and user, and checks status, schema, and headers. Exit code 1 on
// a failure.
import { parseArgs } from 'node:util';
import { nameOf } from '#shared/api/operations.ts';
import { CALLERS, type CallResult, callAllOperations } from './calls/all-operations.ts';
import { startOwnServer } from './calls/own-server.ts';
import { createSender } from './calls/sender.ts';
import { DEMO, type SignInAccount } from './calls/sign-in.ts';

const { values } = parseArgs({
  options: { base: { type: 'string' }, partner: { type: 'string' }, user: { type: 'string' } },
});
const own = values.base ? null : await startOwnServer();
const base = (values.base ?? own!.base).replace(/\/$/, '');
const sender = createSender(base);
// Placeholders for data that a running server has no example of; the response is then 404 or a refusal.
const NOBODY = { uuid: '00000000-0000-4000-8000-000000000000', token: 'none', code: 'NONE', asin: 'B0DEMO0001' };
const names = own?.names ?? { ...NOBODY, entity: 'tags', record: '1', action: 'merge' };
const accounts = { partner: accountOf(values.partner) ?? DEMO.partner, user: accountOf(values.user) ?? DEMO.user };
const called = await callAllOperations(sender, { accounts, names });
sender.close();
await own?.close();

for (const [operation, answers] of Map.groupBy(called, (one) => one.operation)) {
  const statuses = CALLERS.map((caller) => `${caller} ${answers.find((one) => one.caller === caller)!.reply.status}`);
  console.log(`${nameOf(operation).padEnd(62)} ${statuses.join('  ')}`);
  for (const { caller, problems } of answers) for (const problem of problems) console.log(`  ${caller}: ${problem}`);
}
const wrong = called.filter(({ problems }: CallResult) => problems.length);
console.log(`${called.length} calls, ${wrong.length} contract violations`);
process.exitCode = wrong.length ? 1 : 0;

function accountOf(text: string | undefined): SignInAccount | null {
  if (!text) return null;
  const [email = '', ...password] = text.split(':');
  return { email, password: password.join(':') };
}
