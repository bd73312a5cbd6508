import { createHash } from 'node:crypto';
import express from 'express';
import request from 'supertest';
import { expect, it, vi } from 'vitest';
import type { RenderInput, RenderOutput } from './build.ts';
import { createPages } from './pages.ts';

const page = (overrides: object = {}): RenderOutput => ({
  kind: 'page',
  status: 200,
  html: '<html><head><title>Tea</title></head><body><p>Hello</p></body></html>',
  state: '{"a":"\\u003c"}',
  sources: [],
  access: 'public',
  script: 'idle',
  ...overrides,
});
const ASSETS = {
  entry: '/front-end/entry.js',
  scripts: ['/front-end/entry.js'],
  styles: ['/front-end/a.css'],
  css: 'p{color:teal}',
  fonts: [],
};

function setUp(output: RenderOutput | Error = page()) {
  const render = vi.fn(async (_input: RenderInput<object>) => {
    if (output instanceof Error) throw output;
    return output;
  });
  const errors: object[] = [];
  const app = express();
  app.use(
    createPages({
      cacheMs: 30_000,
      build: { render, assets: () => ASSETS },
      api: {},
      appUrl: 'https://deckle.test',
      supportEmail: 'help@deckle.test',
      hasStripeFrames: false,
      log: { error: (fields) => void errors.push(fields) },
      now: () => new Date('2026-11-21T10:00:00Z'),
    }),
  );
  return { get: (path: string) => request(app).get(path), render, errors };
}

const policyOf = ({ headers }: request.Response) => headers['content-security-policy']!;
const encodingOf = ({ headers }: request.Response) => headers['content-encoding'];

it('allows its inline script by hash and its styles by nonce', async () => {
  const response = await setUp().get('/');
  const [, script] = /<script>([^<]+)<\/script>/.exec(response.text)!;
  const hash = createHash('sha256').update(script!).digest('base64');
  expect(policyOf(response)).toContain(`script-src 'self' 'sha256-${hash}';`);
  const [, nonce] = /style-src 'self' 'nonce-([^']+)'/.exec(policyOf(response))!;
  expect(response.text).toContain(`<meta property="csp-nonce" content="" nonce="${nonce}">`);
  expect(response.text).toContain(`<style nonce="${nonce}">`);
});

it('sends the smallest accepted encoding, and 304 to clients that have the page', async () => {
  const { get, render } = setUp();
  const responses = await Promise.all(
    ['gzip, deflate, br', 'gzip', 'identity'].map((accepted) => get('/').set('Accept-Encoding', accepted)),
  );
  expect(responses.map(encodingOf)).toEqual(['br', 'gzip', undefined]);
  const [brotli, gzipped, plain] = responses as [request.Response, request.Response, request.Response];
  expect([brotli.text, gzipped.text]).toEqual([plain.text, plain.text]);
  expect(plain.headers.vary).toBe('Cookie, Accept-Encoding');

  const again = await get('/').set('If-None-Match', plain.headers.etag!);
  expect([again.status, again.text]).toEqual([304, '']);
  expect(policyOf(again)).toBe(policyOf(plain));
  expect(render).toHaveBeenCalledOnce();
});

it('includes the state, the inline styles, and the deferred script', async () => {
  const { text, headers } = await setUp().get('/');
  expect(text).toMatch(/^<!DOCTYPE html><html>/);
  expect(text).toContain(`>p{color:teal}</style></head>`);
  expect(text).not.toContain('<link');
  expect(text).toContain('<script type="application/json" id="__state">{"a":"\\u003c"}</script>');
  expect(text).toContain('requestIdleCallback');
  expect(headers['cache-control']).toBe('no-cache');
});

it("doesn't cache pages for people with a credentials cookie, and loads the script immediately", async () => {
  const { get, render } = setUp();
  await get('/');
  const response = await get('/').set('Cookie', 'a=b; partner=%7B%7D');
  expect(render).toHaveBeenCalledTimes(2);
  expect(response.headers['cache-control']).toBe('private, no-store');
  expect(response.text).toContain('<link rel="modulepreload" href="/front-end/entry.js">');
  expect(response.text).toContain('<link rel="stylesheet" href="/front-end/a.css">');
  expect(response.text).not.toContain('color:teal');
});

it('renders the path and known parameters only', async () => {
  const { get, render } = setUp();
  await get('/books?utm_source=x&page=2');
  await get('/books?page=2&aff_id=3');
  expect(render.mock.calls.map(([input]) => input.request.url)).toEqual(['https://deckle.test/books?page=2']);
});

it('treats a path with two leading slashes as a path', async () => {
  const { get, render } = setUp();
  await get('//evil.test/books');
  expect(render.mock.calls[0]?.[0].request.url).toBe('https://deckle.test//evil.test/books');
});

it('answers 404 for a missing page without caching it', async () => {
  const { get, render } = setUp(page({ status: 404 }));
  expect((await get('/nowhere')).status).toBe(404);
  expect((await get('/nowhere')).headers['cache-control']).toBe('private, no-store');
  expect(render).toHaveBeenCalledTimes(2);
});

it('redirects with the requested query, and lets browsers keep no redirect without asking again', async () => {
  const { get } = setUp({ kind: 'redirect', status: 301, location: '/books/1/tea' });
  const response = await get('/books/1/coffee?aff_id=3');
  expect([response.status, response.headers.location]).toEqual([301, '/books/1/tea?aff_id=3']);
  expect(response.headers['cache-control']).toBe('no-cache');
});

it('shows the crash page with the ID in the log, without details of the error', async () => {
  const { get, errors } = setUp(new Error('table "books" <gone>'));
  const { status, text } = await get('/');
  const id = /error ID: <strong>([a-f0-9]{12})</.exec(text)?.[1];
  expect(status).toBe(500);
  expect(text).toContain('Woops! Something&#39;s amiss');
  expect(text).not.toContain('gone');
  expect(errors).toEqual([expect.objectContaining({ error_id: id })]);
});
