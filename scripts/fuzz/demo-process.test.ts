import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { startDemoProcess } from './demo-process.ts';

it('leaves nothing behind if the demo doesn’t start in time', { timeout: 60_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'deckle-demo-process-'));
  vi.stubEnv('TMPDIR', folder);
  try {
    await expect(startDemoProcess({ timeoutMs: 0 })).rejects.toThrow('The demo didn’t start');
    expect(readdirSync(folder)).toEqual([]);
  } finally {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true, force: true });
  }
});
