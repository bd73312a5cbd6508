/** An unfinished booking, kept in this browser until it's submitted, dropped, or a week old; logging out clears it. */
import * as z from 'zod';
import { browserStore } from '#client/api/stored.ts';
import { DAY_MS } from '#shared/durations.ts';
import { RETENTION_DAYS } from '#shared/retention.ts';
import { type BookingValues, NEW_BOOKING, withDate } from './booking-form.ts';

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const KEY = 'partner_booking';

const cents = z.union([z.literal(''), z.int()]);
/** Codes may be personal, so they aren't stored. */
const Kept = z.object({
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
});

type Owner = { partner_id: number; now: Date };

export function keepBooking(values: BookingValues, { partner_id, now }: Owner, store: Store = browserStore()) {
  const kept: z.infer<typeof Kept> = { partner_id, at: now.getTime(), values };
  try {
    store.setItem(KEY, JSON.stringify(Kept.parse(kept)));
  } catch {
    // The browser's storage is full: the booking isn't offered again.
  }
}

export const forgetBooking = (store: Store = browserStore()) => store.removeItem(KEY);

/** Dates that can't be booked anymore are left out. */
export function keptBooking(
  { partner_id, now, first }: Owner & { first: string },
  store: Store = browserStore(),
): BookingValues | null {
  const kept = parse(store.getItem(KEY));
  if (kept && now.getTime() - kept.at > RETENTION_DAYS.unsubmitted_booking * DAY_MS) forgetBooking(store);
  if (kept?.partner_id !== partner_id || now.getTime() - kept.at > RETENTION_DAYS.unsubmitted_booking * DAY_MS)
    return null;
  const alternate_dates = kept.values.alternate_dates.filter((date) => date >= first);
  const values = { ...NEW_BOOKING, ...kept.values, alternate_dates };
  if (values.requested_date >= first) return values;
  const [next, ...others] = alternate_dates;
  return next
    ? withDate({ ...values, alternate_dates: others }, next)
    : { ...values, requested_date: '', deal_ends_on: '' };
}

function parse(text: string | null) {
  try {
    return Kept.safeParse(JSON.parse(text ?? 'null')).data;
  } catch {
    return undefined;
  }
}
