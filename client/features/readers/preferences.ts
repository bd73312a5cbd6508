import type { Store } from '#shared/business.ts';
import type { ReaderPatch } from '#shared/readers.ts';

/** What the form says, as the API takes it. */
export const preferencesOf = (values: FormData): ReaderPatch => ({
  category_ids: values.getAll('category_ids').map(Number),
  stores: values.getAll('stores') as Store[],
  frequency: values.get('frequency') === 'weekly' ? 'weekly' : 'daily',
  max_price_cents: values.get('max_price_cents') ? Number(values.get('max_price_cents')) : null,
  country: String(values.get('country') ?? '') || null,
  free_only: values.has('free_only'),
  adult_ok: values.has('adult_ok'),
});
