/** From promotions to the deals of an edition, as they stand now. */

import type { Prisma } from '#prisma';
import { coverUrl } from '#server/books/presenter.ts';
import type { Database, Tx } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { storesOf } from '#shared/stores.ts';
import type { EditionDeal } from './assemble.ts';

const include = {
  book: { include: { author: true } },
  category: true,
  addons: { where: { state: 'confirmed' } },
} as const satisfies Prisma.PromotionInclude;
export type DealRow = Prisma.PromotionGetPayload<{ include: typeof include }>;

export const dealRows = (db: Database | Tx, where: Prisma.PromotionWhereInput): Promise<DealRow[]> =>
  db.promotion.findMany({ where, include, relationLoadStrategy: 'join', orderBy: { id: 'asc' } });

/** The deals of these promotions, in this order. A confirmed add-on is the top place of its category. */
export async function dailyDeals(
  deps: Deps,
  db: Database | Tx,
  { newsletter_id, ids }: { newsletter_id: number; ids: readonly number[] },
): Promise<EditionDeal[]> {
  const rows = new Map((await dealRows(db, { id: { in: [...ids] } })).map((row) => [row.id, row]));
  return ids.map((id, index) => {
    const row = rows.get(id)!;
    return { ...dealOf(deps, row), newsletter_id, is_top: row.addons.length > 0, position: index + 1 };
  });
}

export const dealOf = (deps: Deps, row: DealRow): Omit<EditionDeal, 'newsletter_id' | 'is_top' | 'position'> => ({
  promotion_id: row.id,
  category_id: row.category_id,
  category_name: row.category.name,
  category_position: row.category.position,
  is_adult: row.category.is_adult || row.book.content_rating === 'adult',
  title: row.book.title,
  author_name: row.book.author?.name ?? null,
  blurb: row.blurb_override || row.book.blurb || `${row.book.description.slice(0, 280).replace(/\s+\S*$/, '')} …`,
  cover_url: deps.config.appUrl + coverUrl(row.book.cover),
  sale_price_cents: row.sale_price_cents,
  current_price_cents: row.current_price_cents,
  stores: storesOf(row.book),
});
