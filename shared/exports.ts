/** Exports as lines of JSON, for the tools of partners and staff. */
import * as z from 'zod';
import { STORES } from './business.ts';
import { queryId } from './params.ts';

/** With `after`, continues after the record with that id; for clicks, after the settled promotion with that id. */
export const ExportQuery = z.strictObject({ after: queryId.optional() });
export type ExportQuery = z.infer<typeof ExportQuery>;

/** A settled promotion's clicks in one hour, to one store, from one source, with one outcome; no data about readers. */
export const ExportedClicks = z.object({
  promotion_id: z.int(),
  /** The start of the hour. */
  hour: z.string(),
  store: z.enum(STORES),
  source: z.enum(['newsletter', 'site']),
  /** 'billable', the reason for not billing, or null for clicks that are always free. */
  outcome: z.string().nullable(),
  clicks: z.int(),
});
export type ExportedClicks = z.infer<typeof ExportedClicks>;
