/** Fake book data provider: knows only the demo books (B0DEMO…). */
import { readFileSync } from 'node:fs';
import { vancouverTime } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database.ts';
import type { BookLookup } from '#server/platform/deps.ts';
import { addDays, parseDate } from '#shared/dates.ts';

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

const listPriceOf = ({ demo_list_price_usd }: Fixture) => Math.round(Number(demo_list_price_usd) * 100);

export function sandboxBookData({ db, now }: { db: Database; now: () => Date }): BookLookup {
  let books: Map<string, Fixture> | undefined;
  /** The demo's partners lower the price the day before the newsletter. */
  const dealPriceOf = async (asin: string) => {
    const { date: today } = vancouverTime(now());
    const deal = await db.promotion.findFirst({
      where: {
        book: { asin },
        ...{ approval_status: 'approved', cancelled_at: null, unable_to_send_at: null },
        promotion_date: { lte: parseDate(addDays(today, 1)) },
        deal_ends_on: { gte: parseDate(today) },
      },
      select: { sale_price_cents: true },
    });
    return deal?.sale_price_cents;
  };
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
        list_price_cents: listPriceOf(book),
        price_cents: (await dealPriceOf(asin)) ?? listPriceOf(book),
        amazon_url: `https://www.amazon.com/dp/${asin}`,
        cover_url: `/media/covers/demo-${book.seed_id}.svg`,
        category_slug: book.primary_category,
        source: 'demo catalog',
      };
    },
  };
}
