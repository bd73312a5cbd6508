/** Signed tokens: anyone can read their content, nobody can change it. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

const MAC_BYTES = 16;

/** 128 bits of HMAC-SHA256 over the purpose and the payload. */
export const mac = (secret: string, purpose: string, payload: Buffer | string) =>
  createHmac('sha256', secret).update(purpose).update('\0').update(payload).digest().subarray(0, MAC_BYTES);

/** payload ‖ mac as base64url. */
export const sign = (secret: string, purpose: string, payload: Buffer) =>
  Buffer.concat([payload, mac(secret, purpose, payload)]).toString('base64url');

/** The payload of a token made by `sign` for this purpose, otherwise null. */
export function unsign(secret: string, purpose: string, token: string): Buffer | null {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length <= MAC_BYTES || bytes.toString('base64url') !== token) return null;
  const payload = bytes.subarray(0, -MAC_BYTES);
  return timingSafeEqual(bytes.subarray(-MAC_BYTES), mac(secret, purpose, payload)) ? payload : null;
}

export const sha256 = (text: string) => createHash('sha256').update(text).digest();
