import type { Prisma } from '#prisma';
import type { Database } from '#server/platform/database.ts';
import { containsText, pageOf } from '#server/platform/http/lists.ts';
import type { AuthorListQuery } from '#shared/authors.ts';
import { parseDate } from '#shared/dates.ts';

type AuthorList = { page: number; per: number; sort_col: string; sort_dir: 'asc' | 'desc' } & Partial<
  Pick<AuthorListQuery, 'q' | 'letter'>
>;

const withCount = { _count: { select: { books: { where: { status: 'active' } } } } } as const;

/** `partner_id` restricts the list to one partner's profiles. */
export async function listAuthors(db: Database, query: AuthorList, partner_id?: number) {
  const where: Prisma.AuthorWhereInput = {
    ...(partner_id === undefined ? {} : { partner_id }),
    AND: [
      query.q ? { name: containsText(query.q) } : {},
      // Slugs are names in plain Latin letters.
      query.letter ? { slug: { startsWith: query.letter } } : {},
    ],
  };
  const [rows, total] = await Promise.all([
    db.author.findMany({
      ...pageOf(query),
      where,
      orderBy: [{ [query.sort_col]: query.sort_dir }, { id: query.sort_dir }],
      include: withCount,
      relationLoadStrategy: 'join',
    }),
    db.author.count({ where }),
  ]);
  return { rows, total };
}

export const authorById = (db: Database, id: number, partner_id?: number) =>
  db.author.findFirst({
    where: { id, ...(partner_id === undefined ? {} : { partner_id }) },
    include: withCount,
    relationLoadStrategy: 'join',
  });

/** Followers by author: subscribed readers whose list has the author or one of their series. */
export async function countFollowers(db: Database, author_ids: readonly number[]): Promise<Map<number, number>> {
  const rows = await db.$queryRaw<{ author_id: number; followers: number }[]>`
    select l.author_id, count(distinct l.reader_id)::int as followers
    from reader_list_items l join readers r on r.id = l.reader_id
    where l.author_id = any(${[...author_ids]}::int[]) and r.status = 'active' group by 1`;
  return new Map(rows.map(({ author_id, followers }) => [author_id, followers]));
}

const MAX_BOOKS = 50;

/** Each author's active books, newest first, at most 50 each. */
export const authorBooks = (db: Database, author_ids: readonly number[]) =>
  db.$queryRaw<{ author_id: number; id: number; title: string; slug: string }[]>`
    select author_id, book.*
    from unnest(${[...author_ids]}::int[]) with ordinality as authors (author_id, place)
    cross join lateral (
      select b.id, b.title, b.slug from books b
      where b.author_id = authors.author_id and b.status = 'active' order by b.id desc limit ${MAX_BOOKS}) as book
    order by place, book.id desc`;

export const partnersOf = (db: Database, ids: readonly number[]) =>
  db.partner.findMany({ where: { id: { in: [...ids] } }, select: { id: true, name: true } });

const MAX_PAST_DEALS = 20;

export type AuthorPastDealRow = {
  author_id: number;
  promotion_id: number;
  sale_price_cents: number;
  promotion_date: Date;
  deal_ends_on: Date;
  book_id: number;
  title: string;
  slug: string;
};

/** Each author's deals that ended before `date` (Vancouver time), newest first: at most 20 each, of active books. */
export const authorPastDeals = (db: Database, author_ids: readonly number[], date: string) =>
  db.$queryRaw<AuthorPastDealRow[]>`
    select author_id, deal.*
    from unnest(${author_ids}::int[]) with ordinality as authors (author_id, place)
    cross join lateral (
      select p.id as promotion_id, p.sale_price_cents, coalesce(p.promotion_date, p.requested_date) as promotion_date,
        p.deal_ends_on, b.id as book_id, b.title, b.slug
      from promotions p join books b on b.id = p.book_id
      where b.author_id = authors.author_id and b.status = 'active'
        and p.sent_at is not null and p.cancelled_at is null and p.deal_ends_on < ${parseDate(date)}::date
      order by p.promotion_date desc, p.id desc limit ${MAX_PAST_DEALS}) as deal
    order by place, deal.promotion_date desc, promotion_id desc`;
