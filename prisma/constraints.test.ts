/** Changes that the database refuses: invalid rows, wrong references, and deletions from append-only tables. */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '#server/platform/migrations.ts';
import { createTestDatabase } from '#server/testing/database.ts';
import { restoreDump } from './dump.ts';

/** Each statement violates the named check constraint. They run on the rows of the 0.1.0 upgrade dump. */
const CASES: [constraint: string, sql: string][] = [
  ['addons_price', 'update addons set price_cents = -1'],
  ['ai_budgets_within_limit', 'update ai_budgets set spent_cents = 1001'],
  ['api_keys_owner', `insert into api_keys (name, scopes, secret_hash, last4) values ('x', '{read}', '\\x00', 'abcd')`],
  ['api_keys_scopes', `insert into api_keys (user_id, name, secret_hash, last4) values (1, 'x', '\\x00', 'abcd')`],
  [
    'webhook_endpoints_owner',
    `insert into webhook_endpoints (name, url, secret_salt) values ('x', 'https://x.example', '\\x00')`,
  ],
  [
    'auth_tokens_viewer',
    `insert into auth_tokens (resource_type, resource_id, client, token_hash, scope, expires_at, last_used_at)
     values ('partner', 1, 'x', '\\x00', 'view_as', now(), now())`,
  ],
  [
    'waiting_entries_offer',
    `insert into waiting_entries (partner_id, book_id, category_id, date, auto_book, booking, cpc_cents, created_at, offered_at)
     values (1, 1, 1, '2026-12-10', true, '{}', 40, now(), now())`,
  ],
  ['books_asin', `update books set asin = 'b00000000x' where id = 1`],
  ['books_category', `update books set category_id = null where id = 1`],
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
  ['click_holds_decided', `insert into click_holds values (1, 'domain', 'example.com', 1, now(), now(), 'count')`],
  [
    'click_questions_answered',
    `insert into click_questions (promotion_id, question, asked_at, answer) values (1, 'Why?', now(), 'Because.')`,
  ],
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
  [
    'internal_notes_text',
    `insert into internal_notes (partner_id, user_id, text, created_at) values (1, 1, '', now())`,
  ],
  ['invoices_paid', `update invoices set status = 'paid' where id = 2`],
  ['invoices_paid', `update invoices set paid_at = now() where id = 2`],
  ['invoices_promotion_cap', 'update invoices set subtotal_cents = 7001, total_cents = 6001 where id = 1'],
  ['invoices_reductions', 'update invoices set discount_cents = -500, total_cents = 5000 where id = 1'],
  ['invoices_refunded', 'update invoices set refunded_cents = 999999 where id = 1'],
  ['invoices_refunded', 'update invoices set refunded_cents = 1 where id = 3'],
  ['invoices_total', 'update invoices set total_cents = 0 where id = 1'],
  ['invoices_total', 'update invoices set total_cents = 3999 where id = 1'],
  ['invoices_total', 'update invoices set subtotal_cents = 1040, total_cents = 40 where id = 1'],
  ['invoices_total', 'update invoices set subtotal_cents = 100, total_cents = 100 where id = 3'],
  ['ledger_entries_amount', `${insertLedgerEntrySql('-500')}`],
  ['ledger_entries_amount', `${insertLedgerEntrySql('0')}`],
  ['message_templates_text', `insert into message_templates (kind, name, text) values ('question', 'Empty', '')`],
  ['newsletter_promotion_counts_within_capacity', 'update newsletter_promotion_counts set promotions_in_total = 7'],
  ['newsletters_counts', 'update newsletters set delivered_count = -1'],
  ['partners_credit_not_negative', 'update partners set credit_cents = -1'],
  ['partners_not_self_referred', 'update partners set referrer_id = id'],
  ['price_checks_prices', `insert into price_checks (promotion_id, store, price_cents) values (1, 'kobo', 99)`],
  ['promotion_addons_price', 'update promotion_addons set price_cents = -100'],
  [
    'promotion_results_numbers',
    'insert into promotion_results (promotion_id, window_days, kenp_micros, updated_at) values (1, 0, 4550, now())',
  ],
  [
    'promotion_sales_numbers',
    `insert into promotion_sales (promotion_id, book_id, store, copies, pages, royalty_cents) values (1, 1, 'kobo', 1, 5, 0)`,
  ],
  ['promotion_site_reviews_rating', 'update promotion_site_reviews set rating = 6'],
  ['promotion_site_reviews_results', 'update promotion_site_reviews set cost_cents = -1'],
  ['promotion_sites_evidence', `update promotion_sites set evidence = '[]'`],
  ['promotion_sites_evidence', 'update promotion_sites set audience_size = 0'],
  ['promotion_stats_numbers', 'update promotion_stats set delivered = -1'],
  ['promotions_cancelled', `update promotions set cancelled_by = 'partner'`],
  ['promotions_cap', 'update promotions set max_cost_cents = 6001'],
  ['promotions_clicks', 'update promotions set clicks_billable = 3'],
  ['promotions_deal_dates', `update promotions set deal_ends_on = '1999-01-01'`],
  ['promotions_deal_dates', `update promotions set promotion_date = '2026-12-06'`],
  ['promotions_paid', 'update promotions set settled_at = null where id = 1'],
  ['promotions_price_type', `update promotions set price_type = 'free'`],
  ['promotions_prices_not_negative', 'update promotions set current_price_cents = -1'],
  ['promotions_reviewed', 'update promotions set reviewed_book = null'],
  ['promotions_settled', 'update promotions set sent_at = null'],
  ['promotions_settled', 'update promotions set invoice_id = null'],
  ['provider_days_amounts', `insert into provider_days values ('2026-12-01', 'gmail', 1, 0, 0, -1)`],
  ['reader_list_items_kind', 'insert into reader_list_items (reader_id) values (1)'],
  ['reader_tier_days_amounts', `insert into reader_tier_days values ('2026-12-01', 1, 0, 0, 0, -1)`],
  ['reader_tier_days_questions', `insert into reader_tier_days values ('2026-12-01', 1, 0, 0, 0, 0, -1)`],
  ['readers_active', 'update readers set email = null'],
  ['readers_max_price', 'update readers set max_price_cents = -1'],
  ['referral_entries_amounts', `update referral_entries set clawed_back_cents = 401 where kind = 'reward'`],
  ['referral_entries_kind', `update referral_entries set kind = 'gift' where kind = 'reward'`],
  ['referral_entries_owner', `update referral_entries set partner_id = referred_id where kind = 'reward'`],
  ['referral_entries_owner', `update referral_entries set invoice_id = null where kind = 'reward'`],
  ['referral_entries_owner', `update referral_entries set referred_id = 2 where kind = 'welcome'`],
  ['referral_visits_counted', 'update referral_visits set visits = 0'],
  ['refunds_amount', 'update refunds set amount_cents = 0'],
  [
    'saved_views_name',
    `insert into saved_views (user_id, name, filters, created_at, updated_at) values (1, '', '{}', now(), now())`,
  ],
  ['sign_up_counts_amounts', `insert into sign_up_counts (date, source, sign_ups) values ('2026-12-01', 'book', -1)`],
  ['sunset_questions_ended', `insert into sunset_questions values (1, now(), 'kept', null)`],
  ['sunset_questions_ended', `insert into sunset_questions values (1, now(), null, now())`],
  [
    'warm_up_days_within_cap',
    `insert into warm_up_days (warm_up_id, provider, date, stage, cap, permission_cap, handed_over) values (1, 'gmail', '2026-12-01', 0, 10, 1, 10)`,
  ],
  [
    'warm_up_providers_stage',
    `insert into warm_up_providers (warm_up_id, provider, share, stage) values (1, 'gmail', 1, -1)`,
  ],
  [
    'warm_up_providers_stop',
    `insert into warm_up_providers (warm_up_id, provider, share, stopped_at) values (1, 'gmail', 1, now())`,
  ],
  [
    'warm_ups_schedule',
    `insert into warm_ups (domain, first_cap, growth_percent, started_at) values ('example.test', 500, 100, now())`,
  ],
];

const FOREIGN_KEYS: [constraint: string, sql: string][] = [
  ['promotions_book_id_partner_id_fkey', 'update promotions set book_id = 2 where id = 1'],
  ['promotions_invoice_id_id_fkey', 'update promotions set invoice_id = 2 where id = 1'],
  ['referral_entries_invoice_id_fkey', `update referral_entries set invoice_id = 99 where kind = 'reward'`],
  [
    'referral_entries_reward_invoice_id_fkey',
    `update referral_entries set reward_invoice_id = 99 where kind = 'reward'`,
  ],
  ['refunds_user_id_fkey', 'update refunds set user_id = 99'],
];

function insertLedgerEntrySql(cents: string) {
  return `insert into ledger_entries (invoice_id, kind, amount_cents, stripe_id, at) values (1, 'charge', ${cents}, 'ch_1', now())`;
}

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let client: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase('empty');
  await restoreDump(database.url, '0.1.0');
  await migrate(database.url);
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

describe('the database refuses', () => {
  it.each(CASES)('a row that violates %s: %s', async (constraint, sql) => {
    expect(await violatedConstraint(sql)).toBe(constraint);
  });

  it.each(FOREIGN_KEYS)('a row whose reference violates %s: %s', async (constraint, sql) => {
    expect(await violatedConstraint(sql)).toBe(constraint);
  });
});

it.each(['audit_events', 'ledger_entries', 'promotion_events'])(
  'refuses to truncate or delete from %s',
  async (table) => {
    await expect(client.query(`truncate ${table}`)).rejects.toThrow(`${table} is append-only`);
    await expect(client.query('truncate promotions, audit_events cascade')).rejects.toThrow('is append-only');
    await expect(client.query(`delete from ${table}`)).rejects.toThrow(`${table} is append-only`);
  },
);

it('accepts a deal that ends before the requested date if the booked date is earlier', async () => {
  expect(await violatedConstraint(`update promotions set requested_date = '2026-12-10' where id = 1`)).toBeNull();
});

it('has a case for every check constraint', async () => {
  const { rows } = await client.query(
    `select conname as name from pg_constraint join pg_class on pg_class.oid = conrelid
     where contype = 'c' and not relispartition and conrelid::regclass::text not like 'pgboss.%' order by 1`,
  );
  expect([...new Set(CASES.map(([constraint]) => constraint))].sort()).toEqual(rows.map(({ name }) => name));
});

const violatedConstraint = async (sql: string) => {
  await client.query('begin');
  const constraint = await client.query(sql).then(
    () => null,
    (error: pg.DatabaseError) => error.constraint ?? error.message,
  );
  await client.query('rollback');
  return constraint;
};
