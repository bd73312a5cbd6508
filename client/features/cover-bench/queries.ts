import type { App, LoadArgs } from '#client/api/app.ts';
import { categoriesQuery } from '#client/api/categories.ts';
import { booksQuery } from '#client/features/books/public/queries.ts';
import { id } from '#client/ui/search-params.ts';
import type { PublicApi } from '#shared/api/client.ts';

export const MAX_NEIGHBORS = 5;

/** The category in the address, `?category_id=…`, or the first. */
export const benchCategory = <C extends { id: number }>(
  params: URLSearchParams,
  categories: readonly C[],
): C | undefined => {
  const requestedId = id.read(params.get('category_id') ?? '');
  return categories.find((category) => category.id === requestedId) ?? categories[0];
};

/** Books to show around the cover, sorted by the clicks of their running deals. Books without a deal come last. */
export const neighborsQuery = (api: PublicApi, category_id: number) =>
  booksQuery(api, { category_id, sort_col: 'popularity', sort_dir: 'desc', per: MAX_NEIGHBORS });

export async function loadBench({ api, queryClient }: App, { url }: LoadArgs) {
  const category = benchCategory(url.searchParams, await queryClient.ensureQueryData(categoriesQuery(api)));
  if (category) await queryClient.ensureQueryData(neighborsQuery(api, category.id));
}
