import { readdirSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join, sep } from 'node:path';
import express, { type RequestHandler, Router } from 'express';
import { type Encoding, encodingFor } from './encodings.ts';

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
    onlyFor(filesIn(client)),
    express.static(client, { index: false, redirect: false, maxAge: '1h', setHeaders: forEverybody }),
  );
  return router;
}

const ENDING: Record<Encoding, string> = { br: 'br', gzip: 'gz' };

/** The build has compressed its files better than there is time for while somebody waits. */
const storedEncodings =
  (files: ReadonlySet<string>): RequestHandler =>
  (req, res, next) => {
    const file = req.path.slice(1);
    if (!files.has(`${file}.br`)) return next();
    res.type(file).vary('Accept-Encoding');
    const encoding = encodingFor(req);
    if (encoding) {
      res.set('Content-Encoding', encoding);
      req.url = `/${file}.${ENDING[encoding]}`;
    }
    next();
  };

/** A page would else ask the disk first whether it is a file. */
const onlyFor =
  (paths: ReadonlySet<string>): RequestHandler =>
  (req, _res, next) =>
    paths.has(req.path) ? next() : next('router');

/** As paths from the folder on; not what is hidden. */
const filesIn = (folder: string) =>
  new Set(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((path) => `/${path.split(sep).join('/')}`)
      .filter((path) => !path.includes('/.')),
  );

/** Mails and other people's pages show these too: the picture of a book without a cover, the badges. */
const forEverybody = (res: ServerResponse) => res.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
