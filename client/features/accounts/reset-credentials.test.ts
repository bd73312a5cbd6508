import { expect, it } from 'vitest';
import { signUpBody } from './partner/sign-up-body.ts';
import { resetCredentials } from './reset-credentials.ts';

it('reads the credentials from the address that the reset link redirects to', () => {
  expect(resetCredentials('?access-token=t&client=c&uid=a%40x.test&reset_password=true')).toEqual({
    'access-token': 't',
    client: 'c',
    uid: 'a@x.test',
  });
  expect(resetCredentials('?token=t&client_id=c&uid=u')).toEqual({ 'access-token': 't', client: 'c', uid: 'u' });
});

it('returns null if the uid or every credential is missing', () => {
  expect(resetCredentials('?access-token=t&client=c')).toBeNull();
  expect(resetCredentials('')).toBeNull();
});

it('trims the name and email of a sign-up, and adds the visitor’s referrer', () => {
  const form = new FormData();
  for (const [name, value] of Object.entries({ name: ' Ann ', email: ' a@x.test', password: ' p ' }))
    form.set(name, value);
  form.set('password_confirmation', ' p ');
  form.set('partner_type', 'publisher');
  expect(signUpBody(form, { referrer_id: '7', utm_source: null })).toEqual({
    name: 'Ann',
    email: 'a@x.test',
    password: ' p ',
    password_confirmation: ' p ',
    partner_type: 'publisher',
    subscribe_me: false,
    referrer_id: '7',
  });
});
