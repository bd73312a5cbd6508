import { queryOptions } from '@tanstack/react-query';
import type { PublicApi } from '#shared/public-api.ts';
import { type SiteSearch, siteFilters } from './site-search.ts';

export const REVIEWS_PER_PAGE = 20;

export const sitesQuery = (api: PublicApi, search: SiteSearch) => {
  const filters = siteFilters(search);
  return queryOptions({ queryKey: ['promotion sites', filters], queryFn: () => api.promotionSites(filters) });
};

export const siteQuery = (api: PublicApi, id: number) =>
  queryOptions({ queryKey: ['promotion site', id], queryFn: () => api.promotionSite(id) });

export const reviewsQuery = (api: PublicApi, promotion_site_id: number, page: number) =>
  queryOptions({
    queryKey: ['promotion site reviews', promotion_site_id, page],
    queryFn: () => api.promotionSiteReviews({ promotion_site_id, page, per: REVIEWS_PER_PAGE }),
  });

export function pageOf(params: URLSearchParams) {
  const page = params.get('page') ?? '';
  return /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1;
}
