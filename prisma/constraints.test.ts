/** Rows that the database refuses whatever the application does: wrong money, dates, states, and owners. */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase } from '#server/testing/database.ts';

/** One valid row of each table; every case below makes one of them wrong. */
const VALID = `
  insert into users (id, uid, name, encrypted_password) values (1, 'staff@example.test', 'Staff', '');
  insert into partners (id, uid, name, encrypted_password, referral_code) values
    (1, 'a@example.test', 'A', '', 'a'), (2, 'b@example.test', 'B', '', 'b');
  insert into books (id, partner_id, title, slug, category_id, description, asin, isbn13, rating_avg, rating_count, page_count) values
    (1, 1, 'Emma', 'emma', 1, '', 'B000000001', '9780141439587', 4.5, 10, 300), (2, 2, 'Ulysses', 'ulysses', 1, '', null, null, null, null, null);
  insert into newsletters (id, newsletter_date) values (1, '2026-12-02');
  insert into newsletter_promotion_counts (newsletter_date, category_id, capacity, promotions_in_total) values ('2026-12-02', 1, 3, 1);
  insert into promotions (id, partner_id, book_id, category_id, requested_date, promotion_date, deal_ends_on, current_price_cents, sale_price_cents,
      price_type, cpc_cents, max_cost_cents, clicks_total, clicks_billable)
    select id, 1, 1, 1, '2026-12-02', '2026-12-02', '2026-12-05', 499, 99, 'discounted', 15, 6000, 10, 5 from generate_series(1, 2) id;
  insert into invoices (id, number, partner_id, promotion_id, date, lines, subtotal_cents, discount_cents, credit_cents, total_cents) values
    (1, 1, 1, 1, '2026-12-05', '[]', 5000, 500, 500, 4000), (2, 2, 1, 2, '2026-12-05', '[]', 5000, 0, 0, 5000);
  insert into invoices (id, number, partner_id, promotion_id, invoice_type, date, lines, subtotal_cents, total_cents, status, paid_at) values
    (3, 3, 1, 1, 'refund', '2026-12-06', '[]', -100, -100, 'paid', now());
  insert into promotion_addons (promotion_id, addon_id, date, category_id, price_cents) values (1, 1, '2026-12-02', 1, 1000);
  insert into discounts (id, code, kind, value, starts_at, ends_at, usage_limit, used_count) values
    (1, 'SPRING', 'percent', 20, '2026-12-01', '2026-12-31', 10, 1);
  insert into credit_cards (id, partner_id, payment_method_id, brand, last4, exp_month, exp_year) values (1, 1, 'pm_1', 'visa', '4242', 12, 2030);
  insert into charge_attempts (id, promotion_id, invoice_id, partner_id, credit_card_id, number, idempotency_key, customer_id, payment_method_id,
    amount_cents, requested_by, claimed_at) values (1, 1, 1, 1, 1, 1, 'k', 'cus_1', 'pm_1', 4000, 'system', now());
  insert into captured_charges (id, charge_attempt_id, invoice_id, payment_intent_id, captured_cents, captured_at) values ('ch_1', 1, 1, 'pi_1', 4000, now());
  insert into refunds (captured_charge_id, invoice_id, promotion_id, idempotency_key, amount_cents, cause, reason, requested_by, user_id, claimed_at)
    values ('ch_1', 1, 1, 'r', 100, 'staff', '', 'user', 1, now());
  insert into disputes (id, captured_charge_id, amount_cents, reason, funds_withdrawn, opened_at) values ('dp_1', 'ch_1', 4000, 'fraudulent', true, now());
  insert into referral_entries (partner_id, referred_id, invoice_id, kind, amount_cents, available_at) values (2, 1, 1, 'reward', 400, now());
  insert into referral_entries (partner_id, referred_id, kind, amount_cents, available_at) values (1, 1, 'welcome', 1000, now());
  insert into referral_visits values (1, '2026-12-01', 1);
  insert into readers (email, status, max_price_cents) values ('r@example.test', 'active', 299);
  insert into promotion_site_reviews (promotion_site_id, partner_id, rating, title, body, cost_cents, copies) values (1, 1, 4, '', '', 100, 5);
  insert into promotion_stats values (1, 1, 'discounted', '2026-12-02', 100, 5, 50);
  insert into click_rollups values (1, now(), 'amazon', 'site', 1);
  insert into click_verdicts values (1, 'amazon', 'billable', 1);
  insert into click_days values ('2026-12-02', 'site', 1);
  insert into ai_budgets values ('2026-12-01', 1000, 10);`;

const CASES: [constraint: string, sql: string][] = [
  ['addons_price', 'update addons set price_cents = -1'],
  ['ai_budgets_within_limit', 'update ai_budgets set spent_cents = 1001'],
  ['books_asin', `update books set asin = 'b00000000x' where id = 1`],
  ['books_isbn13', `update books set isbn13 = 'x' where id = 1`],
  ['books_isbn13', `update books set isbn13 = '1234567890123' where id = 1`],
  ['books_page_count', 'update books set page_count = 0'],
  ['books_ratings', 'update books set rating_avg = 99'],
  ['books_ratings', 'update books set rating_count = -1'],
  ['captured_charges_amount', 'update captured_charges set captured_cents = 0'],
  ['captured_charges_not_overdrawn', 'update captured_charges set refunded_cents = 4001'],
  ['categories_numbers', 'update categories set daily_slots = -5'],
  ['categories_numbers', 'update categories set cpc_free_cents = -1'],
  ['categories_rates', 'update categories set assumed_free_click_rate = 1.5'],
  ['charge_attempts_amount', 'update charge_attempts set amount_cents = 6001'],
  ['click_days_clicks', 'update click_days set clicks = -1'],
  ['click_rollups_clicks', 'update click_rollups set clicks = -1'],
  ['click_verdicts_clicks', 'update click_verdicts set clicks = -1'],
  ['credit_cards_expiry', 'update credit_cards set exp_month = 77'],
  ['credit_cards_last4', `update credit_cards set last4 = '4242424242424242'`],
  ['discounts_code_upper', `update discounts set code = 'spring'`],
  ['discounts_dates', `update discounts set ends_at = '2026-11-01'`],
  ['discounts_limits', 'update discounts set per_partner_limit = -1'],
  ['discounts_limits', 'update discounts set usage_limit = null, min_cost_cents = -1'],
  ['discounts_percent_range', 'update discounts set value = 101'],
  ['discounts_within_limit', 'update discounts set used_count = 11'],
  ['disputes_amount', 'update disputes set amount_cents = 0'],
  ['invoices_paid', `update invoices set status = 'paid' where id = 1`],
  ['invoices_paid', `update invoices set paid_at = now() where id = 1`],
  ['invoices_promotion_cap', 'update invoices set subtotal_cents = 7001, total_cents = 6001 where id = 1'],
  ['invoices_reductions', 'update invoices set discount_cents = -500, total_cents = 5000 where id = 1'],
  ['invoices_refunded', 'update invoices set refunded_cents = 999999 where id = 1'],
  ['invoices_refunded', 'update invoices set refunded_cents = 1 where id = 3'],
  ['invoices_total', 'update invoices set total_cents = 0 where id = 1'],
  ['invoices_total', 'update invoices set total_cents = 3999 where id = 1'],
  ['invoices_total', 'update invoices set subtotal_cents = 1040, total_cents = 40 where id = 1'],
  ['invoices_total', 'update invoices set subtotal_cents = 100, total_cents = 100 where id = 3'],
  ['ledger_entries_amount', `${charge('-500')}`],
  ['ledger_entries_amount', `${charge('0')}`],
  ['newsletter_promotion_counts_within_capacity', 'update newsletter_promotion_counts set promotions_in_total = 4'],
  ['newsletters_counts', 'update newsletters set delivered_count = -1'],
  ['partners_credit_not_negative', 'update partners set credit_cents = -1'],
  ['partners_not_self_referred', 'update partners set referrer_id = id'],
  ['promotion_addons_price', 'update promotion_addons set price_cents = -100'],
  ['promotion_site_reviews_rating', 'update promotion_site_reviews set rating = 6'],
  ['promotion_site_reviews_results', 'update promotion_site_reviews set cost_cents = -1'],
  ['promotion_stats_numbers', 'update promotion_stats set delivered = -1'],
  ['promotions_cancelled', `update promotions set cancelled_by = 'partner'`],
  ['promotions_cap', 'update promotions set max_cost_cents = 6001'],
  ['promotions_clicks', 'update promotions set clicks_billable = 11'],
  ['promotions_deal_dates', `update promotions set deal_ends_on = '1999-01-01'`],
  ['promotions_deal_dates', `update promotions set promotion_date = '2026-12-06'`],
  ['promotions_paid', 'update promotions set paid_at = now()'],
  ['promotions_price_type', `update promotions set price_type = 'free'`],
  ['promotions_prices_not_negative', 'update promotions set current_price_cents = -1'],
  ['promotions_reviewed', `update promotions set approval_status = 'approved'`],
  ['promotions_settled', 'update promotions set settled_at = now(), invoice_id = 1 where id = 1'],
  ['promotions_settled', 'update promotions set settled_at = now(), sent_at = now() where id = 1'],
  ['readers_active', 'update readers set email = null'],
  ['readers_max_price', 'update readers set max_price_cents = -1'],
  ['referral_entries_amounts', `update referral_entries set clawed_back_cents = 401 where kind = 'reward'`],
  ['referral_entries_kind', `update referral_entries set kind = 'gift' where kind = 'reward'`],
  ['referral_entries_owner', `update referral_entries set partner_id = referred_id where kind = 'reward'`],
  ['referral_entries_owner', `update referral_entries set invoice_id = null where kind = 'reward'`],
  ['referral_entries_owner', `update referral_entries set referred_id = 2 where kind = 'welcome'`],
  ['referral_visits_counted', 'update referral_visits set visits = 0'],
  ['refunds_amount', 'update refunds set amount_cents = 0'],
];

const KEYS: [constraint: string, sql: string][] = [
  ['promotions_book_id_partner_id_fkey', 'update promotions set book_id = 2 where id = 1'],
  ['promotions_invoice_id_id_fkey', 'update promotions set invoice_id = 2 where id = 1'],
  ['referral_entries_invoice_id_fkey', `update referral_entries set invoice_id = 99 where kind = 'reward'`],
  ['referral_entries_reward_invoice_id_fkey', `update referral_entries set reward_invoice_id = 99 where kind = 'reward'`],
  ['refunds_user_id_fkey', 'update refunds set user_id = 99'],
];

function charge(cents: string) {
  return `insert into ledger_entries (invoice_id, kind, amount_cents, stripe_id, at) values (1, 'charge', ${cents}, 'ch_1', now())`;
}

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let client: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase('reference');
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(VALID);
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

describe('the database refuses', () => {
  it.each(CASES)('a row against %s: %s', async (constraint, sql) => {
    expect(await refusal(sql)).toBe(constraint);
  });

  it.each(KEYS)('a row of another owner or none, by %s: %s', async (constraint, sql) => {
    expect(await refusal(sql)).toBe(constraint);
  });
});

it.each(['audit_events', 'ledger_entries', 'promotion_events'])('the database refuses to empty %s', async (table) => {
  await client.query(`
    insert into audit_events (actor, action, entity, entity_id, at) values ('user', 'update', 'book', '1', now());
    insert into promotion_events (promotion_id, actor, action, "to", at) values (1, 'system', 'submit', 'awaiting review', now());
    insert into ledger_entries (invoice_id, kind, amount_cents, stripe_id, at) values (1, 'charge', 4000, '${table}', now())`);
  await expect(client.query(`truncate ${table}`)).rejects.toThrow(`${table} is append-only`);
  await expect(client.query('truncate promotions, audit_events cascade')).rejects.toThrow('is append-only');
  await expect(client.query(`delete from ${table}`)).rejects.toThrow(`${table} is append-only`);
});

it('has a case for every check', async () => {
  const { rows } = await client.query(
    `select conname as name from pg_constraint join pg_class on pg_class.oid = conrelid
     where contype = 'c' and not relispartition and conrelid::regclass::text not like 'pgboss.%' order by 1`,
  );
  expect([...new Set(CASES.map(([constraint]) => constraint))].sort()).toEqual(rows.map(({ name }) => name));
});

const refusal = async (sql: string) => {
  await client.query('begin');
  const constraint = await client.query(sql).then(
    () => null,
    (error: pg.DatabaseError) => error.constraint ?? error.message,
  );
  await client.query('rollback');
  return constraint;
};
