import type { Prisma } from '#prisma';
import type { Database } from '#server/platform/database.ts';
import { pageOf } from '#server/platform/http/lists.ts';
import type { BookListQuery } from '#shared/books.ts';
import { dateOf } from '#shared/dates.ts';

/** A promotion whose newsletter went out and whose deal still runs on that Vancouver date. */
export const runningOn = (date: string): Prisma.PromotionWhereInput => ({
  sent_at: { not: null },
  cancelled_at: null,
  promotion_date: { lte: dateOf(date) },
  deal_ends_on: { gte: dateOf(date) },
});

const withDeal = (date: string) =>
  ({
    author: true,
    category: true,
    partner: true,
    promotions: { where: runningOn(date), orderBy: { promotion_date: 'desc' }, take: 1 },
  }) as const;

/** Who asks: the public sees active books only, a partner their own, staff all. */
export type BookScope = { kind: 'public' } | { kind: 'partner'; partner_id: number } | { kind: 'user' };

const scopeWhere = (scope: BookScope): Prisma.BookWhereInput =>
  scope.kind === 'public' ? { status: 'active' } : scope.kind === 'partner' ? { partner_id: scope.partner_id } : {};

function filters(query: BookListQuery, date: string): Prisma.BookWhereInput[] {
  const deal: Prisma.PromotionWhereInput = { ...runningOn(date), ...(query.free_only ? { price_type: 'free' } : {}) };
  return [
    query.q ? { OR: [{ title: like(query.q) }, { series: like(query.q) }, { author: { name: like(query.q) } }] } : {},
    query.category_id ? { OR: [{ category_id: query.category_id }, { secondary_category_id: query.category_id }] } : {},
    query.author_id ? { author_id: query.author_id } : {},
    query.partner_id ? { partner_id: query.partner_id } : {},
    query.status ? { status: query.status } : {},
    query.deals_only || query.free_only ? { promotions: { some: deal } } : {},
  ];
}

const like = (text: string) => ({ contains: text, mode: 'insensitive' }) as const;

export async function listBooks(db: Database, query: BookListQuery, scope: BookScope, date: string) {
  const where: Prisma.BookWhereInput = { AND: [scopeWhere(scope), ...filters(query, date)] };
  const orderBy = [{ [query.sort_col]: query.sort_dir }, { id: 'desc' as const }];
  const [rows, total] = await Promise.all([
    db.book.findMany({ ...pageOf(query), where, orderBy, include: withDeal(date), relationLoadStrategy: 'join' }),
    db.book.count({ where }),
  ]);
  return { rows, total };
}

export const bookById = (db: Database, id: number, scope: BookScope, date: string) =>
  db.book.findFirst({ where: { id, ...scopeWhere(scope) }, include: withDeal(date), relationLoadStrategy: 'join' });
