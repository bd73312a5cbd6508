/** The lifecycle of `npm run compose:check`, against one process without containers. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { hashPassword } from '#server/auth/passwords.ts';
import { openDatabase } from '#server/platform/database.ts';
import { createTestDatabase } from '#server/testing/database.ts';
import { freePort } from '#server/testing/free-port.ts';
import { runPromotionLifecycle, STAFF } from '../scripts/compose/lifecycle.ts';
import { type ChildServer, startChildServer } from './cluster.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const folder = mkdtempSync(join(tmpdir(), 'deckle-lifecycle-'));
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let opened: ReturnType<typeof openDatabase>;
let server: ChildServer;

beforeAll(async () => {
  database = await createTestDatabase();
  opened = openDatabase(database.url, { connections: 2 });
  const encrypted_password = await hashPassword(STAFF.password);
  await opened.db.user.create({ data: { uid: STAFF.email, name: 'Nora', role: 'admin', encrypted_password } });
  server = await startChildServer({ databaseUrl: database.url, dataDir: folder, port: await freePort() });
});
afterAll(async () => {
  await server?.kill();
  await opened?.db.$disconnect();
  if (opened && !opened.pool.ended) await opened.pool.end();
  await database?.drop();
  rmSync(folder, { recursive: true, force: true });
});

it('ends with a paid invoice', async () => {
  const site = { url: server.url, appUrl: server.url, restartWebs: () => {} };
  expect(await runPromotionLifecycle(site)).toBe('successfully sent, 1 click, invoice paid ($10.00)');
});
