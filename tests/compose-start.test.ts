/** A real process with the environment of `docker compose up` after `cp .env.example .env`. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createTestDatabase } from '#server/testing/database.ts';
import { freePort } from '#server/testing/free-port.ts';
import { type ChildServer, startChildServer } from './cluster.ts';
import { environmentOf, exampleEnv } from './compose.ts';

vi.setConfig({ testTimeout: 90_000, hookTimeout: 180_000 });

const folder = mkdtempSync(join(tmpdir(), 'deckle-compose-'));
const received: string[] = [];
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let mailbox: SMTPServer;
let server: ChildServer;
let environment: Record<string, string>;

beforeAll(async () => {
  database = await createTestDatabase('migrated');
  mailbox = new SMTPServer({
    hideSTARTTLS: true,
    authOptional: true,
    onData: (stream, { envelope }, done) => {
      received.push(...envelope.rcptTo.map(({ address }) => address));
      stream.resume().on('end', done);
    },
  });
  await new Promise<void>((resolve) => mailbox.listen(0, '127.0.0.1', resolve));
  const { port: smtpPort } = mailbox.server.address() as { port: number };
  const port = await freePort();
  const { PORT, NODE_COMPILE_CACHE, ...appEnvironment } = environmentOf('app', exampleEnv);
  expect([PORT, appEnvironment.APP_URL]).toEqual(['3000', 'http://localhost:3000']);
  // Only these differ from the container's: the port, database, mailbox, data folder, log level, and compile cache.
  environment = {
    ...appEnvironment,
    APP_URL: `http://localhost:${port}`,
    DATABASE_URL: database.url,
    SMTP_URL: appEnvironment.SMTP_URL!.replace('mailpit:1025', `127.0.0.1:${smtpPort}`),
    DECKLE_DATA_DIR: folder,
  };
  server = await startChildServer({ databaseUrl: database.url, dataDir: folder, port, env: environment });
});
afterAll(async () => {
  await server?.stop();
  mailbox?.close();
  await database?.drop();
  rmSync(folder, { recursive: true, force: true });
});

/** Returns the status of a GET with the given address and Host. */
const get = (path: string, { host = `localhost:${server.url.split(':').at(-1)}`, address = '127.0.0.1' } = {}) =>
  new Promise<number>((resolve, reject) => {
    const { port } = new URL(server.url);
    request({ host: address, port, path, headers: { host } }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode!));
    })
      .on('error', reject)
      .end();
  });

const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  fetch(server.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

it('starts a demo that staff can sign in to', async () => {
  expect(await get('/')).toBe(200);
  expect(await get('/ebook-deals')).toBe(200);
  const staff = { email: 'staff@deckle.test', password: 'deckle-demo-staff' };
  expect((await post('/api/v1/user-auth/sign_in', staff, { 'resource-type': 'user' })).status).toBe(200);
});

it("sends email to the compose file's mailbox", async () => {
  const email = 'new.reader@example.test';
  expect((await post('/api/v1/readers', { email, category_ids: [1] })).status).toBe(201);
  await expect.poll(() => received, { timeout: 60_000 }).toContain(email);
});

it('generates a secret and stores it in the data folder', () => {
  expect(environment.APP_SECRET).toBe('');
  expect(readFileSync(join(folder, 'app-secret'), 'utf8')).toMatch(/^[\w-]{43}$/);
});

it("serves its tools to this machine, which a container sees as the network's bridge", async () => {
  expect(await get('/dev/clock')).toBe(200);
  const addresses = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
  const external = addresses.find(({ family, internal }) => family === 'IPv4' && !internal);
  if (external) expect(await get('/dev/clock', { address: external.address })).toBe(200);
});

it('refuses its tools to other names that resolve to this machine', async () => {
  expect(await get('/dev/clock', { host: 'rebound.example' })).toBe(404);
});

it('refuses to start if other machines can reach its port', async () => {
  const args = ['server/index.ts'];
  const child = spawn(process.execPath, args, {
    env: { ...process.env, NODE_ENV: 'production', ...environment, PUBLISHED_LOCALLY: '0' },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  expect(await once(child, 'exit')).toEqual([1, null]);
  expect(output).toContain('other machines can reach HOST 0.0.0.0');
  expect(output).not.toMatch(/^\s+at /m);
});
