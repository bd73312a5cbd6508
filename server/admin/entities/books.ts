import { type Book, BookStatus, ContentRating } from '#prisma';
import { paths } from '#shared/paths.ts';
import { entity } from '../entity.ts';
import { choice, date, flag, id, instant, json, link, longText, number, text } from '../fields.ts';

/** Read-only, because books are edited on their own screen, which handles stores and covers. */
export const books = entity<Book>({
  name: 'books',
  singular: 'book',
  group: 'Catalog',
  about: 'The books of all partners.',
  model: 'book',
  table: 'books',
  title: ({ title }) => title,
  fields: {
    id: id(),
    title: text({ list: true, sort: true, search: true }),
    subtitle: text(),
    slug: text(),
    author_id: link('authors', 'author', { list: true }),
    partner_id: link('partners', 'partner', { list: true }),
    category_id: link('categories', 'category', { list: true }),
    secondary_category_id: link('categories', 'secondary_category'),
    status: choice(BookStatus, { list: true }),
    content_rating: choice(ContentRating),
    series: text({ search: true }),
    series_number: number(),
    asin: text({ search: true }),
    isbn13: text({ search: true }),
    language: text({ filter: true }),
    description: longText(),
    blurb: longText(),
    page_count: number(),
    published_on: date(),
    rating_avg: number(),
    rating_count: number(),
    in_kindle_unlimited: flag({ filter: true }),
    amazon_url: text(),
    ibooks_url: text(),
    barnes_and_noble_url: text(),
    google_play_url: text(),
    kobo_url: text(),
    cover: text(),
    store_data: json(),
    store_data_fetched_at: instant(),
    created_at: instant({ list: true, sort: true, filter: true }),
    updated_at: instant({ sort: true }),
  },
  linked: [
    { entity: 'promotions', by: 'book_id' },
    { entity: 'discounts', by: 'book_id' },
  ],
  page: ({ id: one }) => paths.userBookEdit(one),
});
