import { SemiCircleProgress } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { percentileQuery } from '#client/api/partner-promotions.ts';
import { Link } from '#client/app/router.ts';
import { Panel } from '#client/ui/app/Panel.tsx';
import { formatDate } from '#shared/long-dates.ts';
import { paths } from '#shared/paths.ts';
import type { LastPromotionPercentile } from '#shared/promotions.ts';
import { basisWords, percentileWords } from '../percentile-words.ts';
import classes from './PartnerPromotion.module.css';

/** How this promotion did among its like; before that is known, how the last one before it did. */
export function PercentilePanel({ promotion_id }: { promotion_id: number }) {
  const { data } = useQuery(percentileQuery(promotion_id));
  if (data?.own) return <OwnResult own={data.own} />;
  if (!data?.promotion_id) return null;
  return (
    <Panel title="How the last one did">
      <Gauge result={data} />
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
    <Gauge result={own} />
    <p>
      {own.clicks} billable clicks, {own.clicks_per_thousand.toFixed(1)} for every 1,000 mails.
    </p>
  </Panel>
);

type Result = Pick<LastPromotionPercentile, 'percentile' | 'sample_size'>;

function Gauge({ result: { percentile, sample_size } }: { result: Result }) {
  if (percentile === null) {
    return <p className={classes.muted}>There are too few comparable promotions yet to say where it stands.</p>;
  }
  return (
    <div className={classes.gauge}>
      <SemiCircleProgress
        value={percentile}
        size={180}
        thickness={14}
        filledSegmentColor="var(--accent)"
        emptySegmentColor="var(--line)"
        label={String(percentile)}
        aria-hidden="true"
      />
      <p>{percentileWords(percentile, sample_size)}</p>
    </div>
  );
}
