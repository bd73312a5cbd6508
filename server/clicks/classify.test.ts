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
  mailbox: null,
  owned_domain: null,
  earlier: { newsletters: 0, networks: [] },
  is_partner: false,
  is_staff: false,
};
const KNOWN = { earlier: { newsletters: 1, networks: ['elsewhere'] } };

/** A click `seconds` after the mail went out; by default a person's, on our promotion. */
const click = (id: number, seconds: number, facts: Partial<Click> = {}): Click => ({
  id: BigInt(id),
  promotion_id: OURS,
  reader_id: READER,
  source: 'newsletter',
  store: 'amazon',
  clicked_at: new Date(SENT + Math.round(seconds * 1000)),
  ua_class: 'person',
  network: HOME,
  ...facts,
});
const onHoneypot = (id: number, seconds: number, facts: Partial<Click> = {}) =>
  click(id, seconds, { promotion_id: null, store: null, ...facts });
/** Links of other promotions in the same mail, one each `gap` seconds. */
const irregular = (count: number, seconds: number, gap: number) =>
  elsewhere(count, seconds, gap).map((one, i) => ({
    ...one,
    clicked_at: new Date(one.clicked_at.getTime() + (i % 3) * 4000),
  }));
const elsewhere = (count: number, seconds: number, gap = 0.5) =>
  Array.from({ length: count }, (_, i) => click(100 + i, seconds + i * gap, { promotion_id: 100 + i }));

type Around = {
  decisions?: ReadonlyMap<string, Decision>;
  visits?: readonly HiddenVisit[];
  each?: (index: number) => Partial<ReaderFacts>;
};

/** {id: reason}, with 'billable' for the ones that are. */
function verdicts(
  clicks: readonly Click[],
  reader: Partial<ReaderFacts> = {},
  { decisions, visits, each }: Around = {},
) {
  const ids = [...new Set(clicks.map((one) => one.reader_id!))];
  // Readers sign up on different days unless a test says otherwise.
  const known = new Map(
    ids.map((id, index) => {
      const confirmed_at = new Date(SENT - (30 + index) * 24 * 3_600_000);
      return [id, { ...PERSON, confirmed_at, ...reader, ...each?.(index) }];
    }),
  );
  const all = classifyClicks(clicks, {
    ...{ promotion_id: OURS, window_ends_at: WINDOW_END, readers: known },
    ...(decisions && { decisions }),
    ...(visits && { hidden_visits: visits }),
  });
  for (const { billable, invalid_reason } of all) expect(billable && invalid_reason !== null).toBe(false);
  return Object.fromEntries(
    all.map(({ id, billable, invalid_reason }) => [id, billable ? 'billable' : invalid_reason]),
  );
}

describe('a click', () => {
  it('of a person is billed', () => {
    expect(verdicts([click(1, 60)])).toEqual({ 1: 'billable' });
  });

  it.each([
    ['head', 'head'],
    ['prefetch', 'prefetch'],
    ['bot', 'bot_ua'],
  ] as const)('that says itself it is %s is not', (ua_class, reason) => {
    expect(verdicts([click(1, 60, { ua_class })])).toEqual({ 1: reason });
  });

  it("of the promotion's own partner is not", () => {
    expect(verdicts([click(1, 60)], { is_partner: true })).toEqual({ 1: 'own_click' });
  });

  it('of staff is not', () => {
    expect(verdicts([click(1, 60)], { is_staff: true })).toEqual({ 1: 'staff' });
  });

  it('counts until the last millisecond of the window', () => {
    expect(verdicts([click(1, WINDOW_SECONDS)])).toEqual({ 1: 'billable' });
    expect(verdicts([click(1, WINDOW_SECONDS + 0.001)])).toEqual({ 1: 'out_of_window' });
  });

  it('of a reader we know nothing of any more is billed like any other', () => {
    const bare = { promotion_id: OURS, window_ends_at: WINDOW_END, readers: new Map() };
    expect(classifyClicks([click(1, 60)], bare)).toEqual([
      { id: 1n, billable: true, invalid_reason: null, hold: null },
    ]);
  });

  it('on another promotion gets no verdict here', () => {
    expect(verdicts([click(1, 60), click(2, 600, { promotion_id: 2 })])).toEqual({ 1: 'billable' });
  });
});

describe('one reader', () => {
  it('is billed once, whichever store and however late the second time', () => {
    const clicks = [click(1, 60), click(2, 61), click(3, 4000, { store: 'kobo' })];
    expect(verdicts(clicks)).toEqual({ 1: 'billable', 2: 'duplicate', 3: 'duplicate' });
  });

  it('is billed for the first click in time, whatever order they are read in', () => {
    expect(verdicts([click(2, 300), click(1, 60)])).toEqual({ 1: 'billable', 2: 'duplicate' });
  });

  it('is billed for the first click that counts', () => {
    const clicks = [click(1, 60, { ua_class: 'prefetch' }), click(2, 61), click(3, 62)];
    expect(verdicts(clicks)).toEqual({ 1: 'prefetch', 2: 'billable', 3: 'duplicate' });
  });

  it('is not the other: two readers are billed twice', () => {
    expect(verdicts([click(1, 60), click(2, 60, { reader_id: 11 })])).toEqual({ 1: 'billable', 2: 'billable' });
  });
});

describe('a click on our own pages', () => {
  it('is free, and no reason stands against it', () => {
    expect(verdicts([click(1, 60, { source: 'site', reader_id: null })])).toEqual({ 1: null });
  });

  it('does not use up the click from the mail', () => {
    expect(verdicts([click(1, 60, { source: 'site' }), click(2, 61)])).toEqual({ 1: null, 2: 'billable' });
  });

  it('is no part of a burst', () => {
    const onPages = elsewhere(5, 60).map((one): Click => ({ ...one, source: 'site' }));
    expect(verdicts([...onPages, click(1, 60)])).toEqual({ 1: 'billable' });
  });
});

describe('a burst', () => {
  it.each([
    ['one other link in 0.3 seconds', elsewhere(1, 59.7), 'burst'],
    ['one other link in 0.4 seconds', elsewhere(1, 59.6), 'billable'],
    ['one other link in 2.9 seconds', elsewhere(1, 57.1), 'billable'],
    ['two other links in a second', elsewhere(2, 59, 0.5), 'burst'],
    ['two other links in 1.1 seconds', elsewhere(2, 58.9, 0.5), 'billable'],
    ['three other links in two seconds', elsewhere(3, 58, 0.6), 'burst'],
    ['four other links at a keyboard’s pace', elsewhere(4, 56.4, 0.9), 'billable'],
    ['seven other links in eight seconds', elsewhere(7, 52, 1.1), 'burst'],
    ['eleven other links in thirty seconds', elsewhere(11, 30, 2.7), 'burst'],
    ['eleven other links in a quarter of an hour', elsewhere(11, -840, 80), 'billable'],
    ['nineteen other links in ten minutes', irregular(19, -500, 28), 'burst'],
  ] as const)('with %s', (_, others, expected) => {
    expect(verdicts([...others, click(1, 60)])[1]).toBe(expected);
  });

  it('may be made of one promotion at four stores', () => {
    const stores = ['amazon', 'ibooks', 'kobo', 'google_play'] as const;
    const clicks = stores.map((store, i) => click(i + 1, 60 + i * 0.1, { store }));
    expect(verdicts(clicks)).toEqual({ 1: 'burst', 2: 'burst', 3: 'burst', 4: 'burst' });
  });

  it('is not one link clicked four times', () => {
    const clicks = [1, 2, 3, 4].map((id) => click(id, 60 + id * 0.2));
    expect(verdicts(clicks)).toEqual({ 1: 'billable', 2: 'duplicate', 3: 'duplicate', 4: 'duplicate' });
  });

  it('covers its visits and the minute after them, and a later click counts', () => {
    const burst = elsewhere(4, 60, 0.1);
    expect(verdicts([...burst, click(1, 60)])).toEqual({ 1: 'burst' });
    expect(verdicts([...burst, click(1, 120.3)])).toEqual({ 1: 'burst' });
    expect(verdicts([...burst, click(1, 120.301)])).toEqual({ 1: 'billable' });
    expect(verdicts([click(1, 60.2), ...burst, click(2, 600)])).toEqual({ 1: 'burst', 2: 'billable' });
  });

  it('of one reader says nothing about another', () => {
    const burst = elsewhere(5, 60).map((one): Click => ({ ...one, reader_id: 11 }));
    expect(verdicts([...burst, click(1, 60)])).toEqual({ 1: 'billable' });
  });

  it('is not made of what says itself that it is a machine', () => {
    const scanner = elsewhere(5, 59).map((one): Click => ({ ...one, ua_class: 'bot' }));
    expect(verdicts([...scanner, click(1, 60)])).toEqual({ 1: 'billable' });
  });
});

describe('even pauses', () => {
  it.each([
    ['eight links, one every two seconds', 7, 2, 'pacing'],
    ['eight links, one every ten seconds', 7, 10, 'pacing'],
    ['seven links, one every two seconds', 6, 2, 'billable'],
    ['eight links, one every eleven seconds, as a switch device may', 7, 11, 'billable'],
  ] as const)('of %s', (_, others, gap, expected) => {
    expect(verdicts([...elsewhere(others, 600, gap), click(1, 600 + others * gap)])[1]).toBe(expected);
  });

  it('that vary are a person’s', () => {
    const gaps = [2, 3.5, 2.2, 4, 2.8, 3.1, 5];
    const at = gaps.reduce((sum, gap) => sum + gap, 600);
    const begins = gaps.map((_, i) => gaps.slice(0, i).reduce((sum, gap) => sum + gap, 600));
    const others = begins.map((seconds, i) => click(100 + i, seconds, { promotion_id: 100 + i }));
    expect(verdicts([...others, click(1, at)])[1]).toBe('billable');
  });
});

describe('the hidden link', () => {
  it.each([
    ['spoils visits around it', [click(1, 600), onHoneypot(2, 1200)], { 1: 'honeypot' }],
    [
      'spoils visits that lead up to it',
      [click(1, 600), ...elsewhere(3, 1100, 400), onHoneypot(2, 2400)],
      { 1: 'honeypot' },
    ],
    ['spoils earlier visits from its network', [click(1, 60), onHoneypot(2, 7200)], { 1: 'honeypot' }],
    [
      'leaves earlier visits from another network',
      [click(1, 60), onHoneypot(2, 7200, { network: 'cloud' })],
      { 1: 'billable' },
    ],
    ['leaves a click ten minutes later', [onHoneypot(2, 600), click(1, 1200.001)], { 1: 'billable' }],
    ['spoils a click within ten minutes', [onHoneypot(2, 600), click(1, 1200)], { 1: 'honeypot' }],
    [
      'spoils whatever user agent follows it',
      [click(1, 600), onHoneypot(2, 610, { ua_class: 'bot' })],
      { 1: 'honeypot' },
    ],
  ] as const)('%s', (_, clicks, expected) => {
    expect(verdicts(clicks)).toEqual(expected);
  });

  it('leaves a click a minute later from a network where the reader was counted before', () => {
    const reader = { earlier: { newsletters: 1, networks: [HOME] } };
    const scan = onHoneypot(2, 600, { network: 'cloud' });
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

  it('followed by one reader says nothing about another on another network', () => {
    expect(verdicts([click(1, 600), onHoneypot(2, 600, { reader_id: 11, network: 'other' })])).toEqual({
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

/** One click of each reader, from `from` on, `gap` seconds apart. */
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
    ['twelve unknown ones over days', 12, 7200, {}, { billable: 12 }],
    ['thirteen unknown ones over days', 13, 7200, {}, { held: 13 }],
    ['twelve known ones within an hour', 12, 10, KNOWN, { billable: 12 }],
    ['known ones beyond twelve within an hour', 20, 10, KNOWN, { billable: 12, held: 8 }],
    ['known ones, twelve an hour', 20, 301, KNOWN, { billable: 20 }],
  ] as const)('%s', (_, count, gap, reader, expected) => {
    expect(counts(verdicts(readers(count, gap), reader))).toEqual(expected);
  });

  it('are known by one earlier counted click elsewhere, or by three newsletters', () => {
    const sameNetwork = (newsletters: number) => ({ earlier: { newsletters, networks: [HOME] } });
    expect(counts(verdicts(readers(6, 1), sameNetwork(2)))).toEqual({ held: 6 });
    expect(counts(verdicts(readers(6, 1), sameNetwork(3)))).toEqual({ billable: 6 });
  });

  it('that are unknown are all held when more than twelve of any kind come within an hour', () => {
    const each = (index: number) => (index % 4 ? KNOWN : {});
    expect(counts(verdicts(readers(12, 250), {}, { each }))).toEqual({ billable: 12 });
    expect(counts(verdicts(readers(13, 250), {}, { each }))).toEqual({ billable: 9, held: 4 });
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

describe('unknown readers on many networks', () => {
  const apart = (index: number) => ({ network: `own ${index}` });

  it('are held above twelve of one domain', () => {
    const reader = { owned_domain: 'catch-all.example' };
    expect(counts(verdicts(readers(12, 600, apart), reader))).toEqual({ billable: 12 });
    expect(counts(verdicts(readers(13, 600, apart), reader))).toEqual({ held: 13 });
    expect(counts(verdicts(readers(13, 600, apart), { ...reader, ...KNOWN }))).toEqual({ billable: 13 });
  });

  it('are held above eight who confirmed within an hour', () => {
    const signedUp = (gap: number) => (index: number) => ({
      confirmed_at: new Date(SENT - 400 * 3_600_000 + index * gap),
    });
    const each = (count: number, gap: number) => verdicts(readers(count, 600, apart), {}, { each: signedUp(gap) });
    expect(counts(each(8, 60_000))).toEqual({ billable: 8 });
    expect(counts(each(9, 450_000))).toEqual({ held: 9 });
    expect(counts(each(9, 450_001))).toEqual({ billable: 9 });
  });
});

describe('a decision by staff', () => {
  const decide = (decision: Decision) => new Map([[`network_burst ${HOME}`, decision]]);

  it('counts or excludes what it is about, and later clicks of the same kind', () => {
    expect(counts(verdicts(readers(6, 1), {}, { decisions: decide('count') }))).toEqual({ billable: 6 });
    expect(counts(verdicts(readers(6, 1), {}, { decisions: decide('exclude') }))).toEqual({ staff_excluded: 6 });
  });

  it('about one network says nothing about another', () => {
    const elsewhere = readers(6, 1, () => ({ network: 'other' }));
    expect(counts(verdicts(elsewhere, {}, { decisions: decide('count') }))).toEqual({ held: 6 });
  });

  it('about a network leaves clicks held that a domain holds, too', () => {
    const reader = { owned_domain: 'catch-all.example' };
    const crowd = readers(13, 1);
    expect(counts(verdicts(crowd, reader, { decisions: decide('count') }))).toEqual({ held: 13 });
    const both = new Map([...decide('count'), ['domain catch-all.example', 'count' as const]]);
    expect(counts(verdicts(crowd, reader, { decisions: both }))).toEqual({ billable: 13 });
  });

  it('about one hour of sign-ups says nothing about another', () => {
    const hourOf = (index: number) => SENT - (index < 9 ? 400 : 300) * 3_600_000;
    const each = (index: number) => ({ confirmed_at: new Date(hourOf(index) + index * 60_000) });
    const crowd = readers(18, 600, (index) => ({ network: `own ${index}` }));
    const first = new Date(hourOf(0)).toISOString().slice(0, 16);
    const decisions = new Map([[`sign_ups ${first}`, 'count' as const]]);
    expect(counts(verdicts(crowd, {}, { each }))).toEqual({ held: 18 });
    expect(counts(verdicts(crowd, {}, { each, decisions }))).toEqual({ billable: 9, held: 9 });
  });

  it('counts no reader twice', () => {
    const twice = [...readers(6, 1), click(90, 700, { reader_id: 1000 })];
    expect(counts(verdicts(twice, {}, { decisions: decide('count') }))).toEqual({ billable: 6, duplicate: 1 });
  });
});

describe('a flood', () => {
  const FLOOD = 100_000;
  const HOUR = 3600;

  it('of one reader’s clicks on two links and on the hidden one takes no longer for each than a few do', () => {
    const traps = Array.from({ length: FLOOD }, (_, i) => onHoneypot(i, i * 0.01));
    const clicks = Array.from({ length: FLOOD }, (_, i) =>
      click(FLOOD + i, HOUR + i * 0.01, { store: i % 2 ? 'kobo' : 'amazon' }),
    );
    const late = click(3 * FLOOD, 3 * HOUR);
    const reasons = verdicts([...traps, ...clicks, late]);
    const counted = Object.groupBy(Object.values(reasons), (reason) => String(reason));
    expect([counted.burst?.length, counted.billable?.length]).toEqual([FLOOD, 1]);
    expect(reasons[3 * FLOOD]).toBe('billable');
  });
});

describe('of several reasons the first is given:', () => {
  const late = WINDOW_SECONDS + 100;
  const burst = (at: number) => elsewhere(4, at, 0.1);

  it.each<[string, Click[], Partial<ReaderFacts>, string]>([
    ['the machine before the hidden link', [click(1, 60, { ua_class: 'bot' }), onHoneypot(2, 60)], {}, 'bot_ua'],
    ['HEAD before the burst', [...burst(60), click(1, 60, { ua_class: 'head' })], {}, 'head'],
    ['the hidden link before the burst', [...burst(60), click(1, 60), onHoneypot(2, 60)], {}, 'honeypot'],
    ['the burst before the own click', [...burst(60), click(1, 60)], { is_partner: true }, 'burst'],
    ['the own click before staff', [click(1, 60)], { is_partner: true, is_staff: true }, 'own_click'],
    ['staff before the window', [click(1, late)], { is_staff: true }, 'staff'],
    ['the window before the duplicate', [click(2, 60), click(1, late)], {}, 'out_of_window'],
  ])('%s', (_, clicks, reader, reason) => {
    expect(verdicts(clicks, reader)[1]).toBe(reason);
  });
});
