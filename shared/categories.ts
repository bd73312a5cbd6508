import * as z from 'zod';
import { listQuery, Meta, recordQuery } from './params.ts';

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
});
export type Category = z.infer<typeof Category>;
export const CategoryList = z.object({ categories: z.array(Category), meta: Meta });
export const CategoryAnswer = z.object({ category: Category });
export const CategoryListQuery = listQuery(['position', 'name', 'id'], {});
export const CategoryQuery = recordQuery(['none']);

export const SuperCategory = z.object({
  id: z.int(),
  slug: z.string(),
  name: z.string(),
  position: z.int(),
  categories: z.array(Category).optional(),
});
export type SuperCategory = z.infer<typeof SuperCategory>;
export const SuperCategoryList = z.object({ super_categories: z.array(SuperCategory), meta: Meta });
export const SuperCategoryAnswer = z.object({ super_category: SuperCategory });
export const SuperCategoryListQuery = listQuery(['position', 'name', 'id'], {}, ['categories']);
export const SuperCategoryQuery = recordQuery(['categories']);
