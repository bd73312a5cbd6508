import * as z from 'zod';
import { Meta, queryId, recordQuery, shortListQuery } from './params.ts';

const superCategoryFields = { id: z.int(), slug: z.string(), name: z.string(), position: z.int() };

export const Category = z.object({
  id: z.int(),
  slug: z.string(),
  name: z.string(),
  super_category_id: z.int(),
  position: z.int(),
  is_adult: z.boolean(),
  daily_slots: z.int(),
  cpc_free_cents: z.int(),
  cpc_discounted_cents: z.int(),
  top_of_newsletter_addon_cents: z.int(),
  super_category: z.object(superCategoryFields).optional(),
});
export type Category = z.infer<typeof Category>;

/** The price per click for a deal at this sale price. A price that isn't entered yet ('') counts as discounted. */
export const cpcOf = (
  category: Pick<Category, 'cpc_free_cents' | 'cpc_discounted_cents'>,
  sale_price_cents: number | '',
) => (sale_price_cents === 0 ? category.cpc_free_cents : category.cpc_discounted_cents);
export const CategoryList = z.object({ categories: z.array(Category), meta: Meta });
export const CategoryResponse = z.object({ category: Category });
const CATEGORY_JOINS = ['super_category'] as const;
export const CategoryListQuery = shortListQuery(
  ['position', 'name', 'id'],
  { super_category_id: queryId.optional() },
  CATEGORY_JOINS,
);
export type CategoryListQuery = z.infer<typeof CategoryListQuery>;
export const CategoryQuery = recordQuery(CATEGORY_JOINS);

export const SuperCategory = z.object({
  ...superCategoryFields,
  categories: z.array(Category).optional(),
});
export type SuperCategory = z.infer<typeof SuperCategory>;
export const SuperCategoryList = z.object({ super_categories: z.array(SuperCategory), meta: Meta });
export const SuperCategoryResponse = z.object({ super_category: SuperCategory });
export const SuperCategoryListQuery = shortListQuery(['position', 'name', 'id'], {}, ['categories']);
export type SuperCategoryListQuery = z.infer<typeof SuperCategoryListQuery>;
export const SuperCategoryQuery = recordQuery(['categories']);
