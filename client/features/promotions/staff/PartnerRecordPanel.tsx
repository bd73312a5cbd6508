import { useQuery } from '@tanstack/react-query';
import { Link } from '#client/app/router.ts';
import { recordFacts } from '#client/features/partners/staff/record-facts.ts';
import { FactList } from '#client/ui/app/FactList.tsx';
import { QueryBoundary } from '#client/ui/app/QueryBoundary.tsx';
import { Skeleton } from '#client/ui/Skeletons.tsx';
import { paths } from '#shared/paths.ts';
import type { Promotion } from '#shared/promotions.ts';
import { fetchPartnerRecord } from './api.ts';
import classes from './ReviewParts.module.css';
import { partnerRecordKey } from './use-decisions.ts';

/** The partner's record: money, decisions, and results. */
export function PartnerRecordPanel({ promotion }: { promotion: Promotion }) {
  const query = useQuery({
    queryKey: partnerRecordKey(promotion.partner_id),
    queryFn: () => fetchPartnerRecord(promotion.id),
    meta: { silent: true },
  });
  return (
    <section className={classes.date} aria-label="Partner">
      <h3>
        <Link to={paths.userPartner(promotion.partner_id)}>{promotion.partner?.name ?? 'Partner'}</Link>
      </h3>
      <QueryBoundary query={query} placeholder={<Skeleton height={120} />}>
        {(record) => <FactList facts={recordFacts(record)} />}
      </QueryBoundary>
    </section>
  );
}
