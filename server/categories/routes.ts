import { Router } from 'express';
import type { Deps } from '#server/platform/deps.ts';
import { missing } from '#server/platform/errors.ts';
import { metaOf } from '#server/platform/http/lists.ts';
import { idOf } from '#server/platform/http/params.ts';
import { CategoryListQuery, CategoryQuery, SuperCategoryListQuery, SuperCategoryQuery } from '#shared/categories.ts';
import { presentCategory, presentSuperCategory } from './presenter.ts';
import { categoryById, listCategories, listSuperCategories, superCategoryById } from './queries.ts';

export function categoryRoutes(deps: Deps): Router {
  const router = Router();
  router.get('/', async (req, res) => {
    const query = CategoryListQuery.parse(req.query);
    const { rows, total } = await listCategories(deps.db, query);
    res.json({ categories: rows.map(presentCategory), meta: metaOf(query, total) });
  });
  router.get('/:id', async (req, res) => {
    CategoryQuery.parse(req.query);
    const category = await categoryById(deps.db, idOf(req));
    if (!category) throw missing();
    res.json({ category: presentCategory(category) });
  });
  return router;
}

export function superCategoryRoutes(deps: Deps): Router {
  const router = Router();
  router.get('/', async (req, res) => {
    const query = SuperCategoryListQuery.parse(req.query);
    const { rows, total } = await listSuperCategories(deps.db, query);
    res.json({
      super_categories: rows.map((row) => presentSuperCategory(row, query.joins)),
      meta: metaOf(query, total),
    });
  });
  router.get('/:id', async (req, res) => {
    const { joins } = SuperCategoryQuery.parse(req.query);
    const found = await superCategoryById(deps.db, idOf(req));
    if (!found) throw missing();
    res.json({ super_category: presentSuperCategory(found, joins) });
  });
  return router;
}
