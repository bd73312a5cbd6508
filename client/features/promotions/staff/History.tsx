import { useQuery } from '@tanstack/react-query';
import { Link } from '#client/app/router.ts';
import { QueryBoundary } from '#client/ui/app/QueryBoundary.tsx';
import { ListSkeleton } from '#client/ui/Skeletons.tsx';
import { StatusBadge } from '#client/ui/StatusBadge.tsx';
import { formatCount } from '#shared/counts.ts';
import { paths } from '#shared/paths.ts';
import type { Promotion } from '#shared/promotions.ts';
import { bookedDate } from '../cutoff.ts';
import { PromotionTimeline } from '../PromotionTimeline.tsx';
import { fetchPromotionEvents, fetchPromotions, type PromotionPage } from './api.ts';
import { shortDate } from './date-choices.ts';
import { outcomeText } from './promotion-facts.ts';
import classes from './ReviewParts.module.css';
import { promotionKey } from './use-decisions.ts';

const SHOWN = 5;

/** The names of a timeline's actors, for events without a person's name. */
export const ACTORS = { partner: 'The partner', user: 'Staff', system: 'Deckle' };

/** The events of one promotion, with the names of editors. */
export const useEvents = (id: number) =>
  useQuery({
    queryKey: [...promotionKey(id), 'events'],
    queryFn: () => fetchPromotionEvents(id),
    meta: { silent: true },
  });

/** The events of this promotion so far. */
export function OwnHistory({ promotion: { id }, heading: Heading }: { promotion: Promotion; heading: 'h3' | 'h4' }) {
  return (
    <div>
      <Heading className={classes.heading}>This promotion</Heading>
      <QueryBoundary query={useEvents(id)} placeholder={<ListSkeleton rows={2} height={44} />}>
        {(events) => <PromotionTimeline events={events} actors={ACTORS} />}
      </QueryBoundary>
    </div>
  );
}

/** Other promotions of the same book, and other promotions of the same partner, each list latest first. */
export function History({ promotion, heading: Heading }: { promotion: Promotion; heading: 'h3' | 'h4' }) {
  const ofBook = useQuery(otherPromotionsQuery(promotion, 'book_id'));
  const ofPartner = useQuery(otherPromotionsQuery(promotion, 'partner_id'));
  return (
    <>
      <div>
        <Heading className={classes.heading}>This book</Heading>
        <QueryBoundary query={ofBook} placeholder={<ListSkeleton rows={2} height={44} />}>
          {(page) => <OtherPromotions page={page} id={promotion.id} none="This book has no other promotions." />}
        </QueryBoundary>
      </div>
      <div>
        <Heading className={classes.heading}>This partner</Heading>
        <QueryBoundary query={ofPartner} placeholder={<ListSkeleton rows={2} height={44} />}>
          {(page) => (
            <OtherPromotions page={page} id={promotion.id} none="This is the partner’s first promotion." withTitle />
          )}
        </QueryBoundary>
      </div>
    </>
  );
}

/** Requests one more than is shown, since this promotion itself may be among them. */
const otherPromotionsQuery = (promotion: Promotion, by: 'book_id' | 'partner_id') => ({
  queryKey: ['user', 'promotion', promotion.id, 'history', by],
  queryFn: () => fetchPromotions({ [by]: promotion[by], sort_col: 'booked_date', sort_dir: 'desc', per: SHOWN + 1 }),
});

type OtherPromotionsProps = { page: PromotionPage; id: number; none: string; withTitle?: boolean };

function OtherPromotions({ page, id, none, withTitle = false }: OtherPromotionsProps) {
  const others = page.promotions.filter((one) => one.id !== id).slice(0, SHOWN);
  if (others.length === 0) return <p>{none}</p>;
  return (
    <>
      <ul className={classes.list}>
        {others.map((one) => (
          <li key={one.id}>
            <Link to={paths.userPromotion(one.id)}>{shortDate(bookedDate(one))}</Link>
            {withTitle && <span>{one.book?.title}</span>}
            <StatusBadge status={one.display_status} />
            {one.settled_at && <span>{formatCount(one.clicks_billable, 'billable click')}</span>}
            {one.reviewed_by_name && <span className={classes.more}>by {one.reviewed_by_name}</span>}
            {one.display_status === 'declined' && <span className={classes.more}>{outcomeText(one)}</span>}
          </li>
        ))}
      </ul>
      {page.meta.total_count > others.length + 1 && (
        <p className={classes.more}>
          Showing the latest {others.length} of {page.meta.total_count - 1}.
        </p>
      )}
    </>
  );
}
