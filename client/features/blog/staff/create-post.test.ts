import { afterEach, expect, it, vi } from 'vitest';
import { ApiError } from '#client/api/api-error.ts';
import { createPostCreator, isFinal } from './create-post.ts';
import { valuesOf } from './post-values.ts';

afterEach(() => vi.unstubAllGlobals());

const VALUES = { ...valuesOf(null), title: 'Ten', body: 'x' };

/** Saves a post again after a refusal, and returns the keys of both requests. */
async function keysWithRefusal(code: string) {
  const keys: (string | null)[] = [];
  vi.stubGlobal('document', { cookie: '' });
  vi.stubGlobal('fetch', async (_url: string, { headers }: RequestInit) => {
    keys.push(new Headers(headers).get('idempotency-key'));
    return Response.json({ errors: { base: ['Wait.'] }, code }, { status: 409 });
  });
  const create = createPostCreator();
  await expect(create(VALUES)).rejects.toThrow('409');
  await expect(create(VALUES)).rejects.toThrow('409');
  return keys;
}

it('repeats the key of a post that is still being created', async () => {
  const [first, second] = await keysWithRefusal('request_in_progress');
  expect(second).toBe(first);
});

it('takes a new key once the server has lost the response', async () => {
  const [first, second] = await keysWithRefusal('response_lost');
  expect(second).not.toBe(first);
});

it.each([
  ['422', true],
  ['409', true],
  ['409 response_lost', true],
  ['409 request_in_progress', false],
  ['429', false],
  ['503', false],
  ['0', false],
])('decides whether a save can succeed after %s', (response, expected) => {
  const [kind, code] = response.split(' ');
  const body = { errors: { base: [] }, ...(code && { code }) };
  expect(isFinal(new ApiError({ kind: Number(kind), method: 'POST', path: '/api/v1/blogs', body }))).toBe(expected);
});
