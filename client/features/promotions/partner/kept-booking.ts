/**
 * Unfinished bookings, one per book, kept in this browser until they are submitted, dropped, or a week old; logging out
 * clears them.
 */
import * as z from 'zod';
import { browserStore } from '#client/api/stored.ts';
import { DAY_MS } from '#shared/durations.ts';
import { RETENTION_DAYS } from '#shared/retention.ts';
import { type BookingValues, NEW_BOOKING, withDate } from './booking-form.ts';

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const KEY = 'partner_booking';
const MAX_KEPT = 10;

const cents = z.union([z.literal(''), z.int()]);
/** Codes may be personal, so they aren't stored. Newest first. */
const Kept = z.array(
  z.object({
    partner_id: z.int(),
    at: z.number(),
    values: z.object({
      book_id: z.string(),
      category_id: z.string(),
      requested_date: z.string(),
      alternate_dates: z.array(z.string()),
      deal_ends_on: z.string(),
      current_price_cents: cents,
      sale_price_cents: cents,
      addon_ids: z.array(z.int()),
      partner_note: z.string(),
      blurb_override: z.string(),
    }),
  }),
);

type Kept = z.infer<typeof Kept>[number];
type Owner = { partner_id: number; now: Date };
type Place = { partner_id: number; book_id: string };

/** False if the browser didn't keep it. A booking without a book becomes that of the book that is chosen. */
export function keepBooking(values: BookingValues, { partner_id, now }: Owner, store: Store = browserStore()): boolean {
  const others = read(store).filter((one) => !isOf(one, { partner_id, book_id: values.book_id }));
  const bookless = { partner_id, book_id: '' };
  const kept = [{ partner_id, at: now.getTime(), values }, ...others.filter((one) => !isOf(one, bookless))];
  return write(kept.slice(0, MAX_KEPT), store);
}

export const forgetBooking = (place: Place, store: Store = browserStore()) =>
  write(
    read(store).filter((one) => !isOf(one, place)),
    store,
  );

/** The book's booking, or without a book the newest. Dates that can't be booked anymore are left out. */
export function keptBooking(
  { partner_id, now, first, book_id }: Owner & { first: string; book_id: string },
  store: Store = browserStore(),
): BookingValues | null {
  const all = read(store);
  const fresh = all.filter(({ at }) => now.getTime() - at <= RETENTION_DAYS.unsubmitted_booking * DAY_MS);
  if (fresh.length < all.length) write(fresh, store);
  const kept = fresh.find((one) => one.partner_id === partner_id && ['', one.values.book_id].includes(book_id));
  if (!kept) return null;
  const alternate_dates = kept.values.alternate_dates.filter((date) => date >= first);
  const values = { ...NEW_BOOKING, ...kept.values, alternate_dates };
  if (values.requested_date >= first) return values;
  const [next, ...others] = alternate_dates;
  return next
    ? withDate({ ...values, alternate_dates: others }, next)
    : { ...values, requested_date: '', deal_ends_on: '' };
}

const isOf = ({ partner_id, values }: Kept, place: Place) =>
  partner_id === place.partner_id && values.book_id === place.book_id;

function write(bookings: readonly Kept[], store: Store): boolean {
  if (!bookings.length) store.removeItem(KEY);
  const text = JSON.stringify(Kept.parse(bookings));
  try {
    if (bookings.length) store.setItem(KEY, text);
  } catch {
    // The browser's storage is full.
  }
  return (store.getItem(KEY) ?? '[]') === text;
}

function read(store: Store): Kept[] {
  try {
    return Kept.safeParse(JSON.parse(store.getItem(KEY) ?? '[]')).data ?? [];
  } catch {
    return [];
  }
}
