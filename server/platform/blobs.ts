/**
 * Stores files, such as covers and photos, by key: 'covers/17-a1b2.svg'. The store in a folder throws for keys that
 * point outside it.
 */
import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';

export type BlobStore = {
  /** Atomic: concurrent readers never see part of a file. */
  put(key: string, content: Buffer | string): Promise<void>;
  has(key: string): Promise<boolean>;
  get(key: string): Promise<Buffer | null>;
  stream(key: string): Promise<{ body: NodeJS.ReadableStream; bytes: number } | null>;
  remove(key: string): Promise<void>;
  /** The keys in a folder such as 'opt-outs/', in ascending order; only those greater than `after`, if given. */
  list(folder: string, after?: string): AsyncIterable<string>;
};

export function fileBlobs(root: string): BlobStore {
  const pathOf = (key: string) => {
    const path = resolve(join(root, key));
    if (!path.startsWith(resolve(root) + sep)) throw new Error('a blob key left its folder');
    return path;
  };
  return {
    put: async (key, content) => {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true });
      const temporaryPath = `${path}.${randomBytes(4).toString('hex')}`;
      await writeFile(temporaryPath, content, { flush: true });
      await rename(temporaryPath, path);
    },
    has: async (key) => (await stat(pathOf(key)).catch(nullIfMissing))?.isFile() ?? false,
    get: (key) => readFile(pathOf(key)).catch(nullIfMissing),
    stream: async (key) => {
      const path = pathOf(key);
      const file = await stat(path).catch(nullIfMissing);
      return file?.isFile() ? { body: createReadStream(path), bytes: file.size } : null;
    },
    remove: (key) => rm(pathOf(key), { force: true }),
    list: (folder, after = '') => keysBelow(folder.replace(/\/$/, ''), after),
  };

  async function* keysBelow(folder: string, after: string): AsyncGenerator<string> {
    for (const { key, isFolder } of await childrenOf(folder)) {
      if (!isFolder && key > after) yield key;
      if (isFolder && (key > after || after.startsWith(key))) yield* keysBelow(key.slice(0, -1), after);
    }
  }

  /** A folder's entries, sorted by key; the key of a folder ends in '/'. Empty if the folder doesn't exist. */
  async function childrenOf(folder: string) {
    const entries = await readdir(pathOf(folder), { withFileTypes: true }).catch((error) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    });
    return entries
      .map((child) => ({
        key: `${folder}/${child.name}${child.isDirectory() ? '/' : ''}`,
        isFolder: child.isDirectory(),
      }))
      .sort((a, b) => (a.key < b.key ? -1 : 1));
  }
}

const MISSING = ['ENOENT', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG'];

/** Other errors, such as a lack of permission, don't mean that there's no file. */
function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (MISSING.includes(error.code ?? '')) return null;
  throw error;
}
