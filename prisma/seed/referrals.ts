/** What referred partners' paid promotions earned for whoever brought them, and the credit that each partner has left. */
import type { World } from './promotions.ts';

const SHARE = 0.2;
const PENDING_DAYS = 30;

export function addReferralEntries({ rows, time, partners: seedPartners }: World) {
  const partners = new Map(rows.of('partners').map((partner) => [partner.id, partner]));
  for (const { id, credit_cents } of seedPartners) partners.get(id)!.credit_cents = credit_cents;
  for (const invoice of rows.of('invoices')) {
    const referrer = partners.get(partners.get(invoice.partner_id)?.referrer_id ?? 0);
    const paid_at = invoice.paid_at as Date | null;
    if (!referrer || !paid_at || invoice.total_cents === 0) continue;
    const available_at = new Date(paid_at.getTime() + PENDING_DAYS * 86_400_000);
    const isAvailable = available_at <= time.now;
    const amount_cents = Math.round(invoice.total_cents * SHARE);
    rows.add('referral_entries', {
      partner_id: referrer.id,
      referred_id: invoice.partner_id,
      invoice_id: invoice.id,
      kind: 'reward',
      amount_cents,
      state: isAvailable ? 'available' : 'pending',
      available_at,
      created_at: paid_at,
    });
    if (isAvailable) referrer.credit_cents = (referrer.credit_cents ?? 0) + amount_cents;
  }
}
