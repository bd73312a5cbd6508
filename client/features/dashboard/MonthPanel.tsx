import { Link } from '#client/app/router.ts';
import { Panel } from '#client/ui/app/Panel.tsx';
import { dateOf } from '#shared/dates.ts';
import { formatCents } from '#shared/money.ts';
import { paths } from '#shared/paths.ts';
import classes from './Dashboard.module.css';

const monthFormat = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'long', year: 'numeric' });

/** `month`: 'YYYY-MM'. */
export const MonthPanel = ({ month, cost_cents }: { month: string; cost_cents: number }) => (
  <Panel title="This month's cost">
    <p className={classes.big}>{formatCents(cost_cents)}</p>
    <p className={classes.muted}>
      Invoices of {monthFormat.format(dateOf(`${month}-01`))}. <Link to={paths.billing()}>Billing</Link>
    </p>
  </Panel>
);
