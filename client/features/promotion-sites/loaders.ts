import type { App, LoadArgs } from '#client/api/app.ts';
import { idOf, insistOnSlug } from '#client/ui/named-record.ts';
import { pageOf } from '#client/ui/page-of.ts';
import { paths } from '#shared/paths.ts';
import { reviewsQuery, siteQuery, sitesQuery } from './queries.ts';
import { siteSearchOf } from './site-search.ts';

export const loadSites = ({ api, queryClient }: App, { url }: LoadArgs) =>
  queryClient.ensureQueryData(sitesQuery(api, siteSearchOf(url.searchParams)));

export async function loadSite({ api, queryClient }: App, { params, url }: LoadArgs) {
  const site = await queryClient.ensureQueryData(siteQuery(api, idOf(params)));
  insistOnSlug(site, params.name, paths.promotionSite(site));
  await queryClient.ensureQueryData(reviewsQuery(api, site.id, pageOf(url.searchParams)));
}
