import type { Prisma } from '#prisma';
import type { Database } from '#server/platform/database.ts';
import { containing, pageOf } from '#server/platform/http/lists.ts';
import type { AuthorListQuery } from '#shared/authors.ts';
import { dateOf } from '#shared/dates.ts';

type List = { page: number; per: number; sort_col: string; sort_dir: 'asc' | 'desc' } & Partial<
  Pick<AuthorListQuery, 'q' | 'letter'>
>;

const withCount = { _count: { select: { books: { where: { status: 'active' } } } } } as const;

/** `partner_id` restricts the list to one partner's profiles. */
export async function listAuthors(db: Database, query: List, partner_id?: number) {
  const where: Prisma.AuthorWhereInput = {
    ...(partner_id === undefined ? {} : { partner_id }),
    AND: [
      query.q ? { name: containing(query.q) } : {},
      query.letter ? { OR: initialsOf(query.letter).map(beginningWith) } : {},
    ],
  };
  const [rows, total] = await Promise.all([
    db.author.findMany({
      ...pageOf(query),
      where,
      orderBy: { [query.sort_col]: query.sort_dir },
      include: withCount,
      relationLoadStrategy: 'join',
    }),
    db.author.count({ where }),
  ]);
  return { rows, total };
}

const ACCENTED = Array.from({ length: 0x180 - 0xc0 }, (_, index) => String.fromCodePoint(0xc0 + index));
const initialsOf = (letter: string) => [
  letter,
  ...ACCENTED.filter((accented) => accented.normalize('NFD')[0]!.toLowerCase() === letter),
];
const beginningWith = (startsWith: string) => ({ name: { startsWith, mode: 'insensitive' } }) as const;

export const authorById = (db: Database, id: number, partner_id?: number) =>
  db.author.findFirst({
    where: { id, ...(partner_id === undefined ? {} : { partner_id }) },
    include: withCount,
    relationLoadStrategy: 'join',
  });

const PAST_DEALS = 20;

/** Promotions of the author's books that were sent and have ended by that Vancouver date, newest first. */
export const authorPastDeals = (db: Database, author_id: number, date: string) =>
  db.promotion.findMany({
    where: {
      book: { author_id, status: 'active' },
      sent_at: { not: null },
      cancelled_at: null,
      deal_ends_on: { lt: dateOf(date) },
    },
    include: { book: { select: { id: true, title: true, slug: true } } },
    orderBy: [{ promotion_date: 'desc' }, { id: 'desc' }],
    take: PAST_DEALS,
    relationLoadStrategy: 'join',
  });
