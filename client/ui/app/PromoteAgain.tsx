import { Link } from '#client/app/router.ts';
import { paths } from '#shared/paths.ts';
import type { Promotion } from '#shared/promotions.ts';

/** A button beside a result that opens the form for the same book, with its last values. */
export const PromoteAgain = ({ promotion: { book_id, book } }: { promotion: Pick<Promotion, 'book_id' | 'book'> }) => (
  <Link to={paths.partnerPromotionNew(book_id)} aria-label={`Promote again: ${book?.title ?? 'this book'}`}>
    Promote again
  </Link>
);
