/** Partners' votes on whether a review helped them: one per partner and review, which they can change; none on their own review. */
import type { Deps } from '#server/platform/deps.ts';
import { invalid, invalidBase } from '#server/platform/errors.ts';
import { mayRead } from './rules.ts';

type Vote = { review_id: number; partner_id: number; helpful: boolean };

/** Returns whether the vote is new or has changed. */
export const vote = (deps: Deps, { review_id, partner_id, helpful }: Vote): Promise<boolean> =>
  deps.db.$transaction(async (tx) => {
    await tx.$queryRaw`select id from promotion_site_reviews where id = ${review_id} for share`;
    const review = await tx.promotionSiteReview.findUnique({ where: { id: review_id } });
    if (!review || !mayRead(review, { role: 'partner', id: partner_id }))
      throw invalid({ promotion_site_review_id: ['is not a review'] });
    if (review.partner_id === partner_id) throw invalidBase('This is your own review.');
    const changed = await tx.$executeRaw`
      insert into partner_votes (promotion_site_review_id, partner_id, helpful, created_at)
      values (${review_id}, ${partner_id}, ${helpful}, ${deps.now()})
      on conflict (promotion_site_review_id, partner_id) do update
        set helpful = excluded.helpful, created_at = excluded.created_at
        where partner_votes.helpful <> excluded.helpful`;
    return changed > 0;
  });
