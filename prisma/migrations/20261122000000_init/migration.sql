-- The schema of 0.1.0. Tables are grouped like prisma/schema.prisma, which describes their columns. What Prisma can't express
-- (checks, partial indexes, triggers, functions, and tables it must not know) is listed by name in prisma/drift.test.ts.

CREATE EXTENSION IF NOT EXISTS citext;
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS unaccent;

-- ─── People ───

CREATE TYPE "PartnerType" AS ENUM ('author', 'publisher');

CREATE TABLE partners (
  id serial PRIMARY KEY,
  uid citext NOT NULL,
  name text NOT NULL,
  encrypted_password text NOT NULL,
  calendar_key text,
  partner_type "PartnerType" NOT NULL DEFAULT 'author',
  website text,
  country text,
  subscribe_me boolean NOT NULL DEFAULT false,
  referral_code text NOT NULL,
  referrer_id integer,
  utm_source text,
  stripe_customer_id text,
  credit_cents integer NOT NULL DEFAULT 0,
  reminder_emails boolean NOT NULL DEFAULT true,
  recapture_emails boolean NOT NULL DEFAULT true,
  last_recapture_at timestamptz(3),
  blocked_reason text,
  email_verified_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP,
  verification_hash bytea,
  verification_sent_at timestamptz(3),
  totp_secret text,
  totp_enabled_at timestamptz(3),
  totp_last_step integer,
  recovery_code_hashes bytea[] NOT NULL DEFAULT ARRAY[]::bytea[],
  last_sign_in_at timestamptz(3),
  deleted_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT partners_credit_not_negative CHECK (credit_cents >= 0),
  CONSTRAINT partners_not_self_referred CHECK (referrer_id IS NULL OR referrer_id <> id)
);
CREATE UNIQUE INDEX partners_uid_key ON partners (uid);
CREATE UNIQUE INDEX partners_referral_code_key ON partners (referral_code);
CREATE UNIQUE INDEX partners_stripe_customer_id_key ON partners (stripe_customer_id);
CREATE UNIQUE INDEX partners_verification_hash_key ON partners (verification_hash);
CREATE INDEX partners_referrer_id_idx ON partners (referrer_id);

CREATE TYPE "UserRole" AS ENUM ('admin', 'editor');

CREATE TABLE users (
  id serial PRIMARY KEY,
  uid citext NOT NULL,
  name text NOT NULL,
  encrypted_password text NOT NULL,
  role "UserRole" NOT NULL DEFAULT 'editor',
  totp_secret text,
  totp_enabled_at timestamptz(3),
  totp_last_step integer,
  recovery_code_hashes bytea[] NOT NULL DEFAULT ARRAY[]::bytea[],
  disabled_at timestamptz(3),
  last_sign_in_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE UNIQUE INDEX users_uid_key ON users (uid);

CREATE TYPE "ResourceType" AS ENUM ('partner', 'user');
CREATE TYPE "TokenScope" AS ENUM ('session', 'reset_link', 'password_reset');

-- Sessions of partners and staff, and the steps of a password reset.
CREATE TABLE auth_tokens (
  id serial PRIMARY KEY,
  resource_type "ResourceType" NOT NULL,
  resource_id integer NOT NULL,
  client text NOT NULL,
  token_hash bytea NOT NULL,
  scope "TokenScope" NOT NULL DEFAULT 'session',
  expires_at timestamptz(3) NOT NULL,
  last_used_at timestamptz(3) NOT NULL,
  browser text,
  network text,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE UNIQUE INDEX auth_tokens_client_key ON auth_tokens (client);
CREATE INDEX auth_tokens_resource_type_resource_id_last_used_at_idx ON auth_tokens (resource_type, resource_id, last_used_at);
CREATE INDEX auth_tokens_expires_at_idx ON auth_tokens (expires_at);

-- ─── Catalog ───

CREATE TABLE super_categories (
  id integer PRIMARY KEY,
  slug text NOT NULL,
  name text NOT NULL,
  position integer NOT NULL
);
CREATE UNIQUE INDEX super_categories_slug_key ON super_categories (slug);

CREATE TABLE categories (
  id integer PRIMARY KEY,
  slug text NOT NULL,
  name text NOT NULL,
  super_category_id integer NOT NULL,
  position integer NOT NULL,
  is_adult boolean NOT NULL DEFAULT false,
  min_pages integer NOT NULL DEFAULT 50,
  daily_slots integer NOT NULL,
  cpc_free_cents integer NOT NULL,
  cpc_discounted_cents integer NOT NULL,
  top_of_newsletter_addon_cents integer NOT NULL,
  assumed_free_click_rate double precision NOT NULL,
  assumed_discounted_click_rate double precision NOT NULL,
  CONSTRAINT categories_numbers CHECK (daily_slots >= 0 AND min_pages >= 0 AND cpc_free_cents >= 0 AND cpc_discounted_cents >= 0 AND top_of_newsletter_addon_cents >= 0),
  CONSTRAINT categories_rates CHECK (assumed_free_click_rate BETWEEN 0 AND 1 AND assumed_discounted_click_rate BETWEEN 0 AND 1)
);
CREATE UNIQUE INDEX categories_slug_key ON categories (slug);
CREATE INDEX categories_super_category_id_idx ON categories (super_category_id);

CREATE TABLE authors (
  id serial PRIMARY KEY,
  partner_id integer NOT NULL,
  name text NOT NULL,
  slug text NOT NULL,
  bio text NOT NULL DEFAULT '',
  photo text,
  website text,
  amazon_url text,
  goodreads_url text,
  bookbub_url text,
  facebook_url text,
  instagram_url text,
  tiktok_url text,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE INDEX authors_slug_idx ON authors (slug);
-- Unique per partner in any case.
CREATE UNIQUE INDEX authors_one_name_per_partner ON authors (partner_id, lower(name));

CREATE TYPE "ContentRating" AS ENUM ('general', 'teen', 'mature', 'adult');
CREATE TYPE "Store" AS ENUM ('amazon', 'ibooks', 'barnes_and_noble', 'google_play', 'kobo');
CREATE TYPE "BookStatus" AS ENUM ('draft', 'active', 'archived');

CREATE TABLE books (
  id serial PRIMARY KEY,
  partner_id integer NOT NULL,
  author_id integer,
  title text NOT NULL,
  subtitle text,
  slug text NOT NULL,
  series text,
  series_number integer,
  category_id integer NOT NULL,
  secondary_category_id integer,
  asin char(10),
  isbn13 char(13),
  description text NOT NULL,
  blurb text NOT NULL DEFAULT '',
  page_count integer,
  language text NOT NULL DEFAULT 'en',
  published_on date,
  rating_avg double precision,
  rating_count integer,
  content_rating "ContentRating" NOT NULL DEFAULT 'general',
  in_kindle_unlimited boolean NOT NULL DEFAULT false,
  amazon_url text,
  ibooks_url text,
  barnes_and_noble_url text,
  google_play_url text,
  kobo_url text,
  dead_stores "Store"[] NOT NULL DEFAULT ARRAY[]::"Store"[],
  cover text,
  cover_source_url text,
  store_data jsonb,
  store_data_fetched_at timestamptz(3),
  status "BookStatus" NOT NULL DEFAULT 'active',
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT books_asin CHECK (asin ~ '^[A-Z0-9]{10}$'),
  CONSTRAINT books_isbn13 CHECK (isbn13 ~ '^97[89][0-9]{10}$'),
  CONSTRAINT books_ratings CHECK (rating_avg BETWEEN 0 AND 5 AND rating_count >= 0),
  CONSTRAINT books_page_count CHECK (page_count > 0)
);
CREATE INDEX books_category_id_status_id_idx ON books (category_id, status, id);
CREATE INDEX books_author_id_idx ON books (author_id);
CREATE INDEX books_title_trgm ON books USING gin (title gin_trgm_ops);
CREATE UNIQUE INDEX books_partner_id_asin_key ON books (partner_id, asin);
-- For the foreign key of promotions: a partner can only promote their own books.
CREATE UNIQUE INDEX books_id_partner_id_key ON books (id, partner_id);

-- Answers of the book-data provider, cached for 24 hours.
CREATE TABLE store_lookups (
  asin char(10) PRIMARY KEY,
  data jsonb,
  fetched_at timestamptz(3) NOT NULL
);

-- ─── Promotions ───

CREATE TYPE "PriceType" AS ENUM ('free', 'discounted');
CREATE TYPE "ApprovalStatus" AS ENUM ('approved', 'rejected', 'awaiting_feedback');
CREATE TYPE "Actor" AS ENUM ('partner', 'user', 'system');

-- The facts of a booking; its status is derived from them.
CREATE TABLE promotions (
  id serial PRIMARY KEY,
  partner_id integer NOT NULL,
  book_id integer NOT NULL,
  category_id integer NOT NULL,
  requested_date date NOT NULL,
  alternate_dates date[] NOT NULL DEFAULT ARRAY[]::date[],
  promotion_date date,
  deal_ends_on date NOT NULL,
  current_price_cents integer NOT NULL,
  sale_price_cents integer NOT NULL,
  price_type "PriceType" NOT NULL,
  partner_note text,
  blurb_override text,
  approval_status "ApprovalStatus",
  reason_codes text[] NOT NULL DEFAULT ARRAY[]::text[],
  staff_message text,
  suggested_category_id integer,
  feedback_requested_at timestamptz(3),
  partner_feedback text,
  feedback_submitted_at timestamptz(3),
  proposed_date date,
  date_passed_at timestamptz(3),
  reviewed_by integer,
  reviewed_at timestamptz(3),
  reviewed_book jsonb,
  reviewed_store_urls jsonb,
  proposed_changes jsonb,
  declined_book jsonb,
  discount_id integer,
  cpc_cents integer NOT NULL,
  max_cost_cents integer NOT NULL,
  newsletter_id integer,
  position integer,
  frozen_at timestamptz(3),
  sent_at timestamptz(3),
  unable_to_send_at timestamptz(3),
  unable_reason text,
  cancelled_at timestamptz(3),
  cancelled_by "Actor",
  cancel_reason text,
  click_window_ends_at timestamptz(3),
  settled_at timestamptz(3),
  clicks_total integer NOT NULL DEFAULT 0,
  clicks_billable integer NOT NULL DEFAULT 0,
  invoice_id integer,
  paid_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT promotions_prices_not_negative CHECK (sale_price_cents >= 0 AND current_price_cents >= 0 AND cpc_cents >= 0),
  CONSTRAINT promotions_cap CHECK (max_cost_cents BETWEEN 0 AND 6000),
  CONSTRAINT promotions_clicks CHECK (clicks_billable BETWEEN 0 AND clicks_total),
  CONSTRAINT promotions_price_type CHECK ((price_type = 'free') = (sale_price_cents = 0)),
  CONSTRAINT promotions_reviewed CHECK (approval_status <> 'approved' OR (reviewed_book IS NOT NULL AND reviewed_store_urls IS NOT NULL)),
  CONSTRAINT promotions_deal_dates CHECK (deal_ends_on >= coalesce(promotion_date, requested_date)),
  CONSTRAINT promotions_settled CHECK (settled_at IS NULL OR (sent_at IS NOT NULL AND invoice_id IS NOT NULL)),
  CONSTRAINT promotions_paid CHECK (paid_at IS NULL OR settled_at IS NOT NULL),
  CONSTRAINT promotions_cancelled CHECK (cancelled_by IS NULL OR cancelled_at IS NOT NULL)
);
CREATE UNIQUE INDEX promotions_invoice_id_id_key ON promotions (invoice_id, id);
CREATE INDEX promotions_partner_id_id_idx ON promotions (partner_id, id);
CREATE INDEX promotions_book_id_requested_date_idx ON promotions (book_id, requested_date);
CREATE INDEX promotions_promotion_date_category_id_idx ON promotions (promotion_date, category_id);
CREATE INDEX promotions_requested_date_category_id_idx ON promotions (requested_date, category_id);
CREATE INDEX promotions_newsletter_id_idx ON promotions (newsletter_id);
CREATE INDEX promotions_reviewed_by_idx ON promotions (reviewed_by);
CREATE INDEX promotions_discount_id_idx ON promotions (discount_id);
CREATE INDEX promotions_approval_status_requested_date_idx ON promotions (approval_status, requested_date);
-- Approved promotions that no newsletter has taken yet: the freeze and a sweep look for them every minute.
CREATE INDEX promotions_waiting ON promotions (promotion_date)
  WHERE approval_status = 'approved' AND frozen_at IS NULL AND cancelled_at IS NULL AND unable_to_send_at IS NULL AND sent_at IS NULL;

CREATE TABLE promotion_events (
  id serial PRIMARY KEY,
  promotion_id integer NOT NULL,
  actor "Actor" NOT NULL,
  actor_id integer,
  action text NOT NULL,
  "from" text,
  "to" text NOT NULL,
  reason text,
  at timestamptz(3) NOT NULL
);
CREATE INDEX promotion_events_promotion_id_id_idx ON promotion_events (promotion_id, id);

-- One narrow row per settled promotion, for the percentile.
CREATE TABLE promotion_stats (
  promotion_id integer PRIMARY KEY,
  category_id integer NOT NULL,
  price_type "PriceType" NOT NULL,
  promotion_date date NOT NULL,
  delivered integer NOT NULL,
  clicks_billable integer NOT NULL,
  clicks_per_thousand double precision NOT NULL,
  CONSTRAINT promotion_stats_numbers CHECK (delivered >= 0 AND clicks_billable >= 0)
);
CREATE INDEX promotion_stats_category_id_price_type_promotion_date_click_idx ON promotion_stats (category_id, price_type, promotion_date, clicks_per_thousand);

-- One row per reminder sent. A promotion that moves to another date gets new ones.
CREATE TABLE promotion_reminders (
  promotion_id integer NOT NULL,
  promotion_date date NOT NULL,
  days_left integer NOT NULL,
  at timestamptz(3) NOT NULL,
  PRIMARY KEY (promotion_id,promotion_date,days_left)
);

CREATE TABLE addons (
  id integer PRIMARY KEY,
  name text NOT NULL,
  label text NOT NULL,
  price_cents integer NOT NULL DEFAULT 1000,
  exclusive boolean NOT NULL DEFAULT true,
  enabled boolean NOT NULL DEFAULT true,
  CONSTRAINT addons_price CHECK (price_cents >= 0)
);
CREATE UNIQUE INDEX addons_name_key ON addons (name);

CREATE TYPE "AddonState" AS ENUM ('held', 'confirmed', 'released');

-- Bookings of an add-on for a date and category.
CREATE TABLE promotion_addons (
  id serial PRIMARY KEY,
  promotion_id integer NOT NULL,
  addon_id integer NOT NULL,
  date date NOT NULL,
  category_id integer NOT NULL,
  price_cents integer NOT NULL,
  state "AddonState" NOT NULL DEFAULT 'held',
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT promotion_addons_price CHECK (price_cents >= 0)
);
CREATE UNIQUE INDEX promotion_addons_promotion_id_addon_id_key ON promotion_addons (promotion_id, addon_id);
-- One top spot per date and category.
CREATE UNIQUE INDEX promotion_addons_one_per_slot ON promotion_addons (addon_id, date, category_id) WHERE state IN ('held', 'confirmed');

CREATE TYPE "DiscountKind" AS ENUM ('percent', 'fixed_cents');

CREATE TABLE discounts (
  id serial PRIMARY KEY,
  code text NOT NULL,
  kind "DiscountKind" NOT NULL,
  value integer NOT NULL,
  starts_at timestamptz(3),
  ends_at timestamptz(3),
  usage_limit integer,
  per_partner_limit integer NOT NULL DEFAULT 1,
  book_id integer,
  partner_id integer,
  category_id integer,
  first_promotion_only boolean NOT NULL DEFAULT false,
  min_cost_cents integer,
  enabled boolean NOT NULL DEFAULT true,
  used_count integer NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT discounts_code_upper CHECK (code = upper(code)),
  CONSTRAINT discounts_percent_range CHECK (value > 0 AND (kind <> 'percent' OR value <= 100)),
  CONSTRAINT discounts_within_limit CHECK (used_count >= 0 AND (usage_limit IS NULL OR used_count <= usage_limit)),
  CONSTRAINT discounts_dates CHECK (ends_at > starts_at),
  CONSTRAINT discounts_limits CHECK (usage_limit > 0 AND per_partner_limit > 0 AND min_cost_cents >= 0)
);
CREATE UNIQUE INDEX discounts_code_key ON discounts (code);

CREATE TYPE "DiscountUseState" AS ENUM ('reserved', 'consumed', 'released');

-- Keeps the terms of the code as they were when it was used.
CREATE TABLE discount_uses (
  promotion_id integer PRIMARY KEY,
  discount_id integer NOT NULL,
  partner_id integer NOT NULL,
  kind "DiscountKind" NOT NULL,
  value integer NOT NULL,
  min_cost_cents integer,
  state "DiscountUseState" NOT NULL DEFAULT 'reserved',
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE INDEX discount_uses_discount_id_partner_id_idx ON discount_uses (discount_id, partner_id);

-- ─── Clicks ───

CREATE TYPE "ClickSource" AS ENUM ('newsletter', 'site');
CREATE TYPE "UserAgentClass" AS ENUM ('person', 'bot', 'prefetch', 'head');
CREATE TYPE "InvalidReason" AS ENUM ('duplicate', 'bot_ua', 'prefetch', 'head', 'burst', 'honeypot', 'own_click', 'staff', 'out_of_window');

-- Every click, partitioned by month (server/clicks/months.ts makes the months) and deleted after 400 days.
-- The sums below stay. A row without a promotion is a click on the hidden honeypot link.
CREATE TABLE click_logs (
  id bigserial NOT NULL,
  promotion_id integer,
  newsletter_id integer,
  reader_id integer,
  source "ClickSource" NOT NULL,
  store "Store",
  clicked_at timestamptz(3) NOT NULL,
  ip_hash bytea,
  ua_class "UserAgentClass" NOT NULL,
  billable boolean,
  invalid_reason "InvalidReason",
  PRIMARY KEY (id,clicked_at)
) PARTITION BY RANGE (clicked_at);
CREATE INDEX click_logs_promotion_id_clicked_at_idx ON click_logs (promotion_id, clicked_at);
CREATE INDEX click_logs_reader_id_newsletter_id_clicked_at_idx ON click_logs (reader_id, newsletter_id, clicked_at);
CREATE INDEX click_logs_clicked_at_idx ON click_logs USING brin (clicked_at);
CREATE TABLE click_logs_rest PARTITION OF click_logs DEFAULT;

-- Clicks by promotion, hour, store, and source.
CREATE TABLE click_rollups (
  promotion_id integer NOT NULL,
  hour timestamptz(3) NOT NULL,
  store "Store" NOT NULL,
  source "ClickSource" NOT NULL,
  clicks integer NOT NULL DEFAULT 0,
  PRIMARY KEY (promotion_id,hour,store,source),
  CONSTRAINT click_rollups_clicks CHECK (clicks >= 0)
);

CREATE TYPE "ClickOutcome" AS ENUM ('billable', 'duplicate', 'bot_ua', 'prefetch', 'head', 'burst', 'honeypot', 'own_click', 'staff', 'out_of_window');

-- The judgment of a promotion’s email clicks at its settlement.
CREATE TABLE click_verdicts (
  promotion_id integer NOT NULL,
  store "Store" NOT NULL,
  outcome "ClickOutcome" NOT NULL,
  clicks integer NOT NULL,
  PRIMARY KEY (promotion_id,store,outcome),
  CONSTRAINT click_verdicts_clicks CHECK (clicks >= 0)
);

-- Clicks on store links by Vancouver’s dates.
CREATE TABLE click_days (
  day date NOT NULL,
  source "ClickSource" NOT NULL,
  clicks integer NOT NULL DEFAULT 0,
  PRIMARY KEY (day,source),
  CONSTRAINT click_days_clicks CHECK (clicks >= 0)
);

-- ─── Money ───

CREATE TABLE credit_cards (
  id serial PRIMARY KEY,
  partner_id integer NOT NULL,
  payment_method_id text NOT NULL,
  fingerprint text,
  brand text NOT NULL,
  last4 text NOT NULL,
  exp_month integer NOT NULL,
  exp_year integer NOT NULL,
  is_default boolean NOT NULL DEFAULT false,
  is_card_valid boolean NOT NULL DEFAULT true,
  refused_at timestamptz(3),
  removed_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT credit_cards_expiry CHECK (exp_month BETWEEN 1 AND 12),
  CONSTRAINT credit_cards_last4 CHECK (last4 ~ '^[0-9]{4}$')
);
CREATE UNIQUE INDEX credit_cards_payment_method_id_key ON credit_cards (payment_method_id);
CREATE INDEX credit_cards_partner_id_idx ON credit_cards (partner_id);
CREATE INDEX credit_cards_fingerprint_idx ON credit_cards (fingerprint);
-- One default card per partner.
CREATE UNIQUE INDEX credit_cards_one_default ON credit_cards (partner_id) WHERE is_default AND removed_at IS NULL;

CREATE TYPE "InvoiceType" AS ENUM ('promotion', 'refund', 'referral_reward', 'credit_adjustment');
CREATE TYPE "InvoiceStatus" AS ENUM ('open', 'paid', 'failed', 'void', 'refunded');
CREATE TYPE "DisputeOutcome" AS ENUM ('won', 'lost');

CREATE TABLE invoices (
  id serial PRIMARY KEY,
  number integer NOT NULL,
  partner_id integer NOT NULL,
  promotion_id integer,
  invoice_type "InvoiceType" NOT NULL DEFAULT 'promotion',
  date date NOT NULL,
  lines jsonb NOT NULL,
  subtotal_cents integer NOT NULL,
  discount_cents integer NOT NULL DEFAULT 0,
  credit_cents integer NOT NULL DEFAULT 0,
  total_cents integer NOT NULL,
  status "InvoiceStatus" NOT NULL DEFAULT 'open',
  payment_intent_id text,
  card_last4 text,
  retry_count integer NOT NULL DEFAULT 0,
  next_retry_at timestamptz(3),
  paid_at timestamptz(3),
  refunded_cents integer NOT NULL DEFAULT 0,
  disputed_at timestamptz(3),
  dispute_outcome "DisputeOutcome",
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  -- Less than 50 cents is waived. Papers of refunds, rewards, and credit never ask for money.
  CONSTRAINT invoices_total CHECK (CASE
    WHEN invoice_type <> 'promotion' THEN total_cents = subtotal_cents AND total_cents <= 0
    WHEN subtotal_cents - discount_cents - credit_cents BETWEEN 0 AND 49 THEN total_cents = 0
    ELSE total_cents = subtotal_cents - discount_cents - credit_cents
  END),
  CONSTRAINT invoices_promotion_cap CHECK (invoice_type <> 'promotion' OR total_cents BETWEEN 0 AND 6000),
  CONSTRAINT invoices_reductions CHECK (discount_cents >= 0 AND credit_cents >= 0 AND (invoice_type = 'promotion' OR discount_cents + credit_cents = 0)),
  CONSTRAINT invoices_paid CHECK (CASE status WHEN 'open' THEN paid_at IS NULL WHEN 'failed' THEN paid_at IS NULL WHEN 'void' THEN true ELSE paid_at IS NOT NULL END),
  -- The charge may have been larger than the invoice, after a backup was restored; never larger than a promotion may cost.
  CONSTRAINT invoices_refunded CHECK (refunded_cents BETWEEN 0 AND 6000 AND (invoice_type = 'promotion' OR refunded_cents = 0))
);
CREATE UNIQUE INDEX invoices_number_key ON invoices (number);
CREATE UNIQUE INDEX invoices_payment_intent_id_key ON invoices (payment_intent_id);
-- For the foreign key of promotions: a promotion's invoice bills that promotion.
CREATE UNIQUE INDEX invoices_id_promotion_id_key ON invoices (id, promotion_id);
CREATE INDEX invoices_partner_id_id_idx ON invoices (partner_id, id);
CREATE INDEX invoices_promotion_id_idx ON invoices (promotion_id);
-- One invoice bills a promotion; refunds have rows of another type.
CREATE UNIQUE INDEX invoices_one_per_promotion ON invoices (promotion_id) WHERE invoice_type = 'promotion';

-- The last invoice number. Its row is locked by the transaction that makes an invoice, so numbers have no gaps.
CREATE TABLE invoice_counters (
  id integer PRIMARY KEY,
  last integer NOT NULL
);

CREATE TYPE "ChargeState" AS ENUM ('claimed', 'succeeded', 'failed');

-- Attempts to charge a card, written before Stripe is called.
CREATE TABLE charge_attempts (
  id serial PRIMARY KEY,
  promotion_id integer NOT NULL,
  invoice_id integer NOT NULL,
  partner_id integer NOT NULL,
  credit_card_id integer NOT NULL,
  number integer NOT NULL,
  idempotency_key text NOT NULL,
  customer_id text NOT NULL,
  payment_method_id text NOT NULL,
  amount_cents integer NOT NULL,
  state "ChargeState" NOT NULL DEFAULT 'claimed',
  payment_intent_id text,
  requested_by "Actor" NOT NULL,
  claimed_at timestamptz(3) NOT NULL,
  settled_at timestamptz(3),
  CONSTRAINT charge_attempts_amount CHECK (amount_cents BETWEEN 50 AND 6000)
);
CREATE UNIQUE INDEX charge_attempts_idempotency_key_key ON charge_attempts (idempotency_key);
CREATE INDEX charge_attempts_invoice_id_idx ON charge_attempts (invoice_id);
CREATE INDEX charge_attempts_credit_card_id_idx ON charge_attempts (credit_card_id);
CREATE INDEX charge_attempts_state_claimed_at_idx ON charge_attempts (state, claimed_at);
CREATE UNIQUE INDEX charge_attempts_promotion_id_number_key ON charge_attempts (promotion_id, number);
-- No second charge while the result of the first is unknown.
CREATE UNIQUE INDEX charge_attempts_one_open ON charge_attempts (promotion_id) WHERE state = 'claimed';

-- Money that Stripe took, by Stripe’s id. Refunds reserve their part with a guarded UPDATE.
CREATE TABLE captured_charges (
  id text PRIMARY KEY,
  charge_attempt_id integer NOT NULL,
  invoice_id integer NOT NULL,
  payment_intent_id text NOT NULL,
  captured_cents integer NOT NULL,
  refunded_cents integer NOT NULL DEFAULT 0,
  disputed_cents integer NOT NULL DEFAULT 0,
  captured_at timestamptz(3) NOT NULL,
  CONSTRAINT captured_charges_not_overdrawn CHECK (refunded_cents BETWEEN 0 AND captured_cents AND disputed_cents >= 0),
  CONSTRAINT captured_charges_amount CHECK (captured_cents > 0)
);
CREATE UNIQUE INDEX captured_charges_payment_intent_id_key ON captured_charges (payment_intent_id);
CREATE INDEX captured_charges_charge_attempt_id_idx ON captured_charges (charge_attempt_id);
CREATE INDEX captured_charges_invoice_id_idx ON captured_charges (invoice_id);

CREATE TYPE "RefundCause" AS ENUM ('staff', 'surplus', 'stripe');
CREATE TYPE "RefundState" AS ENUM ('claimed', 'succeeded', 'failed');

CREATE TABLE refunds (
  id serial PRIMARY KEY,
  captured_charge_id text NOT NULL,
  invoice_id integer NOT NULL,
  promotion_id integer NOT NULL,
  idempotency_key text NOT NULL,
  stripe_refund_id text,
  amount_cents integer NOT NULL,
  cause "RefundCause" NOT NULL,
  reason text NOT NULL,
  state "RefundState" NOT NULL DEFAULT 'claimed',
  failure text,
  refund_invoice_id integer,
  requested_by "Actor" NOT NULL,
  user_id integer,
  claimed_at timestamptz(3) NOT NULL,
  settled_at timestamptz(3),
  CONSTRAINT refunds_amount CHECK (amount_cents > 0)
);
CREATE UNIQUE INDEX refunds_idempotency_key_key ON refunds (idempotency_key);
CREATE UNIQUE INDEX refunds_stripe_refund_id_key ON refunds (stripe_refund_id);
CREATE UNIQUE INDEX refunds_refund_invoice_id_key ON refunds (refund_invoice_id);
CREATE INDEX refunds_captured_charge_id_idx ON refunds (captured_charge_id);
CREATE INDEX refunds_invoice_id_idx ON refunds (invoice_id);
CREATE INDEX refunds_promotion_id_idx ON refunds (promotion_id);
CREATE INDEX refunds_state_claimed_at_idx ON refunds (state, claimed_at);
-- No second refund of a charge while the result of the first is unknown.
CREATE UNIQUE INDEX refunds_one_open ON refunds (captured_charge_id) WHERE state = 'claimed';

CREATE TABLE disputes (
  id text PRIMARY KEY,
  captured_charge_id text NOT NULL,
  amount_cents integer NOT NULL,
  reason text NOT NULL,
  funds_withdrawn boolean NOT NULL,
  outcome "DisputeOutcome",
  due_by timestamptz(3),
  opened_at timestamptz(3) NOT NULL,
  closed_at timestamptz(3),
  cleared_at timestamptz(3),
  CONSTRAINT disputes_amount CHECK (amount_cents > 0)
);
CREATE INDEX disputes_captured_charge_id_idx ON disputes (captured_charge_id);

CREATE TABLE stripe_errors (
  id serial PRIMARY KEY,
  promotion_id integer NOT NULL,
  payment_intent_id text,
  type text NOT NULL,
  code text NOT NULL,
  decline_code text,
  message text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  resolved_at timestamptz(3)
);
CREATE INDEX stripe_errors_promotion_id_idx ON stripe_errors (promotion_id);

-- Webhooks already seen, by Stripe’s id.
CREATE TABLE stripe_events (
  id text PRIMARY KEY,
  type text NOT NULL,
  received_at timestamptz(3) NOT NULL,
  processed_at timestamptz(3)
);

CREATE TYPE "LedgerKind" AS ENUM ('charge', 'refund', 'dispute');

CREATE TABLE ledger_entries (
  id serial PRIMARY KEY,
  invoice_id integer NOT NULL,
  kind "LedgerKind" NOT NULL,
  amount_cents integer NOT NULL,
  stripe_id text NOT NULL,
  at timestamptz(3) NOT NULL,
  CONSTRAINT ledger_entries_amount CHECK (amount_cents <> 0 AND (kind <> 'charge' OR amount_cents > 0))
);
CREATE UNIQUE INDEX ledger_entries_stripe_id_key ON ledger_entries (stripe_id);
CREATE INDEX ledger_entries_invoice_id_idx ON ledger_entries (invoice_id);

CREATE TYPE "LedgerDifferenceKind" AS ENUM ('missing_here', 'missing_at_stripe', 'amount_differs');

-- Findings of the nightly comparison with Stripe; open until a later one no longer finds them.
CREATE TABLE ledger_differences (
  id serial PRIMARY KEY,
  stripe_id text NOT NULL,
  kind "LedgerDifferenceKind" NOT NULL,
  ledger_cents integer,
  stripe_cents integer,
  moved_at timestamptz(3) NOT NULL,
  found_at timestamptz(3) NOT NULL,
  resolved_at timestamptz(3)
);
CREATE INDEX ledger_differences_resolved_at_idx ON ledger_differences (resolved_at);
CREATE UNIQUE INDEX ledger_differences_one_open ON ledger_differences (stripe_id) WHERE resolved_at IS NULL;

CREATE TYPE "ReferralState" AS ENUM ('pending', 'available', 'cashed_out', 'clawed_back', 'held', 'rejected');

-- 'reward': a share of what a referred partner paid. 'welcome': a referred partner's own credit.
CREATE TABLE referral_entries (
  id serial PRIMARY KEY,
  partner_id integer NOT NULL,
  referred_id integer NOT NULL,
  invoice_id integer,
  kind text NOT NULL,
  amount_cents integer NOT NULL,
  clawed_back_cents integer NOT NULL DEFAULT 0,
  owed_cents integer NOT NULL DEFAULT 0,
  state "ReferralState" NOT NULL DEFAULT 'pending',
  available_at timestamptz(3) NOT NULL,
  reward_invoice_id integer,
  reviewed_at timestamptz(3),
  cashed_out_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT referral_entries_amounts CHECK (amount_cents > 0 AND clawed_back_cents BETWEEN 0 AND amount_cents AND owed_cents BETWEEN 0 AND clawed_back_cents),
  CONSTRAINT referral_entries_kind CHECK (kind IN ('reward', 'welcome')),
  CONSTRAINT referral_entries_owner CHECK (CASE kind WHEN 'welcome' THEN partner_id = referred_id AND invoice_id IS NULL ELSE partner_id <> referred_id AND invoice_id IS NOT NULL END)
);
CREATE UNIQUE INDEX referral_entries_reward_invoice_id_key ON referral_entries (reward_invoice_id);
CREATE INDEX referral_entries_referred_id_idx ON referral_entries (referred_id);
CREATE INDEX referral_entries_partner_id_idx ON referral_entries (partner_id);
CREATE INDEX referral_entries_state_available_at_idx ON referral_entries (state, available_at);
CREATE UNIQUE INDEX referral_entries_invoice_id_kind_key ON referral_entries (invoice_id, kind);
-- One welcome credit per partner, ever.
CREATE UNIQUE INDEX referral_entries_one_welcome ON referral_entries (partner_id) WHERE kind = 'welcome';

-- New visitors through a partner’s link, by day. Nobody is named.
CREATE TABLE referral_visits (
  partner_id integer NOT NULL,
  date date NOT NULL,
  visits integer NOT NULL,
  PRIMARY KEY (partner_id,date),
  CONSTRAINT referral_visits_counted CHECK (visits > 0)
);

-- ─── Newsletter and readers ───

CREATE TYPE "NewsletterKind" AS ENUM ('daily', 'weekly');
CREATE TYPE "NewsletterStatus" AS ENUM ('draft', 'frozen', 'sending', 'sent', 'failed', 'cancelled');

CREATE TABLE newsletters (
  id serial PRIMARY KEY,
  newsletter_date date NOT NULL,
  kind "NewsletterKind" NOT NULL DEFAULT 'daily',
  status "NewsletterStatus" NOT NULL DEFAULT 'draft',
  subject text NOT NULL DEFAULT '',
  preheader text NOT NULL DEFAULT '',
  snapshot jsonb,
  deliveries_total integer NOT NULL DEFAULT 0,
  delivered_count integer NOT NULL DEFAULT 0,
  bounced_count integer NOT NULL DEFAULT 0,
  frozen_at timestamptz(3),
  sending_at timestamptz(3),
  sent_at timestamptz(3),
  paused_at timestamptz(3),
  paused_reason text,
  resumed_at timestamptz(3),
  ended_at timestamptz(3),
  ended_reason text,
  held_at timestamptz(3),
  transport text,
  failure text,
  undecided_warned_hours integer,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT newsletters_counts CHECK (deliveries_total >= 0 AND delivered_count >= 0 AND bounced_count >= 0)
);
CREATE UNIQUE INDEX newsletters_newsletter_date_kind_key ON newsletters (newsletter_date, kind);

-- Capacity of a category on a date. `promotions_in_total` moves only by a guarded UPDATE.
CREATE TABLE newsletter_promotion_counts (
  id serial PRIMARY KEY,
  newsletter_date date NOT NULL,
  category_id integer NOT NULL,
  capacity integer NOT NULL,
  promotions_in_total integer NOT NULL DEFAULT 0,
  CONSTRAINT newsletter_promotion_counts_within_capacity CHECK (promotions_in_total BETWEEN 0 AND capacity)
);
CREATE UNIQUE INDEX newsletter_promotion_counts_newsletter_date_category_id_key ON newsletter_promotion_counts (newsletter_date, category_id);

CREATE TYPE "ReaderStatus" AS ENUM ('pending', 'active', 'unsubscribed', 'bounced', 'complained');
CREATE TYPE "Frequency" AS ENUM ('daily', 'weekly');

CREATE TABLE readers (
  id serial PRIMARY KEY,
  uuid uuid NOT NULL DEFAULT gen_random_uuid(),
  email citext,
  status "ReaderStatus" NOT NULL DEFAULT 'pending',
  stores "Store"[] NOT NULL DEFAULT ARRAY[]::"Store"[],
  country text,
  free_only boolean NOT NULL DEFAULT false,
  max_price_cents integer,
  frequency "Frequency" NOT NULL DEFAULT 'daily',
  adult_ok boolean NOT NULL DEFAULT false,
  confirm_token_hash bytea,
  confirm_sent_at timestamptz(3),
  confirm_wishes jsonb,
  confirmed_at timestamptz(3),
  paused_until date,
  soft_bounces integer NOT NULL DEFAULT 0,
  last_bounce_at timestamptz(3),
  bounce_lifted_at timestamptz(3),
  unsubscribed_at timestamptz(3),
  unsubscribe_reason text,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT readers_active CHECK (status <> 'active' OR email IS NOT NULL),
  CONSTRAINT readers_max_price CHECK (max_price_cents >= 0)
);
CREATE UNIQUE INDEX readers_uuid_key ON readers (uuid);
CREATE UNIQUE INDEX readers_email_key ON readers (email);
CREATE UNIQUE INDEX readers_confirm_token_hash_key ON readers (confirm_token_hash);
CREATE INDEX readers_status_frequency_id_idx ON readers (status, frequency, id);

CREATE TABLE reader_categories (
  reader_id integer NOT NULL,
  category_id integer NOT NULL,
  PRIMARY KEY (reader_id,category_id)
);
CREATE INDEX reader_categories_category_id_idx ON reader_categories (category_id);

CREATE TYPE "DeliveryState" AS ENUM ('queued', 'handing_over', 'accepted', 'deferred', 'bounced', 'uncertain', 'suppressed');

-- One row per newsletter and reader. A send marks each row twice: no index may name a column that a mark changes, and pages keep
-- room, so that marks are HOT updates.
CREATE TABLE deliveries (
  newsletter_id integer NOT NULL,
  reader_id integer NOT NULL,
  state "DeliveryState" NOT NULL DEFAULT 'queued',
  attempts integer NOT NULL DEFAULT 0,
  handed_over_at timestamptz(3),
  next_attempt_at timestamptz(3),
  message_id text,
  link_count integer NOT NULL DEFAULT 0,
  failure text,
  accepted_at timestamptz(3),
  is_uncertain boolean GENERATED ALWAYS AS (state = 'uncertain') STORED,
  PRIMARY KEY (newsletter_id, reader_id)
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02);
CREATE INDEX deliveries_reader_id_idx ON deliveries (reader_id);
CREATE INDEX deliveries_uncertain ON deliveries (newsletter_id) WHERE is_uncertain;

-- Addresses that must never get email again, as keyed hashes: they outlive the reader’s erasure.
CREATE TABLE suppressions (
  email_hash bytea PRIMARY KEY,
  reason text NOT NULL,
  at timestamptz(3) NOT NULL
);

-- ─── Mail ───

CREATE TYPE "MailState" AS ENUM ('queued', 'sent', 'failed');

CREATE TABLE mails (
  id serial PRIMARY KEY,
  "to" text NOT NULL,
  partner_id integer,
  reader_id integer,
  template text NOT NULL,
  props jsonb NOT NULL,
  secrets jsonb,
  message_id text NOT NULL,
  state "MailState" NOT NULL DEFAULT 'queued',
  attempts integer NOT NULL DEFAULT 0,
  failure text,
  created_at timestamptz(3) NOT NULL,
  sent_at timestamptz(3),
  bounced_at timestamptz(3)
);
CREATE UNIQUE INDEX mails_message_id_key ON mails (message_id);
CREATE INDEX mails_state_idx ON mails (state);
CREATE INDEX mails_partner_id_idx ON mails (partner_id);
CREATE INDEX mails_reader_id_idx ON mails (reader_id);

CREATE TYPE "MailEventType" AS ENUM ('hard_bounce', 'soft_bounce', 'complaint', 'unsubscribe');

-- Bounces, complaints, and unsubscriptions. Without the address, which may have been erased since.
CREATE TABLE mail_events (
  id serial PRIMARY KEY,
  dedupe_key bytea NOT NULL,
  type "MailEventType" NOT NULL,
  newsletter_id integer,
  reader_id integer,
  mail_id integer,
  diagnostic text,
  at timestamptz(3) NOT NULL,
  received_at timestamptz(3) NOT NULL
);
CREATE UNIQUE INDEX mail_events_dedupe_key_key ON mail_events (dedupe_key);
CREATE INDEX mail_events_reader_id_at_idx ON mail_events (reader_id, at);
CREATE INDEX mail_events_newsletter_id_type_idx ON mail_events (newsletter_id, type);

-- The demo’s mailbox.
CREATE TABLE captured_mails (
  id serial PRIMARY KEY,
  "to" text NOT NULL,
  raw bytea NOT NULL,
  at timestamptz(3) NOT NULL
);
CREATE INDEX captured_mails_to_idx ON captured_mails ("to");

-- ─── Promotion sites ───

CREATE TABLE promotion_sites (
  id integer PRIMARY KEY,
  slug text NOT NULL,
  name text NOT NULL,
  url text NOT NULL,
  kind text NOT NULL,
  genres text NOT NULL,
  audience_claim text NOT NULL,
  price_min_usd double precision,
  price_max_usd double precision,
  price_model text NOT NULL,
  deal_price_rule text NOT NULL,
  min_reviews text NOT NULL,
  length_rule text NOT NULL,
  repeat_interval_days text NOT NULL,
  lead_time text NOT NULL,
  selection text NOT NULL,
  refund_or_cancel text NOT NULL,
  stats_given text NOT NULL,
  fact_basis text NOT NULL,
  sources text NOT NULL,
  checked_on date
);
CREATE UNIQUE INDEX promotion_sites_slug_key ON promotion_sites (slug);

CREATE TABLE promotion_site_reviews (
  id serial PRIMARY KEY,
  promotion_site_id integer NOT NULL,
  partner_id integer NOT NULL,
  rating integer NOT NULL,
  title text NOT NULL,
  body text NOT NULL,
  promo_date date,
  cost_cents integer,
  copies integer,
  hidden_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT promotion_site_reviews_rating CHECK (rating BETWEEN 1 AND 5),
  CONSTRAINT promotion_site_reviews_results CHECK (cost_cents >= 0 AND copies >= 0)
);
CREATE UNIQUE INDEX promotion_site_reviews_promotion_site_id_partner_id_key ON promotion_site_reviews (promotion_site_id, partner_id);

-- Whether a review helped a partner: one vote per partner and review.
CREATE TABLE partner_votes (
  promotion_site_review_id integer NOT NULL,
  partner_id integer NOT NULL,
  helpful boolean NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  PRIMARY KEY (promotion_site_review_id, partner_id)
);

-- ─── Writing ───

CREATE TABLE blog_categories (
  id serial PRIMARY KEY,
  slug text NOT NULL,
  name text NOT NULL,
  description text NOT NULL DEFAULT ''
);
CREATE UNIQUE INDEX blog_categories_slug_key ON blog_categories (slug);

CREATE TABLE tags (
  id serial PRIMARY KEY,
  slug text NOT NULL,
  name text NOT NULL
);
CREATE UNIQUE INDEX tags_name_key ON tags (name);
-- Unique in any case. A tag's address contains its id, so two names may share a slug.
CREATE UNIQUE INDEX tags_one_name_any_case ON tags (lower(name));

CREATE TABLE blogs (
  id serial PRIMARY KEY,
  slug text NOT NULL,
  title text NOT NULL,
  summary text NOT NULL DEFAULT '',
  body text NOT NULL,
  hero text,
  blog_category_id integer,
  user_id integer,
  published_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE INDEX blogs_published_at_idx ON blogs (published_at);
CREATE INDEX blogs_blog_category_id_idx ON blogs (blog_category_id);

CREATE TABLE blog_tags (
  blog_id integer NOT NULL,
  tag_id integer NOT NULL,
  PRIMARY KEY (blog_id,tag_id)
);
CREATE INDEX blog_tags_tag_id_idx ON blog_tags (tag_id);

CREATE TABLE reader_blog_categories (
  id serial PRIMARY KEY,
  slug text NOT NULL,
  name text NOT NULL,
  description text NOT NULL DEFAULT ''
);
CREATE UNIQUE INDEX reader_blog_categories_slug_key ON reader_blog_categories (slug);

CREATE TABLE reader_blogs (
  id serial PRIMARY KEY,
  slug text NOT NULL,
  title text NOT NULL,
  summary text NOT NULL DEFAULT '',
  body text NOT NULL,
  hero text,
  reader_blog_category_id integer,
  published_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE INDEX reader_blogs_published_at_idx ON reader_blogs (published_at);
CREATE INDEX reader_blogs_reader_blog_category_id_idx ON reader_blogs (reader_blog_category_id);

-- ─── AI ───

-- Costs in exact millionths of a cent.
CREATE TABLE ai_requests (
  id serial PRIMARY KEY,
  tool text NOT NULL,
  ip_hash bytea,
  user_id integer,
  model text NOT NULL,
  reserved_cents numeric(14,6) NOT NULL,
  spent_cents numeric(14,6),
  input_tokens integer,
  output_tokens integer,
  created_at timestamptz(3) NOT NULL,
  settled_at timestamptz(3)
);
CREATE INDEX ai_requests_created_at_idx ON ai_requests (created_at);

CREATE TABLE ai_budgets (
  date date PRIMARY KEY,
  limit_cents numeric(14,6) NOT NULL,
  spent_cents numeric(14,6) NOT NULL DEFAULT 0,
  CONSTRAINT ai_budgets_within_limit CHECK (spent_cents <= limit_cents)
);

CREATE TABLE ai_prompts (
  id serial PRIMARY KEY,
  user_id integer NOT NULL,
  name text NOT NULL,
  prompt text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE UNIQUE INDEX ai_prompts_user_id_name_key ON ai_prompts (user_id, name);

-- ─── Running ───

CREATE TABLE audit_events (
  id serial PRIMARY KEY,
  actor "Actor" NOT NULL,
  actor_id integer,
  action text NOT NULL,
  entity text NOT NULL,
  entity_id text NOT NULL,
  before jsonb,
  after jsonb,
  reason text,
  request_id text,
  at timestamptz(3) NOT NULL
);
CREATE INDEX audit_events_entity_entity_id_id_idx ON audit_events (entity, entity_id, id);
CREATE INDEX audit_events_at_idx ON audit_events (at);

CREATE TYPE "SecurityEventKind" AS ENUM ('sign_in', 'sign_in_failed', 'throttled', 'reset_asked', 'reset_used', 'password_changed', 'proof_failed', 'second_factor_on', 'second_factor_off', 'second_factor_failed', 'access_refused');

-- Sign-ins, failed attempts, and refused access, counted by the minute.
CREATE TABLE security_events (
  id serial PRIMARY KEY,
  kind "SecurityEventKind" NOT NULL,
  actor text NOT NULL DEFAULT '',
  network text NOT NULL DEFAULT '',
  detail text NOT NULL DEFAULT '',
  count integer NOT NULL DEFAULT 1,
  minute timestamptz(3) NOT NULL,
  last_at timestamptz(3) NOT NULL,
  request_id text
);
CREATE INDEX security_events_actor_id_idx ON security_events (actor, id);
CREATE INDEX security_events_minute_idx ON security_events (minute);
CREATE UNIQUE INDEX security_events_kind_minute_actor_network_key ON security_events (kind, minute, actor, network);

-- One row per job and business date. Its insert decides which process runs the job.
CREATE TABLE job_runs (
  job text NOT NULL,
  business_date date NOT NULL,
  started_at timestamptz(3) NOT NULL,
  finished_at timestamptz(3),
  failure text,
  PRIMARY KEY (job,business_date)
);

CREATE TABLE settings (
  key text PRIMARY KEY,
  value jsonb NOT NULL
);
-- Counters of the rate limits: shared by all processes, and not worth surviving a crash. Prisma doesn't know this table.
CREATE UNLOGGED TABLE rate_limits (key varchar(255) PRIMARY KEY, points integer NOT NULL DEFAULT 0, expire bigint);

-- ─── Foreign keys ───

-- After all tables, since some refer to each other.

ALTER TABLE partners
  ADD CONSTRAINT partners_referrer_id_fkey FOREIGN KEY (referrer_id) REFERENCES partners (id) ON DELETE SET NULL ON UPDATE CASCADE;

ALTER TABLE categories
  ADD CONSTRAINT categories_super_category_id_fkey FOREIGN KEY (super_category_id) REFERENCES super_categories (id) ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE authors
  ADD CONSTRAINT authors_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners (id) ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE books
  ADD CONSTRAINT books_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  ADD CONSTRAINT books_author_id_fkey FOREIGN KEY (author_id) REFERENCES authors (id) ON DELETE SET NULL ON UPDATE CASCADE,
  ADD CONSTRAINT books_category_id_fkey FOREIGN KEY (category_id) REFERENCES categories (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  ADD CONSTRAINT books_secondary_category_id_fkey FOREIGN KEY (secondary_category_id) REFERENCES categories (id) ON DELETE SET NULL ON UPDATE CASCADE;

ALTER TABLE promotions
  ADD CONSTRAINT promotions_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  ADD CONSTRAINT promotions_book_id_partner_id_fkey FOREIGN KEY (book_id, partner_id) REFERENCES books (id, partner_id) ON DELETE RESTRICT ON UPDATE CASCADE,
  ADD CONSTRAINT promotions_category_id_fkey FOREIGN KEY (category_id) REFERENCES categories (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  ADD CONSTRAINT promotions_discount_id_fkey FOREIGN KEY (discount_id) REFERENCES discounts (id) ON DELETE SET NULL ON UPDATE CASCADE,
  ADD CONSTRAINT promotions_reviewed_by_fkey FOREIGN KEY (reviewed_by) REFERENCES users (id) ON DELETE SET NULL ON UPDATE CASCADE,
  ADD CONSTRAINT promotions_newsletter_id_fkey FOREIGN KEY (newsletter_id) REFERENCES newsletters (id) ON DELETE SET NULL ON UPDATE CASCADE,
  ADD CONSTRAINT promotions_invoice_id_id_fkey FOREIGN KEY (invoice_id, id) REFERENCES invoices (id, promotion_id) ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE promotion_events
  ADD CONSTRAINT promotion_events_promotion_id_fkey FOREIGN KEY (promotion_id) REFERENCES promotions (id) ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE promotion_stats
  ADD CONSTRAINT promotion_stats_promotion_id_fkey FOREIGN KEY (promotion_id) REFERENCES promotions (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  ADD CONSTRAINT promotion_stats_category_id_fkey FOREIGN KEY (category_id) REFERENCES categories (id) ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE promotion_reminders
  ADD CONSTRAINT promotion_reminders_promotion_id_fkey FOREIGN KEY (promotion_id) REFERENCES promotions (id) ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE promotion_addons
  ADD CONSTRAINT promotion_addons_promotion_id_fkey FOREIGN KEY (promotion_id) REFERENCES promotions (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  ADD CONSTRAINT promotion_addons_addon_id_fkey FOREIGN KEY (addon_id) REFERENCES addons (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  ADD CONSTRAINT promotion_addons_category_id_fkey FOREIGN KEY (category_id) REFERENCES categories (id) ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE discounts
  ADD CONSTRAINT discounts_book_id_fkey FOREIGN KEY (book_id) REFERENCES books (id) ON DELETE SET NULL ON UPDATE CASCADE,
  ADD CONSTRAINT discounts_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners (id) ON DELETE SET NULL ON UPDATE CASCADE,
  ADD CONSTRAINT discounts_category_id_fkey FOREIGN KEY (category_id) REFERENCES categories (id) ON DELETE SET NULL ON UPDATE CASCADE;

ALTER TABLE discount_uses
  ADD CONSTRAINT discount_uses_promotion_id_fkey FOREIGN KEY (promotion_id) REFERENCES promotions (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  ADD CONSTRAINT discount_uses_discount_id_fkey FOREIGN KEY (discount_id) REFERENCES discounts (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  ADD CONSTRAINT discount_uses_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners (id) ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE click_logs
  ADD CONSTRAINT click_logs_promotion_id_fkey FOREIGN KEY (promotion_id) REFERENCES promotions (id) ON DELETE SET NULL ON UPDATE CASCADE;

ALTER TABLE click_rollups
  ADD CONSTRAINT click_rollups_promotion_id_fkey FOREIGN KEY (promotion_id) REFERENCES promotions (id) ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE click_verdicts
  ADD CONSTRAINT click_verdicts_promotion_id_fkey FOREIGN KEY (promotion_id) REFERENCES promotions (id) ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE credit_cards
  ADD CONSTRAINT credit_cards_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners (id) ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE invoices
  ADD CONSTRAINT invoices_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  ADD CONSTRAINT invoices_promotion_id_fkey FOREIGN KEY (promotion_id) REFERENCES promotions (id) ON DELETE SET NULL ON UPDATE CASCADE;

ALTER TABLE charge_attempts
  ADD CONSTRAINT charge_attempts_promotion_id_fkey FOREIGN KEY (promotion_id) REFERENCES promotions (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  ADD CONSTRAINT charge_attempts_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES invoices (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  ADD CONSTRAINT charge_attempts_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  ADD CONSTRAINT charge_attempts_credit_card_id_fkey FOREIGN KEY (credit_card_id) REFERENCES credit_cards (id) ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE captured_charges
  ADD CONSTRAINT captured_charges_charge_attempt_id_fkey FOREIGN KEY (charge_attempt_id) REFERENCES charge_attempts (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  ADD CONSTRAINT captured_charges_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES invoices (id) ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE refunds
  ADD CONSTRAINT refunds_captured_charge_id_fkey FOREIGN KEY (captured_charge_id) REFERENCES captured_charges (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  ADD CONSTRAINT refunds_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES invoices (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  ADD CONSTRAINT refunds_promotion_id_fkey FOREIGN KEY (promotion_id) REFERENCES promotions (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  ADD CONSTRAINT refunds_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  ADD CONSTRAINT refunds_refund_invoice_id_fkey FOREIGN KEY (refund_invoice_id) REFERENCES invoices (id) ON DELETE SET NULL ON UPDATE CASCADE;

ALTER TABLE disputes
  ADD CONSTRAINT disputes_captured_charge_id_fkey FOREIGN KEY (captured_charge_id) REFERENCES captured_charges (id) ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE stripe_errors
  ADD CONSTRAINT stripe_errors_promotion_id_fkey FOREIGN KEY (promotion_id) REFERENCES promotions (id) ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE ledger_entries
  ADD CONSTRAINT ledger_entries_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES invoices (id) ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE referral_entries
  ADD CONSTRAINT referral_entries_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  ADD CONSTRAINT referral_entries_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES invoices (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  ADD CONSTRAINT referral_entries_reward_invoice_id_fkey FOREIGN KEY (reward_invoice_id) REFERENCES invoices (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  ADD CONSTRAINT referral_entries_referred_id_fkey FOREIGN KEY (referred_id) REFERENCES partners (id) ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE referral_visits
  ADD CONSTRAINT referral_visits_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners (id) ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE newsletter_promotion_counts
  ADD CONSTRAINT newsletter_promotion_counts_category_id_fkey FOREIGN KEY (category_id) REFERENCES categories (id) ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE reader_categories
  ADD CONSTRAINT reader_categories_reader_id_fkey FOREIGN KEY (reader_id) REFERENCES readers (id) ON DELETE CASCADE ON UPDATE CASCADE,
  ADD CONSTRAINT reader_categories_category_id_fkey FOREIGN KEY (category_id) REFERENCES categories (id) ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE deliveries
  ADD CONSTRAINT deliveries_newsletter_id_fkey FOREIGN KEY (newsletter_id) REFERENCES newsletters (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  ADD CONSTRAINT deliveries_reader_id_fkey FOREIGN KEY (reader_id) REFERENCES readers (id) ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE mails
  ADD CONSTRAINT mails_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  ADD CONSTRAINT mails_reader_id_fkey FOREIGN KEY (reader_id) REFERENCES readers (id) ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE promotion_site_reviews
  ADD CONSTRAINT promotion_site_reviews_promotion_site_id_fkey FOREIGN KEY (promotion_site_id) REFERENCES promotion_sites (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  ADD CONSTRAINT promotion_site_reviews_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners (id) ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE partner_votes
  ADD CONSTRAINT partner_votes_promotion_site_review_id_fkey FOREIGN KEY (promotion_site_review_id) REFERENCES promotion_site_reviews (id) ON DELETE CASCADE ON UPDATE CASCADE,
  ADD CONSTRAINT partner_votes_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners (id) ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE blogs
  ADD CONSTRAINT blogs_blog_category_id_fkey FOREIGN KEY (blog_category_id) REFERENCES blog_categories (id) ON DELETE SET NULL ON UPDATE CASCADE,
  ADD CONSTRAINT blogs_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE SET NULL ON UPDATE CASCADE;

ALTER TABLE blog_tags
  ADD CONSTRAINT blog_tags_blog_id_fkey FOREIGN KEY (blog_id) REFERENCES blogs (id) ON DELETE CASCADE ON UPDATE CASCADE,
  ADD CONSTRAINT blog_tags_tag_id_fkey FOREIGN KEY (tag_id) REFERENCES tags (id) ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE reader_blogs
  ADD CONSTRAINT reader_blogs_reader_blog_category_id_fkey FOREIGN KEY (reader_blog_category_id) REFERENCES reader_blog_categories (id) ON DELETE SET NULL ON UPDATE CASCADE;

ALTER TABLE ai_prompts
  ADD CONSTRAINT ai_prompts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE RESTRICT ON UPDATE CASCADE;

-- ─── Append-only tables ───

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION '% is append-only', TG_TABLE_NAME; END $$;
CREATE TRIGGER promotion_events_append_only BEFORE UPDATE OR DELETE ON promotion_events FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_entries_append_only BEFORE UPDATE OR DELETE ON ledger_entries FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- Erasing a person empties what the audit log says of them. The action, its time, and its actor stay.
CREATE FUNCTION refuse_change_but_forget() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE'
    AND to_jsonb(NEW) = to_jsonb(OLD) || '{"before": null, "after": null, "reason": null}'
    AND (CASE OLD.entity
      WHEN 'partner' THEN NOT EXISTS (SELECT FROM partners WHERE id = OLD.entity_id::integer AND deleted_at IS NULL)
      WHEN 'reader' THEN NOT EXISTS (SELECT FROM readers WHERE id = OLD.entity_id::integer)
      ELSE false
    END) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END $$;
CREATE TRIGGER audit_events_append_only BEFORE UPDATE OR DELETE ON audit_events FOR EACH ROW EXECUTE FUNCTION refuse_change_but_forget();

-- An empty table may be truncated, for whoever truncates a table that it refers to.
CREATE FUNCTION refuse_truncate() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE has_rows boolean;
BEGIN
  EXECUTE format('SELECT EXISTS (SELECT FROM %I)', TG_TABLE_NAME) INTO has_rows;
  IF has_rows THEN RAISE EXCEPTION '% is append-only', TG_TABLE_NAME; END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER promotion_events_not_truncated BEFORE TRUNCATE ON promotion_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
CREATE TRIGGER ledger_entries_not_truncated BEFORE TRUNCATE ON ledger_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
CREATE TRIGGER audit_events_not_truncated BEFORE TRUNCATE ON audit_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();

-- ─── Book cards ───

-- One narrow row per book, written by triggers in the transaction that changes the book. It holds the columns that lists filter,
-- sort, and search by, and a version that changes with everything that public lists show. Prisma doesn't know these tables.
CREATE SEQUENCE book_versions;
CREATE TABLE book_cards (
  book_id integer PRIMARY KEY REFERENCES books (id) ON DELETE CASCADE,
  version bigint NOT NULL,
  status "BookStatus" NOT NULL,
  partner_id integer NOT NULL,
  author_id integer,
  category_id integer NOT NULL,
  secondary_category_id integer,
  popularity integer NOT NULL,
  title_key text NOT NULL,
  words tsvector NOT NULL
);
CREATE INDEX book_cards_listed ON book_cards (status, book_id) INCLUDE (version);
CREATE INDEX book_cards_by_category ON book_cards (category_id, status, book_id) INCLUDE (version);
CREATE INDEX book_cards_by_secondary ON book_cards (secondary_category_id, status, book_id) INCLUDE (version, category_id) WHERE secondary_category_id IS NOT NULL;
CREATE INDEX book_cards_by_partner ON book_cards (partner_id, book_id);
CREATE INDEX book_cards_by_author ON book_cards (author_id, book_id);
-- A search takes the 1,000 most popular matches. It tries the index of the most popular books first, so that it needn't collect
-- all matches; each index covers about ten times as many books as the one before. A search also reads the index's pending list,
-- so that is limited to 256 kB.
CREATE INDEX book_cards_words_3000 ON book_cards USING gin (words) WITH (gin_pending_list_limit = 256) WHERE popularity >= 3000;
CREATE INDEX book_cards_words_300 ON book_cards USING gin (words) WITH (gin_pending_list_limit = 256) WHERE popularity >= 300;
CREATE INDEX book_cards_words_30 ON book_cards USING gin (words) WITH (gin_pending_list_limit = 256) WHERE popularity >= 30;
CREATE INDEX book_cards_words ON book_cards USING gin (words) WITH (gin_pending_list_limit = 256);
CREATE INDEX book_cards_popular ON book_cards (popularity DESC, book_id DESC);
CREATE INDEX book_cards_title ON book_cards (title_key);

-- All words of the cards, for correcting mistyped ones. The number of books per word is counted once a day.
CREATE TABLE book_words (word text PRIMARY KEY, books integer NOT NULL DEFAULT 1);
CREATE INDEX book_words_trgm ON book_words USING gin (word gin_trgm_ops);
-- For words that begin with given letters, whatever the database's collation.
CREATE INDEX book_words_begun ON book_words (word COLLATE "C");

-- Active books per category (first or second), and in total (row 0). `changed` changes with the set of books, which makes cached
-- positions in long lists invalid.
CREATE TABLE book_counts (category_id integer PRIMARY KEY, books integer NOT NULL, changed bigint NOT NULL);

-- Normalizes stored and typed words for comparison: lower case, no accents, no apostrophes, one space for other punctuation.
CREATE FUNCTION plain_words(text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT trim(regexp_replace(regexp_replace(lower(public.unaccent('public.unaccent', $1)), '[''’`]', '', 'g'), '[[:punct:][:space:]]+', ' ', 'g'))
$$;

-- Weighs the words of the title most, then the author's, then those of series and subtitle.
CREATE FUNCTION card_words(title text, author text, series text, subtitle text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT setweight(to_tsvector('simple', public.plain_words(title)), 'A')
    || setweight(to_tsvector('simple', public.plain_words(coalesce(author, ''))), 'B')
    || setweight(to_tsvector('simple', public.plain_words(concat_ws(' ', series, subtitle))), 'C')
$$;

-- Locks before it reads, so that the later of two concurrent changes sees the earlier; authors before cards, as a renaming does.
CREATE FUNCTION write_book_cards(ids integer[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM authors WHERE id IN (SELECT author_id FROM books WHERE id = ANY (ids)) ORDER BY id FOR SHARE;
  PERFORM 1 FROM book_cards WHERE book_id = ANY (ids) ORDER BY book_id FOR UPDATE;
  INSERT INTO book_cards (book_id, version, status, partner_id, author_id, category_id, secondary_category_id, popularity, title_key, words)
  SELECT b.id, nextval('book_versions'), b.status, b.partner_id, b.author_id, b.category_id, b.secondary_category_id, coalesce(b.rating_count, 0), plain_words(b.title),
    card_words(b.title, a.name, b.series, b.subtitle)
  FROM books b LEFT JOIN authors a ON a.id = b.author_id
  WHERE b.id = ANY (ids)
  ORDER BY b.id
  ON CONFLICT (book_id) DO UPDATE SET version = excluded.version, status = excluded.status,
    partner_id = excluded.partner_id, author_id = excluded.author_id, category_id = excluded.category_id,
    secondary_category_id = excluded.secondary_category_id, popularity = excluded.popularity, title_key = excluded.title_key, words = excluded.words;
END $$;

-- A change of columns that no public list shows leaves the card alone: writing it would touch its twelve indexes.
CREATE FUNCTION books_to_cards() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  unlisted CONSTANT text[] := '{store_data,store_data_fetched_at,cover_source_url,created_at,updated_at}';
  changed integer[];
BEGIN
  IF TG_OP = 'INSERT' THEN
    changed := ARRAY(SELECT id FROM written);
  ELSE
    changed := ARRAY(
      SELECT n.id FROM before o JOIN written n USING (id) WHERE to_jsonb(o) - unlisted <> to_jsonb(n) - unlisted);
  END IF;
  IF cardinality(changed) > 0 THEN
    PERFORM write_book_cards(changed);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER books_inserted AFTER INSERT ON books REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION books_to_cards();
CREATE TRIGGER books_updated AFTER UPDATE ON books REFERENCING OLD TABLE AS before NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION books_to_cards();

CREATE FUNCTION author_names_to_cards() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE renamed integer[] := ARRAY(SELECT a.id FROM before o JOIN written a USING (id) WHERE o.name <> a.name);
BEGIN
  IF cardinality(renamed) > 0 THEN
    PERFORM write_book_cards(ARRAY(SELECT id FROM books WHERE author_id = ANY (renamed)));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER authors_renamed AFTER UPDATE ON authors REFERENCING OLD TABLE AS before NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION author_names_to_cards();

-- Lists show a book's running deal, in the version that was approved.
CREATE FUNCTION deals_to_cards() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE changed integer[];
BEGIN
  IF TG_OP = 'UPDATE' THEN
    changed := ARRAY(
      SELECT unnest(ARRAY[o.book_id, n.book_id]) FROM before o JOIN written n USING (id)
      WHERE (o.sent_at IS NOT NULL OR n.sent_at IS NOT NULL)
        AND (o.sent_at, o.cancelled_at, o.promotion_date, o.deal_ends_on, o.sale_price_cents, o.current_price_cents, o.book_id, o.reviewed_book, o.reviewed_store_urls)
          IS DISTINCT FROM (n.sent_at, n.cancelled_at, n.promotion_date, n.deal_ends_on, n.sale_price_cents, n.current_price_cents, n.book_id, n.reviewed_book, n.reviewed_store_urls));
  ELSIF TG_OP = 'INSERT' THEN
    changed := ARRAY(SELECT book_id FROM written WHERE sent_at IS NOT NULL);
  ELSE
    changed := ARRAY(SELECT book_id FROM before WHERE sent_at IS NOT NULL);
  END IF;
  IF cardinality(changed) > 0 THEN
    PERFORM 1 FROM book_cards WHERE book_id = ANY (changed) ORDER BY book_id FOR UPDATE;
    UPDATE book_cards SET version = nextval('book_versions') WHERE book_id = ANY (changed);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER promotions_inserted AFTER INSERT ON promotions REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION deals_to_cards();
CREATE TRIGGER promotions_deleted AFTER DELETE ON promotions REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION deals_to_cards();
CREATE TRIGGER promotions_updated AFTER UPDATE ON promotions REFERENCING OLD TABLE AS before NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION deals_to_cards();

-- The rows of book_counts that include a card: the total and its categories, while the book is active.
CREATE FUNCTION counts_of(status "BookStatus", category_id integer, secondary_category_id integer) RETURNS SETOF integer LANGUAGE sql IMMUTABLE AS $$
  SELECT DISTINCT unnest(ARRAY[0, category_id, secondary_category_id]) WHERE status = 'active'
$$;

-- Locks row 0 first, so that concurrent changes queue there instead of deadlocking. That works for single statements, so a
-- transaction should not write books twice.
CREATE FUNCTION add_to_book_counts(counted integer[], deltas bigint[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF cardinality(counted) > 0 THEN
    PERFORM 1 FROM book_counts WHERE category_id = 0 FOR UPDATE;
    INSERT INTO book_counts (category_id, books, changed)
    SELECT id, delta, nextval('book_versions') FROM unnest(counted, deltas) AS moved (id, delta) WHERE id IS NOT NULL ORDER BY id
    ON CONFLICT (category_id) DO UPDATE SET books = book_counts.books + excluded.books, changed = excluded.changed;
  END IF;
END $$;

CREATE FUNCTION cards_to_counts() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE counted integer[]; deltas bigint[];
BEGIN
  IF TG_OP = 'INSERT' THEN
    SELECT array_agg(id), array_agg(delta) INTO counted, deltas FROM (
      SELECT id, count(*) AS delta FROM written, counts_of(status, category_id, secondary_category_id) id GROUP BY id) moved;
  ELSIF TG_OP = 'DELETE' THEN
    SELECT array_agg(id), array_agg(delta) INTO counted, deltas FROM (
      SELECT id, -count(*) AS delta FROM before, counts_of(status, category_id, secondary_category_id) id GROUP BY id) moved;
  ELSE
    SELECT array_agg(id), array_agg(delta) INTO counted, deltas FROM (
      SELECT id, sum(one) AS delta FROM (
        SELECT id, 1 AS one FROM written, counts_of(status, category_id, secondary_category_id) id
        UNION ALL SELECT id, -1 FROM before, counts_of(status, category_id, secondary_category_id) id) both_sides
      GROUP BY id HAVING sum(one) <> 0) moved;
  END IF;
  PERFORM add_to_book_counts(counted, deltas);
  RETURN NULL;
END $$;
CREATE TRIGGER book_cards_counted_in AFTER INSERT ON book_cards REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION cards_to_counts();
CREATE TRIGGER book_cards_counted_out AFTER DELETE ON book_cards REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION cards_to_counts();
CREATE TRIGGER book_cards_recounted AFTER UPDATE ON book_cards REFERENCING OLD TABLE AS before NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION cards_to_counts();

CREATE FUNCTION cards_to_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO book_words (word) SELECT DISTINCT word FROM written, unnest(tsvector_to_array(words)) word ORDER BY word ON CONFLICT DO NOTHING;
  ELSE
    INSERT INTO book_words (word) SELECT DISTINCT word FROM before o JOIN written n USING (book_id), unnest(tsvector_to_array(n.words)) word
    WHERE o.words <> n.words ORDER BY word ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER book_cards_worded AFTER INSERT ON book_cards REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION cards_to_words();
CREATE TRIGGER book_cards_reworded AFTER UPDATE ON book_cards REFERENCING OLD TABLE AS before NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION cards_to_words();

-- ─── First rows ───

INSERT INTO invoice_counters (id, last) VALUES (1, 0);
INSERT INTO book_counts VALUES (0, 0, 0);
