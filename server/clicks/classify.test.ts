/** Which clicks are billed (design 1-product, "Clicks"), reason by reason, and how well a labelled crowd is told apart (M8). */
import { describe, expect, it } from 'vitest';
import { type Click, classifyClicks, type ReaderFacts } from './classify.ts';

const SENT = new Date('2026-12-03T18:00:00.000Z').getTime();
const WINDOW_END = new Date('2026-12-06T18:00:00.000Z');
const WINDOW_SECONDS = 72 * 3600;
const OURS = 1;
const READER = 10;
const PERSON: ReaderFacts = { link_count: 20, is_partner: false, is_staff: false };

/** A click `seconds` after the mail went out; by default a person's, on our promotion. */
const click = (id: number, seconds: number, facts: Partial<Click> = {}): Click => ({
  id: BigInt(id),
  promotion_id: OURS,
  reader_id: READER,
  source: 'newsletter',
  store: 'amazon',
  clicked_at: new Date(SENT + Math.round(seconds * 1000)),
  ua_class: 'person',
  ...facts,
});
const onHoneypot = (id: number, seconds: number, facts: Partial<Click> = {}) =>
  click(id, seconds, { promotion_id: null, store: null, ...facts });
/** Links of other promotions in the same mail, one each `gap` seconds. */
const elsewhere = (count: number, seconds: number, gap = 0.5) =>
  Array.from({ length: count }, (_, i) => click(100 + i, seconds + i * gap, { promotion_id: 100 + i }));

/** {id: reason}, with 'billable' for the ones that are. */
function verdicts(clicks: readonly Click[], reader: Partial<ReaderFacts> = {}) {
  const readers = new Map(
    [...new Set(clicks.map((one) => one.reader_id!))].map((id) => [id, { ...PERSON, ...reader }]),
  );
  const all = classifyClicks(clicks, { promotion_id: OURS, window_ends_at: WINDOW_END, readers });
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
    expect(classifyClicks([click(1, 60)], bare)).toEqual([{ id: 1n, billable: true, invalid_reason: null }]);
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
    ['three other links in three seconds', elsewhere(3, 59), 20, 'burst'],
    ['two other links in three seconds', elsewhere(2, 59), 20, 'billable'],
    [
      'three others, one of them a second too early',
      [...elsewhere(2, 59), click(90, 56, { promotion_id: 90 })],
      20,
      'billable',
    ],
    ['two other links of a mail of five: 60 %', elsewhere(2, 59), 5, 'burst'],
    ['one other link of a mail of five: 40 %', elsewhere(1, 59.5), 5, 'billable'],
    ['two other links of a mail of six: 50 %', elsewhere(2, 59), 6, 'billable'],
    ['one other link of a mail of three: 67 %', elsewhere(1, 59.5), 3, 'burst'],
    ['the other link of a mail of two', elsewhere(1, 59.5), 2, 'burst'],
    ['nothing else in a mail of one link', [], 1, 'billable'],
    ['two other links of a mail nobody measured', elsewhere(2, 59), 0, 'billable'],
    ['three other links of a mail nobody measured', elsewhere(3, 59), 0, 'burst'],
  ] as const)('with %s', (_, others, link_count, expected) => {
    expect(verdicts([...others, click(1, 60)], { link_count })[1]).toBe(expected);
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

  it('takes exactly three seconds at most', () => {
    expect(verdicts([...elsewhere(3, 57, 1), click(1, 60)])[1]).toBe('burst');
    expect(verdicts([...elsewhere(3, 56.999, 1), click(1, 60)])[1]).toBe('billable');
  });

  it('spoils the minute, and a later single click counts', () => {
    const burst = elsewhere(4, 60, 0.1);
    expect(verdicts([...burst, click(1, 60)])).toEqual({ 1: 'burst' });
    expect(verdicts([...burst, click(1, 120)])).toEqual({ 1: 'burst' });
    expect(verdicts([...burst, click(1, 120.001)])).toEqual({ 1: 'billable' });
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

describe('the hidden link', () => {
  it.each([
    [0, 'honeypot'],
    [-60, 'honeypot'],
    [60, 'honeypot'],
    [-60.001, 'billable'],
    [60.001, 'billable'],
  ])('followed %d seconds from the click makes it %s', (distance, expected) => {
    expect(verdicts([click(1, 600), onHoneypot(2, 600 + distance)])).toEqual({ 1: expected });
  });

  it('followed by a bot spoils the minute as well', () => {
    expect(verdicts([click(1, 600), onHoneypot(2, 610, { ua_class: 'bot' })])).toEqual({ 1: 'honeypot' });
  });

  it('followed by one reader says nothing about another', () => {
    expect(verdicts([click(1, 600), onHoneypot(2, 600, { reader_id: 11 })])).toEqual({ 1: 'billable' });
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
    const late = click(3 * FLOOD, 2 * HOUR);
    const reasons = verdicts([...traps, ...clicks, late], { link_count: 2 });
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
