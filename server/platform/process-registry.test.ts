import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { systemClock } from './clock.ts';
import { registerProcess, unregisterProcess, withFolderLock } from './process-registry.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'deckle-registry-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const deadPid = () => spawnSync('true').pid;
const addProcess = (pid: number) => {
  mkdirSync(join(folder, 'processes'), { recursive: true });
  writeFileSync(join(folder, 'processes', String(pid)), '');
};

it('finds out that another process uses the folder', () => {
  registerProcess(folder);
  addProcess(process.ppid);
  expect(unregisterProcess(folder)).toBe(false);
  expect(readdirSync(join(folder, 'processes'))).toEqual([String(process.ppid)]);
});

it('ignores killed processes', () => {
  registerProcess(folder);
  addProcess(deadPid());
  expect(unregisterProcess(folder)).toBe(true);
});

it('runs the work of one process at a time', async () => {
  const lock = join(folder, 'lock');
  writeFileSync(lock, String(process.ppid));
  let hasRun = false;
  const work = withFolderLock(folder, async () => {
    hasRun = true;
  });
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(hasRun).toBe(false);
  rmSync(lock);
  await work;
  expect(hasRun).toBe(true);
  expect(readdirSync(folder)).toEqual([]);
});

it.each([
  ['a killed process', deadPid, 0],
  ['an earlier process with this one’s id', () => process.pid, 0],
  ['a process that seems to run for too long', () => process.ppid, 130_000],
])('takes over the lock of %s', async (_case, owner, ageMs) => {
  const lock = join(folder, 'lock');
  writeFileSync(lock, String(owner()));
  const time = new Date(systemClock.now().getTime() - ageMs);
  utimesSync(lock, time, time);
  await withFolderLock(folder, async () => expect(existsSync(lock)).toBe(true));
  expect(existsSync(lock)).toBe(false);
});
