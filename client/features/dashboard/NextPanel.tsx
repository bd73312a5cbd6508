import { Link } from '#client/app/router.ts';
import { bookedDate, cutoffOf } from '#client/features/promotions/cutoff.ts';
import { Panel } from '#client/ui/app/Panel.tsx';
import { Countdown } from '#client/ui/Countdown.tsx';
import { Cover } from '#client/ui/Cover.tsx';
import { DateText } from '#client/ui/DateText.tsx';
import { StatusBadge } from '#client/ui/StatusBadge.tsx';
import { useShell } from '#client/ui/shell.ts';
import { paths } from '#shared/paths.ts';
import type { Promotion } from '#shared/promotions.ts';
import classes from './Dashboard.module.css';

const SHOWN = 5;

export const NextPanel = ({ next }: { next: readonly Promotion[] }) => (
  <Panel
    title="Next promotions"
    aside={next.length > SHOWN ? <Link to={paths.partnerPromotions()}>All {next.length}</Link> : null}
  >
    {next.length === 0 ? (
      <p>
        Nothing is booked. <Link to={paths.partnerPromotionNew()}>Book a date</Link>
      </p>
    ) : (
      <ul className={classes.list}>
        {next.slice(0, SHOWN).map((promotion) => (
          <NextRow key={promotion.id} promotion={promotion} />
        ))}
      </ul>
    )}
  </Panel>
);

const NextRow = ({ promotion }: { promotion: Promotion }) => (
  <li>
    {promotion.book && <Cover src={promotion.book.cover_url} alt="" width={44} />}
    <div>
      <Link to={paths.partnerPromotion(promotion.id)} className={classes.title}>
        {promotion.book?.title}
      </Link>
      <p className={classes.muted}>
        <DateText date={bookedDate(promotion)} />
      </p>
      {promotion.at_risk && <p className={classes.risk}>Won’t be sent: {promotion.at_risk}</p>}
    </div>
    <div className={classes.right}>
      <StatusBadge status={promotion.display_status} />
      <span className={classes.muted}>
        closes in <Countdown until={cutoffOf(bookedDate(promotion), useShell())} />
      </span>
    </div>
  </li>
);
