import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '#client/app/router.ts';
import { Panel } from '#client/ui/app/Panel.tsx';
import { Button } from '#client/ui/Button.tsx';
import { DateText } from '#client/ui/DateText.tsx';
import { StatusBadge } from '#client/ui/StatusBadge.tsx';
import { formatCents } from '#shared/money.ts';
import { paths } from '#shared/paths.ts';
import { needsConfirmation } from './confirmation.ts';
import { PayNowButton } from './PayNowButton.tsx';
import classes from './UnpaidPanel.module.css';
import { type Unpaid, unpaidQuery } from './unpaid.ts';

/** Promotions whose charge failed or is still to come. Nothing is shown while there are none. */
export function UnpaidPanel() {
  const { data = [] } = useQuery(unpaidQuery(useQueryClient()));
  if (data.length === 0) return null;
  return (
    <Panel
      title="To be paid"
      tone="alert"
      lead="We try a declined card again after 1, 3 and 7 days. Until it is paid, no new promotion can be booked. You can also pay now with your default card."
    >
      <ul className={classes.list}>
        {data.map((unpaid) => (
          <UnpaidRow key={unpaid.promotion.id} {...unpaid} />
        ))}
      </ul>
    </Panel>
  );
}

const UnpaidRow = ({ promotion, total_cents, problem }: Unpaid) => (
  <li className={classes.row}>
    <div>
      <Link to={paths.partnerPromotion(promotion.id)} className={classes.title}>
        {promotion.book?.title}
      </Link>
      <p>
        <DateText date={promotion.promotion_date ?? promotion.requested_date} /> · {formatCents(total_cents)}
      </p>
      <StatusBadge status={promotion.display_status} />
      {problem && <p className={classes.problem}>{problem}</p>}
    </div>
    <div className={classes.actions}>
      {needsConfirmation(promotion) && (
        <Button to={paths.confirmPayment(promotion.id)}>Confirm {formatCents(total_cents)}</Button>
      )}
      <PayNowButton promotion_id={promotion.id} total_cents={total_cents} />
    </div>
  </li>
);
