import { createHash, randomBytes } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** A random id in Stripe's format, for example `pi_` and 24 letters or digits. */
export const newId = (prefix: string, length = 24) => prefix + toAlphanumeric(randomBytes(length));

/** Card fingerprint in Stripe's format: 16 letters or digits, identical for the same card number. */
export const fingerprintOf = (text: string) =>
  toAlphanumeric(createHash('sha256').update(text).digest().subarray(0, 16));

export const sha256Hex = (text: string) => createHash('sha256').update(text).digest('hex');

const toAlphanumeric = (bytes: Uint8Array) => Array.from(bytes, (byte) => ALPHABET[byte % ALPHABET.length]).join('');
