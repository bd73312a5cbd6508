import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, expect, it } from 'vitest';
import { fileBlobs } from './blobs.ts';

const folder = mkdtempSync(join(tmpdir(), 'deckle-blobs-'));
const blobs = fileBlobs(join(folder, 'blobs'));
const keysOf = (listing: AsyncIterable<string>) => Readable.from(listing).toArray();
afterAll(() => rmSync(folder, { recursive: true }));

it('lists the keys in a folder in order, optionally after a key', async () => {
  expect(await keysOf(blobs.list('log/'))).toEqual([]);
  const keys = [
    'log/2026-12-02/b',
    'log/2026-12-01/a.x',
    'log/2026-12-01/a',
    'logs/other',
    'log/2026-12-02/a',
    'log.1',
  ];
  for (const key of keys) await blobs.put(key, 'x');
  expect(await keysOf(blobs.list('log/'))).toEqual([
    'log/2026-12-01/a',
    'log/2026-12-01/a.x',
    'log/2026-12-02/a',
    'log/2026-12-02/b',
  ]);
  const after = (key: string) => keysOf(blobs.list('log/', key));
  expect(await after('log/2026-12-01/a')).toEqual(['log/2026-12-01/a.x', 'log/2026-12-02/a', 'log/2026-12-02/b']);
  expect(await after('log/2026-12-02/')).toEqual(['log/2026-12-02/a', 'log/2026-12-02/b']);
  expect(await after('log/2026-12-02/b')).toEqual([]);
});

it("throws for a folder that can't be read instead of listing nothing", async () => {
  writeFileSync(join(folder, 'blobs', 'file'), 'x');
  await expect(keysOf(blobs.list('file/'))).rejects.toThrow('ENOTDIR');
  await expect(keysOf(blobs.list('../other/'))).rejects.toThrow('a blob key left its folder');
});

it("throws for a file that can't be read instead of calling it missing", async () => {
  for (const key of ['missing', 'missing/file', 'log.1/file', 'log', 'x'.repeat(300)])
    expect([await blobs.get(key), await blobs.stream(key), await blobs.has(key)]).toEqual([null, null, false]);
  symlinkSync('loop', join(folder, 'blobs', 'loop'));
  for (const read of [blobs.get, blobs.stream, blobs.has]) await expect(read('loop')).rejects.toThrow('ELOOP');
});
