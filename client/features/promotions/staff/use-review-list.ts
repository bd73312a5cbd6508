import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query';
import { type PromotionPage, promotions } from './api.ts';
import { pageToAdd, rowsOf, totalOf } from './review-list.ts';
import { type ReviewSearch, reviewQuery, reviewSearchText } from './review-search.ts';

export const REVIEW_LISTS = ['user', 'promotions'];
export const LANE_COUNTS = ['user', 'lane counts'];
export type ReviewList = InfiniteData<PromotionPage, number>;

/** The queue as the address asks for it: with Add the pages pile up, with Replace there is one at a time. */
export function useReviewList(search: ReviewSearch) {
  const replaces = search.store_action === 'replace';
  const list = useInfiniteQuery({
    queryKey: [...REVIEW_LISTS, reviewSearchText(search)],
    queryFn: ({ pageParam, signal }) => promotions(reviewQuery(search, pageParam), signal),
    initialPageParam: replaces ? search.page : 1,
    getNextPageParam: (_last, pages) => (replaces ? undefined : pageToAdd(pages)),
    placeholderData: (before) => before,
  });
  const pages = list.data?.pages ?? [];
  return { ...list, rows: rowsOf(pages), total_count: totalOf(pages), meta: pages[0]?.meta };
}
