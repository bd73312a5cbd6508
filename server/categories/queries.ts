import type { Database } from '#server/platform/database.ts';
import { pageOf } from '#server/platform/http/lists.ts';

type Paging = { page: number; per: number; sort_col: string; sort_dir: 'asc' | 'desc' };

export async function listCategories(db: Database, query: Paging) {
  const [rows, total] = await Promise.all([
    db.category.findMany({ ...pageOf(query), orderBy: { [query.sort_col]: query.sort_dir } }),
    db.category.count(),
  ]);
  return { rows, total };
}

export const categoryById = (db: Database, id: number) => db.category.findUnique({ where: { id } });

const withCategories = { categories: { orderBy: { position: 'asc' } } } as const;

export async function listSuperCategories(db: Database, query: Paging) {
  const [rows, total] = await Promise.all([
    db.superCategory.findMany({
      ...pageOf(query),
      orderBy: { [query.sort_col]: query.sort_dir },
      include: withCategories,
    }),
    db.superCategory.count(),
  ]);
  return { rows, total };
}

export const superCategoryById = (db: Database, id: number) =>
  db.superCategory.findUnique({ where: { id }, include: withCategories, relationLoadStrategy: 'join' });
