-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateEnum
CREATE TYPE "PartnerType" AS ENUM ('author', 'publisher');

-- CreateEnum
CREATE TYPE "UserRole" AS ENUM ('admin', 'editor');

-- CreateEnum
CREATE TYPE "ResourceType" AS ENUM ('partner', 'user');

-- CreateEnum
CREATE TYPE "TokenScope" AS ENUM ('session', 'reset_link', 'password_reset');

-- CreateEnum
CREATE TYPE "ContentRating" AS ENUM ('general', 'teen', 'mature', 'adult');

-- CreateEnum
CREATE TYPE "BookStatus" AS ENUM ('draft', 'active', 'archived');

-- CreateEnum
CREATE TYPE "PriceType" AS ENUM ('free', 'discounted');

-- CreateEnum
CREATE TYPE "ApprovalStatus" AS ENUM ('approved', 'rejected', 'awaiting_feedback');

-- CreateEnum
CREATE TYPE "Actor" AS ENUM ('partner', 'user', 'system');

-- CreateEnum
CREATE TYPE "AddonState" AS ENUM ('held', 'confirmed', 'released');

-- CreateEnum
CREATE TYPE "DiscountKind" AS ENUM ('percent', 'fixed_cents');

-- CreateEnum
CREATE TYPE "DiscountUseState" AS ENUM ('reserved', 'consumed', 'released');

-- CreateEnum
CREATE TYPE "ClickSource" AS ENUM ('newsletter', 'site');

-- CreateEnum
CREATE TYPE "Store" AS ENUM ('amazon', 'ibooks', 'barnes_and_noble', 'google_play', 'kobo');

-- CreateEnum
CREATE TYPE "UserAgentClass" AS ENUM ('person', 'bot', 'prefetch', 'head');

-- CreateEnum
CREATE TYPE "InvalidReason" AS ENUM ('duplicate', 'bot_ua', 'prefetch', 'head', 'burst', 'honeypot', 'own_click', 'staff', 'out_of_window');

-- CreateEnum
CREATE TYPE "InvoiceType" AS ENUM ('promotion', 'refund', 'referral_reward', 'credit_adjustment');

-- CreateEnum
CREATE TYPE "InvoiceStatus" AS ENUM ('open', 'paid', 'failed', 'void', 'refunded');

-- CreateEnum
CREATE TYPE "ChargeState" AS ENUM ('claimed', 'succeeded', 'failed');

-- CreateEnum
CREATE TYPE "LedgerKind" AS ENUM ('charge', 'refund', 'dispute');

-- CreateEnum
CREATE TYPE "ReferralState" AS ENUM ('pending', 'available', 'cashed_out', 'clawed_back', 'held');

-- CreateEnum
CREATE TYPE "NewsletterStatus" AS ENUM ('draft', 'frozen', 'sending', 'sent', 'failed', 'cancelled');

-- CreateEnum
CREATE TYPE "ReaderStatus" AS ENUM ('pending', 'active', 'unsubscribed', 'bounced', 'complained');

-- CreateEnum
CREATE TYPE "Frequency" AS ENUM ('daily', 'weekly');

-- CreateEnum
CREATE TYPE "DeliveryState" AS ENUM ('queued', 'handing_over', 'accepted', 'deferred', 'bounced', 'uncertain', 'suppressed');

-- CreateEnum
CREATE TYPE "MailState" AS ENUM ('queued', 'sent', 'failed');

-- CreateTable
CREATE TABLE "partners" (
    "id" SERIAL NOT NULL,
    "uid" CITEXT NOT NULL,
    "name" TEXT NOT NULL,
    "encrypted_password" TEXT NOT NULL,
    "partner_type" "PartnerType" NOT NULL DEFAULT 'author',
    "website" TEXT,
    "country" TEXT,
    "subscribe_me" BOOLEAN NOT NULL DEFAULT false,
    "referral_code" TEXT NOT NULL,
    "referrer_id" INTEGER,
    "utm_source" TEXT,
    "stripe_customer_id" TEXT,
    "credit_cents" INTEGER NOT NULL DEFAULT 0,
    "reminder_emails" BOOLEAN NOT NULL DEFAULT true,
    "recapture_emails" BOOLEAN NOT NULL DEFAULT true,
    "last_recapture_at" TIMESTAMPTZ(3),
    "blocked_reason" TEXT,
    "last_sign_in_at" TIMESTAMPTZ(3),
    "deleted_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "partners_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "users" (
    "id" SERIAL NOT NULL,
    "uid" CITEXT NOT NULL,
    "name" TEXT NOT NULL,
    "encrypted_password" TEXT NOT NULL,
    "role" "UserRole" NOT NULL DEFAULT 'editor',
    "totp_secret" TEXT,
    "disabled_at" TIMESTAMPTZ(3),
    "last_sign_in_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "auth_tokens" (
    "id" SERIAL NOT NULL,
    "resource_type" "ResourceType" NOT NULL,
    "resource_id" INTEGER NOT NULL,
    "client" TEXT NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "scope" "TokenScope" NOT NULL DEFAULT 'session',
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "last_used_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "auth_tokens_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "super_categories" (
    "id" INTEGER NOT NULL,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "position" INTEGER NOT NULL,

    CONSTRAINT "super_categories_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "categories" (
    "id" INTEGER NOT NULL,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "super_category_id" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    "is_adult" BOOLEAN NOT NULL DEFAULT false,
    "min_pages" INTEGER NOT NULL DEFAULT 50,
    "daily_slots" INTEGER NOT NULL,
    "cpc_free_cents" INTEGER NOT NULL,
    "cpc_discounted_cents" INTEGER NOT NULL,
    "top_of_newsletter_addon_cents" INTEGER NOT NULL,
    "assumed_free_click_rate" DOUBLE PRECISION NOT NULL,
    "assumed_discounted_click_rate" DOUBLE PRECISION NOT NULL,

    CONSTRAINT "categories_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "authors" (
    "id" SERIAL NOT NULL,
    "partner_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "bio" TEXT NOT NULL DEFAULT '',
    "photo" TEXT,
    "website" TEXT,
    "amazon_url" TEXT,
    "goodreads_url" TEXT,
    "bookbub_url" TEXT,
    "facebook_url" TEXT,
    "instagram_url" TEXT,
    "tiktok_url" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "authors_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "books" (
    "id" SERIAL NOT NULL,
    "partner_id" INTEGER NOT NULL,
    "author_id" INTEGER,
    "title" TEXT NOT NULL,
    "subtitle" TEXT,
    "slug" TEXT NOT NULL,
    "series" TEXT,
    "series_number" INTEGER,
    "category_id" INTEGER NOT NULL,
    "secondary_category_id" INTEGER,
    "asin" CHAR(10),
    "isbn13" CHAR(13),
    "description" TEXT NOT NULL,
    "blurb" TEXT NOT NULL DEFAULT '',
    "page_count" INTEGER,
    "language" TEXT NOT NULL DEFAULT 'en',
    "published_on" DATE,
    "rating_avg" DOUBLE PRECISION,
    "rating_count" INTEGER,
    "content_rating" "ContentRating" NOT NULL DEFAULT 'general',
    "in_kindle_unlimited" BOOLEAN NOT NULL DEFAULT false,
    "amazon_url" TEXT,
    "ibooks_url" TEXT,
    "barnes_and_noble_url" TEXT,
    "google_play_url" TEXT,
    "kobo_url" TEXT,
    "cover" TEXT,
    "cover_source_url" TEXT,
    "store_data" JSONB,
    "store_data_fetched_at" TIMESTAMPTZ(3),
    "status" "BookStatus" NOT NULL DEFAULT 'active',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "books_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "store_lookups" (
    "asin" CHAR(10) NOT NULL,
    "data" JSONB,
    "fetched_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "store_lookups_pkey" PRIMARY KEY ("asin")
);

-- CreateTable
CREATE TABLE "promotions" (
    "id" SERIAL NOT NULL,
    "partner_id" INTEGER NOT NULL,
    "book_id" INTEGER NOT NULL,
    "category_id" INTEGER NOT NULL,
    "requested_date" DATE NOT NULL,
    "alternate_dates" DATE[],
    "promotion_date" DATE,
    "deal_ends_on" DATE NOT NULL,
    "current_price_cents" INTEGER NOT NULL,
    "sale_price_cents" INTEGER NOT NULL,
    "price_type" "PriceType" NOT NULL,
    "partner_note" TEXT,
    "blurb_override" TEXT,
    "approval_status" "ApprovalStatus",
    "reason_codes" TEXT[],
    "staff_message" TEXT,
    "suggested_category_id" INTEGER,
    "feedback_requested_at" TIMESTAMPTZ(3),
    "partner_feedback" TEXT,
    "feedback_submitted_at" TIMESTAMPTZ(3),
    "reviewed_by" INTEGER,
    "reviewed_at" TIMESTAMPTZ(3),
    "discount_id" INTEGER,
    "cpc_cents" INTEGER NOT NULL,
    "max_cost_cents" INTEGER NOT NULL,
    "newsletter_id" INTEGER,
    "position" INTEGER,
    "frozen_at" TIMESTAMPTZ(3),
    "sent_at" TIMESTAMPTZ(3),
    "unable_to_send_at" TIMESTAMPTZ(3),
    "unable_reason" TEXT,
    "cancelled_at" TIMESTAMPTZ(3),
    "cancelled_by" "Actor",
    "cancel_reason" TEXT,
    "click_window_ends_at" TIMESTAMPTZ(3),
    "settled_at" TIMESTAMPTZ(3),
    "clicks_total" INTEGER NOT NULL DEFAULT 0,
    "clicks_billable" INTEGER NOT NULL DEFAULT 0,
    "invoice_id" INTEGER,
    "paid_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "promotions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "promotion_events" (
    "id" SERIAL NOT NULL,
    "promotion_id" INTEGER NOT NULL,
    "actor" "Actor" NOT NULL,
    "actor_id" INTEGER,
    "action" TEXT NOT NULL,
    "from" TEXT,
    "to" TEXT NOT NULL,
    "reason" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "promotion_events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "promotion_stats" (
    "promotion_id" INTEGER NOT NULL,
    "category_id" INTEGER NOT NULL,
    "price_type" "PriceType" NOT NULL,
    "promotion_date" DATE NOT NULL,
    "delivered" INTEGER NOT NULL,
    "clicks_billable" INTEGER NOT NULL,
    "clicks_per_thousand" DOUBLE PRECISION NOT NULL,

    CONSTRAINT "promotion_stats_pkey" PRIMARY KEY ("promotion_id")
);

-- CreateTable
CREATE TABLE "addons" (
    "id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "label" TEXT NOT NULL,
    "price_cents" INTEGER NOT NULL DEFAULT 1000,
    "exclusive" BOOLEAN NOT NULL DEFAULT true,
    "enabled" BOOLEAN NOT NULL DEFAULT true,

    CONSTRAINT "addons_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "promotion_addons" (
    "id" SERIAL NOT NULL,
    "promotion_id" INTEGER NOT NULL,
    "addon_id" INTEGER NOT NULL,
    "date" DATE NOT NULL,
    "category_id" INTEGER NOT NULL,
    "price_cents" INTEGER NOT NULL,
    "state" "AddonState" NOT NULL DEFAULT 'held',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "promotion_addons_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "discounts" (
    "id" SERIAL NOT NULL,
    "code" TEXT NOT NULL,
    "kind" "DiscountKind" NOT NULL,
    "value" INTEGER NOT NULL,
    "starts_at" TIMESTAMPTZ(3),
    "ends_at" TIMESTAMPTZ(3),
    "usage_limit" INTEGER,
    "per_partner_limit" INTEGER NOT NULL DEFAULT 1,
    "book_id" INTEGER,
    "partner_id" INTEGER,
    "category_id" INTEGER,
    "first_promotion_only" BOOLEAN NOT NULL DEFAULT false,
    "min_cost_cents" INTEGER,
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "used_count" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "discounts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "discount_uses" (
    "promotion_id" INTEGER NOT NULL,
    "discount_id" INTEGER NOT NULL,
    "partner_id" INTEGER NOT NULL,
    "state" "DiscountUseState" NOT NULL DEFAULT 'reserved',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "discount_uses_pkey" PRIMARY KEY ("promotion_id")
);

-- CreateTable
CREATE TABLE "click_logs" (
    "id" BIGSERIAL NOT NULL,
    "promotion_id" INTEGER,
    "newsletter_id" INTEGER,
    "reader_id" INTEGER,
    "source" "ClickSource" NOT NULL,
    "store" "Store",
    "clicked_at" TIMESTAMPTZ(3) NOT NULL,
    "ip_hash" BYTEA,
    "ua_class" "UserAgentClass" NOT NULL,
    "billable" BOOLEAN,
    "invalid_reason" "InvalidReason",

    CONSTRAINT "click_logs_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "click_rollups" (
    "promotion_id" INTEGER NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "store" "Store" NOT NULL,
    "clicks" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "click_rollups_pkey" PRIMARY KEY ("promotion_id","hour","store")
);

-- CreateTable
CREATE TABLE "credit_cards" (
    "id" SERIAL NOT NULL,
    "partner_id" INTEGER NOT NULL,
    "payment_method_id" TEXT NOT NULL,
    "fingerprint" TEXT,
    "brand" TEXT NOT NULL,
    "last4" TEXT NOT NULL,
    "exp_month" INTEGER NOT NULL,
    "exp_year" INTEGER NOT NULL,
    "is_default" BOOLEAN NOT NULL DEFAULT false,
    "is_card_valid" BOOLEAN NOT NULL DEFAULT true,
    "removed_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "credit_cards_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "invoices" (
    "id" SERIAL NOT NULL,
    "number" INTEGER NOT NULL,
    "partner_id" INTEGER NOT NULL,
    "promotion_id" INTEGER,
    "invoice_type" "InvoiceType" NOT NULL DEFAULT 'promotion',
    "date" DATE NOT NULL,
    "lines" JSONB NOT NULL,
    "subtotal_cents" INTEGER NOT NULL,
    "discount_cents" INTEGER NOT NULL DEFAULT 0,
    "credit_cents" INTEGER NOT NULL DEFAULT 0,
    "total_cents" INTEGER NOT NULL,
    "status" "InvoiceStatus" NOT NULL DEFAULT 'open',
    "payment_intent_id" TEXT,
    "card_last4" TEXT,
    "retry_count" INTEGER NOT NULL DEFAULT 0,
    "next_retry_at" TIMESTAMPTZ(3),
    "paid_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "invoices_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "invoice_counters" (
    "id" INTEGER NOT NULL,
    "last" INTEGER NOT NULL,

    CONSTRAINT "invoice_counters_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "charge_attempts" (
    "id" SERIAL NOT NULL,
    "promotion_id" INTEGER NOT NULL,
    "invoice_id" INTEGER NOT NULL,
    "partner_id" INTEGER NOT NULL,
    "credit_card_id" INTEGER NOT NULL,
    "number" INTEGER NOT NULL,
    "idempotency_key" TEXT NOT NULL,
    "customer_id" TEXT NOT NULL,
    "payment_method_id" TEXT NOT NULL,
    "amount_cents" INTEGER NOT NULL,
    "state" "ChargeState" NOT NULL DEFAULT 'claimed',
    "payment_intent_id" TEXT,
    "requested_by" "Actor" NOT NULL,
    "claimed_at" TIMESTAMPTZ(3) NOT NULL,
    "settled_at" TIMESTAMPTZ(3),

    CONSTRAINT "charge_attempts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "stripe_errors" (
    "id" SERIAL NOT NULL,
    "promotion_id" INTEGER NOT NULL,
    "payment_intent_id" TEXT,
    "type" TEXT NOT NULL,
    "code" TEXT NOT NULL,
    "decline_code" TEXT,
    "message" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "resolved_at" TIMESTAMPTZ(3),

    CONSTRAINT "stripe_errors_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "stripe_events" (
    "id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL,
    "processed_at" TIMESTAMPTZ(3),

    CONSTRAINT "stripe_events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ledger_entries" (
    "id" SERIAL NOT NULL,
    "invoice_id" INTEGER NOT NULL,
    "kind" "LedgerKind" NOT NULL,
    "amount_cents" INTEGER NOT NULL,
    "stripe_id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ledger_entries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "referral_entries" (
    "id" SERIAL NOT NULL,
    "partner_id" INTEGER NOT NULL,
    "referred_id" INTEGER NOT NULL,
    "invoice_id" INTEGER,
    "kind" TEXT NOT NULL,
    "amount_cents" INTEGER NOT NULL,
    "state" "ReferralState" NOT NULL DEFAULT 'pending',
    "available_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "referral_entries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "newsletters" (
    "id" SERIAL NOT NULL,
    "newsletter_date" DATE NOT NULL,
    "status" "NewsletterStatus" NOT NULL DEFAULT 'draft',
    "subject" TEXT NOT NULL DEFAULT '',
    "preheader" TEXT NOT NULL DEFAULT '',
    "snapshot" JSONB,
    "deliveries_total" INTEGER NOT NULL DEFAULT 0,
    "delivered_count" INTEGER NOT NULL DEFAULT 0,
    "bounced_count" INTEGER NOT NULL DEFAULT 0,
    "frozen_at" TIMESTAMPTZ(3),
    "sending_at" TIMESTAMPTZ(3),
    "sent_at" TIMESTAMPTZ(3),
    "paused_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "newsletters_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "newsletter_promotion_counts" (
    "id" SERIAL NOT NULL,
    "newsletter_date" DATE NOT NULL,
    "category_id" INTEGER NOT NULL,
    "capacity" INTEGER NOT NULL,
    "promotions_in_total" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "newsletter_promotion_counts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "readers" (
    "id" SERIAL NOT NULL,
    "uuid" UUID NOT NULL DEFAULT gen_random_uuid(),
    "email" CITEXT,
    "status" "ReaderStatus" NOT NULL DEFAULT 'pending',
    "stores" "Store"[],
    "country" TEXT,
    "free_only" BOOLEAN NOT NULL DEFAULT false,
    "max_price_cents" INTEGER,
    "frequency" "Frequency" NOT NULL DEFAULT 'daily',
    "adult_ok" BOOLEAN NOT NULL DEFAULT false,
    "confirm_token_hash" BYTEA,
    "confirm_sent_at" TIMESTAMPTZ(3),
    "confirmed_at" TIMESTAMPTZ(3),
    "paused_until" DATE,
    "soft_bounces" INTEGER NOT NULL DEFAULT 0,
    "last_bounce_at" TIMESTAMPTZ(3),
    "unsubscribed_at" TIMESTAMPTZ(3),
    "unsubscribe_reason" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "readers_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "reader_categories" (
    "reader_id" INTEGER NOT NULL,
    "category_id" INTEGER NOT NULL,

    CONSTRAINT "reader_categories_pkey" PRIMARY KEY ("reader_id","category_id")
);

-- CreateTable
CREATE TABLE "deliveries" (
    "newsletter_id" INTEGER NOT NULL,
    "reader_id" INTEGER NOT NULL,
    "state" "DeliveryState" NOT NULL DEFAULT 'queued',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "leased_until" TIMESTAMPTZ(3),
    "next_attempt_at" TIMESTAMPTZ(3),
    "message_id" TEXT,
    "link_count" INTEGER NOT NULL DEFAULT 0,
    "failure" TEXT,
    "accepted_at" TIMESTAMPTZ(3),

    CONSTRAINT "deliveries_pkey" PRIMARY KEY ("newsletter_id","reader_id")
);

-- CreateTable
CREATE TABLE "suppressions" (
    "email_hash" BYTEA NOT NULL,
    "reason" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "suppressions_pkey" PRIMARY KEY ("email_hash")
);

-- CreateTable
CREATE TABLE "mails" (
    "id" SERIAL NOT NULL,
    "to" TEXT NOT NULL,
    "template" TEXT NOT NULL,
    "props" JSONB NOT NULL,
    "message_id" TEXT NOT NULL,
    "state" "MailState" NOT NULL DEFAULT 'queued',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "failure" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "sent_at" TIMESTAMPTZ(3),

    CONSTRAINT "mails_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "captured_mails" (
    "id" SERIAL NOT NULL,
    "to" TEXT NOT NULL,
    "raw" BYTEA NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "captured_mails_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "promotion_sites" (
    "id" INTEGER NOT NULL,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "genres" TEXT NOT NULL,
    "audience_claim" TEXT NOT NULL,
    "price_min_usd" DOUBLE PRECISION,
    "price_max_usd" DOUBLE PRECISION,
    "price_model" TEXT NOT NULL,
    "deal_price_rule" TEXT NOT NULL,
    "min_reviews" TEXT NOT NULL,
    "length_rule" TEXT NOT NULL,
    "repeat_interval_days" TEXT NOT NULL,
    "lead_time" TEXT NOT NULL,
    "selection" TEXT NOT NULL,
    "refund_or_cancel" TEXT NOT NULL,
    "stats_given" TEXT NOT NULL,
    "fact_basis" TEXT NOT NULL,
    "sources" TEXT NOT NULL,
    "checked_on" DATE,

    CONSTRAINT "promotion_sites_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "promotion_site_reviews" (
    "id" SERIAL NOT NULL,
    "promotion_site_id" INTEGER NOT NULL,
    "partner_id" INTEGER NOT NULL,
    "rating" INTEGER NOT NULL,
    "title" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "promo_date" DATE,
    "cost_cents" INTEGER,
    "copies" INTEGER,
    "hidden_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "promotion_site_reviews_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "partner_helpfuls" (
    "promotion_site_review_id" INTEGER NOT NULL,
    "partner_id" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "partner_helpfuls_pkey" PRIMARY KEY ("promotion_site_review_id","partner_id")
);

-- CreateTable
CREATE TABLE "partner_not_helpfuls" (
    "promotion_site_review_id" INTEGER NOT NULL,
    "partner_id" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "partner_not_helpfuls_pkey" PRIMARY KEY ("promotion_site_review_id","partner_id")
);

-- CreateTable
CREATE TABLE "blog_categories" (
    "id" SERIAL NOT NULL,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "blog_categories_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "tags" (
    "id" SERIAL NOT NULL,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,

    CONSTRAINT "tags_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "blogs" (
    "id" SERIAL NOT NULL,
    "slug" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "summary" TEXT NOT NULL DEFAULT '',
    "body" TEXT NOT NULL,
    "hero" TEXT,
    "blog_category_id" INTEGER,
    "user_id" INTEGER,
    "published_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "blogs_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "blog_tags" (
    "blog_id" INTEGER NOT NULL,
    "tag_id" INTEGER NOT NULL,

    CONSTRAINT "blog_tags_pkey" PRIMARY KEY ("blog_id","tag_id")
);

-- CreateTable
CREATE TABLE "reader_blog_categories" (
    "id" SERIAL NOT NULL,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "reader_blog_categories_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "reader_blogs" (
    "id" SERIAL NOT NULL,
    "slug" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "summary" TEXT NOT NULL DEFAULT '',
    "body" TEXT NOT NULL,
    "hero" TEXT,
    "reader_blog_category_id" INTEGER,
    "published_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "reader_blogs_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ai_requests" (
    "id" SERIAL NOT NULL,
    "tool" TEXT NOT NULL,
    "ip_hash" BYTEA,
    "user_id" INTEGER,
    "model" TEXT NOT NULL,
    "reserved_cents" DOUBLE PRECISION NOT NULL,
    "spent_cents" DOUBLE PRECISION,
    "input_tokens" INTEGER,
    "output_tokens" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "settled_at" TIMESTAMPTZ(3),

    CONSTRAINT "ai_requests_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ai_budgets" (
    "date" DATE NOT NULL,
    "limit_cents" DOUBLE PRECISION NOT NULL,
    "spent_cents" DOUBLE PRECISION NOT NULL DEFAULT 0,

    CONSTRAINT "ai_budgets_pkey" PRIMARY KEY ("date")
);

-- CreateTable
CREATE TABLE "ai_prompts" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "prompt" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ai_prompts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_events" (
    "id" SERIAL NOT NULL,
    "actor" "Actor" NOT NULL,
    "actor_id" INTEGER,
    "action" TEXT NOT NULL,
    "entity" TEXT NOT NULL,
    "entity_id" TEXT NOT NULL,
    "before" JSONB,
    "after" JSONB,
    "reason" TEXT,
    "request_id" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "audit_events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "job_runs" (
    "job" TEXT NOT NULL,
    "business_date" DATE NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3),
    "failure" TEXT,

    CONSTRAINT "job_runs_pkey" PRIMARY KEY ("job","business_date")
);

-- CreateTable
CREATE TABLE "settings" (
    "key" TEXT NOT NULL,
    "value" JSONB NOT NULL,

    CONSTRAINT "settings_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE UNIQUE INDEX "partners_uid_key" ON "partners"("uid");

-- CreateIndex
CREATE UNIQUE INDEX "partners_referral_code_key" ON "partners"("referral_code");

-- CreateIndex
CREATE UNIQUE INDEX "partners_stripe_customer_id_key" ON "partners"("stripe_customer_id");

-- CreateIndex
CREATE INDEX "partners_referrer_id_idx" ON "partners"("referrer_id");

-- CreateIndex
CREATE UNIQUE INDEX "users_uid_key" ON "users"("uid");

-- CreateIndex
CREATE UNIQUE INDEX "auth_tokens_client_key" ON "auth_tokens"("client");

-- CreateIndex
CREATE INDEX "auth_tokens_resource_type_resource_id_last_used_at_idx" ON "auth_tokens"("resource_type", "resource_id", "last_used_at");

-- CreateIndex
CREATE INDEX "auth_tokens_expires_at_idx" ON "auth_tokens"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "super_categories_slug_key" ON "super_categories"("slug");

-- CreateIndex
CREATE UNIQUE INDEX "categories_slug_key" ON "categories"("slug");

-- CreateIndex
CREATE INDEX "categories_super_category_id_idx" ON "categories"("super_category_id");

-- CreateIndex
CREATE INDEX "authors_slug_idx" ON "authors"("slug");

-- CreateIndex
CREATE INDEX "books_category_id_status_id_idx" ON "books"("category_id", "status", "id");

-- CreateIndex
CREATE INDEX "books_author_id_idx" ON "books"("author_id");

-- CreateIndex
CREATE INDEX "books_title_trgm" ON "books" USING GIN ("title" gin_trgm_ops);

-- CreateIndex
CREATE UNIQUE INDEX "books_partner_id_asin_key" ON "books"("partner_id", "asin");

-- CreateIndex
CREATE UNIQUE INDEX "promotions_invoice_id_key" ON "promotions"("invoice_id");

-- CreateIndex
CREATE INDEX "promotions_partner_id_id_idx" ON "promotions"("partner_id", "id");

-- CreateIndex
CREATE INDEX "promotions_book_id_requested_date_idx" ON "promotions"("book_id", "requested_date");

-- CreateIndex
CREATE INDEX "promotions_promotion_date_category_id_idx" ON "promotions"("promotion_date", "category_id");

-- CreateIndex
CREATE INDEX "promotions_requested_date_category_id_idx" ON "promotions"("requested_date", "category_id");

-- CreateIndex
CREATE INDEX "promotions_newsletter_id_idx" ON "promotions"("newsletter_id");

-- CreateIndex
CREATE INDEX "promotions_discount_id_idx" ON "promotions"("discount_id");

-- CreateIndex
CREATE INDEX "promotions_approval_status_requested_date_idx" ON "promotions"("approval_status", "requested_date");

-- CreateIndex
CREATE INDEX "promotion_events_promotion_id_id_idx" ON "promotion_events"("promotion_id", "id");

-- CreateIndex
CREATE INDEX "promotion_stats_category_id_price_type_promotion_date_click_idx" ON "promotion_stats"("category_id", "price_type", "promotion_date", "clicks_per_thousand");

-- CreateIndex
CREATE UNIQUE INDEX "addons_name_key" ON "addons"("name");

-- CreateIndex
CREATE UNIQUE INDEX "promotion_addons_promotion_id_addon_id_key" ON "promotion_addons"("promotion_id", "addon_id");

-- CreateIndex
CREATE UNIQUE INDEX "discounts_code_key" ON "discounts"("code");

-- CreateIndex
CREATE INDEX "discount_uses_discount_id_partner_id_idx" ON "discount_uses"("discount_id", "partner_id");

-- CreateIndex
CREATE INDEX "click_logs_promotion_id_clicked_at_idx" ON "click_logs"("promotion_id", "clicked_at");

-- CreateIndex
CREATE INDEX "click_logs_newsletter_id_reader_id_clicked_at_idx" ON "click_logs"("newsletter_id", "reader_id", "clicked_at");

-- CreateIndex
CREATE INDEX "click_logs_clicked_at_idx" ON "click_logs" USING BRIN ("clicked_at");

-- CreateIndex
CREATE UNIQUE INDEX "credit_cards_payment_method_id_key" ON "credit_cards"("payment_method_id");

-- CreateIndex
CREATE INDEX "credit_cards_partner_id_idx" ON "credit_cards"("partner_id");

-- CreateIndex
CREATE INDEX "credit_cards_fingerprint_idx" ON "credit_cards"("fingerprint");

-- CreateIndex
CREATE UNIQUE INDEX "invoices_number_key" ON "invoices"("number");

-- CreateIndex
CREATE UNIQUE INDEX "invoices_payment_intent_id_key" ON "invoices"("payment_intent_id");

-- CreateIndex
CREATE INDEX "invoices_partner_id_id_idx" ON "invoices"("partner_id", "id");

-- CreateIndex
CREATE INDEX "invoices_promotion_id_idx" ON "invoices"("promotion_id");

-- CreateIndex
CREATE UNIQUE INDEX "charge_attempts_idempotency_key_key" ON "charge_attempts"("idempotency_key");

-- CreateIndex
CREATE INDEX "charge_attempts_state_claimed_at_idx" ON "charge_attempts"("state", "claimed_at");

-- CreateIndex
CREATE UNIQUE INDEX "charge_attempts_promotion_id_number_key" ON "charge_attempts"("promotion_id", "number");

-- CreateIndex
CREATE INDEX "stripe_errors_promotion_id_idx" ON "stripe_errors"("promotion_id");

-- CreateIndex
CREATE UNIQUE INDEX "ledger_entries_stripe_id_key" ON "ledger_entries"("stripe_id");

-- CreateIndex
CREATE INDEX "ledger_entries_invoice_id_idx" ON "ledger_entries"("invoice_id");

-- CreateIndex
CREATE INDEX "referral_entries_partner_id_idx" ON "referral_entries"("partner_id");

-- CreateIndex
CREATE UNIQUE INDEX "referral_entries_invoice_id_kind_key" ON "referral_entries"("invoice_id", "kind");

-- CreateIndex
CREATE UNIQUE INDEX "newsletters_newsletter_date_key" ON "newsletters"("newsletter_date");

-- CreateIndex
CREATE UNIQUE INDEX "newsletter_promotion_counts_newsletter_date_category_id_key" ON "newsletter_promotion_counts"("newsletter_date", "category_id");

-- CreateIndex
CREATE UNIQUE INDEX "readers_uuid_key" ON "readers"("uuid");

-- CreateIndex
CREATE UNIQUE INDEX "readers_email_key" ON "readers"("email");

-- CreateIndex
CREATE UNIQUE INDEX "readers_confirm_token_hash_key" ON "readers"("confirm_token_hash");

-- CreateIndex
CREATE INDEX "readers_status_frequency_id_idx" ON "readers"("status", "frequency", "id");

-- CreateIndex
CREATE INDEX "reader_categories_category_id_idx" ON "reader_categories"("category_id");

-- CreateIndex
CREATE INDEX "deliveries_newsletter_id_state_idx" ON "deliveries"("newsletter_id", "state");

-- CreateIndex
CREATE UNIQUE INDEX "mails_message_id_key" ON "mails"("message_id");

-- CreateIndex
CREATE INDEX "mails_state_idx" ON "mails"("state");

-- CreateIndex
CREATE INDEX "captured_mails_to_idx" ON "captured_mails"("to");

-- CreateIndex
CREATE UNIQUE INDEX "promotion_sites_slug_key" ON "promotion_sites"("slug");

-- CreateIndex
CREATE UNIQUE INDEX "promotion_site_reviews_promotion_site_id_partner_id_key" ON "promotion_site_reviews"("promotion_site_id", "partner_id");

-- CreateIndex
CREATE UNIQUE INDEX "blog_categories_slug_key" ON "blog_categories"("slug");

-- CreateIndex
CREATE UNIQUE INDEX "tags_slug_key" ON "tags"("slug");

-- CreateIndex
CREATE UNIQUE INDEX "tags_name_key" ON "tags"("name");

-- CreateIndex
CREATE INDEX "blogs_published_at_idx" ON "blogs"("published_at");

-- CreateIndex
CREATE INDEX "blogs_blog_category_id_idx" ON "blogs"("blog_category_id");

-- CreateIndex
CREATE INDEX "blog_tags_tag_id_idx" ON "blog_tags"("tag_id");

-- CreateIndex
CREATE UNIQUE INDEX "reader_blog_categories_slug_key" ON "reader_blog_categories"("slug");

-- CreateIndex
CREATE INDEX "reader_blogs_published_at_idx" ON "reader_blogs"("published_at");

-- CreateIndex
CREATE INDEX "reader_blogs_reader_blog_category_id_idx" ON "reader_blogs"("reader_blog_category_id");

-- CreateIndex
CREATE INDEX "ai_requests_created_at_idx" ON "ai_requests"("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "ai_prompts_user_id_name_key" ON "ai_prompts"("user_id", "name");

-- CreateIndex
CREATE INDEX "audit_events_entity_entity_id_id_idx" ON "audit_events"("entity", "entity_id", "id");

-- CreateIndex
CREATE INDEX "audit_events_at_idx" ON "audit_events"("at");

-- AddForeignKey
ALTER TABLE "partners" ADD CONSTRAINT "partners_referrer_id_fkey" FOREIGN KEY ("referrer_id") REFERENCES "partners"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "categories" ADD CONSTRAINT "categories_super_category_id_fkey" FOREIGN KEY ("super_category_id") REFERENCES "super_categories"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "authors" ADD CONSTRAINT "authors_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "books" ADD CONSTRAINT "books_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "books" ADD CONSTRAINT "books_author_id_fkey" FOREIGN KEY ("author_id") REFERENCES "authors"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "books" ADD CONSTRAINT "books_category_id_fkey" FOREIGN KEY ("category_id") REFERENCES "categories"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "books" ADD CONSTRAINT "books_secondary_category_id_fkey" FOREIGN KEY ("secondary_category_id") REFERENCES "categories"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "promotions" ADD CONSTRAINT "promotions_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "promotions" ADD CONSTRAINT "promotions_book_id_fkey" FOREIGN KEY ("book_id") REFERENCES "books"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "promotions" ADD CONSTRAINT "promotions_category_id_fkey" FOREIGN KEY ("category_id") REFERENCES "categories"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "promotions" ADD CONSTRAINT "promotions_discount_id_fkey" FOREIGN KEY ("discount_id") REFERENCES "discounts"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "promotions" ADD CONSTRAINT "promotions_reviewed_by_fkey" FOREIGN KEY ("reviewed_by") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "promotions" ADD CONSTRAINT "promotions_newsletter_id_fkey" FOREIGN KEY ("newsletter_id") REFERENCES "newsletters"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "promotions" ADD CONSTRAINT "promotions_invoice_id_fkey" FOREIGN KEY ("invoice_id") REFERENCES "invoices"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "promotion_events" ADD CONSTRAINT "promotion_events_promotion_id_fkey" FOREIGN KEY ("promotion_id") REFERENCES "promotions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "promotion_stats" ADD CONSTRAINT "promotion_stats_promotion_id_fkey" FOREIGN KEY ("promotion_id") REFERENCES "promotions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "promotion_stats" ADD CONSTRAINT "promotion_stats_category_id_fkey" FOREIGN KEY ("category_id") REFERENCES "categories"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "promotion_addons" ADD CONSTRAINT "promotion_addons_promotion_id_fkey" FOREIGN KEY ("promotion_id") REFERENCES "promotions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "promotion_addons" ADD CONSTRAINT "promotion_addons_addon_id_fkey" FOREIGN KEY ("addon_id") REFERENCES "addons"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "promotion_addons" ADD CONSTRAINT "promotion_addons_category_id_fkey" FOREIGN KEY ("category_id") REFERENCES "categories"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "discounts" ADD CONSTRAINT "discounts_book_id_fkey" FOREIGN KEY ("book_id") REFERENCES "books"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "discounts" ADD CONSTRAINT "discounts_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "discounts" ADD CONSTRAINT "discounts_category_id_fkey" FOREIGN KEY ("category_id") REFERENCES "categories"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "discount_uses" ADD CONSTRAINT "discount_uses_promotion_id_fkey" FOREIGN KEY ("promotion_id") REFERENCES "promotions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "discount_uses" ADD CONSTRAINT "discount_uses_discount_id_fkey" FOREIGN KEY ("discount_id") REFERENCES "discounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "discount_uses" ADD CONSTRAINT "discount_uses_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "click_logs" ADD CONSTRAINT "click_logs_promotion_id_fkey" FOREIGN KEY ("promotion_id") REFERENCES "promotions"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "click_rollups" ADD CONSTRAINT "click_rollups_promotion_id_fkey" FOREIGN KEY ("promotion_id") REFERENCES "promotions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "credit_cards" ADD CONSTRAINT "credit_cards_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_promotion_id_fkey" FOREIGN KEY ("promotion_id") REFERENCES "promotions"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "charge_attempts" ADD CONSTRAINT "charge_attempts_promotion_id_fkey" FOREIGN KEY ("promotion_id") REFERENCES "promotions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "charge_attempts" ADD CONSTRAINT "charge_attempts_invoice_id_fkey" FOREIGN KEY ("invoice_id") REFERENCES "invoices"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "charge_attempts" ADD CONSTRAINT "charge_attempts_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "charge_attempts" ADD CONSTRAINT "charge_attempts_credit_card_id_fkey" FOREIGN KEY ("credit_card_id") REFERENCES "credit_cards"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "stripe_errors" ADD CONSTRAINT "stripe_errors_promotion_id_fkey" FOREIGN KEY ("promotion_id") REFERENCES "promotions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_invoice_id_fkey" FOREIGN KEY ("invoice_id") REFERENCES "invoices"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "referral_entries" ADD CONSTRAINT "referral_entries_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "referral_entries" ADD CONSTRAINT "referral_entries_referred_id_fkey" FOREIGN KEY ("referred_id") REFERENCES "partners"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "newsletter_promotion_counts" ADD CONSTRAINT "newsletter_promotion_counts_category_id_fkey" FOREIGN KEY ("category_id") REFERENCES "categories"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "reader_categories" ADD CONSTRAINT "reader_categories_reader_id_fkey" FOREIGN KEY ("reader_id") REFERENCES "readers"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "reader_categories" ADD CONSTRAINT "reader_categories_category_id_fkey" FOREIGN KEY ("category_id") REFERENCES "categories"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_newsletter_id_fkey" FOREIGN KEY ("newsletter_id") REFERENCES "newsletters"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_reader_id_fkey" FOREIGN KEY ("reader_id") REFERENCES "readers"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "promotion_site_reviews" ADD CONSTRAINT "promotion_site_reviews_promotion_site_id_fkey" FOREIGN KEY ("promotion_site_id") REFERENCES "promotion_sites"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "promotion_site_reviews" ADD CONSTRAINT "promotion_site_reviews_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "partner_helpfuls" ADD CONSTRAINT "partner_helpfuls_promotion_site_review_id_fkey" FOREIGN KEY ("promotion_site_review_id") REFERENCES "promotion_site_reviews"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "partner_helpfuls" ADD CONSTRAINT "partner_helpfuls_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "partner_not_helpfuls" ADD CONSTRAINT "partner_not_helpfuls_promotion_site_review_id_fkey" FOREIGN KEY ("promotion_site_review_id") REFERENCES "promotion_site_reviews"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "partner_not_helpfuls" ADD CONSTRAINT "partner_not_helpfuls_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "blogs" ADD CONSTRAINT "blogs_blog_category_id_fkey" FOREIGN KEY ("blog_category_id") REFERENCES "blog_categories"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "blogs" ADD CONSTRAINT "blogs_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "blog_tags" ADD CONSTRAINT "blog_tags_blog_id_fkey" FOREIGN KEY ("blog_id") REFERENCES "blogs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "blog_tags" ADD CONSTRAINT "blog_tags_tag_id_fkey" FOREIGN KEY ("tag_id") REFERENCES "tags"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "reader_blogs" ADD CONSTRAINT "reader_blogs_reader_blog_category_id_fkey" FOREIGN KEY ("reader_blog_category_id") REFERENCES "reader_blog_categories"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ai_prompts" ADD CONSTRAINT "ai_prompts_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
