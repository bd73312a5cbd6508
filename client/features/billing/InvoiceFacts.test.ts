import { expect, it } from 'vitest';
import type { Invoice } from '#shared/billing.ts';
import { invoiceStatus } from './InvoiceFacts.tsx';

const PAID = {
  invoice_type: 'promotion',
  status: 'paid',
  refunded_cents: 0,
  disputed_at: null,
  dispute_outcome: null,
} as const;
const MONDAY = '2026-12-07T00:00:00.000Z';

it.each<[Partial<Invoice>, string]>([
  [{}, 'Paid'],
  [{ status: 'failed' }, 'Payment failed'],
  [{ refunded_cents: 250 }, 'Partially refunded'],
  [{ status: 'refunded', refunded_cents: 1000 }, 'Refunded'],
  [{ invoice_type: 'refund' }, 'Refunded'],
  [{ invoice_type: 'refund', status: 'void' }, 'Void'],
  [{ disputed_at: MONDAY }, 'Disputed'],
  [{ disputed_at: MONDAY, dispute_outcome: 'lost' }, 'Chargeback'],
  [{ disputed_at: MONDAY, dispute_outcome: 'won' }, 'Paid'],
])('labels an invoice with %j: %s', (facts, words) => {
  expect(invoiceStatus({ ...PAID, ...facts })).toBe(words);
});
