import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadAppSecret } from './app-secret.ts';
import type { Config } from './config.ts';

it('creates the secret once, even if a process in another container has the same ID', () => {
  const folder = mkdtempSync(join(tmpdir(), 'deckle-secret-'));
  mkdirSync(join(folder, `app-secret.${process.pid}`));
  const config = { isSandbox: true, APP_SECRET: '', DECKLE_DATA_DIR: folder } as unknown as Config;
  const secret = loadAppSecret(config);
  expect(secret).toMatch(/^[\w-]{43}$/);
  expect(loadAppSecret(config)).toBe(secret);
  expect(readdirSync(folder).sort()).toEqual(['app-secret', `app-secret.${process.pid}`]);
  rmSync(folder, { recursive: true });
});
