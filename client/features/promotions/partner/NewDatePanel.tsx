import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { updatePromotion, useRefreshPromotions } from '#client/api/partner-promotions.ts';
import { useSearchParams } from '#client/app/router.ts';
import { Panel } from '#client/ui/app/Panel.tsx';
import { QueryBoundary } from '#client/ui/app/QueryBoundary.tsx';
import { Button } from '#client/ui/Button.tsx';
import { Choices } from '#client/ui/Field.tsx';
import { Skeleton } from '#client/ui/Skeletons.tsx';
import { Stack } from '#client/ui/Stack.tsx';
import { useShell } from '#client/ui/shell.ts';
import { DATE_PASSED_DAYS } from '#shared/business.ts';
import { dealEnd } from '#shared/deal-dates.ts';
import { formatDate } from '#shared/long-dates.ts';
import type { Promotion } from '#shared/promotions.ts';
import { countsQuery } from './booking-api.ts';
import { datesToOffer, needsNewDate } from './new-date.ts';

/**
 * Offers the next dates if we didn't decide in time. Selects the date in the address, from a link in our email, if it
 * can still be booked.
 */
export function NewDatePanel({ promotion }: { promotion: Promotion }) {
  const { business_date } = useShell();
  const linkedDate = useSearchParams()[0].get('date') ?? '';
  const isShown = needsNewDate(promotion) && promotion.actions.includes('edit');
  const counts = useQuery({ ...countsQuery(promotion.category_id, business_date), enabled: isShown });
  if (!isShown) return null;
  const has_top = promotion.addons.some(({ state }) => state !== 'released');
  return (
    <Panel
      title="Pick another date"
      tone="alert"
      lead={`We’re sorry we didn’t review this promotion before its newsletter closed. If you don’t pick a new date within ${DATE_PASSED_DAYS} days, we’ll cancel the promotion, and you won’t be charged.`}
    >
      <QueryBoundary query={counts} placeholder={<Skeleton height={180} />}>
        {(data) => (
          <Dates
            promotion={promotion}
            dates={datesToOffer({ business_date, counts: data, has_top, linkedDate })}
            linkedDate={linkedDate}
          />
        )}
      </QueryBoundary>
    </Panel>
  );
}

type DatesProps = { promotion: Promotion; dates: readonly string[]; linkedDate: string };

function Dates({ promotion, dates, linkedDate }: DatesProps) {
  const refresh = useRefreshPromotions();
  const [picked, setPicked] = useState(linkedDate);
  const date = dates.includes(picked) ? picked : (dates[0] ?? '');
  const deal_ends_on = date && dealEnd(promotion.deal_ends_on, [date]);
  const confirm = useMutation({
    mutationFn: () => updatePromotion(promotion.id, { requested_date: date, alternate_dates: [], deal_ends_on }),
    meta: { success: 'Your promotion has a new date. You’ll hear from us once we’ve decided.' },
    onSettled: refresh,
  });
  if (!date)
    return <p>No date in this category has an open slot. To try another category, click “Change promotion” below.</p>;
  return (
    <Stack>
      <Choices
        type="radio"
        label="The next dates with an open slot"
        options={dates.map((value) => ({ value, label: formatDate(value) }))}
        value={date}
        onChange={setPicked}
      />
      <p>Your deal then ends on {formatDate(deal_ends_on)}. For any other date, click “Change promotion” below.</p>
      <div>
        <Button busy={confirm.isPending} onClick={() => confirm.mutate()}>
          Confirm this date
        </Button>
      </div>
    </Stack>
  );
}
