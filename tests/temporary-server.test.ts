/** An interrupted script leaves no database behind. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { runningPostgresUrl } from '#server/platform/embedded-postgres.ts';

const folder = mkdtempSync(join(tmpdir(), 'deckle-interrupt-'));
// Postgres may run as another user.
chmodSync(folder, 0o755);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const SCRIPT =
  "import { startTemporaryServer } from './scripts/calls/temporary-server.ts'; await startTemporaryServer(); console.log('up');";

it.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('stops its Postgres and removes its files on %s', { timeout: 120_000 }, async (signal, expected) => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', SCRIPT], {
    env: { ...process.env, TMPDIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  const [subfolder] = readdirSync(folder);
  const database = join(folder, subfolder!, 'postgres');
  expect(runningPostgresUrl(database, 'postgres')).toBeDefined();
  child.kill(signal);
  expect((await once(child, 'exit'))[0]).toBe(expected);
  expect(runningPostgresUrl(database, 'postgres')).toBeUndefined();
  expect([existsSync(database), readdirSync(folder)]).toEqual([false, []]);
});
