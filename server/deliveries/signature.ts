/**
 * Signs mail events (in tests) and verifies their signature: `Deckle-Signature: t=<unix seconds>,v1=<hex>`, the
 * HMAC-SHA256 of `<t>.<body>` under MAIL_EVENTS_SECRET. See docs/decisions/0038-signed-delivery-events.md.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

export const SIGNATURE_HEADER = 'deckle-signature';
const TOLERANCE_SECONDS = 300;

export function signEvents(secret: string, body: Buffer | string, at: Date): string {
  const seconds = Math.floor(at.getTime() / 1000);
  return `t=${seconds},v1=${macOf(secret, seconds, body).toString('hex')}`;
}

export function isSigned(secret: string, body: Buffer, header: string | undefined, now: Date): boolean {
  const [, seconds, mac] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header ?? '') ?? [];
  if (!seconds || !mac) return false;
  if (Math.abs(now.getTime() / 1000 - Number(seconds)) > TOLERANCE_SECONDS) return false;
  return timingSafeEqual(Buffer.from(mac, 'hex'), macOf(secret, Number(seconds), body));
}

const macOf = (secret: string, seconds: number, body: Buffer | string) =>
  createHmac('sha256', secret).update(`${seconds}.`).update(body).digest();
