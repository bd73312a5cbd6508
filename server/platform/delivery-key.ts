/**
 * Names one mail to one person, for ever: in its Message-ID, its return path and its idempotency key. Nothing is stored for it.
 * Lower-case hex, since relays may change the case of an address; with `bounces+` it fits the 64 characters before the @.
 */
import { timingSafeEqual } from 'node:crypto';
import { mac } from './signed.ts';

const PURPOSE = 'delivery';
const SHAPE = /^[0-9a-f]{48}$/;
const PAYLOAD_BYTES = 8;

/** newsletter_id 0: a single mail, whose id it is; otherwise the reader's. */
export type DeliveryName = { newsletter_id: number; id: number };

export function deliveryKey(secret: string, { newsletter_id, id }: DeliveryName): string {
  const payload = Buffer.alloc(PAYLOAD_BYTES);
  payload.writeUInt32BE(newsletter_id, 0);
  payload.writeUInt32BE(id, 4);
  return payload.toString('hex') + mac(secret, PURPOSE, payload).toString('hex');
}

/** What a key names, or null if we did not make it. */
export function readDeliveryKey(secret: string, text: string): DeliveryName | null {
  const key = text.toLowerCase();
  if (!SHAPE.test(key)) return null;
  const bytes = Buffer.from(key, 'hex');
  const payload = bytes.subarray(0, PAYLOAD_BYTES);
  if (!timingSafeEqual(bytes.subarray(PAYLOAD_BYTES), mac(secret, PURPOSE, payload))) return null;
  return { newsletter_id: payload.readUInt32BE(0), id: payload.readUInt32BE(4) };
}

const RETURN_PREFIX = 'bounces+';

/** Where a bounce of this mail comes back to; null when no domain receives bounces. */
export const returnPathOf = (domain: string | undefined, key: string) =>
  domain ? `${RETURN_PREFIX}${key}@${domain}` : null;

/** The key in a Message-ID of ours or in a return path: what stands before the @. */
export function keyIn(address: string): string {
  const [local = ''] = address.trim().replace(/^</, '').split('@');
  return local.toLowerCase().startsWith(RETURN_PREFIX) ? local.slice(RETURN_PREFIX.length) : local;
}
