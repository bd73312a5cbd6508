import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { LANE_COUNTS } from '#client/api/lane-counts.ts';
import { REVIEW_LISTS } from './review-list.ts';
import { promotionKey } from './use-decisions.ts';

/**
 * Reloads the queue's lists, the lanes' counts, the given promotions, and queries that failed. A change during a reload
 * starts one more reload after it, so that frequent changes neither cut each other's reload short nor add up.
 */
export function useListRefresh() {
  const queryClient = useQueryClient();
  return useState(() => {
    let isRunning = false;
    let isOutdated = false;
    const reload = (queryKey: readonly unknown[]) => queryClient.invalidateQueries({ queryKey });
    return async (ids: readonly number[] = []) => {
      for (const id of ids) void reload(promotionKey(id));
      void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
      isOutdated = true;
      if (isRunning) return;
      isRunning = true;
      while (isOutdated) {
        // A reload would cancel the page that “Show more” loads.
        await waitForMoreRows(queryClient);
        isOutdated = false;
        await Promise.all([reload(REVIEW_LISTS), reload(LANE_COUNTS)]);
      }
      isRunning = false;
    };
  })[0];
}

/** Resolves once no list is loading its next page. */
const waitForMoreRows = (queryClient: QueryClient) =>
  new Promise<void>((resolve) => {
    const cache = queryClient.getQueryCache();
    const isLoading = () =>
      cache
        .findAll({ queryKey: REVIEW_LISTS, fetchStatus: 'fetching' })
        .some(({ state }) => state.fetchMeta?.fetchMore !== undefined);
    if (!isLoading()) return resolve();
    const stop = cache.subscribe(() => {
      if (isLoading()) return;
      stop();
      resolve();
    });
  });
