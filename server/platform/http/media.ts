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

/** The small ones are covers too, but have no smaller ones. */
const COVER = /^covers\/(?!.*-w\d+\.webp$).*\.webp$/;

/** The key of the small one that is made of a cover. */
export const smallCoverOf = (cover: string) => cover.replace(/\.webp$/, `-w${SMALL_COVER_WIDTH}.webp`);

/** Stored pictures. A key is never written twice with other content, so they may be kept for a year. */
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
    // Cut off on either side: by a visitor who left, or by a file that is gone meanwhile. The answer has begun, so there is nothing to say.
    pipeline(file.body, res, () => undefined);
  });
  return router;
}

/** Lists show covers at half their size. The small one is made when it is first asked for, and stored beside the other. */
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
