import type { Prisma } from '#prisma';
import type { Database } from '#server/platform/database.ts';
import { containing, pageOf } from '#server/platform/http/lists.ts';
import type { AuthorListQuery } from '#shared/authors.ts';

type List = { page: number; per: number; sort_col: string; sort_dir: 'asc' | 'desc' } & Partial<
  Pick<AuthorListQuery, 'q' | 'letter'>
>;

const withCount = { _count: { select: { books: { where: { status: 'active' } } } } } as const;

/** `partner_id` narrows to one partner's own profiles. */
export async function listAuthors(db: Database, query: List, partner_id?: number) {
  const where: Prisma.AuthorWhereInput = {
    ...(partner_id === undefined ? {} : { partner_id }),
    AND: [
      query.q ? { name: containing(query.q) } : {},
      query.letter ? { name: { startsWith: query.letter, mode: 'insensitive' } } : {},
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

export const authorById = (db: Database, id: number, partner_id?: number) =>
  db.author.findFirst({
    where: { id, ...(partner_id === undefined ? {} : { partner_id }) },
    include: withCount,
    relationLoadStrategy: 'join',
  });
