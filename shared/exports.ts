/** Exports as lines of JSON, for a partner's or staff's own tools. */
import * as z from 'zod';
import { STORES } from './business.ts';
import { queryId } from './params.ts';

/** Continues after the line with this id. */
export const ExportQuery = z.strictObject({ after: queryId.optional() });
export type ExportQuery = z.infer<typeof ExportQuery>;

/** Clicks of a settled promotion in one hour, on one store, with one outcome. Nothing in it is about a reader. */
export const ExportedClicks = z.object({
  promotion_id: z.int(),
  /** Its beginning. */
  hour: z.string(),
  store: z.enum(STORES),
  source: z.enum(['newsletter', 'site']),
  /** 'billable', the reason why not, or null for clicks that are always free. */
  outcome: z.string().nullable(),
  clicks: z.int(),
});
export type ExportedClicks = z.infer<typeof ExportedClicks>;
