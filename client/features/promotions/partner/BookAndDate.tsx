import type { ReactNode } from 'react';
import { Link } from '#client/app/router.ts';
import { Cover } from '#client/ui/Cover.tsx';
import { DateText } from '#client/ui/DateText.tsx';
import { paths } from '#shared/paths.ts';
import type { Promotion } from '#shared/promotions.ts';
import { bookedDate } from '../cutoff.ts';
import classes from './BookAndDate.module.css';

type Props = { promotion: Promotion; coverWidth?: number; children?: ReactNode };

/** The start of a promotion's row: cover, title, and newsletter date. */
export const BookAndDate = ({ promotion, coverWidth = 44, children }: Props) => (
  <>
    {promotion.book && <Cover src={promotion.book.cover_url} alt="" width={coverWidth} />}
    <div>
      <Link to={paths.partnerPromotion(promotion.id)} className={classes.title}>
        {promotion.book?.title}
      </Link>
      <p className={classes.muted}>
        <DateText date={bookedDate(promotion)} />
      </p>
      {children}
    </div>
  </>
);
