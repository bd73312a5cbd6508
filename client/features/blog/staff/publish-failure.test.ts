import { expect, it } from 'vitest';
import { ApiError, type ApiFailure } from '#client/api/api-error.ts';
import { publishFailureText } from './publish-failure.ts';

const failed = (kind: ApiFailure['kind'], messages: string[] = []) =>
  new ApiError({ kind, method: 'PATCH', path: '/', role: 'user', body: { errors: { full_messages: messages } } });
const textOf = (
  error: Error,
  published_at: string | null = 'now',
  status: 'draft' | 'scheduled' | 'published' = 'draft',
) => publishFailureText(error, { published_at, status }, 'help@example.test');

it('gives the server’s reason', () => {
  const refused = failed(422, ['Title can’t be blank']);
  expect(textOf(refused)).toBe('The post wasn’t published. Title can’t be blank');
  expect(textOf(refused, '2026-12-24T18:00:00Z')).toBe('The post wasn’t scheduled. Title can’t be blank');
  expect(textOf(refused, null, 'scheduled')).toBe('The schedule wasn’t canceled. Title can’t be blank');
  expect(textOf(refused, null, 'published')).toBe('The post wasn’t unpublished. Title can’t be blank');
});

it.each([failed('timeout'), failed('html'), failed(503)])('says that the outcome is unknown after %s', (error) => {
  expect(textOf(error)).toBe(
    'We couldn’t reach the server, so the post may not have been published. Please try again.',
  );
});

it('says that a post may be published if the server has lost the response', () => {
  const lost = { errors: { base: [''] }, code: 'response_lost' };
  expect(textOf(new ApiError({ kind: 409, method: 'POST', path: '/', body: lost }))).toBe(
    'The server stopped before it answered, so the post may be published. Look at the list of posts before you try again.',
  );
});

it('leaves the end of the session to its own notice', () => {
  expect(textOf(failed(403))).toBe('');
});
