/** A small run; `npm run faults -- review` runs two thousand interleavings. */
import { describe, expect, it } from 'vitest';
import { createTestDatabase } from '#server/testing/database.ts';
import { reviewTrial, reviewWithoutSnapshot } from './review.ts';
import { type Done, type Effect, type State, statesAfter } from './review-model.ts';

const SEED = 20261121;
const LONG = { timeout: 300_000 };

describe('concurrent changes by partners, staff, and the freeze', () => {
  const onDatabase = async <T>(work: (url: string) => Promise<T>): Promise<T> => {
    const database = await createTestDatabase();
    try {
      return await work(database.url);
    } finally {
      await database.drop();
    }
  };

  it('send only accepted versions', LONG, async () => {
    const { violations, counts } = await onDatabase((url) => reviewTrial(url, { size: 40, seed: SEED }));
    expect(violations).toEqual([]);
    expect(Object.keys(counts)).toEqual(expect.arrayContaining(['frozen', 'left out', 'canceled', 'never approved']));
  });

  it('would send others if nothing stored the approved version (control)', LONG, async () => {
    expect(await onDatabase((url) => reviewWithoutSnapshot(url, { size: 40, seed: SEED }))).toBe('red');
  });
});

describe('the model', () => {
  const LIVE = {
    ...{ title: 'Seen', author_name: 'Ada Quill', cover_url: '/no-cover.svg', description: 'A harbor.', blurb: '' },
    ...{ content_rating: 'general', amazon_url: 'https://a', kobo_url: 'https://k', ibooks_url: null },
    ...{ barnes_and_noble_url: null, google_play_url: null, dead_stores: [] },
  };
  const TERMS = {
    ...{ category_id: 1, current_price_cents: 999, sale_price_cents: 299 },
    ...{ blurb_override: null, deal_ends_on: '2026-12-08' },
  };
  const SUBMITTED: State = {
    ...{ live: LIVE, terms: TERMS, date: '2026-12-02', is_archived: false },
    ...{ proposed: {}, approved: null, declined: null, end: null },
  };
  const APPROVE: Effect = { do: 'approve', date: '2026-12-02' };
  const setTitle = (by: 'partner' | 'staff', title: string): Effect => ({ do: 'book', by, fields: { title } });
  const setPrice = (sale_price_cents: number): Effect => ({ do: 'edit', by: 'partner', fields: { sale_price_cents } });
  const FREEZE: Effect = { do: 'freeze', date: '2026-12-02', result: 'frozen' };
  const LEAVE_OUT: Effect = { ...FREEZE, result: 'left out' };

  const inTurn = (...effects: Effect[]) =>
    statesAfter(
      [SUBMITTED],
      effects.map((effect, turn): Done => ({ effect, began: 2 * turn, ended: 2 * turn + 1, isSure: true })),
    );
  const together = (...effects: Effect[]) =>
    statesAfter(
      [SUBMITTED],
      effects.map((effect): Done => ({ effect, began: 0, ended: 1, isSure: true })),
    );
  const titles = (states: readonly State[]) => states.map(({ approved }) => approved?.title).sort();

  it("keeps the approved title over a partner's change, and adopts a staff change", () => {
    expect(titles(inTurn(APPROVE, setTitle('partner', 'Bait')))).toEqual(['Seen']);
    expect(titles(inTurn(APPROVE, setTitle('staff', 'Better')))).toEqual(['Better']);
    expect(titles(inTurn(APPROVE, setTitle('partner', 'New'), { do: 'accept' }))).toEqual(['New']);
    expect(titles(inTurn(APPROVE, setTitle('partner', 'Bait'), { do: 'keep' }))).toEqual(['Seen']);
  });

  it('allows both orders of overlapping calls, and one order of others', () => {
    expect(titles(together(APPROVE, setTitle('partner', 'Other')))).toEqual(['Other', 'Seen']);
    expect(titles(inTurn(setTitle('partner', 'Other'), APPROVE))).toEqual(['Other']);
  });

  it("has no state in which an editor approved something they hadn't seen", () => {
    expect(inTurn(setTitle('partner', 'Bait'), { ...APPROVE, seen: 'another view' })).toEqual([]);
  });

  it('accepts a lower price right away, but neither a higher one nor a free book', () => {
    const prices = (...effects: Effect[]) => inTurn(APPROVE, ...effects).map(({ terms }) => terms.sale_price_cents);
    expect(prices(setPrice(199))).toEqual([199]);
    expect(prices(setPrice(399))).toEqual([299]);
    expect(prices(setPrice(0))).toEqual([299]);
  });

  it('freezes what is approved and leaves out what would mislead readers', () => {
    const noLink: Effect = { do: 'book', by: 'partner', fields: { kobo_url: null } };
    expect(inTurn(APPROVE, FREEZE)).toHaveLength(1);
    expect(inTurn(FREEZE)).toEqual([]);
    for (const change of [setPrice(399), noLink]) {
      expect(inTurn(APPROVE, change, FREEZE)).toEqual([]);
      expect(inTurn(APPROVE, change, LEAVE_OUT)).toHaveLength(1);
      expect(inTurn(APPROVE, change, { do: 'keep' }, FREEZE)).toHaveLength(1);
    }
    expect(inTurn(APPROVE, { do: 'cancel_approved' }, FREEZE)).toEqual([]);
  });

  it('has no state after a booked book was archived', () => {
    expect(inTurn(APPROVE, { do: 'book', by: 'partner', fields: { status: 'archived' } })).toEqual([]);
  });
});
