/** Which deals one reader's mail holds, and in which order: pure. */
import type { Store } from '#shared/business.ts';

/** One deal as it was frozen into the edition. */
export type EditionDeal = {
  promotion_id: number;
  category_id: number;
  category_name: string;
  category_position: number;
  is_adult: boolean;
  is_top: boolean;
  /** Order within the edition. */
  position: number;
  title: string;
  author_name: string | null;
  blurb: string;
  cover_url: string;
  sale_price_cents: number;
  current_price_cents: number;
  stores: Store[];
};

export type ReaderChoice = {
  category_ids: readonly number[];
  /** None chosen means all. */
  stores: readonly Store[];
  free_only: boolean;
  max_price_cents: number | null;
  adult_ok: boolean;
};

export type Section = { category_name: string; deals: EditionDeal[] };

/** A mail longer than this is cut off by large mail services; the last deals of the edition go first. */
export const MAX_DEALS = 40;

/** The reader's deals by category; a deal shows only the stores the reader uses. Empty when nothing fits: then there is no mail. */
export function assembleFor(reader: ReaderChoice, deals: readonly EditionDeal[]): Section[] {
  const chosen = deals
    .filter((deal) => fits(reader, deal))
    .map((deal) => ({ ...deal, stores: storesFor(reader, deal) }))
    .sort(byPlace)
    .slice(0, MAX_DEALS);
  return [...Map.groupBy(chosen, (deal) => deal.category_name)].map(([category_name, own]) => ({
    category_name,
    deals: own,
  }));
}

export const fits = (reader: ReaderChoice, deal: EditionDeal) =>
  reader.category_ids.includes(deal.category_id) &&
  storesFor(reader, deal).length > 0 &&
  (!reader.free_only || deal.sale_price_cents === 0) &&
  (reader.max_price_cents === null || deal.sale_price_cents <= reader.max_price_cents) &&
  (reader.adult_ok || !deal.is_adult);

const storesFor = (reader: ReaderChoice, deal: EditionDeal) =>
  reader.stores.length ? deal.stores.filter((store) => reader.stores.includes(store)) : deal.stores;

const byPlace = (a: EditionDeal, b: EditionDeal) =>
  a.category_position - b.category_position || Number(b.is_top) - Number(a.is_top) || a.position - b.position;

/** 'Today: "Emma" free, and 7 more' – what the edition's subject says. */
export function subjectOf(deals: readonly EditionDeal[]): string {
  const [first] = [...deals].sort(
    (a, b) => Number(b.is_top) - Number(a.is_top) || a.sale_price_cents - b.sale_price_cents || a.position - b.position,
  );
  if (!first) return 'No deals today';
  const price = first.sale_price_cents === 0 ? 'free' : `for $${(first.sale_price_cents / 100).toFixed(2)}`;
  const title = first.title.length > 40 ? `${first.title.slice(0, 39)}…` : first.title;
  return `Today: “${title}” ${price}${deals.length > 1 ? `, and ${deals.length - 1} more` : ''}`;
}
