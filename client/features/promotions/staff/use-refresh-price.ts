import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Promotion } from '#shared/promotions.ts';
import { refreshStoreData } from './api.ts';
import { REVIEW_LISTS, type ReviewListData } from './review-list.ts';
import { departedKey, promotionKey } from './use-decisions.ts';

/** Fetches the store's data about a promotion's book, and stores it wherever the promotion is shown. */
export function useRefreshPrice() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ book_id }: Promotion) => refreshStoreData(book_id),
    onSuccess({ store_data, store_data_fetched_at }, promotion) {
      const withPrice = (row: Promotion): Promotion =>
        row.book_id === promotion.book_id && row.book
          ? { ...row, book: { ...row.book, store_data, store_data_fetched_at } }
          : row;
      queryClient.setQueriesData<ReviewListData>(
        { queryKey: REVIEW_LISTS },
        (list) =>
          list && {
            ...list,
            pages: list.pages.map((page) => ({ ...page, promotions: page.promotions.map(withPrice) })),
          },
      );
      for (const key of [promotionKey(promotion.id), departedKey(promotion.id)])
        queryClient.setQueryData<Promotion>(key, (before) => before && withPrice(before));
    },
  });
}
