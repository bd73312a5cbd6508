import { useQuery } from '@tanstack/react-query';
import { Link } from '#client/app/router.ts';
import { Skeleton } from '#client/ui/Skeletons.tsx';
import { paths } from '#shared/paths.ts';
import type { Promotion } from '#shared/promotions.ts';
import { lastPromotionPercentile } from './api.ts';
import { shortDate } from './date-choices.ts';
import { lastResultText } from './last-result.ts';
import classes from './ThatDate.module.css';

/** How the last promotion of the book, the author or the partner did among its like. */
export function LastPromotion({ promotion, heading: Heading }: { promotion: Promotion; heading: 'h3' | 'h4' }) {
  const { data, isError } = useQuery({
    queryKey: ['user', 'last promotion percentile', promotion.id],
    queryFn: () => lastPromotionPercentile(promotion.id),
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
        <p>Could not be loaded.</p>
      ) : (
        <Skeleton height={52} />
      )}
    </section>
  );
}
