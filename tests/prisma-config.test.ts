/** Prisma's command line finds the database. Its engine is replaced by an executable that stores its arguments. */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres.ts';

describe('prisma.config.ts', { timeout: 60_000 }, () => {
  let folder: string;
  let engine: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'deckle-prisma-'));
    engine = join(folder, 'engine');
    writeFileSync(engine, `#!/bin/sh\nprintf '%s\\n' "$@" > ${folder}/arguments\nexit 1\n`);
    chmodSync(engine, 0o755);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const prisma = (command: string, env: Record<string, string> = {}) =>
    spawnSync(process.execPath, ['node_modules/prisma/build/index.js', ...command.split(' ')], {
      encoding: 'utf8',
      env: {
        PATH: process.env.PATH,
        PRISMA_HIDE_UPDATE_MESSAGE: '1',
        PRISMA_SCHEMA_ENGINE_BINARY: engine,
        DECKLE_DATA_DIR: folder,
        ...env,
      },
    });
  const datasource = () => JSON.parse(readFileSync(join(folder, 'arguments'), 'utf8').split('\n')[1]!);

  it('uses DATABASE_URL', () => {
    const DATABASE_URL = 'postgresql://ada:secret@127.0.0.1:1/deckle';
    prisma('migrate status', { DATABASE_URL });
    expect(datasource()).toEqual({ url: DATABASE_URL });
  });

  it('uses the embedded database while it runs', async () => {
    const embedded = await startEmbeddedPostgres(join(folder, 'postgres'), { fsync: 'off' });
    try {
      prisma('migrate status');
      expect(datasource()).toEqual({ url: embedded.url('postgres') });
    } finally {
      await embedded.stop();
    }
    expect(prisma('migrate status').stderr).toContain('datasource.url property is required');
    rmSync(embedded.directory, { recursive: true, force: true });
  });

  it('loads without a database, for commands that need none', () => {
    const { status, stdout } = prisma('validate');
    expect(status).toBe(0);
    expect(stdout).toContain('valid');
  });
});
