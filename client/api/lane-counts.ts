import { queryOptions } from '@tanstack/react-query';
import { promotionsApi } from '#shared/api/promotions.ts';
import { clientFor } from './client.ts';

export const LANE_COUNTS = ['user', 'lane counts'];

/** The number of promotions in each lane of the review queue, and the newsletter date that closes next. */
export const laneCountsQuery = () =>
  queryOptions({
    queryKey: LANE_COUNTS,
    queryFn: () => clientFor(promotionsApi, 'user').laneCounts(),
    meta: { silent: true },
  });
