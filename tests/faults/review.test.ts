/** A short run of the review fault test, and its model; `npm run faults -- review` runs 2,000 interleavings. */
import { describe, expect, it } from 'vitest';
import { createTestDatabase } from '#server/testing/database.ts';
import { reviewTrial, reviewWithOverwrittenVersions } from './review.ts';
import { type CompletedCall, type Effect, type State, statesAfter } from './review-model.ts';

const SEED = 20261121;
const LONG = { timeout: 300_000 };

describe('a newsletter whose promotions change while it closes', () => {
  const withTestDatabase = async <T>(work: (url: string) => Promise<T>): Promise<T> => {
    const database = await createTestDatabase();
    try {
      return await work(database.url);
    } finally {
      await database.drop();
    }
  };

  it('contains only approved versions', LONG, async () => {
    const { violations, counts } = await withTestDatabase((url) => reviewTrial(url, { size: 40, seed: SEED }));
    expect(violations).toEqual([]);
    expect(Object.keys(counts)).toEqual(expect.arrayContaining(['frozen', 'left out', 'canceled', 'never approved']));
  });

  it('contains unapproved versions if approved versions are overwritten (control)', LONG, async () => {
    expect(await withTestDatabase((url) => reviewWithOverwrittenVersions(url, { size: 40, seed: SEED }))).toBe('red');
  });
});

describe('the model', () => {
  const LIVE = {
    title: 'Seen',
    author_name: 'Ada Quill',
    cover_url: '/no-cover.svg',
    description: 'A harbor.',
    blurb: '',
    content_rating: 'general',
    amazon_url: 'https://a',
    kobo_url: 'https://k',
    ibooks_url: null,
    barnes_and_noble_url: null,
    google_play_url: null,
    dead_stores: [],
  };
  const TERMS = {
    category_id: 1,
    current_price_cents: 999,
    sale_price_cents: 299,
    blurb_override: null,
    deal_ends_on: '2026-12-08',
  };
  const SUBMITTED: State = {
    live: LIVE,
    terms: TERMS,
    date: '2026-12-02',
    is_archived: false,
    proposed: {},
    approved: null,
    declined: null,
    end: null,
  };
  const APPROVE: Effect = { do: 'approve', date: '2026-12-02' };
  const setTitle = (actor: 'partner' | 'staff', title: string): Effect => ({ do: 'book', actor, fields: { title } });
  const setPrice = (sale_price_cents: number): Effect => ({
    do: 'edit',
    actor: 'partner',
    fields: { sale_price_cents },
  });
  const FREEZE: Effect = { do: 'freeze', date: '2026-12-02', result: 'frozen' };
  const LEAVE_OUT: Effect = { ...FREEZE, result: 'left out' };

  const inSequence = (...effects: Effect[]) =>
    statesAfter(
      [SUBMITTED],
      effects.map(
        (effect, index): CompletedCall => ({ effect, startedAt: 2 * index, endedAt: 2 * index + 1, isCertain: true }),
      ),
    );
  const overlapping = (...effects: Effect[]) =>
    statesAfter(
      [SUBMITTED],
      effects.map((effect): CompletedCall => ({ effect, startedAt: 0, endedAt: 1, isCertain: true })),
    );
  const titles = (states: readonly State[]) => states.map(({ approved }) => approved?.title).sort();

  it('keeps the approved title when a partner changes it, and approves a change by staff', () => {
    expect(titles(inSequence(APPROVE, setTitle('partner', 'Bait')))).toEqual(['Seen']);
    expect(titles(inSequence(APPROVE, setTitle('staff', 'Better')))).toEqual(['Better']);
    expect(titles(inSequence(APPROVE, setTitle('partner', 'New'), { do: 'accept' }))).toEqual(['New']);
    expect(titles(inSequence(APPROVE, setTitle('partner', 'Bait'), { do: 'keep' }))).toEqual(['Seen']);
  });

  it('allows both orders of overlapping calls, but only one order of sequential calls', () => {
    expect(titles(overlapping(APPROVE, setTitle('partner', 'Other')))).toEqual(['Other', 'Seen']);
    expect(titles(inSequence(setTitle('partner', 'Other'), APPROVE))).toEqual(['Other']);
  });

  it("never approves something that the editor hadn't seen", () => {
    expect(inSequence(setTitle('partner', 'Bait'), { ...APPROVE, seen: 'another view' })).toEqual([]);
  });

  it('accepts a lower price right away, but neither a higher one nor a free book', () => {
    const prices = (...effects: Effect[]) => inSequence(APPROVE, ...effects).map(({ terms }) => terms.sale_price_cents);
    expect(prices(setPrice(199))).toEqual([199]);
    expect(prices(setPrice(399))).toEqual([299]);
    expect(prices(setPrice(0))).toEqual([299]);
  });

  it('freezes approved promotions and leaves out those that would mislead readers', () => {
    const noLink: Effect = { do: 'book', actor: 'partner', fields: { kobo_url: null } };
    expect(inSequence(APPROVE, FREEZE)).toHaveLength(1);
    expect(inSequence(FREEZE)).toEqual([]);
    for (const change of [setPrice(399), noLink]) {
      expect(inSequence(APPROVE, change, FREEZE)).toEqual([]);
      expect(inSequence(APPROVE, change, LEAVE_OUT)).toHaveLength(1);
      expect(inSequence(APPROVE, change, { do: 'keep' }, FREEZE)).toHaveLength(1);
    }
    expect(inSequence(APPROVE, { do: 'cancel_approved' }, FREEZE)).toEqual([]);
  });

  it('never archives a book that has a booked promotion', () => {
    expect(inSequence(APPROVE, { do: 'book', actor: 'partner', fields: { status: 'archived' } })).toEqual([]);
  });
});
