import { expect, it } from 'vitest';
import { PasswordChange } from './password-change.ts';

const fieldsOf = (values: object) => PasswordChange.safeParse(values).error?.issues.map(({ path }) => path[0]);
const valid = { current_password: 'old secret', password: 'kettle-91', password_confirmation: 'kettle-91' };

it('requires the current password and a matching confirmation', () => {
  expect(fieldsOf(valid)).toBeUndefined();
  expect(fieldsOf({ ...valid, current_password: '' })).toEqual(['current_password']);
  expect(fieldsOf({ ...valid, password_confirmation: 'kettle-92' })).toEqual(['password_confirmation']);
});

it('reports a short password together with a confirmation that doesn’t match', () => {
  expect(fieldsOf({ ...valid, password: 'short', password_confirmation: 'other' })).toEqual([
    'password',
    'password_confirmation',
  ]);
});
