/** What a backup's folder holds. Written last, so a folder without it is no backup. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

export const MANIFEST = 'manifest.json';
export const TABLES = 'tables';
export const FILES = 'files';
/** Beside the database, in DECKLE_DATA_DIR: pictures, and what the sandbox keeps. */
export const KEPT_FILES = ['blobs', 'app-secret', 'stripe-journal.jsonl'];

/** Among the pictures: the log of opt-outs. */
export const OPT_OUT_LOG = join('blobs', 'opt-outs');

export type Manifest = {
  made_at: string;
  migrations: string[];
  /** Some are made as time goes by, so another database may lack them. */
  partitions: { name: string; parent: string; bounds: string }[];
  tables: { name: string; columns: string[]; rows: number; sha256: string }[];
  sequences: Record<string, string>;
};

export const fileOf = (table: string) => `${TABLES}/${table}.copy.gz`;

export async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
