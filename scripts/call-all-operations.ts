// npm run calls                  calls a temporary server with demo data
// npm run calls -- --base https://deckle.example --partner ADDRESS:PASSWORD --user ADDRESS:PASSWORD
//                                calls a running server; creates, changes, and deletes records there
// Calls every operation of the API as a visitor, a partner, and a member of staff, and checks status, schema, and
// headers. Lists operations that it skips because the server has no record for them, each with the missing parameter.
// Exit code 1 if a check fails, or if an operation is skipped on the temporary server.
import { parseArgs } from 'node:util';
import { nameOf } from '#shared/api/operations.ts';
import { CALLERS, type CallResult, callAllOperations } from './calls/all-operations.ts';
import { createSender } from './calls/sender.ts';
import { DEMO, type SignInAccount } from './calls/sign-in.ts';
import { startTemporaryServer } from './calls/temporary-server.ts';

const { values } = parseArgs({
  options: { base: { type: 'string' }, partner: { type: 'string' }, user: { type: 'string' } },
});
const temporary = values.base ? null : await startTemporaryServer();
const base = (values.base ?? temporary!.base).replace(/\/$/, '');
const sender = createSender(base);
// Values of named path parameters, such as `{code}`, on a running server, which may have no records for them.
const PLACEHOLDERS = { uuid: '00000000-0000-4000-8000-000000000000', token: 'none', code: 'NONE', asin: 'B0DEMO0001' };
const names = temporary?.names ?? { ...PLACEHOLDERS, entity: 'tags', record: '1', action: 'merge' };
const accounts = { partner: accountOf(values.partner) ?? DEMO.partner, user: accountOf(values.user) ?? DEMO.user };
const { results, skipped } = await callAllOperations(sender, { accounts, names });
sender.close();
await temporary?.close();

for (const [operation, operationResults] of Map.groupBy(results, (result) => result.operation)) {
  const statuses = CALLERS.map(
    (caller) => `${caller} ${operationResults.find((result) => result.caller === caller)!.reply.status}`,
  );
  console.log(`${nameOf(operation).padEnd(62)} ${statuses.join('  ')}`);
  for (const { caller, problems } of operationResults)
    for (const problem of problems) console.log(`  ${caller}: ${problem}`);
}
const failed = results.filter(({ problems }: CallResult) => problems.length);
console.log(`${results.length} calls, ${failed.length} with contract violations`);
for (const reason of skipped) console.log(`skipped: ${reason}`);
process.exitCode = failed.length || (temporary && skipped.length) ? 1 : 0;

function accountOf(text: string | undefined): SignInAccount | null {
  if (!text) return null;
  const [email = '', ...password] = text.split(':');
  return { email, password: password.join(':') };
}
