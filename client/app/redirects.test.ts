import { expect, it } from 'vitest';
import { redirectFor } from './redirects.ts';

it.each([
  ['/affiliate-rewards', '/partners-referral-program'],
  ['/requirements', '/promotion-requirements'],
  ['/partners/sign_in', '/partners/sign-in'],
  ['/partners/sign_up', '/partners/sign-up'],
  ['/users/sign_in', '/users/sign-in'],
  ['/partner-with-us', '/partners'],
  ['/thank-you', '/'],
  ['/thank-you/', '/'],
  ['/ai/description', '/ai/book-description-generator'],
  ['/v2', '/'],
  ['/v2/', '/'],
  ['/v2/terms', '/terms-and-conditions'],
  ['/v2/books/3/tea', '/books/3/tea'],
  ['/v2/partners/sign_in', '/partners/sign-in'],
  ['/v2/v2/terms', '/terms-and-conditions'],
])('%s moved to %s', (from, to) => {
  expect(redirectFor(from)).toBe(to);
});

it.each(['/v2//evil.test', '/v2///evil.test', '/v2/\\evil.test', '/v2/v2//evil.test'])(
  '%s stays on this site',
  (from) => {
    expect(redirectFor(from)).toBe('/evil.test');
  },
);

it.each(['/', '/books', '/v21/books', '/nowhere'])('%s hasn’t moved', (path) => {
  expect(redirectFor(path)).toBeNull();
});
