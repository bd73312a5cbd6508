import type { QueryClient } from '@tanstack/react-query';
import { promotionsQuery } from '#client/api/partner-promotions.ts';
import { partnerBookQuery } from '#client/features/books/partner/partner-api.ts';
import { type BookingValues, prefilled } from './booking-form.ts';

/** The form with the book's facts and its last promotion's prices. Without an answer these are filled in by hand. */
export async function prefillFor(client: QueryClient, values: BookingValues, book_id: number): Promise<BookingValues> {
  const latest = promotionsQuery({ book_id, per: 1, sort_col: 'requested_date', sort_dir: 'desc' });
  const [book, last] = await Promise.all([
    client.fetchQuery(partnerBookQuery(book_id)).catch(() => null),
    client.fetchQuery(latest).catch(() => null),
  ]);
  return book ? prefilled(values, book, last?.promotions[0]) : values;
}
