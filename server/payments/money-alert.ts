/** Emails support about a problem with a promotion's money, or about a dispute. */
import { enqueueEmail } from '#server/emails/enqueue.ts';
import type { Tx } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { emailFacts } from '#server/promotions/reviewed.ts';
import type { LockedPromotion } from '#server/promotions/transition.ts';
import { paths } from '#shared/paths.ts';

export const alertStaff = (
  deps: Pick<Deps, 'now' | 'queue' | 'config'>,
  tx: Tx,
  promotion: LockedPromotion,
  { headline, message }: { headline: string; message: string },
) => {
  const { book_title, category_name, date } = emailFacts(deps, promotion);
  return enqueueEmail(deps, tx, {
    to: deps.config.operator.email,
    owner: null,
    template: 'money_alert',
    props: {
      ...{ book_title, category_name, date },
      promotion_url: deps.config.appUrl + paths.userPromotion(promotion.id),
      headline,
      message,
    },
  });
};
