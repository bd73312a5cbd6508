/** Something about money that a person should see: a mail to support, with the fact that causes it. */
import { enqueueMail } from '#server/emails/enqueue.ts';
import type { Tx } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { type Locked, mailFacts } from '#server/promotions/transition.ts';
import { paths } from '#shared/paths.ts';

export const alertStaff = (
  deps: Pick<Deps, 'now' | 'queue' | 'config'>,
  tx: Tx,
  promotion: Locked,
  { headline, message }: { headline: string; message: string },
) =>
  enqueueMail(deps, tx, {
    to: deps.config.SUPPORT_EMAIL,
    owner: null,
    template: 'money_alert',
    props: {
      ...mailFacts(deps, promotion),
      promotion_url: deps.config.appUrl + paths.userPromotion(promotion.id),
      headline,
      message,
    },
  });
