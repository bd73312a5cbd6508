/** Matches deals to readers once per set of preferences. */
import { memoize } from '#server/platform/memoize.ts';
import { type EditionDeal, type ReaderChoice, type Section, type Sizes, sectionsFor, shownName } from './assemble.ts';

/** Most readers share a few dozen preference sets; the limit bounds the rare ones. */
const MAX_TASTES = 200;

/** Returns a function that finds a reader's sections, in category order. */
export function sectionsByTaste(deals: readonly EditionDeal[], sizes: Sizes): (reader: ReaderChoice) => Section[] {
  const categories = [...Map.groupBy(deals, ({ category_id }) => category_id)]
    .map(([id, own]) => ({ id, deals: own, position: own[0]!.category_position }))
    .sort((a, b) => a.position - b.position);
  /** Preference sets differ more than the deals they show, so equal deals are shared. */
  const shared = memoize((deal: EditionDeal) => deal, { key: shownName });
  const ofTaste = memoize(
    (reader: ReaderChoice) =>
      memoize(
        ({ id, deals: own }: (typeof categories)[number]) =>
          sectionsFor({ ...reader, category_ids: [id] }, own, sizes).map((section) => ({
            ...section,
            deals: section.deals.map(shared),
          })),
        { key: ({ id }) => id },
      ),
    { key: tasteKey, max: MAX_TASTES },
  );
  return (reader) => {
    const sectionsIn = ofTaste(reader);
    return categories.filter(({ id }) => reader.category_ids.includes(id)).flatMap(sectionsIn);
  };
}

/** Everything but the categories. */
const tasteKey = ({ stores, free_only, max_price_cents, adult_ok }: ReaderChoice) =>
  `${stores} ${free_only} ${max_price_cents} ${adult_ok}`;
