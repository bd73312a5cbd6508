/**
 * The token of a tracked link, `/{token}`: the email (newsletter and reader, with 128 bits of HMAC), the promotion, and
 * the store. Nothing is stored per link, and an email's links to the deals of one newsletter share one HMAC.
 *
 *   32 characters: newsletter id ‖ reader id ‖ mac      1: store      the rest: promotion id, base 36
 *   32 characters                                       x0 or x1: the hidden link at the bottom or the top
 */

import { mailKeys, readMailKey } from '#server/platform/mail-keys.ts';
import { STORES, type Store } from '#shared/business.ts';

const LETTERS: Record<Store, string> = { amazon: 'a', ibooks: 'i', barnes_and_noble: 'b', google_play: 'g', kobo: 'k' };
const HONEYPOT = { bottom: 'x0', top: 'x1' };
const TOKEN_PATTERN = /^([\w-]{32})(?:([aibgk])([1-9a-z][0-9a-z]{0,6})|x[01])$/;

/** newsletter_id and reader_id are 0 for links on our own pages. */
export type EmailIds = { newsletter_id: number; reader_id: number };
export type TrackedLink = EmailIds & ({ kind: 'store'; promotion_id: number; store: Store } | { kind: 'honeypot' });

/** The 32 characters that an email's tracked links to the deals of one newsletter start with. */
export const linkKey = (secret: string, { newsletter_id, reader_id }: EmailIds): string =>
  mailKeys(secret, { newsletter_id, id: reader_id }).link;

export const linkToken = (key: string, promotion_id: number, store: Store) =>
  `${key}${LETTERS[store]}${promotion_id.toString(36)}`;

/**
 * Returns a function that builds tracked links for our own pages. They belong to no email, so their clicks are counted
 * but never billed.
 */
export function siteLinks(secret: string) {
  const key = linkKey(secret, { newsletter_id: 0, reader_id: 0 });
  return (promotion_id: number, store: Store) => `/${linkToken(key, promotion_id, store)}`;
}

export const honeypotToken = (key: string, place: keyof typeof HONEYPOT = 'bottom') => key + HONEYPOT[place];

/** Parses a token. Null if it's malformed or we didn't issue its key. */
export function readLinkToken(secret: string, token: string): TrackedLink | null {
  const [, key, letter, id] = TOKEN_PATTERN.exec(token) ?? [];
  const ids = key ? readMailKey(secret, 'link', key) : null;
  if (!ids) return null;
  const mail = { newsletter_id: ids.newsletter_id, reader_id: ids.id };
  if (!letter || !id) return { ...mail, kind: 'honeypot' };
  const promotion_id = Number.parseInt(id, 36);
  if (promotion_id > 2 ** 31 - 1) return null;
  return { ...mail, kind: 'store', promotion_id, store: STORES.find((store) => LETTERS[store] === letter)! };
}
