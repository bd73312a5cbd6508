import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { buildDocument } from './document.ts';

const ASSETS = {
  entry: '/front-end/entry.js',
  scripts: ['/front-end/app.js', '/front-end/home.js'],
  styles: ['/front-end/home.css'],
  css: 'h1{margin:0}',
  fonts: ['/front-end/inter.woff2'],
};

const createDocument = (script: 'immediate' | 'idle') => {
  const html = '<html><head><title>é</title></head><body>B</body></html>';
  return buildDocument({ kind: 'page', status: 200, html, state: '{}', sources: [], access: 'public', script }, ASSETS);
};
const textOf = (script: 'immediate' | 'idle') => {
  const { bytes, styleNonce } = createDocument(script);
  return bytes.toString().replaceAll(styleNonce, 'N');
};

it("is React's document with the styles in its head and the state at its end", () => {
  expect(textOf('idle')).toMatch(
    /^<!DOCTYPE html><html><head><title>é<\/title><meta property="csp-nonce" content="" nonce="N"><style nonce="N">h1\{margin:0\}<\/style><link rel="preload" as="font" type="font\/woff2" href="\/front-end\/inter.woff2" crossorigin><\/head><body>B<script type="application\/json" id="__state">\{\}<\/script><script>[^<]+<\/script><\/body><\/html>$/,
  );
});

it('preloads all scripts together, and keeps them from fetching the inlined styles', () => {
  expect(textOf('idle')).toContain('for(const href of ["/front-end/app.js","/front-end/home.js"])');
  expect(textOf('idle')).toContain(`for(const href of ["/front-end/home.css"])link({rel:'stylesheet',disabled:true`);
});

it('links files in the head if the script loads immediately', () => {
  const text = textOf('immediate');
  expect(text).toContain('<link rel="stylesheet" href="/front-end/home.css">');
  expect(text).toContain('<link rel="modulepreload" href="/front-end/home.js">');
  expect(text).not.toContain('margin:0');
});

it('reports the hash of its only inline script, which the policy allows', () => {
  const { bytes, scriptHash } = createDocument('idle');
  const [, script] = /<script>([^<]+)<\/script>/.exec(bytes.toString())!;
  expect(scriptHash).toBe(createHash('sha256').update(script!).digest('base64'));
});

it('has a new nonce each time', () => {
  const [first, second] = [createDocument('idle'), createDocument('idle')];
  expect(first.styleNonce).toHaveLength(24);
  expect(second.styleNonce).not.toBe(first.styleNonce);
});
