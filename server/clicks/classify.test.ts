import { describe, expect, it } from 'vitest';
import { type Click, classifyClicks, type Decision, type HiddenVisit, type ReaderFacts } from './classify.ts';

const SENT = new Date('2026-12-03T18:00:00.000Z').getTime();
const WINDOW_END = new Date('2026-12-06T18:00:00.000Z');
const WINDOW_SECONDS = 72 * 3600;
const OURS = 1;
const READER = 10;
const HOME = 'home';
const PERSON: ReaderFacts = {
  confirmed_at: new Date(SENT - 30 * 24 * 3600 * 1000),
  is_imported: false,
  mailbox: null,
  owned_domain: null,
  is_alias: false,
  earlier: { newsletters: 0, days: 0, networks: [] },
  is_partner: false,
  is_staff: false,
};
const KNOWN = { earlier: { newsletters: 2, days: 14, networks: ['elsewhere'] } };

/** A click `seconds` after the send; by default a person's, on our promotion. */
const click = (id: number, seconds: number, facts: Partial<Click> = {}): Click => ({
  id: BigInt(id),
  promotion_id: OURS,
  reader_id: READER,
  source: 'newsletter',
  store: 'amazon',
  clicked_at: new Date(SENT + Math.round(seconds * 1000)),
  ua_class: 'person',
  network: HOME,
  subnet: null,
  prefix48: null,
  ...facts,
});
const hiddenClick = (id: number, seconds: number, facts: Partial<Click> = {}) =>
  click(id, seconds, { promotion_id: null, store: null, ...facts });
/** Clicks on other promotions in the same email, about every `gap` seconds, with uneven pauses. */
const unevenOtherClicks = (count: number, seconds: number, gap: number) =>
  otherClicks(count, seconds, gap).map((other, i) => ({
    ...other,
    clicked_at: new Date(other.clicked_at.getTime() + (i % 3) * 4000),
  }));
/** Clicks on other promotions in the same email, every `gap` seconds. */
const otherClicks = (count: number, seconds: number, gap = 0.5) =>
  Array.from({ length: count }, (_, i) => click(100 + i, seconds + i * gap, { promotion_id: 100 + i }));

type Context = {
  decisions?: ReadonlyMap<string, Decision>;
  visits?: readonly HiddenVisit[];
  usual?: number;
  factsByIndex?: (index: number) => Partial<ReaderFacts>;
};

/** Returns {id: reason}, with 'billable' instead of a reason for billed clicks. */
function verdicts(
  clicks: readonly Click[],
  reader: Partial<ReaderFacts> = {},
  { decisions, visits, usual, factsByIndex }: Context = {},
) {
  const ids = [...new Set(clicks.map(({ reader_id }) => reader_id).filter((id) => id !== null))];
  // Readers sign up on different days unless a test says otherwise.
  const readerFacts = new Map(
    ids.map((id, index) => {
      const confirmed_at = new Date(SENT - (30 + index) * 24 * 3_600_000);
      return [id, { ...PERSON, confirmed_at, ...reader, ...factsByIndex?.(index) }];
    }),
  );
  const all = classifyClicks(clicks, {
    promotion_id: OURS,
    window_ends_at: WINDOW_END,
    readers: readerFacts,
    ...(decisions && { decisions }),
    ...(visits && { hidden_visits: visits }),
    ...(usual !== undefined && { usual_newcomer_share: usual }),
  });
  for (const { billable, invalid_reason } of all) expect(billable && invalid_reason !== null).toBe(false);
  return Object.fromEntries(
    all.map(({ id, billable, invalid_reason }) => [id, billable ? 'billable' : invalid_reason]),
  );
}

describe('a click', () => {
  it('by a person is billed', () => {
    expect(verdicts([click(1, 60)])).toEqual({ 1: 'billable' });
  });

  it.each([
    ['head', 'head'],
    ['prefetch', 'prefetch'],
    ['bot', 'bot_ua'],
  ] as const)("that identifies itself as %s isn't billed", (ua_class, reason) => {
    expect(verdicts([click(1, 60, { ua_class })])).toEqual({ 1: reason });
  });

  it("by the promotion's partner isn't billed", () => {
    expect(verdicts([click(1, 60)], { is_partner: true })).toEqual({ 1: 'own_click' });
  });

  it("by staff isn't billed", () => {
    expect(verdicts([click(1, 60)], { is_staff: true })).toEqual({ 1: 'staff' });
  });

  it('counts until the last millisecond of the window', () => {
    expect(verdicts([click(1, WINDOW_SECONDS)])).toEqual({ 1: 'billable' });
    expect(verdicts([click(1, WINDOW_SECONDS + 0.001)])).toEqual({ 1: 'out_of_window' });
  });

  it('by a reader who no longer exists isn’t billed', () => {
    const facts = { promotion_id: OURS, window_ends_at: WINDOW_END, readers: new Map() };
    expect(classifyClicks([click(1, 60)], facts)).toEqual([
      { id: 1n, billable: false, invalid_reason: 'erased', hold: null },
    ]);
  });

  it('on another promotion gets no verdict here', () => {
    expect(verdicts([click(1, 60), click(2, 600, { promotion_id: 2 })])).toEqual({ 1: 'billable' });
  });
});

describe('one reader', () => {
  it('is billed once, regardless of the store and the time between clicks', () => {
    const clicks = [click(1, 60), click(2, 61), click(3, 4000, { store: 'kobo' })];
    expect(verdicts(clicks)).toEqual({ 1: 'billable', 2: 'duplicate', 3: 'duplicate' });
  });

  it('is billed for the earliest click, regardless of the order of rows', () => {
    expect(verdicts([click(2, 300), click(1, 60)])).toEqual({ 1: 'billable', 2: 'duplicate' });
  });

  it('is billed for the first click that counts', () => {
    const clicks = [click(1, 60, { ua_class: 'prefetch' }), click(2, 61), click(3, 62)];
    expect(verdicts(clicks)).toEqual({ 1: 'prefetch', 2: 'billable', 3: 'duplicate' });
  });

  it("doesn't affect another reader", () => {
    expect(verdicts([click(1, 60), click(2, 60, { reader_id: 11 })])).toEqual({ 1: 'billable', 2: 'billable' });
  });
});

describe('clicks of erased readers', () => {
  it('aren’t billed, and don’t count as clicks of one reader', () => {
    const erased = readers(3, 60, () => ({ reader_id: null, network: null }));
    expect(counts(verdicts([...erased, click(90, 600)]))).toEqual({ erased: 3, billable: 1 });
  });
});

describe('a click on our own pages', () => {
  it('is free, without a reason', () => {
    expect(verdicts([click(1, 60, { source: 'site', reader_id: null })])).toEqual({ 1: null });
  });

  it('doesn’t replace the click from the email', () => {
    expect(verdicts([click(1, 60, { source: 'site' }), click(2, 61)])).toEqual({ 1: null, 2: 'billable' });
  });

  it('isn’t part of a burst', () => {
    const onPages = otherClicks(5, 60).map((other): Click => ({ ...other, source: 'site' }));
    expect(verdicts([...onPages, click(1, 60)])).toEqual({ 1: 'billable' });
  });
});

describe('a burst', () => {
  it.each([
    ['one other link in 0.3 seconds', 'burst', otherClicks(1, 59.7)],
    ['one other link in 0.4 seconds', 'billable', otherClicks(1, 59.6)],
    ['one other link in 2.9 seconds', 'billable', otherClicks(1, 57.1)],
    ['two other links in a second', 'burst', otherClicks(2, 59, 0.5)],
    ['two other links in 1.1 seconds', 'billable', otherClicks(2, 58.9, 0.5)],
    ['three other links in two seconds', 'burst', otherClicks(3, 58, 0.6)],
    ['four other links at a keyboard’s pace', 'billable', otherClicks(4, 56.4, 0.9)],
    ['seven other links in eight seconds', 'burst', otherClicks(7, 52, 1.1)],
    ['eleven other links in thirty seconds', 'burst', otherClicks(11, 30, 2.7)],
    ['eleven other links in a quarter of an hour', 'billable', otherClicks(11, -840, 80)],
    ['nineteen other links in ten minutes', 'burst', unevenOtherClicks(19, -500, 28)],
  ] as const)('with %s: %s', (_, expected, others) => {
    expect(verdicts([...others, click(1, 60)])[1]).toBe(expected);
  });

  it('can consist of one promotion’s links to four stores', () => {
    const stores = ['amazon', 'ibooks', 'kobo', 'google_play'] as const;
    const clicks = stores.map((store, i) => click(i + 1, 60 + i * 0.1, { store }));
    expect(verdicts(clicks)).toEqual({ 1: 'burst', 2: 'burst', 3: 'burst', 4: 'burst' });
  });

  it('doesn’t consist of one link clicked four times', () => {
    const clicks = [1, 2, 3, 4].map((id) => click(id, 60 + id * 0.2));
    expect(verdicts(clicks)).toEqual({ 1: 'billable', 2: 'duplicate', 3: 'duplicate', 4: 'duplicate' });
  });

  it('covers its visits and the minute after them, and a later click counts', () => {
    const burst = otherClicks(4, 60, 0.1);
    expect(verdicts([...burst, click(1, 60)])).toEqual({ 1: 'burst' });
    expect(verdicts([...burst, click(1, 120.3)])).toEqual({ 1: 'burst' });
    expect(verdicts([...burst, click(1, 120.301)])).toEqual({ 1: 'billable' });
    expect(verdicts([click(1, 60.2), ...burst, click(2, 600)])).toEqual({ 1: 'burst', 2: 'billable' });
  });

  it('by one reader doesn’t affect another reader', () => {
    const burst = otherClicks(5, 60).map((other): Click => ({ ...other, reader_id: 11 }));
    expect(verdicts([...burst, click(1, 60)])).toEqual({ 1: 'billable' });
  });

  it('doesn’t include clicks by programs that identify themselves', () => {
    const scanner = otherClicks(5, 59).map((other): Click => ({ ...other, ua_class: 'bot' }));
    expect(verdicts([...scanner, click(1, 60)])).toEqual({ 1: 'billable' });
  });
});

describe('even pauses', () => {
  it.each([
    ['eight links, one every two seconds', 'pacing', 7, 2],
    ['eight links, one every ten seconds', 'pacing', 7, 10],
    ['seven links, one every five seconds', 'pacing', 6, 5],
    ['seven links, one every six seconds', 'billable', 6, 6],
    ['six links, one every two seconds', 'billable', 5, 2],
    ['twelve links, one every minute', 'pacing', 11, 60],
    ['twelve links, one every 61 seconds', 'billable', 11, 61],
    ['eight links, one every eleven seconds, as with a switch device', 'billable', 7, 11],
  ] as const)('of %s: %s', (_, expected, others, gap) => {
    expect(verdicts([...otherClicks(others, 600, gap), click(1, 600 + others * gap)])[1]).toBe(expected);
  });

  it('aren’t found among uneven ones', () => {
    const gaps = [2, 3.5, 2.2, 4, 2.8, 3.1, 5];
    const at = gaps.reduce((sum, gap) => sum + gap, 600);
    const begins = gaps.map((_, i) => gaps.slice(0, i).reduce((sum, gap) => sum + gap, 600));
    const others = begins.map((seconds, i) => click(100 + i, seconds, { promotion_id: 100 + i }));
    expect(verdicts([...others, click(1, at)])[1]).toBe('billable');
  });
});

describe('the hidden link', () => {
  it.each([
    ['excludes visits around it', [click(1, 600), hiddenClick(2, 1200)], { 1: 'honeypot' }],
    [
      'excludes visits that lead up to it',
      [click(1, 600), ...otherClicks(3, 1100, 400), hiddenClick(2, 2400, { network: 'cloud' })],
      { 1: 'honeypot' },
    ],
    ['excludes earlier visits from its network', [click(1, 60), hiddenClick(2, 7200)], { 1: 'honeypot' }],
    [
      'doesn’t exclude earlier visits from another network',
      [click(1, 60), hiddenClick(2, 7200, { network: 'cloud' })],
      { 1: 'billable' },
    ],
    [
      'doesn’t exclude a click more than ten minutes later',
      [hiddenClick(2, 600), click(1, 1200.001)],
      { 1: 'billable' },
    ],
    ['excludes a click within ten minutes', [hiddenClick(2, 600), click(1, 1200)], { 1: 'honeypot' }],
    [
      'excludes clicks even if a bot’s user agent follows it',
      [click(1, 600), hiddenClick(2, 610, { ua_class: 'bot' })],
      { 1: 'honeypot' },
    ],
  ] as const)('%s', (_, clicks, expected) => {
    expect(verdicts(clicks)).toEqual(expected);
  });

  it('doesn’t exclude a click more than a minute later from a network of the reader’s counted clicks', () => {
    const reader = { earlier: { newsletters: 1, days: 0, networks: [HOME] } };
    const scan = hiddenClick(2, 600, { network: 'cloud' });
    expect(verdicts([scan, click(1, 660.001)], reader)).toEqual({ 1: 'billable' });
    expect(verdicts([scan, click(1, 660)], reader)).toEqual({ 1: 'honeypot' });
    expect(verdicts([{ ...scan, network: HOME }, click(1, 700)], reader)).toEqual({ 1: 'honeypot' });
    expect(verdicts([scan, click(1, 700)])).toEqual({ 1: 'honeypot' });
  });

  it('holds clicks of others on the same network for ten minutes, unless they are known', () => {
    const visits = [{ network: HOME, at: new Date(SENT + 600_000) }];
    expect(verdicts([click(1, 1200)], {}, { visits })).toEqual({ 1: 'held' });
    expect(verdicts([click(1, 1200.001)], {}, { visits })).toEqual({ 1: 'billable' });
    expect(verdicts([click(1, 601)], KNOWN, { visits })).toEqual({ 1: 'billable' });
    expect(verdicts([click(1, 601, { network: 'other' })], {}, { visits })).toEqual({ 1: 'billable' });
  });

  it('excludes a known reader’s clicks only in the session of the visit', () => {
    const rescan = [click(1, 60), hiddenClick(2, 7200)];
    expect(verdicts(rescan, KNOWN)).toEqual({ 1: 'billable' });
    expect(verdicts([click(1, 600), hiddenClick(2, 1200)], KNOWN)).toEqual({ 1: 'honeypot' });
  });

  it('followed by one reader doesn’t affect readers on other networks', () => {
    expect(verdicts([click(1, 600), hiddenClick(2, 600, { reader_id: 11, network: 'other' })])).toEqual({
      1: 'billable',
    });
  });
});

describe('a reader', () => {
  const hoursBefore = (hours: number) => ({ confirmed_at: new Date(SENT - hours * 3_600_000) });

  it('is billed from 48 hours after confirming', () => {
    expect(verdicts([click(1, 3599)], hoursBefore(47))).toEqual({ 1: 'new_reader' });
    expect(verdicts([click(1, 3600)], hoursBefore(47))).toEqual({ 1: 'billable' });
  });

  it('with several spellings of one mailbox is billed once', () => {
    const clicks = [click(1, 60, { network: 'a' }), click(2, 4000, { reader_id: 11, network: 'b' })];
    expect(verdicts(clicks, { mailbox: 'shopper@gmail.com' })).toEqual({ 1: 'billable', 2: 'same_mailbox' });
  });
});

/** The first clicks of `count` readers, ten minutes after the send and then `gap` seconds apart. */
const readers = (count: number, gap: number, facts: (index: number) => Partial<Click> = () => ({})) =>
  Array.from({ length: count }, (_, index) =>
    click(index, 600 + index * gap, { reader_id: 1000 + index, ...facts(index) }),
  );
const counts = (outcomes: Record<string, unknown>) =>
  Object.fromEntries([...Map.groupBy(Object.values(outcomes), String)].map(([outcome, all]) => [outcome, all.length]));

describe('readers of one network', () => {
  it.each([
    ['five unknown ones in ten minutes', 5, 120, {}, { billable: 5 }],
    ['six unknown ones in ten minutes', 6, 120, {}, { held: 6 }],
    ['six unknown ones in more than ten minutes', 6, 121, {}, { billable: 6 }],
    ['twelve unknown ones, one every two hours', 12, 7200, {}, { billable: 12 }],
    ['thirteen unknown ones, one every two hours', 13, 7200, {}, { held: 13 }],
    ['twelve known ones within an hour', 12, 10, KNOWN, { billable: 12 }],
    ['known ones beyond twelve within an hour', 20, 10, KNOWN, { billable: 12, held: 8 }],
    ['known ones, twelve an hour', 20, 301, KNOWN, { billable: 20 }],
  ] as const)('%s', (_, count, gap, reader, expected) => {
    expect(counts(verdicts(readers(count, gap), reader))).toEqual(expected);
  });

  it.each([
    ['one newsletter', 1, 0, 'held'],
    ['two newsletters 13 days apart', 2, 13, 'held'],
    ['two newsletters 14 days apart', 2, 14, 'billable'],
    ['five newsletters of one week', 5, 6, 'held'],
  ] as const)(
    'are known by counted clicks in two newsletters at least 14 days apart: %s',
    (_, newsletters, days, expected) => {
      const earlier = { newsletters, days, networks: ['elsewhere'] };
      expect(counts(verdicts(readers(6, 1), { earlier }))).toEqual({ [expected]: 6 });
    },
  );

  it('are billed if known, even if many others are unknown', () => {
    const each = (index: number) => (index % 2 ? KNOWN : {});
    expect(counts(verdicts(readers(24, 100), {}, { factsByIndex: each }))).toEqual({ billable: 12, held: 12 });
  });

  it.each([
    ['20 of 40 readers', 20, 20, { billable: 40 }],
    ['21 of 84', 21, 63, { billable: 84 }],
    ['21 of 83', 21, 62, { billable: 62, held: 21 }],
    ['41 of 400', 41, 359, { billable: 359, held: 41 }],
  ] as const)('are held, even if known, above a share or a maximum: %s', (_, here, elsewhere, expected) => {
    const others = (index: number) => (index < here ? {} : { network: `own ${index}` });
    expect(counts(verdicts(readers(here + elsewhere, 400, others), KNOWN))).toEqual(expected);
  });

  it('are held if they’re unknown and more than twelve, known or not, click within an hour', () => {
    const each = (index: number) => (index % 4 ? KNOWN : {});
    expect(counts(verdicts(readers(12, 250), {}, { factsByIndex: each }))).toEqual({ billable: 12 });
    expect(counts(verdicts(readers(13, 250), {}, { factsByIndex: each }))).toEqual({ billable: 9, held: 4 });
  });

  it('don’t count together when the network is unknown', () => {
    expect(counts(verdicts(readers(13, 1, () => ({ network: null }))))).toEqual({ billable: 13 });
  });

  it('are held once each, and a click from another network counts', () => {
    const crowd = readers(6, 1);
    const again = [click(90, 2000, { reader_id: 1000 }), click(91, 3000, { reader_id: 1001, network: 'phone' })];
    const outcomes = verdicts([...crowd, ...again]);
    expect([outcomes[90], outcomes[1], outcomes[91]]).toEqual(['duplicate', 'held', 'billable']);
  });
});

describe('readers on networks of one range', () => {
  const inRange = (range: Partial<Click>) => (index: number) => ({ network: `own ${index}`, ...range });

  it.each([
    ['a subnet', { subnet: '/24' }],
    ['an IPv6 /48', { prefix48: '/48' }],
  ] as const)('are held if more than twelve unknown ones are in %s', (_, range) => {
    expect(counts(verdicts(readers(12, 900, inRange(range))))).toEqual({ billable: 12 });
    expect(counts(verdicts(readers(13, 900, inRange(range))))).toEqual({ held: 13 });
    expect(counts(verdicts(readers(13, 900, inRange(range)), KNOWN))).toEqual({ billable: 13 });
  });

  it('aren’t held because of readers already held for one network of the range', () => {
    const crowd = readers(25, 900, (index) => ({ subnet: '/24', network: index < 13 ? HOME : `own ${index}` }));
    expect(counts(verdicts(crowd))).toEqual({ billable: 12, held: 13 });
  });

  it('are held, even if known, above a share or a maximum', () => {
    const crowd = (here: number, all: number) =>
      readers(all, 400, (index) => ({ network: `own ${index}`, prefix48: index < here ? '/48' : `prefix ${index}` }));
    expect(counts(verdicts(crowd(30, 60), KNOWN))).toEqual({ billable: 60 });
    expect(counts(verdicts(crowd(31, 77), KNOWN))).toEqual({ billable: 46, held: 31 });
    expect(counts(verdicts(crowd(61, 300), KNOWN))).toEqual({ billable: 239, held: 61 });
  });
});

describe('newcomers', () => {
  const apart = (index: number) => ({ network: `own ${index}` });
  const days = (count: number) => ({ confirmed_at: new Date(SENT - count * 24 * 3_600_000) });
  /**
   * Counts the verdicts of `all` readers, of whom `newcomers` are new. Each confirmed on a different day and clicks
   * from a different network.
   */
  const verdictCounts = (newcomers: number, all: number, usual?: number) =>
    counts(
      verdicts(
        readers(all, 600, apart),
        {},
        {
          factsByIndex: (index) => (index < newcomers ? days(3 + index) : days(100 + index)),
          ...(usual !== undefined && { usual }),
        },
      ),
    );

  it.each([
    ['twelve where others have none', 12, 60, 0, { billable: 60 }],
    ['thirteen where others have none', 13, 60, 0, { billable: 47, held: 13 }],
    ['18 of 60 where others have a tenth', 18, 60, 0.1, { billable: 42, held: 18 }],
    ['17 of 72 where others have a tenth', 17, 72, 0.1, { billable: 72 }],
    ['most where others have most', 50, 60, 0.8, { billable: 60 }],
    ['all where everyone is new', 60, 60, 1, { billable: 60 }],
  ] as const)('are held if their share is far above the usual one: %s', (_, newcomers, all, usual, expected) => {
    expect(verdictCounts(newcomers, all, usual)).toEqual(expected);
  });

  it('aren’t limited without a known usual share', () => {
    expect(verdictCounts(60, 60)).toEqual({ billable: 60 });
  });

  it('are new for 90 days, unless they are known', () => {
    const all = (facts: Partial<ReaderFacts>, from = 3) =>
      counts(
        verdicts(
          readers(13, 600, apart),
          {},
          { usual: 0, factsByIndex: (index) => ({ ...days(from + index), ...facts }) },
        ),
      );
    expect(all({})).toEqual({ held: 13 });
    expect(all(KNOWN)).toEqual({ billable: 13 });
    expect(all({}, 90)).toEqual({ billable: 13 });
  });

  it('don’t count toward the limit if another rule holds them, and count once per mailbox', () => {
    const farm = readers(13, 7200);
    const people = readers(12, 600, (index) => ({ id: BigInt(100 + index), reader_id: 2000 + index, ...apart(index) }));
    const each = (index: number) => days(3 + index);
    expect(counts(verdicts([...farm, ...people], {}, { factsByIndex: each, usual: 0 }))).toEqual({
      billable: 12,
      held: 13,
    });
    const spellings = readers(20, 600, apart);
    const one = (index: number) => ({ ...each(index), mailbox: index < 8 ? `m${index}@gmail.com` : 'one@gmail.com' });
    expect(counts(verdicts(spellings, {}, { factsByIndex: one, usual: 0 }))).toEqual({ billable: 9, same_mailbox: 11 });
  });
});

describe('a mailbox', () => {
  const mailbox = (index: number) => ({ mailbox: `shopper${index % 13}@gmail.com` });
  const all = readers(26, 60, (index) => ({ network: index < 13 ? 'server' : `own ${index}` }));

  it('that is held under one spelling isn’t billed under another', () => {
    expect(counts(verdicts(all, {}, { factsByIndex: mailbox }))).toEqual({ held: 13, same_mailbox: 13 });
  });

  it('is billed under the spelling that staff counted', () => {
    const until = new Date(SENT + 3_600_000);
    const rules = ['network_burst', 'network_hour', 'network_total'];
    const decisions = new Map(rules.map((rule) => [`${rule} server`, { decision: 'count' as const, until }]));
    expect(counts(verdicts(all, {}, { factsByIndex: mailbox, decisions }))).toEqual({ billable: 13, same_mailbox: 13 });
  });
});

describe('unknown readers on many networks', () => {
  const apart = (index: number) => ({ network: `own ${index}` });

  it('are held if more than twelve have addresses of one domain', () => {
    const reader = { owned_domain: 'catch-all.example' };
    expect(counts(verdicts(readers(12, 600, apart), reader))).toEqual({ billable: 12 });
    expect(counts(verdicts(readers(13, 600, apart), reader))).toEqual({ held: 13 });
    expect(counts(verdicts(readers(13, 600, apart), { ...reader, ...KNOWN }))).toEqual({ billable: 13 });
  });

  it('are held if more than twelve have alias addresses', () => {
    const reader = { is_alias: true };
    expect(counts(verdicts(readers(12, 600, apart), reader))).toEqual({ billable: 12 });
    expect(counts(verdicts(readers(13, 600, apart), reader))).toEqual({ held: 13 });
    expect(counts(verdicts(readers(13, 600, apart), { ...reader, ...KNOWN }))).toEqual({ billable: 13 });
  });

  it('are held if more than eight confirmed within an hour', () => {
    const signedUp = (gap: number) => (index: number) => ({
      confirmed_at: new Date(SENT - 400 * 3_600_000 + index * gap),
    });
    const each = (count: number, gap: number) =>
      verdicts(readers(count, 600, apart), {}, { factsByIndex: signedUp(gap) });
    expect(counts(each(8, 60_000))).toEqual({ billable: 8 });
    expect(counts(each(9, 450_000))).toEqual({ held: 9 });
    expect(counts(each(9, 450_001))).toEqual({ billable: 9 });
  });

  it('count if an import confirmed them, even all on the same day', () => {
    const confirmed_at = new Date(SENT - 400 * 3_600_000);
    const each = (index: number) => ({ confirmed_at, is_imported: index >= 9 });
    expect(counts(verdicts(readers(30, 600, apart), { confirmed_at, is_imported: true }))).toEqual({ billable: 30 });
    expect(counts(verdicts(readers(30, 600, apart), {}, { factsByIndex: each }))).toEqual({ held: 9, billable: 21 });
  });
});

describe('a decision by staff', () => {
  const LATER = new Date(SENT + 3_600_000);
  const decide = (decision: Decision['decision'], until = LATER, hold = `network_burst ${HOME}`) =>
    new Map([[hold, { decision, until }]]);

  it('counts or excludes its group', () => {
    expect(counts(verdicts(readers(6, 1), {}, { decisions: decide('count') }))).toEqual({ billable: 6 });
    expect(counts(verdicts(readers(6, 1), {}, { decisions: decide('exclude') }))).toEqual({ staff_excluded: 6 });
  });

  it('to count covers only the clicks that staff saw; a decision to exclude covers later clicks, too', () => {
    const fifth = new Date(SENT + 604_000);
    expect(verdicts(readers(6, 1), {}, { decisions: decide('count', fifth) })).toEqual({
      0: 'billable',
      1: 'billable',
      2: 'billable',
      3: 'billable',
      4: 'billable',
      5: 'held',
    });
    expect(counts(verdicts(readers(6, 1), {}, { decisions: decide('exclude', fifth) }))).toEqual({ staff_excluded: 6 });
  });

  it('about one network doesn’t affect another', () => {
    const others = readers(6, 1, () => ({ network: 'other' }));
    expect(counts(verdicts(others, {}, { decisions: decide('count') }))).toEqual({ held: 6 });
  });

  it('about a network doesn’t release clicks that are also held for a domain', () => {
    const reader = { owned_domain: 'catch-all.example' };
    const crowd = readers(13, 1);
    expect(counts(verdicts(crowd, reader, { decisions: decide('count') }))).toEqual({ held: 13 });
    const both = new Map([...decide('count'), ...decide('count', LATER, 'domain catch-all.example')]);
    expect(counts(verdicts(crowd, reader, { decisions: both }))).toEqual({ billable: 13 });
  });

  it('about one hour of sign-ups doesn’t affect another', () => {
    const hourOf = (index: number) => SENT - (index < 9 ? 400 : 300) * 3_600_000;
    const each = (index: number) => ({ confirmed_at: new Date(hourOf(index) + index * 60_000) });
    const crowd = readers(18, 600, (index) => ({ network: `own ${index}` }));
    const first = new Date(hourOf(0)).toISOString().slice(0, 16);
    const decisions = decide('count', new Date(SENT + 72 * 3_600_000), `sign_ups ${first}`);
    expect(counts(verdicts(crowd, {}, { factsByIndex: each }))).toEqual({ held: 18 });
    expect(counts(verdicts(crowd, {}, { factsByIndex: each, decisions }))).toEqual({ billable: 9, held: 9 });
  });

  describe('about an hour of sign-ups', () => {
    const TEN_PAST = Date.parse('2026-11-10T02:10:00Z');
    /**
     * Clicks by readers on different networks, from `first` hours after the send. They confirmed `minutes` after 02:10.
     */
    const signUps = (minutes: readonly number[], first: number, from = 0) =>
      minutes.map((minute, index) => ({
        minute,
        click: click(from + index, (first + index / 6) * 3600, {
          reader_id: 1000 + from + index,
          network: `own ${from + index}`,
        }),
      }));
    const outcomesOf = (all: ReturnType<typeof signUps>, decided: Record<string, Decision['decision']>, hours = 4) => {
      const until = new Date(SENT + hours * 3_600_000);
      const decisions = new Map(
        Object.entries(decided).map(([minute, decision]) => [`sign_ups 2026-11-10T${minute}`, { decision, until }]),
      );
      const factsByIndex = (index: number) => ({ confirmed_at: new Date(TEN_PAST + all[index]!.minute * 60_000) });
      const ours = all.map((one) => one.click);
      return counts(verdicts(ours, {}, { factsByIndex, decisions }));
    };
    const nine = [0, 1, 2, 3, 4, 5, 6, 7, 8];

    it('still applies when someone with an earlier confirmation clicks later', () => {
      expect(outcomesOf(signUps(nine, 1), { '02:10': 'count' })).toEqual({ billable: 9 });
      const all = [...signUps(nine, 1), ...signUps([-5], 21, 9)];
      expect(outcomesOf(all, { '02:10': 'count' })).toEqual({ billable: 9, held: 1 });
      expect(outcomesOf(all, { '02:10': 'exclude' })).toEqual({ staff_excluded: 10 });
    });

    it('still applies when many with earlier confirmations click later', () => {
      const earlier = [-80, -75, -70, -65, -60, -55, -50, -45, -40, -35, -30, -25, -20, -15, -10, -5];
      const all = [...signUps(nine, 1), ...signUps(earlier, 21, 9)];
      expect(outcomesOf(all, { '02:10': 'count' })).toEqual({ billable: 9, held: 16 });
    });

    it('still applies when the first of the group is erased', () => {
      expect(outcomesOf(signUps([...nine.slice(1), 9], 1), { '02:10': 'count' })).toEqual({ billable: 9 });
    });

    it('isn’t mixed up with a decision about a later group when clicks connect the two groups', () => {
      const later = nine.map((minute) => 120 + minute);
      const between = [20, 25, 30, 35, 40, 45, 50, 55, 60, 65, 70, 75, 80, 85, 90, 95, 100, 105, 110, 115];
      const groups = [...signUps(nine, 1), ...signUps(later, 1.1, 9)];
      const decided = { '02:10': 'count', '04:10': 'exclude' } as const;
      expect(outcomesOf(groups, decided)).toEqual({ billable: 9, staff_excluded: 9 });
      const all = [...groups, ...signUps(between, 21, 18)];
      expect(outcomesOf(all, decided)).toEqual({ billable: 9, staff_excluded: 9, held: 20 });
    });
  });

  it('counts no reader twice', () => {
    const twice = [...readers(6, 1), click(90, 700, { reader_id: 1000 })];
    expect(counts(verdicts(twice, {}, { decisions: decide('count') }))).toEqual({ billable: 6, duplicate: 1 });
  });
});

describe('a flood', () => {
  const FLOOD = 100_000;
  const HOUR = 3600;

  it('of one reader’s clicks on two links and the hidden one is judged', () => {
    const hiddenClicks = Array.from({ length: FLOOD }, (_, i) => hiddenClick(i, i * 0.01));
    const clicks = Array.from({ length: FLOOD }, (_, i) =>
      click(FLOOD + i, HOUR + i * 0.01, { store: i % 2 ? 'kobo' : 'amazon' }),
    );
    const late = click(3 * FLOOD, 3 * HOUR);
    const reasons = verdicts([...hiddenClicks, ...clicks, late]);
    const counted = Object.groupBy(Object.values(reasons), (reason) => String(reason));
    expect([counted.burst?.length, counted.billable?.length]).toEqual([FLOOD, 1]);
    expect(reasons[3 * FLOOD]).toBe('billable');
  });
});

describe('a click with several reasons gets', () => {
  const late = WINDOW_SECONDS + 100;
  const burst = (at: number) => otherClicks(4, at, 0.1);

  it.each<[string, Click[], Partial<ReaderFacts>, string]>([
    [
      'the identified program before the hidden link',
      [click(1, 60, { ua_class: 'bot' }), hiddenClick(2, 60)],
      {},
      'bot_ua',
    ],
    ['HEAD before the burst', [...burst(60), click(1, 60, { ua_class: 'head' })], {}, 'head'],
    ['the hidden link before the burst', [...burst(60), click(1, 60), hiddenClick(2, 60)], {}, 'honeypot'],
    ['the burst before the own click', [...burst(60), click(1, 60)], { is_partner: true }, 'burst'],
    ['the own click before staff', [click(1, 60)], { is_partner: true, is_staff: true }, 'own_click'],
    ['staff before the window', [click(1, late)], { is_staff: true }, 'staff'],
    ['the window before the duplicate', [click(2, 60), click(1, late)], {}, 'out_of_window'],
  ])('%s', (_, clicks, reader, reason) => {
    expect(verdicts(clicks, reader)[1]).toBe(reason);
  });
});
