/** Logs of a real process at the most verbose level: they identify requests, but name no person. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createTestDatabase } from '#server/testing/database.ts';
import { freePort } from '#server/testing/free-port.ts';
import { type ChildServer, startChildServer } from './cluster.ts';

// Generous timeouts, because processes start while other tests are running.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 180_000 });

const PASSWORD = 'correct horse battery staple';
const [PARTNER, READER] = ['ada.quill@example.test', 'rob.reader@example.test'];
const dataDir = mkdtempSync(join(tmpdir(), 'deckle-logged-'));
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let server: ChildServer;
let client: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const env = { LOG_LEVEL: 'trace' };
  server = await startChildServer({ databaseUrl: database.url, dataDir, port: await freePort(), env });
});
afterAll(async () => {
  await server?.kill();
  await client?.end();
  await database?.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

const send = (path: string, headers: Record<string, string> = {}, body?: object) =>
  fetch(`${server.url}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { 'content-type': 'application/json', ...headers },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });

it('names no person and no secret, but identifies requests', async () => {
  const account = { email: PARTNER, password: PASSWORD, password_confirmation: PASSWORD, name: 'Ada Quill' };
  const signedUp = await send('/api/v1/partner-auth', {}, account);
  const names = ['access-token', 'client', 'uid'];
  const credentials = Object.fromEntries(names.map((name) => [name, signedUp.headers.get(name)!]));
  await send('/api/v1/partner-auth/validate_token', { 'resource-type': 'partner', ...credentials });
  await send('/api/v1/partner-auth/sign_in', {}, { email: PARTNER, password: `${PASSWORD}!` });
  const session = { 'resource-type': 'partner', ...credentials };
  const keyInput = { name: 'Sales dashboard', scopes: ['read'], current_password: PASSWORD };
  const { secret: api_key } = (await (await send('/api/v1/api_keys', session, keyInput)).json()) as { secret: string };
  const withKey = await send('/api/v1/promotions', { authorization: `Bearer ${api_key}` });
  expect(withKey.status).toBe(200);
  await send('/api/v1/readers', {}, { email: READER, category_ids: [1] });
  const { uuid } = (await client.query('select uuid from readers')).rows[0];
  for (const path of [
    `/api/v1/readers/${uuid}`,
    `/readers/${uuid}/preferences`,
    '/readers/confirm?token=s3cr3t-from-an-email',
  ])
    await send(path);

  // A failure with the messages of the database and Prisma.
  await client.query('alter table partners rename to partners_away');
  const failed = await send('/api/v1/partner-auth/sign_in', {}, { email: PARTNER, password: PASSWORD });
  await client.query('alter table partners_away rename to partners');
  expect(failed.status).toBe(500);
  const { error_id } = (await failed.json()) as { error_id: string };
  await server.stop();

  const log = server.output();
  for (const secret of [
    PASSWORD,
    PARTNER,
    'Ada Quill',
    READER,
    uuid,
    credentials['access-token']!,
    's3cr3t-from-an-email',
    api_key,
  ])
    expect(log, secret).not.toContain(secret);
  const lines = log
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));
  expect(lines).toContainEqual(
    expect.objectContaining({ msg: 'request failed', error_id, request_id: failed.headers.get('x-request-id') }),
  );
  expect(lines).toContainEqual(
    expect.objectContaining({ actor: 'partner:1', api_key: 1, path: '/api/v1/promotions', status: 200 }),
  );
  expect(lines).toContainEqual(
    expect.objectContaining({
      msg: 'request',
      request_id: signedUp.headers.get('x-request-id'),
      path: '/api/v1/partner-auth',
    }),
  );
});
