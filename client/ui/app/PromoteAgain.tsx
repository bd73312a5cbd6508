import { Link } from '#client/app/router.ts';
import { paths } from '#shared/paths.ts';
import type { Promotion } from '#shared/promotions.ts';

/** A link to the booking form for the same book, with the prices and category of its last promotion. */
export const PromoteAgain = ({ promotion: { book_id, book } }: { promotion: Pick<Promotion, 'book_id' | 'book'> }) => (
  <Link to={paths.partnerPromotionNew(book_id)} aria-label={`Promote again: ${book?.title ?? 'this book'}`}>
    Promote again
  </Link>
);
