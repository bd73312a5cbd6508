import { useQuery } from '@tanstack/react-query';
import { clicksQuery, percentileQuery } from '#client/api/partner-promotions.ts';
import { Link } from '#client/app/router.ts';
import { Gauge } from '#client/ui/app/Chart.tsx';
import { Loaded } from '#client/ui/app/Loaded.tsx';
import { Panel } from '#client/ui/app/Panel.tsx';
import { InstantText } from '#client/ui/DateText.tsx';
import { Skeleton } from '#client/ui/Skeletons.tsx';
import { formatDate } from '#shared/long-dates.ts';
import { formatCents } from '#shared/money.ts';
import { paths } from '#shared/paths.ts';
import type { LastPromotionPercentile, Promotion, PromotionClicks } from '#shared/promotions.ts';
import { ClicksChart } from '../ClicksChart.tsx';
import { ClicksTables } from '../ClicksTables.tsx';
import { Questions } from '../HeldClicks.tsx';
import { basisWords, percentileLabel, percentileWords } from '../percentile-words.ts';
import classes from './PartnerPromotion.module.css';
import { QuestionForm } from './QuestionForm.tsx';

/** The clicks, after the newsletter was sent. */
export function ResultsPanel({ promotion }: { promotion: Promotion }) {
  const clicks = useQuery({ ...clicksQuery(promotion.id), enabled: promotion.sent_at !== null });
  if (promotion.sent_at === null) return null;
  return (
    <Panel title="Clicks">
      <Loaded query={clicks} waiting={<Skeleton height={420} />}>
        {(found) => (
          <>
            <Numbers clicks={found} />
            <Window promotion={promotion} />
            {found.clicks.length > 0 && <ClicksChart clicks={found.clicks} />}
            <ClicksTables clicks={found} />
            <Questions questions={found.questions} />
            {found.question_until && <QuestionForm promotion_id={promotion.id} until={found.question_until} />}
          </>
        )}
      </Loaded>
    </Panel>
  );
}

const Numbers = ({
  clicks: { raw, billable, excluded, site, settled, holds, cost_so_far_cents },
}: {
  clicks: PromotionClicks;
}) => (
  <dl className={classes.numbers}>
    <Figure label="Clicks in the newsletter" value={raw} />
    {settled && <Figure label="Billable" value={billable} />}
    {settled && <Figure label="Not billed" value={excluded.reduce((sum, { clicks }) => sum + clicks, 0)} />}
    {heldNow(holds) > 0 && !settled && <Figure label="Held for review" value={heldNow(holds)} />}
    <Figure label="On the site, free" value={site} />
    <Figure label={settled ? 'Cost' : 'Cost so far, at most'} value={formatCents(cost_so_far_cents)} />
  </dl>
);

const heldNow = (holds: PromotionClicks['holds']) =>
  holds.reduce((sum, { clicks, decision }) => sum + (decision === null ? clicks : 0), 0);

const Figure = ({ label, value }: { label: string; value: number | string }) => (
  <div>
    <dt>{label}</dt>
    <dd>{value}</dd>
  </div>
);

const Window = ({ promotion: { settled_at, click_window_ends_at } }: { promotion: Promotion }) =>
  settled_at || !click_window_ends_at ? null : (
    <p className={classes.muted}>
      Clicks count until <InstantText at={click_window_ends_at} />. Then robots and repeats are taken out and the
      invoice is made.
    </p>
  );

/** How this promotion did among similar ones, or until that is known, how the previous one did. */
export function PercentilePanel({ promotion_id }: { promotion_id: number }) {
  const { data } = useQuery(percentileQuery(promotion_id));
  if (data?.own) return <OwnResult own={data.own} />;
  if (!data?.promotion_id) return null;
  return (
    <Panel title="How the last one did">
      <Rank result={data} />
      <p>
        <Link to={paths.partnerPromotion(data.promotion_id)}>{basisWords(data)}</Link>
        {data.promotion_date && `, ${formatDate(data.promotion_date)}`}: {data.clicks} billable clicks,{' '}
        {data.clicks_per_thousand?.toFixed(1)} for every 1,000 mails.
      </p>
    </Panel>
  );
}

const OwnResult = ({ own }: { own: NonNullable<LastPromotionPercentile['own']> }) => (
  <Panel title="How it did">
    <Rank result={own} />
    <p>
      {own.clicks} billable clicks, {own.clicks_per_thousand.toFixed(1)} for every 1,000 mails.
    </p>
  </Panel>
);

type Result = Pick<LastPromotionPercentile, 'percentile' | 'sample_size' | 'below' | 'comparison'>;

function Rank({ result }: { result: Result }) {
  const { percentile, comparison } = result;
  if (percentile === null || !comparison) {
    return <p className={classes.muted}>There are too few comparable promotions yet to say where it stands.</p>;
  }
  return (
    <div className={classes.gauge}>
      <Gauge percent={percentile} label={percentileLabel(result)} />
      <p>{percentileWords(result, comparison)}</p>
    </div>
  );
}
