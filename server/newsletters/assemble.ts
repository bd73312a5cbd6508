/** Which deals one reader's mail holds, and in which order: pure. */
import type { Store } from '#shared/business.ts';
import type { NewsletterKind } from '#shared/newsletters.ts';

/** One deal as it was frozen into the edition. */
export type EditionDeal = {
  promotion_id: number;
  /** The daily edition that the promotion runs in: its clicks belong there, also those of the weekly mail. */
  newsletter_id: number;
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

/** Of a deal as those see it who use these stores: they all see the same. */
export const shownName = ({ promotion_id, stores }: EditionDeal) => `${promotion_id} ${stores}`;

export type ReaderChoice = {
  category_ids: readonly number[];
  /** None chosen means all. */
  stores: readonly Store[];
  free_only: boolean;
  max_price_cents: number | null;
  adult_ok: boolean;
};

/** `bytes` of HTML, with its heading. */
export type Section = { category_name: string; deals: EditionDeal[]; bytes: number };

/** More than this nobody reads; of the weekly mail it is the product's promise. */
export const MOST_DEALS: Record<NewsletterKind, number> = { daily: 40, weekly: 10 };

/** Of HTML. */
export type Sizes = { dealBytes(deal: EditionDeal): number; headingBytes(category_name: string): number };
/** How much a mail may hold. */
export type Room = Sizes & { deals: number; bytes: number };

/** The reader's deals by category, whatever their size; a deal shows only the stores the reader uses. */
export function sectionsFor(reader: ReaderChoice, deals: readonly EditionDeal[], sizes: Sizes): Section[] {
  const fitting = deals
    .filter((deal) => fits(reader, deal))
    .map((deal) => (reader.stores.length ? { ...deal, stores: storesFor(reader, deal) } : deal));
  return byCategory(fitting, sizes);
}

/** The same sections when they have room, else new ones of the deals that go first. Empty when nothing fits: then there is no mail. */
export function withinRoom(sections: readonly Section[], room: Room): readonly Section[] {
  const count = sections.reduce((sum, { deals }) => sum + deals.length, 0);
  const bytes = sections.reduce((sum, section) => sum + section.bytes, 0);
  if (count <= room.deals && bytes <= room.bytes) return sections;
  const ranked = sections.flatMap(({ deals }) => deals).sort(byRank);
  return byCategory(trimmed(ranked.slice(0, room.deals), room), room);
}

function byCategory(deals: readonly EditionDeal[], { dealBytes, headingBytes }: Sizes): Section[] {
  const categories = Map.groupBy([...deals].sort(byPlace), (deal) => deal.category_name);
  return [...categories].map(([category_name, own]) => ({
    category_name,
    deals: own,
    bytes: own.reduce((sum, deal) => sum + dealBytes(deal), headingBytes(category_name)),
  }));
}

/** The longest beginning that has room. A category's heading takes its part with the category's first deal. */
function trimmed(ranked: readonly EditionDeal[], { bytes, dealBytes, headingBytes }: Room): readonly EditionDeal[] {
  const headed = new Set<string>();
  let taken = 0;
  const end = ranked.findIndex((deal) => {
    taken += dealBytes(deal) + (headed.has(deal.category_name) ? 0 : headingBytes(deal.category_name));
    headed.add(deal.category_name);
    return taken > bytes;
  });
  return end < 0 ? ranked : ranked.slice(0, end);
}

export const fits = (reader: ReaderChoice, deal: EditionDeal) =>
  reader.category_ids.includes(deal.category_id) &&
  storesFor(reader, deal).length > 0 &&
  (!reader.free_only || deal.sale_price_cents === 0) &&
  (reader.max_price_cents === null || deal.sale_price_cents <= reader.max_price_cents) &&
  (reader.adult_ok || !deal.is_adult);

const storesFor = (reader: ReaderChoice, deal: EditionDeal) =>
  reader.stores.length ? deal.stores.filter((store) => reader.stores.includes(store)) : deal.stores;

/** Who goes last when there is no room for all: first come the paid top places, then the order of the edition. */
const byRank = (a: EditionDeal, b: EditionDeal) => Number(b.is_top) - Number(a.is_top) || a.position - b.position;

const byPlace = (a: EditionDeal, b: EditionDeal) =>
  a.category_position - b.category_position || Number(b.is_top) - Number(a.is_top) || a.position - b.position;

/** 'Today: "Emma" free, and 7 more' – what the edition's subject says. The weekly mails differ too much to name a book. */
export function subjectOf(kind: NewsletterKind, deals: readonly EditionDeal[]): string {
  if (kind === 'weekly') return deals.length ? 'The best ebook deals of the week' : 'No deals this week';
  const [first] = [...deals].sort(
    (a, b) => Number(b.is_top) - Number(a.is_top) || a.sale_price_cents - b.sale_price_cents || a.position - b.position,
  );
  if (!first) return 'No deals today';
  const price = first.sale_price_cents === 0 ? 'free' : `for $${(first.sale_price_cents / 100).toFixed(2)}`;
  const title = first.title.length > 40 ? `${first.title.slice(0, 39)}…` : first.title;
  return `Today: “${title}” ${price}${deals.length > 1 ? `, and ${deals.length - 1} more` : ''}`;
}

/** The words after the subject. */
export const preheaderOf = (kind: NewsletterKind, deals: readonly EditionDeal[]) =>
  kind === 'weekly'
    ? 'What readers opened most, and what you can still get at its deal price.'
    : deals
        .slice(0, 3)
        .map(({ title }) => title)
        .join(' · ');

/** Readers asked for an opinion about a deal before anybody has clicked: they pull a small sample towards the usual. */
const PRIOR_READERS = 50;

/** How much readers wanted a deal: the share of those it was for who clicked, in clicks per thousand. */
export const interestOf = ({ clicks, readers, usual_rate }: { clicks: number; readers: number; usual_rate: number }) =>
  (1000 * (clicks + PRIOR_READERS * usual_rate)) / (readers + PRIOR_READERS);
