import { useQuery } from '@tanstack/react-query';
import { clicksQuery, percentileQuery, usualClicksQuery } from '#client/api/partner-promotions.ts';
import { Link } from '#client/app/router.ts';
import { Gauge } from '#client/ui/app/Chart.tsx';
import { Panel } from '#client/ui/app/Panel.tsx';
import { QueryBoundary } from '#client/ui/app/QueryBoundary.tsx';
import { InstantText } from '#client/ui/DateText.tsx';
import { Skeleton } from '#client/ui/Skeletons.tsx';
import { invoicedFigures, waivedNote } from '#shared/cost-words.ts';
import { formatCount } from '#shared/counts.ts';
import { formatDate } from '#shared/long-dates.ts';
import { formatCents } from '#shared/money.ts';
import { paths } from '#shared/paths.ts';
import type { LastPromotionPercentile, Promotion, PromotionClicks } from '#shared/promotions.ts';
import { ClicksChart } from '../ClicksChart.tsx';
import { ClicksTables } from '../ClicksTables.tsx';
import { Questions } from '../HeldClicks.tsx';
import { percentileBasisText, percentileGauge, percentileText } from '../percentile-labels.ts';
import { Figure } from './Figure.tsx';
import classes from './PartnerPromotion.module.css';
import { QuestionForm } from './QuestionForm.tsx';

/** The clicks, once the newsletter has been sent. */
export function ResultsPanel({ promotion }: { promotion: Promotion }) {
  const clicks = useQuery({ ...clicksQuery(promotion.id), enabled: promotion.sent_at !== null });
  const usual = useQuery({ ...usualClicksQuery(promotion.id), enabled: promotion.sent_at !== null });
  if (promotion.sent_at === null) return null;
  return (
    <Panel title="Clicks">
      <QueryBoundary query={clicks} placeholder={<Skeleton height={420} />}>
        {(data) => (
          <>
            <Numbers clicks={data} />
            <WindowEnd promotion={promotion} />
            <ClicksChart clicks={data} usual={usual.data} />
            <ClicksTables clicks={data} />
            <Questions questions={data.questions} />
            {data.question_until && <QuestionForm promotion_id={promotion.id} until={data.question_until} />}
          </>
        )}
      </QueryBoundary>
    </Panel>
  );
}

const Numbers = ({
  clicks: { raw, billable, excluded, site, settled, holds, money, delivered, clicks_per_thousand, followers },
}: {
  clicks: PromotionClicks;
}) => (
  <dl className={classes.numbers}>
    <Figure label="Clicks in the newsletter" value={raw} />
    {settled && <Figure label="Billable" value={billable} />}
    {settled && <Figure label="Not billed" value={excluded.reduce((sum, { clicks }) => sum + clicks, 0)} />}
    {heldClicks(holds) > 0 && !settled && <Figure label="Held for review" value={heldClicks(holds)} />}
    <Figure label="Website clicks (free)" value={site} />
    {delivered !== null && <Figure label="Emails delivered" value={delivered.toLocaleString('en-US')} />}
    {clicks_per_thousand !== null && (
      <Figure
        label={settled ? 'Billable clicks per 1,000 emails' : 'Clicks per 1,000 emails'}
        value={clicks_per_thousand.toFixed(1)}
      />
    )}
    <Figure label="Followers gained" value={followers} />
    {money.invoiced ? (
      invoicedFigures(money.invoiced).map(([label, value]) => <Figure key={label} label={label} value={value} />)
    ) : (
      <Figure
        label={`Estimated cost so far${money.so_far ? waivedNote(money.so_far) : ''}`}
        value={formatCents(money.so_far?.total_cents ?? 0)}
      />
    )}
    <Figure label="Maximum cost" value={formatCents(money.most.total_cents)} />
  </dl>
);

const heldClicks = (holds: PromotionClicks['holds']) =>
  holds.reduce((sum, { clicks, decision }) => sum + (decision === null ? clicks : 0), 0);

const WindowEnd = ({ promotion: { settled_at, click_window_ends_at } }: { promotion: Promotion }) =>
  settled_at || !click_window_ends_at ? null : (
    <p className={classes.muted}>
      We’ll count clicks until <InstantText at={click_window_ends_at} />. Then we’ll exclude bots and repeat clicks, and
      issue your invoice.
    </p>
  );

/** The rank of this promotion among similar ones, or, before it's known, the rank of the previous promotion. */
export function PercentilePanel({ promotion_id }: { promotion_id: number }) {
  const { data } = useQuery(percentileQuery(promotion_id));
  if (data?.own) return <OwnResult own={data.own} />;
  if (!data?.promotion_id) return null;
  return (
    <Panel title="How your last promotion did">
      <Rank result={data} />
      <p>
        <Link to={paths.partnerPromotion(data.promotion_id)}>{percentileBasisText(data)}</Link>
        {data.promotion_date && `, ${formatDate(data.promotion_date)}`}:{' '}
        {formatCount(data.clicks ?? 0, 'billable click')}, {data.clicks_per_thousand?.toFixed(1)} for every 1,000
        emails.
      </p>
    </Panel>
  );
}

const OwnResult = ({ own: result }: { own: NonNullable<LastPromotionPercentile['own']> }) => (
  <Panel title="How this promotion did">
    <Rank result={result} />
    <p>
      {formatCount(result.clicks, 'billable click')}, {result.clicks_per_thousand.toFixed(1)} for every 1,000 emails.
    </p>
  </Panel>
);

type Result = Pick<LastPromotionPercentile, 'percentile' | 'sample_size' | 'below' | 'comparison'>;

function Rank({ result }: { result: Result }) {
  const { percentile, comparison } = result;
  if (percentile === null || !comparison) {
    return <p className={classes.muted}>We don’t have enough similar promotions to rank yours yet.</p>;
  }
  return (
    <div className={classes.gauge}>
      <Gauge {...percentileGauge(result)} />
      <p>{percentileText(result, comparison)}</p>
    </div>
  );
}
