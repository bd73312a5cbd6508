import { queryOptions } from '@tanstack/react-query';
import type { PublicApi } from '#shared/api/client.ts';
import { promotionSitesApi } from '#shared/api/promotion-sites.ts';
import { RESULTS_PER_PAGE } from '#shared/business.ts';
import { type SiteSearch, siteFilters } from './site-search.ts';

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
