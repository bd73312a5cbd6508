/**
 * Unfinished bookings of series, one per series, stored in this browser until they are submitted or deleted, or until
 * logout. After a week they're ignored, and deleted when the form is used again.
 */
import * as z from 'zod';
import { browserStore } from '#client/api/stored.ts';
import { DAY_MS } from '#shared/durations.ts';
import { RETENTION_DAYS } from '#shared/retention.ts';
import { type Series, type SeriesBounds, type SeriesValues, seriesValues } from './series-form.ts';

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
type Owner = { partner_id: number; now: Date };

const KEY = 'partner_series';

const cents = z.union([z.literal(''), z.int()]);
const SavedSeries = z.array(
  z.object({
    partner_id: z.int(),
    series: z.string(),
    at: z.number(),
    promotions: z.array(
      z.object({
        book_id: z.int(),
        is_chosen: z.boolean(),
        category_id: z.string(),
        requested_date: z.string(),
        deal_ends_on: z.string().default(''),
        current_price_cents: cents,
        sale_price_cents: cents,
      }),
    ),
  }),
);

/** Saves the entered values. Returns false if that failed. */
export function saveSeries(
  { key: series }: Pick<Series, 'key'>,
  { promotions }: SeriesValues,
  { partner_id, now }: Owner,
  store: Store = browserStore(),
): boolean {
  const others = readOwn({ partner_id, now }, store).filter((saved) => saved.series !== series);
  const { data, success } = SavedSeries.safeParse([{ partner_id, series, at: now.getTime(), promotions }, ...others]);
  if (!success) return false;
  const text = JSON.stringify(data);
  store.setItem(KEY, text);
  return store.getItem(KEY) === text;
}

export function deleteSavedSeries({ key }: Pick<Series, 'key'>, owner: Owner, store: Store = browserStore()) {
  const others = readOwn(owner, store).filter(({ series }) => series !== key);
  write(others, store);
}

/**
 * The saved values of a series' current books; null if there are none. Dates before `bounds.first` and empty ones
 * become the form's initial dates, and categories that the book no longer has its initial one. Deletes expired bookings.
 */
export function loadSavedSeries(
  series: Series,
  { partner_id, now, ...bounds }: Owner & SeriesBounds,
  store: Store = browserStore(),
): SeriesValues | null {
  write(readUnexpired(now, store), store);
  const saved = readOwn({ partner_id, now }, store).find((one) => one.series === series.key);
  if (!saved) return null;
  const { promotions } = seriesValues(series, bounds);
  return {
    promotions: promotions.map((initial, index) => {
      const entered = saved.promotions.find(({ book_id }) => book_id === initial.book_id);
      if (!entered) return { ...initial, is_chosen: false };
      const { category_id, secondary_category_id } = series.books[index]!;
      const isOffered = [category_id, secondary_category_id].some((id) => String(id) === entered.category_id);
      return {
        ...entered,
        ...(!isOffered && { category_id: initial.category_id }),
        ...(entered.requested_date < bounds.first && { requested_date: initial.requested_date, deal_ends_on: '' }),
      };
    }),
  };
}

/** The partner's bookings that haven't expired. Saving or deleting one drops those of other partners. */
const readOwn = ({ partner_id, now }: Owner, store: Store) =>
  readUnexpired(now, store).filter((one) => one.partner_id === partner_id);

function readUnexpired(now: Date, store: Store) {
  const oldest = now.getTime() - RETENTION_DAYS.unsubmitted_booking * DAY_MS;
  try {
    const saved = SavedSeries.safeParse(JSON.parse(store.getItem(KEY) ?? '[]')).data ?? [];
    return saved.filter(({ at }) => at >= oldest);
  } catch {
    return [];
  }
}

function write(saved: z.infer<typeof SavedSeries>, store: Store) {
  if (saved.length) store.setItem(KEY, JSON.stringify(saved));
  else store.removeItem(KEY);
}
