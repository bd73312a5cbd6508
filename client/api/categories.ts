import { queryOptions } from '@tanstack/react-query';
import { categoriesApi } from '#shared/api/categories.ts';
import type { PublicApi } from '#shared/api/client.ts';
import type { Category } from '#shared/categories.ts';
import { HOUR_MS } from '#shared/durations.ts';

export type CategoryName = Pick<Category, 'id' | 'slug' | 'name' | 'super_category_id' | 'is_adult'>;
export type CategoryGroup = { id: number; name: string; categories: CategoryName[] };

export const categoriesQuery = (api: PublicApi) =>
  queryOptions({
    queryKey: ['categories'],
    queryFn: async () => (await api(categoriesApi).list()).categories.map(withoutRates),
    staleTime: HOUR_MS,
  });

/** Leaves out rates and slots, which readers' pages don't show. */
const withoutRates = ({ id, slug, name, super_category_id, is_adult }: Category): CategoryName => ({
  id,
  slug,
  name,
  super_category_id,
  is_adult,
});

/** The seven groups with their categories. */
export const superCategoriesQuery = (api: PublicApi) =>
  queryOptions({
    queryKey: ['super categories'],
    queryFn: async (): Promise<CategoryGroup[]> =>
      (await api(categoriesApi).listSuper({ query: { joins: ['categories'] } })).super_categories.map(
        ({ id, name, categories = [] }) => ({
          id,
          name,
          categories: categories.map(withoutRates),
        }),
      ),
    staleTime: HOUR_MS,
  });

/** The categories with their prices per click, for partners. */
export const categoryPricesQuery = (api: PublicApi) =>
  queryOptions({
    queryKey: ['category prices'],
    queryFn: async () => (await api(categoriesApi).list()).categories,
    staleTime: HOUR_MS,
  });
