/**
 * The keys of one email to one person: `delivery` in its return path and, for a newsletter, its Message-ID and
 * idempotency key; `link` in its tracked links; `unsubscribe` in its one-click unsubscribe. They are parts of one HMAC,
 * because a million emails need all three; none can be derived from another. No key has to be stored to read it.
 * See docs/decisions/0031-keys-instead-of-stored-tokens.md.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Config } from './config.ts';
import { mac } from './signed.ts';

/**
 * `id` is the reader's. A transactional email has newsletter_id 0; its delivery key has the email's own id instead, but
 * its unsubscribe key has the reader's.
 */
type MailName = { newsletter_id: number; id: number };
export type MailKeys = Record<keyof typeof KINDS, string>;

const NAME_BYTES = 8;
const READER_BYTES = 4;
const MAC_BYTES = 16;

/**
 * `from` is the offset into the HMAC. The delivery key is in hex, because relays may change an address's case. With
 * `bounces+`, it fits into the 64 characters before the @.
 */
const KINDS = {
  delivery: { from: 0, encoding: 'hex' },
  link: { from: MAC_BYTES, encoding: 'base64url' },
  unsubscribe: { from: 2 * MAC_BYTES, encoding: 'base64url' },
} as const;

export function mailKeys(secret: string, { newsletter_id, id }: MailName): MailKeys {
  const key = Buffer.alloc(NAME_BYTES + MAC_BYTES);
  key.writeUInt32BE(newsletter_id, 0);
  key.writeUInt32BE(id, 4);
  const macs = macsOf(secret, key.subarray(0, NAME_BYTES));
  const encodeKey = ({ from, encoding }: (typeof KINDS)[keyof typeof KINDS]) => {
    macs.copy(key, NAME_BYTES, from, from + MAC_BYTES);
    return key.toString(encoding);
  };
  return {
    delivery: encodeKey(KINDS.delivery),
    link: encodeKey(KINDS.link),
    unsubscribe: encodeKey(KINDS.unsubscribe),
  };
}

/**
 * Reads the name in a key of this kind; returns null if we didn't issue it. Also accepts keys of version 0.1.0, which
 * had an HMAC per kind and only the reader's id in the unsubscribe key.
 */
export function readMailKey(secret: string, kind: keyof typeof KINDS, text: string): MailName | null {
  const { from, encoding } = KINDS[kind];
  const key = encoding === 'hex' ? text.toLowerCase() : text;
  const bytes = Buffer.from(key, encoding);
  if (bytes.length <= MAC_BYTES || bytes.toString(encoding) !== key) return null;
  const name = bytes.subarray(0, -MAC_BYTES);
  const hasNewsletter = name.length === NAME_BYTES;
  if (!hasNewsletter && !(kind === 'unsubscribe' && name.length === READER_BYTES)) return null;
  const matches = (proof: Buffer) => timingSafeEqual(bytes.subarray(-MAC_BYTES), proof);
  const isOurs = hasNewsletter && matches(macsOf(secret, name).subarray(from, from + MAC_BYTES));
  if (!isOurs && !matches(mac(secret, kind, name))) return null;
  return { newsletter_id: hasNewsletter ? name.readUInt32BE() : 0, id: name.readUInt32BE(name.length - READER_BYTES) };
}

const macsOf = (secret: string, name: Buffer) => createHmac('sha512', secret).update('mail\0').update(name).digest();

const RETURN_PREFIX = 'bounces+';

/** Return path for this email's bounces, or null if no domain receives them. */
export const returnPathOf = (domain: string | undefined, { delivery }: MailKeys) =>
  domain ? `${RETURN_PREFIX}${delivery}@${domain}` : null;

const UNSUBSCRIBE_PREFIX = 'unsubscribe+';

/**
 * Address for unsubscribing by email, or null if no domain receives such emails. In hex, because relays may change the
 * case.
 */
const unsubscribeAddressOf = (domain: string | undefined, unsubscribe: string) =>
  domain ? `${UNSUBSCRIBE_PREFIX}${Buffer.from(unsubscribe, 'base64url').toString('hex')}@${domain}` : null;

/** Unsubscribes by POST, without asking. GET leads to a page with a button. */
export const oneClickUrl = ({ appUrl }: Pick<Config, 'appUrl'>, unsubscribe: string) =>
  `${appUrl}/api/v1/unsubscribe/${unsubscribe}`;

/**
 * The List-Unsubscribe header with both ways to unsubscribe. Without MAIL_BOUNCE_DOMAIN, readers' unsubscribe emails go
 * to the operator, who unsubscribes their senders (docs/operations.md).
 */
export function listUnsubscribeHeader(
  config: Pick<Config, 'appUrl' | 'operator' | 'MAIL_BOUNCE_DOMAIN'>,
  unsubscribe: string,
): string {
  const mailto =
    unsubscribeAddressOf(config.MAIL_BOUNCE_DOMAIN, unsubscribe) ??
    `${config.operator.email}?subject=unsubscribe%20${unsubscribe}`;
  return `<${oneClickUrl(config, unsubscribe)}>, <mailto:${mailto}>`;
}

/** The unsubscribe key in an address for unsubscribing by email; '' without one. */
export function unsubscribeKeyIn(address: string): string {
  const [local = ''] = address.trim().replace(/^</, '').toLowerCase().split('@');
  return local.startsWith(UNSUBSCRIBE_PREFIX)
    ? Buffer.from(local.slice(UNSUBSCRIBE_PREFIX.length), 'hex').toString('base64url')
    : '';
}

/** The delivery key in our Message-ID or a return path: the part before the @. */
export function deliveryKeyIn(address: string): string {
  const [local = ''] = address.trim().replace(/^</, '').split('@');
  return local.toLowerCase().startsWith(RETURN_PREFIX) ? local.slice(RETURN_PREFIX.length) : local;
}
