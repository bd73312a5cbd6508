import { useQuery } from '@tanstack/react-query';
import { clicksQuery, usualClicksQuery } from '#client/api/partner-promotions.ts';
import { Panel } from '#client/ui/app/Panel.tsx';
import { QueryBoundary } from '#client/ui/app/QueryBoundary.tsx';
import { useMsLeft } from '#client/ui/Countdown.tsx';
import { Skeleton } from '#client/ui/Skeletons.tsx';
import { waivedNote } from '#shared/cost-words.ts';
import { formatCents } from '#shared/money.ts';
import type { Promotion, PromotionClicks } from '#shared/promotions.ts';
import { ClicksChart } from '../ClicksChart.tsx';
import { BookAndDate } from './BookAndDate.tsx';
import { Figure } from './Figure.tsx';
import numbers from './PartnerPromotion.module.css';
import classes from './RunningPanel.module.css';
import { paceText, timeLeftText } from './running.ts';

/** The current clicks and cost of promotions that were sent and aren't settled yet. */
export const RunningPanel = ({ running }: { running: readonly Promotion[] }) =>
  running.length === 0 ? null : (
    <Panel title="Running now">
      <ul className={classes.list}>
        {running.map((promotion) => (
          <li key={promotion.id}>
            <div className={classes.head}>
              <BookAndDate promotion={promotion} coverWidth={64} />
            </div>
            <Running promotion={promotion} />
          </li>
        ))}
      </ul>
    </Panel>
  );

function Running({ promotion: { id, category } }: { promotion: Promotion }) {
  const clicks = useQuery(clicksQuery(id));
  const usual = useQuery(usualClicksQuery(id)).data;
  return (
    <QueryBoundary query={clicks} placeholder={<Skeleton height={440} />}>
      {(data) => (
        <>
          <Numbers clicks={data} />
          {usual && category && <p className={classes.muted}>{paceText(data, usual, category.name)}</p>}
          <ClicksChart clicks={data} usual={usual} />
        </>
      )}
    </QueryBoundary>
  );
}

const Numbers = ({ clicks: { raw, money, window } }: { clicks: PromotionClicks }) => (
  <dl className={numbers.numbers}>
    <Figure label="Clicks so far" value={raw} />
    {money.so_far && (
      <Figure label={`Cost so far${waivedNote(money.so_far)}`} value={formatCents(money.so_far.total_cents)} />
    )}
    <Figure label="At most" value={formatCents(money.most.total_cents)} />
    {window && <Figure label="Time left" value={<TimeLeft until={window.to} />} />}
  </dl>
);

const TimeLeft = ({ until }: { until: string }) => timeLeftText(useMsLeft(until));
