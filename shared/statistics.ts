/** Data of /pricing and /subscribers-and-statistics, computed from the database. */
import * as z from 'zod';
import { queryFlag } from './params.ts';

/** With fewer settled promotions a median is meaningless: the API returns null, and pages show "Not enough data". */
export const MIN_PROMOTIONS = 5;

/** Results of promotions in one category and price type. Cost before discount and credit. */
const Outcome = z.object({
  cpc_cents: z.int(),
  sample_size: z.int(),
  /** A quarter of the promotions had fewer billable clicks than this, and a quarter had more than `high_clicks`. */
  low_clicks: z.int().nullable(),
  median_clicks: z.int().nullable(),
  high_clicks: z.int().nullable(),
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
  /** A paragraph that explains how the numbers are counted. */
  method: z.string(),
  /** Readers of the next newsletter while a warm-up limits them; otherwise null. */
  warm_up_readers: z.int().nullable(),
  /** True if clicks and costs are scaled down to the readers whom the warm-up reaches; `method` then explains it. */
  is_scaled: z.boolean(),
  /** True for demo data, which pages must label. */
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
  /** The last twelve months, the current one last: '2026-11'. */
  months: z.array(
    z.object({
      month: z.string(),
      new_readers: z.int(),
      mails_delivered: z.int(),
      promotions_sent: z.int(),
      billable_clicks: z.int(),
      /** All store link clicks, in emails and on our pages, including bots. */
      clicks: z.int(),
    }),
  ),
});
export type Statistics = z.infer<typeof Statistics>;
export const StatisticsResponse = z.object({ statistics: Statistics });

export const Pricing = z.object({
  ...source,
  max_cost_cents: z.int(),
  /** Totals below this are waived. */
  min_charge_cents: z.int(),
  click_window_hours: z.int(),
  categories: z.array(z.object({ ...category, daily_slots: z.int(), top_of_newsletter_addon_cents: z.int() })),
});
export type Pricing = z.infer<typeof Pricing>;
export const PricingResponse = z.object({ pricing: Pricing });

export const FiguresQuery = z.strictObject({ public: queryFlag.optional() });
