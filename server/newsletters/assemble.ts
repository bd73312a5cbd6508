/** Selects and orders the deals of one reader's email, writes subjects and preview texts, and rates interest. Pure. */
import type { Store } from '#shared/business.ts';
import type { NewsletterKind } from '#shared/newsletters.ts';
import { hasWebAddress } from '#shared/params.ts';
import { wishPrice } from '#shared/reader-list.ts';

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
  /** Matched with readers' lists. Absent from newsletters frozen before an upgrade. */
  book_id?: number;
  author_id?: number | null;
  series?: string | null;
  title: string;
  author_name: string | null;
  blurb: string;
  cover_url: string;
  sale_price_cents: number;
  current_price_cents: number;
  /** The deal's last day. Absent from newsletters frozen before an upgrade. */
  deal_ends_on?: string;
  stores: Store[];
  /** Why the reader's list names the deal, such as 'On your list'. Absent if it doesn't. */
  reason?: string;
  /** True if the list follows the deal's author or series, so the email has no link to follow the author. */
  is_followed?: boolean;
};

/** Key of a deal's entry in an email, which depends on the reader's stores and on why their list names the deal. */
export const dealKey = ({ promotion_id, stores, reason = '', is_followed = false }: FrozenDeal) =>
  `${promotion_id} ${stores} ${is_followed} ${reason}`;

/** The part of a reader's list that can match: followed authors and series, and saved books. */
export type ReaderList = {
  items: readonly {
    author_id: number | null;
    /** Empty if the whole author is followed, and for a saved book. */
    series: string;
    book_id: number | null;
    max_price_cents: number | null;
  }[];
  /** True if one of the reader's genres is adult. Only then can their list bring adult deals. */
  has_adult_genre: boolean;
};

export type ReaderChoice = {
  category_ids: readonly number[];
  /** Empty means all stores. */
  stores: readonly Store[];
  free_only: boolean;
  max_price_cents: number | null;
  adult_ok: boolean;
  /** A weekly reader who gets a daily newsletter's deals on their list. */
  list_only?: boolean;
  /** Null or absent if there's no list to match. */
  list?: ReaderList | null;
};

/**
 * Heading of the deals that the reader's list names. They get a section of their own, before the categories, so that
 * top spots stay first in theirs.
 */
export const LIST_HEADING = 'From your list';

/** Deals of followed authors and series outside the reader's genres. Saved books don't count. */
const MAX_FOLLOWED_EXTRAS = 5;

/** `bytes` of HTML, including the heading. */
export type Section = { category_name: string; deals: FrozenDeal[]; bytes: number };

/** Readers don't get through more than this; for the weekly email it is the product's promise. */
export const MAX_DEALS: Record<NewsletterKind, number> = { daily: 40, weekly: 10 };

/** Bytes of HTML. */
export type Sizes = { dealBytes(deal: FrozenDeal): number; headingBytes(category_name: string): number };
export type EmailLimits = Sizes & { deals: number; bytes: number };

/** The reader's deals by category, regardless of size; a deal shows only the stores the reader uses. */
export function sectionsFor(reader: ReaderChoice, deals: readonly FrozenDeal[], sizes: Sizes): Section[] {
  const fitting = deals
    .filter((deal) => matchesPreferences(reader, deal))
    .map((deal) => (reader.stores.length ? { ...deal, stores: storesFor(reader, deal) } : deal));
  return groupByCategory(fitting, sizes);
}

/**
 * The reader's sections with a first one for the deals that their list names, whatever their genre. Sections that lose
 * no deal to it stay the same objects, because their rendering is shared between readers.
 */
export function withList(
  reader: ReaderChoice,
  { sections, deals, sizes }: { sections: readonly Section[]; deals: readonly FrozenDeal[]; sizes: Sizes },
): readonly Section[] {
  const listed = listedDeals(reader, deals);
  if (!listed.length) return sections;
  const ids = new Set(listed.map(({ promotion_id }) => promotion_id));
  const others = sections.flatMap((section) => {
    const unlisted = section.deals.filter(({ promotion_id }) => !ids.has(promotion_id));
    return unlisted.length === section.deals.length ? [section] : groupByCategory(unlisted, sizes);
  });
  return [...groupByCategory(listed, sizes), ...others];
}

function listedDeals(reader: ReaderChoice, deals: readonly FrozenDeal[]): FrozenDeal[] {
  let extras = 0;
  return deals.flatMap((deal) => {
    const matching = reader.list?.items.filter((one) => matchesItem(one, deal)).sort(bySpecificity) ?? [];
    const [item] = matching;
    if (!item) return [];
    if (!matchesPreferences(reader, deal)) {
      if (!fitsList(reader, deal, item)) return [];
      if (item.book_id === null && ++extras > MAX_FOLLOWED_EXTRAS) return [];
    }
    const is_followed = matching.some(({ book_id }) => book_id === null);
    return [{ ...deal, stores: storesFor(reader, deal), reason: reasonOf(item, deal), is_followed }];
  });
}

type Item = ReaderList['items'][number];

/** In SQL: `list_matches` in freeze-readers.ts. */
const matchesItem = ({ author_id, series, book_id, max_price_cents }: Item, deal: FrozenDeal) =>
  book_id !== null
    ? book_id === deal.book_id && (max_price_cents === null || deal.sale_price_cents <= max_price_cents)
    : author_id === deal.author_id && (series === '' || series.toLowerCase() === deal.series?.toLowerCase());

/** Sorts the most specific reason first: a saved book before a follow, and a series before an author. */
const bySpecificity = (a: Item, b: Item) =>
  Number(b.book_id !== null) - Number(a.book_id !== null) || Number(b.series !== '') - Number(a.series !== '');

/**
 * The maximum price of a saved book replaces the reader's own price limits, which otherwise apply. In SQL:
 * freeze-readers.ts.
 */
const fitsList = (reader: ReaderChoice, deal: FrozenDeal, { max_price_cents }: Item) =>
  storesFor(reader, deal).length > 0 &&
  (max_price_cents !== null || fitsPrice(reader, deal)) &&
  (!deal.is_adult || (reader.adult_ok && reader.list!.has_adult_genre));

/** Staff don't review the name of a series, so it must not bring a link into the email. */
function reasonOf({ series, book_id, max_price_cents }: Item, deal: FrozenDeal) {
  if (book_id === null && series && hasWebAddress(deal.series!)) return 'From a series you follow';
  if (book_id === null) return `You follow ${series ? deal.series : deal.author_name}`;
  return max_price_cents === null ? 'On your list' : `On your list: ${wishPrice(max_price_cents)}`;
}

/**
 * Returns the sections if they fit, otherwise new ones of the highest-ranked deals. Empty when nothing matches: then no
 * email is sent.
 */
export function fitToLimits(sections: readonly Section[], limits: EmailLimits): readonly Section[] {
  const count = sections.reduce((sum, { deals }) => sum + deals.length, 0);
  const bytes = sections.reduce((sum, section) => sum + section.bytes, 0);
  if (count <= limits.deals && bytes <= limits.bytes) return sections;
  const ranked = sections.flatMap(({ deals }) => deals).sort(byRank);
  return groupByCategory(trimToSize(ranked.slice(0, limits.deals), limits), limits);
}

function groupByCategory(deals: readonly FrozenDeal[], { dealBytes, headingBytes }: Sizes): Section[] {
  const categories = Map.groupBy([...deals].sort(byDisplayOrder), headingOf);
  return [...categories].map(([category_name, categoryDeals]) => ({
    category_name,
    deals: categoryDeals,
    bytes: categoryDeals.reduce((sum, deal) => sum + dealBytes(deal), headingBytes(category_name)),
  }));
}

const headingOf = ({ reason, category_name }: FrozenDeal) => (reason ? LIST_HEADING : category_name);

/** The longest prefix that fits. A category's heading counts with the category's first deal. */
function trimToSize(
  ranked: readonly FrozenDeal[],
  { bytes, dealBytes, headingBytes }: EmailLimits,
): readonly FrozenDeal[] {
  const counted = new Set<string>();
  let totalBytes = 0;
  const end = ranked.findIndex((deal) => {
    const heading = headingOf(deal);
    totalBytes += dealBytes(deal) + (counted.has(heading) ? 0 : headingBytes(heading));
    counted.add(heading);
    return totalBytes > bytes;
  });
  return end < 0 ? ranked : ranked.slice(0, end);
}

/** True if a deal matches a reader's preferences, for newsletters and feeds. */
export const matchesPreferences = (
  reader: ReaderChoice,
  deal: Pick<FrozenDeal, 'category_id' | 'stores' | 'sale_price_cents' | 'is_adult'>,
) =>
  reader.category_ids.includes(deal.category_id) &&
  storesFor(reader, deal).length > 0 &&
  fitsPrice(reader, deal) &&
  (reader.adult_ok || !deal.is_adult);

const fitsPrice = (reader: ReaderChoice, deal: Pick<FrozenDeal, 'sale_price_cents'>) =>
  (!reader.free_only || deal.sale_price_cents === 0) &&
  (reader.max_price_cents === null || deal.sale_price_cents <= reader.max_price_cents);

const storesFor = (reader: ReaderChoice, deal: Pick<FrozenDeal, 'stores'>) =>
  reader.stores.length ? deal.stores.filter((store) => reader.stores.includes(store)) : deal.stores;

/** Ranks deals for the limits: paid top spots first, then the reader's list, then the newsletter's order. */
const byRank = (a: FrozenDeal, b: FrozenDeal) =>
  Number(b.is_top) - Number(a.is_top) || Number(!a.reason) - Number(!b.reason) || a.position - b.position;

const byDisplayOrder = (a: FrozenDeal, b: FrozenDeal) =>
  Number(!a.reason) - Number(!b.reason) ||
  a.category_position - b.category_position ||
  Number(b.is_top) - Number(a.is_top) ||
  a.position - b.position;

/** The subject: 'Today: “Emma” is free, and 7 more', or in a weekly newsletter 'Best of the week: …'. */
export function subjectOf(kind: NewsletterKind, deals: readonly FrozenDeal[]): string {
  const candidates = preferNonAdult(deals);
  if (!candidates.length) return kind === 'weekly' ? 'No deals this week' : 'No deals today';
  const comesFirst = kind === 'weekly' ? isBetter : isTopOrCheaper;
  const first = candidates.reduce((best, deal) => (comesFirst(deal, best) ? deal : best));
  const price = first.sale_price_cents === 0 ? 'is free' : `for $${(first.sale_price_cents / 100).toFixed(2)}`;
  const title = truncate(first.title, 40);
  return `${kind === 'weekly' ? 'Best of the week' : 'Today'}: “${title}” ${price}${deals.length > 1 ? `, and ${deals.length - 1} more` : ''}`;
}

/** A weekly newsletter's deals have the order of readers' interest. */
const isBetter = (a: FrozenDeal, b: FrozenDeal) => a.position < b.position;

const isTopOrCheaper = (a: FrozenDeal, b: FrozenDeal) =>
  (Number(b.is_top) - Number(a.is_top) ||
    (a.is_top ? 0 : a.sale_price_cents - b.sale_price_cents) ||
    a.position - b.position) < 0;

/** Never cuts a surrogate pair in half: the database stores the half as another character. */
const truncate = (text: string, max: number) =>
  text.length > max ? `${text.slice(0, max - 1).replace(/[\ud800-\udbff]$/, '')}…` : text;

/**
 * Anyone who sees the inbox can read the subject and preheader, so these name an adult book only if there is no other.
 */
function preferNonAdult(deals: readonly FrozenDeal[]) {
  const nonAdult = deals.filter(({ is_adult }) => !is_adult);
  return nonAdult.length ? nonAdult : deals;
}

/** Inboxes show about a hundred characters. */
const MAX_PREHEADER_TITLE = 80;

/** The inbox preview text. */
export const preheaderOf = (kind: NewsletterKind, deals: readonly FrozenDeal[]) =>
  kind === 'weekly'
    ? 'The deals readers clicked most, all still on sale.'
    : preferNonAdult(deals)
        .slice(0, 3)
        .map(({ title }) => truncate(title, MAX_PREHEADER_TITLE))
        .join(' · ');

/** Size of the prior, in readers: pulls a small sample toward the usual rate. */
const PRIOR_READERS = 50;

/** Interest in a deal: readers who clicked, per thousand readers of its category, smoothed. */
export const interestOf = ({
  clicking_readers,
  readers,
  usual_rate,
}: {
  clicking_readers: number;
  readers: number;
  usual_rate: number;
}) => (1000 * (clicking_readers + PRIOR_READERS * usual_rate)) / (readers + PRIOR_READERS);
