-- The database of 0.1.0 with a row in every table. prisma/upgrade.test.ts restores it into a schema made by the migrations of 0.1.0
-- and upgrades it. Never changed: the checksums prove that those migrations are as they were released.
-- migration 20261122000000_init 6ea8b00f876b698b77a2a3b2c4782ed60690eb817904592261b7d357a2119fdf

insert into super_categories (id, slug, name, position) values (1, 'fiction', 'Fiction', 1);
insert into categories (id, slug, name, super_category_id, position, daily_slots, cpc_free_cents, cpc_discounted_cents,
    top_of_newsletter_addon_cents, assumed_free_click_rate, assumed_discounted_click_rate) values
  (1, 'mystery', 'Mystery', 1, 1, 6, 15, 25, 1000, 0.02, 0.01),
  (2, 'thriller', 'Thriller', 1, 2, 6, 15, 25, 1000, 0.02, 0.01);
insert into addons (id, name, label) values (1, 'top_of_newsletter', 'Top of the newsletter');
insert into promotion_sites (id, slug, name, url, kind, genres, audience_claim, price_model, deal_price_rule, min_reviews, length_rule,
    repeat_interval_days, lead_time, selection, refund_or_cancel, stats_given, fact_basis, sources)
  values (1, 'a-site', 'A Site', 'https://site.example', 'newsletter', 'all', '', 'flat', '', '', '', '', '', '', '', '', 'sourced', '');

insert into users (id, uid, name, encrypted_password, role) values (1, 'staff@example.test', 'Staff', '', 'admin');
insert into partners (id, uid, name, encrypted_password, referral_code, referrer_id, created_at) values
  (2, 'brought@example.test', 'B', '', 'b', null, '2026-11-01'),
  (1, 'author@example.test', 'A', '', 'a', 2, '2026-11-02');
insert into auth_tokens (resource_type, resource_id, client, token_hash, expires_at, last_used_at)
  values ('partner', 1, 'browser', '\x01', '2026-12-20', '2026-12-01');
insert into security_events (kind, actor, minute, last_at) values ('sign_in', 'partner:1', '2026-12-01 15:00Z', '2026-12-01 15:00Z');
insert into credit_cards (id, partner_id, payment_method_id, brand, last4, exp_month, exp_year, is_default)
  values (1, 1, 'pm_1', 'visa', '4242', 12, 2030, true);

insert into authors (id, partner_id, name, slug) values (1, 1, 'Émile Quill', 'emile-quill');
insert into books (id, partner_id, author_id, title, slug, category_id, secondary_category_id, description, asin, isbn13, rating_avg, rating_count, page_count, amazon_url) values
  (1, 1, 1, 'Жизнь и судьба', 'zhizn-i-sudba', 1, 2, 'A novel.', 'B000000001', '9780141439587', 4.5, 10, 300, 'https://www.amazon.com/dp/B000000001'),
  (2, 2, null, 'Ulysses', 'ulysses', 1, null, 'A day.', null, null, null, null, null, null);
insert into store_lookups (asin, data, fetched_at) values ('B000000001', '{"title": "Жизнь и судьба"}', '2026-12-01');

insert into newsletters (id, newsletter_date, status, subject, deliveries_total, delivered_count, frozen_at, sent_at)
  values (1, '2026-12-02', 'sent', 'Today', 2, 1, '2026-12-02 18:00Z', '2026-12-02 18:05Z');
insert into newsletter_promotion_counts (newsletter_date, category_id, capacity, promotions_in_total) values ('2026-12-02', 1, 6, 2);
insert into discounts (id, code, kind, value, starts_at, ends_at, usage_limit, used_count) values
  (1, 'SPRING', 'percent', 10, '2026-12-01', '2026-12-31', 10, 1);
insert into promotions (id, partner_id, book_id, category_id, requested_date, promotion_date, deal_ends_on, current_price_cents, sale_price_cents,
    price_type, approval_status, reviewed_by, reviewed_at, reviewed_book, reviewed_store_urls, discount_id, cpc_cents, max_cost_cents, newsletter_id,
    position, frozen_at, sent_at, click_window_ends_at, clicks_total, clicks_billable)
  select id, 1, 1, 1, '2026-12-02', '2026-12-02', '2026-12-05', 499, 99, 'discounted', 'approved', 1, '2026-12-01 15:00Z',
    '{"title": "Жизнь и судьба", "author_name": "Émile Quill", "cover": null, "description": "A novel.", "blurb": "", "content_rating": "general"}',
    '{"amazon": "https://www.amazon.com/dp/B000000001"}', case id when 1 then 1 end, 25, 6000, 1, id, '2026-12-02 18:00Z', '2026-12-02 18:05Z',
    '2026-12-05 18:05Z', 2, 2
  from generate_series(1, 2) id;
insert into promotion_events (promotion_id, actor, actor_id, action, "to", at) values (1, 'partner', 1, 'submit', 'awaiting review', '2026-12-01');
insert into promotion_reminders (promotion_id, promotion_date, days_left, at) values (1, '2026-12-02', 1, '2026-12-01');
insert into promotion_addons (promotion_id, addon_id, date, category_id, price_cents, state) values (1, 1, '2026-12-02', 1, 1000, 'confirmed');
insert into discount_uses (promotion_id, discount_id, partner_id, kind, value, state) values (1, 1, 1, 'percent', 10, 'consumed');
insert into promotion_stats (promotion_id, category_id, price_type, promotion_date, delivered, clicks_billable, clicks_per_thousand)
  select id, 1, 'discounted', '2026-12-02', 1, 2, 2000 from generate_series(1, 2) id;

insert into invoices (id, number, partner_id, promotion_id, date, lines, subtotal_cents, discount_cents, credit_cents, total_cents, status,
    payment_intent_id, paid_at, refunded_cents, created_at) values
  (1, 1, 1, 1, '2026-12-05', '[]', 5000, 500, 500, 4000, 'paid', 'pi_1', '2026-12-05 18:10Z', 100, '2026-12-05 18:06Z'),
  (2, 2, 1, 2, '2026-12-05', '[]', 50, 0, 0, 50, 'open', null, null, 0, '2026-12-05 18:06Z');
insert into invoices (id, number, partner_id, promotion_id, invoice_type, date, lines, subtotal_cents, total_cents, status, paid_at) values
  (3, 3, 1, 1, 'refund', '2026-12-06', '[]', -100, -100, 'paid', '2026-12-06');
update invoice_counters set last = 3;
update promotions set settled_at = '2026-12-05 18:06Z', invoice_id = id, paid_at = case id when 1 then timestamptz '2026-12-05 18:10Z' end;
insert into charge_attempts (id, promotion_id, invoice_id, partner_id, credit_card_id, number, idempotency_key, customer_id, payment_method_id,
    amount_cents, state, payment_intent_id, requested_by, claimed_at, settled_at)
  values (1, 1, 1, 1, 1, 1, 'promo:1:attempt:1', 'cus_1', 'pm_1', 4000, 'succeeded', 'pi_1', 'system', '2026-12-05 18:09Z', '2026-12-05 18:10Z');
insert into captured_charges (id, charge_attempt_id, invoice_id, payment_intent_id, captured_cents, refunded_cents, captured_at)
  values ('ch_1', 1, 1, 'pi_1', 4000, 100, '2026-12-05 18:10Z');
insert into refunds (captured_charge_id, invoice_id, promotion_id, idempotency_key, stripe_refund_id, amount_cents, cause, reason, state, refund_invoice_id,
    requested_by, user_id, claimed_at, settled_at)
  values ('ch_1', 1, 1, 'promo:1:refund:1', 're_1', 100, 'staff', 'Sorry.', 'succeeded', 3, 'user', 1, '2026-12-06', '2026-12-06');
insert into disputes (id, captured_charge_id, amount_cents, reason, funds_withdrawn, outcome, opened_at, closed_at)
  values ('dp_1', 'ch_1', 3900, 'fraudulent', false, 'won', '2026-12-07', '2026-12-08');
insert into ledger_entries (invoice_id, kind, amount_cents, stripe_id, at) values
  (1, 'charge', 4000, 'ch_1', '2026-12-05 18:10Z'), (1, 'refund', -100, 're_1', '2026-12-06');
insert into ledger_differences (stripe_id, kind, ledger_cents, moved_at, found_at) values ('ch_9', 'missing_at_stripe', 100, '2026-12-05', '2026-12-06');
insert into stripe_errors (promotion_id, type, code, message, created_at) values (2, 'card_error', 'card_declined', 'Declined.', '2026-12-05');
insert into stripe_events (id, type, received_at) values ('evt_1', 'charge.refunded', '2026-12-06');
insert into referral_entries (partner_id, referred_id, invoice_id, kind, amount_cents, available_at) values (2, 1, 1, 'reward', 400, '2027-01-05');
insert into referral_entries (partner_id, referred_id, kind, amount_cents, available_at) values (1, 1, 'welcome', 1000, '2026-12-05');
insert into referral_visits (partner_id, date, visits) values (2, '2026-11-01', 1);

insert into readers (id, email, status, stores, max_price_cents, confirmed_at) values (1, 'reader@example.test', 'active', '{amazon}', 299, '2026-11-01');
insert into reader_categories (reader_id, category_id) values (1, 1);
insert into deliveries (newsletter_id, reader_id, state, attempts, message_id, link_count, accepted_at)
  values (1, 1, 'accepted', 1, '<1@deckle.test>', 1, '2026-12-02 18:01Z');
insert into suppressions (email_hash, reason, at) values ('\x02', 'complained', '2026-11-01');
insert into mails ("to", partner_id, template, props, message_id, state, created_at) values ('author@example.test', 1, 'promotion_submitted', '{}', '<m1@deckle.test>', 'sent', '2026-12-01');
insert into mail_events (dedupe_key, type, newsletter_id, reader_id, at, received_at) values ('\x03', 'soft_bounce', 1, 1, '2026-12-02', '2026-12-02');
insert into captured_mails ("to", raw, at) values ('author@example.test', '\x04', '2026-12-01');

insert into click_logs (promotion_id, newsletter_id, reader_id, source, store, clicked_at, ua_class, billable, invalid_reason)
  select id, 1, 1, 'newsletter', 'amazon', '2026-12-02 19:00Z', 'person', true, null from generate_series(1, 2) id;
insert into click_logs (promotion_id, source, store, clicked_at, ua_class, billable) values (1, 'site', 'amazon', '2026-12-03 19:00Z', 'person', false);
insert into click_rollups (promotion_id, hour, store, source, clicks) values
  (1, '2026-12-02 19:00Z', 'amazon', 'newsletter', 1), (2, '2026-12-02 19:00Z', 'amazon', 'newsletter', 1), (1, '2026-12-03 19:00Z', 'amazon', 'site', 1);
insert into click_verdicts (promotion_id, store, outcome, clicks) values (1, 'amazon', 'billable', 1), (2, 'amazon', 'billable', 1);
insert into click_days (day, source, clicks) values ('2026-12-02', 'newsletter', 2), ('2026-12-03', 'site', 1);

insert into promotion_site_reviews (id, promotion_site_id, partner_id, rating, title, body, cost_cents, copies) values (1, 1, 1, 4, 'Fine', 'It was fine.', 100, 5);
insert into partner_votes (promotion_site_review_id, partner_id, helpful) values (1, 2, true);
insert into blog_categories (id, slug, name) values (1, 'news', 'News');
insert into tags (id, slug, name) values (1, 'tips', 'Tips');
insert into blogs (id, slug, title, body, blog_category_id, user_id, published_at) values (1, 'hello', 'Hello', 'Hello.', 1, 1, '2026-12-01');
insert into blog_tags (blog_id, tag_id) values (1, 1);
insert into reader_blog_categories (id, slug, name) values (1, 'reading', 'Reading');
insert into reader_blogs (slug, title, body, reader_blog_category_id) values ('hello', 'Hello', 'Hello.', 1);
insert into ai_requests (tool, model, reserved_cents, spent_cents, created_at, settled_at) values ('title', 'model', 0.3, 0.1, '2026-12-01', '2026-12-01');
insert into ai_budgets (date, limit_cents, spent_cents) values ('2026-12-01', 1000, 0.1);
insert into ai_prompts (user_id, name, prompt) values (1, 'Subject', 'Write a subject.');
insert into audit_events (actor, actor_id, action, entity, entity_id, after, at) values ('user', 1, 'update', 'book', '1', '{"title": "Жизнь и судьба"}', '2026-12-01');
insert into job_runs (job, business_date, started_at, finished_at) values ('newsletters.freeze', '2026-12-02', '2026-12-02', '2026-12-02');
insert into settings (key, value) values ('example', '1');
insert into rate_limits (key, points) values ('example', 1);
