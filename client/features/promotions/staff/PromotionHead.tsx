import { Link } from '#client/app/router.ts';
import { Cover } from '#client/ui/Cover.tsx';
import { DateText } from '#client/ui/DateText.tsx';
import { Price } from '#client/ui/Price.tsx';
import { StatusBadge } from '#client/ui/StatusBadge.tsx';
import { paths } from '#shared/paths.ts';
import type { Promotion } from '#shared/promotions.ts';
import { bookedDate } from '../cutoff.ts';
import { ClosesIn } from './ClosesIn.tsx';
import classes from './PromotionHead.module.css';

export function PromotionHead({ promotion }: { promotion: Promotion }) {
  const { book, category, partner } = promotion;
  return (
    <div className={classes.head}>
      {book && <Cover src={book.cover_url} alt="" width={96} eager />}
      <div className={classes.words}>
        <h1>{book?.title ?? `Promotion ${promotion.id}`}</h1>
        <p>
          {book?.author_name && `by ${book.author_name} · `}
          {category?.name} · <DateText date={bookedDate(promotion)} />
        </p>
        <p className={classes.line}>
          <StatusBadge status={promotion.display_status} />
          <ClosesIn promotion={promotion} />
          <Price {...promotion} />
        </p>
        <p className={classes.line}>
          <Link to={paths.userBook(promotion.book_id)}>The book</Link>
          {promotion.newsletter_id !== null && (
            <Link to={paths.userNewsletter(promotion.newsletter_id)}>The newsletter</Link>
          )}
          {partner && (
            <span>
              {partner.name} (partner {partner.id}), <a href={`mailto:${partner.email}`}>{partner.email}</a>
            </span>
          )}
        </p>
      </div>
    </div>
  );
}
