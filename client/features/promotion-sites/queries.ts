import { queryOptions } from '@tanstack/react-query';
import type { App, LoadArgs } from '#client/api/app.ts';
import { idOf, insistOnSlug } from '#client/ui/named-record.ts';
import {
  flag,
  oneOf,
  page as pageField,
  pageOf,
  type SearchOf,
  searchParams,
  withoutEmpty,
  words,
} from '#client/ui/search-params.ts';
import type { Filters, PublicApi } from '#shared/api/client.ts';
import { promotionSitesApi } from '#shared/api/promotion-sites.ts';
import { RESULTS_PER_PAGE } from '#shared/business.ts';
import { paths } from '#shared/paths.ts';

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

export const reviewsQuery = (api: PublicApi, promotion_site_id: number, page: number) =>
  queryOptions({
    queryKey: ['promotion site reviews', promotion_site_id, page],
    queryFn: () => api(promotionSitesApi).listReviews({ query: { promotion_site_id, page, per: RESULTS_PER_PAGE } }),
  });

export const loadSites = ({ api, queryClient }: App, { url }: LoadArgs) =>
  queryClient.ensureQueryData(sitesQuery(api, siteSearchOf(url.searchParams)));

export async function loadSite({ api, queryClient }: App, { params, url }: LoadArgs) {
  const site = await queryClient.ensureQueryData(siteQuery(api, idOf(params)));
  insistOnSlug(site, params.name, paths.promotionSite(site));
  await queryClient.ensureQueryData(reviewsQuery(api, site.id, pageOf(url.searchParams)));
}

export const SITE_SORTS = {
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
export const PRICE_LIMITS = [10, 25, 50, 100, 250] as const;

/** The directory's address: `?q=…&genre=…&price_max=…&free=true&sort=…&page=…`, prices in US dollars. */
const ADDRESS = searchParams({
  q: words,
  genre: oneOf(GENRES, ''),
  price_max: oneOf(PRICE_LIMITS, null),
  free: flag,
  sort: oneOf(Object.keys(SITE_SORTS) as SiteSort[], 'name' as const),
  page: pageField,
});
export type SiteSearch = SearchOf<typeof ADDRESS>;
export const siteSearchOf = ADDRESS.read;
export const siteSearchHref = (path: string, search: Partial<SiteSearch>) => path + ADDRESS.write(search);

export const isNarrowed = ({ q, genre, price_max, free }: SiteSearch) =>
  q !== '' || genre !== '' || price_max !== null || free;

function siteFilters({ sort, ...search }: SiteSearch): Filters<typeof promotionSitesApi.list> {
  const { sort_col, sort_dir } = SITE_SORTS[sort];
  return {
    ...withoutEmpty(search),
    sort_col,
    sort_dir,
    per: RESULTS_PER_PAGE,
  };
}
