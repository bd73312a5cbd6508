import { describe, expect, it } from 'vitest';
import { hashPassword, isPassword, passwordProblems } from './passwords.ts';

const TOO_SHORT = 'is too short (minimum is 8 characters)';
const TOO_LONG = 'is too long (maximum is 72 bytes)';
const COMMON = 'is one of the most common passwords; please choose another';

describe('a new password', () => {
  it.each([
    ['of eight characters', 'k7-quill'],
    ['of 72 bytes', 'a'.repeat(72)],
    ['of 36 two-byte letters', 'é'.repeat(36)],
    ['with spaces', 'a long enough passphrase'],
    ['that merely contains a common one', 'password of the harbour'],
  ])('%s will do', (_, password) => {
    expect(passwordProblems(password, password)).toEqual({});
  });

  it.each([
    ['nothing', '', ["can't be blank"]],
    ['seven characters', 'k7-quil', [TOO_SHORT]],
    ['73 bytes', 'a'.repeat(73), [TOO_LONG]],
    ['37 two-byte letters, which are 74 bytes', 'é'.repeat(37), [TOO_LONG]],
    ['a character that cannot be stored', 'quill\0and ink', ['contains characters that cannot be stored']],
    ['what every attack tries first', 'password', [COMMON]],
    ['the same in capitals', 'PassWord', [COMMON]],
    ['what every attack tries second', '12345678', [COMMON]],
  ])('must not be %s', (_, password, problems) => {
    expect(passwordProblems(password, password)).toEqual({ password: problems });
  });

  it('must be repeated exactly, if it is repeated', () => {
    expect(passwordProblems('k7-quill', 'k7-Quill')).toEqual({ password_confirmation: ["doesn't match Password"] });
    expect(passwordProblems('k7-quill', '')).toEqual({ password_confirmation: ["doesn't match Password"] });
    expect(passwordProblems('k7-quill', undefined)).toEqual({});
  });

  it('may have a fault on both sides', () => {
    expect(passwordProblems('short', 'other')).toEqual({
      password: [TOO_SHORT],
      password_confirmation: ["doesn't match Password"],
    });
  });
});

describe('a stored password', () => {
  it('opens the account and no other one does', async () => {
    const hash = await hashPassword('a long enough passphrase');
    expect(await isPassword('a long enough passphrase', hash)).toBe(true);
    expect(await isPassword('a long enough Passphrase', hash)).toBe(false);
    expect(await isPassword('', hash)).toBe(false);
  });

  it('is kept as bcrypt of at least ten rounds, differently each time', async () => {
    const [one, two] = await Promise.all([hashPassword('k7-quill'), hashPassword('k7-quill')]);
    expect(one).toMatch(/^\$2b\$1\d\$/);
    expect(one).not.toBe(two);
  });

  it('that nobody has is not even the placeholder that unknown accounts are compared with', async () => {
    expect(await isPassword('nobody has this password', undefined)).toBe(false);
    expect(await isPassword('a long enough passphrase', undefined)).toBe(false);
  });
});
