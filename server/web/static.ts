import { readdirSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join, sep } from 'node:path';
import express, { type RequestHandler, Router } from 'express';
import { type Encoding, encodingFor } from './encodings.ts';

/**
 * The browser build's files. Names in /front-end have a hash, so those files never change. A missing file gets a 404,
 * never a page: the 404 tells the client that a new release is out (a ChunkLoadError).
 */
export function createStatic(dist: string) {
  const client = join(dist, 'client');
  const files = join(client, 'front-end');
  const router = Router();
  router.use(
    '/front-end',
    precompressedFiles(new Set(readdirSync(files))),
    express.static(files, { immutable: true, maxAge: '1y', index: false, redirect: false }),
    (_req, res) => {
      res.status(404).set('Cache-Control', 'no-store').type('text').send('No such file.');
    },
  );
  router.use(
    skipUnlessIn(filesIn(client)),
    express.static(client, { index: false, redirect: false, maxAge: '1h', setHeaders: allowCrossOrigin }),
  );
  return router;
}

const EXTENSIONS: Record<Encoding, string> = { br: 'br', gzip: 'gz' };

/** Serves files that the build compressed better than there is time for during a request. */
const precompressedFiles =
  (files: ReadonlySet<string>): RequestHandler =>
  (req, res, next) => {
    const file = req.path.slice(1);
    if (!files.has(`${file}.br`)) return next();
    res.type(file).vary('Accept-Encoding');
    const encoding = encodingFor(req);
    if (encoding) {
      res.set('Content-Encoding', encoding);
      req.url = `/${file}.${EXTENSIONS[encoding]}`;
    }
    next();
  };

/** Skips the disk for paths that aren't files, such as pages. */
const skipUnlessIn =
  (paths: ReadonlySet<string>): RequestHandler =>
  (req, _res, next) =>
    paths.has(req.path) ? next() : next('router');

/** URL paths of the folder's files, without hidden ones. */
const filesIn = (folder: string) =>
  new Set(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((path) => `/${path.split(sep).join('/')}`)
      .filter((path) => !path.includes('/.')),
  );

/** Other sites and emails show some of the public files: the cover placeholder and the badges. */
const allowCrossOrigin = (res: ServerResponse) => res.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
