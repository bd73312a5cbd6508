import { expect, it } from 'vitest';
import { signInErrors } from './sign-in-errors.ts';
import { afterSignIn, signInPath } from './sign-in-path.ts';

it('sends each role to its own sign-in page, with the page to return to', () => {
  expect(signInPath('partner')).toBe('/partners/sign-in');
  expect(signInPath('user', '/users/promotions?page=2')).toBe('/users/sign-in?next=%2Fusers%2Fpromotions%3Fpage%3D2');
});

it('returns to the requested page after sign-in', () => {
  expect(afterSignIn('partner', '?next=%2Fpartners%2Fbilling%3Fpage%3D2')).toBe('/partners/billing?page=2');
  expect(afterSignIn('partner', '')).toBe('/partners/dashboard');
  expect(afterSignIn('user', '')).toBe('/users/promotions');
});

it.each(['//evil.test', '/\\evil.test', 'https://evil.test', 'javascript:alert(1)', '/a\\b', '/\n/evil.test'])(
  'ignores a next page that is outside the site or has a backslash: %j',
  (next) => {
    expect(afterSignIn('partner', `?next=${encodeURIComponent(next)}`)).toBe('/partners/dashboard');
  },
);

it('reports blank fields', () => {
  expect(signInErrors({ email: '  ', password: '' })).toEqual({
    email: ['Please enter an email address'],
    password: ['Please enter a password'],
  });
  expect(signInErrors({ email: 'a@x.test', password: 'secret' })).toEqual({});
});
