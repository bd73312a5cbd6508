/** Card numbers sent to the routes of cards and of Stripe's webhook are never stored in a table, a log, or a file. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase } from '#server/testing/database.ts';
import { freePort } from '#server/testing/free-port.ts';
import { type ChildServer, startChildServer } from './cluster.ts';

const NUMBERS = ['4242424242424242', '4242 4242 4242 4242', '4242-4242-4242-4242', '5555555555554444'];
const CARD_NUMBER = /(4242[ -]?){3}4242|(5555[ -]?){3}4444/;

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let server: ChildServer;
const dataDir = mkdtempSync(join(tmpdir(), 'deckle-cards-'));
beforeAll(async () => {
  database = await createTestDatabase();
  const port = await freePort();
  server = await startChildServer({ databaseUrl: database.url, dataDir, port, env: { LOG_LEVEL: 'trace' } });
});
afterAll(async () => {
  await server.kill();
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

type Request = { method?: string; headers?: Record<string, string>; body?: string };
const send = (path: string, request: Request = {}) =>
  fetch(`${server.url}/api/v1${path}`, {
    ...request,
    headers: { 'content-type': 'application/json', ...request.headers },
  });
const post = (path: string, body: object, headers = {}) =>
  send(path, { method: 'POST', headers, body: JSON.stringify(body) });

async function signUp() {
  const password = 'a long enough passphrase';
  const body = { email: 'cards@example.test', password, password_confirmation: password, name: 'Ada Quill' };
  const { headers } = await post('/partner-auth', body);
  const names = ['access-token', 'client', 'uid'];
  return { 'resource-type': 'partner', ...Object.fromEntries(names.map((name) => [name, headers.get(name)!])) };
}

it('stores no card number sent in a body, a URL, or a signature', async () => {
  const partner = await signUp();
  expect((await post('/credit_cards', { payment_method_id: 'pm_card_visa' }, partner)).status).toBe(201);
  for (const number of NUMBERS) {
    const card = { number, cvc: '123', exp_month: 4, exp_year: 2031 };
    expect((await post('/credit_cards', { payment_method_id: number, card }, partner)).status).toBe(422);
    expect((await post('/credit_cards', { payment_method_id: 'pm_card_amex', ...card }, partner)).status).toBeLessThan(
      500,
    );
    expect((await send(`/credit_cards?number=${encodeURIComponent(number)}`, { headers: partner })).status).toBe(422);
    expect(
      (await send(`/credit_cards/${encodeURIComponent(number)}`, { method: 'DELETE', headers: partner })).status,
    ).toBe(404);
    expect(
      (await send('/credit_cards', { method: 'POST', headers: partner, body: `{"number": "${number}` })).status,
    ).toBe(400);
    expect(
      (await send('/stripe/webhook', { method: 'POST', headers: { 'stripe-signature': number }, body: number })).status,
    ).toBe(400);
  }
  await server.stop();

  expect(await dumpOf(database.url)).not.toMatch(CARD_NUMBER);
  expect(server.output()).toContain('/api/v1/credit_cards');
  expect(server.output()).not.toMatch(CARD_NUMBER);
  const files = readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  expect(files.map(({ name }) => name)).toContain('stripe-journal.jsonl');
  for (const { parentPath, name } of files)
    expect(readFileSync(join(parentPath, name), 'latin1')).not.toMatch(CARD_NUMBER);
});

/** Returns every row of every table, including the queue's, as text. */
async function dumpOf(url: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const tables = await client.query<{ name: string }>(
    "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')",
  );
  const dump: string[] = [];
  for (const { name } of tables.rows) {
    const { rows } = await client.query<{ row: string }>(`select t::text as row from ${name} t`);
    dump.push(...rows.map(({ row }) => row));
  }
  await client.end();
  expect(dump.join('\n')).toContain('cards@example.test');
  return dump.join('\n');
}
