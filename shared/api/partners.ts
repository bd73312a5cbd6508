import * as z from 'zod';
import { EmailVerificationProof, EmailVerificationResponse, PartnerUnsubscription } from '#shared/auth.ts';
import {
  InternalNoteInput,
  InternalNoteList,
  InternalNoteListQuery,
  InternalNoteResponse,
} from '#shared/partner-dossier.ts';
import { Conflict } from './errors.ts';
import type { Api } from './operation.ts';

const Row = z.record(z.string(), z.unknown());
const Rows = z.array(Row);

/**
 * The rows about a partner, without secrets, other people's data, or staff notes. Fields have the columns' names;
 * instants and dates are ISO texts.
 */
const PartnerExport = z.object({
  exported_at: z.string(),
  partner: Row,
  sessions: Rows,
  api_keys: Rows,
  webhook_endpoints: Rows,
  authors: Rows,
  books: Rows,
  /** With the rows that belong to them, such as add-ons, events, clicks by hour, refunds, and entered sales. */
  promotions: Rows,
  credit_cards: Rows,
  invoices: Rows,
  charge_attempts: Rows,
  discounts: Rows,
  discount_uses: Rows,
  promotion_site_reviews: Rows,
  partner_helpfuls: Rows,
  partner_not_helpfuls: Rows,
  referral_entries: z.object({ earned: Rows, about_you: Rows }),
  referral_visits: Rows,
  waiting_entries: Rows,
  sales_mappings: Rows,
  mails: Rows,
});

export const partnersApi = {
  unsubscribe: {
    method: 'post',
    path: '/api/v1/partners/unsubscribe',
    summary: 'Unsubscribe from reminder or win-back emails with an email’s token',
    access: 'public',
    body: PartnerUnsubscription,
    example: { kind: 'reminder', token: 'token-from-the-email' },
    responses: { 200: z.object({ message: z.string() }) },
  },
  unsubscribePage: {
    method: 'get',
    path: '/api/v1/partners/unsubscribe/{kind}/{partner_token}',
    summary: 'Redirect to the unsubscribe page of an optional email; changes nothing',
    access: 'public',
    responses: { 302: null },
  },
  oneClickUnsubscribe: {
    method: 'post',
    path: '/api/v1/partners/unsubscribe/{kind}/{partner_token}',
    summary: 'Unsubscribe from reminder or win-back emails with one click (RFC 8058)',
    access: 'public',
    responses: { 200: z.object({ message: z.string() }) },
  },
  export: {
    method: 'get',
    path: '/api/v1/partners/export',
    summary: 'Export your data as one file',
    details: 'One JSON document, in accordance with the right of access.',
    access: 'partner',
    responses: { 200: PartnerExport },
  },
  emailVerification: {
    method: 'get',
    path: '/api/v1/partners/email_verification',
    summary: 'Get your email verification status',
    access: 'partner',
    responses: { 200: EmailVerificationResponse },
  },
  resendVerification: {
    method: 'post',
    path: '/api/v1/partners/email_verification',
    summary: 'Send the verification email again; 409 when the address is verified',
    access: 'partner',
    scope: null,
    rateLimited: true,
    responses: { 200: EmailVerificationResponse, 409: Conflict },
  },
  verifyEmail: {
    method: 'post',
    path: '/api/v1/partners/verify_email',
    summary: 'Verify a partner’s address with the emailed token',
    access: 'public',
    body: EmailVerificationProof,
    example: { token: 'token-from-the-email' },
    responses: { 200: z.object({ message: z.string() }) },
  },
  listNotes: {
    method: 'get',
    path: '/api/v1/partners/{partner_id}/notes',
    summary: 'List the internal notes about a partner and their promotions, newest first',
    access: 'user',
    query: InternalNoteListQuery,
    responses: { 200: InternalNoteList },
  },
  addNote: {
    method: 'post',
    path: '/api/v1/partners/{partner_id}/notes',
    summary: 'Add an internal note about a partner, or about one of their promotions',
    access: 'user',
    body: InternalNoteInput,
    example: { text: 'Agreed on the phone: the price drops the evening before.' },
    responses: { 201: InternalNoteResponse },
  },
  deleteNote: {
    method: 'delete',
    path: '/api/v1/partners/{partner_id}/notes/{note_id}',
    summary: 'Delete an internal note that you wrote; administrators can delete any note',
    access: 'user',
    responses: { 204: null },
  },
} satisfies Api;
