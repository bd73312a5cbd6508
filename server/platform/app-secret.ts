/** The secret behind signed links, keys, and hashes. */
import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from './config.ts';

/**
 * Returns the secret. A sandbox without APP_SECRET generates one and stores it, so that links in captured emails
 * survive a restart.
 */
export function loadAppSecret(config: Config): string {
  if (!config.isSandbox) return config.appSecret;
  if (config.APP_SECRET) return config.APP_SECRET;
  const file = join(config.DECKLE_DATA_DIR, 'app-secret');
  mkdirSync(config.DECKLE_DATA_DIR, { recursive: true });
  if (!existsSync(file)) createAtomically(file, randomBytes(32).toString('base64url'));
  return readFileSync(file, 'utf8');
}

/**
 * Creates a file atomically: if several processes start at the same time, the first one's file is kept, and no process
 * reads a partial file.
 */
function createAtomically(file: string, text: string) {
  const temporaryFile = `${file}.${randomBytes(4).toString('hex')}`;
  writeFileSync(temporaryFile, text, { mode: 0o600 });
  try {
    linkSync(temporaryFile, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  rmSync(temporaryFile);
}
