import { describe, expect, it } from 'vitest';
import { deliveryKeyIn, mailKeys, readMailKey, returnPathOf } from './mail-keys.ts';
import { sign } from './signed.ts';

const SECRET = 'a secret of the tests, long enough';
const NAME = { newsletter_id: 12, id: 2_147_483_647 };
const KEYS = mailKeys(SECRET, NAME);
const KINDS = ['delivery', 'link', 'unsubscribe'] as const;
/** The MAC part of a key, as bytes. */
const macOf = (kind: (typeof KINDS)[number]) =>
  Buffer.from(KEYS[kind], kind === 'delivery' ? 'hex' : 'base64url').subarray(8);

describe.each(KINDS)("an email's %s key", (kind) => {
  const altered = (key: string) => key.slice(0, -1) + (key.endsWith('0') ? '1' : '0');

  it('identifies its email and no other', () => {
    expect(readMailKey(SECRET, kind, KEYS[kind])).toEqual(NAME);
    for (const change of [{ newsletter_id: 13 }, { id: 1 }])
      expect(mailKeys(SECRET, { ...NAME, ...change })[kind]).not.toBe(KEYS[kind]);
  });

  it('is rejected when forged, altered, or truncated', () => {
    const forged = [
      mailKeys('another secret', NAME)[kind],
      altered(KEYS[kind]),
      KEYS[kind].slice(0, -2),
      `${KEYS[kind]}00`,
      '',
    ];
    for (const key of forged) expect(readMailKey(SECRET, kind, key)).toBeNull();
  });

  it("isn't valid as a key of another kind", () => {
    for (const target of KINDS.filter((candidate) => candidate !== kind)) {
      expect(macOf(kind)).not.toEqual(macOf(target));
      const bytes = Buffer.concat([Buffer.from(KEYS.link, 'base64url').subarray(0, 8), macOf(kind)]);
      expect(readMailKey(SECRET, target, bytes.toString(target === 'delivery' ? 'hex' : 'base64url'))).toBeNull();
    }
  });

  it('has a 128-bit MAC', () => {
    expect(macOf(kind)).toHaveLength(16);
  });
});

it('puts the delivery key before the @ of a return path, in up to 64 characters, and reads it in either case', () => {
  const path = returnPathOf('bounce.example.test', KEYS)!;
  expect(path.split('@')[0]!.length).toBeLessThanOrEqual(64);
  expect(readMailKey(SECRET, 'delivery', deliveryKeyIn(path.toUpperCase()))).toEqual(NAME);
  expect(deliveryKeyIn(`<${KEYS.delivery}@deckle.test>`)).toBe(KEYS.delivery);
  expect(returnPathOf(undefined, KEYS)).toBeNull();
});

describe('keys in emails sent by version 0.1.0', () => {
  const name = Buffer.from(KEYS.link, 'base64url').subarray(0, 8);
  const older = { link: sign(SECRET, 'link', name), delivery: hex(sign(SECRET, 'delivery', name)) };

  it('are still accepted', () => {
    expect(readMailKey(SECRET, 'link', older.link)).toEqual(NAME);
    expect(readMailKey(SECRET, 'delivery', older.delivery)).toEqual(NAME);
    const unsubscribe = sign(SECRET, 'unsubscribe', name.subarray(4));
    expect(readMailKey(SECRET, 'unsubscribe', unsubscribe)).toEqual({ newsletter_id: 0, id: NAME.id });
  });

  it('are rejected for another kind or another secret', () => {
    expect(readMailKey(SECRET, 'unsubscribe', older.link)).toBeNull();
    expect(readMailKey(SECRET, 'link', sign(SECRET, 'unsubscribe', name))).toBeNull();
    expect(readMailKey(SECRET, 'link', sign(SECRET, 'unsubscribe', name.subarray(4)))).toBeNull();
    for (const size of [4, 8]) {
      const forged = sign('another secret', 'unsubscribe', name.subarray(-size));
      expect(readMailKey(SECRET, 'unsubscribe', forged)).toBeNull();
    }
  });
});

function hex(key: string) {
  return Buffer.from(key, 'base64url').toString('hex');
}
