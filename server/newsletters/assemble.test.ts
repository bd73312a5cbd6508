import { describe, expect, it } from 'vitest';
import {
  type EmailLimits,
  type FrozenDeal,
  fitToLimits,
  interestOf,
  matchesPreferences,
  preheaderOf,
  type ReaderChoice,
  sectionsFor,
  subjectOf,
  withList,
} from './assemble.ts';

const EVERYTHING: ReaderChoice = {
  category_ids: [1, 2, 3],
  stores: [],
  free_only: false,
  max_price_cents: null,
  adult_ok: false,
};

/** Limits of a daily email, except that its size is never reached. */
const DAILY_LIMITS: EmailLimits = { deals: 40, bytes: 1_000_000, dealBytes: () => 1, headingBytes: () => 1 };

const MYSTERY = { category_id: 1, category_name: 'Mystery', category_position: 1 };
const ROMANCE = { category_id: 2, category_name: 'Romance', category_position: 2 };

let position = 0;
const deal = (promotion_id: number, facts: Partial<FrozenDeal> = {}): FrozenDeal => ({
  promotion_id,
  newsletter_id: 9,
  ...MYSTERY,
  is_adult: false,
  is_top: false,
  position: ++position,
  title: 'The Quiet Harbor',
  author_name: 'Ada Quill',
  blurb: 'A drowned ferryman, and a ledger.',
  cover_url: 'https://deckle.test/cover.webp',
  sale_price_cents: 99,
  current_price_cents: 499,
  stores: ['amazon', 'kobo'],
  ...facts,
});

const assembleFor = (reader: ReaderChoice, deals: readonly FrozenDeal[], limits: EmailLimits) =>
  fitToLimits(sectionsFor(reader, deals, limits), limits);

/** [category, promotion IDs in order] for each section. */
const shape = (reader: ReaderChoice, deals: readonly FrozenDeal[], limits: Partial<EmailLimits> = {}) =>
  assembleFor(reader, deals, { ...DAILY_LIMITS, ...limits }).map((section) => [
    section.category_name,
    section.deals.map((one) => one.promotion_id),
  ]);

describe('a deal', () => {
  it.each<[string, Partial<ReaderChoice>, Partial<FrozenDeal>, boolean]>([
    ['matches a reader of its category', { category_ids: [1] }, {}, true],
    ['doesn’t match a reader of other categories', { category_ids: [2, 3] }, {}, false],
    ['matches a reader who named no store', { stores: [] }, { stores: ['kobo'] }, true],
    ['matches a reader who uses one of its stores', { stores: ['kobo', 'ibooks'] }, {}, true],
    ['doesn’t match a reader who uses none of its stores', { stores: ['ibooks'] }, {}, false],
    ['matches a reader who wants free books, if it is free', { free_only: true }, { sale_price_cents: 0 }, true],
    [
      'doesn’t match a reader who wants free books, if it costs a cent',
      { free_only: true },
      { sale_price_cents: 1 },
      false,
    ],
    ['matches a reader at the price ceiling', { max_price_cents: 199 }, { sale_price_cents: 199 }, true],
    ['doesn’t match a reader over the price ceiling', { max_price_cents: 199 }, { sale_price_cents: 200 }, false],
    [
      'matches a reader with a price ceiling of $0, if it is free',
      { max_price_cents: 0 },
      { sale_price_cents: 0 },
      true,
    ],
    ['matches a reader who reads adult books, if it is adult', { adult_ok: true }, { is_adult: true }, true],
    ['doesn’t match a reader who reads no adult books, if it is adult', { adult_ok: false }, { is_adult: true }, false],
    ['matches a reader who reads adult books, if it is not adult', { adult_ok: true }, {}, true],
  ])('%s', (_, reader, facts, expected) => {
    expect(matchesPreferences({ ...EVERYTHING, ...reader }, deal(1, facts))).toBe(expected);
  });

  it('doesn’t match anyone if it has no store', () => {
    expect(matchesPreferences(EVERYTHING, deal(1, { stores: [] }))).toBe(false);
  });
});

describe("one reader's deals", () => {
  it('are grouped by category, in category order', () => {
    const deals = [deal(1, ROMANCE), deal(2), deal(3, ROMANCE), deal(4)];
    expect(shape(EVERYTHING, deals)).toEqual([
      ['Mystery', [2, 4]],
      ['Romance', [1, 3]],
    ]);
  });

  it("start each category with its top spot, then follow the newsletter's order", () => {
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

  it("leave out deals that don't match and categories left without deals", () => {
    const deals = [deal(1, { sale_price_cents: 0 }), deal(2), deal(3, ROMANCE)];
    expect(shape({ ...EVERYTHING, free_only: true }, deals)).toEqual([['Mystery', [1]]]);
  });

  it('show only the stores that the reader uses', () => {
    const [section] = assembleFor({ ...EVERYTHING, stores: ['kobo', 'google_play'] }, [deal(1)], DAILY_LIMITS);
    expect(section!.deals[0]!.stores).toEqual(['kobo']);
    const [all] = assembleFor(EVERYTHING, [deal(1)], DAILY_LIMITS);
    expect(all!.deals[0]!.stores).toEqual(['amazon', 'kobo']);
  });

  it('are empty when nothing matches', () => {
    expect(assembleFor({ ...EVERYTHING, category_ids: [] }, [deal(1)], DAILY_LIMITS)).toEqual([]);
    expect(assembleFor(EVERYTHING, [], DAILY_LIMITS)).toEqual([]);
  });

  it('are limited to the first 40 deals of a newsletter', () => {
    const deals = Array.from({ length: 45 }, (_, i) => deal(i + 1, { position: i + 1 }));
    const [[, ids] = []] = shape(EVERYTHING, deals) as [string, number[]][];
    expect(ids).toHaveLength(40);
    expect(ids!.at(-1)).toBe(40);
  });

  it('of a weekly newsletter are the ten best across all categories', () => {
    const deals = [
      ...Array.from({ length: 9 }, (_, i) => deal(i + 1, { position: i + 3 })),
      ...[10, 11, 12].map((id, i) => deal(id, { ...ROMANCE, position: [1, 2, 12][i]! })),
    ];
    expect(shape(EVERYTHING, deals, { deals: 10 })).toEqual([
      ['Mystery', [1, 2, 3, 4, 5, 6, 7, 8]],
      ['Romance', [10, 11]],
    ]);
  });

  it("fill the size limit with paid top spots first, then in the newsletter's order across categories", () => {
    const deals = [
      deal(1, { position: 2 }),
      deal(2, { position: 4 }),
      deal(3, { ...ROMANCE, position: 3 }),
      deal(4, { ...ROMANCE, position: 5, is_top: true }),
    ];
    const shapeIn = (bytes: number) =>
      shape(EVERYTHING, deals, { bytes, dealBytes: () => 100, headingBytes: () => 10 });
    expect(shapeIn(420)).toEqual([
      ['Mystery', [1, 2]],
      ['Romance', [4, 3]],
    ]);
    expect(shapeIn(419)).toEqual([
      ['Mystery', [1]],
      ['Romance', [4, 3]],
    ]);
    expect(shapeIn(220)).toEqual([
      ['Mystery', [1]],
      ['Romance', [4]],
    ]);
    expect(shapeIn(219)).toEqual([['Romance', [4]]]);
    expect(shapeIn(109)).toEqual([]);
  });

  it('are measured with only the stores that the reader sees', () => {
    const dealBytes = ({ stores }: FrozenDeal) => stores.length * 100;
    const limits = { bytes: 101, dealBytes };
    expect(shape(EVERYTHING, [deal(1)], limits)).toEqual([]);
    expect(shape({ ...EVERYTHING, stores: ['kobo'] }, [deal(1)], limits)).toEqual([['Mystery', [1]]]);
  });

  it("don't modify the newsletter's deals", () => {
    const deals = [deal(2, { position: 2 }), deal(1, { position: 1, stores: ['amazon', 'kobo'] })];
    const before = structuredClone(deals);
    assembleFor({ ...EVERYTHING, stores: ['kobo'] }, deals, DAILY_LIMITS);
    expect(deals).toEqual(before);
  });
});

describe('the subject', () => {
  it.each<[string, FrozenDeal[]]>([
    ['Today: “The Quiet Harbor” for $0.99', [deal(1)]],
    ['Today: “The Quiet Harbor” is free', [deal(1, { sale_price_cents: 0 })]],
    ['Today: “Emma” is free, and 2 more', [deal(1), deal(2, { title: 'Emma', sale_price_cents: 0 }), deal(3)]],
    [
      'Today: “The Top” for $4.99, and 1 more',
      [deal(1, { sale_price_cents: 0 }), deal(2, { title: 'The Top', sale_price_cents: 499, is_top: true })],
    ],
    [
      'Today: “The Top” for $4.99, and 1 more',
      [
        deal(1, { position: 2, sale_price_cents: 0, is_top: true }),
        deal(2, { position: 1, title: 'The Top', sale_price_cents: 499, is_top: true }),
      ],
    ],
    [
      'Today: “First” for $0.99, and 1 more',
      [deal(1, { title: 'Second', position: 2 }), deal(2, { title: 'First', position: 1 })],
    ],
    ['No deals today', []],
  ])('%s', (subject, deals) => {
    expect(subjectOf('daily', deals)).toBe(subject);
  });

  it('keeps forty letters of a title and truncates a longer one', () => {
    expect(subjectOf('daily', [deal(1, { title: 'a'.repeat(40) })])).toBe(`Today: “${'a'.repeat(40)}” for $0.99`);
    expect(subjectOf('daily', [deal(1, { title: 'a'.repeat(41) })])).toBe(`Today: “${'a'.repeat(39)}…” for $0.99`);
  });

  it('never cuts an emoji in half', () => {
    const title = `${'a'.repeat(38)}🐉 and more`;
    expect(subjectOf('daily', [deal(1, { title })])).toBe(`Today: “${'a'.repeat(38)}…” for $0.99`);
  });

  it('of a weekly newsletter names the deal that readers like best, and no adult one', () => {
    const deals = [
      deal(1, { position: 3, sale_price_cents: 0 }),
      deal(2, { position: 2, title: 'Emma', sale_price_cents: 199 }),
      deal(3, { position: 1, title: 'Adult', is_adult: true }),
    ];
    expect(subjectOf('weekly', deals)).toBe('Best of the week: “Emma” for $1.99, and 2 more');
    expect(subjectOf('weekly', [])).toBe('No deals this week');
  });
});

describe('the preheader', () => {
  it('lists the first three titles, and none in a weekly newsletter', () => {
    const deals = ['Emma', 'Persuasion', 'Sanditon', 'Lady Susan'].map((title, i) => deal(i, { title }));
    expect(preheaderOf('daily', deals)).toBe('Emma · Persuasion · Sanditon');
    expect(preheaderOf('weekly', deals)).toBe('The deals readers clicked most, all still on sale.');
  });
});

describe('interest in a deal', () => {
  it.each([
    ['is the usual rate without any readers', { clicking_readers: 0, readers: 0, usual_rate: 0.04 }, 40],
    [
      'is half the usual rate if none of 50 readers clicked, which is the size of the prior',
      { clicking_readers: 0, readers: 50, usual_rate: 0.04 },
      20,
    ],
    ['is the usual rate if readers clicked at that rate', { clicking_readers: 95, readers: 950, usual_rate: 0.1 }, 100],
    ['stays modest after one lucky click', { clicking_readers: 1, readers: 1, usual_rate: 0.02 }, 2000 / 51],
  ])('%s', (_, facts, expected) => {
    expect(interestOf(facts)).toBeCloseTo(expected, 9);
  });
});

describe('a reader’s list', () => {
  const EMPTY_ITEM = { book_id: null, author_id: null, series: '', max_price_cents: null };
  const follow = (author_id: number) => ({ ...EMPTY_ITEM, author_id });
  const promotionsFor = (items: NonNullable<ReaderChoice['list']>['items']) => {
    const deals = Array.from({ length: 8 }, (_, index) =>
      deal(index + 1, { ...ROMANCE, author_id: index + 1, book_id: 100 + index + 1 }),
    );
    const reader = { ...EVERYTHING, category_ids: [1], list: { items, has_adult_genre: false } };
    return withList(reader, { sections: [], deals, sizes: DAILY_LIMITS }).flatMap((section) =>
      section.deals.map(({ promotion_id }) => promotion_id),
    );
  };

  it('adds at most five deals of followed authors outside the reader’s genres, and a saved book', () => {
    expect(promotionsFor([1, 2, 3, 4, 5, 6, 7].map(follow))).toEqual([1, 2, 3, 4, 5]);
    const wish = { ...EMPTY_ITEM, book_id: 108, max_price_cents: 299 };
    expect(promotionsFor([...[1, 2, 3, 4, 5, 6, 7].map(follow), wish])).toEqual([1, 2, 3, 4, 5, 8]);
  });

  it('gives the most specific reason: a saved book, then a series, then an author', () => {
    const deals = [deal(1, { ...ROMANCE, author_id: 1, book_id: 101, series: 'Bluebell Lane' })];
    const reasonFor = (items: NonNullable<ReaderChoice['list']>['items']) =>
      withList({ ...EVERYTHING, list: { items, has_adult_genre: false } }, { sections: [], deals, sizes: DAILY_LIMITS })
        .flatMap((section) => section.deals)
        .map(({ reason }) => reason);
    const series = { ...follow(1), series: 'Bluebell Lane' };
    expect(reasonFor([follow(1), series])).toEqual(['You follow Bluebell Lane']);
    expect(reasonFor([follow(1), series, { ...EMPTY_ITEM, book_id: 101 }])).toEqual(['On your list']);
  });
});
