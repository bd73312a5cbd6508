/**
 * Files that record which processes use a folder, so that the last one can stop what they share. A killed process
 * leaves its files behind, and the next one removes them.
 */
import { linkSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from './clock.ts';

const RETRY_MS = 50;
/** Longer than any work under the lock. After a kill, another process may have the holder's id and seem to hold it. */
const STALE_LOCK_MS = 120_000;

export function registerProcess(folder: string): void {
  mkdirSync(join(folder, 'processes'), { recursive: true });
  writeFileSync(join(folder, 'processes', String(process.pid)), '');
}

/** Removes this process and killed ones from the records. Returns true if no other process uses the folder. */
export function unregisterProcess(folder: string): boolean {
  const processes = join(folder, 'processes');
  const isObsolete = (pid: number) => pid === process.pid || !isAlive(pid);
  for (const pid of readdirSync(processes).filter((name) => isObsolete(Number(name)))) rmSync(join(processes, pid));
  return readdirSync(processes).length === 0;
}

/** Runs `work` while no other process runs its own in the same folder. */
export async function withFolderLock<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const lock = join(folder, 'lock');
  while (!takeLock(lock)) await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  try {
    return await work();
  } finally {
    rmSync(lock, { force: true });
  }
}

/** A link appears together with its content, so that no other process reads an empty file. */
function takeLock(lock: string): boolean {
  const own = `${lock}.${process.pid}`;
  writeFileSync(own, String(process.pid));
  try {
    linkSync(own, lock);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    if (isStale(lock)) rmSync(lock, { force: true });
    return false;
  } finally {
    rmSync(own);
  }
}

function isStale(lock: string): boolean {
  try {
    const owner = Number(readFileSync(lock, 'utf8'));
    return (
      owner === process.pid || !isAlive(owner) || systemClock.now().getTime() - statSync(lock).mtimeMs > STALE_LOCK_MS
    );
  } catch {
    // Its owner has just removed it.
    return false;
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
