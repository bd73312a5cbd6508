/**
 * Unfinished bookings, at most one per book and ten in all, stored in this browser until they are submitted or deleted,
 * or until logout. After a week they're ignored, and deleted when the form is used again.
 */
import * as z from 'zod';
import { browserStore } from '#client/api/stored.ts';
import { DAY_MS } from '#shared/durations.ts';
import { RETENTION_DAYS } from '#shared/retention.ts';
import { type BookingValues, NEW_BOOKING, withDate } from './booking-form.ts';

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const KEY = 'partner_booking';
const MAX_SAVED_BOOKINGS = 10;

const cents = z.union([z.literal(''), z.int()]);
/** Codes may be personal, so they aren't stored. Newest first. */
const SavedBookings = z.array(
  z.object({
    partner_id: z.int(),
    at: z.number(),
    values: z.object({
      book_id: z.string(),
      category_id: z.string(),
      requested_date: z.string(),
      alternate_dates: z.array(z.string()),
      deal_ends_on: z.string(),
      is_deal_end_chosen: z.boolean().default(true),
      current_price_cents: cents,
      sale_price_cents: cents,
      addon_ids: z.array(z.int()),
      partner_note: z.string(),
      blurb_override: z.string(),
    }),
  }),
);

type SavedBooking = z.infer<typeof SavedBookings>[number];
type Owner = { partner_id: number; now: Date };
type BookingKey = { partner_id: number; book_id: string };

/** Saves a booking. Returns false if that failed. A booking with a book replaces the one without a book. */
export function saveBooking(values: BookingValues, { partner_id, now }: Owner, store: Store = browserStore()): boolean {
  const others = read(store).filter((booking) => !matches(booking, { partner_id, book_id: values.book_id }));
  const bookless = { partner_id, book_id: '' };
  const bookings = [
    { partner_id, at: now.getTime(), values },
    ...others.filter((booking) => !matches(booking, bookless)),
  ];
  return write(bookings.slice(0, MAX_SAVED_BOOKINGS), store);
}

export const deleteSavedBooking = (key: BookingKey, store: Store = browserStore()) =>
  write(
    read(store).filter((booking) => !matches(booking, key)),
    store,
  );

/** The saved booking of a book, or the newest if no book is chosen. Omits dates that it's too late to book. */
export function loadSavedBooking(
  { partner_id, now, first, book_id }: Owner & { first: string; book_id: string },
  store: Store = browserStore(),
): BookingValues | null {
  const all = read(store);
  const current = all.filter(({ at }) => now.getTime() - at <= RETENTION_DAYS.unsubmitted_booking * DAY_MS);
  if (current.length < all.length) write(current, store);
  const booking = current.find((one) => one.partner_id === partner_id && ['', one.values.book_id].includes(book_id));
  if (!booking) return null;
  const alternate_dates = booking.values.alternate_dates.filter((date) => date >= first);
  const values = { ...NEW_BOOKING, ...booking.values, alternate_dates };
  if (values.requested_date >= first) return values;
  const [next, ...others] = alternate_dates;
  return next
    ? withDate({ ...values, alternate_dates: others }, next)
    : { ...values, requested_date: '', deal_ends_on: '', is_deal_end_chosen: false };
}

const matches = ({ partner_id, values }: SavedBooking, key: BookingKey) =>
  partner_id === key.partner_id && values.book_id === key.book_id;

function write(bookings: readonly SavedBooking[], store: Store): boolean {
  if (!bookings.length) store.removeItem(KEY);
  const { data, success } = SavedBookings.safeParse(bookings);
  if (!success) return false;
  const text = JSON.stringify(data);
  if (bookings.length) store.setItem(KEY, text);
  return (store.getItem(KEY) ?? '[]') === text;
}

function read(store: Store): SavedBooking[] {
  try {
    return SavedBookings.safeParse(JSON.parse(store.getItem(KEY) ?? '[]')).data ?? [];
  } catch {
    return [];
  }
}
