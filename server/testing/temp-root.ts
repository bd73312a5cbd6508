/**
 * Folder of the tests' clusters. It's in memory if /dev/shm has enough space, because a new database consists of six
 * hundred files.
 */
import { existsSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const MEMORY = '/dev/shm';
const ENOUGH_BYTES = 2 * 2 ** 30;

/** Every folder that a run may have chosen. */
export const tempRoots = () => [MEMORY, tmpdir()].filter((root) => existsSync(root));

export function tempRoot(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= ENOUGH_BYTES ? MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}
