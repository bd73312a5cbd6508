/** Matches deals to readers once per set of preferences. See docs/decisions/0124-mark-deals-of-readers-lists.md. */
import { memoize } from '#server/platform/memoize.ts';
import { dealKey, type FrozenDeal, type ReaderChoice, type Section, type Sizes, sectionsFor } from './assemble.ts';

/** Most readers share a few dozen preference sets; the limit bounds the rare ones. */
const MAX_PREFERENCE_SETS = 200;

/** Returns a function that finds a reader's sections, in category order. */
export function createSectionMatcher(deals: readonly FrozenDeal[], sizes: Sizes): (reader: ReaderChoice) => Section[] {
  const categories = [...Map.groupBy(deals, ({ category_id }) => category_id)]
    .map(([id, categoryDeals]) => ({ id, deals: categoryDeals, position: categoryDeals[0]!.category_position }))
    .sort((a, b) => a.position - b.position);
  /** Many preference sets show the same deals, so equal deals are one object. */
  const canonicalDeal = memoize((deal: FrozenDeal) => deal, { key: dealKey });
  const sectionsForPreferences = memoize(
    (reader: ReaderChoice) =>
      memoize(
        ({ id, deals: categoryDeals }: (typeof categories)[number]) =>
          sectionsFor({ ...reader, category_ids: [id] }, categoryDeals, sizes).map((section) => ({
            ...section,
            deals: section.deals.map(canonicalDeal),
          })),
        { key: ({ id }) => id },
      ),
    { key: preferenceKey, max: MAX_PREFERENCE_SETS },
  );
  return (reader) => {
    const sectionsIn = sectionsForPreferences(reader);
    return categories.filter(({ id }) => reader.category_ids.includes(id)).flatMap(sectionsIn);
  };
}

/** The preferences that `sectionsFor` uses, except the categories. A reader's list isn't one of them. */
const preferenceKey = ({ stores, free_only, max_price_cents, adult_ok }: ReaderChoice) =>
  `${stores} ${free_only} ${max_price_cents} ${adult_ok}`;
