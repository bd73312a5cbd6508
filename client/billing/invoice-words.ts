import type { Invoice } from '#shared/billing.ts';

export const INVOICE_TYPES: Record<Invoice['invoice_type'], string> = {
  promotion: 'Promotion',
  refund: 'Refund',
  referral_reward: 'Referral reward',
  credit_adjustment: 'Credit adjustment',
};

export const INVOICE_STATUSES: Record<Invoice['status'], string> = {
  open: 'Open',
  paid: 'Paid',
  failed: 'Charge failed',
  void: 'Void',
  refunded: 'Refunded',
};
