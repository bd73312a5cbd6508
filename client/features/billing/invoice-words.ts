import type { Invoice } from '#shared/billing.ts';

export const INVOICE_TYPES: Record<Invoice['invoice_type'], string> = {
  promotion: 'Promotion',
  refund: 'Refund',
  referral_reward: 'Referral reward',
  credit_adjustment: 'Credit adjustment',
};

const STATUSES: Record<Invoice['status'], string> = {
  open: 'Open',
  paid: 'Paid',
  failed: 'Charge failed',
  void: 'Void',
  refunded: 'Refunded',
};

type Facts = Pick<Invoice, 'invoice_type' | 'status' | 'refunded_cents' | 'disputed_at' | 'dispute_outcome'>;

/** 'Paid'; what became of it since goes first. A refund is paid when it is made. */
export function invoiceStatus({ invoice_type, status, refunded_cents, disputed_at, dispute_outcome }: Facts) {
  if (invoice_type === 'refund' && status === 'paid') return STATUSES.refunded;
  if (disputed_at && dispute_outcome === null) return 'Disputed';
  if (dispute_outcome === 'lost') return 'Charged back';
  return refunded_cents > 0 && status === 'paid' ? 'Partly refunded' : STATUSES[status];
}
