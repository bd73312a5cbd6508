import { describe, expect, it } from 'vitest';
import { assembleFor, type EditionDeal, fits, type ReaderChoice, subjectOf } from './assemble.ts';

const EVERYTHING: ReaderChoice = {
  category_ids: [1, 2, 3],
  stores: [],
  free_only: false,
  max_price_cents: null,
  adult_ok: false,
};

const MYSTERY = { category_id: 1, category_name: 'Mystery', category_position: 1 };
const ROMANCE = { category_id: 2, category_name: 'Romance', category_position: 2 };

let position = 0;
const deal = (promotion_id: number, facts: Partial<EditionDeal> = {}): EditionDeal => ({
  promotion_id,
  ...MYSTERY,
  is_adult: false,
  is_top: false,
  position: ++position,
  title: 'The Quiet Harbour',
  author_name: 'Ada Quill',
  blurb: 'A drowned ferryman, and a ledger.',
  cover_url: 'https://deckle.test/cover.webp',
  sale_price_cents: 99,
  current_price_cents: 499,
  stores: ['amazon', 'kobo'],
  ...facts,
});

/** [[category, ids in order]] */
const shape = (reader: ReaderChoice, deals: readonly EditionDeal[]) =>
  assembleFor(reader, deals).map((section) => [section.category_name, section.deals.map((one) => one.promotion_id)]);

describe('a deal fits a reader', () => {
  it.each<[string, Partial<ReaderChoice>, Partial<EditionDeal>, boolean]>([
    ['of its category', { category_ids: [1] }, {}, true],
    ['of other categories', { category_ids: [2, 3] }, {}, false],
    ['who named no store', { stores: [] }, { stores: ['kobo'] }, true],
    ['who uses one of its stores', { stores: ['kobo', 'ibooks'] }, {}, true],
    ['who uses none of its stores', { stores: ['ibooks'] }, {}, false],
    ['who wants free books, if it is free', { free_only: true }, { sale_price_cents: 0 }, true],
    ['who wants free books, if it costs a cent', { free_only: true }, { sale_price_cents: 1 }, false],
    ['at the price ceiling', { max_price_cents: 199 }, { sale_price_cents: 199 }, true],
    ['over the price ceiling', { max_price_cents: 199 }, { sale_price_cents: 200 }, false],
    ['with a ceiling of nothing, if it is free', { max_price_cents: 0 }, { sale_price_cents: 0 }, true],
    ['who reads adult books, if it is adult', { adult_ok: true }, { is_adult: true }, true],
    ['who does not, if it is adult', { adult_ok: false }, { is_adult: true }, false],
    ['who reads adult books, if it is not', { adult_ok: true }, {}, true],
  ])('%s', (_, reader, facts, expected) => {
    expect(fits({ ...EVERYTHING, ...reader }, deal(1, facts))).toBe(expected);
  });

  it('only when it has a store at all', () => {
    expect(fits(EVERYTHING, deal(1, { stores: [] }))).toBe(false);
  });
});

describe('the mail', () => {
  it('has a section per category, in the order of the categories', () => {
    const deals = [deal(1, ROMANCE), deal(2), deal(3, ROMANCE), deal(4)];
    expect(shape(EVERYTHING, deals)).toEqual([
      ['Mystery', [2, 4]],
      ['Romance', [1, 3]],
    ]);
  });

  it('begins each category with its top of the newsletter, then keeps the order of the edition', () => {
    const deals = [
      deal(1, { position: 3 }),
      deal(2, { position: 1 }),
      deal(3, { position: 4, is_top: true }),
      deal(4, { ...ROMANCE, position: 2 }),
      deal(5, { ...ROMANCE, position: 5, is_top: true }),
    ];
    expect(shape(EVERYTHING, deals)).toEqual([
      ['Mystery', [3, 2, 1]],
      ['Romance', [5, 4]],
    ]);
  });

  it('leaves out what does not fit, and a category of which nothing is left', () => {
    const deals = [deal(1, { sale_price_cents: 0 }), deal(2), deal(3, ROMANCE)];
    expect(shape({ ...EVERYTHING, free_only: true }, deals)).toEqual([['Mystery', [1]]]);
  });

  it('shows only the stores that the reader uses', () => {
    const [section] = assembleFor({ ...EVERYTHING, stores: ['kobo', 'google_play'] }, [deal(1)]);
    expect(section!.deals[0]!.stores).toEqual(['kobo']);
    const [all] = assembleFor(EVERYTHING, [deal(1)]);
    expect(all!.deals[0]!.stores).toEqual(['amazon', 'kobo']);
  });

  it('is none when nothing fits', () => {
    expect(assembleFor({ ...EVERYTHING, category_ids: [] }, [deal(1)])).toEqual([]);
    expect(assembleFor(EVERYTHING, [])).toEqual([]);
  });

  it('holds forty deals at most, and the last ones of the edition go', () => {
    const deals = Array.from({ length: 45 }, (_, i) => deal(i + 1, { position: i + 1 }));
    const [[, ids] = []] = shape(EVERYTHING, deals) as [string, number[]][];
    expect(ids).toHaveLength(40);
    expect(ids!.at(-1)).toBe(40);
  });

  it('does not change the edition it is made from', () => {
    const deals = [deal(2, { position: 2 }), deal(1, { position: 1, stores: ['amazon', 'kobo'] })];
    const before = structuredClone(deals);
    assembleFor({ ...EVERYTHING, stores: ['kobo'] }, deals);
    expect(deals).toEqual(before);
  });
});

describe('the subject', () => {
  it.each<[string, EditionDeal[]]>([
    ['Today: “The Quiet Harbour” for $0.99', [deal(1)]],
    ['Today: “The Quiet Harbour” free', [deal(1, { sale_price_cents: 0 })]],
    ['Today: “Emma” free, and 2 more', [deal(1), deal(2, { title: 'Emma', sale_price_cents: 0 }), deal(3)]],
    [
      'Today: “The Top” for $4.99, and 1 more',
      [deal(1, { sale_price_cents: 0 }), deal(2, { title: 'The Top', sale_price_cents: 499, is_top: true })],
    ],
    [
      'Today: “First” for $0.99, and 1 more',
      [deal(1, { title: 'Second', position: 2 }), deal(2, { title: 'First', position: 1 })],
    ],
    ['No deals today', []],
  ])('%s', (subject, deals) => {
    expect(subjectOf(deals)).toBe(subject);
  });

  it('keeps forty letters of a title and shortens a longer one', () => {
    expect(subjectOf([deal(1, { title: 'a'.repeat(40) })])).toBe(`Today: “${'a'.repeat(40)}” for $0.99`);
    expect(subjectOf([deal(1, { title: 'a'.repeat(41) })])).toBe(`Today: “${'a'.repeat(39)}…” for $0.99`);
  });
});
