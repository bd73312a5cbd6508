/**
 * Pagination of lists (a page's offset, `meta`, the counting limit, and continuing after a row), and matching of their
 * `q` parameter. See docs/decisions/0149-count-lists-up-to-a-limit.md.
 */
import { RESULTS_PER_PAGE } from '#shared/business.ts';
import { MAX_FILTERED_COUNT, MAX_TOTAL_COUNT } from '#shared/list-totals.ts';
import type { Meta } from '#shared/params.ts';

type Paging = { page: number; per: number };
/** Paging of a short list: without either field, all rows. */
export type OptionalPaging = { page?: number | undefined; per?: number | undefined };

export const pageOf = ({ page, per }: Paging) => ({ skip: (page - 1) * per, take: per });

export const pageOrAll = ({ page, per }: OptionalPaging) =>
  page === undefined && per === undefined ? {} : pageOf({ page: page ?? 1, per: per ?? RESULTS_PER_PAGE });

/** `meta` of a list. A complete list without paging reports a page size that holds all rows. */
export const metaOf = ({ page, per }: OptionalPaging, total_count: number): Meta => ({
  total_count,
  page: page ?? 1,
  per: per ?? (page === undefined ? Math.max(total_count, RESULTS_PER_PAGE) : RESULTS_PER_PAGE),
});

/** The limit for counting a list. Empty conditions don't count as filters. */
export const maxTotalOf = (filters: readonly object[]) =>
  filters.some((filter) => Object.keys(filter).length > 0) ? MAX_FILTERED_COUNT : MAX_TOTAL_COUNT;

/**
 * Condition for the rows after `row` in a list that is sorted by `sort_col` and then by id. The column must not be
 * nullable. The first part of `AND` excludes earlier rows, and lets Postgres start in the middle of an index.
 */
export function rowsAfter<Column extends string>(
  row: { [name in Column | 'id']: unknown },
  { sort_col, sort_dir }: { sort_col: Column; sort_dir: 'asc' | 'desc' },
) {
  const after = (column: Column | 'id', orEqual = '') => ({
    [column]: { [(sort_dir === 'asc' ? 'gt' : 'lt') + orEqual]: row[column] },
  });
  return sort_col === 'id' ? after('id') : { AND: [after(sort_col, 'e'), { OR: [after(sort_col), after('id')] }] };
}

/** Escapes %, _, and backslashes for Prisma's `contains`, so that searched text is taken literally. */
export const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&');

/** Matches anywhere in the text, ignoring case. */
export const containsText = (text: string) => ({ contains: escapeLike(text), mode: 'insensitive' }) as const;

/** Matches the whole text, ignoring case. Prisma uses `ilike`, so wildcards are escaped here too. */
export const equalsText = (text: string) => ({ equals: escapeLike(text), mode: 'insensitive' }) as const;

/** An `ilike` pattern that matches anywhere in the text. */
export const likePattern = (text: string) => `%${escapeLike(text)}%`;
