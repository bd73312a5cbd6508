import type { Database, Tx } from '#server/platform/database.ts';
import { type OptionalPaging, pageOrAll } from '#server/platform/http/lists.ts';

type Query = OptionalPaging & { sort_col: string; sort_dir: 'asc' | 'desc' };

export async function listCategories(
  db: Tx,
  { super_category_id, joins, ...query }: Query & { super_category_id?: number | undefined; joins: readonly string[] },
) {
  const where = super_category_id ? { super_category_id } : {};
  const [rows, total] = await Promise.all([
    db.category.findMany({
      ...pageOrAll(query),
      where,
      orderBy: [{ [query.sort_col]: query.sort_dir }, { id: query.sort_dir }],
      include: { super_category: joins.includes('super_category') },
      relationLoadStrategy: 'join',
    }),
    db.category.count({ where }),
  ]);
  return { rows, total };
}

export const categoryById = (db: Database, id: number, joins: readonly string[]) =>
  db.category.findUnique({
    where: { id },
    include: { super_category: joins.includes('super_category') },
    relationLoadStrategy: 'join',
  });

const withCategories = { categories: { orderBy: { position: 'asc' } } } as const;

export async function listSuperCategories(db: Tx, query: Query) {
  const [rows, total] = await Promise.all([
    db.superCategory.findMany({
      ...pageOrAll(query),
      orderBy: [{ [query.sort_col]: query.sort_dir }, { id: query.sort_dir }],
      include: withCategories,
    }),
    db.superCategory.count(),
  ]);
  return { rows, total };
}

export const superCategoryById = (db: Database, id: number) =>
  db.superCategory.findUnique({ where: { id }, include: withCategories, relationLoadStrategy: 'join' });
