import { queryOptions } from '@tanstack/react-query';
import type { App, LoadArgs } from '#client/api/app.ts';
import { idOf, insistOnSlug } from '#client/ui/named-record.ts';
import { pageOf } from '#client/ui/page-of.ts';
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

/** What the directory's address says: `?q=…&genre=…&price_max=…&free=true&sort=…&page=…`. */
export type SiteSearch = {
  q: string;
  genre: string;
  /** US dollars. */
  price_max: number | null;
  free: boolean;
  sort: SiteSort;
  page: number;
};

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

const isSort = (text: string | null): text is SiteSort => text !== null && Object.hasOwn(SITE_SORTS, text);

/** Reads an address; what makes no sense there counts as not said. */
export function siteSearchOf(params: URLSearchParams): SiteSearch {
  const price = Number(params.get('price_max'));
  const sort = params.get('sort');
  return {
    q: (params.get('q') ?? '').trim().slice(0, 100),
    genre: GENRES.find((genre) => genre === params.get('genre')) ?? '',
    price_max: PRICE_LIMITS.find((limit) => limit === price) ?? null,
    free: params.get('free') === 'true',
    sort: isSort(sort) ? sort : 'name',
    page: pageOf(params),
  };
}

/** The address of a search below `path`; what stands for "everything" is left out. */
export function siteSearchHref(path: string, { q, genre, price_max, free, sort, page }: Partial<SiteSearch>) {
  const params = new URLSearchParams();
  if (q) params.set('q', q);
  if (genre) params.set('genre', genre);
  if (price_max) params.set('price_max', String(price_max));
  if (free) params.set('free', 'true');
  if (sort && sort !== 'name') params.set('sort', sort);
  if (page && page > 1) params.set('page', String(page));
  return params.size > 0 ? `${path}?${params}` : path;
}

export const isNarrowed = ({ q, genre, price_max, free }: SiteSearch) =>
  q !== '' || genre !== '' || price_max !== null || free;

function siteFilters({ q, genre, price_max, free, sort, page }: SiteSearch): Filters<typeof promotionSitesApi.list> {
  const { sort_col, sort_dir } = SITE_SORTS[sort];
  return {
    ...(q ? { q } : {}),
    ...(genre ? { genre } : {}),
    ...(price_max ? { price_max } : {}),
    ...(free ? { free } : {}),
    sort_col,
    sort_dir,
    page,
    per: RESULTS_PER_PAGE,
  };
}
