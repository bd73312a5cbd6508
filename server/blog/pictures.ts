/** Pictures in posts: encoded anew, wide enough for the page and no wider. */
import { randomBytes } from 'node:crypto';
import type { Deps } from '#server/platform/deps.ts';
import { encodePicture } from '#server/platform/pictures.ts';

const WIDTH = 1600;

/** Answers the address that a post may name. */
export async function storePicture({ blobs }: Deps, upload: Buffer): Promise<string> {
  const key = `photos/blog-${randomBytes(8).toString('hex')}.webp`;
  await blobs.put(key, await encodePicture(upload, 'picture', { width: WIDTH }));
  return `/media/${key}`;
}
