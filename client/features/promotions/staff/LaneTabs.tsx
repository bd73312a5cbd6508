import { useQuery } from '@tanstack/react-query';
import { Link } from '#client/app/router.ts';
import { paths } from '#shared/paths.ts';
import { REVIEW_LANES } from '#shared/status.ts';
import { laneCounts } from './api.ts';
import classes from './LaneTabs.module.css';
import { LANE_NAMES } from './lanes.ts';
import { type ReviewSearch, reviewSearchText } from './review-search.ts';
import { LANE_COUNTS } from './use-review-list.ts';

/** The lanes of the queue with how much is in each. */
export function LaneTabs({ search }: { search: ReviewSearch }) {
  const { data } = useQuery({ queryKey: LANE_COUNTS, queryFn: laneCounts, meta: { silent: true } });
  return (
    <nav aria-label="Review lanes" className={classes.lanes}>
      {REVIEW_LANES.map((lane) => (
        <Link
          key={lane}
          to={paths.userPromotions() + reviewSearchText({ store_action: search.store_action, status: lane })}
          aria-current={search.status === lane ? 'page' : undefined}
        >
          {LANE_NAMES[lane]} {data && <span className={classes.count}>{data[lane]}</span>}
        </Link>
      ))}
    </nav>
  );
}
