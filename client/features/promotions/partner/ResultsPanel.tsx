import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { lazyPart } from '#client/api/lazy-part.tsx';
import { clicksQuery } from '#client/api/partner-promotions.ts';
import { Loaded } from '#client/ui/app/Loaded.tsx';
import { Panel } from '#client/ui/app/Panel.tsx';
import { InstantText } from '#client/ui/DateText.tsx';
import { Skeleton } from '#client/ui/Skeletons.tsx';
import { formatCents } from '#shared/money.ts';
import type { Promotion, PromotionClicks } from '#shared/promotions.ts';
import { ClicksTables } from '../ClicksTables.tsx';
import classes from './PartnerPromotion.module.css';

const ClicksChart = lazyPart('clicks chart', async () => (await import('../ClicksChart.tsx')).ClicksChart);

/** The clicks, once the newsletter went out. */
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
            {found.clicks.length > 0 && (
              <Suspense fallback={<Skeleton height={260} />}>
                <ClicksChart clicks={found.clicks} />
              </Suspense>
            )}
            <ClicksTables clicks={found} />
          </>
        )}
      </Loaded>
    </Panel>
  );
}

const Numbers = ({
  clicks: { raw, billable, excluded, site, settled, cost_so_far_cents },
}: {
  clicks: PromotionClicks;
}) => (
  <dl className={classes.numbers}>
    <Figure label="Clicks in the newsletter" value={raw} />
    {settled && <Figure label="Billable" value={billable} />}
    {settled && <Figure label="Not billed" value={excluded.reduce((sum, { clicks }) => sum + clicks, 0)} />}
    <Figure label="On the site, free" value={site} />
    <Figure label={settled ? 'Cost' : 'Cost so far, at most'} value={formatCents(cost_so_far_cents)} />
  </dl>
);

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
