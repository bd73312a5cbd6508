/** A web process works with the database role that the compose file creates for it, which owns nothing. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import { type SandboxStripe, startSandboxStripe } from '#server/sandbox/stripe/server.ts';
import { freePort } from '#server/testing/free-port.ts';
import { nameOf } from '#shared/api/operations.ts';
import { findRecords } from '../scripts/calls/requests.ts';
import { createSender } from '../scripts/calls/sender.ts';
import { createKeys, DEMO, signIn } from '../scripts/calls/sign-in.ts';
import { fuzz } from '../scripts/fuzz/run.ts';
import { type ChildServer, startChildServer } from './cluster.ts';
import { compose } from './compose.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const NAME = `web_role_${process.pid}`;
const folder = mkdtempSync(join(tmpdir(), 'deckle-web-role-'));
const ownerUrl = Object.assign(new URL(inject('databaseUrl')), { pathname: `/${NAME}` }).toString();
const webUrl = Object.assign(new URL(ownerUrl), { username: 'deckle_web', password: 'secret' }).toString();
let stripe: SandboxStripe;
let port: number;
let firstStartError: string;
let worker: ChildServer | undefined;
let web: ChildServer | undefined;

beforeAll(async () => {
  await query(inject('databaseUrl'), `create database ${NAME}`);
  await query(ownerUrl, firstStartSql());
  port = await freePort();
  stripe = await startSandboxStripe({
    journalFile: join(folder, 'journal.jsonl'),
    now: () => new Date('2026-12-01T15:00:00Z'),
    webhook: { url: () => `http://127.0.0.1:${port}/api/v1/stripe/webhook`, secret: 'whsec_sandbox' },
  });
  firstStartError = await start('web', webUrl).then(
    () => 'started',
    (error: Error) => error.message,
  );
  worker = await start('worker', ownerUrl);
  web = await start('web', webUrl);
});
afterAll(async () => {
  await Promise.all([web?.kill(), worker?.kill()]);
  await stripe?.close();
  await query(inject('databaseUrl'), `drop database ${NAME} with (force)`);
  await query(inject('databaseUrl'), 'drop role deckle_web');
  rmSync(folder, { recursive: true, force: true });
});

/** Returns the SQL that the compose file runs on the first start, without the command that reads the password. */
const firstStartSql = () =>
  compose.configs['web-role']!.content.replace(/^\\getenv .*\n/, '').replaceAll(":'password'", "'secret'");

const start = async (role: string, databaseUrl: string) =>
  startChildServer({
    databaseUrl,
    dataDir: folder,
    stripe,
    port: role === 'web' ? port : await freePort(),
    env: { ROLE: role, DECKLE_DEMO: '1', TRUST_PROXY: '1' },
  });

async function query(url: string, sql: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}
const codeOf = (sql: string) =>
  query(webUrl, sql).then(
    () => 'done',
    ({ code }) => code,
  );

it('tells the operator to start the worker first if the database hasn’t been migrated', () => {
  expect(firstStartError).toContain(
    'The database hasn’t been migrated, and the role in DATABASE_URL doesn’t own it. Start the worker first',
  );
  expect(firstStartError).not.toMatch(/^\s+at (?!startChildServer|waitUntilReady)/m);
});

it('gets no permission error from the database when the operations are fuzzed', async () => {
  const sender = createSender(web!.url);
  const partner = await signIn(sender, 'partner', DEMO.partner);
  const user = await signIn(sender, 'user', DEMO.user);
  const expendable = {
    partner: await signIn(sender, 'partner', { ...DEMO.partner, email: 'imogen.farrow@example.test' }),
    user: await signIn(sender, 'user', { ...DEMO.user, email: 'editor@deckle.test' }),
  };
  const records = await findRecords(sender, { partner, user });
  const keys = await createKeys(sender, partner, DEMO.partner);
  const results = await fuzz(sender, {
    callers: { partner, user, expendable, keys },
    records,
    perOperation: 4,
    seed: 7,
  });
  sender.close();
  const failed = results.flatMap(({ operation, findings }) =>
    findings.filter(({ verdict }) => verdict === 'failed').map(({ detail }) => `${nameOf(operation)}: ${detail}`),
  );
  expect(failed).toEqual([]);
  expect(results.length).toBeGreaterThan(100);
});

it('has its emails sent by the worker', async () => {
  const email = 'role@example.test';
  const response = await fetch(`${web!.url}/api/v1/readers`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, category_ids: [1] }),
  });
  expect(response.status).toBe(201);
  const captured = async () =>
    Number((await query(ownerUrl, `select count(*) from captured_mails where "to" = '${email}'`))[0].count);
  await expect.poll(captured, { timeout: 60_000 }).toBe(1);
});

it("owns nothing and can't change the schema, truncate tables, or run programs", async () => {
  const owned = `select count(*)::int as n from pg_class where relowner = 'deckle_web'::regrole`;
  expect(await query(ownerUrl, owned)).toEqual([{ n: 0 }]);
  const member = `select count(*)::int as n from pg_auth_members where member = 'deckle_web'::regrole`;
  expect(await query(ownerUrl, member)).toEqual([{ n: 0 }]);
  const INSUFFICIENT = '42501';
  expect(await codeOf('create table x ()')).toBe(INSUFFICIENT);
  expect(await codeOf('create schema x')).toBe(INSUFFICIENT);
  expect(await codeOf('alter table partners add column x int')).toBe(INSUFFICIENT);
  expect(await codeOf('drop table audit_events')).toBe(INSUFFICIENT);
  expect(await codeOf('truncate audit_events')).toBe(INSUFFICIENT);
  expect(await codeOf('create role x')).toBe(INSUFFICIENT);
  expect(await codeOf(`copy partners to program 'true'`)).toBe(INSUFFICIENT);
  expect(await codeOf('select 1 from partners limit 1')).toBe('done');
});
