/**
 * Compares the catalog of a database made by the migrations with that of one made from schema.prisma. They are equal
 * except for objects that only raw SQL in the migrations creates, all of which are listed here and must exist.
 */
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { migrate } from '#server/platform/migrations.ts';
import { type Catalog, type CatalogKind, IS_TABLE, KINDS, readCatalog, runSql as run } from './catalog.ts';
import { schemaScript } from './new-migration.ts';
import { RAW_TABLES } from './raw-tables.ts';

/** Database objects that only raw SQL in the migrations creates, by kind. */
const RAW = {
  indexes: [
    'ai_requests_open',
    'authors_one_name_per_partner',
    'book_cards_by_author',
    'book_cards_by_category',
    'book_cards_by_partner',
    'book_cards_by_secondary',
    'book_cards_listed',
    'book_cards_pkey',
    'book_cards_popular',
    'book_cards_title',
    'book_cards_words',
    'book_cards_words_30',
    'book_cards_words_300',
    'book_cards_words_3000',
    'book_counts_pkey',
    'book_words_pkey',
    'book_words_prefix',
    'book_words_trgm',
    'charge_attempts_one_open',
    'click_logs_billable_idx',
    'click_logs_hidden_idx',
    'click_questions_one_open',
    'credit_cards_one_default',
    'credit_cards_valid',
    'deliveries_uncertain',
    'invoices_one_per_promotion',
    'invoices_to_retry',
    'leases_pkey',
    'ledger_differences_one_open',
    'mail_events_received_at_idx',
    'partners_uid_trgm',
    'promotion_addons_one_per_slot',
    'promotion_sales_one_line',
    'promotions_approved_unsent',
    'promotions_by_booked_date',
    'promotions_by_creation',
    'promotions_cancelled',
    'promotions_running',
    'promotions_unable_to_send',
    'promotions_unsent',
    'promotions_watched',
    'rate_limits_pkey',
    'reader_counts_category',
    'readers_bounced',
    'readers_with_list_alerts',
    'referral_entries_one_welcome',
    'refunds_one_open',
    'review_claims_expires_at_idx',
    'review_claims_pkey',
    'review_claims_tab_idx',
    'review_claims_user_id_idx',
    'review_viewers_expires_at_idx',
    'review_viewers_pkey',
    'review_viewers_promotion_id_idx',
    'review_viewers_user_id_idx',
    'saved_views_shared',
    'sunset_questions_open',
    'tags_one_name_any_case',
    'warm_ups_running',
    'webhook_deliveries_due',
  ],
  constraints: [
    'addons_price',
    'ai_budgets_within_limit',
    'api_keys_owner',
    'api_keys_scopes',
    'auth_tokens_viewer',
    'book_cards_book_id_fkey',
    'book_cards_pkey',
    'book_counts_pkey',
    'book_words_pkey',
    'books_asin',
    'books_category',
    'books_isbn13',
    'books_page_count',
    'books_ratings',
    'captured_charges_amount',
    'captured_charges_not_overdrawn',
    'categories_numbers',
    'categories_rates',
    'charge_attempts_amount',
    'click_days_clicks',
    'click_holds_decided',
    'click_questions_answered',
    'click_rollups_clicks',
    'click_verdicts_clicks',
    'credit_cards_expiry',
    'credit_cards_last4',
    'discounts_code_upper',
    'discounts_dates',
    'discounts_limits',
    'discounts_percent_range',
    'discounts_within_limit',
    'disputes_amount',
    'internal_notes_text',
    'invoices_paid',
    'invoices_promotion_cap',
    'invoices_reductions',
    'invoices_refunded',
    'invoices_total',
    'leases_pkey',
    'ledger_entries_amount',
    'message_templates_text',
    'newsletter_promotion_counts_within_capacity',
    'newsletters_counts',
    'partners_credit_not_negative',
    'partners_not_self_referred',
    'price_checks_prices',
    'promotion_addons_price',
    'promotion_results_numbers',
    'promotion_sales_numbers',
    'promotion_site_reviews_rating',
    'promotion_site_reviews_results',
    'promotion_sites_evidence',
    'promotion_stats_numbers',
    'promotions_cancelled',
    'promotions_cap',
    'promotions_clicks',
    'promotions_deal_dates',
    'promotions_paid',
    'promotions_price_type',
    'promotions_prices_not_negative',
    'promotions_reviewed',
    'promotions_settled',
    'provider_days_amounts',
    'rate_limits_pkey',
    'reader_list_items_kind',
    'reader_tier_days_amounts',
    'reader_tier_days_questions',
    'readers_active',
    'readers_max_price',
    'referral_entries_amounts',
    'referral_entries_kind',
    'referral_entries_owner',
    'referral_visits_counted',
    'refunds_amount',
    'review_claims_pkey',
    'review_claims_promotion_id_fkey',
    'review_claims_user_id_fkey',
    'review_viewers_pkey',
    'review_viewers_promotion_id_fkey',
    'review_viewers_user_id_fkey',
    'saved_views_name',
    'sign_up_counts_amounts',
    'sunset_questions_ended',
    'waiting_entries_offer',
    'warm_up_days_within_cap',
    'warm_up_providers_stage',
    'warm_up_providers_stop',
    'warm_ups_schedule',
    'webhook_endpoints_owner',
  ],
  triggers: [
    'audit_events_append_only',
    'audit_events_not_truncated',
    'authors_renamed',
    'book_cards_update_counts_on_delete',
    'book_cards_update_counts_on_insert',
    'book_cards_update_counts_on_update',
    'book_cards_update_words_on_insert',
    'book_cards_update_words_on_update',
    'books_inserted',
    'books_updated',
    'deliveries_erased',
    'ledger_entries_append_only',
    'ledger_entries_not_truncated',
    'promotion_events_append_only',
    'promotion_events_not_truncated',
    'promotions_deleted',
    'promotions_inserted',
    'promotions_updated',
    'reader_categories_update_counts_on_delete',
    'reader_categories_update_counts_on_insert',
    'readers_clear_counts_on_truncate',
    'readers_update_counts_on_delete',
    'readers_update_counts_on_insert',
    'readers_update_counts_on_update',
  ],
  functions: [
    'add_to_book_counts',
    'card_words',
    'clear_reader_counts',
    'count_erased_deliveries',
    'counts_of',
    'is_counted_reader',
    'plain_words',
    'refuse_change',
    'refuse_change_except_erasure',
    'refuse_truncate',
    'sync_author_names_to_cards',
    'sync_books_to_cards',
    'sync_cards_to_counts',
    'sync_cards_to_words',
    'sync_changed_readers_to_counts',
    'sync_deals_to_cards',
    'sync_deleted_reader_to_counts',
    'sync_new_readers_to_counts',
    'sync_reader_categories_to_counts',
    'write_book_cards',
  ],
  tables: RAW_TABLES,
  columns: [
    'book_cards.author_id',
    'book_cards.book_id',
    'book_cards.category_id',
    'book_cards.partner_id',
    'book_cards.popularity',
    'book_cards.secondary_category_id',
    'book_cards.status',
    'book_cards.title_key',
    'book_cards.version',
    'book_cards.words',
    'book_counts.books',
    'book_counts.category_id',
    'book_counts.changed',
    'book_words.books',
    'book_words.word',
    'leases.expires_at',
    'leases.fence',
    'leases.holder',
    'leases.name',
    'rate_limits.expire',
    'rate_limits.key',
    'rate_limits.points',
    'reader_counts.category_id',
    'reader_counts.free_only',
    'reader_counts.frequency',
    'reader_counts.readers',
    'review_claims.expires_at',
    'review_claims.promotion_id',
    'review_claims.tab',
    'review_claims.user_id',
    'review_viewers.expires_at',
    'review_viewers.promotion_id',
    'review_viewers.tab',
    'review_viewers.user_id',
  ],
  enums: [],
  generated: ['deliveries.is_uncertain'],
  options: [],
  sequences: ['book_versions', 'lease_fences'],
} satisfies Record<CatalogKind, string[]>;

const MIGRATED = 'drift_migrated';
const FROM_SCHEMA = 'drift_from_schema';
const urlOf = (database: string) =>
  Object.assign(new URL(inject('databaseUrl')), { pathname: `/${database}` }).toString();

describe('the migrations and the schema', () => {
  const catalogs = {} as Record<'migrated' | 'schema', Catalog>;

  beforeAll(async () => {
    for (const name of [MIGRATED, FROM_SCHEMA]) await run(inject('databaseUrl'), `create database ${name}`);
    await migrate(urlOf(MIGRATED));
    await run(urlOf(FROM_SCHEMA), 'create extension citext; create extension pg_trgm');
    await run(urlOf(FROM_SCHEMA), await schemaScript(urlOf(FROM_SCHEMA)));
    catalogs.migrated = await readCatalog(urlOf(MIGRATED));
    catalogs.schema = await readCatalog(urlOf(FROM_SCHEMA));
  });
  afterAll(async () => {
    for (const name of [MIGRATED, FROM_SCHEMA]) await run(inject('databaseUrl'), `drop database ${name} with (force)`);
  });

  it.each(KINDS)('create the same %s, apart from raw SQL', (kind) => {
    const { migrated, schema } = catalogs;
    const shared = Object.entries(migrated[kind]).filter(([name]) => !isRaw(kind, name));
    expect(Object.fromEntries(shared)).toEqual(schema[kind]);
  });

  it.each(KINDS)('differ in the %s listed as raw SQL, which only the migrations create', (kind) => {
    const raw: readonly string[] = RAW[kind];
    expect(
      Object.keys(catalogs.migrated[kind])
        .filter((name) => isRaw(kind, name))
        .sort(),
    ).toEqual(raw);
    expect(Object.keys(catalogs.schema[kind]).filter((name) => isRaw(kind, name))).toEqual([]);
  });

  it('keep enums that are cast to each other compatible', async () => {
    const { ClickOutcome, InvalidReason, NewsletterKind, Frequency } = catalogs.migrated.enums;
    expect(ClickOutcome).toBe(`billable, ${InvalidReason}`);
    expect(NewsletterKind).toBe(Frequency);
  });

  it('leave no array column of a migrated database nullable or without a default', async () => {
    const nullable = await run(
      urlOf(MIGRATED),
      `select attrelid::regclass::text || '.' || attname as name
       from pg_attribute join pg_class on pg_class.oid = attrelid join pg_type on pg_type.oid = atttypid
       where ${IS_TABLE} and relnamespace = 'public'::regnamespace and typcategory = 'A' and attnum > 0 and not (attnotnull and atthasdef)`,
    );
    expect(nullable).toEqual([]);
  });

  // A session plans such a join for the number of rows in its first statement. A later statement with thousands of rows
  // takes minutes.
  it('have no trigger that joins the rows before a statement with those after it', async () => {
    const joining = await run(
      urlOf(MIGRATED),
      `select proname as name from pg_proc where prosrc ~* '\\y(before|written)\\y(\\s+as)?(\\s+\\w+)?\\s*(,|\\s(((left|right|full)(\\s+outer)?|inner|cross)\\s+)?join)\\s+(before|written)\\y'`,
    );
    expect(joining).toEqual([]);
  });

  it('create all tables, with the expected types of some columns', () => {
    expect(Object.keys(catalogs.schema.tables)).toHaveLength(90);
    expect(catalogs.schema.enums.ApprovalStatus).toBe('approved, rejected, awaiting_feedback');
    expect(catalogs.schema.columns['promotions.promotion_date']).toBe('date');
    expect(catalogs.schema.columns['partners.uid']).toBe('citext not null');
  });
});

const isRaw = (kind: CatalogKind, name: string) => (RAW[kind] as readonly string[]).includes(name);
