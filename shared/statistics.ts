/** What /pricing and /subscribers-and-statistics show: computed from the database, never typed in. */
import * as z from 'zod';
import { queryFlag } from './params.ts';

/** Under so many settled promotions a median says nothing: it is null, shown as "not enough data". */
export const MIN_PROMOTIONS = 5;

/** What promotions of one category and price brought. Cost before discount and credit. */
const Outcome = z.object({
  cpc_cents: z.int(),
  sample_size: z.int(),
  median_clicks: z.int().nullable(),
  typical_cost_cents: z.int().nullable(),
});
const category = {
  category_id: z.int(),
  slug: z.string(),
  name: z.string(),
  super_category_id: z.int(),
  active_readers: z.int(),
  free: Outcome,
  discounted: Outcome,
};
const source = {
  as_of: z.string(),
  /** How the numbers came about, in one paragraph for people. */
  method: z.string(),
  /** Demo data, to be said beside the numbers. */
  demo: z.boolean(),
};

export const Statistics = z.object({
  ...source,
  totals: z.object({
    active_readers: z.int(),
    newsletters_sent: z.int(),
    mails_delivered: z.int(),
    promotions_sent: z.int(),
    billable_clicks: z.int(),
  }),
  categories: z.array(z.object(category)),
  /** The last twelve, the present one last: '2026-11'. */
  months: z.array(
    z.object({
      month: z.string(),
      new_readers: z.int(),
      mails_delivered: z.int(),
      promotions_sent: z.int(),
      billable_clicks: z.int(),
      /** All on store links, in mails and on our pages, of robots too. */
      clicks: z.int(),
    }),
  ),
});
export type Statistics = z.infer<typeof Statistics>;
export const StatisticsAnswer = z.object({ statistics: Statistics });

export const Pricing = z.object({
  ...source,
  max_cost_cents: z.int(),
  /** Totals under this are waived. */
  min_charge_cents: z.int(),
  click_window_hours: z.int(),
  categories: z.array(z.object({ ...category, daily_slots: z.int(), top_of_newsletter_addon_cents: z.int() })),
});
export type Pricing = z.infer<typeof Pricing>;
export const PricingAnswer = z.object({ pricing: Pricing });

export const FiguresQuery = z.strictObject({ public: queryFlag.optional() });
