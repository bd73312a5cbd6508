/** Manifest of a backup. It's written last, so a folder without it isn't a complete backup. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

export const MANIFEST = 'manifest.json';
export const TABLES = 'tables';
export const FILES = 'files';
/**
 * Entries of DECKLE_DATA_DIR that are backed up besides the database. They have the images, the opt-out log, and the
 * click archive (all in one folder); the secret; and the sandbox's payments.
 */
export const BACKED_UP_FILES = ['blobs', 'app-secret', 'stripe-journal.jsonl'];

/** Folder of the opt-out log, in the blob store. */
export const OPT_OUT_LOG = join('blobs', 'opt-outs');

export type Manifest = {
  made_at: string;
  migrations: string[];
  /**
   * Partitions are created over time, and the bounds of the first depend on when the installation was upgraded, so
   * another database may have different ones. Older backups lack them, or their options.
   */
  partitions?: { name: string; parent: string; bounds: string; options?: string | null }[];
  tables: { name: string; columns: string[]; rows: number; sha256: string }[];
  sequences: Record<string, string>;
};

export const fileOf = (table: string) => `${TABLES}/${table}.copy.gz`;

export async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
