/**
 * Partners' reviews of promotion sites, one per partner and site, and votes on them. Only the author can edit a review.
 */

import { vancouverTime } from '#server/platform/clock.ts';
import { isUniqueViolation } from '#server/platform/database-errors.ts';
import type { Deps } from '#server/platform/deps.ts';
import { invalid, invalidBase, notFound } from '#server/platform/errors.ts';
import { parseDate } from '#shared/dates.ts';
import type { PromotionSiteReviewInput, PromotionSiteReviewPatch } from '#shared/promotion-sites.ts';
import { canRead } from './rules.ts';

/** Creates a review. A unique index prevents a second one by the same partner for the same site. */
export async function createReview(
  deps: Pick<Deps, 'db' | 'now'>,
  partner_id: number,
  input: PromotionSiteReviewInput,
) {
  refuseFutureDate(deps, input);
  if (!(await deps.db.promotionSite.count({ where: { id: input.promotion_site_id } })))
    throw invalid({ promotion_site_id: ['is not a promotion site'] });
  try {
    return await deps.db.promotionSiteReview.create({
      data: { ...columnsOf(input), partner_id, created_at: deps.now(), updated_at: deps.now() } as never,
    });
  } catch (error) {
    if (isUniqueViolation(error))
      throw invalid({ base: ['You’ve already reviewed this site. You can change that review.'] });
    throw error;
  }
}

export async function updateReview(
  deps: Pick<Deps, 'db' | 'now'>,
  { id, partner_id }: { id: number; partner_id: number },
  patch: PromotionSiteReviewPatch,
) {
  refuseFutureDate(deps, patch);
  const { count } = await deps.db.promotionSiteReview.updateMany({
    where: { id, partner_id },
    data: { ...columnsOf(patch), updated_at: deps.now() },
  });
  if (!count) throw notFound();
}

const columnsOf = ({ promo_date, ...columns }: PromotionSiteReviewPatch) => ({
  ...columns,
  ...(promo_date === undefined ? {} : { promo_date: promo_date && parseDate(promo_date) }),
});

function refuseFutureDate(deps: Pick<Deps, 'now'>, { promo_date }: PromotionSiteReviewPatch) {
  if (promo_date && promo_date > vancouverTime(deps.now()).date)
    throw invalid({ promo_date: ['must not be in the future'] });
}

type Vote = { review_id: number; partner_id: number; helpful: boolean };

/**
 * Stores a partner's vote on another partner's review, one per partner and review. Returns true if the vote is new or
 * changed.
 */
export const vote = (deps: Pick<Deps, 'db' | 'now'>, { review_id, partner_id, helpful }: Vote): Promise<boolean> =>
  deps.db.$transaction(async (tx) => {
    await tx.$queryRaw`select id from promotion_site_reviews where id = ${review_id} for share`;
    const review = await tx.promotionSiteReview.findUnique({ where: { id: review_id } });
    if (!review || !canRead(review, { role: 'partner', id: partner_id }))
      throw invalid({ promotion_site_review_id: ['is not a review'] });
    if (review.partner_id === partner_id) throw invalidBase('You can’t vote on your own review.');
    const changed = await tx.$executeRaw`
      insert into partner_votes (promotion_site_review_id, partner_id, helpful, created_at)
      values (${review_id}, ${partner_id}, ${helpful}, ${deps.now()})
      on conflict (promotion_site_review_id, partner_id) do update
        set helpful = excluded.helpful, created_at = excluded.created_at
        where partner_votes.helpful <> excluded.helpful`;
    return changed > 0;
  });
