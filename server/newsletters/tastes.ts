/** Which deals fit whom, found once for all readers of the same taste. */
import { type EditionDeal, type ReaderChoice, type Section, type Sizes, sectionsFor } from './assemble.ts';
import { kept } from './once.ts';

/** A million readers have some hundred of them; who names an odd price of their own does not stay. */
const MOST_TASTES = 1_000;

/** Answers how to find a reader's sections, in the order of the categories. */
export function sectionsByTaste(deals: readonly EditionDeal[], sizes: Sizes): (reader: ReaderChoice) => Section[] {
  const categories = [...Map.groupBy(deals, ({ category_id }) => category_id)]
    .map(([id, own]) => ({ id, deals: own, position: own[0]!.category_position }))
    .sort((a, b) => a.position - b.position);
  const ofTaste = kept(
    tasteName,
    (reader) =>
      kept(
        ({ id }: (typeof categories)[number]) => id,
        ({ id, deals }) => sectionsFor({ ...reader, category_ids: [id] }, deals, sizes),
      ),
    MOST_TASTES,
  );
  return (reader) => {
    const sectionsIn = ofTaste(reader);
    return categories.filter(({ id }) => reader.category_ids.includes(id)).flatMap(sectionsIn);
  };
}

/** Everything but the categories. */
const tasteName = ({ stores, free_only, max_price_cents, adult_ok }: ReaderChoice) =>
  `${stores} ${free_only} ${max_price_cents} ${adult_ok}`;
