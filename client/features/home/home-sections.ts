import type { CategoryName } from '#client/api/categories.ts';
import type { CardBook } from '#client/ui/card-book.ts';

const BEST = 12;
const SHELVES = 4;
const SHELF_LENGTH = 10;
/** Two books look lost on a shelf. */
const SHORTEST_SHELF = 3;

export type Shelf = { category: CategoryName; books: CardBook[] };

/** The deals that save the most, free ones first among equals. */
export const bestDeals = (books: readonly CardBook[]) =>
  [...books].sort((a, b) => saving(b) - saving(a) || salePrice(a) - salePrice(b)).slice(0, BEST);

/** The categories with most deals today, each with its deals. */
export function shelvesOf(books: readonly CardBook[], categories: readonly CategoryName[]): Shelf[] {
  return categories
    .map((category) => ({ category, books: books.filter(({ category_id }) => category_id === category.id) }))
    .filter(({ books: shelf }) => shelf.length >= SHORTEST_SHELF)
    .sort((a, b) => b.books.length - a.books.length)
    .slice(0, SHELVES)
    .map(({ category, books: shelf }) => ({ category, books: shelf.slice(0, SHELF_LENGTH) }));
}

const salePrice = ({ deal }: CardBook) => deal?.sale_price_cents ?? 0;
const saving = ({ deal }: CardBook) => (deal ? deal.current_price_cents - deal.sale_price_cents : 0);
