import type { Reader } from '#prisma';
import { dateText } from '#shared/dates.ts';
import type { Reader as ReaderAnswer } from '#shared/readers.ts';

export type ReaderRow = Reader & { categories: { category_id: number }[] };

/** A reader to whoever holds the uuid, which only their own mails carry. */
export const presentReader = (reader: ReaderRow): ReaderAnswer => ({
  uuid: reader.uuid,
  status: reader.status,
  email: reader.email,
  category_ids: reader.categories.map(({ category_id }) => category_id).sort((a, b) => a - b),
  stores: reader.stores,
  country: reader.country,
  free_only: reader.free_only,
  max_price_cents: reader.max_price_cents,
  frequency: reader.frequency,
  adult_ok: reader.adult_ok,
  paused_until: reader.paused_until && dateText(reader.paused_until),
  confirmed_at: reader.confirmed_at?.toISOString() ?? null,
});
