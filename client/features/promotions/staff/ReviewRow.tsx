import { pagesText, ratingText, storesText } from '#client/features/books/book-facts.ts';
import { Alert } from '#client/ui/Alert.tsx';
import { Cover } from '#client/ui/Cover.tsx';
import { Marked } from '#client/ui/Marked.tsx';
import { Price } from '#client/ui/Price.tsx';
import { StatusBadge } from '#client/ui/StatusBadge.tsx';
import type { Promotion } from '#shared/promotions.ts';
import { ClosesIn } from './ClosesIn.tsx';
import { ReviewDetails } from './ReviewDetails.tsx';
import classes from './ReviewRow.module.css';
import { type Review, rowId } from './use-review.ts';

/** One promotion of the queue; the selected one is open. */
export function ReviewRow({ promotion, review, words }: { promotion: Promotion; review: Review; words: string }) {
  const isOpen = review.selected === promotion.id;
  const refusal = review.refusals[promotion.id];
  const { book, category, partner } = promotion;
  return (
    <li className={classes.row} data-open={isOpen}>
      <div className={classes.head}>
        {book && <Cover src={book.cover_url} alt="" width={56} />}
        <div className={classes.words}>
          <h3 className={classes.title}>
            <button
              type="button"
              id={rowId(promotion.id)}
              aria-expanded={isOpen}
              aria-controls={`${rowId(promotion.id)}-details`}
              onClick={() => review.select(promotion.id)}
            >
              <Marked text={book?.title ?? `Promotion ${promotion.id}`} words={words} />
            </button>
          </h3>
          <p>
            {book?.author_name && (
              <>
                by <Marked text={book.author_name} words={words} />
                {' · '}
              </>
            )}
            {category?.name}
          </p>
          {book && (
            <p className={classes.facts}>
              {ratingText(book)} · {pagesText(book)} · {storesText(book)}
            </p>
          )}
        </div>
        <div className={classes.deal}>
          <StatusBadge status={promotion.display_status} />
          <ClosesIn promotion={promotion} />
          <Price {...promotion} />
          {promotion.at_risk && <p className={classes.risk}>Won’t be sent: {promotion.at_risk}</p>}
          <p className={classes.facts}>{partner?.name}</p>
        </div>
      </div>
      {refusal && <Alert kind="error">{refusal}</Alert>}
      {isOpen && (
        <div id={`${rowId(promotion.id)}-details`}>
          <ReviewDetails promotion={promotion} review={review} />
        </div>
      )}
    </li>
  );
}
