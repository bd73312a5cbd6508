/** Records about a partner that only staff see. */
import * as z from 'zod';
import { Id, listQuery, Meta, requiredText } from './params.ts';

export const MAX_NOTE_LENGTH = 2000;

/** A note of staff about a partner or one of their promotions. */
export const InternalNote = z.object({
  id: z.int(),
  partner_id: z.int(),
  promotion_id: z.int().nullable(),
  /** The title of the promotion's book. */
  promotion_title: z.string().nullable(),
  text: z.string(),
  author_name: z.string(),
  created_at: z.string(),
  /** True for one's own notes, and for administrators. */
  can_delete: z.boolean(),
});
export type InternalNote = z.infer<typeof InternalNote>;
export const InternalNoteListQuery = listQuery(['id'], {});
export type InternalNoteListQuery = z.infer<typeof InternalNoteListQuery>;
export const InternalNoteList = z.object({ notes: z.array(InternalNote), meta: Meta });
export const InternalNoteResponse = z.object({ note: InternalNote });
export const InternalNoteInput = z.strictObject({ text: requiredText(MAX_NOTE_LENGTH), promotion_id: Id.nullish() });
export type InternalNoteInput = z.infer<typeof InternalNoteInput>;
