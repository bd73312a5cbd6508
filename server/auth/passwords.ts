/** bcrypt, and what a password must be. */
import bcrypt from 'bcrypt';
import type { Role } from '#shared/auth.ts';
import { MAX_PASSWORD_BYTES, MIN_PASSWORD_LENGTH, MIN_STAFF_PASSWORD_LENGTH } from '#shared/business.ts';

const ROUNDS = 10;
/** Compared with when there is no account, so that a known address takes no longer than an unknown one. */
const NOBODY = `$2b$${ROUNDS}$UIKUujFEpRfJxYNMaXFmBuPN6t5hRAxwHXwJuny3/KBf31z0j.Hay`;

/** The ones that every attack tries first, as far as they are long enough to be accepted otherwise. */
const COMMON = new Set(
  `password password1 password12 password123 passw0rd p@ssword p@ssw0rd 12345678 123456789 1234567890 87654321 11111111 00000000 88888888
   qwertyui qwerty123 qwertyuiop 1q2w3e4r 1q2w3e4r5t 1qaz2wsx iloveyou sunshine princess football baseball superman trustno1 welcome1
   letmein1 abcd1234 abc12345 asdfghjk asdfasdf starwars whatever computer internet jennifer michelle dragon12 monkey12 master12
   changeme admin123 administrator test1234 testtest guest123 access14 mustang1 shadow12 michael1 charlie1 donald12`.split(
    /\s+/,
  ),
);

export const hashPassword = (password: string) => bcrypt.hash(password, ROUNDS);

export const isPassword = (password: string, hash: string | undefined) =>
  bcrypt.compare(password, hash ?? NOBODY).then((same) => same && hash !== undefined);

/** Problems by field, in the words of devise; empty when the password will do. */
export function passwordProblems(
  password: string,
  confirmation: string | undefined,
  role: Role = 'partner',
): { [field: string]: string[] } {
  const problems: string[] = [];
  const minimum = role === 'user' ? MIN_STAFF_PASSWORD_LENGTH : MIN_PASSWORD_LENGTH;
  if (!password) problems.push("can't be blank");
  else if (password.length < minimum) problems.push(`is too short (minimum is ${minimum} characters)`);
  if (Buffer.byteLength(password) > MAX_PASSWORD_BYTES)
    problems.push(`is too long (maximum is ${MAX_PASSWORD_BYTES} bytes)`);
  if (password.includes('\0')) problems.push('contains characters that cannot be stored');
  if (COMMON.has(password.toLowerCase())) problems.push('is one of the most common passwords; please choose another');
  return {
    ...(problems.length ? { password: problems } : {}),
    ...(confirmation !== undefined && confirmation !== password
      ? { password_confirmation: ["doesn't match Password"] }
      : {}),
  };
}
