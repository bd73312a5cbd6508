import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '#client/app/router.ts';
import { Loaded } from '#client/ui/app/Loaded.tsx';
import { Skeleton } from '#client/ui/Skeletons.tsx';
import { useShell } from '#client/ui/shell.ts';
import { LATEST_REQUEST_DAYS } from '#shared/business.ts';
import { addDays } from '#shared/dates.ts';
import { paths } from '#shared/paths.ts';
import type { Promotion } from '#shared/promotions.ts';
import { bookedDate } from '../cutoff.ts';
import { promotionCounts, promotions } from './api.ts';
import { askedDates, placesText, shortDate } from './date-choices.ts';

import classes from './ThatDate.module.css';

/** The places of the promotion's category, on its own dates and on all that can still be booked. */
export const placesQuery = (promotion: Promotion, business_date: string) => {
  const ahead = [business_date, addDays(business_date, LATEST_REQUEST_DAYS)];
  const dates = [bookedDate(promotion), ...askedDates(promotion), ...ahead].sort();
  const date_from = dates[0]!;
  const date_to = dates.at(-1)!;
  const { category_id } = promotion;
  return queryOptions({
    queryKey: ['user', 'promotion counts', category_id, date_from, date_to],
    queryFn: () => promotionCounts({ category_id, date_from, date_to }),
  });
};

/** What else runs on that date in that category, and how many places are left. */
export function ThatDate({ promotion, heading: Heading }: { promotion: Promotion; heading: 'h3' | 'h4' }) {
  const date = bookedDate(promotion);
  const { category_id } = promotion;
  const { business_date } = useShell();
  const counts = useQuery(placesQuery(promotion, business_date)).data;
  const others = useQuery({
    queryKey: ['user', 'promotion counts', category_id, 'promotions', date],
    queryFn: () =>
      promotions({ category_id, date_from: date, date_to: date, per: 100, sort_col: 'id', sort_dir: 'asc' }),
    select: (list) =>
      list.promotions.filter(({ id, display_status }) => id !== promotion.id && RUNS.has(display_status)),
  });
  const isClosed = date < business_date;
  const count = counts?.find(({ newsletter_date }) => newsletter_date === date);
  return (
    <section className={classes.date}>
      <Heading>
        {promotion.category?.name ?? 'This category'} on {shortDate(date)}
      </Heading>
      {counts && (
        <p>
          {count
            ? `${count.promotions_in_total} approved, ${isClosed ? 'closed' : placesText(count)}`
            : 'No places are kept for this date.'}
          {count && !isClosed && !count.top_of_newsletter_available && ' · top of newsletter is taken'}
        </p>
      )}
      <Loaded query={others} waiting={<Skeleton height={28} />}>
        {(found) => (found.length === 0 ? <p>No other promotion here.</p> : <Others promotions={found} />)}
      </Loaded>
    </section>
  );
}

const Others = ({ promotions }: { promotions: readonly Promotion[] }) => (
  <ul>
    {promotions.map(({ id, book, display_status }) => (
      <li key={id}>
        <Link to={paths.userPromotion(id)}>{book?.title ?? `Promotion ${id}`}</Link> {display_status}
      </li>
    ))}
  </ul>
);

/** The others do not take a reader's eye on that date. */
const RUNS = new Set([
  'awaiting review',
  'awaiting partner feedback',
  'feedback submitted',
  'awaiting promotion date',
  'awaiting payment',
  'payment failed',
  'successfully sent',
]);
