/** Selects and orders the deals of one reader's email. Pure. */
import type { Store } from '#shared/business.ts';
import type { NewsletterKind } from '#shared/newsletters.ts';

/** A deal as frozen into a newsletter. */
export type FrozenDeal = {
  promotion_id: number;
  /** The daily newsletter that the promotion ran in; clicks from the weekly email are attributed to it too. */
  newsletter_id: number;
  category_id: number;
  category_name: string;
  category_position: number;
  is_adult: boolean;
  is_top: boolean;
  /** Order within the newsletter. */
  position: number;
  title: string;
  author_name: string | null;
  blurb: string;
  cover_url: string;
  sale_price_cents: number;
  current_price_cents: number;
  /** The deal's last day. Absent from newsletters frozen before an upgrade. */
  deal_ends_on?: string;
  stores: Store[];
};

/** Key of a deal as readers with these stores see it. */
export const dealKey = ({ promotion_id, stores }: FrozenDeal) => `${promotion_id} ${stores}`;

export type ReaderChoice = {
  category_ids: readonly number[];
  /** Empty means all stores. */
  stores: readonly Store[];
  free_only: boolean;
  max_price_cents: number | null;
  adult_ok: boolean;
};

/** `bytes` of HTML, including the heading. */
export type Section = { category_name: string; deals: FrozenDeal[]; bytes: number };

/** Readers don't get through more than this; for the weekly email it is the product's promise. */
export const MAX_DEALS: Record<NewsletterKind, number> = { daily: 40, weekly: 10 };

/** Bytes of HTML. */
export type Sizes = { dealBytes(deal: FrozenDeal): number; headingBytes(category_name: string): number };
/** Limits of one email. */
export type EmailLimits = Sizes & { deals: number; bytes: number };

/** The reader's deals by category, regardless of size; a deal shows only the stores the reader uses. */
export function sectionsFor(reader: ReaderChoice, deals: readonly FrozenDeal[], sizes: Sizes): Section[] {
  const fitting = deals
    .filter((deal) => fits(reader, deal))
    .map((deal) => (reader.stores.length ? { ...deal, stores: storesFor(reader, deal) } : deal));
  return byCategory(fitting, sizes);
}

/**
 * Returns the sections if they fit, otherwise new ones of the highest-ranked deals. Empty when nothing matches: then no
 * email is sent.
 */
export function fitToLimits(sections: readonly Section[], room: EmailLimits): readonly Section[] {
  const count = sections.reduce((sum, { deals }) => sum + deals.length, 0);
  const bytes = sections.reduce((sum, section) => sum + section.bytes, 0);
  if (count <= room.deals && bytes <= room.bytes) return sections;
  const ranked = sections.flatMap(({ deals }) => deals).sort(byRank);
  return byCategory(trimToSize(ranked.slice(0, room.deals), room), room);
}

function byCategory(deals: readonly FrozenDeal[], { dealBytes, headingBytes }: Sizes): Section[] {
  const categories = Map.groupBy([...deals].sort(byPlace), (deal) => deal.category_name);
  return [...categories].map(([category_name, own]) => ({
    category_name,
    deals: own,
    bytes: own.reduce((sum, deal) => sum + dealBytes(deal), headingBytes(category_name)),
  }));
}

/** The longest prefix that fits. A category's heading counts with the category's first deal. */
function trimToSize(
  ranked: readonly FrozenDeal[],
  { bytes, dealBytes, headingBytes }: EmailLimits,
): readonly FrozenDeal[] {
  const headed = new Set<string>();
  let taken = 0;
  const end = ranked.findIndex((deal) => {
    taken += dealBytes(deal) + (headed.has(deal.category_name) ? 0 : headingBytes(deal.category_name));
    headed.add(deal.category_name);
    return taken > bytes;
  });
  return end < 0 ? ranked : ranked.slice(0, end);
}

/** Decides for newsletters and feeds. */
export const fits = (
  reader: ReaderChoice,
  deal: Pick<FrozenDeal, 'category_id' | 'stores' | 'sale_price_cents' | 'is_adult'>,
) =>
  reader.category_ids.includes(deal.category_id) &&
  storesFor(reader, deal).length > 0 &&
  (!reader.free_only || deal.sale_price_cents === 0) &&
  (reader.max_price_cents === null || deal.sale_price_cents <= reader.max_price_cents) &&
  (reader.adult_ok || !deal.is_adult);

const storesFor = (reader: ReaderChoice, deal: Pick<FrozenDeal, 'stores'>) =>
  reader.stores.length ? deal.stores.filter((store) => reader.stores.includes(store)) : deal.stores;

/** Ranks deals for the size limit: paid top spots first, then the newsletter's order. */
const byRank = (a: FrozenDeal, b: FrozenDeal) => Number(b.is_top) - Number(a.is_top) || a.position - b.position;

const byPlace = (a: FrozenDeal, b: FrozenDeal) =>
  a.category_position - b.category_position || Number(b.is_top) - Number(a.is_top) || a.position - b.position;

/** The subject: 'Today: “Emma” free, and 7 more'. Weekly emails differ too much between readers to name a book. */
export function subjectOf(kind: NewsletterKind, deals: readonly FrozenDeal[]): string {
  if (kind === 'weekly') return deals.length ? 'The best ebook deals of the week' : 'No deals this week';
  const [first] = [...fitForAll(deals)].sort(
    (a, b) => Number(b.is_top) - Number(a.is_top) || a.sale_price_cents - b.sale_price_cents || a.position - b.position,
  );
  if (!first) return 'No deals today';
  const price = first.sale_price_cents === 0 ? 'free' : `for $${(first.sale_price_cents / 100).toFixed(2)}`;
  const title = first.title.length > 40 ? `${first.title.slice(0, 39)}…` : first.title;
  return `Today: “${title}” ${price}${deals.length > 1 ? `, and ${deals.length - 1} more` : ''}`;
}

/** Everyone gets the same subject, so it names no adult book unless there are no others. */
function fitForAll(deals: readonly FrozenDeal[]) {
  const others = deals.filter(({ is_adult }) => !is_adult);
  return others.length ? others : deals;
}

/** The inbox preview text. */
export const preheaderOf = (kind: NewsletterKind, deals: readonly FrozenDeal[]) =>
  kind === 'weekly'
    ? 'The deals readers clicked most, all still at their deal price.'
    : fitForAll(deals)
        .slice(0, 3)
        .map(({ title }) => title)
        .join(' · ');

/** Size of the prior, in readers: pulls a small sample toward the usual rate. */
const PRIOR_READERS = 50;

/** Interest in a deal: smoothed clicks per thousand readers who were sent it. */
export const interestOf = ({ clicks, readers, usual_rate }: { clicks: number; readers: number; usual_rate: number }) =>
  (1000 * (clicks + PRIOR_READERS * usual_rate)) / (readers + PRIOR_READERS);
