import fc from 'fast-check';
import { expect, it } from 'vitest';
import { STORES } from '#shared/business.ts';
import { type FrozenDeal, type ReaderChoice, sectionsFor } from './assemble.ts';
import { createSectionMatcher } from './section-matcher.ts';

const SIZES = { dealBytes: ({ stores }: FrozenDeal) => 100 * stores.length, headingBytes: () => 10 };
const CATEGORIES = 6;

const stores = fc.subarray([...STORES], { minLength: 0 });
const deals: fc.Arbitrary<FrozenDeal[]> = fc
  .array(
    fc.record({
      category_id: fc.integer({ min: 1, max: CATEGORIES }),
      is_adult: fc.boolean(),
      is_top: fc.boolean(),
      sale_price_cents: fc.constantFrom(0, 99, 299),
      stores,
    }),
    { maxLength: 30 },
  )
  .map((facts) =>
    facts.map((fact, index) => ({
      ...fact,
      promotion_id: index + 1,
      newsletter_id: 7,
      category_name: `Category ${fact.category_id}`,
      category_position: CATEGORIES - fact.category_id,
      position: index,
      title: 'Emma',
      author_name: 'Jane Austen',
      blurb: 'Handsome, clever, and rich.',
      cover_url: '/c',
      current_price_cents: 499,
    })),
  );
const reader: fc.Arbitrary<ReaderChoice> = fc.record({
  category_ids: fc.uniqueArray(fc.integer({ min: 1, max: CATEGORIES + 1 })),
  stores,
  free_only: fc.boolean(),
  max_price_cents: fc.constantFrom(null, 0, 199),
  adult_ok: fc.boolean(),
});

it('finds the same sections for many readers as for each alone', () => {
  fc.assert(
    fc.property(deals, fc.array(reader, { minLength: 1, maxLength: 20 }), (sampleDeals, readers) => {
      const sectionsOf = createSectionMatcher(sampleDeals, SIZES);
      for (const one of readers) expect(sectionsOf(one)).toEqual(sectionsFor(one, sampleDeals, SIZES));
    }),
    { numRuns: 200, seed: 20261202 },
  );
});

it('computes sections once for all readers with the same preferences, whatever their categories', () => {
  let measured = 0;
  const counting = { ...SIZES, headingBytes: () => ++measured };
  const [sampleDeals] = fc.sample(
    deals.filter((some) => new Set(some.map(({ category_id }) => category_id)).size > 3),
    1,
  );
  const sectionsOf = createSectionMatcher(sampleDeals!, counting);
  const all = { free_only: false, max_price_cents: null, stores: [], adult_ok: true };
  sectionsOf({ ...all, category_ids: [1, 2, 3, 4, 5, 6] });
  const after = measured;
  expect(after).toBeGreaterThan(0);
  for (const id of [1, 2, 3, 4, 5, 6]) sectionsOf({ ...all, category_ids: [id] });
  expect(measured).toBe(after);
});
