import { expect, it } from 'vitest';
import { documentPieces, withNonce } from './document.ts';

const ASSETS = {
  entry: '/front-end/entry.js',
  scripts: ['/front-end/app.js', '/front-end/home.js'],
  styles: ['/front-end/home.css'],
  css: Buffer.from('h1{margin:0}'),
  fonts: ['/front-end/inter.woff2'],
};

const documentOf = (
  script: 'at once' | 'when idle',
  html = '<html><head><title>é</title></head><body>B</body></html>',
) =>
  withNonce(
    documentPieces({ kind: 'page', status: 200, html, state: '{}', sources: [], access: 'public', script }, ASSETS),
    'N',
  ).toString();

it('is React’s document with the styles in its head and the state at its end', () => {
  expect(documentOf('when idle')).toMatch(
    /^<!DOCTYPE html><html><head><title>é<\/title><meta property="csp-nonce" nonce="N"><style nonce="N">h1\{margin:0\}<\/style><link rel="preload" as="font" type="font\/woff2" href="\/front-end\/inter.woff2" crossorigin><\/head><body>B<script type="application\/json" id="__state">\{\}<\/script><script nonce="N">[^<]+<\/script><\/body><\/html>$/,
  );
});

it('names all scripts when the first is asked for, and the styles that are there', () => {
  expect(documentOf('when idle')).toContain('for(const href of ["/front-end/app.js","/front-end/home.js"])');
  expect(documentOf('when idle')).toContain(
    `for(const href of ["/front-end/home.css"])link({rel:'stylesheet',disabled:true`,
  );
});

it('names files in the head of a page whose script comes at once', () => {
  const text = documentOf('at once');
  expect(text).toContain('<link rel="stylesheet" href="/front-end/home.css">');
  expect(text).toContain('<link rel="modulepreload" href="/front-end/home.js">');
  expect(text).not.toContain('margin:0');
});
