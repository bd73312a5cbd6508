import { readdirSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import express, { type Request, type RequestHandler, Router } from 'express';

/**
 * The built files of the browser. Their names carry a hash, so they never change; one that is missing is a 404 and
 * never a page, which is how the client knows that a new release is out (spec §8: ChunkLoadError).
 */
export function createStatic(dist: string) {
  const client = join(dist, 'client');
  const files = join(client, 'front-end');
  const router = Router();
  router.use(
    '/front-end',
    storedEncodings(new Set(readdirSync(files))),
    express.static(files, { immutable: true, maxAge: '1y', index: false, redirect: false }),
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

/** The build has compressed its files better than there is time for while somebody waits. */
const storedEncodings =
  (files: ReadonlySet<string>): RequestHandler =>
  (req, res, next) => {
    const file = req.path.slice(1);
    if (!files.has(`${file}.br`)) return next();
    res.type(file).vary('Accept-Encoding');
    const encoding = encodingFor(req);
    if (encoding) {
      res.set('Content-Encoding', encoding.name);
      req.url = `/${file}.${encoding.ending}`;
    }
    next();
  };

const ENCODINGS = [
  { name: 'br', ending: 'br' },
  { name: 'gzip', ending: 'gz' },
];

/** Asked one by one, because browsers name gzip first. */
const encodingFor = (req: Request) => ENCODINGS.find(({ name }) => req.acceptsEncodings(name));

/** Mails and other people's pages show these too: the picture of a book without a cover, the badges. */
const forEverybody = (res: ServerResponse) => res.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
