import type { ReactNode } from 'react';
import { Link } from '#client/app/router.ts';
import { bookedDate } from '#client/features/promotions/cutoff.ts';
import { Cover } from '#client/ui/Cover.tsx';
import { DateText } from '#client/ui/DateText.tsx';
import { paths } from '#shared/paths.ts';
import type { Promotion } from '#shared/promotions.ts';
import classes from './Dashboard.module.css';

/** The start of a row in the dashboard's lists: cover, title, and newsletter date. */
export const BookAndDate = ({ promotion, children }: { promotion: Promotion; children?: ReactNode }) => (
  <>
    {promotion.book && <Cover src={promotion.book.cover_url} alt="" width={44} />}
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
