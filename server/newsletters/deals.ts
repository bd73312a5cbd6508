/** Converts promotions to a newsletter's deals. */

import type { Prisma } from '#prisma';
import { emailCoverUrl } from '#server/books/presenter.ts';
import type { Database, Tx } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { STORES } from '#shared/business.ts';
import { toIsoDate } from '#shared/dates.ts';
import { entryBlurb } from '#shared/excerpt.ts';
import { approvedVersionOf, isApprovedAuthor } from '#shared/reviewed-facts.ts';
import type { FrozenDeal } from './assemble.ts';

const include = {
  category: true,
  addons: { where: { state: 'confirmed' } },
  book: { select: { author_id: true, series: true, author: { select: { name: true } } } },
} as const satisfies Prisma.PromotionInclude;
export type DealRow = Prisma.PromotionGetPayload<{ include: typeof include }>;

export const dealRows = (db: Database | Tx, where: Prisma.PromotionWhereInput): Promise<DealRow[]> =>
  db.promotion.findMany({ where, include, relationLoadStrategy: 'join', orderBy: { id: 'asc' } });

/** The deals of these promotions, in this order. A confirmed add-on is its category's top spot. */
export async function dailyDeals(
  deps: Pick<Deps, 'config'>,
  db: Database | Tx,
  { newsletter_id, ids }: { newsletter_id: number; ids: readonly number[] },
): Promise<FrozenDeal[]> {
  const rows = new Map((await dealRows(db, { id: { in: [...ids] } })).map((row) => [row.id, row]));
  return ids.map((id, index) => {
    const row = rows.get(id)!;
    return { ...dealOf(deps, row), newsletter_id, is_top: row.addons.length > 0, position: index + 1 };
  });
}

/**
 * Shows only the approved version, whatever has changed in the book since. Followers are matched by the book's current
 * series, and by its current author if that is still the approved one.
 */
export function dealOf(
  deps: Pick<Deps, 'config'>,
  row: DealRow,
): Omit<FrozenDeal, 'newsletter_id' | 'is_top' | 'position'> {
  const { book, store_urls } = approvedVersionOf(row);
  return {
    promotion_id: row.id,
    category_id: row.category_id,
    category_name: row.category.name,
    category_position: row.category.position,
    is_adult: row.category.is_adult || book.content_rating === 'adult',
    book_id: row.book_id,
    author_id: isApprovedAuthor(row.book, book) ? row.book.author_id : null,
    series: row.book.series,
    title: book.title,
    author_name: book.author_name,
    blurb: entryBlurb(row.blurb_override, book),
    cover_url: deps.config.appUrl + emailCoverUrl(book.cover),
    sale_price_cents: row.sale_price_cents,
    current_price_cents: row.current_price_cents,
    deal_ends_on: toIsoDate(row.deal_ends_on),
    stores: STORES.filter((store) => store_urls[store]),
  };
}
