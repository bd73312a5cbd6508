/** What a partner takes away: every row we hold of them, with the columns' names. Instants and dates are ISO texts. */
import * as z from 'zod';

const Row = z.record(z.string(), z.unknown());
const Rows = z.array(Row);

export const PartnerExport = z.object({
  exported_at: z.string(),
  partner: Row,
  sessions: Rows,
  authors: Rows,
  books: Rows,
  /** With their add-ons, events, errors of payment, clicks by hour and refunds. */
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
  mails: Rows,
});
