import { Link } from '#client/router.ts';
import { paths } from '#shared/paths.ts';
import { DONE_WORDS } from './questions.ts';
import classes from './ReviewStatus.module.css';
import type { Review } from './use-review.ts';

/** How many there are, and what the last decision did. */
export function ReviewStatus({ review: { list, done }, onKeys }: { review: Review; onKeys: () => void }) {
  const { rows, total_count, isPending } = list;
  return (
    <div className={classes.line}>
      <p role="status">
        {isPending ? 'Loading …' : `${rows.length} of ${total_count} promotions`}
        {done && (
          <>
            {'. '}
            <Link to={paths.userPromotion(done.promotion.id)}>
              {done.promotion.book?.title ?? `#${done.promotion.id}`}
            </Link>{' '}
            {DONE_WORDS[done.decision.kind]}.
          </>
        )}
      </p>
      <button type="button" className={classes.keys} onClick={onKeys}>
        Keys
      </button>
    </div>
  );
}
