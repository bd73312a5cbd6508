/**
 * Folder of the tests' clusters. It's in memory if /dev/shm has enough space, because a new database consists of six
 * hundred files.
 */
import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const MEMORY = '/dev/shm';
const ENOUGH_BYTES = 2 * 2 ** 30;

export function tempRoot(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= ENOUGH_BYTES ? MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}
