import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ApiError } from './api-error.ts';
import { download } from './download.ts';
import { streamEvents } from './event-stream.ts';
import { call, queryText, watchErrors } from './http.ts';

const SAVED = { 'access-token': 'old', client: 'c', uid: 'ann@x.test' };
const asCookie = (credentials: object) => `partner=${encodeURIComponent(JSON.stringify(credentials))}`;

const page = { cookie: '' };
const respondWith = (status: number, body: string, headers: Record<string, string> = {}) =>
  vi.fn(async (_url: string, _init: RequestInit) => new Response(body, { status, headers }));

beforeEach(() => {
  page.cookie = asCookie(SAVED);
  vi.stubGlobal('document', page);
  vi.stubGlobal('location', { protocol: 'https:' });
});
afterEach(() => vi.unstubAllGlobals());

const NEVER_ABORTED = new AbortController().signal;

/** A body whose connection is lost after the first part. */
const interruptedBody = (beginning: string) =>
  new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode(beginning)),
    pull: (controller) => controller.error(new TypeError('network error')),
  });

async function consume(events: AsyncIterable<unknown>) {
  for await (const _event of events);
}

const failureOf = (promise: Promise<unknown>) => promise.then(() => null).catch((error: ApiError) => error);

it('sends the role header and the credentials in the role’s cookie', async () => {
  const fetch = respondWith(200, '{}');
  vi.stubGlobal('fetch', fetch);
  await call('/api/v1/books', { role: 'partner', query: { q: 'tea', joins: ['author', 'category'], page: undefined } });
  const [url, init] = fetch.mock.calls[0] ?? [];
  expect(url).toBe('/api/v1/books?q=tea&joins%5B%5D=author&joins%5B%5D=category');
  expect(Object.fromEntries(new Headers(init?.headers))).toEqual({
    accept: 'application/json',
    'resource-type': 'partner',
    'access-token': 'old',
    client: 'c',
    uid: 'ann@x.test',
  });
});

it('sends no role header and no credentials without a role', async () => {
  const fetch = respondWith(200, '{}');
  vi.stubGlobal('fetch', fetch);
  await call('/api/v1/readers', { method: 'post', body: { email: 'r@x.test' } });
  const [, init] = fetch.mock.calls[0] ?? [];
  expect([...new Headers(init?.headers).keys()]).toEqual(['accept', 'content-type']);
});

it('reads the cookie once if the response has no credentials', async () => {
  const read = vi.fn(() => asCookie(SAVED));
  vi.stubGlobal('document', Object.defineProperty({}, 'cookie', { get: read }));
  vi.stubGlobal('fetch', respondWith(200, '{}'));
  await call('/api/v1/books', { role: 'partner' });
  vi.stubGlobal('document', page);
  expect(read).toHaveBeenCalledTimes(1);
});

it('saves fresh credentials from the response', async () => {
  vi.stubGlobal('fetch', respondWith(200, '{}', { 'access-token': 'new', client: 'c', uid: 'ann@x.test' }));
  await call('/api/v1/books', { role: 'partner' });
  expect(page.cookie).toBe(
    `${asCookie({ ...SAVED, 'access-token': 'new' })}; Path=/; Max-Age=1209600; SameSite=Lax; Secure`,
  );
});

it('ignores credentials that arrive after logout', async () => {
  const headers = { 'access-token': 'new', client: 'c', uid: 'ann@x.test' };
  const fetchDuringLogOut = vi.fn(async () => {
    page.cookie = '';
    return new Response('{}', { headers });
  });
  vi.stubGlobal('fetch', fetchDuringLogOut);
  await call('/api/v1/books', { role: 'partner' });
  expect(page.cookie).toBe('');
});

it('saves the credentials of a sign-in', async () => {
  page.cookie = '';
  vi.stubGlobal('fetch', respondWith(200, '{}', { 'access-token': 'new', client: 'd', uid: 'ann@x.test' }));
  await call('/api/v1/partner-auth/sign_in', { method: 'post', role: 'partner', body: {} });
  expect(page.cookie).toContain(encodeURIComponent('"client":"d"'));
});

it('keeps the old credentials if the response has none', async () => {
  vi.stubGlobal('fetch', respondWith(200, '{}'));
  await call('/api/v1/books', { role: 'partner' });
  expect(page.cookie).toBe(asCookie(SAVED));
});

it('turns a refusal into an ApiError with its fields, and notifies the watchers', async () => {
  vi.stubGlobal('fetch', respondWith(422, '{"errors":{"title":["is blank"]}}'));
  const seen: number[] = [];
  const stop = watchErrors((error) => seen.push(error.status));
  const error = await failureOf(call('/api/v1/books', { method: 'post', role: 'partner', body: {} }));
  stop();
  expect(error?.status).toBe(422);
  expect(error?.fields).toEqual({ title: ['is blank'] });
  expect(seen).toEqual([422]);
});

it('distinguishes a page instead of data from a missing response', async () => {
  vi.stubGlobal('fetch', respondWith(200, '<html>'));
  expect((await failureOf(call('/api/v1/books')))?.kind).toBe('html');
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => {
      throw new TypeError('Failed to fetch');
    }),
  );
  expect((await failureOf(call('/api/v1/books')))?.kind).toBe('timeout');
});

it('treats an interrupted response as a timeout', async () => {
  vi.stubGlobal('fetch', async () => new Response(interruptedBody('{"books":')));
  expect((await failureOf(call('/api/v1/books')))?.kind).toBe('timeout');
  expect((await failureOf(download('/api/v1/newsletters/1/deliveries.csv', { role: 'user' })))?.kind).toBe('timeout');
  expect(
    (await failureOf(consume(streamEvents({ path: '/api/v1/newsletters/1/progress', signal: NEVER_ABORTED }))))?.kind,
  ).toBe('timeout');
});

it.each([
  ['a download', () => download('/api/v1/newsletters/1/deliveries.csv', { role: 'partner' })],
  [
    'a stream',
    () => consume(streamEvents({ path: '/api/v1/newsletters/1/progress', role: 'partner', signal: NEVER_ABORTED })),
  ],
])('notifies the watchers when %s is refused, and saves no credentials after logout', async (_name, sendRefused) => {
  const fresh = { 'access-token': 'new', client: 'c', uid: 'ann@x.test' };
  vi.stubGlobal('fetch', async () => {
    page.cookie = '';
    return new Response('{"errors":["Not authorized."]}', { status: 403, headers: fresh });
  });
  const seen: number[] = [];
  const stop = watchErrors((error) => seen.push(error.status));
  expect((await failureOf(sendRefused()))?.body).toEqual({ errors: ['Not authorized.'] });
  stop();
  expect(seen).toEqual([403]);
  expect(page.cookie).toBe('');
});

it('rethrows an abort as an AbortError', async () => {
  const controller = new AbortController();
  controller.abort();
  vi.stubGlobal('fetch', (_url: string, { signal }: RequestInit) => Promise.reject(signal?.reason));
  expect((await failureOf(call('/api/v1/books', { signal: controller.signal })))?.name).toBe('AbortError');
});

it('leaves empty values out of a query', () => {
  expect(queryText({ a: '', b: null, c: undefined })).toBe('');
  expect(queryText({ free_only: false, page: 2 })).toBe('?free_only=false&page=2');
});
