/**
 * Inserts in bulk the data of a large installation after years of use: promotions of past dates with their paid
 * invoices, plus emails, AI requests, and cards.
 */
import type { Pool } from '#server/platform/database.ts';
import { APPROVED_BOOK } from '#server/testing/approved-book.ts';

/** Number of promotions per day, and of days since the last one, so that all of them are settled. */
export const PER_DAY = 1_000;
export const SEEDED_BEFORE_DAYS = 11;
/** A book is promoted five times, and each author and partner has ten books. */
const PROMOTIONS_PER_BOOK = 5;
const BOOKS_PER_PARTNER = 10;
/** The last category has 1 book in this many; the first has all others. */
const IN_SMALL_CATEGORY = 1_000;
/** Minimum number of cards; every partner has equally many. */
const CARDS = 20_000;
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

/** SQL that maps the numbers to 1 to `count` in no visible order, so that similar names aren't next to each other. */
const shuffled = (number: string, count: number) => `(1 + ${number} * 7919::bigint % ${count})`;

const statements = (promotions: number) => {
  const days = Math.ceil(promotions / PER_DAY);
  const books = Math.ceil(promotions / PROMOTIONS_PER_BOOK);
  const partners = Math.ceil(books / BOOKS_PER_PARTNER);
  return [
    `insert into partners (uid, name, encrypted_password, referral_code)
     select 'settled-' || n || '@example.test', 'Partner ' || n, 'none', 'settled-' || n from generate_series(1, ${partners}) n`,
    `insert into authors (partner_id, name, slug)
     select id, replace(name, 'Partner', 'Author'), referral_code from partners where uid like 'settled-%'`,
    // Other rows that the sweeps look through.
    `insert into credit_cards (partner_id, payment_method_id, brand, last4, exp_month, exp_year)
     select p.id, 'pm_settled_' || p.id || '_' || n, 'visa', '4242', 12, 2099
     from partners p cross join generate_series(1, ${Math.ceil(CARDS / partners)}) n where uid like 'settled-%'`,
    `insert into ai_requests (tool, model, reserved_cents, created_at, settled_at)
     select 'title', 'model', 0, at, at from generate_series(1, ${OTHER_ROWS}) n cross join lateral (select now() - n * interval '1 minute' as at) times`,
    `insert into mails ("to", template, props, message_id, state, created_at, sent_at)
     select 'settled@example.test', 'invoice_paid', '{}', 'settled-' || n, 'sent', at, at
     from generate_series(1, ${OTHER_ROWS}) n cross join lateral (select now() - n * interval '1 minute' as at) times`,
    `insert into books (partner_id, author_id, title, slug, category_id, description, amazon_url)
     select a.partner_id, a.id, 'Book ' || ${shuffled('n', books)}, 'settled-' || n,
       (select case when n % ${IN_SMALL_CATEGORY} = 0 then max(id) else min(id) end from categories), 'A harbor town.', 'https://www.amazon.com/dp/B0' || lpad(n::text, 8, '0')
     from generate_series(1, ${books}) n join authors a on a.slug = 'settled-' || ${shuffled('n', partners)}`,
    'analyze books',
    // Earlier days first, so that later promotions have higher ids.
    `insert into promotions (partner_id, book_id, category_id, requested_date, promotion_date, alternate_dates, deal_ends_on, current_price_cents, sale_price_cents,
       price_type, cpc_cents, max_cost_cents, reason_codes, approval_status, reviewed_at, frozen_at, sent_at, click_window_ends_at, created_at, updated_at, reviewed_book, reviewed_store_urls)
     select b.partner_id, b.id, b.category_id, day, day, '{}', day + 6, 499, 99, 'discounted', 15, 6000, '{}', 'approved', day, day, day, day + 3, day - 20 + (n % ${PER_DAY}) * interval '1 minute', day + 3, ${APPROVED_BOOK}
     from generate_series(0, ${days * PER_DAY - 1}) n cross join lateral (select current_date - ${SEEDED_BEFORE_DAYS - 1 + days} + n / ${PER_DAY} as day) days
       join books b on b.slug = 'settled-' || (1 + n % ${books})
     order by n`,
    `insert into invoices (number, partner_id, promotion_id, date, lines, subtotal_cents, total_cents, status, paid_at, created_at)
     select 1000000 + id, partner_id, id, promotion_date + 3, '[]', 900, 900, 'paid', click_window_ends_at, click_window_ends_at from promotions`,
    `update promotions p set invoice_id = i.id, settled_at = p.click_window_ends_at, paid_at = p.click_window_ends_at
     from invoices i where i.promotion_id = p.id`,
  ];
};
