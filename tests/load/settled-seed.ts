/**
 * Inserts promotions of past dates with their paid invoices, and emails, AI requests, and cards, in bulk: a large
 * installation after years.
 */
import type { Pool } from '#server/platform/database.ts';
import { APPROVED_BOOK } from '#server/testing/approved-book.ts';

/** Number of partners, each with one book, and of promotions per day. */
const PER_DAY = 1_000;
/** Number of emails and of AI requests. */
const OTHER_ROWS = 20_000;

export async function seedSettled(pool: Pool, promotions: number) {
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    for (const sql of statements(promotions)) await client.query(sql);
    await client.query('vacuum analyze');
  } finally {
    client.release(true);
  }
}

const statements = (promotions: number) => [
  `insert into partners (uid, name, encrypted_password, referral_code)
   select 'settled-' || n || '@example.test', 'Partner ' || n, 'none', 'settled-' || n from generate_series(1, ${PER_DAY}) n`,
  // Other rows that the sweeps look through.
  `insert into credit_cards (partner_id, payment_method_id, brand, last4, exp_month, exp_year)
   select p.id, 'pm_settled_' || p.id || '_' || n, 'visa', '4242', 12, 2099 from partners p, generate_series(1, 20) n where uid like 'settled-%'`,
  `insert into ai_requests (tool, model, reserved_cents, created_at, settled_at)
   select 'title', 'model', 0, at, at from generate_series(1, ${OTHER_ROWS}) n cross join lateral (select now() - n * interval '1 minute' as at) times`,
  `insert into mails ("to", template, props, message_id, state, created_at, sent_at)
   select 'settled@example.test', 'invoice_paid', '{}', 'settled-' || n, 'sent', at, at
   from generate_series(1, ${OTHER_ROWS}) n cross join lateral (select now() - n * interval '1 minute' as at) times`,
  `insert into books (partner_id, title, slug, category_id, description, amazon_url)
   select p.id, 'Book ' || p.id, 'settled-' || p.id, (select min(id) from categories), 'A harbor town.', 'https://www.amazon.com/dp/B0' || lpad(p.id::text, 8, '0')
   from partners p where uid like 'settled-%'`,
  `insert into promotions (partner_id, book_id, category_id, requested_date, promotion_date, alternate_dates, deal_ends_on, current_price_cents, sale_price_cents,
     price_type, cpc_cents, max_cost_cents, reason_codes, approval_status, reviewed_at, frozen_at, sent_at, click_window_ends_at, reviewed_book, reviewed_store_urls)
   select b.partner_id, b.id, b.category_id, day, day, '{}', day + 6, 499, 99, 'discounted', 15, 6000, '{}', 'approved', day, day, day, day + 3, ${APPROVED_BOOK}
   from generate_series(1, ${Math.ceil(promotions / PER_DAY)}) d cross join lateral (select current_date - 10 - d as day) days
     cross join books b where b.slug like 'settled-%'`,
  `insert into invoices (number, partner_id, promotion_id, date, lines, subtotal_cents, total_cents, status, paid_at, created_at)
   select 1000000 + id, partner_id, id, promotion_date + 3, '[]', 900, 900, 'paid', click_window_ends_at, click_window_ends_at from promotions`,
  `update promotions p set invoice_id = i.id, settled_at = p.click_window_ends_at, paid_at = p.click_window_ends_at
   from invoices i where i.promotion_id = p.id`,
];
