import { queryOptions } from '@tanstack/react-query';
import { RESULTS_PER_PAGE } from '#shared/business.ts';
import type { PublicApi } from '#shared/public-api.ts';
import { type SiteSearch, siteFilters } from './site-search.ts';

export const sitesQuery = (api: PublicApi, search: SiteSearch) => {
  const filters = siteFilters(search);
  return queryOptions({ queryKey: ['promotion sites', filters], queryFn: () => api.promotionSites(filters) });
};

export const siteQuery = (api: PublicApi, id: number) =>
  queryOptions({ queryKey: ['promotion site', id], queryFn: () => api.promotionSite(id) });

export const reviewsQuery = (api: PublicApi, promotion_site_id: number, page: number) =>
  queryOptions({
    queryKey: ['promotion site reviews', promotion_site_id, page],
    queryFn: () => api.promotionSiteReviews({ promotion_site_id, page, per: RESULTS_PER_PAGE }),
  });
