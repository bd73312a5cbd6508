/** Whether a review helped a partner: one voice per partner and review, given again at will; not on one's own review. */
import type { Deps } from '#server/platform/deps.ts';
import { invalid, invalidBase } from '#server/platform/errors.ts';
import { mayRead } from './rules.ts';

type Vote = { review_id: number; partner_id: number; helpful: boolean };

/** True if the voice is new or has changed sides. The review's row is locked: of two opposite voices at once the later one stays. */
export const vote = (deps: Deps, { review_id, partner_id, helpful }: Vote): Promise<boolean> =>
  deps.db.$transaction(async (tx) => {
    await tx.$queryRaw`select id from promotion_site_reviews where id = ${review_id} for update`;
    const review = await tx.promotionSiteReview.findUnique({ where: { id: review_id } });
    if (!review || !mayRead(review, { role: 'partner', id: partner_id }))
      throw invalid({ promotion_site_review_id: ['is not a review'] });
    if (review.partner_id === partner_id) throw invalidBase('This is your own review.');
    const voice = { promotion_site_review_id: review_id, partner_id };
    if (helpful) {
      await tx.partnerNotHelpful.deleteMany({ where: voice });
      return (
        (await tx.partnerHelpful.createMany({ data: { ...voice, created_at: deps.now() }, skipDuplicates: true }))
          .count > 0
      );
    }
    await tx.partnerHelpful.deleteMany({ where: voice });
    return (
      (await tx.partnerNotHelpful.createMany({ data: { ...voice, created_at: deps.now() }, skipDuplicates: true }))
        .count > 0
    );
  });
