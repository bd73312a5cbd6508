/** Codes of an authenticator app (RFC 6238), recovery codes, and their storage. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, randomInt } from 'node:crypto';
import { sha256 } from '#server/platform/signed.ts';

const STEP_SECONDS = 30;
const SIX_DIGITS = /^\d{6}$/;
/** Without I, L, O, 0, and 1, which look alike on paper. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const RECOVERY_CODE_COUNT = 10;
const RECOVERY_CODE_LENGTH = 24;

export async function newTotp(account: string, issuer: string) {
  const { generateSecret, generateURI } = await import('otplib');
  const secret = generateSecret();
  return { secret, otpauth_uri: generateURI({ secret, label: account, issuer }) };
}

/** The 30-second step that the code belongs to, with one step of drift either way, or null for a wrong code. */
export async function stepOfCode(secret: string, code: string, at: Date): Promise<number | null> {
  const token = code.replaceAll(/\s/g, '');
  if (!SIX_DIGITS.test(token)) return null;
  const { verifySync } = await import('otplib');
  const epoch = Math.floor(at.getTime() / 1000);
  const result = verifySync({ secret, token, epoch, epochTolerance: STEP_SECONDS });
  return result.valid && 'timeStep' in result ? result.timeStep : null;
}

/**
 * Ten codes like 'K7QM-2WPX-9DTR-H4VB-ZN8C-E3JU', almost 119 bits each: too many to guess, so a fast hash is enough.
 */
export const newRecoveryCodes = () =>
  Array.from({ length: RECOVERY_CODE_COUNT }, () =>
    Array.from({ length: RECOVERY_CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)])
      .join('')
      .replaceAll(/(.{4})(?!$)/g, '$1-'),
  );

/** Hashes the code as typed, with or without dashes, regardless of case. Its entropy makes a slow hash pointless. */
export const hashOfRecoveryCode = (code: string) => sha256(code.toUpperCase().replaceAll(/[^A-Z0-9]/g, ''));

/** Encrypts values that a stolen copy of the database must not reveal: second-factor secrets, addresses in jobs. */
export function seal(appSecret: string, text: string, purpose = 'totp') {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', sealKey(appSecret, purpose), iv);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** Decrypts a sealed value, or returns null if it was sealed with another secret or altered. */
export function unseal(appSecret: string, sealed: string, purpose = 'totp'): string | null {
  const bytes = Buffer.from(sealed, 'base64url');
  try {
    const decipher = createDecipheriv('aes-256-gcm', sealKey(appSecret, purpose), bytes.subarray(0, 12));
    decipher.setAuthTag(bytes.subarray(12, 28));
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}

const sealKey = (appSecret: string, purpose: string) => Buffer.from(hkdfSync('sha256', appSecret, '', purpose, 32));
