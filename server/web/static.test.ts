import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import express from 'express';
import request from 'supertest';
import { afterEach, expect, it } from 'vitest';
import { assetsFrom } from './build.ts';
import { createStatic } from './static.ts';

const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

async function setUp() {
  const dist = await mkdtemp(join(tmpdir(), 'deckle-dist-'));
  folders.push(dist);
  await mkdir(join(dist, 'client/front-end'), { recursive: true });
  await mkdir(join(dist, 'client/.vite'), { recursive: true });
  await writeFile(join(dist, 'client/front-end/a-1.js'), 'export {}');
  await writeFile(join(dist, 'client/front-end/b-1.js'), 'let b;');
  await writeFile(join(dist, 'client/front-end/b-1.js.br'), brotliCompressSync('stored'));
  await writeFile(join(dist, 'client/front-end/b-1.js.gz'), gzipSync('stored too'));
  await writeFile(join(dist, 'client/favicon.svg'), '<svg/>');
  await mkdir(join(dist, 'client/badges'));
  await writeFile(join(dist, 'client/badges/mark.svg'), '<svg/>');
  await writeFile(join(dist, 'client/.vite/manifest.json'), '{}');
  const app = express();
  app.use(createStatic(dist));
  app.use((_req, res) => void res.status(200).send('<html>a page</html>'));
  return (path: string) => request(app).get(path);
}

it('serves built files as immutable', async () => {
  const response = await (await setUp())('/front-end/a-1.js');
  expect(response.headers['cache-control']).toBe('public, max-age=31536000, immutable');
});

it('sends precompressed files, brotli first, if the client accepts them', async () => {
  const get = await setUp();
  const responses = await Promise.all(
    ['gzip, deflate, br', 'gzip', 'br;q=0', 'identity'].map((accepted) =>
      get('/front-end/b-1.js').set('Accept-Encoding', accepted),
    ),
  );
  expect(responses.map(({ headers }) => headers['content-encoding'])).toEqual(['br', 'gzip', undefined, undefined]);
  expect(responses.map(({ text }) => text)).toEqual(['stored', 'stored too', 'let b;', 'let b;']);
  for (const { headers } of responses)
    expect([headers['content-type'], headers.vary, headers['cache-control']]).toEqual([
      'text/javascript; charset=utf-8',
      'Accept-Encoding',
      'public, max-age=31536000, immutable',
    ]);
});

it('answers 404 for a missing chunk, never a page', async () => {
  const response = await (await setUp())('/front-end/a-0.js');
  expect([response.status, response.text]).toEqual([404, 'No such file.']);
});

it('serves public files and hides the manifest', async () => {
  const get = await setUp();
  expect((await get('/favicon.svg')).headers['content-type']).toBe('image/svg+xml');
  expect((await get('/badges/mark.svg')).headers['cache-control']).toBe('public, max-age=3600');
  expect((await get('/.vite/manifest.json')).text).toBe('<html>a page</html>');
});

it("finds a screen's scripts and styles through its imports", () => {
  const assets = assetsFrom(
    {
      'client/app/entry-browser.tsx': {
        file: 'front-end/entry.js',
        css: ['front-end/entry.css'],
        imports: ['_shared.js'],
      },
      '_shared.js': { file: 'front-end/shared.js' },
      'client/features/home/HomeScreen.tsx': {
        file: 'front-end/home.js',
        css: ['front-end/home.css'],
        imports: ['_shared.js'],
      },
    },
    new Map([
      ['front-end/home.css', 'h1{margin:0}'],
      ['front-end/entry.css', 'p{margin:0}'],
    ]),
  );
  expect(assets(['client/features/home/HomeScreen.tsx'])).toEqual({
    entry: '/front-end/entry.js',
    scripts: ['/front-end/shared.js', '/front-end/entry.js', '/front-end/home.js'],
    styles: ['/front-end/entry.css', '/front-end/home.css'],
    css: 'p{margin:0}h1{margin:0}',
    fonts: [],
  });
  expect(assets([]).scripts).toEqual(['/front-end/shared.js', '/front-end/entry.js']);
});
