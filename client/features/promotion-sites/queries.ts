import { queryOptions } from '@tanstack/react-query';
import { isMissing } from '#client/api/api-error.ts';
import type { App, LoadArgs } from '#client/api/app.ts';
import { idOf, redirectToCanonicalSlug } from '#client/ui/canonical-url.ts';
import {
  oneOf,
  page as pageField,
  pageOf,
  type SearchOf,
  searchParams,
  searchWords,
  withoutEmpty,
} from '#client/ui/search-params.ts';
import type { Filters, PublicApi } from '#shared/api/client.ts';
import { promotionSitesApi } from '#shared/api/promotion-sites.ts';
import { RESULTS_PER_PAGE } from '#shared/business.ts';
import { paths } from '#shared/paths.ts';
import { BUDGETS, MAX_COMPARED_SITES } from '#shared/site-facts.ts';

export const sitesQuery = (api: PublicApi, search: SiteSearch) => {
  const filters = siteFilters(search);
  return queryOptions({
    queryKey: ['promotion sites', filters],
    queryFn: () => api(promotionSitesApi).list({ query: filters }),
  });
};

export const siteQuery = (api: PublicApi, id: number) =>
  queryOptions({
    queryKey: ['promotion site', id],
    queryFn: async () => (await api(promotionSitesApi).show({ id })).promotion_site,
  });

/** The ids in `?site=1&site=4`, at most four, without duplicates. */
export const comparedIds = (params: URLSearchParams) =>
  [...new Set(params.getAll('site').filter((id) => /^[1-9]\d{0,8}$/.test(id)))]
    .slice(0, MAX_COMPARED_SITES)
    .map(Number);

/** The sites with these ids, without those that don't exist. */
export const comparisonQuery = (api: PublicApi, ids: readonly number[]) =>
  queryOptions({
    queryKey: ['promotion sites compared', ids],
    queryFn: async () => {
      const found = ids.map((id) =>
        api(promotionSitesApi)
          .show({ id })
          .catch((error) => {
            if (!isMissing(error)) throw error;
          }),
      );
      return (await Promise.all(found)).flatMap((result) => result?.promotion_site ?? []);
    },
  });

export const reviewsQuery = (api: PublicApi, promotion_site_id: number, page: number) =>
  queryOptions({
    queryKey: ['promotion site reviews', promotion_site_id, page],
    queryFn: () => api(promotionSitesApi).listReviews({ query: { promotion_site_id, page, per: RESULTS_PER_PAGE } }),
  });

export const loadSites = ({ api, queryClient }: App, { url }: LoadArgs) =>
  queryClient.ensureQueryData(sitesQuery(api, siteSearchOf(url.searchParams)));

export const loadComparison = ({ api, queryClient }: App, { url }: LoadArgs) =>
  queryClient.ensureQueryData(comparisonQuery(api, comparedIds(url.searchParams)));

export async function loadSite({ api, queryClient }: App, { params, url }: LoadArgs) {
  const site = await queryClient.ensureQueryData(siteQuery(api, idOf(params)));
  redirectToCanonicalSlug(site, params.name, paths.promotionSite(site));
  await queryClient.ensureQueryData(reviewsQuery(api, site.id, pageOf(url.searchParams)));
}

export const SITE_SORTS = {
  cost: { label: 'Lowest cost per 1,000 readers', sort_col: 'cost_per_thousand_usd', sort_dir: 'asc' },
  name: { label: 'Name A–Z', sort_col: 'name', sort_dir: 'asc' },
  rating: { label: 'Best rated', sort_col: 'average_rating', sort_dir: 'desc' },
  reviews: { label: 'Most reviewed', sort_col: 'reviews_count', sort_dir: 'desc' },
  price: { label: 'Lowest price', sort_col: 'price_min_usd', sort_dir: 'asc' },
} as const;
type SiteSort = keyof typeof SITE_SORTS;

export const GENRES = [
  'Romance',
  'Fantasy',
  'Science fiction',
  'Mystery',
  'Thriller',
  'Horror',
  'Historical',
  'Young adult',
  'Children',
  'Nonfiction',
  'Christian',
  'Erotica',
] as const;

/** The query string of the directory: `?q=…&genre=…&budget=…&sort=…&page=…`. */
const SEARCH_PARAMS = searchParams({
  q: searchWords,
  genre: oneOf(GENRES, ''),
  budget: oneOf(
    BUDGETS.map(({ name }) => name),
    '',
  ),
  sort: oneOf(Object.keys(SITE_SORTS) as SiteSort[], 'cost' as const),
  page: pageField,
});
export type SiteSearch = SearchOf<typeof SEARCH_PARAMS>;
export const siteSearchOf = SEARCH_PARAMS.read;
export const siteSearchHref = (path: string, search: Partial<SiteSearch>) => path + SEARCH_PARAMS.write(search);

export const isFiltered = ({ q, genre, budget }: SiteSearch) => q !== '' || genre !== '' || budget !== '';

function siteFilters({ sort, ...search }: SiteSearch): Filters<typeof promotionSitesApi.list> {
  const { sort_col, sort_dir } = SITE_SORTS[sort];
  return {
    ...withoutEmpty(search),
    sort_col,
    sort_dir,
    per: RESULTS_PER_PAGE,
  };
}
