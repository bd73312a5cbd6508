import { useQuery } from '@tanstack/react-query';
import { Link } from '#client/app/router.ts';
import { Panel } from '#client/ui/app/Panel.tsx';
import { QueryBoundary } from '#client/ui/app/QueryBoundary.tsx';
import { InstantText } from '#client/ui/DateText.tsx';
import { paths } from '#shared/paths.ts';
import classes from '../ClicksTables.module.css';
import { shareText } from '../HeldClicks.tsx';
import { fetchPromotionsAwaitingClickReview, HELD_CLICKS_KEY } from './api.ts';

/** Promotions with held clicks to review, or with a question to answer; nothing if there are none. */
export function SuspiciousPromotions() {
  const query = useQuery({
    queryKey: HELD_CLICKS_KEY,
    queryFn: fetchPromotionsAwaitingClickReview,
    meta: { silent: true },
  });
  const { data, error } = query;
  if (!data && error)
    return (
      <Panel title="Clicks to review">
        <QueryBoundary query={query}>{() => null}</QueryBoundary>
      </Panel>
    );
  if (!data?.promotions.length) return null;
  return (
    <Panel
      title="Clicks to review"
      tone="alert"
      lead="We won’t bill held clicks that nobody has decided on within 72 hours of sending."
    >
      <ul className={classes.list}>
        {data.promotions.map(({ promotion_id, book_title, rule, held, clicks, decide_until, has_question }) => (
          <li key={promotion_id}>
            <Link to={paths.userPromotion(promotion_id)}>{book_title}</Link>
            {rule && `: ${shareText(rule, held, clicks)}`}
            {decide_until && rule && (
              <>
                ; decide by <InstantText at={decide_until} />
              </>
            )}
            {has_question && (rule ? '; the partner asked a question' : ': the partner asked a question')}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
