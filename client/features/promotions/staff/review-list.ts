/** The local list of promotions: pages add or replace rows; decisions remove or update them. Pure, except the hook. */

import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query';
import type { Promotion } from '#shared/promotions.ts';
import { fetchReviewQueue, type PromotionPage } from './api.ts';
import { type ReviewSearch, reviewQuery, reviewSearchText } from './review-search.ts';

type Pages = readonly PromotionPage[];

/** The rows in their order, each once: pages overlap after rows were removed. */
export function rowsOf(pages: Pages): Promotion[] {
  const rows = new Map<number, Promotion>();
  for (const { promotions } of pages) for (const row of promotions) rows.set(row.id, row);
  return [...rows.values()];
}

export const totalOf = (pages: Pages) => pages.at(-1)?.meta.total_count ?? 0;

/**
 * The number of the page to add next; undefined if there is none. Calculated from the rows that remain, because the
 * server's pages move up by each decided row. Skips a page without new rows.
 */
export function pageToAdd(pages: Pages): number | undefined {
  const last = pages.at(-1);
  if (!last) return undefined;
  const { page, per, total_count } = last.meta;
  const rows = rowsOf(pages).length;
  if (rows >= total_count) return undefined;
  const known = rowsOf(pages.slice(0, -1)).length;
  const hasNoNewRows = last.promotions.length > 0 && rows === known;
  if (!hasNoNewRows) return Math.floor(rows / per) + 1;
  return page * per < total_count ? page + 1 : undefined;
}

/** The position of a row, for restoring it. */
export type RowPosition = { page: number; index: number; row: Promotion };

export function positionOf(pages: Pages, id: number): RowPosition | null {
  for (const [page, { promotions }] of pages.entries()) {
    const index = promotions.findIndex((row) => row.id === id);
    const row = promotions[index];
    if (row) return { page, index, row };
  }
  return null;
}

export const removeRow = (pages: Pages, id: number): PromotionPage[] =>
  positionOf(pages, id)
    ? pages.map(({ promotions, meta }) => ({
        promotions: promotions.filter((row) => row.id !== id),
        meta: { ...meta, total_count: meta.total_count - 1 },
      }))
    : [...pages];

/** Restores a row at its position, with its current state if the server sent it. */
export function restoreRow(pages: Pages, { page, index, row }: RowPosition, current?: Promotion): PromotionPage[] {
  if (positionOf(pages, row.id)) return updateRow(pages, { ...row, ...current });
  return pages.map(({ promotions, meta }, position) => ({
    promotions: position === page ? promotions.toSpliced(index, 0, { ...row, ...current }) : promotions,
    meta: { ...meta, total_count: meta.total_count + 1 },
  }));
}

/** Stores an updated promotion. Fields that the response doesn't have, such as joins, stay. */
export const updateRow = (pages: Pages, updated: Promotion): PromotionPage[] =>
  pages.map(({ promotions, meta }) => ({
    promotions: promotions.map((row) => (row.id === updated.id ? { ...row, ...updated } : row)),
    meta,
  }));

/** The row to select when `id` is gone: the next one, else the one before it. */
export function neighborOf(rows: readonly { id: number }[], id: number): number | null {
  const index = rows.findIndex((row) => row.id === id);
  return (rows[index + 1] ?? rows[index - 1])?.id ?? null;
}

/** The id of the next (1) or previous (-1) row, or of the first if none is selected. Stops at both ends. */
export function stepFrom(rows: readonly { id: number }[], id: number | null, step: 1 | -1): number | null {
  const index = rows.findIndex((row) => row.id === id);
  const to = index < 0 ? 0 : Math.min(rows.length - 1, Math.max(0, index + step));
  return rows[to]?.id ?? null;
}

export const REVIEW_LISTS = ['user', 'promotions'];
export type ReviewListData = InfiniteData<PromotionPage, number>;

/** The queue for a search. `store_action` 'add' appends further pages, and 'replace' shows one at a time. */
export function useReviewList(search: ReviewSearch) {
  const replaces = search.store_action === 'replace';
  const list = useInfiniteQuery({
    queryKey: [...REVIEW_LISTS, reviewSearchText(search)],
    queryFn: ({ pageParam, signal }) => fetchReviewQueue(reviewQuery(search, pageParam), signal),
    initialPageParam: replaces ? search.page : 1,
    getNextPageParam: (_last, pages) => (replaces ? undefined : pageToAdd(pages)),
    placeholderData: (before) => before,
  });
  const pages = list.data?.pages ?? [];
  return { ...list, rows: rowsOf(pages), total_count: totalOf(pages), meta: pages[0]?.meta };
}
