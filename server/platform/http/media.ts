import { extname } from 'node:path';
import { pipeline, type Readable } from 'node:stream';
import { Router } from 'express';
import { EMAIL_COVER, SMALL_COVER_WIDTH } from '#shared/business.ts';
import type { BlobStore } from '../blobs.ts';
import { notFound } from '../errors.ts';
import { encodeEmailCover, encodeImage } from '../images.ts';
import { singleFlight } from '../memoize.ts';

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

const EMAIL_COVER_KEY = /^(covers\/(?!.*-w\d+\.webp\.jpg$).*\.(?:webp|svg))\.jpg$/;

/** The key of a cover's version for emails. */
export const emailCoverOf = (cover: string) => `${cover}.jpg`;

/** Serves stored images. A key is never reused for other content, so clients may cache it for a year. */
export function mediaRoutes(blobs: BlobStore): Router {
  const router = Router();
  const smallCover = derivedCovers(blobs, smallCoverOf, (whole) =>
    encodeImage(whole, 'cover', { width: SMALL_COVER_WIDTH }),
  );
  const emailCover = derivedCovers(blobs, emailCoverOf, (whole) =>
    encodeEmailCover(whole, { width: 2 * EMAIL_COVER.width, height: 2 * EMAIL_COVER.height }),
  );
  router.get(KEY, async (req, res) => {
    const requestedKey = String(req.params[0]);
    const isSmall = req.query.w === String(SMALL_COVER_WIDTH) && COVER.test(requestedKey);
    const [, original] = EMAIL_COVER_KEY.exec(requestedKey) ?? [];
    const key = original ? await emailCover(original) : isSmall ? await smallCover(requestedKey) : requestedKey;
    const type = TYPES[extname(key)];
    const file = type ? await blobs.stream(key) : null;
    if (!type || !file) throw notFound();
    res.set({
      'Content-Type': type,
      'Content-Length': String(file.bytes),
      'Cache-Control': 'public, max-age=31536000, immutable',
    });
    res.set('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'");
    res.set('Cross-Origin-Resource-Policy', 'cross-origin');
    // A visitor who has left already can't be sent anything.
    if (res.destroyed) return void (file.body as Readable).destroy();
    // Fails if the visitor leaves or the file is deleted; the response has started, so no error can be sent.
    pipeline(file.body, res, () => undefined);
  });
  return router;
}

/**
 * Creates another version of a cover on first request, for lists or for emails, and stores it with the original. The
 * returned function resolves to the version's key.
 */
function derivedCovers(blobs: BlobStore, keyOf: (cover: string) => string, encode: (whole: Buffer) => Promise<Buffer>) {
  const make = singleFlight(async (cover: string) => {
    const whole = await blobs.get(cover);
    if (!whole) throw notFound();
    await blobs.put(keyOf(cover), await encode(whole));
  }, String);

  return async (cover: string): Promise<string> => {
    const key = keyOf(cover);
    if (!(await blobs.has(key))) await make(cover);
    return key;
  };
}
