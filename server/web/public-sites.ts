/** The directory of promotion sites and its reviews, in process, as somebody sees them who is not signed in. */
import type { Deps } from '#server/platform/deps.ts';
import { metaOf } from '#server/platform/http/lists.ts';
import { presentReview, presentSite } from '#server/promotion-sites/presenter.ts';
import { listReviews, listSites, siteById } from '#server/promotion-sites/queries.ts';
import { PromotionSiteListQuery, PromotionSiteReviewListQuery } from '#shared/promotion-sites.ts';
import type { PublicApi } from '#shared/public-api.ts';
import { asQuery, found } from './public-reads.ts';

type Sites = Pick<PublicApi, 'promotionSites' | 'promotionSite' | 'promotionSiteReviews'>;

const NOBODY = { asker: null };

export function publicSites({ db }: Deps): Sites {
  return {
    promotionSites: async (filters) => {
      const query = PromotionSiteListQuery.parse(asQuery(filters));
      const { rows, total } = await listSites(db, query);
      return { promotion_sites: rows.map(presentSite), meta: metaOf(query, total) };
    },
    promotionSite: async (id) => presentSite(found(await siteById(db, id))),
    promotionSiteReviews: async (filters) => {
      const query = PromotionSiteReviewListQuery.parse(asQuery(filters));
      const { rows, total } = await listReviews(db, query, null);
      return { promotion_site_reviews: rows.map((row) => presentReview(row, NOBODY)), meta: metaOf(query, total) };
    },
  };
}
