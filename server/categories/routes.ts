import { implement } from '#server/api/implement.ts';
import type { Deps } from '#server/platform/deps.ts';
import { notFound } from '#server/platform/errors.ts';
import { metaOf } from '#server/platform/http/lists.ts';
import { categoriesApi } from '#shared/api/categories.ts';
import { presentCategory, presentSuperCategory } from './presenter.ts';
import { categoryById, listCategories, listSuperCategories, superCategoryById } from './queries.ts';

export const categoryRoutes = (deps: Pick<Deps, 'db'>) =>
  implement(categoriesApi, {
    list: async ({ query }) => {
      const { rows, total } = await listCategories(deps.db, query);
      return { categories: rows.map(presentCategory), meta: metaOf(query, total) };
    },
    show: async ({ id, query }) => {
      const category = await categoryById(deps.db, id, query.joins);
      if (!category) throw notFound();
      return { category: presentCategory(category) };
    },
    listSuper: async ({ query }) => {
      const { rows, total } = await listSuperCategories(deps.db, query);
      return {
        super_categories: rows.map((row) => presentSuperCategory(row, query.joins)),
        meta: metaOf(query, total),
      };
    },
    showSuper: async ({ id, query }) => {
      const superCategory = await superCategoryById(deps.db, id);
      if (!superCategory) throw notFound();
      return { super_category: presentSuperCategory(superCategory, query.joins) };
    },
  });
