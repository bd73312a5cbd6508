import type { App } from '#client/api/app.ts';
import { categoriesQuery, superCategoriesQuery } from '#client/api/categories.ts';
import { booksQuery } from '#client/features/books/public/queries.ts';
import type { PublicApi } from '#shared/api/client.ts';

/** The newest deals, from which the best ones and the shelves are chosen. */
export const homeDealsQuery = (api: PublicApi) =>
  booksQuery(api, { deals_only: true, sort_col: 'promotion_date', sort_dir: 'desc', per: 60 });

export const loadHome = ({ api, queryClient }: App) =>
  Promise.all([
    queryClient.ensureQueryData(homeDealsQuery(api)),
    queryClient.ensureQueryData(categoriesQuery(api)),
    queryClient.ensureQueryData(superCategoriesQuery(api)),
  ]);
