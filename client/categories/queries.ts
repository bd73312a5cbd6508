import { queryOptions } from '@tanstack/react-query';
import type { Category } from '#shared/categories.ts';
import { HOUR_MS } from '#shared/durations.ts';
import type { PublicApi } from '#shared/public-api.ts';

export type CategoryName = Pick<Category, 'id' | 'slug' | 'name' | 'super_category_id' | 'is_adult'>;
export type CategoryGroup = { id: number; name: string; categories: CategoryName[] };

export const categoriesQuery = (api: PublicApi) =>
  queryOptions({
    queryKey: ['categories'],
    queryFn: async () => (await api.categories()).map(nameOf),
    staleTime: HOUR_MS,
  });

/** Without rates and slots, which no reader's page shows. */
const nameOf = ({ id, slug, name, super_category_id, is_adult }: Category): CategoryName => ({
  id,
  slug,
  name,
  super_category_id,
  is_adult,
});

/** The seven groups, each with the ids and names of its categories. */
export const superCategoriesQuery = (api: PublicApi) =>
  queryOptions({
    queryKey: ['super categories'],
    queryFn: async (): Promise<CategoryGroup[]> =>
      (await api.superCategories()).map(({ id, name, categories = [] }) => ({
        id,
        name,
        categories: categories.map(nameOf),
      })),
    staleTime: HOUR_MS,
  });
