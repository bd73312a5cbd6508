/** Fake book data provider: knows only the demo books (B0DEMO…). */
import { readFileSync } from 'node:fs';
import type { BookData } from '#server/platform/deps.ts';

type Fixture = {
  seed_id: number;
  title: string;
  author: string;
  description: string;
  primary_category: string;
  first_published_or_edition_year: string;
  demo_asin: string;
  demo_list_price_usd: string;
};

export function sandboxBookData(): BookData {
  let books: Map<string, Fixture> | undefined;
  return {
    lookup: async (asin) => {
      books ??= new Map(
        (JSON.parse(readFileSync('prisma/data/public_domain_books.json', 'utf8')) as Fixture[]).map((book) => [
          book.demo_asin,
          book,
        ]),
      );
      const book = books.get(asin);
      if (!book) return null;
      return {
        asin,
        title: book.title,
        author_name: book.author,
        description: book.description,
        page_count: null,
        published_on: /^\d{4}$/.test(book.first_published_or_edition_year)
          ? `${book.first_published_or_edition_year}-01-01`
          : null,
        rating_avg: null,
        rating_count: null,
        list_price_cents: Math.round(Number(book.demo_list_price_usd) * 100),
        amazon_url: `https://www.amazon.com/dp/${asin}`,
        cover_url: `/media/covers/demo-${book.seed_id}.svg`,
        category_slug: book.primary_category,
        source: 'demo catalog',
      };
    },
  };
}
