import { ApprovalStatus, PriceType, type Promotion } from '#prisma';
import { containsText } from '#server/platform/http/lists.ts';
import { displayStatus, type StatusColumns } from '#server/promotions/state.ts';
import { paths } from '#shared/paths.ts';
import { entity } from '../entity.ts';
import { cents, choice, date, id, instant, link, list, longText, number, text } from '../fields.ts';

/** Read-only: staff change a promotion on its own screen, with the actions that promotions/state.ts allows. */
export const promotions = entity<Promotion & { book: { title: string } }>({
  name: 'promotions',
  singular: 'promotion',
  group: 'Promotions',
  about: 'Every booking with all its details. Approve or decline on the promotion’s page.',
  model: 'promotion',
  table: 'promotions',
  title: ({ id: one, book }) => `${book.title} (${one})`,
  fields: {
    id: id(),
    book_id: link('books', 'book', { list: true, shows: 'title' }),
    partner_id: link('partners', 'partner', { list: true }),
    category_id: link('categories', 'category', { list: true }),
    requested_date: date({ sort: true, filter: true }),
    alternate_dates: list(),
    promotion_date: date({ list: true, sort: true, filter: true }),
    deal_ends_on: date(),
    current_price_cents: cents(),
    sale_price_cents: cents({ list: true, sort: true }),
    price_type: choice(PriceType),
    approval_status: choice(ApprovalStatus),
    partner_note: longText(),
    blurb_override: longText(),
    reason_codes: list(),
    staff_message: longText(),
    feedback_requested_at: instant(),
    partner_feedback: longText(),
    feedback_submitted_at: instant(),
    proposed_date: date(),
    date_passed_at: instant({ filter: 'present' }),
    reviewed_by: link('staff', 'reviewer'),
    reviewed_at: instant(),
    discount_id: link('discounts', 'discount', { shows: 'code' }),
    cpc_cents: cents({ label: 'Cost per click' }),
    max_cost_cents: cents(),
    newsletter_id: link('newsletters', 'newsletter', { shows: 'newsletter_date' }),
    position: number(),
    frozen_at: instant(),
    sent_at: instant({ filter: 'present' }),
    unable_to_send_at: instant({ filter: 'present' }),
    unable_reason: text(),
    cancelled_at: instant({ filter: 'present' }),
    cancelled_by: text(),
    cancel_reason: longText(),
    click_window_ends_at: instant(),
    settled_at: instant({ filter: 'present' }),
    clicks_total: number({ sort: true }),
    clicks_billable: number({ list: true, sort: true }),
    invoice_id: link('invoices', 'invoice', { shows: 'number' }),
    paid_at: instant({ filter: 'present' }),
    created_at: instant({ sort: true, filter: true }),
    updated_at: instant({ sort: true }),
  },
  computed: {
    display_status: {
      type: 'text',
      label: 'Status',
      list: true,
      read: (row) =>
        displayStatus({
          ...row,
          invoice: row.invoice as StatusColumns['invoice'],
          has_open_stripe_error: (row.stripe_errors as { resolved_at: Date | null }[]).some(
            ({ resolved_at }) => resolved_at === null,
          ),
        }),
    },
  },
  select: {
    invoice: { select: { number: true, total_cents: true, status: true } },
    stripe_errors: { select: { resolved_at: true } },
  },
  search: [
    { label: 'Book', where: (q) => ({ book: { title: containsText(q) } }) },
    { label: 'Partner', where: (q) => ({ partner: { OR: [{ name: containsText(q) }, { uid: containsText(q) }] } }) },
  ],
  linked: [
    { entity: 'promotion_events', by: 'promotion_id' },
    { entity: 'invoices', by: 'promotion_id' },
    { entity: 'charge_attempts', by: 'promotion_id' },
    { entity: 'stripe_errors', by: 'promotion_id' },
    { entity: 'refunds', by: 'promotion_id' },
    { entity: 'promotion_addons', by: 'promotion_id' },
    { entity: 'click_logs', by: 'promotion_id' },
  ],
  page: ({ id: one }) => paths.userPromotion(one),
});
