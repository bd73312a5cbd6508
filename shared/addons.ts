import * as z from 'zod';
import { CalendarDate, Meta, queryId, shortListQuery } from './params.ts';

export const TOP_OF_NEWSLETTER = 'top_of_newsletter';
export const TOP_SPOT_TAKEN = 'The top spot is already taken for this date and category.';

export const Addon = z.object({
  id: z.int(),
  name: z.string(),
  label: z.string(),
  price_cents: z.int(),
  exclusive: z.boolean(),
});
export type Addon = z.infer<typeof Addon>;
export const AddonList = z.object({ addons: z.array(Addon), meta: Meta });
export const AddonListQuery = shortListQuery(['name', 'id'], {});

export const AvailabilityQuery = z.strictObject({ date: CalendarDate, category_id: queryId });
export const Availability = z.object({
  available: z.boolean(),
  date: z.string(),
  category_id: z.int(),
  price_cents: z.int(),
  reason: z.enum(['taken', 'past', 'inactive']).optional(),
});
export type Availability = z.infer<typeof Availability>;
