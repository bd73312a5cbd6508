/** A partner's review of a promotion site: one per site, changed by nobody else. */

import { vancouver } from '#server/platform/clock.ts';
import { isUniqueViolation } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { invalid, missing } from '#server/platform/errors.ts';
import { dateOf } from '#shared/dates.ts';
import type { PromotionSiteReviewInput, PromotionSiteReviewPatch } from '#shared/promotion-sites.ts';

/** The unique index decides between two that come at once. */
export async function createReview(deps: Deps, partner_id: number, input: PromotionSiteReviewInput) {
  refuseFuture(deps, input);
  if (!(await deps.db.promotionSite.count({ where: { id: input.promotion_site_id } })))
    throw invalid({ promotion_site_id: ['is not a promotion site'] });
  try {
    return await deps.db.promotionSiteReview.create({
      data: { ...columnsOf(input), partner_id, created_at: deps.now(), updated_at: deps.now() } as never,
    });
  } catch (error) {
    if (isUniqueViolation(error))
      throw invalid({ base: ['You have reviewed this site already. You can change that review.'] });
    throw error;
  }
}

export async function updateReview(
  deps: Deps,
  { id, partner_id }: { id: number; partner_id: number },
  patch: PromotionSiteReviewPatch,
) {
  refuseFuture(deps, patch);
  const { count } = await deps.db.promotionSiteReview.updateMany({
    where: { id, partner_id },
    data: { ...columnsOf(patch), updated_at: deps.now() },
  });
  if (!count) throw missing();
}

const columnsOf = ({ promo_date, ...columns }: PromotionSiteReviewPatch) => ({
  ...columns,
  ...(promo_date === undefined ? {} : { promo_date: promo_date && dateOf(promo_date) }),
});

function refuseFuture(deps: Deps, { promo_date }: PromotionSiteReviewPatch) {
  if (promo_date && promo_date > vancouver(deps.now()).date)
    throw invalid({ promo_date: ['must not be in the future'] });
}
