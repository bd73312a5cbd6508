import { extname } from 'node:path';
import { pipeline } from 'node:stream';
import { Router } from 'express';
import { SMALL_COVER_WIDTH } from '#shared/business.ts';
import type { BlobStore } from '../blobs.ts';
import { missing } from '../errors.ts';
import { singleFlight } from '../memoize.ts';
import { encodePicture } from '../pictures.ts';

const TYPES: Record<string, string> = {
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
};
const KEY = /^\/((?:covers|photos)\/[\w.-]+)$/;

/** Excludes small versions, which have no smaller ones. */
const COVER = /^covers\/(?!.*-w\d+\.webp$).*\.webp$/;

/** The key of a cover's small version. */
export const smallCoverOf = (cover: string) => cover.replace(/\.webp$/, `-w${SMALL_COVER_WIDTH}.webp`);

/** Serves stored images. A key is never reused for other content, so clients may cache it for a year. */
export function mediaRoutes(blobs: BlobStore): Router {
  const router = Router();
  const smallCover = smallCovers(blobs);
  router.get(KEY, async (req, res) => {
    const asked = String(req.params[0]);
    const isSmall = req.query.w === String(SMALL_COVER_WIDTH) && COVER.test(asked);
    const key = isSmall ? await smallCover(asked) : asked;
    const type = TYPES[extname(key)];
    const file = type ? await blobs.stream(key) : null;
    if (!type || !file) throw missing();
    res.set({
      'Content-Type': type,
      'Content-Length': String(file.bytes),
      'Cache-Control': 'public, max-age=31536000, immutable',
    });
    res.set('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'");
    res.set('Cross-Origin-Resource-Policy', 'cross-origin');
    // Interrupted by a visitor who left or a deleted file; the response has started, so no error can be sent.
    pipeline(file.body, res, () => undefined);
  });
  return router;
}

/** Small covers for lists, which show them at half size. Created on first request and stored with the original. */
function smallCovers(blobs: BlobStore) {
  const make = singleFlight(async (cover: string) => {
    const whole = await blobs.get(cover);
    if (!whole) throw missing();
    await blobs.put(smallCoverOf(cover), await encodePicture(whole, 'cover', { width: SMALL_COVER_WIDTH }));
  }, String);

  return async function keyOf(cover: string): Promise<string> {
    const key = smallCoverOf(cover);
    if (!(await blobs.has(key))) await make(cover);
    return key;
  };
}
