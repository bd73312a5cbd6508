import { expect, it } from 'vitest';
import { PasswordChange } from './password-change.ts';

const fieldsOf = (values: object) => PasswordChange.safeParse(values).error?.issues.map(({ path }) => path[0]);
const good = { current_password: 'old secret', password: 'kettle-91', password_confirmation: 'kettle-91' };

it('asks for the current password, eight characters and the same twice', () => {
  expect(fieldsOf(good)).toBeUndefined();
  expect(fieldsOf({ ...good, current_password: '' })).toEqual(['current_password']);
  expect(fieldsOf({ ...good, password_confirmation: 'kettle-92' })).toEqual(['password_confirmation']);
});

it('lists all problems at the same time', () => {
  expect(fieldsOf({ ...good, password: 'short', password_confirmation: 'other' })).toEqual([
    'password',
    'password_confirmation',
  ]);
});
