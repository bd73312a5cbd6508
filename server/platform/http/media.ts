import { extname } from 'node:path';
import { Router } from 'express';
import type { BlobStore } from '../blobs.ts';
import { missing } from '../errors.ts';

const TYPES: Record<string, string> = {
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
};
const KEY = /^\/((?:covers|photos)\/[\w.-]+)$/;

/** Stored pictures. A key is never written twice with other content, so they may be kept for a year. */
export function mediaRoutes(blobs: BlobStore): Router {
  const router = Router();
  router.get(KEY, async (req, res) => {
    const key = String(req.params[0]);
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
    file.body.pipe(res);
  });
  return router;
}
