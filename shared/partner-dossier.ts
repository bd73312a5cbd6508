/** Schemas for staff: internal notes, a partner's dossier, views of a partner's screens, and the search. */
import * as z from 'zod';
import { CreditCard, Invoice } from './billing.ts';
import { Id, listQuery, Meta, requiredText, searchText } from './params.ts';
import { PartnerRecord } from './promotions.ts';

export const MAX_NOTE_LENGTH = 2000;

/** A staff member's note about a partner or one of their promotions. */
export const InternalNote = z.object({
  id: z.int(),
  partner_id: z.int(),
  promotion_id: z.int().nullable(),
  /** The title of the promotion's book. */
  promotion_title: z.string().nullable(),
  text: z.string(),
  author_name: z.string(),
  created_at: z.string(),
  /** True for the caller's own notes, and for administrators. */
  can_delete: z.boolean(),
});
export type InternalNote = z.infer<typeof InternalNote>;
export const InternalNoteListQuery = listQuery(['id'], {});
export type InternalNoteListQuery = z.infer<typeof InternalNoteListQuery>;
export const InternalNoteList = z.object({ notes: z.array(InternalNote), meta: Meta });
export const InternalNoteResponse = z.object({ note: InternalNote });
export const InternalNoteInput = z.strictObject({ text: requiredText(MAX_NOTE_LENGTH), promotion_id: Id.nullish() });
export type InternalNoteInput = z.infer<typeof InternalNoteInput>;

/** A partner with their latest emails and invoices. `counts` has the totals. */
export const PartnerDossier = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  partner_type: z.enum(['author', 'publisher']),
  website: z.string().nullable(),
  country: z.string().nullable(),
  credit_cents: z.int(),
  created_at: z.string(),
  last_sign_in_at: z.string().nullable(),
  email_verified_at: z.string().nullable(),
  blocked_reason: z.string().nullable(),
  deleted_at: z.string().nullable(),
  has_second_factor: z.boolean(),
  record: PartnerRecord,
  credit_cards: z.array(CreditCard.omit({ payment_method_id: true })),
  invoices: z.array(Invoice),
  emails: z.array(
    z.object({
      id: z.int(),
      template: z.string(),
      state: z.enum(['queued', 'sent', 'failed']),
      created_at: z.string(),
      sent_at: z.string().nullable(),
      bounced_at: z.string().nullable(),
    }),
  ),
  counts: z.object({ invoices: z.int(), emails: z.int() }),
  sign_in: z.object({
    /** In the current 24-hour window, except from known browsers. */
    wrong_attempts: z.int(),
    is_throttled: z.boolean(),
  }),
});
export type PartnerDossier = z.infer<typeof PartnerDossier>;
export const PartnerDossierResponse = z.object({ partner: PartnerDossier });

/** Read-only credentials for the partner's account, valid for 15 minutes. */
export const ViewResponse = z.object({
  credentials: z.object({ 'access-token': z.string(), client: z.string(), uid: z.string() }),
  expires_at: z.string(),
});

export const SEARCH_KINDS = ['partner', 'book', 'promotion', 'invoice', 'newsletter'] as const;
export type SearchKind = (typeof SEARCH_KINDS)[number];
export const StaffSearchQuery = z.strictObject({ q: searchText(1) });
/** A record that matches the search text. The response has at most five of each kind. */
export const StaffSearchResult = z.object({
  kind: z.enum(SEARCH_KINDS),
  id: z.int(),
  title: z.string(),
  detail: z.string(),
});
export type StaffSearchResult = z.infer<typeof StaffSearchResult>;
export const StaffSearchResponse = z.object({ results: z.array(StaffSearchResult) });
