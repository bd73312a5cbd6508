import { expect, it } from 'vitest';
import type { CardBook } from '#client/ui/card-book.ts';
import { bestDeals, shelvesOf } from './home-sections.ts';

const book = (id: number, category_id: number, current = 499, sale = 99) =>
  ({
    id,
    category_id,
    deal: { current_price_cents: current, sale_price_cents: sale },
  }) as CardBook;
const category = (id: number) => ({ id, name: `C${id}`, slug: `c${id}`, super_category_id: 1, is_adult: false });

it('sorts by the largest saving, then by the lower price', () => {
  const books = [book(1, 1, 499, 99), book(2, 1, 999, 0), book(3, 1, 400, 0)];
  expect(bestDeals(books).map(({ id }) => id)).toEqual([2, 3, 1]);
});

it('builds shelves of the fullest categories, except those with fewer than three books', () => {
  const books = [1, 2, 3]
    .map((id) => book(id, 7))
    .concat(
      [4, 5, 6, 7].map((id) => book(id, 8)),
      [book(8, 9)],
    );
  const shelves = shelvesOf(books, [category(7), category(8), category(9)]);
  expect(shelves.map((shelf) => [shelf.category.id, shelf.books.length])).toEqual([
    [8, 4],
    [7, 3],
  ]);
});
