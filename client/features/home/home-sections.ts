import type { CategoryName } from '#client/api/categories.ts';
import type { CardBook } from '#client/ui/card-book.ts';

const MAX_BEST_DEALS = 12;
const MAX_SHELVES = 4;
const MAX_SHELF_BOOKS = 10;
/** A shelf with fewer books looks empty. */
const MIN_SHELF_BOOKS = 3;

export type Shelf = { category: CategoryName; books: CardBook[] };

/** The deals that save the most, the cheapest first among equals. */
export const bestDeals = (books: readonly CardBook[]) =>
  [...books].sort((a, b) => saving(b) - saving(a) || salePrice(a) - salePrice(b)).slice(0, MAX_BEST_DEALS);

/** Shelves for the categories with the most of these books. */
export function shelvesOf(books: readonly CardBook[], categories: readonly CategoryName[]): Shelf[] {
  return categories
    .map((category) => ({ category, books: books.filter(({ category_id }) => category_id === category.id) }))
    .filter(({ books: shelf }) => shelf.length >= MIN_SHELF_BOOKS)
    .sort((a, b) => b.books.length - a.books.length)
    .slice(0, MAX_SHELVES)
    .map(({ category, books: shelf }) => ({ category, books: shelf.slice(0, MAX_SHELF_BOOKS) }));
}

const salePrice = ({ deal }: CardBook) => deal?.sale_price_cents ?? 0;
const saving = ({ deal }: CardBook) => (deal ? deal.current_price_cents - deal.sale_price_cents : 0);
