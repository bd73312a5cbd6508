import type { Author, Book, Category, Partner, Promotion } from '#prisma';
import { presentAuthor } from '#server/authors/presenter.ts';
import { presentCategory } from '#server/categories/presenter.ts';
import { presentPartnerContact } from '#server/partners/presenter.ts';
import type { Book as ApiBook, Deal, PastDeal } from '#shared/books.ts';
import { STORE_URL_FIELDS, STORES, type Store } from '#shared/business.ts';
import { toIsoDate } from '#shared/dates.ts';
import { approvedVersionOf, isApprovedAuthor, type StoreUrls, storeUrlsOf } from '#shared/reviewed-facts.ts';
import { slugOf } from '#shared/slug.ts';
import { storesOf } from '#shared/stores.ts';
import type { HydratedBook, HydratedDeal } from './hydrate.ts';

export type BookRow = Book & {
  author?: Author | null;
  category?: Category | null;
  partner?: Partner;
  /** The running promotion, if any. */
  promotions?: Promotion[];
};

type Joins = readonly string[];

export const NO_COVER = '/no-cover.svg';
export const coverUrl = (cover: string | null) => (cover ? `/media/${cover}` : NO_COVER);

/** The cover as JPEG, since some email programs show neither WebP nor SVG. */
export const emailCoverUrl = (cover: string | null) => (cover ? `/media/${cover}.jpg` : '/no-cover.jpg');

/** The path of the link that counts a click on our own pages and redirects to the store. */
export type SiteLink = (promotion_id: number, store: Store) => string;

/** The public form of a book: the approved version while a deal runs. `siteLink` adds tracked links to the deal. */
export const presentBook = (book: BookRow, joins: Joins = [], siteLink?: SiteLink): ApiBook => ({
  ...presentHydrated(book, siteLink),
  ...presentBookJoins(withShownAuthor(book), joins),
});

/** Leaves out an author profile that isn't the approved one, or whose name has changed, while a deal runs. */
function withShownAuthor(book: BookRow): BookRow {
  const [deal] = book.promotions ?? [];
  if (!deal) return book;
  return isApprovedAuthor(book, approvedVersionOf(deal).book) ? book : { ...book, author: null };
}

const presentBookJoins = (book: BookRow, joins: Joins): Partial<ApiBook> => ({
  ...(joins.includes('author') ? { author: book.author ? presentAuthor(book.author) : null } : {}),
  ...(joins.includes('category') && book.category ? { category: presentCategory(book.category) } : {}),
});

/** The public form of a book without joins. */
export const presentHydrated = (book: HydratedBook, siteLink?: SiteLink): ApiBook =>
  presentFields(asApproved(book), siteLink);

/** While a deal runs, the approved version; otherwise the partner's current version without dead links. */
function asApproved(book: HydratedBook): HydratedBook {
  const [deal] = book.promotions ?? [];
  const approved = deal && approvedVersionOf(deal);
  const { author_name, ...facts } = approved
    ? { ...approved.book, slug: slugOf(approved.book.title) }
    : { author_name: book.author?.name ?? null };
  const urls: StoreUrls = approved ? approved.store_urls : storeUrlsOf(book);
  const links = Object.fromEntries(STORES.map((store) => [STORE_URL_FIELDS[store], urls[store] ?? null]));
  return { ...book, ...facts, ...links, dead_stores: [], author: author_name === null ? null : { name: author_name } };
}

const presentFields = (book: HydratedBook, siteLink?: SiteLink): ApiBook => ({
  id: book.id,
  title: book.title,
  subtitle: book.subtitle,
  slug: book.slug,
  series: book.series,
  series_number: book.series_number,
  author_id: book.author_id,
  author_name: book.author?.name ?? null,
  category_id: book.category_id,
  secondary_category_id: book.secondary_category_id,
  asin: book.asin,
  isbn13: book.isbn13,
  description: book.description,
  blurb: book.blurb,
  page_count: book.page_count,
  language: book.language,
  published_on: book.published_on && toIsoDate(book.published_on),
  rating_avg: book.rating_avg,
  rating_count: book.rating_count,
  content_rating: book.content_rating,
  in_kindle_unlimited: book.in_kindle_unlimited,
  amazon_url: book.amazon_url,
  ibooks_url: book.ibooks_url,
  barnes_and_noble_url: book.barnes_and_noble_url,
  google_play_url: book.google_play_url,
  kobo_url: book.kobo_url,
  cover_url: coverUrl(book.cover),
  deal: book.promotions?.[0] ? presentDeal(book.promotions[0], book, siteLink) : null,
});

export const presentPastDeal = (promotion: Promotion): PastDeal => ({
  promotion_id: promotion.id,
  sale_price_cents: promotion.sale_price_cents,
  current_price_cents: promotion.current_price_cents,
  promotion_date: toIsoDate(promotion.promotion_date ?? promotion.requested_date),
  deal_ends_on: toIsoDate(promotion.deal_ends_on),
});

const presentDeal = (promotion: HydratedDeal, book: HydratedBook, siteLink?: SiteLink): Deal => ({
  promotion_id: promotion.id,
  sale_price_cents: promotion.sale_price_cents,
  current_price_cents: promotion.current_price_cents,
  price_type: promotion.price_type,
  promotion_date: toIsoDate(promotion.promotion_date ?? promotion.requested_date),
  deal_ends_on: toIsoDate(promotion.deal_ends_on),
  store_links: siteLink
    ? Object.fromEntries(storesOf(book).map((store) => [store, siteLink(promotion.id, store)]))
    : {},
});

/** All fields, for the owner and staff. */
export const presentBookDetails = (
  book: BookRow,
  joins: Joins = [],
  role: 'partner' | 'user' = 'partner',
): ApiBook => ({
  ...presentFields(book),
  ...presentBookJoins(book, joins),
  partner_id: book.partner_id,
  status: book.status,
  dead_stores: book.dead_stores,
  store_data: book.store_data,
  store_data_fetched_at: book.store_data_fetched_at?.toISOString() ?? null,
  created_at: book.created_at.toISOString(),
  updated_at: book.updated_at.toISOString(),
  ...(joins.includes('partner') && book.partner ? { partner: partnerFor(book.partner, role) } : {}),
});

const partnerFor = (partner: Partner, role: 'partner' | 'user') =>
  role === 'user' ? presentPartnerContact(partner) : { id: partner.id, name: partner.name };
