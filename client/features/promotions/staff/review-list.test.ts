import { describe, expect, it } from 'vitest';
import type { Promotion } from '#shared/promotions.ts';
import type { PromotionPage } from './api.ts';
import {
  neighborOf,
  pageToAdd,
  positionOf,
  removeRow,
  restoreRow,
  rowsOf,
  stepFrom,
  totalOf,
  updateRow,
} from './review-list.ts';

const row = (id: number, more: Partial<Promotion> = {}) =>
  ({ id, requested_date: '2026-11-27', promotion_date: null, display_status: 'awaiting review', ...more }) as Promotion;

const page = (number: number, ids: number[], total_count: number, per = 3): PromotionPage => ({
  promotions: ids.map((id) => row(id)),
  meta: { page: number, per, total_count },
});
const ids = (pages: readonly PromotionPage[]) => rowsOf(pages).map(({ id }) => id);

describe('adding pages', () => {
  it('shows each promotion once where pages overlap', () => {
    expect(ids([page(1, [1, 2, 3], 5), page(2, [3, 4, 5], 5)])).toEqual([1, 2, 3, 4, 5]);
  });

  it('continues with the next page until all promotions are listed', () => {
    expect(pageToAdd([page(1, [1, 2, 3], 5)])).toBe(2);
    expect(pageToAdd([page(1, [1, 2, 3], 5), page(2, [4, 5], 5)])).toBeUndefined();
  });

  it('asks for the first page again when rows were decided, because the others have moved up', () => {
    const pages = removeRow(removeRow([page(1, [1, 2, 3], 7)], 1), 2);
    expect(pageToAdd(pages)).toBe(1);
    expect(totalOf(pages)).toBe(5);
  });

  it('still finds the other rows when all rows of the first page were decided', () => {
    const pages = [1, 2, 3].reduce((before, id) => removeRow(before, id), [page(1, [1, 2, 3], 4)]);
    expect(ids(pages)).toEqual([]);
    expect(pageToAdd(pages)).toBe(1);
  });

  it('skips a page without new rows, and ends after the last', () => {
    expect(pageToAdd([page(1, [1, 2, 3], 7), page(2, [1, 2, 3], 7)])).toBe(3);
    expect(pageToAdd([page(1, [1, 2, 3], 7), page(3, [1], 7)])).toBeUndefined();
  });
});

describe('a decided promotion', () => {
  const pages = [page(1, [1, 2, 3], 5), page(2, [4, 5], 5)];

  it('leaves the list', () => {
    expect(ids(removeRow(pages, 4))).toEqual([1, 2, 3, 5]);
    expect(totalOf(removeRow(pages, 4))).toBe(4);
  });

  it('changes nothing if it isn’t in the list', () => {
    expect(removeRow(pages, 9)).toEqual(pages);
  });

  it('returns to its place with its current state when the server refuses', () => {
    const removed = removeRow(pages, 2);
    const restored = restoreRow(removed, positionOf(pages, 2)!, row(2, { display_status: 'declined' }));
    expect(ids(restored)).toEqual([1, 2, 3, 4, 5]);
    expect(rowsOf(restored)[1]?.display_status).toBe('declined');
    expect(totalOf(restored)).toBe(5);
  });

  it('returns alone: promotions decided after it stay removed', () => {
    const removed = removeRow(removeRow(pages, 2), 3);
    expect(ids(restoreRow(removed, positionOf(pages, 2)!))).toEqual([1, 2, 4, 5]);
  });

  it('isn’t duplicated when a reload has already brought it back', () => {
    const restored = restoreRow(pages, positionOf(pages, 2)!);
    expect(ids(restored)).toEqual([1, 2, 3, 4, 5]);
    expect(totalOf(restored)).toBe(5);
  });

  it('is stored in its place and keeps joins that the response doesn’t have', () => {
    const before = [{ ...page(1, [], 1), promotions: [row(1, { category: { name: 'Humor' } as never })] }];
    const [stored] = rowsOf(updateRow(before, row(1, { display_status: 'cancelled' })));
    expect(stored?.display_status).toBe('cancelled');
    expect(stored?.category?.name).toBe('Humor');
  });
});

describe('stepping through the rows', () => {
  const rows = [{ id: 7 }, { id: 8 }, { id: 9 }];

  it('goes one row at a time and stops at both ends', () => {
    expect(stepFrom(rows, 7, 1)).toBe(8);
    expect(stepFrom(rows, 9, 1)).toBe(9);
    expect(stepFrom(rows, 7, -1)).toBe(7);
    expect(stepFrom(rows, null, 1)).toBe(7);
    expect(stepFrom([], null, 1)).toBeNull();
  });

  it('leads from a decided row to the next one, or from the last row to the one before it', () => {
    expect(neighborOf(rows, 8)).toBe(9);
    expect(neighborOf(rows, 9)).toBe(8);
    expect(neighborOf([{ id: 7 }], 7)).toBeNull();
  });
});
