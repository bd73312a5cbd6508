import { Link } from '#client/app/router.ts';
import { paths } from '#shared/paths.ts';
import { DONE_WORDS, HELD_WORDS } from './questions.ts';
import classes from './ReviewStatus.module.css';
import type { Review } from './use-review.ts';

/** How many there are, and what the last decision did or is about to do. */
export function ReviewStatus({ review, onKeys }: { review: Review; onKeys: () => void }) {
  const { rows, total_count, isPending } = review.list;
  const last = review.held ?? review.done;
  return (
    <div className={classes.line}>
      <p role="status">
        {isPending ? 'Loading …' : `${rows.length} of ${total_count} promotions`}
        {last && (
          <>
            {'. '}
            <Link to={paths.userPromotion(last.promotion.id)}>
              {last.promotion.book?.title ?? `#${last.promotion.id}`}
            </Link>{' '}
            {(review.held ? HELD_WORDS : DONE_WORDS)[last.decision.kind]}.
          </>
        )}
      </p>
      <div className={classes.buttons}>
        {review.held && (
          <button type="button" className={classes.undo} onClick={review.undo}>
            Undo
          </button>
        )}
        <button type="button" className={classes.keys} onClick={onKeys}>
          Keys
        </button>
      </div>
    </div>
  );
}
