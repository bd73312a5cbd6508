import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import express, { Router } from 'express';

/**
 * The built files of the browser. Their names carry a hash, so they never change; one that is missing is a 404 and
 * never a page, which is how the client knows that a new release is out (spec §8: ChunkLoadError).
 */
export function createStatic(dist: string) {
  const client = join(dist, 'client');
  const router = Router();
  router.use(
    '/front-end',
    express.static(join(client, 'front-end'), { immutable: true, maxAge: '1y', index: false, redirect: false }),
    (_req, res) => {
      res.status(404).set('Cache-Control', 'no-store').type('text').send('No such file.');
    },
  );
  router.use(
    express.static(client, {
      index: false,
      redirect: false,
      maxAge: '1h',
      dotfiles: 'ignore',
      setHeaders: forEverybody,
    }),
  );
  return router;
}

/** Mails and other people's pages show these too: the picture of a book without a cover, the badges. */
const forEverybody = (res: ServerResponse) => res.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
