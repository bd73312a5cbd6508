/** Stored files (covers, photos) by key, like 'covers/17-a1b2.svg'. On the file system; the key never leaves its root. */
import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';

export type BlobStore = {
  /** Whoever reads meanwhile finds all of it or nothing. */
  put(key: string, content: Buffer | string): Promise<void>;
  has(key: string): Promise<boolean>;
  get(key: string): Promise<Buffer | null>;
  stream(key: string): Promise<{ body: NodeJS.ReadableStream; bytes: number } | null>;
  remove(key: string): Promise<void>;
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
      const unfinished = `${path}.${randomBytes(4).toString('hex')}`;
      await writeFile(unfinished, content);
      await rename(unfinished, path);
    },
    has: (key) =>
      stat(pathOf(key)).then(
        (file) => file.isFile(),
        () => false,
      ),
    get: (key) => readFile(pathOf(key)).catch(() => null),
    stream: async (key) => {
      const path = pathOf(key);
      const file = await stat(path).catch(() => null);
      return file?.isFile() ? { body: createReadStream(path), bytes: file.size } : null;
    },
    remove: (key) => rm(pathOf(key), { force: true }),
  };
}
