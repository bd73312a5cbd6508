import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { confirmDate, usePromotionsChanged } from '#client/api/partner-promotions.ts';
import { dealEnd } from '#shared/deal-dates.ts';
import { formatDate } from '#shared/long-dates.ts';
import type { Promotion } from '#shared/promotions.ts';
import classes from './PartnerPromotion.module.css';

/** The date our editors propose, and the one button that agrees to it. */
export function ProposedDate({ promotion, date }: { promotion: Promotion; date: string }) {
  const changed = usePromotionsChanged();
  const confirm = useMutation({
    mutationFn: () => confirmDate(promotion.id, date),
    meta: { success: 'Thank you. Our editors will decide about the new date.' },
    onSettled: changed,
  });
  return (
    <div className={classes.newDate}>
      <p>
        We’ll only run it on {formatDate(date)} if you confirm. Your deal then ends on{' '}
        {formatDate(dealEnd(promotion.deal_ends_on, [date]))}.
      </p>
      <div>
        <Button size="md" loading={confirm.isPending} onClick={() => confirm.mutate()}>
          Confirm this date
        </Button>
      </div>
    </div>
  );
}
