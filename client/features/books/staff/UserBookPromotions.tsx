import { useQuery } from '@tanstack/react-query';
import { Link } from '#client/app/router.ts';
import { Loaded } from '#client/ui/app/Loaded.tsx';
import { Panel } from '#client/ui/app/Panel.tsx';
import { DateText } from '#client/ui/DateText.tsx';
import { Price } from '#client/ui/Price.tsx';
import { ListSkeleton } from '#client/ui/Skeletons.tsx';
import { StatusBadge } from '#client/ui/StatusBadge.tsx';
import { paths } from '#shared/paths.ts';
import classes from './UserBooks.module.css';
import { promotionsOfBookQuery } from './user-api.ts';

/** The latest promotions of one book. */
export function UserBookPromotions({ id }: { id: number }) {
  const query = useQuery(promotionsOfBookQuery(id));
  return (
    <Panel title="Promotions">
      <Loaded query={query} waiting={<ListSkeleton rows={3} height={44} />}>
        {({ promotions, meta }) =>
          promotions.length === 0 ? (
            <p>Not promoted yet.</p>
          ) : (
            <>
              <ul className={classes.promotions}>
                {promotions.map((promotion) => (
                  <li key={promotion.id}>
                    <Link to={paths.userPromotion(promotion.id)}>
                      <DateText date={promotion.promotion_date ?? promotion.requested_date} />
                    </Link>
                    <StatusBadge status={promotion.display_status} />
                    <Price {...promotion} />
                    <span>{promotion.category?.name}</span>
                    {promotion.settled_at && (
                      <span>
                        {promotion.clicks_total} clicks, {promotion.clicks_billable} billable
                      </span>
                    )}
                  </li>
                ))}
              </ul>
              {meta.total_count > promotions.length && (
                <p>
                  These are the last {promotions.length} of {meta.total_count}.
                </p>
              )}
            </>
          )
        }
      </Loaded>
    </Panel>
  );
}
