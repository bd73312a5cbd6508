import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PREFIX, removeAbandoned } from './abandoned.ts';
import { tempRoots } from './temp-root.ts';

it('removes the folders of dead runs, wherever they are, and keeps those of live ones', async () => {
  const create = (root: string, owner: number) => {
    const folder = mkdtempSync(join(root, PREFIX));
    writeFileSync(join(folder, 'owner'), String(owner));
    return folder;
  };
  const { pid } = spawnSync(process.execPath, ['--version']);
  const dead = tempRoots().map((root) => create(root, pid));
  const live = tempRoots().map((root) => create(root, process.pid));
  await removeAbandoned();
  const remaining = [...dead, ...live].filter((folder) => existsSync(folder));
  for (const folder of remaining) rmSync(folder, { recursive: true });
  expect(remaining).toEqual(live);
});
