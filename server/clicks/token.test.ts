import { describe, expect, it } from 'vitest';
import { STORES } from '#shared/business.ts';
import { honeypotToken, linkKey, linkToken, readLinkToken } from './token.ts';

const SECRET = 'a secret of the tests, long enough';
const MAIL = { newsletter_id: 12, reader_id: 3456 };
const KEY = linkKey(SECRET, MAIL);
const TOKEN = linkToken(KEY, 789, 'kobo');
const LARGEST = 2_147_483_647;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Every token that differs from this one in the character at `position`. */
const tamperedAt = (token: string, position: number) =>
  [...ALPHABET]
    .filter((character) => character !== token[position])
    .map((character) => token.slice(0, position) + character + token.slice(position + 1));

describe('a tracked link', () => {
  it.each(STORES)('contains newsletter, reader, promotion, and store: %s', (store) => {
    expect(readLinkToken(SECRET, linkToken(KEY, 789, store))).toEqual({
      ...MAIL,
      kind: 'store',
      promotion_id: 789,
      store,
    });
  });

  it('can be the hidden link', () => {
    expect(readLinkToken(SECRET, honeypotToken(KEY))).toEqual({ ...MAIL, kind: 'honeypot' });
  });

  it('on our own pages belongs to no email', () => {
    const key = linkKey(SECRET, { newsletter_id: 0, reader_id: 0 });
    expect(readLinkToken(SECRET, linkToken(key, 1, 'amazon'))).toEqual({
      newsletter_id: 0,
      reader_id: 0,
      kind: 'store',
      promotion_id: 1,
      store: 'amazon',
    });
  });

  it('can contain the largest ids', () => {
    const mail = { newsletter_id: LARGEST, reader_id: LARGEST };
    const token = linkToken(linkKey(SECRET, mail), LARGEST, 'ibooks');
    expect(readLinkToken(SECRET, token)).toEqual({ ...mail, kind: 'store', promotion_id: LARGEST, store: 'ibooks' });
    expect(token.length).toBeLessThanOrEqual(45);
  });

  it('is a path segment that the route of tracked links matches', () => {
    expect(TOKEN).toMatch(/^[\w-]{33,45}$/);
    expect(honeypotToken(KEY)).toMatch(/^[\w-]{33,45}$/);
  });

  it('is keyed with 128 bits', () => {
    expect(Buffer.from(KEY, 'base64url')).toHaveLength(8 + 16);
  });

  it('differs by reader, newsletter, and secret', () => {
    const keys = [
      KEY,
      linkKey(SECRET, { ...MAIL, reader_id: 3457 }),
      linkKey(SECRET, { ...MAIL, newsletter_id: 13 }),
      linkKey('another secret', MAIL),
    ];
    expect(new Set(keys).size).toBe(4);
  });
});

describe('a token', () => {
  it('is refused if it was made with another secret', () => {
    expect(readLinkToken('another secret', TOKEN)).toBeNull();
  });

  it('is refused if any character of its key is changed', () => {
    const tampered = Array.from({ length: 32 }, (_, position) => tamperedAt(TOKEN, position)).flat();
    expect(tampered).toHaveLength(32 * 63);
    expect(tampered.filter((token) => readLinkToken(SECRET, token) !== null)).toEqual([]);
  });

  // Editing the end of the link leads to another deal in the same reader's email, as clicking that deal would.
  it('with an edited end is refused, or still names the same newsletter and reader', () => {
    const tampered = [32, 33, 34]
      .flatMap((position) => tamperedAt(TOKEN, position))
      .map((token) => readLinkToken(SECRET, token));
    const { newsletter_id, reader_id } = readLinkToken(SECRET, TOKEN)!;
    for (const link of tampered.filter((parsed) => parsed !== null))
      expect(link).toMatchObject({ newsletter_id, reader_id });
  });

  it.each([
    ['nothing', ''],
    ['the key alone', KEY],
    ['a store without a promotion', `${KEY}a`],
    ['an unknown store', `${KEY}z1`],
    ['promotion 0', `${KEY}a0`],
    ['a promotion with a leading zero', `${KEY}a01`],
    ['a promotion in capitals', `${KEY}aLX`],
    ['a promotion beyond the largest id', `${KEY}a${(LARGEST + 1).toString(36)}`],
    ['a promotion of eight digits', `${KEY}a10000000`],
    ['a hidden link followed by more characters', `${KEY}x0a1`],
    ['a shortened key', TOKEN.slice(1)],
    ['preceded by another character', `A${TOKEN}`],
    ['followed by a line break', `${TOKEN}\n`],
    ['a slash', `${KEY.slice(0, 31)}/a1`],
    ['letters of another alphabet', 'я'.repeat(34)],
    ['a page of the site', 'terms-and-conditions-of-this-website-'],
  ])('is refused if it is %s', (_, token) => {
    expect(readLinkToken(SECRET, token)).toBeNull();
  });
});
