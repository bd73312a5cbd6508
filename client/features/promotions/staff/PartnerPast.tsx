import { useQuery } from '@tanstack/react-query';
import { FactList } from '#client/ui/app/FactList.tsx';
import { QueryBoundary } from '#client/ui/app/QueryBoundary.tsx';
import { Skeleton } from '#client/ui/Skeletons.tsx';
import { formatDate } from '#shared/long-dates.ts';
import { formatCents } from '#shared/money.ts';
import type { PartnerRecord, Promotion } from '#shared/promotions.ts';
import { partnerRecord } from './api.ts';
import classes from './ReviewParts.module.css';
import { partnerRecordKey } from './use-decisions.ts';

/** The partner's past with us: money, outcomes, and results. */
export function PartnerPast({ promotion }: { promotion: Promotion }) {
  const query = useQuery({
    queryKey: partnerRecordKey(promotion.partner_id),
    queryFn: () => partnerRecord(promotion.id),
    meta: { silent: true },
  });
  return (
    <section className={classes.date} aria-label="Partner">
      <h3>{promotion.partner?.name ?? 'Partner'}</h3>
      <QueryBoundary query={query} waiting={<Skeleton height={120} />}>
        {(record) => <FactList facts={recordFacts(record)} />}
      </QueryBoundary>
    </section>
  );
}

export const recordFacts = (record: PartnerRecord) =>
  [
    ['Partner since', formatDate(record.since)],
    ['Spent', formatCents(record.spent_cents)],
    ['Unpaid', record.unpaid_cents ? formatCents(record.unpaid_cents) : 'nothing'],
    ['Sent', String(record.sent)],
    ['Declined', String(record.declined)],
    ['Canceled by them', String(record.cancelled)],
    ['Median result', record.median_percentile === null ? 'not ranked yet' : `percentile ${record.median_percentile}`],
    ['Disputes', record.open_disputes ? `${record.disputes}, ${record.open_disputes} open` : String(record.disputes)],
  ] as const;
