import { implement } from '#server/api/implement.ts';
import { memoizeList } from '#server/api/memoized-lists.ts';
import type { Deps } from '#server/platform/deps.ts';
import { notFound } from '#server/platform/errors.ts';
import { metaOf } from '#server/platform/http/lists.ts';
import { categoriesApi } from '#shared/api/categories.ts';
import type { CategoryListQuery, SuperCategoryListQuery } from '#shared/categories.ts';
import { presentCategory, presentSuperCategory } from './presenter.ts';
import { categoryById, listCategories, listSuperCategories, superCategoryById } from './queries.ts';

export function categoryRoutes(deps: Pick<Deps, 'db' | 'pool'>) {
  const memo = { tables: ['categories', 'super_categories'] as const, key: JSON.stringify };
  const categories = memoizeList(deps, memo, async (tx, query: CategoryListQuery) => {
    const { rows, total } = await listCategories(tx, query);
    return { categories: rows.map(presentCategory), meta: metaOf(query, total) };
  });
  const superCategories = memoizeList(deps, memo, async (tx, query: SuperCategoryListQuery) => {
    const { rows, total } = await listSuperCategories(tx, query);
    return { super_categories: rows.map((row) => presentSuperCategory(row, query.joins)), meta: metaOf(query, total) };
  });
  return implement(categoriesApi, {
    list: ({ query }) => categories(query),
    show: async ({ id, query }) => {
      const category = await categoryById(deps.db, id, query.joins);
      if (!category) throw notFound();
      return { category: presentCategory(category) };
    },
    listSuper: ({ query }) => superCategories(query),
    showSuper: async ({ id, query }) => {
      const superCategory = await superCategoryById(deps.db, id);
      if (!superCategory) throw notFound();
      return { super_category: presentSuperCategory(superCategory, query.joins) };
    },
  });
}
