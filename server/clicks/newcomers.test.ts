import { describe, expect, it } from 'vitest';
import { type OtherReader, usualNewcomerShare } from './newcomers.ts';

const CLICKED = new Date('2026-12-03T19:00:00Z');
const HOUR = 3_600_000;
/** At least as many readers of the promotion as in any sample below, so that the limits apply unscaled. */
const ESTABLISHED = { is_young: false, own_readers: 1_000 };

/** Readers on different networks, confirmed at least ten days before the click and three hours apart. */
const readers = (count: number, facts: (index: number) => Partial<OtherReader> = () => ({})) =>
  Array.from({ length: count }, (_, index): OtherReader => {
    const overrides = facts(index);
    const name = `${overrides.is_newcomer ? 'new' : 'old'} ${index}`;
    return {
      email: `${name.replace(' ', '')}@gmail.com`,
      is_newcomer: false,
      is_imported: false,
      clicked_at: CLICKED,
      confirmed_at: new Date(CLICKED.getTime() - (240 + 3 * index) * HOUR),
      network: name,
      subnet: `around ${name}`,
      prefix48: null,
      ...overrides,
    };
  });
const newcomers = (count: number, facts: (index: number) => Partial<OtherReader> = () => ({})) =>
  readers(count, (index) => ({ is_newcomer: true, ...facts(index) }));

describe('the usual share of newcomers', () => {
  it('is the share among readers of other promotions', () => {
    expect(usualNewcomerShare([...readers(30), ...newcomers(10)], ESTABLISHED)).toBe(0.25);
  });

  it('is a tenth if fewer than 30 readers clicked, and unknown on a young installation', () => {
    expect(usualNewcomerShare(newcomers(29), ESTABLISHED)).toBe(0.1);
    expect(usualNewcomerShare(newcomers(29), { ...ESTABLISHED, is_young: true })).toBeNull();
  });

  it('is at most 90%, except on a young installation', () => {
    expect(usualNewcomerShare(newcomers(30), ESTABLISHED)).toBe(0.9);
    expect(usualNewcomerShare(newcomers(30), { ...ESTABLISHED, is_young: true })).toBe(1);
  });

  it.each([
    ['on one network', { network: 'server' }, 12],
    ['in one IPv4 /24 or IPv6 /56', { subnet: 'range' }, 12],
    ['in one IPv6 /48', { prefix48: 'range' }, 12],
    ['confirmed within one hour', { confirmed_at: new Date('2026-11-20T10:10:00Z') }, 8],
    ['confirmed in the last 48 hours', { confirmed_at: new Date(CLICKED.getTime() - 47 * HOUR) }, 0],
  ])('counts made-up newcomers only up to the limits of the rules: %s', (_, facts, counted) => {
    expect(usualNewcomerShare([...readers(60), ...newcomers(280, () => facts)], ESTABLISHED)).toBe(
      counted / (60 + counted),
    );
  });

  it.each([
    ['of one domain', (index: number) => `reader${index}@catch-all.example`, 12],
    ['at alias services', (index: number) => `reader${index}@duck.com`, 12],
    ['with spellings of one mailbox', (index: number) => `shopper+${index}@gmail.com`, 1],
  ])('counts made-up newcomers only up to the limits of the rules: %s', (_, email, counted) => {
    const decoys = newcomers(280, (index) => ({ email: email(index) }));
    expect(usualNewcomerShare([...readers(60), ...decoys], ESTABLISHED)).toBe(counted / (60 + counted));
  });

  it('counts all imported newcomers who consented on the same day', () => {
    const facts = { confirmed_at: new Date('2026-11-20T00:00:00Z'), is_imported: true };
    expect(usualNewcomerShare([...readers(60), ...newcomers(20, () => facts)], ESTABLISHED)).toBe(0.25);
  });

  it('scales the limits by the number of other readers per reader of the promotion', () => {
    const campaign = newcomers(400, () => ({ confirmed_at: new Date('2026-11-20T10:10:00Z') }));
    const share = (own_readers: number) =>
      usualNewcomerShare([...readers(600), ...campaign], { is_young: false, own_readers });
    expect(share(1_000)).toBe(8 / 608);
    expect(share(100)).toBe(80 / 680);
    expect(share(0)).toBe(0.4);
  });
});
