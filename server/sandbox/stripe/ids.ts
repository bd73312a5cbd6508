import { createHash, randomBytes } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** A random id in Stripe's format, for example `pi_` and 24 letters or digits. */
export const newId = (prefix: string, length = 24) => prefix + letters(randomBytes(length));

/** The same 16 letters for the same text, which is how Stripe recognizes a card number in several payment methods. */
export const fingerprintOf = (text: string) => letters(createHash('sha256').update(text).digest().subarray(0, 16));

export const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

const letters = (bytes: Uint8Array) => Array.from(bytes, (byte) => ALPHABET[byte % ALPHABET.length]).join('');
