/** Saved views of the review queue, each with a lane or status, filters, and an order. */
import * as z from 'zod';
import { CalendarDate, Id, listQuery, Meta, requiredLine } from './params.ts';
import { REVIEW_ORDERS, STATUS_FILTERS } from './status.ts';

export const MAX_VIEW_NAME_LENGTH = 60;
/** Views of one staff account. */
export const MAX_SAVED_VIEWS = 50;

/** Search words aren't part of a view: they may be a person's name or address, which must not outlive their account. */
const ViewFilters = z.strictObject({
  status: z.enum(STATUS_FILTERS),
  category_id: Id.nullable(),
  date_from: CalendarDate.nullable(),
  date_to: CalendarDate.nullable(),
  order: z.enum(REVIEW_ORDERS),
});

const fields = { name: requiredLine(MAX_VIEW_NAME_LENGTH), filters: ViewFilters, is_shared: z.boolean() };
export const SavedViewInput = z.strictObject({ ...fields, is_shared: fields.is_shared.default(false) });
export type SavedViewInput = z.infer<typeof SavedViewInput>;
export const SavedViewPatch = z.strictObject(fields).partial();
export type SavedViewPatch = z.infer<typeof SavedViewPatch>;

export const SavedView = z.object({
  ...fields,
  id: z.int(),
  name: z.string(),
  owner_name: z.string(),
  is_own: z.boolean(),
  /** True for the caller's own views, and for administrators. */
  can_change: z.boolean(),
});
export type SavedView = z.infer<typeof SavedView>;
export const SavedViewListQuery = listQuery(['name', 'id'], {});
export type SavedViewListQuery = z.infer<typeof SavedViewListQuery>;
export const SavedViewList = z.object({ saved_views: z.array(SavedView), meta: Meta });
export const SavedViewResponse = z.object({ saved_view: SavedView });
