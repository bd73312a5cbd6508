import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { lazyPart } from '#client/api/lazy-part.tsx';
import { FactList } from '#client/ui/app/FactList.tsx';
import { Loaded } from '#client/ui/app/Loaded.tsx';
import { Panel } from '#client/ui/app/Panel.tsx';
import { Skeleton } from '#client/ui/Skeletons.tsx';
import type { Promotion } from '#shared/promotions.ts';
import { ClicksTables } from '../ClicksTables.tsx';
import { promotionClicks } from './api.ts';
import { clickFacts } from './promotion-facts.ts';

const CHART_HEIGHT = 260;
const ClicksChart = lazyPart('clicks chart', async () => (await import('../ClicksChart.tsx')).ClicksChart);

export function ClicksPanel({ promotion }: { promotion: Promotion }) {
  const query = useQuery({
    queryKey: ['user', 'promotion', promotion.id, 'clicks'],
    queryFn: () => promotionClicks(promotion.id),
  });
  return (
    <Panel title="Clicks">
      <Loaded query={query} waiting={<Skeleton height={CHART_HEIGHT} />}>
        {(clicks) => (
          <>
            <FactList facts={clickFacts(clicks)} />
            {clicks.clicks.length > 0 && (
              <Suspense fallback={<Skeleton height={CHART_HEIGHT} />}>
                <ClicksChart clicks={clicks.clicks} />
              </Suspense>
            )}
            <ClicksTables clicks={clicks} />
          </>
        )}
      </Loaded>
    </Panel>
  );
}
