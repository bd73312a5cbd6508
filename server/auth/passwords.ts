/**
 * Password storage, and the rules for new passwords.
 * See docs/decisions/0056-bcrypt-over-sha-384.md.
 */
import { createHash } from 'node:crypto';
import bcrypt from 'bcrypt';
import type { Role } from '#shared/auth.ts';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH, MIN_STAFF_PASSWORD_LENGTH, SITE_NAME } from '#shared/business.ts';
import { isCommonPassword, isMadeOfWords } from './weak-passwords.ts';

/** The cost of bcrypt in production. */
export const BCRYPT_ROUNDS = 10;
/** The cost in use. Tests lower it, because they create hundreds of accounts. */
export const hashing = { rounds: BCRYPT_ROUNDS };
/** Prefix of hashes of pre-hashed passwords. Older hashes have none: plain bcrypt, which reads at most 72 bytes. */
const PRE_HASHED = '$bcrypt-sha384';
/** Hash compared when there is no account, so that known and unknown addresses take equally long. */
const dummyHash = () =>
  `$2b$${String(hashing.rounds).padStart(2, '0')}$UIKUujFEpRfJxYNMaXFmBuPN6t5hRAxwHXwJuny3/KBf31z0j.Hay`;

export const hashPassword = async (password: string) =>
  PRE_HASHED + (await bcrypt.hash(preHash(password), hashing.rounds));

export const isPassword = (password: string, hash: string | undefined) =>
  (hash === undefined || isCurrentHash(hash)
    ? bcrypt.compare(preHash(password), hash?.slice(PRE_HASHED.length) ?? dummyHash())
    : bcrypt.compare(password, hash)
  ).then((same) => same && hash !== undefined);

/** False for an older hash, which is replaced at the next sign-in. */
export const isCurrentHash = (hash: string) => hash.startsWith(PRE_HASHED);

/**
 * Hashes to 64 characters, for passwords of any length and script. Normalized, because keyboards compose the same
 * letter differently.
 */
const preHash = (password: string) => createHash('sha384').update(password.normalize('NFKC')).digest('base64');

/** The person choosing the password; their name and address are easy to guess. */
export type PasswordOwner = { role: Role; name?: string | undefined; email?: string | undefined };

/** Problems by field, in devise's wording where it has one; empty if there are none. */
export async function passwordProblems(
  password: string,
  confirmation: string | undefined,
  owner: PasswordOwner,
): Promise<{ [field: string]: string[] }> {
  const problems = await problemsOf(password, owner);
  return {
    ...(problems.length ? { password: problems } : {}),
    ...(confirmation !== undefined && confirmation !== password
      ? { password_confirmation: ["doesn't match Password"] }
      : {}),
  };
}

async function problemsOf(password: string, { role, name = '', email = '' }: PasswordOwner): Promise<string[]> {
  const length = [...password].length;
  const minimum = role === 'user' ? MIN_STAFF_PASSWORD_LENGTH : MIN_PASSWORD_LENGTH;
  if (!password.trim()) return ["can't be blank"];
  if (length > MAX_PASSWORD_LENGTH) return [`is too long (maximum is ${MAX_PASSWORD_LENGTH} characters)`];
  if (password.includes('\0')) return ['contains characters that we can’t store; please remove them'];
  if (length < minimum) return [`is too short (minimum is ${minimum} characters)`];
  if (isMadeOfWords(password, [SITE_NAME, name, email]))
    return ['contains little more than your name, your address, or the name of this site; please choose another'];
  return (await isCommonPassword(password)) ? ['is one of the most common passwords; please choose another'] : [];
}
