import { afterEach, expect, it, vi } from 'vitest';
import { ApiError } from '#client/api/api-error.ts';
import { createPost } from './api.ts';
import { createPostCreator } from './create-post.ts';
import { valuesOf } from './post-values.ts';

vi.mock('./api.ts', () => ({ createPost: vi.fn(), updatePost: vi.fn() }));
afterEach(() => vi.resetAllMocks());

const VALUES = { ...valuesOf(null), title: 'Ten', body: 'x' };
const refusal = (code: string) =>
  new ApiError({ kind: 409, method: 'POST', path: '/api/v1/blogs', body: { errors: { base: ['Wait.'] }, code } });

/** Saves a post again after a refusal, and returns the keys of both requests. */
async function keysWithRefusal(code: string) {
  vi.mocked(createPost).mockRejectedValue(refusal(code));
  const create = createPostCreator();
  await expect(create(VALUES)).rejects.toThrow();
  await expect(create(VALUES)).rejects.toThrow();
  return vi.mocked(createPost).mock.calls.map(([, key]) => key);
}

it('repeats the key of a post that is still being created', async () => {
  const [first, second] = await keysWithRefusal('request_in_progress');
  expect(second).toBe(first);
});

it('takes a new key once the server has lost the response', async () => {
  const [first, second] = await keysWithRefusal('response_lost');
  expect(second).not.toBe(first);
});
