import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '#client/app/router.ts';
import { QueryBoundary } from '#client/ui/app/QueryBoundary.tsx';
import { Skeleton } from '#client/ui/Skeletons.tsx';
import { useShell } from '#client/ui/shell.ts';
import { TOP_OF_NEWSLETTER } from '#shared/addons.ts';
import { MAX_BOOKING_DAYS_AHEAD } from '#shared/business.ts';
import { formatCount } from '#shared/counts.ts';
import { addDays } from '#shared/dates.ts';
import { paths } from '#shared/paths.ts';
import type { LastPromotionPercentile, Promotion } from '#shared/promotions.ts';
import { bookedDate } from '../cutoff.ts';
import { percentileText } from '../percentile-labels.ts';
import { RuleList } from '../RuleList.tsx';
import { groupRules } from '../rules.ts';
import { checkPromotion, fetchLastPromotionPercentile, fetchPromotionCounts, fetchPromotions } from './api.ts';
import { requestedDates, shortDate, slotsText } from './date-choices.ts';
import classes from './ReviewParts.module.css';

/**
 * The verdicts of the submission rules on the current book and the booked terms, without unreviewed changes to the
 * terms. Failures come first. Staff may approve a promotion in spite of most of them, but not without a valid default
 * card, or without a free slot on an open date.
 */
export function RuleVerdicts({ promotion, heading: Heading }: { promotion: Promotion; heading: 'h3' | 'h4' }) {
  const { data, isError } = useQuery({
    queryKey: ['user', 'promotion', promotion.id, 'rules', promotion.updated_at],
    queryFn: () => checkPromotion(promotion.id),
    meta: { silent: true },
  });
  return (
    <section className={classes.date}>
      <Heading>Submission rules{promotion.changed_since_review && ', without changes to the booking'}</Heading>
      {isError ? (
        <p>We couldn’t check the submission rules. Reload the page to try again.</p>
      ) : data ? (
        <Verdicts rules={data.rules} />
      ) : (
        <Skeleton height={52} />
      )}
    </section>
  );
}

type Rules = Parameters<typeof groupRules>[0];

function Verdicts({ rules }: { rules: Rules }) {
  const { failed, open } = groupRules(rules);
  return (
    <>
      {failed.length === 0 && open.length > 0 && <p>No rule has failed so far.</p>}
      <RuleList rules={rules} />
    </>
  );
}

/** The slots of the promotion's category, on its own dates and on all dates that can still be booked. */
export const slotsQuery = (promotion: Promotion, business_date: string) => {
  const ahead = [business_date, addDays(business_date, MAX_BOOKING_DAYS_AHEAD)];
  const dates = [bookedDate(promotion), ...requestedDates(promotion), ...ahead].sort();
  const date_from = dates[0]!;
  const date_to = dates.at(-1)!;
  const { category_id } = promotion;
  return queryOptions({
    queryKey: ['user', 'promotion counts', category_id, date_from, date_to],
    queryFn: () => fetchPromotionCounts({ category_id, date_from, date_to }),
  });
};

/** The promotions that compete with this one on its date in its category, and the number of free slots. */
export function SameDayPromotions({ promotion, heading: Heading }: { promotion: Promotion; heading: 'h3' | 'h4' }) {
  const date = bookedDate(promotion);
  const { category_id } = promotion;
  const { business_date } = useShell();
  const counts = useQuery(slotsQuery(promotion, business_date)).data;
  const others = useQuery({
    queryKey: ['user', 'promotion counts', category_id, 'promotions', date],
    queryFn: () =>
      fetchPromotions({ category_id, date_from: date, date_to: date, per: 100, sort_col: 'id', sort_dir: 'asc' }),
    select: (list) =>
      list.promotions.filter(({ id, display_status }) => id !== promotion.id && COMPETING_STATUSES.has(display_status)),
  });
  const isClosed = date < business_date;
  const holdsTop = promotion.addons.some(({ name, state }) => name === TOP_OF_NEWSLETTER && state !== 'released');
  const count = counts?.find(({ newsletter_date }) => newsletter_date === date);
  return (
    <section className={classes.date}>
      <Heading>
        {promotion.category?.name ?? 'This category'} on {shortDate(date)}
      </Heading>
      {counts && (
        <p>
          {count
            ? `${count.promotions_in_total} approved, ${isClosed ? 'closed' : slotsText(count)}`
            : 'This date has no slots.'}
          {count &&
            !isClosed &&
            !count.top_of_newsletter_available &&
            ` · top spot ${holdsTop ? 'reserved for this promotion' : 'taken'}`}
        </p>
      )}
      <QueryBoundary query={others} placeholder={<Skeleton height={28} />}>
        {(found) =>
          found.length === 0 ? <p>No other promotions in this category on this date.</p> : <Others promotions={found} />
        }
      </QueryBoundary>
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

/** Statuses of promotions that compete for the same date's readers. */
const COMPETING_STATUSES = new Set([
  'awaiting review',
  'awaiting partner feedback',
  'feedback submitted',
  'awaiting promotion date',
  'awaiting payment',
  'payment failed',
  'successfully sent',
]);

/** The result of the last promotion of the book, the author, or the partner, ranked among similar ones. */
export function LastPromotion({ promotion, heading: Heading }: { promotion: Promotion; heading: 'h3' | 'h4' }) {
  const { data, isError } = useQuery({
    queryKey: ['user', 'last promotion percentile', promotion.id],
    queryFn: () => fetchLastPromotionPercentile(promotion.id),
  });
  return (
    <section className={classes.date}>
      <Heading>Last promotion</Heading>
      {data ? (
        <p>
          {lastResultText(data)}{' '}
          {data.promotion_id && data.promotion_date && (
            <Link to={paths.userPromotion(data.promotion_id)}>{shortDate(data.promotion_date)}</Link>
          )}
        </p>
      ) : isError ? (
        <p>We couldn’t load this. Reload the page to try again.</p>
      ) : (
        <Skeleton height={52} />
      )}
    </section>
  );
}

const BASIS_TEXTS = {
  book: 'for this book',
  author: 'for another book by this author',
  partner: 'with another book from this partner',
};

/**
 * 'Top 28% of 118 similar free Mystery promotions from the year before it. 90 clicks …'; says so if there is nothing to
 * compare.
 */
export function lastResultText(last: LastPromotionPercentile) {
  if (last.basis === null) return 'This partner has no settled promotions yet.';
  const result = `${formatCount(last.clicks ?? 0, 'click')} (${last.clicks_per_thousand?.toFixed(1)} per 1,000 emails) ${BASIS_TEXTS[last.basis]}.`;
  return last.percentile === null || !last.comparison
    ? `${result} Not enough similar promotions to rank it (only ${last.sample_size} found).`
    : `${percentileText(last, last.comparison)} ${result}`;
}
