/** What an operator types is either done or answered in words. */
import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase } from '#server/testing/database.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

function run(command: string, { input = '' } = {}) {
  const [script, ...given] = command.split(' ');
  const installation = { DECKLE_DEMO: '0', DECKLE_SANDBOX: '1', APP_SECRET: 'a secret of the tests, long enough' };
  const env = { ...process.env, NODE_ENV: 'test', DATABASE_URL: database.url, ...installation };
  const flags = ['--disable-warning=ExperimentalWarning', `scripts/${script}.ts`, ...given];
  const { status, stdout, stderr } = spawnSync(process.execPath, flags, { input, env, encoding: 'utf8' });
  return { status, said: `${stdout}${stderr}`.trim() };
}

it.each([
  ['backup /backups/today', 'npm run backup -- --to FOLDER'],
  ['backup', 'npm run backup -- --to FOLDER'],
  ['restore --to /backups/today', 'npm run restore -- --from FOLDER'],
  ['create-user --email nora@example.test', 'npm run user:create -- --email ADDRESS'],
  ['create-user --email nora@example.test --name Nora --role owner', 'npm run user:create -- --email ADDRESS'],
])('%s is answered with how it is used', (command, usage) => {
  const { status, said } = run(command);
  expect(status).toBe(1);
  expect(said).toContain(usage);
  expect(said).not.toMatch(/^\s+at /m);
});

it('makes an administrator once, with a password that is long enough', { timeout: 60_000 }, () => {
  const command = 'create-user --email Nora@example.test --name Nora --role admin';
  expect(run(command, { input: 'too short\n' }).said).toContain('15 characters');
  expect(run(command, { input: 'a long enough password\n' })).toEqual({
    status: 0,
    said: 'nora@example.test can sign in at /users/sign-in.',
  });
  expect(run(command, { input: 'another long password\n' })).toEqual({
    status: 1,
    said: 'nora@example.test has an account already.',
  });
});
