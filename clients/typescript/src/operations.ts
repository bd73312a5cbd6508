// Generated from the contract by `npm run client`. Don't edit.
import type { Call } from './index.ts';

export type Promotion = {
  id: number;
  partner_id: number;
  book_id: number;
  category_id: number;
  display_status:
    | 'payment failed'
    | 'cancelled'
    | 'declined'
    | 'awaiting payment'
    | 'successfully sent'
    | 'unable to send'
    | 'awaiting review'
    | 'awaiting partner feedback'
    | 'feedback submitted'
    | 'awaiting promotion date';
  requested_date: string;
  alternate_dates: Array<string>;
  promotion_date: string | null;
  open_dates: Array<string>;
  closes_at: string | null;
  deal_ends_on: string;
  current_price_cents: number;
  sale_price_cents: number;
  price_type: 'free' | 'discounted';
  partner_note: string | null;
  blurb_override: string | null;
  approval_status: 'approved' | 'rejected' | 'awaiting_feedback' | null;
  reason_codes: Array<string>;
  staff_message: string | null;
  suggested_category_id: number | null;
  feedback_requested_at: string | null;
  answer_by: string | null;
  proposed_date: string | null;
  partner_feedback: string | null;
  feedback_submitted_at: string | null;
  reviewed_by?: number | null;
  reviewed_by_name?: string | null;
  refundable_cents?: number;
  reviewed_at: string | null;
  changed_since_review: {
    changes: Array<{
      field:
        | 'title'
        | 'author_name'
        | 'cover_url'
        | 'description'
        | 'blurb'
        | 'blurb_override'
        | 'content_rating'
        | 'amazon_url'
        | 'ibooks_url'
        | 'barnes_and_noble_url'
        | 'google_play_url'
        | 'kobo_url'
        | 'category_id'
        | 'current_price_cents'
        | 'sale_price_cents'
        | 'deal_ends_on';
      approved: string | number | null;
      proposed: string | number | null;
    }>;
    held_because: string | null;
    question: { message: string; asked_at: string; answer: string | null; answered_at: string | null } | null;
  } | null;
  at_risk: string | null;
  review_version?: string;
  approved_store_urls?: Record<string, string>;
  resubmit_on: string | null;
  discount_id: number | null;
  cpc_cents: number;
  max_cost_cents: number;
  money: {
    most: {
      clicks_cents: number;
      addons_cents: number;
      over_cap_cents: number;
      subtotal_cents: number;
      discount_cents: number;
      credit_cents: number;
      waived_cents: number;
      total_cents: number;
    };
    so_far: {
      clicks_cents: number;
      addons_cents: number;
      over_cap_cents: number;
      subtotal_cents: number;
      discount_cents: number;
      credit_cents: number;
      waived_cents: number;
      total_cents: number;
    } | null;
    invoiced: {
      clicks_cents: number;
      addons_cents: number;
      over_cap_cents: number;
      subtotal_cents: number;
      discount_cents: number;
      credit_cents: number;
      waived_cents: number;
      total_cents: number;
      status: 'open' | 'paid' | 'failed' | 'void' | 'refunded';
      refunded_cents: number;
    } | null;
  };
  newsletter_id: number | null;
  position: number | null;
  frozen_at: string | null;
  sent_at: string | null;
  unable_to_send_at: string | null;
  unable_reason: string | null;
  cancelled_at: string | null;
  cancelled_by: 'partner' | 'user' | 'system' | null;
  cancel_reason: string | null;
  click_window_ends_at: string | null;
  settled_at: string | null;
  clicks_total: number;
  clicks_billable: number;
  clicks_so_far: number | null;
  invoice_id: number | null;
  paid_at: string | null;
  created_at: string;
  updated_at: string;
  addons: Array<{
    addon_id: number;
    name: string;
    label: string;
    price_cents: number;
    state: 'held' | 'confirmed' | 'released';
  }>;
  actions: Array<string>;
  book?: Book;
  category?: Category;
  click_logs?: Array<{
    id: string;
    store: 'amazon' | 'ibooks' | 'barnes_and_noble' | 'google_play' | 'kobo' | null;
    source: 'newsletter' | 'site';
    clicked_at: string;
    billable: boolean | null;
    invalid_reason: string | null;
  }>;
  discount?: {
    id?: number;
    code?: string;
    kind?: 'percent' | 'fixed_cents';
    value?: number;
    starts_at?: string | null;
    ends_at?: string | null;
    usage_limit?: number | null;
    per_partner_limit?: number;
    book_id?: number | null;
    partner_id?: number | null;
    category_id?: number | null;
    first_promotion_only?: boolean;
    min_cost_cents?: number | null;
    enabled?: boolean;
    used_count?: number;
    created_at?: string;
    book?: { id: number; title: string } | null;
    category?: { id: number; name: string } | null;
    partner?: { id: number; name: string } | null;
  } | null;
  partner?: { id: number; name: string; email: string; is_email_verified?: boolean };
  card?: {
    brand: string;
    last4: string;
    exp_month: number;
    exp_year: number;
    is_chargeable: boolean;
    other_valid_card: { brand: string; last4: string } | null;
  } | null;
  failed_rules?: Array<
    | 'price_too_high'
    | 'discount_too_small'
    | 'too_short'
    | 'rating_too_low'
    | 'repeat_too_soon'
    | 'author_twice'
    | 'no_store_link'
    | 'store_mismatch'
    | 'pre_order'
    | 'date_full'
    | 'date_past'
    | 'date_too_far'
    | 'no_card'
    | 'unpaid_promotion'
    | 'open_dispute'
    | 'adult_category'
  >;
  held_date?: string | null;
  stripe_errors?: Array<{
    id: number;
    payment_intent_id: string | null;
    type: string;
    code: string;
    decline_code: string | null;
    message: string;
    created_at: string;
    resolved_at: string | null;
  }>;
  events?: Array<{
    id: number;
    actor: 'partner' | 'user' | 'system';
    actor_name?: string;
    action: string;
    from: string | null;
    to: string;
    reason: string | null;
    at: string;
  }>;
  last_event?: {
    id: number;
    actor: 'partner' | 'user' | 'system';
    actor_name?: string;
    action: string;
    to: string;
    seconds_ago: number;
  };
};

export type Book = {
  id: number;
  title: string;
  subtitle: string | null;
  slug: string;
  series: string | null;
  series_number: number | null;
  author_id: number | null;
  author_name: string | null;
  category_id: number | null;
  secondary_category_id: number | null;
  asin: string | null;
  isbn13: string | null;
  description: string;
  blurb: string;
  page_count: number | null;
  language: string;
  published_on: string | null;
  rating_avg: number | null;
  rating_count: number | null;
  content_rating: 'general' | 'teen' | 'mature' | 'adult';
  in_kindle_unlimited: boolean;
  amazon_url: string | null;
  ibooks_url: string | null;
  barnes_and_noble_url: string | null;
  google_play_url: string | null;
  kobo_url: string | null;
  cover_url: string;
  deal: {
    promotion_id: number;
    sale_price_cents: number;
    current_price_cents: number;
    price_type: 'free' | 'discounted';
    promotion_date: string;
    deal_ends_on: string;
    store_links: Record<string, string>;
  } | null;
  past_deals?: Array<{
    promotion_id: number;
    sale_price_cents: number;
    current_price_cents: number;
    promotion_date: string;
    deal_ends_on: string;
  }>;
  author?: Author | null;
  category?: Category;
  partner_id?: number;
  partner?: { id: number; name: string; email?: string };
  status?: 'draft' | 'active' | 'archived';
  dead_stores?: Array<'amazon' | 'ibooks' | 'barnes_and_noble' | 'google_play' | 'kobo'>;
  store_data?: unknown;
  store_data_fetched_at?: string | null;
  created_at?: string;
  updated_at?: string;
};

export type Author = {
  id: number;
  name: string;
  slug: string;
  bio: string;
  photo_url: string | null;
  website: string | null;
  amazon_url: string | null;
  goodreads_url: string | null;
  bookbub_url: string | null;
  facebook_url: string | null;
  instagram_url: string | null;
  tiktok_url: string | null;
  books_count?: number;
  followers_count?: number;
  books?: Array<{ id: number; title: string; slug: string }>;
  partner?: { id: number; name: string };
  past_deals?: Array<{
    promotion_id: number;
    book: { id: number; title: string; slug: string };
    sale_price_cents: number;
    promotion_date: string;
    deal_ends_on: string;
  }>;
  partner_id?: number;
  created_at?: string;
  updated_at?: string;
};

export type Category = {
  id: number;
  slug: string;
  name: string;
  super_category_id: number;
  position: number;
  is_adult: boolean;
  daily_slots: number;
  cpc_free_cents: number;
  cpc_discounted_cents: number;
  top_of_newsletter_addon_cents: number;
  super_category?: { id: number; slug: string; name: string; position: number };
};

export type Meta = { total_count: number; page: number; per: number };

export type Unreadable = { errors: { base: Array<string>; full_messages: Array<string> } };

export type NotSignedIn = {
  errors: Array<
    | 'You need to sign in or sign up before continuing.'
    | 'This API key is unknown or was revoked. Create another one in your account.'
  >;
};

export type Refusal = { errors: Array<string> };

export type Conflict = { errors: { base: Array<string>; full_messages: Array<string> }; code?: string };

export type Invalid = {
  errors: { base?: Array<string>; full_messages: Array<string> } & Record<string, Array<string>>;
  codes?: Array<string>;
};

export type TooMany = { errors: { base: Array<string>; full_messages: Array<string> } };

export type ServerProblem = { errors: { base: Array<string> }; error_id: string };

export type NotFound = Record<string, never>;

export type NewsletterPromotionCount = {
  id: number;
  newsletter_date: string;
  category_id: number;
  promotions_in_total: number;
  places_left: number;
  top_of_newsletter_available: boolean;
};

export type Addon = { id: number; name: string; label: string; price_cents: number; exclusive: boolean };

export type StoreData = {
  asin: string;
  title: string;
  author_name: string | null;
  description: string | null;
  page_count: number | null;
  published_on: string | null;
  rating_avg: number | null;
  rating_count: number | null;
  list_price_cents: number | null;
  price_cents?: number | null;
  amazon_url: string;
  cover_url: string | null;
  category_slug: string | null;
  source: string;
  fetched_at: string;
};

export type SuperCategory = { id: number; slug: string; name: string; position: number; categories?: Array<Category> };

export type Discount = {
  id: number;
  code: string;
  kind: 'percent' | 'fixed_cents';
  value: number;
  starts_at: string | null;
  ends_at: string | null;
  usage_limit: number | null;
  per_partner_limit: number;
  book_id: number | null;
  partner_id: number | null;
  category_id: number | null;
  first_promotion_only: boolean;
  min_cost_cents: number | null;
  enabled: boolean;
  used_count: number;
  created_at: string;
  book?: { id: number; title: string } | null;
  category?: { id: number; name: string } | null;
  partner?: { id: number; name: string } | null;
};

export type CreditCard = {
  id: number;
  payment_method_id: string;
  brand: string;
  last4: string;
  exp_month: number;
  exp_year: number;
  is_default: boolean;
  is_card_valid: boolean;
  is_refused: boolean;
  created_at: string;
};

export type Invoice = {
  id: number;
  number: string;
  invoice_type: 'promotion' | 'refund' | 'referral_reward' | 'credit_adjustment';
  date: string;
  partner_id: number;
  promotion_id: number | null;
  lines: Array<{ description: string; quantity: number; unit_cents: number; amount_cents: number }>;
  subtotal_cents: number;
  discount_cents: number;
  credit_cents: number;
  waived_cents: number;
  total_cents: number;
  status: 'open' | 'paid' | 'failed' | 'void' | 'refunded';
  card_last4: string | null;
  paid_at: string | null;
  retry_count: number;
  next_retry_at: string | null;
  refunded_cents: number;
  disputed_at: string | null;
  dispute_outcome: 'won' | 'lost' | null;
  disputes?: Array<{
    id: string;
    amount_cents: number;
    reason: string;
    funds_withdrawn: boolean;
    outcome: 'won' | 'lost' | null;
    due_by: string | null;
    opened_at: string;
    dashboard_url: string | null;
  }>;
  created_at: string;
};

export type Referral = {
  id: number;
  partner_id: number;
  kind: 'reward' | 'welcome';
  amount_cents: number;
  clawed_back_cents: number;
  owed_cents: number;
  state: 'pending' | 'available' | 'cashed_out' | 'clawed_back' | 'held' | 'rejected';
  available_at: string;
  reward_invoice_id: number | null;
  reviewed_at: string | null;
  cashed_out_at: string | null;
  created_at: string;
  referred_id?: number;
  invoice_id?: number | null;
};

export type Newsletter = {
  id: number;
  newsletter_date: string;
  kind: 'daily' | 'weekly';
  status: 'draft' | 'frozen' | 'sending' | 'sent' | 'failed' | 'cancelled';
  subject: string;
  preheader: string;
  promotions_count: number;
  places_left: number;
  awaiting_review_count: number;
  waiting_count: number;
  deliveries_total: number;
  delivered_count: number;
  bounced_count: number;
  frozen_at: string | null;
  sent_at: string | null;
  paused_at: string | null;
  paused_reason: string | null;
  ended_at: string | null;
  ended_reason: string | null;
  held_at: string | null;
  promotions?: Array<Promotion>;
};

export type Reader = {
  uuid: string;
  status: 'pending' | 'active' | 'unsubscribed' | 'bounced' | 'complained' | 'sunset';
  email: string | null;
  category_ids: Array<number>;
  stores: Array<'amazon' | 'ibooks' | 'barnes_and_noble' | 'google_play' | 'kobo'>;
  country: string | null;
  free_only: boolean;
  max_price_cents: number | null;
  frequency: 'daily' | 'weekly';
  adult_ok: boolean;
  list_alerts: boolean;
  paused_until: string | null;
  confirmed_at: string | null;
  sign_up_page: string | null;
  feed_path?: string;
};

export type CurrentPartner = {
  id: number;
  provider: 'email';
  uid: string;
  email: string;
  name: string;
  is_view?: true;
  partner_type: 'author' | 'publisher';
  website: string | null;
  country: string | null;
  subscribe_me: boolean;
  referral_code: string;
  credit_cents: number;
  reminder_emails: boolean;
  recapture_emails: boolean;
  billing_name: string | null;
  tax_number: string | null;
};

export type AuthRefusal = { success: false; errors: Array<string> };

export type AuthStatusRefusal = { success: false; errors: Array<string>; status: 'error' };

export type CurrentUser = {
  id: number;
  provider: 'email';
  uid: string;
  email: string;
  name: string;
  role: 'admin' | 'editor';
};

export type Deckle = {
  /** Bookings of a book for a newsletter date and category: submit, review, change, and cancel. */
  promotions: {
    /** List the partner’s promotions; all promotions for staff. */
    list(
      input?: Call<{
        query?: {
          page?: number;
          per?: number;
          sort_col?:
            | 'id'
            | 'requested_date'
            | 'promotion_date'
            | 'booked_date'
            | 'created_at'
            | 'updated_at'
            | 'closes_at';
          sort_dir?: 'asc' | 'desc';
          joins?: Array<
            | 'book'
            | 'category'
            | 'click_logs'
            | 'discount'
            | 'partner'
            | 'card'
            | 'failed_rules'
            | 'held_slot'
            | 'last_event'
            | 'reviewer'
            | 'stripe_errors'
            | 'events'
          >;
          public?: boolean;
          after?: number;
          q?: string;
          display_status?:
            | 'payment failed'
            | 'cancelled'
            | 'declined'
            | 'awaiting payment'
            | 'successfully sent'
            | 'unable to send'
            | 'awaiting review'
            | 'awaiting partner feedback'
            | 'feedback submitted'
            | 'awaiting promotion date';
          approval_status?: 'approved' | 'rejected' | 'awaiting_feedback' | 'awaiting feedback';
          reviewable?: boolean;
          running?: boolean;
          lane?:
            | 'date_passed'
            | 'changed_after_approval'
            | 'closes_next'
            | 'feedback_answered'
            | 'to_decide'
            | 'payment_failed';
          category_id?: number;
          book_id?: number;
          partner_id?: number;
          newsletter_id?: number;
          date_from?: string;
          date_to?: string;
        };
      }>,
    ): Promise<{ promotions: Array<Promotion>; meta: Meta }>;
    /** Count the promotions in each lane of the review queue. */
    laneCounts(input?: Call): Promise<{
      lane_counts: {
        date_passed: number;
        changed_after_approval: number;
        closes_next: number;
        feedback_answered: number;
        to_decide: number;
        payment_failed: number;
      };
      closes_next: string;
    }>;
    /** Follow the review queue as server-sent events, or get its state once as JSON. */
    reviewStream(input?: Call): Promise<{
      review: {
        viewers: Array<{ promotion_id: number; user_id: number; name: string }>;
        claims: Array<{ promotion_id: number; user_id: number; name: string }>;
        changed: Array<{ promotion_id: number; user_id: number | null }>;
        last_event_id: number;
      };
    }>;
    /** Tell the team which promotion you’re looking at, and which ones you’re deciding on. */
    reviewPresence(
      input: Call<{
        body: {
          tab: string;
          promotion_id: number | null;
          deciding?: Array<number>;
          take_over?: number;
          after?: number;
        };
        idempotencyKey?: string;
      }>,
    ): Promise<{
      review: {
        viewers: Array<{ promotion_id: number; user_id: number; name: string }>;
        claims: Array<{ promotion_id: number; user_id: number; name: string }>;
        changed: Array<{ promotion_id: number; user_id: number | null }>;
        last_event_id: number;
      };
    }>;
    /** List open dates, their expected clicks, and the best date. */
    dateForecast(
      input: Call<{
        query: { category_id: number; price_type: 'free' | 'discounted'; book_id?: number; promotion_id?: number };
      }>,
    ): Promise<{
      date_forecast: {
        category_id: number;
        price_type: 'free' | 'discounted';
        sample_size: number;
        dates: Array<{ date: string; expected_clicks: number | null }>;
        best: { date: string; expected_clicks: number | null; places_left: number } | null;
        warm_up_readers: number | null;
        warm_up_note: string | null;
      };
    }>;
    /** Check a submission against the rules; staff can send promotion_id without book_id. */
    check(
      input: Call<{
        body:
          | {
              book_id: number;
              category_id?: number;
              requested_date?: string;
              deal_ends_on?: string;
              current_price_cents?: number;
              sale_price_cents?: number;
              promotion_id?: number;
            }
          | {
              book_id?: number;
              category_id?: number;
              requested_date?: string;
              deal_ends_on?: string;
              current_price_cents?: number;
              sale_price_cents?: number;
              promotion_id?: number;
            };
        idempotencyKey?: string;
      }>,
    ): Promise<{ eligible: boolean; rules: Array<{ code: string; passed: boolean | null; message: string }> }>;
    /** Submit a promotion for review; invalid discount codes count toward the guess limit. */
    submit(
      input: Call<{
        body: {
          book_id: number;
          category_id: number;
          requested_date: string;
          alternate_dates?: Array<string>;
          deal_ends_on: string;
          current_price_cents: number;
          sale_price_cents: number;
          partner_note?: string | null;
          blurb_override?: string | null;
          addon_ids?: Array<number>;
          discount_code?: string | null;
        };
        idempotencyKey?: string;
      }>,
    ): Promise<{ promotion: Promotion }>;
    /** Submit a promotion for each of up to five books of a series, all or none. */
    submitSeries(
      input: Call<{
        body: {
          promotions: Array<{
            book_id: number;
            category_id: number;
            requested_date: string;
            alternate_dates?: Array<string>;
            deal_ends_on: string;
            current_price_cents: number;
            sale_price_cents: number;
            partner_note?: string | null;
            blurb_override?: string | null;
            addon_ids?: Array<number>;
          }>;
          dry_run?: boolean;
        };
        idempotencyKey?: string;
      }>,
    ): Promise<
      { series_check: { bookable: boolean; errors: Record<string, Array<string>> } } | { promotions: Array<Promotion> }
    >;
    /** Get a promotion. */
    show(
      input: Call<{
        id: number;
        query?: {
          joins?: Array<
            | 'book'
            | 'category'
            | 'click_logs'
            | 'discount'
            | 'partner'
            | 'card'
            | 'failed_rules'
            | 'held_slot'
            | 'last_event'
            | 'reviewer'
            | 'stripe_errors'
            | 'events'
          >;
          public?: boolean;
        };
      }>,
    ): Promise<{ promotion: Promotion }>;
    /** Get the percentile of a promotion and of the previous one by the same book, author, or partner. */
    lastPromotionPercentile(input: Call<{ id: number }>): Promise<{
      percentile: number | null;
      basis: 'book' | 'author' | 'partner' | null;
      promotion_id: number | null;
      promotion_date: string | null;
      clicks: number | null;
      clicks_per_thousand: number | null;
      category_id: number | null;
      sample_size: number;
      below: number;
      comparison: { category_name: string; price_type: 'free' | 'discounted' } | null;
      own: {
        percentile: number | null;
        sample_size: number;
        below: number;
        comparison: { category_name: string; price_type: 'free' | 'discounted' };
        clicks: number;
        clicks_per_thousand: number;
      } | null;
    }>;
    /** Get the track record of a promotion’s partner: spend, debts, declines, cancellations, results, disputes. */
    partnerRecord(input: Call<{ id: number }>): Promise<{
      partner_record: {
        partner_id: number;
        since: string;
        spent_cents: number;
        unpaid_cents: number;
        written_off_cents: number;
        sent: number;
        declined: number;
        cancelled: number;
        median_percentile: number | null;
        disputes: number;
        open_disputes: number;
      };
    }>;
    /** Get the typical clicks by hour for a promotion’s category and price type, from past promotions. */
    usualClicks(input: Call<{ id: number }>): Promise<{
      usual_clicks: {
        category_id: number;
        price_type: 'free' | 'discounted';
        sample_size: number;
        by_hour: Array<number> | null;
        is_scaled: boolean;
      };
    }>;
    /** Get the prices at the stores, from three days before the newsletter until the deal ends. */
    priceWatch(input: Call<{ id: number }>): Promise<{
      price_watch: {
        promised_cents: number;
        due_at: string;
        stores: Array<{
          store: 'amazon' | 'ibooks' | 'barnes_and_noble' | 'google_play' | 'kobo';
          state: 'right' | 'too_high' | 'confirmed' | 'unknown';
          price_cents: number | null;
          at: string | null;
          confirmed_at: string | null;
          is_fetched: boolean;
        }>;
      } | null;
    }>;
    /** Confirm that the deal price is set at a store. */
    confirmPrice(
      input: Call<{
        id: number;
        body: { store: 'amazon' | 'ibooks' | 'barnes_and_noble' | 'google_play' | 'kobo' };
        idempotencyKey?: string;
      }>,
    ): Promise<{
      price_watch: {
        promised_cents: number;
        due_at: string;
        stores: Array<{
          store: 'amazon' | 'ibooks' | 'barnes_and_noble' | 'google_play' | 'kobo';
          state: 'right' | 'too_high' | 'confirmed' | 'unknown';
          price_cents: number | null;
          at: string | null;
          confirmed_at: string | null;
          is_fetched: boolean;
        }>;
      } | null;
    }>;
    /** Take back the confirmation of the price at a store. */
    unconfirmPrice(
      input: Call<{
        id: number;
        body: { store: 'amazon' | 'ibooks' | 'barnes_and_noble' | 'google_play' | 'kobo' };
        idempotencyKey?: string;
      }>,
    ): Promise<{
      price_watch: {
        promised_cents: number;
        due_at: string;
        stores: Array<{
          store: 'amazon' | 'ibooks' | 'barnes_and_noble' | 'google_play' | 'kobo';
          state: 'right' | 'too_high' | 'confirmed' | 'unknown';
          price_cents: number | null;
          at: string | null;
          confirmed_at: string | null;
          is_fetched: boolean;
        }>;
      } | null;
    }>;
    /** Get the entry as frozen into its newsletter, or null until the newsletter has closed. */
    sentCopy(input: Call<{ id: number }>): Promise<{
      sent_copy: {
        title: string;
        author_name: string | null;
        blurb: string;
        cover_url: string;
        sale_price_cents: number;
        current_price_cents: number;
        is_top: boolean;
        stores: Array<'amazon' | 'ibooks' | 'barnes_and_noble' | 'google_play' | 'kobo'>;
      } | null;
    }>;
    /** Get a picture for the partner’s own channels, 1200 × 630 pixels. */
    shareCard(input: Call<{ id: number }>): Promise<Response>;
    /** Update an undecided promotion, or an approved one until its newsletter closes. */
    update(
      input: Call<{
        id: number;
        query?: {
          joins?: Array<
            | 'book'
            | 'category'
            | 'click_logs'
            | 'discount'
            | 'partner'
            | 'card'
            | 'failed_rules'
            | 'held_slot'
            | 'last_event'
            | 'reviewer'
            | 'stripe_errors'
            | 'events'
          >;
          public?: boolean;
        };
        body?: {
          category_id?: number;
          requested_date?: string;
          alternate_dates?: Array<string>;
          deal_ends_on?: string;
          current_price_cents?: number;
          sale_price_cents?: number;
          partner_note?: string | null;
          blurb_override?: string | null;
          partner_feedback?: string;
        };
      }>,
    ): Promise<{ promotion: Promotion }>;
    /** Approve a promotion for a date. */
    approve(
      input: Call<{
        id: number;
        body?: { promotion_date?: string; position?: number; review_version?: string };
        idempotencyKey?: string;
      }>,
    ): Promise<{ promotion: Promotion }>;
    /** Approve, decline, or move up to 100 promotions. */
    decideMany(
      input: Call<{
        body:
          | { decision: 'approve'; promotions: Array<{ review_version?: string; id: number; promotion_date?: string }> }
          | {
              decision: 'reject';
              promotions: Array<{ review_version?: string; id: number }>;
              reason_codes: Array<
                | 'price_too_high'
                | 'discount_too_small'
                | 'too_short'
                | 'rating_too_low'
                | 'repeat_too_soon'
                | 'author_twice'
                | 'no_store_link'
                | 'store_mismatch'
                | 'pre_order'
                | 'date_full'
                | 'date_past'
                | 'date_too_far'
                | 'no_card'
                | 'unpaid_promotion'
                | 'open_dispute'
                | 'adult_category'
                | 'cover_quality'
                | 'description_quality'
                | 'wrong_category'
                | 'reader_fit'
                | 'content_policy'
                | 'other'
              >;
              message?: string | null;
              suggested_category_id?: number | null;
            }
          | {
              decision: 'move';
              promotions: Array<{ review_version?: string; id: number }>;
              promotion_date: string;
              message?: string | null;
            };
        idempotencyKey?: string;
      }>,
    ): Promise<{
      results: Array<{
        id: number;
        outcome: 'approved' | 'declined' | 'proposed' | 'refused';
        reason: string | null;
        last_event?: {
          id: number;
          actor: 'partner' | 'user' | 'system';
          actor_name?: string;
          action: string;
          to: string;
          seconds_ago: number;
        };
      }>;
    }>;
    /** Decline a promotion with reasons. */
    reject(
      input: Call<{
        id: number;
        body: {
          reason_codes: Array<
            | 'price_too_high'
            | 'discount_too_small'
            | 'too_short'
            | 'rating_too_low'
            | 'repeat_too_soon'
            | 'author_twice'
            | 'no_store_link'
            | 'store_mismatch'
            | 'pre_order'
            | 'date_full'
            | 'date_past'
            | 'date_too_far'
            | 'no_card'
            | 'unpaid_promotion'
            | 'open_dispute'
            | 'adult_category'
            | 'cover_quality'
            | 'description_quality'
            | 'wrong_category'
            | 'reader_fit'
            | 'content_policy'
            | 'other'
          >;
          message?: string | null;
          suggested_category_id?: number | null;
        };
        idempotencyKey?: string;
      }>,
    ): Promise<{ promotion: Promotion }>;
    /** Approve the partner’s changes to an approved promotion. */
    acceptChanges(
      input: Call<{ id: number; body: { message?: string | null; review_version: string }; idempotencyKey?: string }>,
    ): Promise<{ promotion: Promotion }>;
    /** Decline the partner’s changes and keep the approved version. */
    keepApproved(
      input: Call<{ id: number; body: { message?: string | null; review_version: string }; idempotencyKey?: string }>,
    ): Promise<{ promotion: Promotion }>;
    /** Ask the partner about a change after approval; the promotion stays booked. */
    askAboutChanges(
      input: Call<{ id: number; body: { message: string }; idempotencyKey?: string }>,
    ): Promise<{ promotion: Promotion }>;
    /** Correct a store link after the newsletter has closed. */
    correctStoreLink(
      input: Call<{
        id: number;
        body: {
          store: 'amazon' | 'ibooks' | 'barnes_and_noble' | 'google_play' | 'kobo';
          url: string;
          reason?: string | null;
        };
        idempotencyKey?: string;
      }>,
    ): Promise<{ promotion: Promotion }>;
    /** Ask the partner a question with `message`, or answer it with `feedback`. */
    partnerFeedback(
      input: Call<{
        id: number;
        body: { feedback: string; message?: unknown } | { message: string; feedback?: unknown };
        idempotencyKey?: string;
      }>,
    ): Promise<{ promotion: Promotion }>;
    /** Ask the partner to confirm a date that they didn’t name. */
    proposeDate(
      input: Call<{ id: number; body: { promotion_date: string; message?: string | null }; idempotencyKey?: string }>,
    ): Promise<{ promotion: Promotion }>;
    /** Confirm the date that staff proposed. */
    confirmDate(
      input: Call<{ id: number; body: { promotion_date: string }; idempotencyKey?: string }>,
    ): Promise<{ promotion: Promotion }>;
    /** Cancel a promotion in review. */
    cancel(
      input: Call<{ id: number; body?: { reason?: string | null }; idempotencyKey?: string }>,
    ): Promise<{ promotion: Promotion }>;
    /** Cancel an approved promotion; administrators can also write off an unpaid one. */
    cancelApproved(
      input: Call<{ id: number; body?: { reason?: string | null }; idempotencyKey?: string }>,
    ): Promise<{ promotion: Promotion }>;
    /** Return a declined, canceled, or approved promotion to review, unless its partner canceled it. */
    reopen(
      input: Call<{ id: number; body?: { message?: string | null }; idempotencyKey?: string }>,
    ): Promise<{ promotion: Promotion }>;
    /** Get your calendar feed’s URL. */
    calendarUrl(input?: Call): Promise<{ calendar: { url: string } }>;
    /** Get your approved promotions as a calendar; the token in the address grants access. */
    calendar(input: Call<{ query: { token: string } }>): Promise<Response>;
    /** Export the partner’s promotions as CSV; all promotions for staff. */
    csv(
      input?: Call<{
        query?: {
          q?: string;
          display_status?:
            | 'payment failed'
            | 'cancelled'
            | 'declined'
            | 'awaiting payment'
            | 'successfully sent'
            | 'unable to send'
            | 'awaiting review'
            | 'awaiting partner feedback'
            | 'feedback submitted'
            | 'awaiting promotion date';
          approval_status?: 'approved' | 'rejected' | 'awaiting_feedback' | 'awaiting feedback';
          reviewable?: boolean;
          running?: boolean;
          lane?:
            | 'date_passed'
            | 'changed_after_approval'
            | 'closes_next'
            | 'feedback_answered'
            | 'to_decide'
            | 'payment_failed';
          category_id?: number;
          book_id?: number;
          partner_id?: number;
          newsletter_id?: number;
          date_from?: string;
          date_to?: string;
        };
      }>,
    ): Promise<Response>;
  };
  /** Costs and clicks of a promotion, held clicks, charges, and refunds. */
  payments: {
    /** Estimate the cost of a promotion in a category. */
    estimate(
      input: Call<{ query: { category_id: number; price_type: 'free' | 'discounted'; date?: string } }>,
    ): Promise<{
      estimate: {
        category_id: number;
        price_type: 'free' | 'discounted';
        cpc_cents: number;
        max_cost_cents: number;
        typical_low_cents: number;
        typical_high_cents: number;
        typical_low_clicks: number;
        typical_high_clicks: number;
        readers: number;
        warm_up_readers: number | null;
        warm_up_note: string | null;
        sample_size: number;
        basis: 'history' | 'assumption';
      };
    }>;
    /** Estimate a promotion’s cost. */
    estimateOf(input: Call<{ id: number }>): Promise<{
      estimate: {
        category_id: number;
        price_type: 'free' | 'discounted';
        cpc_cents: number;
        max_cost_cents: number;
        typical_low_cents: number;
        typical_high_cents: number;
        typical_low_clicks: number;
        typical_high_clicks: number;
        readers: number;
        warm_up_readers: number | null;
        warm_up_note: string | null;
        sample_size: number;
        basis: 'history' | 'assumption';
      };
    }>;
    /** Get clicks by hour and store: raw, billable, and excluded by reason. */
    clicks(input: Call<{ id: number }>): Promise<{
      clicks: Array<{
        hour: string;
        store: 'amazon' | 'ibooks' | 'barnes_and_noble' | 'google_play' | 'kobo';
        clicks: number;
      }>;
      window: { from: string; to: string } | null;
      as_of: string;
      delivered: number | null;
      followers: number;
      clicks_per_thousand: number | null;
      by_store: Array<{
        store: 'amazon' | 'ibooks' | 'barnes_and_noble' | 'google_play' | 'kobo';
        raw: number;
        billable: number;
      }>;
      raw: number;
      billable: number;
      site: number;
      channels: Array<{ channel: 'link' | 'short_post' | 'long_post' | 'newsletter'; clicks: number }>;
      excluded: Array<{ reason: string; clicks: number }>;
      settled: boolean;
      holds: Array<{
        rule: string;
        clicks: number;
        first_at: string;
        last_at: string;
        decision: 'count' | 'exclude' | null;
      }>;
      questions: Array<{ question: string; asked_at: string; answer: string | null; answered_at: string | null }>;
      question_until: string | null;
      rules_version: number | null;
      money: {
        most: {
          clicks_cents: number;
          addons_cents: number;
          over_cap_cents: number;
          subtotal_cents: number;
          discount_cents: number;
          credit_cents: number;
          waived_cents: number;
          total_cents: number;
        };
        so_far: {
          clicks_cents: number;
          addons_cents: number;
          over_cap_cents: number;
          subtotal_cents: number;
          discount_cents: number;
          credit_cents: number;
          waived_cents: number;
          total_cents: number;
        } | null;
        invoiced: {
          clicks_cents: number;
          addons_cents: number;
          over_cap_cents: number;
          subtotal_cents: number;
          discount_cents: number;
          credit_cents: number;
          waived_cents: number;
          total_cents: number;
          status: 'open' | 'paid' | 'failed' | 'void' | 'refunded';
          refunded_cents: number;
        } | null;
      };
    }>;
    /** Ask about a promotion’s click count, up to 30 days after the result. */
    questionClicks(input: Call<{ id: number; body: { question: string }; idempotencyKey?: string }>): Promise<{
      clicks: Array<{
        hour: string;
        store: 'amazon' | 'ibooks' | 'barnes_and_noble' | 'google_play' | 'kobo';
        clicks: number;
      }>;
      window: { from: string; to: string } | null;
      as_of: string;
      delivered: number | null;
      followers: number;
      clicks_per_thousand: number | null;
      by_store: Array<{
        store: 'amazon' | 'ibooks' | 'barnes_and_noble' | 'google_play' | 'kobo';
        raw: number;
        billable: number;
      }>;
      raw: number;
      billable: number;
      site: number;
      channels: Array<{ channel: 'link' | 'short_post' | 'long_post' | 'newsletter'; clicks: number }>;
      excluded: Array<{ reason: string; clicks: number }>;
      settled: boolean;
      holds: Array<{
        rule: string;
        clicks: number;
        first_at: string;
        last_at: string;
        decision: 'count' | 'exclude' | null;
      }>;
      questions: Array<{ question: string; asked_at: string; answer: string | null; answered_at: string | null }>;
      question_until: string | null;
      rules_version: number | null;
      money: {
        most: {
          clicks_cents: number;
          addons_cents: number;
          over_cap_cents: number;
          subtotal_cents: number;
          discount_cents: number;
          credit_cents: number;
          waived_cents: number;
          total_cents: number;
        };
        so_far: {
          clicks_cents: number;
          addons_cents: number;
          over_cap_cents: number;
          subtotal_cents: number;
          discount_cents: number;
          credit_cents: number;
          waived_cents: number;
          total_cents: number;
        } | null;
        invoiced: {
          clicks_cents: number;
          addons_cents: number;
          over_cap_cents: number;
          subtotal_cents: number;
          discount_cents: number;
          credit_cents: number;
          waived_cents: number;
          total_cents: number;
          status: 'open' | 'paid' | 'failed' | 'void' | 'refunded';
          refunded_cents: number;
        } | null;
      };
    }>;
    /** List promotions that have undecided held clicks or an open question. */
    suspicious(input?: Call): Promise<{
      promotions: Array<{
        promotion_id: number;
        book_title: string;
        clicks: number;
        rule: string | null;
        held: number;
        decide_until: string | null;
        has_question: boolean;
      }>;
    }>;
    /** List a promotion’s held clicks and the evidence, starting with the first held click. */
    heldClicks(input: Call<{ id: number }>): Promise<{
      clicks: number;
      groups: Array<{
        rule: string;
        clicks: number;
        first_at: string;
        last_at: string;
        decision: 'count' | 'exclude' | null;
        subject: string;
        seen_clicks: number | null;
        note: string | null;
        decided_by_name: string | null;
        decided_at: string | null;
      }>;
      evidence_clicks: number;
      evidence: Array<{
        clicked_at: string;
        store: string;
        network: string | null;
        range: string | null;
        reader_id: number | null;
        domain: string | null;
        is_alias: boolean;
        confirmed_at: string | null;
        earlier_newsletters: number;
        outcome: string;
      }>;
      questions: Array<{ question: string; asked_at: string; answer: string | null; answered_at: string | null }>;
      decide_until: string | null;
      may_decide: boolean;
      may_count: boolean;
    }>;
    /** Bill or exclude held clicks; only administrators can bill them. */
    decideHeld(
      input: Call<{
        id: number;
        body: {
          rule:
            | 'network_burst'
            | 'network_hour'
            | 'network_total'
            | 'network_known'
            | 'network_hidden'
            | 'range'
            | 'domain'
            | 'alias_services'
            | 'sign_ups'
            | 'newcomers';
          subject: string;
          decision: 'count' | 'exclude';
          clicks: number;
          decided_at: string | null;
          note: string;
        };
        idempotencyKey?: string;
      }>,
    ): Promise<{
      clicks: number;
      groups: Array<{
        rule: string;
        clicks: number;
        first_at: string;
        last_at: string;
        decision: 'count' | 'exclude' | null;
        subject: string;
        seen_clicks: number | null;
        note: string | null;
        decided_by_name: string | null;
        decided_at: string | null;
      }>;
      evidence_clicks: number;
      evidence: Array<{
        clicked_at: string;
        store: string;
        network: string | null;
        range: string | null;
        reader_id: number | null;
        domain: string | null;
        is_alias: boolean;
        confirmed_at: string | null;
        earlier_newsletters: number;
        outcome: string;
      }>;
      questions: Array<{ question: string; asked_at: string; answer: string | null; answered_at: string | null }>;
      decide_until: string | null;
      may_decide: boolean;
      may_count: boolean;
    }>;
    /** Answer the question about the counted clicks. */
    answerQuestion(input: Call<{ id: number; body: { answer: string }; idempotencyKey?: string }>): Promise<{
      clicks: number;
      groups: Array<{
        rule: string;
        clicks: number;
        first_at: string;
        last_at: string;
        decision: 'count' | 'exclude' | null;
        subject: string;
        seen_clicks: number | null;
        note: string | null;
        decided_by_name: string | null;
        decided_at: string | null;
      }>;
      evidence_clicks: number;
      evidence: Array<{
        clicked_at: string;
        store: string;
        network: string | null;
        range: string | null;
        reader_id: number | null;
        domain: string | null;
        is_alias: boolean;
        confirmed_at: string | null;
        earlier_newsletters: number;
        outcome: string;
      }>;
      questions: Array<{ question: string; asked_at: string; answer: string | null; answered_at: string | null }>;
      decide_until: string | null;
      may_decide: boolean;
      may_count: boolean;
    }>;
    /** Charge the amount due to the default card. */
    charge(input: Call<{ id: number; idempotencyKey?: string }>): Promise<{ promotion: Promotion }>;
    /** Start confirming a payment that the partner’s bank wants authenticated, or report the result. */
    confirmPayment(input: Call<{ id: number }>): Promise<{
      state: 'waiting' | 'paid';
      payment: {
        payment_intent_id: string;
        client_secret: string;
        payment_method_id: string;
        amount_cents: number;
        publishable_key: string | null;
        mode: 'sandbox' | 'test' | 'live';
        problem: string | null;
      } | null;
      promotion: Promotion;
    }>;
    /** Refund a payment in part or in full. */
    refund(
      input: Call<{ id: number; body: { amount_cents?: number; reason: string }; idempotencyKey?: string }>,
    ): Promise<{ promotion: Promotion }>;
  };
  /** Sales after a promotion: cost per sale, profit, revenue per dollar spent, and read-through. */
  results: {
    /** List the revenue per dollar spent and the profit of your settled promotions with sales. */
    list(input: Call<{ query: { promotion_ids: string } }>): Promise<{
      result_summaries: Array<{ promotion_id: number; return_ratio: number | null; profit_cents: number }>;
    }>;
    /** Export all sales you entered, with the figures of their promotions, as CSV. */
    csv(input?: Call): Promise<Response>;
    /** Get a promotion’s sales, cost per sale, profit, and revenue per dollar spent. */
    show(input: Call<{ id: number }>): Promise<{
      results: {
        promotion_id: number;
        window_days: number;
        baseline_per_day: number | null;
        kenp_micros: number;
        window: { from: string; to: string; series_to: string };
        is_final: boolean;
        sales: Array<{
          book_id: number;
          store: 'amazon' | 'ibooks' | 'barnes_and_noble' | 'google_play' | 'kobo';
          sold_on: string | null;
          copies: number;
          pages: number;
          royalty_cents: number;
        }>;
        updated_at: string | null;
        figures: {
          copies: number;
          extra_copies: number;
          pages: number;
          royalty_cents: number;
          pages_cents: number;
          book_revenue_cents: number;
          series_revenue_cents: number;
          revenue_cents: number;
          cost_cents: number;
          profit_cents: number;
          cost_per_sale_cents: number | null;
          return_ratio: number | null;
          read_through: number | null;
        } | null;
        stores: Array<{
          store: 'amazon' | 'ibooks' | 'barnes_and_noble' | 'google_play' | 'kobo';
          copies: number;
          pages: number;
          royalty_cents: number;
          revenue_cents: number;
          cost_cents: number | null;
          cost_per_sale_cents: number | null;
          return_ratio: number | null;
        }>;
        series: Array<{
          book_id: number;
          title: string;
          series_number: number;
          copies: number;
          pages: number;
          royalty_cents: number;
          counted_elsewhere: number;
          revenue_cents: number;
        }>;
        comparison: {
          category_name: string;
          return_ratio: { low: number; median: number; high: number } | null;
          cost_per_sale_cents: { low: number; median: number; high: number } | null;
          read_through: { low: number; median: number; high: number } | null;
        };
      };
    }>;
    /** Replace the sales of a promotion that was sent. */
    save(
      input: Call<{
        id: number;
        body: {
          window_days: number;
          baseline_per_day: number | null;
          kenp_micros: number;
          sales: Array<{
            book_id: number;
            store: 'amazon' | 'ibooks' | 'barnes_and_noble' | 'google_play' | 'kobo';
            sold_on: string | null;
            copies: number;
            pages: number;
            royalty_cents: number;
          }>;
          seen_updated_at?: string | null;
        };
      }>,
    ): Promise<{
      results: {
        promotion_id: number;
        window_days: number;
        baseline_per_day: number | null;
        kenp_micros: number;
        window: { from: string; to: string; series_to: string };
        is_final: boolean;
        sales: Array<{
          book_id: number;
          store: 'amazon' | 'ibooks' | 'barnes_and_noble' | 'google_play' | 'kobo';
          sold_on: string | null;
          copies: number;
          pages: number;
          royalty_cents: number;
        }>;
        updated_at: string | null;
        figures: {
          copies: number;
          extra_copies: number;
          pages: number;
          royalty_cents: number;
          pages_cents: number;
          book_revenue_cents: number;
          series_revenue_cents: number;
          revenue_cents: number;
          cost_cents: number;
          profit_cents: number;
          cost_per_sale_cents: number | null;
          return_ratio: number | null;
          read_through: number | null;
        } | null;
        stores: Array<{
          store: 'amazon' | 'ibooks' | 'barnes_and_noble' | 'google_play' | 'kobo';
          copies: number;
          pages: number;
          royalty_cents: number;
          revenue_cents: number;
          cost_cents: number | null;
          cost_per_sale_cents: number | null;
          return_ratio: number | null;
        }>;
        series: Array<{
          book_id: number;
          title: string;
          series_number: number;
          copies: number;
          pages: number;
          royalty_cents: number;
          counted_elsewhere: number;
          revenue_cents: number;
        }>;
        comparison: {
          category_name: string;
          return_ratio: { low: number; median: number; high: number } | null;
          cost_per_sale_cents: { low: number; median: number; high: number } | null;
          read_through: { low: number; median: number; high: number } | null;
        };
      };
    }>;
    /** Read a sales report, and save its sales with `save=true`. */
    readReport(
      input: Call<{ id: number; query?: { window_days?: number; rates?: string; save?: boolean }; report: Blob }>,
    ): Promise<{
      sales_report: {
        sheets: Array<{
          name: string;
          header: Array<string>;
          columns: Array<
            | 'date'
            | 'title'
            | 'asin'
            | 'store'
            | 'net_copies'
            | 'copies'
            | 'refunded'
            | 'free_copies'
            | 'pages'
            | 'royalty'
            | 'currency'
            | null
          >;
          store: 'amazon' | 'ibooks' | 'barnes_and_noble' | 'google_play' | 'kobo' | null;
          day_first: boolean;
          problem: string | null;
          sample: Array<Array<string>>;
          rows: number;
        }>;
        ignored_sheets: Array<string>;
        counts: { matched: number; other_books: number; other_days: number; bad: number };
        problems: Array<{ sheet: string; row: number; column: string; message: string }>;
        unconverted: Array<{ currency: string; amount: number; rows: number }>;
        lines: Array<{
          book_id: number;
          store: 'amazon' | 'ibooks' | 'barnes_and_noble' | 'google_play' | 'kobo';
          sold_on: string | null;
          copies: number;
          pages: number;
          royalty_cents: number;
        }>;
        replaced: Array<{
          book_id: number;
          store: 'amazon' | 'ibooks' | 'barnes_and_noble' | 'google_play' | 'kobo';
          sold_on: string | null;
          copies: number;
          pages: number;
          royalty_cents: number;
        }>;
        is_saved: boolean;
      };
    }>;
    /** Save which fields the columns of your reports contain. */
    saveMapping(
      input: Call<{
        body: {
          header: Array<string>;
          mapping: {
            columns: Array<
              | 'date'
              | 'title'
              | 'asin'
              | 'store'
              | 'net_copies'
              | 'copies'
              | 'refunded'
              | 'free_copies'
              | 'pages'
              | 'royalty'
              | 'currency'
              | null
            >;
            store: 'amazon' | 'ibooks' | 'barnes_and_noble' | 'google_play' | 'kobo' | null;
            day_first: boolean;
          };
        };
        idempotencyKey?: string;
      }>,
    ): Promise<{
      sales_mapping: {
        header: Array<string>;
        mapping: {
          columns: Array<
            | 'date'
            | 'title'
            | 'asin'
            | 'store'
            | 'net_copies'
            | 'copies'
            | 'refunded'
            | 'free_copies'
            | 'pages'
            | 'royalty'
            | 'currency'
            | null
          >;
          store: 'amazon' | 'ibooks' | 'barnes_and_noble' | 'google_play' | 'kobo' | null;
          day_first: boolean;
        };
      };
    }>;
  };
  /** Taken and available slots of each newsletter, by date and category. */
  promotionCounts: {
    /** List taken and available slots by date and category; public=true for one category without a session. */
    list(
      input?: Call<{
        query?: {
          category_id?: number;
          page?: number;
          per?: number;
          date_from?: string;
          date_to?: string;
          public?: boolean;
        };
      }>,
    ): Promise<{ newsletter_promotion_counts: Array<NewsletterPromotionCount>; meta: Meta }>;
  };
  /** Full dates that a partner is on the waiting list for, and the slots held for them. */
  waitingList: {
    /** List the full dates that you’re on the waiting list for, and the slots held for you. */
    list(
      input?: Call<{
        query?: { page?: number; per?: number; sort_col?: 'date'; sort_dir?: 'asc' | 'desc'; public?: boolean };
      }>,
    ): Promise<{
      waiting_entries: Array<{
        id: number;
        book_id: number;
        book_title: string;
        cover_url: string;
        category_id: number;
        category_name: string;
        date: string;
        auto_book: boolean;
        place: number | null;
        offer_ends_at: string | null;
        conflicting_date: string | null;
        sale_price_cents: number;
        cpc_cents: number;
        created_at: string;
      }>;
      meta: Meta;
    }>;
    /** Join the waiting list for a full date. */
    join(
      input: Call<{
        body: {
          book_id: number;
          category_id: number;
          requested_date: string;
          deal_ends_on: string;
          current_price_cents: number;
          sale_price_cents: number;
          partner_note?: string | null;
          blurb_override?: string | null;
          discount_code?: string | null;
          auto_book?: boolean;
        };
        idempotencyKey?: string;
      }>,
    ): Promise<{
      waiting_entry: {
        id: number;
        book_id: number;
        book_title: string;
        cover_url: string;
        category_id: number;
        category_name: string;
        date: string;
        auto_book: boolean;
        place: number | null;
        offer_ends_at: string | null;
        conflicting_date: string | null;
        sale_price_cents: number;
        cpc_cents: number;
        created_at: string;
      };
    }>;
    /** Submit the booking for the slot that is held for you. */
    accept(input: Call<{ id: number; idempotencyKey?: string }>): Promise<{ promotion: Promotion }>;
    /** Leave the waiting list; a slot that is held for you goes to the next person in line. */
    leave(input: Call<{ id: number }>): Promise<void>;
  };
  /** Promotion extras, such as the top spot in its category. */
  addons: {
    /** List the add-ons that can be booked with a promotion. */
    list(
      input?: Call<{
        query?: { page?: number; per?: number; sort_col?: 'name' | 'id'; sort_dir?: 'asc' | 'desc'; public?: boolean };
      }>,
    ): Promise<{ addons: Array<Addon>; meta: Meta }>;
    /** Check whether a category’s top spot is available on a date. */
    checkAvailability(input: Call<{ query: { date: string; category_id: number } }>): Promise<{
      available: boolean;
      date: string;
      category_id: number;
      price_cents: number;
      reason?: 'taken' | 'past' | 'inactive';
    }>;
  };
  /** The ebooks that partners promote, and their data from the stores. */
  books: {
    /** List books; a signed-in partner’s own unless public=true. */
    list(
      input?: Call<{
        query?: {
          page?: number;
          per?: number;
          sort_col?:
            | 'id'
            | 'title'
            | 'created_at'
            | 'updated_at'
            | 'sale_price_cents'
            | 'deal_ends_on'
            | 'promotion_date'
            | 'popularity';
          sort_dir?: 'asc' | 'desc';
          joins?: Array<'author' | 'category' | 'partner' | 'past_deals'>;
          public?: boolean;
          q?: string;
          category_id?: number;
          author_id?: number;
          partner_id?: number;
          status?: 'draft' | 'active' | 'archived';
          free_only?: boolean;
          deals_only?: boolean;
          price_max_cents?: number;
          store?: 'amazon' | 'ibooks' | 'barnes_and_noble' | 'google_play' | 'kobo';
        };
      }>,
    ): Promise<{ books: Array<Book>; meta: Meta }>;
    /** Get a book. */
    show(
      input: Call<{
        id: number;
        query?: { joins?: Array<'author' | 'category' | 'partner' | 'past_deals'>; public?: boolean };
      }>,
    ): Promise<{ book: Book }>;
    /** Add a book. */
    create(
      input: Call<{
        body: {
          title: string;
          subtitle?: string | null;
          author_id?: number | null;
          series?: string | null;
          series_number?: number | null;
          category_id?: number | null;
          secondary_category_id?: number | null;
          asin?: '' | string | null;
          isbn13?: '' | string | null;
          description?: string;
          blurb?: string;
          page_count?: number | null;
          language?: string;
          published_on?: string | null;
          rating_avg?: number | null;
          rating_count?: number | null;
          content_rating?: 'general' | 'teen' | 'mature' | 'adult';
          in_kindle_unlimited?: boolean;
          amazon_url?: string | null;
          ibooks_url?: string | null;
          barnes_and_noble_url?: string | null;
          google_play_url?: string | null;
          kobo_url?: string | null;
          dead_stores?: Array<'amazon' | 'ibooks' | 'barnes_and_noble' | 'google_play' | 'kobo'>;
          status?: 'draft' | 'active' | 'archived';
        };
        idempotencyKey?: string;
      }>,
    ): Promise<{ book: Book }>;
    /** Update a book. */
    update(
      input: Call<{
        id: number;
        query?: { joins?: Array<'author' | 'category' | 'partner'>; public?: boolean };
        body?: {
          title?: string;
          subtitle?: string | null;
          author_id?: number | null;
          series?: string | null;
          series_number?: number | null;
          category_id?: number | null;
          secondary_category_id?: number | null;
          asin?: '' | string | null;
          isbn13?: '' | string | null;
          description?: string;
          blurb?: string;
          page_count?: number | null;
          language?: string;
          published_on?: string | null;
          rating_avg?: number | null;
          rating_count?: number | null;
          content_rating?: 'general' | 'teen' | 'mature' | 'adult';
          in_kindle_unlimited?: boolean;
          amazon_url?: string | null;
          ibooks_url?: string | null;
          barnes_and_noble_url?: string | null;
          google_play_url?: string | null;
          kobo_url?: string | null;
          dead_stores?: Array<'amazon' | 'ibooks' | 'barnes_and_noble' | 'google_play' | 'kobo'>;
          status?: 'draft' | 'active' | 'archived';
        };
      }>,
    ): Promise<{ book: Book }>;
    /** Fetch the store’s cover again. */
    refreshCover(input: Call<{ id: number; idempotencyKey?: string }>): Promise<{ book: Book }>;
    /** Fetch the store’s data again, at most once a minute. */
    refreshStoreData(input: Call<{ id: number; idempotencyKey?: string }>): Promise<{ book: Book }>;
    /** Replace the cover with a picture of at most 5 MB. */
    replaceCover(input: Call<{ id: number; cover: Blob }>): Promise<{ book: Book }>;
    /** Look up an ASIN at Amazon. */
    storeData(input: Call<{ asin: string }>): Promise<{ amazon_api_data: StoreData }>;
    /** Look up an ASIN at Amazon. */
    storeDataAtRoot(input: Call<{ asin: string }>): Promise<{ amazon_api_data: StoreData }>;
  };
  /** Public author profiles. */
  authors: {
    /** List author profiles; a signed-in partner’s own unless public=true. */
    list(
      input?: Call<{
        query?: {
          page?: number;
          per?: number;
          sort_col?: 'name' | 'id' | 'created_at';
          sort_dir?: 'asc' | 'desc';
          joins?: Array<'books' | 'partner' | 'past_deals'>;
          public?: boolean;
          q?: string;
          letter?: string;
          partner_id?: number;
        };
      }>,
    ): Promise<{ authors: Array<Author>; meta: Meta }>;
    /** Get an author profile. */
    show(
      input: Call<{ id: number; query?: { joins?: Array<'books' | 'partner' | 'past_deals'>; public?: boolean } }>,
    ): Promise<{ author: Author }>;
    /** Add an author profile. */
    create(
      input: Call<{
        body: {
          name: string;
          bio?: string;
          website?: string | null;
          amazon_url?: string | null;
          goodreads_url?: string | null;
          bookbub_url?: string | null;
          facebook_url?: string | null;
          instagram_url?: string | null;
          tiktok_url?: string | null;
        };
        idempotencyKey?: string;
      }>,
    ): Promise<{ author: Author }>;
    /** Update an author profile. */
    update(
      input: Call<{
        id: number;
        body?: {
          name?: string;
          bio?: string;
          website?: string | null;
          amazon_url?: string | null;
          goodreads_url?: string | null;
          bookbub_url?: string | null;
          facebook_url?: string | null;
          instagram_url?: string | null;
          tiktok_url?: string | null;
        };
      }>,
    ): Promise<{ author: Author }>;
    /** Delete an author profile that has no books. */
    remove(input: Call<{ id: number }>): Promise<void>;
    /** Replace the photo with a picture of at most 5 MB. */
    replacePhoto(input: Call<{ id: number; photo: Blob }>): Promise<{ author: Author }>;
  };
  /** Genres with their prices per click, and the groups they belong to. */
  categories: {
    /** List categories with their prices per click. */
    list(
      input?: Call<{
        query?: {
          page?: number;
          per?: number;
          sort_col?: 'position' | 'name' | 'id';
          sort_dir?: 'asc' | 'desc';
          joins?: Array<'super_category'>;
          public?: boolean;
          super_category_id?: number;
        };
      }>,
    ): Promise<{ categories: Array<Category>; meta: Meta }>;
    /** Get a category. */
    show(
      input: Call<{ id: number; query?: { joins?: Array<'super_category'>; public?: boolean } }>,
    ): Promise<{ category: Category }>;
    /** List category groups. */
    listSuper(
      input?: Call<{
        query?: {
          page?: number;
          per?: number;
          sort_col?: 'position' | 'name' | 'id';
          sort_dir?: 'asc' | 'desc';
          joins?: Array<'categories'>;
          public?: boolean;
        };
      }>,
    ): Promise<{ super_categories: Array<SuperCategory>; meta: Meta }>;
    /** Get a category group. */
    showSuper(
      input: Call<{ id: number; query?: { joins?: Array<'categories'>; public?: boolean } }>,
    ): Promise<{ super_category: SuperCategory }>;
  };
  /** Validate a code; staff also create and change them. */
  discounts: {
    /** Validate a discount code; at most 60 wrong codes an hour. */
    validate(
      input: Call<{ code: string; query?: { book_id?: number; category_id?: number; partner_id?: number } }>,
    ): Promise<{
      valid: true;
      discount: {
        id: number;
        code: string;
        kind: 'percent' | 'fixed_cents';
        value: number;
        min_cost_cents: number | null;
      };
    }>;
    /** List discount codes. */
    list(
      input?: Call<{
        query?: {
          page?: number;
          per?: number;
          sort_col?: 'id' | 'code' | 'created_at' | 'used_count';
          sort_dir?: 'asc' | 'desc';
          joins?: Array<'book' | 'category' | 'partner'>;
          public?: boolean;
          q?: string;
          enabled?: boolean;
          partner_id?: number;
          book_id?: number;
        };
      }>,
    ): Promise<{ discounts: Array<Discount>; meta: Meta }>;
    /** Create a discount code; only administrators can offer more than half off or no usage limit. */
    create(
      input: Call<{
        body: {
          code: string;
          kind: 'percent' | 'fixed_cents';
          value: number;
          starts_at?: string | null;
          ends_at?: string | null;
          usage_limit?: number | null;
          per_partner_limit?: number;
          book_id?: number | null;
          partner_id?: number | null;
          category_id?: number | null;
          first_promotion_only?: boolean;
          min_cost_cents?: number | null;
          enabled?: boolean;
        };
        idempotencyKey?: string;
      }>,
    ): Promise<{ discount: Discount }>;
    /** Get a discount code. */
    show(
      input: Call<{ id: number; query?: { joins?: Array<'book' | 'category' | 'partner'>; public?: boolean } }>,
    ): Promise<{ discount: Discount }>;
    /** Update a discount code. */
    update(
      input: Call<{
        id: number;
        body?: {
          code?: string;
          kind?: 'percent' | 'fixed_cents';
          value?: number;
          starts_at?: string | null;
          ends_at?: string | null;
          usage_limit?: number | null;
          per_partner_limit?: number;
          book_id?: number | null;
          partner_id?: number | null;
          category_id?: number | null;
          first_promotion_only?: boolean;
          min_cost_cents?: number | null;
          enabled?: boolean;
        };
      }>,
    ): Promise<{ discount: Discount }>;
    /** Delete an unused discount code. */
    remove(input: Call<{ id: number }>): Promise<void>;
  };
  /** A partner’s cards and invoices. */
  billing: {
    /** List the partner’s cards, default first. */
    listCards(
      input?: Call<{
        query?: {
          page?: number;
          per?: number;
          sort_col?: 'created_at' | 'id';
          sort_dir?: 'asc' | 'desc';
          public?: boolean;
        };
      }>,
    ): Promise<{ credit_cards: Array<CreditCard>; meta: Meta }>;
    /** Add a card by its Stripe payment method. */
    addCard(
      input: Call<{ body: { payment_method_id: string }; idempotencyKey?: string }>,
    ): Promise<{ credit_card: CreditCard }>;
    /** Update a card’s expiration date. */
    changeCard(
      input: Call<{ id: number; body?: { exp_month?: number; exp_year?: number } }>,
    ): Promise<{ credit_card: CreditCard }>;
    /** Make a card the default. */
    makeCardDefault(input: Call<{ id: number }>): Promise<{ credit_card: CreditCard }>;
    /** Remove a card, except the last one while a promotion needs it. */
    removeCard(input: Call<{ id: number }>): Promise<void>;
    /** Create a Stripe setup intent to add a card. */
    startSetup(
      input?: Call,
    ): Promise<{ client_secret: string; publishable_key: string | null; mode: 'sandbox' | 'test' | 'live' }>;
    /** List the partner’s invoices, newest first; all invoices for staff. */
    listInvoices(
      input?: Call<{
        query?: {
          page?: number;
          per?: number;
          sort_col?: 'date' | 'id';
          sort_dir?: 'asc' | 'desc';
          public?: boolean;
          status?: 'open' | 'paid' | 'failed' | 'void' | 'refunded';
          invoice_type?: 'promotion' | 'refund' | 'referral_reward' | 'credit_adjustment';
          date_from?: string;
          date_to?: string;
          promotion_id?: number;
          partner_id?: number;
          after?: number;
        };
      }>,
    ): Promise<{ invoices: Array<Invoice>; meta: Meta }>;
    /** Get an invoice. */
    showInvoice(input: Call<{ id: number }>): Promise<{ invoice: Invoice }>;
    /** Export invoices as CSV. */
    invoicesCsv(
      input?: Call<{
        query?: {
          status?: 'open' | 'paid' | 'failed' | 'void' | 'refunded';
          invoice_type?: 'promotion' | 'refund' | 'referral_reward' | 'credit_adjustment';
          date_from?: string;
          date_to?: string;
          promotion_id?: number;
          partner_id?: number;
        };
      }>,
    ): Promise<Response>;
    /** Download an invoice as PDF. */
    invoicePdf(input: Call<{ id: number }>): Promise<Response>;
  };
  /** Visits, sign-ups, and rewards of the referral program. */
  referrals: {
    /** Get the partner’s referral link with its visits and rewards; all rewards for staff. */
    list(
      input?: Call<{
        query?: {
          page?: number;
          per?: number;
          sort_col?: 'id' | 'created_at' | 'available_at' | 'amount_cents';
          sort_dir?: 'asc' | 'desc';
          public?: boolean;
          state?: 'pending' | 'available' | 'cashed_out' | 'clawed_back' | 'held' | 'rejected';
          partner_id?: number;
        };
      }>,
    ): Promise<{
      referrals: Array<Referral>;
      meta: Meta;
      totals: {
        pending_cents: number;
        held_cents: number;
        available_cents: number;
        cashed_out_cents: number;
        clawed_back_cents: number;
        owed_cents: number;
      };
      program: { code: string; link: string; visits: number; sign_ups: number; welcome_credit_cents: number } | null;
    }>;
    /** Count a visit through a partner’s referral link. */
    countVisit(input: Call<{ body: { code: string } }>): Promise<void>;
    /** Release a held reward. */
    release(
      input: Call<{ id: number; body?: { reason?: string }; idempotencyKey?: string }>,
    ): Promise<{ referral: Referral }>;
    /** Decline a held or pending reward. */
    reject(
      input: Call<{ id: number; body: { reason: string }; idempotencyKey?: string }>,
    ): Promise<{ referral: Referral }>;
    /** Pay out all available rewards of the entry’s partner, at least $50. */
    cashOut(input: Call<{ id: number; body: { reference: string }; idempotencyKey?: string }>): Promise<{
      referral: Referral;
      cash_out: { amount_cents: number; invoice_id: number; referral_ids: Array<number> };
    }>;
  };
  /** Everything after a given record in one response, one JSON record per line. */
  exports: {
    /** Export the partner’s promotions as JSON Lines, ordered by ID; all promotions for staff. */
    promotions(input?: Call<{ query?: { after?: number } }>): Promise<Response>;
    /** Export the partner’s invoices as JSON Lines, ordered by ID; all invoices for staff. */
    invoices(input?: Call<{ query?: { after?: number } }>): Promise<Response>;
    /** Export the clicks of settled promotions as JSON Lines, by hour, store, and outcome. */
    clicks(input?: Call<{ query?: { after?: number } }>): Promise<Response>;
  };
  /** URLs that we post events to, with their delivery logs. */
  webhooks: {
    /** List your webhook endpoints. */
    list(input?: Call): Promise<{
      webhook_endpoints: Array<{
        id: number;
        name: string;
        url: string;
        events: Array<
          | 'promotion.submitted'
          | 'promotion.approved'
          | 'promotion.declined'
          | 'promotion.sent'
          | 'promotion.settled'
          | 'invoice.paid'
          | 'invoice.failed'
          | 'invoice.refunded'
          | 'newsletter.sent'
        >;
        created_at: string;
      }>;
    }>;
    /** Add a webhook endpoint; returns its secret once. */
    create(
      input: Call<{
        body: {
          name: string;
          url: string;
          events: Array<
            | 'promotion.submitted'
            | 'promotion.approved'
            | 'promotion.declined'
            | 'promotion.sent'
            | 'promotion.settled'
            | 'invoice.paid'
            | 'invoice.failed'
            | 'invoice.refunded'
            | 'newsletter.sent'
          >;
        };
      }>,
    ): Promise<{
      webhook_endpoint: {
        id: number;
        name: string;
        url: string;
        events: Array<
          | 'promotion.submitted'
          | 'promotion.approved'
          | 'promotion.declined'
          | 'promotion.sent'
          | 'promotion.settled'
          | 'invoice.paid'
          | 'invoice.failed'
          | 'invoice.refunded'
          | 'newsletter.sent'
        >;
        created_at: string;
      };
      secret: string;
    }>;
    /** Update a webhook endpoint. */
    update(
      input: Call<{
        id: number;
        body?: {
          name?: string;
          url?: string;
          events?: Array<
            | 'promotion.submitted'
            | 'promotion.approved'
            | 'promotion.declined'
            | 'promotion.sent'
            | 'promotion.settled'
            | 'invoice.paid'
            | 'invoice.failed'
            | 'invoice.refunded'
            | 'newsletter.sent'
          >;
        };
      }>,
    ): Promise<{
      webhook_endpoint: {
        id: number;
        name: string;
        url: string;
        events: Array<
          | 'promotion.submitted'
          | 'promotion.approved'
          | 'promotion.declined'
          | 'promotion.sent'
          | 'promotion.settled'
          | 'invoice.paid'
          | 'invoice.failed'
          | 'invoice.refunded'
          | 'newsletter.sent'
        >;
        created_at: string;
      };
    }>;
    /** Remove a webhook endpoint with its log. */
    remove(input: Call<{ id: number }>): Promise<void>;
    /** Replace a webhook endpoint’s secret; returns the new one once. */
    replaceSecret(input: Call<{ id: number }>): Promise<{ secret: string }>;
    /** Send a test event to a webhook endpoint. */
    test(input: Call<{ id: number; idempotencyKey?: string }>): Promise<{
      webhook_delivery: {
        id: number;
        event_id: string;
        event:
          | 'promotion.submitted'
          | 'promotion.approved'
          | 'promotion.declined'
          | 'promotion.sent'
          | 'promotion.settled'
          | 'invoice.paid'
          | 'invoice.failed'
          | 'invoice.refunded'
          | 'newsletter.sent'
          | 'test';
        created_at: string;
        attempts: number;
        last_status: number | null;
        last_error: string | null;
        delivered_at: string | null;
        next_try_at: string | null;
      };
    }>;
    /** List a webhook endpoint’s last 50 deliveries. */
    deliveries(input: Call<{ id: number }>): Promise<{
      webhook_deliveries: Array<{
        id: number;
        event_id: string;
        event:
          | 'promotion.submitted'
          | 'promotion.approved'
          | 'promotion.declined'
          | 'promotion.sent'
          | 'promotion.settled'
          | 'invoice.paid'
          | 'invoice.failed'
          | 'invoice.refunded'
          | 'newsletter.sent'
          | 'test';
        created_at: string;
        attempts: number;
        last_status: number | null;
        last_error: string | null;
        delivered_at: string | null;
        next_try_at: string | null;
      }>;
    }>;
    /** Resend a delivery with the same event ID. */
    redeliver(input: Call<{ id: number; body: { delivery_id: number }; idempotencyKey?: string }>): Promise<{
      webhook_delivery: {
        id: number;
        event_id: string;
        event:
          | 'promotion.submitted'
          | 'promotion.approved'
          | 'promotion.declined'
          | 'promotion.sent'
          | 'promotion.settled'
          | 'invoice.paid'
          | 'invoice.failed'
          | 'invoice.refunded'
          | 'newsletter.sent'
          | 'test';
        created_at: string;
        attempts: number;
        last_status: number | null;
        last_error: string | null;
        delivered_at: string | null;
        next_try_at: string | null;
      };
    }>;
  };
  /** Keys for programs, each with its scopes. */
  apiKeys: {
    /** List your API keys. */
    list(input?: Call): Promise<{
      api_keys: Array<{
        id: number;
        name: string;
        scopes: Array<'read' | 'book' | 'review' | 'money'>;
        last4: string;
        created_at: string;
        last_used_at: string | null;
      }>;
    }>;
    /** Create an API key; returns the key once. */
    create(
      input: Call<{
        body: {
          name: string;
          scopes: Array<'read' | 'book' | 'review' | 'money'>;
          current_password?: string;
          otp?: string;
        };
      }>,
    ): Promise<{
      api_key: {
        id: number;
        name: string;
        scopes: Array<'read' | 'book' | 'review' | 'money'>;
        last4: string;
        created_at: string;
        last_used_at: string | null;
      };
      secret: string;
    }>;
    /** Revoke an API key; requests that use it fail from then on. */
    revoke(input: Call<{ id: number }>): Promise<void>;
  };
  /** The public archive, and the newsletters that staff write, close, and send. */
  newsletters: {
    /** List the daily and weekly newsletters that were sent, newest first. */
    archive(
      input?: Call<{
        query?: {
          page?: number;
          per?: number;
          sort_col?: 'newsletter_date';
          sort_dir?: 'asc' | 'desc';
          public?: boolean;
          kind?: 'daily' | 'weekly';
        };
      }>,
    ): Promise<{
      newsletter_archive: Array<{ newsletter_date: string; kind: 'daily' | 'weekly'; deals_count: number }>;
      meta: Meta;
    }>;
    /** Get the deals of a newsletter that was sent. */
    showArchived(input: Call<{ date: string; query?: { public?: boolean; kind?: 'daily' | 'weekly' } }>): Promise<{
      archived_newsletter: {
        newsletter_date: string;
        kind: 'daily' | 'weekly';
        deals_count: number;
        deals: Array<{
          promotion_id: number;
          book_id: number;
          slug: string;
          title: string;
          author_name: string | null;
          category_id: number;
          category_name: string;
          cover_url: string;
          sale_price_cents: number;
          current_price_cents: number;
          deal_ends_on: string;
          stores: Array<'amazon' | 'ibooks' | 'barnes_and_noble' | 'google_play' | 'kobo'>;
        }>;
      };
    }>;
    /** List newsletters, including drafts. */
    list(
      input?: Call<{
        query?: {
          page?: number;
          per?: number;
          sort_col?: 'recent' | 'newsletter_date' | 'id';
          sort_dir?: 'asc' | 'desc';
          joins?: Array<'promotions'>;
          public?: boolean;
          kind?: 'daily' | 'weekly';
          status?: 'draft' | 'frozen' | 'sending' | 'sent' | 'failed' | 'cancelled';
          date_from?: string;
          date_to?: string;
          held?: boolean;
        };
      }>,
    ): Promise<{ newsletters: Array<Newsletter>; meta: Meta }>;
    /** Get a newsletter. */
    show(
      input: Call<{ id: number; query?: { joins?: Array<'promotions'>; public?: boolean } }>,
    ): Promise<{ newsletter: Newsletter }>;
    /** Update a draft’s text and order. */
    update(
      input: Call<{ id: number; body?: { subject?: string; preheader?: string; promotion_ids?: Array<number> } }>,
    ): Promise<{ newsletter: Newsletter }>;
    /** Preview the email for a reader, for some categories, or with all deals. */
    preview(
      input: Call<{ id: number; query?: { format?: 'html' | 'text'; reader?: number; categories?: string } }>,
    ): Promise<{
      preview: {
        newsletter_id: number;
        format: 'html' | 'text';
        subject: string;
        preheader: string;
        content: string | null;
        deals_count: number;
        size_bytes: number;
      };
    }>;
    /** Send a test email to a few addresses. */
    sendTest(
      input: Call<{
        id: number;
        body: { email?: string; emails?: Array<string>; category_ids?: Array<number> };
        idempotencyKey?: string;
      }>,
    ): Promise<{ message: string }>;
    /** Count the deals and readers that closing a draft now would include. */
    closing(input: Call<{ id: number }>): Promise<{
      closing: {
        newsletter_id: number;
        newsletter_date: string;
        deals_count: number;
        readers_count: number;
        is_estimate: boolean;
      };
    }>;
    /** Get the warm-up plan for a draft, or its results for a closed newsletter, by mailbox provider. */
    warmUp(input: Call<{ id: number }>): Promise<{
      warm_up: {
        providers: Array<{
          provider: 'gmail' | 'yahoo' | 'microsoft' | 'apple' | 'other';
          readers: number;
          accepted: number;
          skipped: number;
          undelivered: number;
          waiting: number;
          left_today: number;
          stop_reason: string | null;
        }>;
      } | null;
    }>;
    /** Close a newsletter manually, on its own date. */
    freeze(
      input: Call<{ id: number; body: { newsletter_date: string }; idempotencyKey?: string }>,
    ): Promise<{ newsletter: Newsletter }>;
    /** Pause sending. */
    pause(
      input: Call<{ id: number; body?: { reason?: string | null }; idempotencyKey?: string }>,
    ): Promise<{ newsletter: Newsletter }>;
    /** Resume sending. */
    resume(input: Call<{ id: number; idempotencyKey?: string }>): Promise<{ newsletter: Newsletter }>;
    /** End a paused newsletter and settle its promotions based on delivered emails. */
    end(
      input: Call<{ id: number; body: { reason: string }; idempotencyKey?: string }>,
    ): Promise<{ newsletter: Newsletter }>;
    /** Resolve a newsletter held after a restore by recording whether it was sent. */
    release(
      input: Call<{ id: number; body: { was_sent: boolean }; idempotencyKey?: string }>,
    ): Promise<{ newsletter: Newsletter }>;
    /** Get sending progress, as JSON or as server-sent events for up to a minute. */
    progress(input: Call<{ id: number }>): Promise<{
      progress: {
        newsletter_id: number;
        status: 'draft' | 'frozen' | 'sending' | 'sent' | 'failed' | 'cancelled';
        paused_at: string | null;
        ended_at: string | null;
        deliveries_total: number;
        delivered_count: number;
        bounced_count: number;
        suppressed_count: number;
        uncertain_count: number;
        left_count: number;
        clicks_count: number | null;
      };
    }>;
  };
  /** A newsletter’s emails, and reports from mailbox providers. */
  deliveries: {
    /** List a newsletter’s deliveries; state=uncertain for uncertain ones. */
    listDeliveries(
      input: Call<{
        id: number;
        query?: {
          page?: number;
          per?: number;
          sort_col?: 'reader_id';
          sort_dir?: 'asc' | 'desc';
          public?: boolean;
          state?: 'queued' | 'handing_over' | 'accepted' | 'deferred' | 'bounced' | 'uncertain' | 'suppressed';
          q?: string;
        };
      }>,
    ): Promise<{
      deliveries: Array<{
        newsletter_id: number;
        reader_id: number;
        email: string | null;
        state: 'queued' | 'handing_over' | 'accepted' | 'deferred' | 'bounced' | 'uncertain' | 'suppressed';
        attempts: number;
        message_id: string | null;
        failure: string | null;
        handed_over_at: string | null;
        next_attempt_at: string | null;
        accepted_at: string | null;
      }>;
      meta: Meta;
    }>;
    /** Resolve an uncertain delivery: mark it as delivered, or send it again at the risk of a duplicate. */
    resolveDelivery(
      input: Call<{
        id: number;
        reader_id: number;
        body: { outcome: 'accepted' | 'resend'; reason?: string | null };
        idempotencyKey?: string;
      }>,
    ): Promise<{
      delivery: {
        newsletter_id: number;
        reader_id: number;
        email: string | null;
        state: 'queued' | 'handing_over' | 'accepted' | 'deferred' | 'bounced' | 'uncertain' | 'suppressed';
        attempts: number;
        message_id: string | null;
        failure: string | null;
        handed_over_at: string | null;
        next_attempt_at: string | null;
        accepted_at: string | null;
      };
    }>;
  };
  /** Sign-up, preferences, and unsubscribing; a reader has no session. */
  readers: {
    /** Sign up for the newsletter; we email a confirmation link. */
    signUp(
      input: Call<{
        body: {
          email: string;
          category_ids: Array<number> | 'all';
          stores?: Array<'amazon' | 'ibooks' | 'barnes_and_noble' | 'google_play' | 'kobo'>;
          country?: string | null;
          free_only?: boolean;
          max_price_cents?: number | null;
          frequency?: 'daily' | 'weekly';
          adult_ok?: boolean;
          list_alerts?: boolean;
          page?: string;
        };
      }>,
    ): Promise<{ message: string }>;
    /** Confirm an address with the emailed token. */
    confirm(input: Call<{ body: { token: string } }>): Promise<{ reader: Reader }>;
    /** Get a reader’s preferences. */
    show(input: Call<{ uuid: string }>): Promise<{ reader: Reader }>;
    /** Update a reader’s preferences. */
    update(
      input: Call<{
        uuid: string;
        body?: {
          category_ids?: Array<number>;
          stores?: Array<'amazon' | 'ibooks' | 'barnes_and_noble' | 'google_play' | 'kobo'>;
          country?: string | null;
          free_only?: boolean;
          max_price_cents?: number | null;
          frequency?: 'daily' | 'weekly';
          adult_ok?: boolean;
          list_alerts?: boolean;
          paused_until?: string | null;
        };
      }>,
    ): Promise<{ reader: Reader }>;
    /** Stay subscribed, or resume a newsletter stopped because the reader didn’t answer. */
    keep(
      input: Call<{ uuid: string; body?: { frequency?: 'weekly'; paused_until?: string } }>,
    ): Promise<{ reader: Reader }>;
    /** Unsubscribe from all newsletters. */
    unsubscribe(input: Call<{ uuid: string; body?: { reason?: string | null } }>): Promise<{ reader: Reader }>;
    /** Undo an unsubscribe made within the last hour. */
    resubscribe(input: Call<{ uuid: string }>): Promise<{ reader: Reader }>;
    /** Follow an author or series, or save a book; we email a link to confirm. */
    requestListItem(
      input: Call<{
        body: {
          kind: 'author' | 'series' | 'book';
          id: number;
          max_price_cents?: number | null;
          page?: string;
          email: string;
        };
      }>,
    ): Promise<{ message: string }>;
    /** List the authors and series a reader follows, and the books they saved. */
    showList(input: Call<{ uuid: string }>): Promise<{
      list: Array<{
        id: number;
        kind: 'author' | 'series' | 'book';
        name: string;
        by: string | null;
        path: string | null;
        book_id: number | null;
        max_price_cents: number | null;
        created_at: string;
      }>;
    }>;
    /** Add to a reader’s list, or change a saved book’s target price. */
    addToList(
      input: Call<{
        uuid: string;
        body: { kind: 'author' | 'series' | 'book'; id: number; max_price_cents?: number | null; page?: string };
      }>,
    ): Promise<{
      list: Array<{
        id: number;
        kind: 'author' | 'series' | 'book';
        name: string;
        by: string | null;
        path: string | null;
        book_id: number | null;
        max_price_cents: number | null;
        created_at: string;
      }>;
    }>;
    /** Remove an item from a reader’s list. */
    removeFromList(input: Call<{ uuid: string; id: number }>): Promise<{
      list: Array<{
        id: number;
        kind: 'author' | 'series' | 'book';
        name: string;
        by: string | null;
        path: string | null;
        book_id: number | null;
        max_price_cents: number | null;
        created_at: string;
      }>;
    }>;
    /** Export a reader’s data. */
    export(input: Call<{ uuid: string }>): Promise<{
      reader: Reader;
      deliveries: Array<{
        state: string;
        accepted_at: string | null;
        newsletter: { newsletter_date: string; subject: string };
      }>;
      list: Array<{
        id: number;
        kind: 'author' | 'series' | 'book';
        name: string;
        by: string | null;
        path: string | null;
        book_id: number | null;
        max_price_cents: number | null;
        created_at: string;
      }>;
      consent: { consented_on: string | null; source: string | null } | null;
      visited_on: string | null;
      last_question: { asked_at: string; outcome: 'kept' | 'sunset' | 'left' | null; ended_at: string | null } | null;
      clicks: Array<{
        clicked_at: string;
        store: 'amazon' | 'ibooks' | 'barnes_and_noble' | 'google_play' | 'kobo' | null;
        promotion_id: number | null;
      }>;
    }>;
    /** Erase a reader. */
    erase(input: Call<{ uuid: string }>): Promise<void>;
    /** Unsubscribe with one click (RFC 8058). */
    oneClickUnsubscribe(input: Call<{ token: string }>): Promise<{ message: string }>;
  };
  /** Reader lists from other services: upload, dry run, import, and undo. */
  readerImports: {
    /** List the latest reader imports. */
    list(input?: Call): Promise<{
      reader_imports: Array<{
        id: number;
        status:
          | 'uploading'
          | 'uploaded'
          | 'clearing'
          | 'checking'
          | 'checked'
          | 'importing'
          | 'done'
          | 'undoing'
          | 'undone'
          | 'discarded';
        file_name: string;
        file_bytes: number;
        received: number;
        upload_digest: string | null;
        digest: string | null;
        head: { header: Array<string>; delimiter: string; sample: Array<Array<string>>; program: string | null } | null;
        mapping: {
          columns: Array<
            'email' | 'consented_on' | 'consent_source' | 'genres' | 'status' | 'left_on' | 'rating' | null
          >;
          day_first: boolean;
          consent_source: string | null;
          genres: Array<{ genre: string; category_id: number | null }>;
          category_ids: Array<number>;
        } | null;
        genres: Array<{ genre: string; rows: number; suggested_category_id: number | null }>;
        counts: {
          rows: number;
          confirm: number;
          confirm_pending: number;
          ask: number;
          existing: number;
          refused: number;
          opt_outs: number;
          leaving: number;
          staged: number;
          handled: number;
          confirmed: number;
          asked: number;
          confirmed_pending: number;
          kept_out: number;
          left: number;
          removed: number;
          unsubscribed: number;
          kept: number;
          pending_again: number;
          taken_back: number;
          problems: Record<string, number>;
        };
        progress: number;
        daily_emails: number;
        asking: 'on' | 'paused' | 'waiting';
        failure: string | null;
        can_undo: boolean;
        created_at: string;
        finished_at: string | null;
      }>;
      categories: Array<{ category_id: number; name: string }>;
    }>;
    /** Create a reader import from a CSV file. */
    create(input: Call<{ body: { file_name: string; file_bytes: number }; idempotencyKey?: string }>): Promise<{
      reader_import: {
        id: number;
        status:
          | 'uploading'
          | 'uploaded'
          | 'clearing'
          | 'checking'
          | 'checked'
          | 'importing'
          | 'done'
          | 'undoing'
          | 'undone'
          | 'discarded';
        file_name: string;
        file_bytes: number;
        received: number;
        upload_digest: string | null;
        digest: string | null;
        head: { header: Array<string>; delimiter: string; sample: Array<Array<string>>; program: string | null } | null;
        mapping: {
          columns: Array<
            'email' | 'consented_on' | 'consent_source' | 'genres' | 'status' | 'left_on' | 'rating' | null
          >;
          day_first: boolean;
          consent_source: string | null;
          genres: Array<{ genre: string; category_id: number | null }>;
          category_ids: Array<number>;
        } | null;
        genres: Array<{ genre: string; rows: number; suggested_category_id: number | null }>;
        counts: {
          rows: number;
          confirm: number;
          confirm_pending: number;
          ask: number;
          existing: number;
          refused: number;
          opt_outs: number;
          leaving: number;
          staged: number;
          handled: number;
          confirmed: number;
          asked: number;
          confirmed_pending: number;
          kept_out: number;
          left: number;
          removed: number;
          unsubscribed: number;
          kept: number;
          pending_again: number;
          taken_back: number;
          problems: Record<string, number>;
        };
        progress: number;
        daily_emails: number;
        asking: 'on' | 'paused' | 'waiting';
        failure: string | null;
        can_undo: boolean;
        created_at: string;
        finished_at: string | null;
      };
    }>;
    /** Get an import, its progress, and its counts. */
    show(input: Call<{ id: number }>): Promise<{
      reader_import: {
        id: number;
        status:
          | 'uploading'
          | 'uploaded'
          | 'clearing'
          | 'checking'
          | 'checked'
          | 'importing'
          | 'done'
          | 'undoing'
          | 'undone'
          | 'discarded';
        file_name: string;
        file_bytes: number;
        received: number;
        upload_digest: string | null;
        digest: string | null;
        head: { header: Array<string>; delimiter: string; sample: Array<Array<string>>; program: string | null } | null;
        mapping: {
          columns: Array<
            'email' | 'consented_on' | 'consent_source' | 'genres' | 'status' | 'left_on' | 'rating' | null
          >;
          day_first: boolean;
          consent_source: string | null;
          genres: Array<{ genre: string; category_id: number | null }>;
          category_ids: Array<number>;
        } | null;
        genres: Array<{ genre: string; rows: number; suggested_category_id: number | null }>;
        counts: {
          rows: number;
          confirm: number;
          confirm_pending: number;
          ask: number;
          existing: number;
          refused: number;
          opt_outs: number;
          leaving: number;
          staged: number;
          handled: number;
          confirmed: number;
          asked: number;
          confirmed_pending: number;
          kept_out: number;
          left: number;
          removed: number;
          unsubscribed: number;
          kept: number;
          pending_again: number;
          taken_back: number;
          problems: Record<string, number>;
        };
        progress: number;
        daily_emails: number;
        asking: 'on' | 'paused' | 'waiting';
        failure: string | null;
        can_undo: boolean;
        created_at: string;
        finished_at: string | null;
      };
    }>;
    /** Upload the part of the file at an offset. */
    storePart(input: Call<{ id: number; query: { offset: number }; part: Blob }>): Promise<{
      reader_import: {
        id: number;
        status:
          | 'uploading'
          | 'uploaded'
          | 'clearing'
          | 'checking'
          | 'checked'
          | 'importing'
          | 'done'
          | 'undoing'
          | 'undone'
          | 'discarded';
        file_name: string;
        file_bytes: number;
        received: number;
        upload_digest: string | null;
        digest: string | null;
        head: { header: Array<string>; delimiter: string; sample: Array<Array<string>>; program: string | null } | null;
        mapping: {
          columns: Array<
            'email' | 'consented_on' | 'consent_source' | 'genres' | 'status' | 'left_on' | 'rating' | null
          >;
          day_first: boolean;
          consent_source: string | null;
          genres: Array<{ genre: string; category_id: number | null }>;
          category_ids: Array<number>;
        } | null;
        genres: Array<{ genre: string; rows: number; suggested_category_id: number | null }>;
        counts: {
          rows: number;
          confirm: number;
          confirm_pending: number;
          ask: number;
          existing: number;
          refused: number;
          opt_outs: number;
          leaving: number;
          staged: number;
          handled: number;
          confirmed: number;
          asked: number;
          confirmed_pending: number;
          kept_out: number;
          left: number;
          removed: number;
          unsubscribed: number;
          kept: number;
          pending_again: number;
          taken_back: number;
          problems: Record<string, number>;
        };
        progress: number;
        daily_emails: number;
        asking: 'on' | 'paused' | 'waiting';
        failure: string | null;
        can_undo: boolean;
        created_at: string;
        finished_at: string | null;
      };
    }>;
    /** Check a file in a dry run with the given column mapping. */
    check(
      input: Call<{
        id: number;
        body: {
          columns: Array<
            'email' | 'consented_on' | 'consent_source' | 'genres' | 'status' | 'left_on' | 'rating' | null
          >;
          day_first: boolean;
          consent_source: string | null;
          genres: Array<{ genre: string; category_id: number | null }>;
          category_ids: Array<number>;
        };
        idempotencyKey?: string;
      }>,
    ): Promise<{
      reader_import: {
        id: number;
        status:
          | 'uploading'
          | 'uploaded'
          | 'clearing'
          | 'checking'
          | 'checked'
          | 'importing'
          | 'done'
          | 'undoing'
          | 'undone'
          | 'discarded';
        file_name: string;
        file_bytes: number;
        received: number;
        upload_digest: string | null;
        digest: string | null;
        head: { header: Array<string>; delimiter: string; sample: Array<Array<string>>; program: string | null } | null;
        mapping: {
          columns: Array<
            'email' | 'consented_on' | 'consent_source' | 'genres' | 'status' | 'left_on' | 'rating' | null
          >;
          day_first: boolean;
          consent_source: string | null;
          genres: Array<{ genre: string; category_id: number | null }>;
          category_ids: Array<number>;
        } | null;
        genres: Array<{ genre: string; rows: number; suggested_category_id: number | null }>;
        counts: {
          rows: number;
          confirm: number;
          confirm_pending: number;
          ask: number;
          existing: number;
          refused: number;
          opt_outs: number;
          leaving: number;
          staged: number;
          handled: number;
          confirmed: number;
          asked: number;
          confirmed_pending: number;
          kept_out: number;
          left: number;
          removed: number;
          unsubscribed: number;
          kept: number;
          pending_again: number;
          taken_back: number;
          problems: Record<string, number>;
        };
        progress: number;
        daily_emails: number;
        asking: 'on' | 'paused' | 'waiting';
        failure: string | null;
        can_undo: boolean;
        created_at: string;
        finished_at: string | null;
      };
    }>;
    /** Start the import after the dry run. */
    start(
      input: Call<{
        id: number;
        body?: {
          daily_emails?: number;
          mapping?: {
            columns: Array<
              'email' | 'consented_on' | 'consent_source' | 'genres' | 'status' | 'left_on' | 'rating' | null
            >;
            day_first: boolean;
            consent_source: string | null;
            genres: Array<{ genre: string; category_id: number | null }>;
            category_ids: Array<number>;
          };
        };
        idempotencyKey?: string;
      }>,
    ): Promise<{
      reader_import: {
        id: number;
        status:
          | 'uploading'
          | 'uploaded'
          | 'clearing'
          | 'checking'
          | 'checked'
          | 'importing'
          | 'done'
          | 'undoing'
          | 'undone'
          | 'discarded';
        file_name: string;
        file_bytes: number;
        received: number;
        upload_digest: string | null;
        digest: string | null;
        head: { header: Array<string>; delimiter: string; sample: Array<Array<string>>; program: string | null } | null;
        mapping: {
          columns: Array<
            'email' | 'consented_on' | 'consent_source' | 'genres' | 'status' | 'left_on' | 'rating' | null
          >;
          day_first: boolean;
          consent_source: string | null;
          genres: Array<{ genre: string; category_id: number | null }>;
          category_ids: Array<number>;
        } | null;
        genres: Array<{ genre: string; rows: number; suggested_category_id: number | null }>;
        counts: {
          rows: number;
          confirm: number;
          confirm_pending: number;
          ask: number;
          existing: number;
          refused: number;
          opt_outs: number;
          leaving: number;
          staged: number;
          handled: number;
          confirmed: number;
          asked: number;
          confirmed_pending: number;
          kept_out: number;
          left: number;
          removed: number;
          unsubscribed: number;
          kept: number;
          pending_again: number;
          taken_back: number;
          problems: Record<string, number>;
        };
        progress: number;
        daily_emails: number;
        asking: 'on' | 'paused' | 'waiting';
        failure: string | null;
        can_undo: boolean;
        created_at: string;
        finished_at: string | null;
      };
    }>;
    /** Pause or resume an import’s permission emails, or change their daily limit. */
    update(input: Call<{ id: number; body?: { is_paused?: boolean; daily_emails?: number } }>): Promise<{
      reader_import: {
        id: number;
        status:
          | 'uploading'
          | 'uploaded'
          | 'clearing'
          | 'checking'
          | 'checked'
          | 'importing'
          | 'done'
          | 'undoing'
          | 'undone'
          | 'discarded';
        file_name: string;
        file_bytes: number;
        received: number;
        upload_digest: string | null;
        digest: string | null;
        head: { header: Array<string>; delimiter: string; sample: Array<Array<string>>; program: string | null } | null;
        mapping: {
          columns: Array<
            'email' | 'consented_on' | 'consent_source' | 'genres' | 'status' | 'left_on' | 'rating' | null
          >;
          day_first: boolean;
          consent_source: string | null;
          genres: Array<{ genre: string; category_id: number | null }>;
          category_ids: Array<number>;
        } | null;
        genres: Array<{ genre: string; rows: number; suggested_category_id: number | null }>;
        counts: {
          rows: number;
          confirm: number;
          confirm_pending: number;
          ask: number;
          existing: number;
          refused: number;
          opt_outs: number;
          leaving: number;
          staged: number;
          handled: number;
          confirmed: number;
          asked: number;
          confirmed_pending: number;
          kept_out: number;
          left: number;
          removed: number;
          unsubscribed: number;
          kept: number;
          pending_again: number;
          taken_back: number;
          problems: Record<string, number>;
        };
        progress: number;
        daily_emails: number;
        asking: 'on' | 'paused' | 'waiting';
        failure: string | null;
        can_undo: boolean;
        created_at: string;
        finished_at: string | null;
      };
    }>;
    /** Get the counts of an import’s permission emails. */
    campaign(input: Call<{ id: number }>): Promise<{
      campaign: {
        readers: number;
        asked: number;
        reminded: number;
        confirmed: number;
        declined: number;
        bounced: number;
        unanswered: number;
        not_asked: number;
        never_asked: number;
        sent_today: number;
        days: Array<{ date: string; first_emails: number; reminders: number }>;
        emails_left: number;
        ends_on: string | null;
        stopped_because: 'complaints' | 'bounces' | null;
      };
    }>;
    /** Delete the file of an import that hasn’t started. */
    discard(input: Call<{ id: number; idempotencyKey?: string }>): Promise<{
      reader_import: {
        id: number;
        status:
          | 'uploading'
          | 'uploaded'
          | 'clearing'
          | 'checking'
          | 'checked'
          | 'importing'
          | 'done'
          | 'undoing'
          | 'undone'
          | 'discarded';
        file_name: string;
        file_bytes: number;
        received: number;
        upload_digest: string | null;
        digest: string | null;
        head: { header: Array<string>; delimiter: string; sample: Array<Array<string>>; program: string | null } | null;
        mapping: {
          columns: Array<
            'email' | 'consented_on' | 'consent_source' | 'genres' | 'status' | 'left_on' | 'rating' | null
          >;
          day_first: boolean;
          consent_source: string | null;
          genres: Array<{ genre: string; category_id: number | null }>;
          category_ids: Array<number>;
        } | null;
        genres: Array<{ genre: string; rows: number; suggested_category_id: number | null }>;
        counts: {
          rows: number;
          confirm: number;
          confirm_pending: number;
          ask: number;
          existing: number;
          refused: number;
          opt_outs: number;
          leaving: number;
          staged: number;
          handled: number;
          confirmed: number;
          asked: number;
          confirmed_pending: number;
          kept_out: number;
          left: number;
          removed: number;
          unsubscribed: number;
          kept: number;
          pending_again: number;
          taken_back: number;
          problems: Record<string, number>;
        };
        progress: number;
        daily_emails: number;
        asking: 'on' | 'paused' | 'waiting';
        failure: string | null;
        can_undo: boolean;
        created_at: string;
        finished_at: string | null;
      };
    }>;
    /** Count the readers whom undoing an import would remove, unsubscribe, or make pending again. */
    undoPlan(
      input: Call<{ id: number }>,
    ): Promise<{ undo_plan: { unsubscribed: number; removed: number; pending_again: number } }>;
    /** Undo an import: remove or unsubscribe its readers who haven’t been active since. */
    undo(input: Call<{ id: number; idempotencyKey?: string }>): Promise<{
      reader_import: {
        id: number;
        status:
          | 'uploading'
          | 'uploaded'
          | 'clearing'
          | 'checking'
          | 'checked'
          | 'importing'
          | 'done'
          | 'undoing'
          | 'undone'
          | 'discarded';
        file_name: string;
        file_bytes: number;
        received: number;
        upload_digest: string | null;
        digest: string | null;
        head: { header: Array<string>; delimiter: string; sample: Array<Array<string>>; program: string | null } | null;
        mapping: {
          columns: Array<
            'email' | 'consented_on' | 'consent_source' | 'genres' | 'status' | 'left_on' | 'rating' | null
          >;
          day_first: boolean;
          consent_source: string | null;
          genres: Array<{ genre: string; category_id: number | null }>;
          category_ids: Array<number>;
        } | null;
        genres: Array<{ genre: string; rows: number; suggested_category_id: number | null }>;
        counts: {
          rows: number;
          confirm: number;
          confirm_pending: number;
          ask: number;
          existing: number;
          refused: number;
          opt_outs: number;
          leaving: number;
          staged: number;
          handled: number;
          confirmed: number;
          asked: number;
          confirmed_pending: number;
          kept_out: number;
          left: number;
          removed: number;
          unsubscribed: number;
          kept: number;
          pending_again: number;
          taken_back: number;
          problems: Record<string, number>;
        };
        progress: number;
        daily_emails: number;
        asking: 'on' | 'paused' | 'waiting';
        failure: string | null;
        can_undo: boolean;
        created_at: string;
        finished_at: string | null;
      };
    }>;
    /** Download an import’s rows that have problems, by line, as CSV. */
    problems(input: Call<{ id: number }>): Promise<Response>;
    /** Export all readers as CSV, in the import format. */
    export(input?: Call): Promise<Response>;
  };
  /** Daily caps of a new sending domain, by mailbox provider. */
  warmUps: {
    /** List the sending domain’s last five warm-ups, the current one first, and whether a new one is suggested. */
    list(input?: Call): Promise<{
      warm_ups: Array<{
        id: number;
        domain: string;
        first_cap: number;
        growth_percent: number;
        started_at: string;
        paused_at: string | null;
        ended_at: string | null;
        is_completed: boolean;
        providers: Array<{
          provider: 'gmail' | 'yahoo' | 'microsoft' | 'apple' | 'other';
          share: number;
          cap: number;
          stopped_at: string | null;
          stop_cause: 'deferrals' | 'complaints' | 'bounces' | null;
          stop_reason: string | null;
          resumes_on: string | null;
          days: Array<{
            date: string;
            stage: number;
            cap: number;
            permission_cap: number;
            weekly_left: number;
            handed_over: number;
            accepted: number;
            deferred: number;
            hard_bounces: number;
            complaints: number;
            skipped: number;
            stop_cause: 'deferrals' | 'complaints' | 'bounces' | null;
          }>;
          last_day: { readers: number; accepted: number; skipped: number; undelivered: number; waiting: number };
        }>;
      }>;
      domain: string;
      suggestion: { active_readers: number; recent_emails: number } | null;
    }>;
    /** Start a warm-up; daily caps apply starting with the next newsletter. */
    start(input: Call<{ body: { first_cap: number; growth_percent: number }; idempotencyKey?: string }>): Promise<{
      warm_up: {
        id: number;
        domain: string;
        first_cap: number;
        growth_percent: number;
        started_at: string;
        paused_at: string | null;
        ended_at: string | null;
        is_completed: boolean;
        providers: Array<{
          provider: 'gmail' | 'yahoo' | 'microsoft' | 'apple' | 'other';
          share: number;
          cap: number;
          stopped_at: string | null;
          stop_cause: 'deferrals' | 'complaints' | 'bounces' | null;
          stop_reason: string | null;
          resumes_on: string | null;
          days: Array<{
            date: string;
            stage: number;
            cap: number;
            permission_cap: number;
            weekly_left: number;
            handed_over: number;
            accepted: number;
            deferred: number;
            hard_bounces: number;
            complaints: number;
            skipped: number;
            stop_cause: 'deferrals' | 'complaints' | 'bounces' | null;
          }>;
          last_day: { readers: number; accepted: number; skipped: number; undelivered: number; waiting: number };
        }>;
      };
    }>;
    /** Change the schedule, or pause or resume growth; caps that are already set for today don’t change. */
    update(
      input: Call<{ id: number; body?: { first_cap?: number; growth_percent?: number; is_paused?: boolean } }>,
    ): Promise<{
      warm_up: {
        id: number;
        domain: string;
        first_cap: number;
        growth_percent: number;
        started_at: string;
        paused_at: string | null;
        ended_at: string | null;
        is_completed: boolean;
        providers: Array<{
          provider: 'gmail' | 'yahoo' | 'microsoft' | 'apple' | 'other';
          share: number;
          cap: number;
          stopped_at: string | null;
          stop_cause: 'deferrals' | 'complaints' | 'bounces' | null;
          stop_reason: string | null;
          resumes_on: string | null;
          days: Array<{
            date: string;
            stage: number;
            cap: number;
            permission_cap: number;
            weekly_left: number;
            handed_over: number;
            accepted: number;
            deferred: number;
            hard_bounces: number;
            complaints: number;
            skipped: number;
            stop_cause: 'deferrals' | 'complaints' | 'bounces' | null;
          }>;
          last_day: { readers: number; accepted: number; skipped: number; undelivered: number; waiting: number };
        }>;
      };
    }>;
    /** End a warm-up: newsletters go to every reader. */
    end(input: Call<{ id: number; idempotencyKey?: string }>): Promise<{
      warm_up: {
        id: number;
        domain: string;
        first_cap: number;
        growth_percent: number;
        started_at: string;
        paused_at: string | null;
        ended_at: string | null;
        is_completed: boolean;
        providers: Array<{
          provider: 'gmail' | 'yahoo' | 'microsoft' | 'apple' | 'other';
          share: number;
          cap: number;
          stopped_at: string | null;
          stop_cause: 'deferrals' | 'complaints' | 'bounces' | null;
          stop_reason: string | null;
          resumes_on: string | null;
          days: Array<{
            date: string;
            stage: number;
            cap: number;
            permission_cap: number;
            weekly_left: number;
            handed_over: number;
            accepted: number;
            deferred: number;
            hard_bounces: number;
            complaints: number;
            skipped: number;
            stop_cause: 'deferrals' | 'complaints' | 'bounces' | null;
          }>;
          last_day: { readers: number; accepted: number; skipped: number; undelivered: number; waiting: number };
        }>;
      };
    }>;
    /** Resume sending to a stopped provider today, or tomorrow if today’s caps are already set, at a lower cap if possible. */
    resumeProvider(
      input: Call<{
        id: number;
        body: { provider: 'gmail' | 'yahoo' | 'microsoft' | 'apple' | 'other' };
        idempotencyKey?: string;
      }>,
    ): Promise<{
      warm_up: {
        id: number;
        domain: string;
        first_cap: number;
        growth_percent: number;
        started_at: string;
        paused_at: string | null;
        ended_at: string | null;
        is_completed: boolean;
        providers: Array<{
          provider: 'gmail' | 'yahoo' | 'microsoft' | 'apple' | 'other';
          share: number;
          cap: number;
          stopped_at: string | null;
          stop_cause: 'deferrals' | 'complaints' | 'bounces' | null;
          stop_reason: string | null;
          resumes_on: string | null;
          days: Array<{
            date: string;
            stage: number;
            cap: number;
            permission_cap: number;
            weekly_left: number;
            handed_over: number;
            accepted: number;
            deferred: number;
            hard_bounces: number;
            complaints: number;
            skipped: number;
            stop_cause: 'deferrals' | 'complaints' | 'bounces' | null;
          }>;
          last_day: { readers: number; accepted: number; skipped: number; undelivered: number; waiting: number };
        }>;
      };
    }>;
  };
  /** The directory of sites that promote ebooks, its checks, reviews, and votes. */
  promotionSites: {
    /** List promotion sites with their average ratings. */
    list(
      input?: Call<{
        query?: {
          page?: number;
          per?: number;
          sort_col?: 'name' | 'id' | 'average_rating' | 'reviews_count' | 'price_min_usd' | 'cost_per_thousand_usd';
          sort_dir?: 'asc' | 'desc';
          public?: boolean;
          q?: string;
          genre?: string;
          free?: boolean;
          budget?: 'free' | 'small' | 'medium' | 'large';
          price_max?: number;
        };
      }>,
    ): Promise<{
      promotion_sites: Array<{
        id: number;
        slug: string;
        name: string;
        url: string;
        kind: string | null;
        genres: string | null;
        audience_claim: string | null;
        price_min_usd: number | null;
        price_max_usd: number | null;
        price_model: string | null;
        deal_price_rule: string | null;
        min_reviews: string | null;
        length_rule: string | null;
        repeat_interval_days: string | null;
        lead_time: string | null;
        selection: string | null;
        refund_or_cancel: string | null;
        stats_given: string | null;
        fact_basis: 'sourced' | 'partly sourced' | 'not sourced';
        sources: Array<string>;
        checked_on: string | null;
        evidence: Record<string, { as_of: string | null; source: string | null }>;
        is_due: boolean;
        audience_size: number | null;
        cost_per_thousand_usd: number | null;
        budget: 'free' | 'small' | 'medium' | 'large' | null;
        average_rating: number | null;
        reviews_count: number;
      }>;
      meta: Meta;
    }>;
    /** Get a promotion site: sourced facts and the date they were checked. */
    show(input: Call<{ id: number; query?: { public?: boolean } }>): Promise<{
      promotion_site: {
        id: number;
        slug: string;
        name: string;
        url: string;
        kind: string | null;
        genres: string | null;
        audience_claim: string | null;
        price_min_usd: number | null;
        price_max_usd: number | null;
        price_model: string | null;
        deal_price_rule: string | null;
        min_reviews: string | null;
        length_rule: string | null;
        repeat_interval_days: string | null;
        lead_time: string | null;
        selection: string | null;
        refund_or_cancel: string | null;
        stats_given: string | null;
        fact_basis: 'sourced' | 'partly sourced' | 'not sourced';
        sources: Array<string>;
        checked_on: string | null;
        evidence: Record<string, { as_of: string | null; source: string | null }>;
        is_due: boolean;
        audience_size: number | null;
        cost_per_thousand_usd: number | null;
        budget: 'free' | 'small' | 'medium' | 'large' | null;
        average_rating: number | null;
        reviews_count: number;
      };
    }>;
    /** List all promotion sites with their last checks, those due first. */
    listChecks(input?: Call): Promise<{
      promotion_sites: Array<{
        id: number;
        slug: string;
        name: string;
        url: string;
        kind: string | null;
        genres: string | null;
        audience_claim: string | null;
        price_min_usd: number | null;
        price_max_usd: number | null;
        price_model: string | null;
        deal_price_rule: string | null;
        min_reviews: string | null;
        length_rule: string | null;
        repeat_interval_days: string | null;
        lead_time: string | null;
        selection: string | null;
        refund_or_cancel: string | null;
        stats_given: string | null;
        fact_basis: 'sourced' | 'partly sourced' | 'not sourced';
        sources: Array<string>;
        checked_on: string | null;
        evidence: Record<string, { as_of: string | null; source: string | null }>;
        is_due: boolean;
        audience_size: number | null;
        cost_per_thousand_usd: number | null;
        budget: 'free' | 'small' | 'medium' | 'large' | null;
        average_rating: number | null;
        reviews_count: number;
        last_check: { at: string; by: string | null; source: string } | null;
      }>;
    }>;
    /** Record that facts were checked against a source, with the values that the source states. */
    check(
      input: Call<{
        id: number;
        body: {
          source: string;
          facts: {
            price?: { min_usd: number | null; max_usd: number | null };
            kind?: string;
            genres?: string;
            audience_claim?: string;
            price_model?: string;
            deal_price_rule?: string;
            min_reviews?: string;
            length_rule?: string;
            repeat_interval_days?: string;
            lead_time?: string;
            selection?: string;
            refund_or_cancel?: string;
            stats_given?: string;
            audience_size?: number | null;
          };
        };
        idempotencyKey?: string;
      }>,
    ): Promise<{
      promotion_site: {
        id: number;
        slug: string;
        name: string;
        url: string;
        kind: string | null;
        genres: string | null;
        audience_claim: string | null;
        price_min_usd: number | null;
        price_max_usd: number | null;
        price_model: string | null;
        deal_price_rule: string | null;
        min_reviews: string | null;
        length_rule: string | null;
        repeat_interval_days: string | null;
        lead_time: string | null;
        selection: string | null;
        refund_or_cancel: string | null;
        stats_given: string | null;
        fact_basis: 'sourced' | 'partly sourced' | 'not sourced';
        sources: Array<string>;
        checked_on: string | null;
        evidence: Record<string, { as_of: string | null; source: string | null }>;
        is_due: boolean;
        audience_size: number | null;
        cost_per_thousand_usd: number | null;
        budget: 'free' | 'small' | 'medium' | 'large' | null;
        average_rating: number | null;
        reviews_count: number;
        last_check: { at: string; by: string | null; source: string } | null;
      };
    }>;
    /** List reviews of promotion sites; hidden ones only for their author and staff. */
    listReviews(
      input?: Call<{
        query?: {
          page?: number;
          per?: number;
          sort_col?: 'created_at' | 'id' | 'rating' | 'helpful_count';
          sort_dir?: 'asc' | 'desc';
          joins?: Array<'promotion_site'>;
          public?: boolean;
          promotion_site_id?: number;
          own?: boolean;
        };
      }>,
    ): Promise<{
      promotion_site_reviews: Array<{
        id: number;
        promotion_site_id: number;
        rating: number;
        title: string;
        body: string;
        promo_date: string | null;
        cost_cents: number | null;
        copies: number | null;
        partner_name: string;
        helpful_count: number;
        not_helpful_count: number;
        own: boolean;
        my_vote: 'helpful' | 'not_helpful' | null;
        created_at: string;
        updated_at: string;
        promotion_site?: { id: number; slug: string; name: string };
        hidden_at?: string | null;
        partner_id?: number;
      }>;
      meta: Meta;
    }>;
    /** Review a promotion site (once per partner). */
    createReview(
      input: Call<{
        body: {
          promotion_site_id: number;
          rating: number;
          title: string;
          body: string;
          promo_date?: string | null;
          cost_cents?: number | null;
          copies?: number | null;
        };
        idempotencyKey?: string;
      }>,
    ): Promise<{
      promotion_site_review: {
        id: number;
        promotion_site_id: number;
        rating: number;
        title: string;
        body: string;
        promo_date: string | null;
        cost_cents: number | null;
        copies: number | null;
        partner_name: string;
        helpful_count: number;
        not_helpful_count: number;
        own: boolean;
        my_vote: 'helpful' | 'not_helpful' | null;
        created_at: string;
        updated_at: string;
        promotion_site?: { id: number; slug: string; name: string };
        hidden_at?: string | null;
        partner_id?: number;
      };
    }>;
    /** Update your review. */
    updateReview(
      input: Call<{
        id: number;
        query?: { joins?: Array<'promotion_site'>; public?: boolean };
        body?: {
          rating?: number;
          title?: string;
          body?: string;
          promo_date?: string | null;
          cost_cents?: number | null;
          copies?: number | null;
        };
      }>,
    ): Promise<{
      promotion_site_review: {
        id: number;
        promotion_site_id: number;
        rating: number;
        title: string;
        body: string;
        promo_date: string | null;
        cost_cents: number | null;
        copies: number | null;
        partner_name: string;
        helpful_count: number;
        not_helpful_count: number;
        own: boolean;
        my_vote: 'helpful' | 'not_helpful' | null;
        created_at: string;
        updated_at: string;
        promotion_site?: { id: number; slug: string; name: string };
        hidden_at?: string | null;
        partner_id?: number;
      };
    }>;
    /** Mark a review as helpful; replaces the opposite vote. */
    voteHelpful(input: Call<{ body: { promotion_site_review_id: number }; idempotencyKey?: string }>): Promise<{
      promotion_site_review: {
        id: number;
        promotion_site_id: number;
        rating: number;
        title: string;
        body: string;
        promo_date: string | null;
        cost_cents: number | null;
        copies: number | null;
        partner_name: string;
        helpful_count: number;
        not_helpful_count: number;
        own: boolean;
        my_vote: 'helpful' | 'not_helpful' | null;
        created_at: string;
        updated_at: string;
        promotion_site?: { id: number; slug: string; name: string };
        hidden_at?: string | null;
        partner_id?: number;
      };
    }>;
    /** Mark a review as not helpful; replaces the opposite vote. */
    voteNotHelpful(input: Call<{ body: { promotion_site_review_id: number }; idempotencyKey?: string }>): Promise<{
      promotion_site_review: {
        id: number;
        promotion_site_id: number;
        rating: number;
        title: string;
        body: string;
        promo_date: string | null;
        cost_cents: number | null;
        copies: number | null;
        partner_name: string;
        helpful_count: number;
        not_helpful_count: number;
        own: boolean;
        my_vote: 'helpful' | 'not_helpful' | null;
        created_at: string;
        updated_at: string;
        promotion_site?: { id: number; slug: string; name: string };
        hidden_at?: string | null;
        partner_id?: number;
      };
    }>;
  };
  /** Posts for authors and for readers, with their categories and tags. */
  blog: {
    /** List published posts; staff also see drafts and scheduled posts unless public=true. */
    list(
      input?: Call<{
        query?: {
          page?: number;
          per?: number;
          sort_col?: 'published_at' | 'id' | 'title' | 'updated_at';
          sort_dir?: 'asc' | 'desc';
          joins?: Array<'tags' | 'blog_category' | 'user'>;
          public?: boolean;
          q?: string;
          blog_category_id?: number;
          tag_id?: number;
          status?: 'draft' | 'scheduled' | 'published';
        };
      }>,
    ): Promise<{
      blogs: Array<{
        id: number;
        slug: string;
        title: string;
        summary: string;
        body?: string;
        body_html?: string;
        hero: string | null;
        reading_minutes: number;
        published_at: string | null;
        updated_at: string;
        blog_category_id: number | null;
        tags?: Array<{ id: number; slug: string; name: string; blogs_count?: number }>;
        blog_category?: { id: number; slug: string; name: string; description: string } | null;
        user?: { id: number; name: string } | null;
        status?: 'draft' | 'scheduled' | 'published';
        user_id?: number | null;
        created_at?: string;
      }>;
      meta: Meta;
    }>;
    /** Get a post with its text. */
    show(
      input: Call<{ id: number; query?: { joins?: Array<'tags' | 'blog_category' | 'user'>; public?: boolean } }>,
    ): Promise<{
      blog: {
        id: number;
        slug: string;
        title: string;
        summary: string;
        body?: string;
        body_html?: string;
        hero: string | null;
        reading_minutes: number;
        published_at: string | null;
        updated_at: string;
        blog_category_id: number | null;
        tags?: Array<{ id: number; slug: string; name: string; blogs_count?: number }>;
        blog_category?: { id: number; slug: string; name: string; description: string } | null;
        user?: { id: number; name: string } | null;
        status?: 'draft' | 'scheduled' | 'published';
        user_id?: number | null;
        created_at?: string;
      };
    }>;
    /** Create a post; published_at decides whether it’s a draft, scheduled, or published. */
    create(
      input: Call<{
        body: {
          title: string;
          summary?: string;
          body: string;
          hero?: '' | string | null;
          blog_category_id?: number | null;
          slug?: string;
          published_at?: string | 'now' | null;
          tag_ids?: Array<number>;
          tag_names?: Array<string>;
        };
        idempotencyKey?: string;
      }>,
    ): Promise<{
      blog: {
        id: number;
        slug: string;
        title: string;
        summary: string;
        body?: string;
        body_html?: string;
        hero: string | null;
        reading_minutes: number;
        published_at: string | null;
        updated_at: string;
        blog_category_id: number | null;
        tags?: Array<{ id: number; slug: string; name: string; blogs_count?: number }>;
        blog_category?: { id: number; slug: string; name: string; description: string } | null;
        user?: { id: number; name: string } | null;
        status?: 'draft' | 'scheduled' | 'published';
        user_id?: number | null;
        created_at?: string;
      };
    }>;
    /** Update a post. */
    update(
      input: Call<{
        id: number;
        query?: { joins?: Array<'tags' | 'blog_category' | 'user'>; public?: boolean };
        body?: {
          title?: string;
          summary?: string;
          body?: string;
          hero?: '' | string | null;
          blog_category_id?: number | null;
          slug?: string;
          published_at?: string | 'now' | null;
          tag_ids?: Array<number>;
          tag_names?: Array<string>;
          seen_updated_at?: string;
        };
      }>,
    ): Promise<{
      blog: {
        id: number;
        slug: string;
        title: string;
        summary: string;
        body?: string;
        body_html?: string;
        hero: string | null;
        reading_minutes: number;
        published_at: string | null;
        updated_at: string;
        blog_category_id: number | null;
        tags?: Array<{ id: number; slug: string; name: string; blogs_count?: number }>;
        blog_category?: { id: number; slug: string; name: string; description: string } | null;
        user?: { id: number; name: string } | null;
        status?: 'draft' | 'scheduled' | 'published';
        user_id?: number | null;
        created_at?: string;
      };
    }>;
    /** Preview a post’s text without saving it. */
    preview(
      input: Call<{ body: { body: string }; idempotencyKey?: string }>,
    ): Promise<{ preview: { body_html: string; reading_minutes: number } }>;
    /** Upload a picture of at most 5 MB for a post. */
    addPicture(input: Call<{ picture: Blob }>): Promise<{ picture: { url: string } }>;
    /** List blog categories; joins=blogs adds the newest ten posts of each. */
    listCategories(
      input?: Call<{
        query?: {
          page?: number;
          per?: number;
          sort_col?: 'name' | 'id';
          sort_dir?: 'asc' | 'desc';
          joins?: Array<'blogs'>;
          public?: boolean;
        };
      }>,
    ): Promise<{
      blog_categories: Array<{
        id: number;
        slug: string;
        name: string;
        description: string;
        blogs_count: number;
        blogs?: Array<{
          id: number;
          slug: string;
          title: string;
          summary: string;
          body?: string;
          body_html?: string;
          hero: string | null;
          reading_minutes: number;
          published_at: string | null;
          updated_at: string;
          blog_category_id: number | null;
          tags?: Array<{ id: number; slug: string; name: string; blogs_count?: number }>;
          blog_category?: { id: number; slug: string; name: string; description: string } | null;
          user?: { id: number; name: string } | null;
          status?: 'draft' | 'scheduled' | 'published';
          user_id?: number | null;
          created_at?: string;
        }>;
      }>;
      meta: Meta;
    }>;
    /** Get a category with its posts, paged. */
    showCategory(
      input: Call<{
        id: number;
        query?: {
          page?: number;
          per?: number;
          sort_col?: 'published_at' | 'id' | 'title' | 'updated_at';
          sort_dir?: 'asc' | 'desc';
          joins?: Array<'blogs' | 'tags' | 'blog_category' | 'user'>;
          public?: boolean;
        };
      }>,
    ): Promise<{
      blog_category: {
        id: number;
        slug: string;
        name: string;
        description: string;
        blogs_count: number;
        blogs?: Array<{
          id: number;
          slug: string;
          title: string;
          summary: string;
          body?: string;
          body_html?: string;
          hero: string | null;
          reading_minutes: number;
          published_at: string | null;
          updated_at: string;
          blog_category_id: number | null;
          tags?: Array<{ id: number; slug: string; name: string; blogs_count?: number }>;
          blog_category?: { id: number; slug: string; name: string; description: string } | null;
          user?: { id: number; name: string } | null;
          status?: 'draft' | 'scheduled' | 'published';
          user_id?: number | null;
          created_at?: string;
        }>;
      };
      meta: Meta;
    }>;
    /** List blog tags with the number of published posts. */
    listTags(
      input?: Call<{
        query?: {
          page?: number;
          per?: number;
          sort_col?: 'name' | 'id';
          sort_dir?: 'asc' | 'desc';
          public?: boolean;
          q?: string;
        };
      }>,
    ): Promise<{ tags: Array<{ id: number; slug: string; name: string; blogs_count?: number }>; meta: Meta }>;
    /** Get a tag. */
    showTag(
      input: Call<{ id: number; query?: { public?: boolean } }>,
    ): Promise<{ tag: { id: number; slug: string; name: string; blogs_count?: number } }>;
    /** Add a tag. */
    createTag(
      input: Call<{ body: { name: string }; idempotencyKey?: string }>,
    ): Promise<{ tag: { id: number; slug: string; name: string; blogs_count?: number } }>;
    /** List published posts of the reader blog. */
    listForReaders(
      input?: Call<{
        query?: {
          page?: number;
          per?: number;
          sort_col?: 'published_at' | 'id' | 'title' | 'updated_at';
          sort_dir?: 'asc' | 'desc';
          joins?: Array<'reader_blog_category'>;
          public?: boolean;
          q?: string;
          reader_blog_category_id?: number;
        };
      }>,
    ): Promise<{
      reader_blogs: Array<{
        id: number;
        slug: string;
        title: string;
        summary: string;
        body?: string;
        body_html?: string;
        hero: string | null;
        reading_minutes: number;
        published_at: string | null;
        updated_at: string;
        reader_blog_category_id: number | null;
        reader_blog_category?: { id: number; slug: string; name: string; description: string } | null;
      }>;
      meta: Meta;
    }>;
    /** Get a reader blog post with its text. */
    showForReaders(
      input: Call<{ id: number; query?: { joins?: Array<'reader_blog_category'>; public?: boolean } }>,
    ): Promise<{
      reader_blog: {
        id: number;
        slug: string;
        title: string;
        summary: string;
        body?: string;
        body_html?: string;
        hero: string | null;
        reading_minutes: number;
        published_at: string | null;
        updated_at: string;
        reader_blog_category_id: number | null;
        reader_blog_category?: { id: number; slug: string; name: string; description: string } | null;
      };
    }>;
    /** List reader blog categories; joins=reader_blogs adds the newest ten posts of each. */
    listReaderCategories(
      input?: Call<{
        query?: {
          page?: number;
          per?: number;
          sort_col?: 'name' | 'id';
          sort_dir?: 'asc' | 'desc';
          joins?: Array<'reader_blogs'>;
          public?: boolean;
        };
      }>,
    ): Promise<{
      reader_blog_categories: Array<{
        id: number;
        slug: string;
        name: string;
        description: string;
        reader_blogs_count: number;
        reader_blogs?: Array<{
          id: number;
          slug: string;
          title: string;
          summary: string;
          body?: string;
          body_html?: string;
          hero: string | null;
          reading_minutes: number;
          published_at: string | null;
          updated_at: string;
          reader_blog_category_id: number | null;
          reader_blog_category?: { id: number; slug: string; name: string; description: string } | null;
        }>;
      }>;
      meta: Meta;
    }>;
    /** Get a reader blog category with its posts, paged. */
    showReaderCategory(
      input: Call<{
        id: number;
        query?: {
          page?: number;
          per?: number;
          sort_col?: 'published_at' | 'id' | 'title' | 'updated_at';
          sort_dir?: 'asc' | 'desc';
          joins?: Array<'reader_blogs' | 'reader_blog_category'>;
          public?: boolean;
        };
      }>,
    ): Promise<{
      reader_blog_category: {
        id: number;
        slug: string;
        name: string;
        description: string;
        reader_blogs_count: number;
        reader_blogs?: Array<{
          id: number;
          slug: string;
          title: string;
          summary: string;
          body?: string;
          body_html?: string;
          hero: string | null;
          reading_minutes: number;
          published_at: string | null;
          updated_at: string;
          reader_blog_category_id: number | null;
          reader_blog_category?: { id: number; slug: string; name: string; description: string } | null;
        }>;
      };
      meta: Meta;
    }>;
  };
  /** Drafts of descriptions, pen names, characters, titles, and plots. */
  ai: {
    /** Suggest book descriptions; server-sent events, or JSON with Accept: application/json. */
    description(
      input: Call<{
        body: {
          genre:
            | 'mystery'
            | 'cozy'
            | 'thriller'
            | 'romance'
            | 'erotica'
            | 'fantasy'
            | 'science_fiction'
            | 'horror'
            | 'historical'
            | 'young_adult'
            | 'childrens'
            | 'nonfiction';
          count?: number;
          seed?: number;
          title: string;
          hero: string;
          goal?: string;
          obstacle?: string;
          stakes?: string;
          setting?: string;
          hook?: string;
          trigger?: string;
          turn?: string;
          readers?: string;
          keywords?: string;
          tone?: 'warm' | 'witty' | 'dark' | 'tense' | 'lyrical' | null;
        };
      }>,
    ): Promise<{
      tool: 'description' | 'pen_name' | 'character' | 'title' | 'plot';
      source: 'live' | 'offline';
      model: string | null;
      options: Array<string>;
      remaining: { hour: number; day: number };
    }>;
    /** Suggest pen names; server-sent events, or JSON with Accept: application/json. */
    penName(
      input: Call<{
        body: {
          genre:
            | 'mystery'
            | 'cozy'
            | 'thriller'
            | 'romance'
            | 'erotica'
            | 'fantasy'
            | 'science_fiction'
            | 'horror'
            | 'historical'
            | 'young_adult'
            | 'childrens'
            | 'nonfiction';
          count?: number;
          seed?: number;
          origin?:
            | 'english'
            | 'scottish'
            | 'irish'
            | 'french'
            | 'german'
            | 'scandinavian'
            | 'italian'
            | 'spanish'
            | 'polish'
            | 'indian'
            | 'japanese'
            | 'nigerian';
          gender?: 'any' | 'feminine' | 'masculine';
          form?: 'mixed' | 'full' | 'initials';
          first_name?: string;
          last_name?: string;
        };
      }>,
    ): Promise<{
      tool: 'description' | 'pen_name' | 'character' | 'title' | 'plot';
      source: 'live' | 'offline';
      model: string | null;
      options: Array<string>;
      remaining: { hour: number; day: number };
    }>;
    /** Suggest characters; server-sent events, or JSON with Accept: application/json. */
    character(
      input: Call<{
        body: {
          genre:
            | 'mystery'
            | 'cozy'
            | 'thriller'
            | 'romance'
            | 'erotica'
            | 'fantasy'
            | 'science_fiction'
            | 'horror'
            | 'historical'
            | 'young_adult'
            | 'childrens'
            | 'nonfiction';
          count?: number;
          seed?: number;
          role?: 'protagonist' | 'antagonist' | 'ally' | 'mentor' | 'love_interest';
          gender?: 'any' | 'feminine' | 'masculine';
          name?: string;
          premise?: string;
          goal?: string;
          obstacle?: string;
          place?: string;
          object?: string;
          keywords?: string;
        };
      }>,
    ): Promise<{
      tool: 'description' | 'pen_name' | 'character' | 'title' | 'plot';
      source: 'live' | 'offline';
      model: string | null;
      options: Array<string>;
      remaining: { hour: number; day: number };
    }>;
    /** Suggest titles; server-sent events, or JSON with Accept: application/json. */
    title(
      input: Call<{
        body: {
          genre:
            | 'mystery'
            | 'cozy'
            | 'thriller'
            | 'romance'
            | 'erotica'
            | 'fantasy'
            | 'science_fiction'
            | 'horror'
            | 'historical'
            | 'young_adult'
            | 'childrens'
            | 'nonfiction';
          count?: number;
          seed?: number;
          person?: string;
          place?: string;
          object?: string;
          premise?: string;
          keywords?: string;
          tone?: 'warm' | 'witty' | 'dark' | 'tense' | 'lyrical' | null;
        };
      }>,
    ): Promise<{
      tool: 'description' | 'pen_name' | 'character' | 'title' | 'plot';
      source: 'live' | 'offline';
      model: string | null;
      options: Array<string>;
      remaining: { hour: number; day: number };
    }>;
    /** Suggest plots; server-sent events, or JSON with Accept: application/json. */
    plot(
      input: Call<{
        body: {
          genre:
            | 'mystery'
            | 'cozy'
            | 'thriller'
            | 'romance'
            | 'erotica'
            | 'fantasy'
            | 'science_fiction'
            | 'horror'
            | 'historical'
            | 'young_adult'
            | 'childrens'
            | 'nonfiction';
          count?: number;
          seed?: number;
          hero?: string;
          goal?: string;
          obstacle?: string;
          stakes?: string;
          setting?: string;
          object?: string;
          premise?: string;
          keywords?: string;
          tone?: 'warm' | 'witty' | 'dark' | 'tense' | 'lyrical' | null;
        };
      }>,
    ): Promise<{
      tool: 'description' | 'pen_name' | 'character' | 'title' | 'plot';
      source: 'live' | 'offline';
      model: string | null;
      options: Array<string>;
      remaining: { hour: number; day: number };
    }>;
    /** Send a prompt to the model; server-sent events, or JSON with Accept: application/json. */
    prompt(input: Call<{ body: { prompt: string } }>): Promise<{
      text: string;
      model: string;
      is_cut: boolean;
      cost_cents: number;
      usage: { date: string; spent_cents: number; limit_cents: number; mode: 'live' | 'offline'; model: string | null };
    }>;
    /** Get today’s AI spending and its limit. */
    usage(input?: Call): Promise<{
      usage: { date: string; spent_cents: number; limit_cents: number; mode: 'live' | 'offline'; model: string | null };
    }>;
    /** List your saved prompts. */
    listPrompts(
      input?: Call<{
        query?: {
          page?: number;
          per?: number;
          sort_col?: 'name' | 'created_at';
          sort_dir?: 'asc' | 'desc';
          public?: boolean;
        };
      }>,
    ): Promise<{ prompts: Array<{ id: number; name: string; prompt: string; created_at: string }>; meta: Meta }>;
    /** Save a prompt. */
    savePrompt(
      input: Call<{ body: { name: string; prompt: string }; idempotencyKey?: string }>,
    ): Promise<{ prompt: { id: number; name: string; prompt: string; created_at: string } }>;
    /** Delete a saved prompt. */
    deletePrompt(input: Call<{ id: number }>): Promise<void>;
  };
  /** Public figures and prices. */
  statistics: {
    /** Get readers, promotions, and clicks by category and month; at most a minute old. */
    statistics(input?: Call<{ query?: { public?: boolean } }>): Promise<{
      statistics: {
        as_of: string;
        method: string;
        warm_up_readers: number | null;
        is_scaled: boolean;
        demo: boolean;
        totals: {
          active_readers: number;
          newsletters_sent: number;
          mails_delivered: number;
          promotions_sent: number;
          billable_clicks: number;
        };
        categories: Array<{
          category_id: number;
          slug: string;
          name: string;
          super_category_id: number;
          active_readers: number;
          free: {
            cpc_cents: number;
            sample_size: number;
            low_clicks: number | null;
            median_clicks: number | null;
            high_clicks: number | null;
            typical_cost_cents: number | null;
          };
          discounted: {
            cpc_cents: number;
            sample_size: number;
            low_clicks: number | null;
            median_clicks: number | null;
            high_clicks: number | null;
            typical_cost_cents: number | null;
          };
        }>;
        months: Array<{
          month: string;
          new_readers: number;
          mails_delivered: number;
          promotions_sent: number;
          billable_clicks: number;
          clicks: number;
        }>;
      };
    }>;
    /** Get rates by category and price, and typical costs of past promotions. */
    pricing(input?: Call<{ query?: { public?: boolean } }>): Promise<{
      pricing: {
        as_of: string;
        method: string;
        warm_up_readers: number | null;
        is_scaled: boolean;
        demo: boolean;
        max_cost_cents: number;
        min_charge_cents: number;
        click_window_hours: number;
        categories: Array<{
          category_id: number;
          slug: string;
          name: string;
          super_category_id: number;
          active_readers: number;
          free: {
            cpc_cents: number;
            sample_size: number;
            low_clicks: number | null;
            median_clicks: number | null;
            high_clicks: number | null;
            typical_cost_cents: number | null;
          };
          discounted: {
            cpc_cents: number;
            sample_size: number;
            low_clicks: number | null;
            median_clicks: number | null;
            high_clicks: number | null;
            typical_cost_cents: number | null;
          };
          daily_slots: number;
          top_of_newsletter_addon_cents: number;
        }>;
      };
    }>;
  };
  /** A partner’s data, emails, and address verification. */
  partners: {
    /** Unsubscribe from reminder or win-back emails with an email’s token. */
    unsubscribe(input: Call<{ body: { kind: 'reminder' | 'recapture'; token: string } }>): Promise<{ message: string }>;
    /** Unsubscribe from reminder or win-back emails with one click (RFC 8058). */
    oneClickUnsubscribe(input: Call<{ kind: string; partner_token: string }>): Promise<{ message: string }>;
    /** Export your data as one file. */
    export(input?: Call): Promise<{
      exported_at: string;
      partner: Record<string, unknown>;
      sessions: Array<Record<string, unknown>>;
      api_keys: Array<Record<string, unknown>>;
      webhook_endpoints: Array<Record<string, unknown>>;
      authors: Array<Record<string, unknown>>;
      books: Array<Record<string, unknown>>;
      promotions: Array<Record<string, unknown>>;
      credit_cards: Array<Record<string, unknown>>;
      invoices: Array<Record<string, unknown>>;
      charge_attempts: Array<Record<string, unknown>>;
      discounts: Array<Record<string, unknown>>;
      discount_uses: Array<Record<string, unknown>>;
      promotion_site_reviews: Array<Record<string, unknown>>;
      partner_helpfuls: Array<Record<string, unknown>>;
      partner_not_helpfuls: Array<Record<string, unknown>>;
      referral_entries: { earned: Array<Record<string, unknown>>; about_you: Array<Record<string, unknown>> };
      referral_visits: Array<Record<string, unknown>>;
      waiting_entries: Array<Record<string, unknown>>;
      sales_mappings: Array<Record<string, unknown>>;
      mails: Array<Record<string, unknown>>;
    }>;
    /** Get your email verification status. */
    emailVerification(input?: Call): Promise<{ email_verification: { email: string; verified_at: string | null } }>;
    /** Send the verification email again; 409 when the address is verified. */
    resendVerification(
      input?: Call<{ idempotencyKey?: string }>,
    ): Promise<{ email_verification: { email: string; verified_at: string | null } }>;
    /** Verify a partner’s address with the emailed token. */
    verifyEmail(input: Call<{ body: { token: string } }>): Promise<{ message: string }>;
    /** List the internal notes about a partner and their promotions, newest first. */
    listNotes(
      input: Call<{
        partner_id: number;
        query?: { page?: number; per?: number; sort_col?: 'id'; sort_dir?: 'asc' | 'desc'; public?: boolean };
      }>,
    ): Promise<{
      notes: Array<{
        id: number;
        partner_id: number;
        promotion_id: number | null;
        promotion_title: string | null;
        text: string;
        author_name: string;
        created_at: string;
        can_delete: boolean;
      }>;
      meta: Meta;
    }>;
    /** Add an internal note about a partner, or about one of their promotions. */
    addNote(
      input: Call<{
        partner_id: number;
        body: { text: string; promotion_id?: number | null };
        idempotencyKey?: string;
      }>,
    ): Promise<{
      note: {
        id: number;
        partner_id: number;
        promotion_id: number | null;
        promotion_title: string | null;
        text: string;
        author_name: string;
        created_at: string;
        can_delete: boolean;
      };
    }>;
    /** Delete an internal note that you wrote; administrators can delete any note. */
    deleteNote(input: Call<{ partner_id: number; note_id: number }>): Promise<void>;
  };
  /** Sign-up, sign-in, passwords, and the account, in the format of devise_token_auth. */
  partnerAuth: {
    /** Sign in; the response headers carry the credentials. */
    signIn(input: Call<{ body: { email: string; password: string } }>): Promise<{ data: CurrentPartner }>;
    /** Request a password reset link; the response is the same for known and unknown addresses. */
    forgotPassword(
      input: Call<{ body: { email: string; redirect_url: string } }>,
    ): Promise<{ success: true; message: string }>;
    /** Set a new password with the emailed token, or with a session and the current password; ends all other sessions. */
    setPassword(
      input: Call<{ body: { password: string; password_confirmation: string; current_password?: string } }>,
    ): Promise<{
      success: true;
      data: {
        id: number;
        provider: 'email';
        uid: string;
        email: string;
        name: string;
        is_view?: true;
        partner_type: 'author' | 'publisher';
        website: string | null;
        country: string | null;
        subscribe_me: boolean;
        referral_code: string;
        credit_cents: number;
        reminder_emails: boolean;
        recapture_emails: boolean;
        billing_name: string | null;
        tax_number: string | null;
        created_at: string;
        updated_at: string;
      };
      message: string;
    }>;
    /** Update your account. */
    update(
      input?: Call<{
        body?: {
          email?: string;
          current_password?: string;
          otp?: string;
          password?: string;
          password_confirmation?: string;
          name?: string;
          partner_type?: 'author' | 'publisher';
          website?: string | null;
          country?: string | null;
          subscribe_me?: boolean;
          reminder_emails?: boolean;
          recapture_emails?: boolean;
          billing_name?: string | null;
          tax_number?: string | null;
        };
      }>,
    ): Promise<{
      status: 'success';
      data: {
        id: number;
        provider: 'email';
        uid: string;
        email: string;
        name: string;
        is_view?: true;
        partner_type: 'author' | 'publisher';
        website: string | null;
        country: string | null;
        subscribe_me: boolean;
        referral_code: string;
        credit_cents: number;
        reminder_emails: boolean;
        recapture_emails: boolean;
        billing_name: string | null;
        tax_number: string | null;
        created_at: string;
        updated_at: string;
      };
    }>;
    /** Sign up as a partner. */
    signUp(
      input: Call<{
        body: {
          email: string;
          password: string;
          password_confirmation?: string;
          name: string;
          partner_type?: 'author' | 'publisher';
          website?: string | null;
          country?: string | null;
          subscribe_me?: boolean;
          referrer_id?: string | number | null;
          utm_source?: string | null;
        };
      }>,
    ): Promise<{
      status: 'success';
      data: {
        id: number;
        provider: 'email';
        uid: string;
        email: string;
        name: string;
        is_view?: true;
        partner_type: 'author' | 'publisher';
        website: string | null;
        country: string | null;
        subscribe_me: boolean;
        referral_code: string;
        credit_cents: number;
        reminder_emails: boolean;
        recapture_emails: boolean;
        billing_name: string | null;
        tax_number: string | null;
        created_at: string;
        updated_at: string;
      };
    }>;
    /** Delete your account; needs the current password. 409 while a promotion is in review, booked, running, or unpaid. */
    close(
      input?: Call<{ body?: { current_password?: string; otp?: string } }>,
    ): Promise<{ status: 'success'; message: string }>;
  };
  /** Sessions of the account. */
  partnerSessions: {
    /** Get the signed-in account. */
    validateToken(input?: Call): Promise<{ success: true; data: CurrentPartner }>;
    /** Sign out. */
    signOut(input?: Call): Promise<{ success: true }>;
    /** List the sessions of your account. */
    list(input?: Call): Promise<{
      sessions: Array<{
        id: number;
        browser: string | null;
        network: string | null;
        created_at: string;
        last_used_at: string;
        is_current: boolean;
      }>;
    }>;
    /** End one session of your account. */
    end(input: Call<{ id: number }>): Promise<void>;
    /** Sign out of all other sessions. */
    endOthers(input?: Call): Promise<void>;
  };
  /** Two-factor authentication with an authenticator app. */
  partnerSecondFactor: {
    /** Get your two-factor authentication status. */
    show(input?: Call): Promise<{ second_factor: { enabled: boolean; recovery_codes_left: number } }>;
    /** Create a new secret for an authenticator app. */
    begin(input: Call<{ body: { current_password: string } }>): Promise<{ secret: string; otpauth_uri: string }>;
    /** Turn on two-factor authentication with a code from the new secret; returns the recovery codes once. */
    confirm(
      input: Call<{ body: { otp: string } }>,
    ): Promise<{ second_factor: { enabled: boolean; recovery_codes_left: number }; recovery_codes: Array<string> }>;
    /** Create new recovery codes; revokes the old ones. */
    renewRecoveryCodes(
      input: Call<{ body: { otp: string } }>,
    ): Promise<{ second_factor: { enabled: boolean; recovery_codes_left: number }; recovery_codes: Array<string> }>;
    /** Turn off two-factor authentication. */
    end(
      input: Call<{ body: { current_password: string; otp: string } }>,
    ): Promise<{ second_factor: { enabled: boolean; recovery_codes_left: number } }>;
  };
  /** Sign-in, passwords, and the account, in the format of devise_token_auth. */
  userAuth: {
    /** Sign in; the response headers carry the credentials. */
    signIn(input: Call<{ body: { email: string; password: string } }>): Promise<{ data: CurrentUser }>;
    /** Request a password reset link; the response is the same for known and unknown addresses. */
    forgotPassword(
      input: Call<{ body: { email: string; redirect_url: string } }>,
    ): Promise<{ success: true; message: string }>;
    /** Set a new password with the emailed token, or with a session and the current password; ends all other sessions. */
    setPassword(
      input: Call<{ body: { password: string; password_confirmation: string; current_password?: string } }>,
    ): Promise<{
      success: true;
      data: {
        id: number;
        provider: 'email';
        uid: string;
        email: string;
        name: string;
        role: 'admin' | 'editor';
        created_at: string;
        updated_at: string;
      };
      message: string;
    }>;
    /** Update your account. */
    update(
      input?: Call<{
        body?: {
          email?: string;
          current_password?: string;
          otp?: string;
          password?: string;
          password_confirmation?: string;
          name?: string;
          partner_type?: 'author' | 'publisher';
          website?: string | null;
          country?: string | null;
          subscribe_me?: boolean;
          reminder_emails?: boolean;
          recapture_emails?: boolean;
          billing_name?: string | null;
          tax_number?: string | null;
        };
      }>,
    ): Promise<{
      status: 'success';
      data: {
        id: number;
        provider: 'email';
        uid: string;
        email: string;
        name: string;
        role: 'admin' | 'editor';
        created_at: string;
        updated_at: string;
      };
    }>;
  };
  /** Sessions of the account. */
  userSessions: {
    /** Get the signed-in account. */
    validateToken(input?: Call): Promise<{ success: true; data: CurrentUser }>;
    /** Sign out. */
    signOut(input?: Call): Promise<{ success: true }>;
    /** List the sessions of your account. */
    list(input?: Call): Promise<{
      sessions: Array<{
        id: number;
        browser: string | null;
        network: string | null;
        created_at: string;
        last_used_at: string;
        is_current: boolean;
      }>;
    }>;
    /** End one session of your account. */
    end(input: Call<{ id: number }>): Promise<void>;
    /** Sign out of all other sessions. */
    endOthers(input?: Call): Promise<void>;
  };
  /** Two-factor authentication with an authenticator app. */
  userSecondFactor: {
    /** Get your two-factor authentication status. */
    show(input?: Call): Promise<{ second_factor: { enabled: boolean; recovery_codes_left: number } }>;
    /** Create a new secret for an authenticator app. */
    begin(input: Call<{ body: { current_password: string } }>): Promise<{ secret: string; otpauth_uri: string }>;
    /** Turn on two-factor authentication with a code from the new secret; returns the recovery codes once. */
    confirm(
      input: Call<{ body: { otp: string } }>,
    ): Promise<{ second_factor: { enabled: boolean; recovery_codes_left: number }; recovery_codes: Array<string> }>;
    /** Create new recovery codes; revokes the old ones. */
    renewRecoveryCodes(
      input: Call<{ body: { otp: string } }>,
    ): Promise<{ second_factor: { enabled: boolean; recovery_codes_left: number }; recovery_codes: Array<string> }>;
    /** Turn off two-factor authentication. */
    end(
      input: Call<{ body: { current_password: string; otp: string } }>,
    ): Promise<{ second_factor: { enabled: boolean; recovery_codes_left: number } }>;
  };
  /** A partner’s record in one call, a search over several kinds of records, and a view of a partner’s screens. */
  staff: {
    /** Get a partner with their record, cards, invoices, emails, and sign-in state. */
    dossier(input: Call<{ partner_id: number }>): Promise<{
      partner: {
        id: number;
        name: string;
        email: string;
        partner_type: 'author' | 'publisher';
        website: string | null;
        country: string | null;
        credit_cents: number;
        created_at: string;
        last_sign_in_at: string | null;
        email_verified_at: string | null;
        blocked_reason: string | null;
        deleted_at: string | null;
        has_second_factor: boolean;
        record: {
          partner_id: number;
          since: string;
          spent_cents: number;
          unpaid_cents: number;
          written_off_cents: number;
          sent: number;
          declined: number;
          cancelled: number;
          median_percentile: number | null;
          disputes: number;
          open_disputes: number;
        };
        credit_cards: Array<{
          id: number;
          brand: string;
          last4: string;
          exp_month: number;
          exp_year: number;
          is_default: boolean;
          is_card_valid: boolean;
          is_refused: boolean;
          created_at: string;
        }>;
        invoices: Array<Invoice>;
        emails: Array<{
          id: number;
          template: string;
          state: 'queued' | 'sent' | 'failed';
          created_at: string;
          sent_at: string | null;
          bounced_at: string | null;
        }>;
        counts: { invoices: number; emails: number };
        sign_in: { wrong_attempts: number; is_throttled: boolean };
      };
    }>;
    /** Get read-only credentials for the partner’s screens for 15 minutes; recorded in the audit log. */
    viewAs(
      input: Call<{ partner_id: number }>,
    ): Promise<{ credentials: { 'access-token': string; client: string; uid: string }; expires_at: string }>;
    /** End your own views of a partner’s screens. */
    endView(input: Call<{ partner_id: number }>): Promise<void>;
    /** Find partners, books, promotions, invoices, and newsletters, at most five of each. */
    search(input: Call<{ query: { q: string } }>): Promise<{
      results: Array<{
        kind: 'partner' | 'book' | 'promotion' | 'invoice' | 'newsletter';
        id: number;
        title: string;
        detail: string;
      }>;
    }>;
  };
  /** Named filters of the review queue, for one staff account or shared with all. */
  savedViews: {
    /** List your saved views of the review queue, and shared ones. */
    list(
      input?: Call<{
        query?: { page?: number; per?: number; sort_col?: 'name' | 'id'; sort_dir?: 'asc' | 'desc'; public?: boolean };
      }>,
    ): Promise<{
      saved_views: Array<{
        name: string;
        filters: {
          status:
            | 'date_passed'
            | 'changed_after_approval'
            | 'closes_next'
            | 'feedback_answered'
            | 'to_decide'
            | 'payment_failed'
            | 'payment failed'
            | 'cancelled'
            | 'declined'
            | 'awaiting payment'
            | 'successfully sent'
            | 'unable to send'
            | 'awaiting review'
            | 'awaiting partner feedback'
            | 'feedback submitted'
            | 'awaiting promotion date'
            | 'all';
          category_id: number | null;
          date_from: string | null;
          date_to: string | null;
          order: 'date' | 'newest' | 'oldest';
        };
        is_shared: boolean;
        id: number;
        owner_name: string;
        is_own: boolean;
        can_change: boolean;
      }>;
      meta: Meta;
    }>;
    /** Save a view of the review queue. */
    save(
      input: Call<{
        body: {
          name: string;
          filters: {
            status:
              | 'date_passed'
              | 'changed_after_approval'
              | 'closes_next'
              | 'feedback_answered'
              | 'to_decide'
              | 'payment_failed'
              | 'payment failed'
              | 'cancelled'
              | 'declined'
              | 'awaiting payment'
              | 'successfully sent'
              | 'unable to send'
              | 'awaiting review'
              | 'awaiting partner feedback'
              | 'feedback submitted'
              | 'awaiting promotion date'
              | 'all';
            category_id: number | null;
            date_from: string | null;
            date_to: string | null;
            order: 'date' | 'newest' | 'oldest';
          };
          is_shared?: boolean;
        };
        idempotencyKey?: string;
      }>,
    ): Promise<{
      saved_view: {
        name: string;
        filters: {
          status:
            | 'date_passed'
            | 'changed_after_approval'
            | 'closes_next'
            | 'feedback_answered'
            | 'to_decide'
            | 'payment_failed'
            | 'payment failed'
            | 'cancelled'
            | 'declined'
            | 'awaiting payment'
            | 'successfully sent'
            | 'unable to send'
            | 'awaiting review'
            | 'awaiting partner feedback'
            | 'feedback submitted'
            | 'awaiting promotion date'
            | 'all';
          category_id: number | null;
          date_from: string | null;
          date_to: string | null;
          order: 'date' | 'newest' | 'oldest';
        };
        is_shared: boolean;
        id: number;
        owner_name: string;
        is_own: boolean;
        can_change: boolean;
      };
    }>;
    /** Rename, share, or change your saved view; administrators can change any shared view. */
    update(
      input: Call<{
        id: number;
        body?: {
          name?: string;
          filters?: {
            status:
              | 'date_passed'
              | 'changed_after_approval'
              | 'closes_next'
              | 'feedback_answered'
              | 'to_decide'
              | 'payment_failed'
              | 'payment failed'
              | 'cancelled'
              | 'declined'
              | 'awaiting payment'
              | 'successfully sent'
              | 'unable to send'
              | 'awaiting review'
              | 'awaiting partner feedback'
              | 'feedback submitted'
              | 'awaiting promotion date'
              | 'all';
            category_id: number | null;
            date_from: string | null;
            date_to: string | null;
            order: 'date' | 'newest' | 'oldest';
          };
          is_shared?: boolean;
        };
      }>,
    ): Promise<{
      saved_view: {
        name: string;
        filters: {
          status:
            | 'date_passed'
            | 'changed_after_approval'
            | 'closes_next'
            | 'feedback_answered'
            | 'to_decide'
            | 'payment_failed'
            | 'payment failed'
            | 'cancelled'
            | 'declined'
            | 'awaiting payment'
            | 'successfully sent'
            | 'unable to send'
            | 'awaiting review'
            | 'awaiting partner feedback'
            | 'feedback submitted'
            | 'awaiting promotion date'
            | 'all';
          category_id: number | null;
          date_from: string | null;
          date_to: string | null;
          order: 'date' | 'newest' | 'oldest';
        };
        is_shared: boolean;
        id: number;
        owner_name: string;
        is_own: boolean;
        can_change: boolean;
      };
    }>;
    /** Delete your saved view; administrators can delete any shared view. */
    remove(input: Call<{ id: number }>): Promise<void>;
  };
  /** Records of every kind, for staff, with the audit log. */
  admin: {
    /** List entities with the fields, filters, and actions the caller can use. */
    registry(input?: Call): Promise<{
      groups: Array<string>;
      entities: Array<{
        name: string;
        singular: string;
        label: string;
        singular_label: string;
        group: string;
        about: string;
        fields: Array<{
          name: string;
          label: string;
          type:
            | 'id'
            | 'text'
            | 'long_text'
            | 'email'
            | 'number'
            | 'cents'
            | 'date'
            | 'instant'
            | 'flag'
            | 'choice'
            | 'list'
            | 'json'
            | 'link';
          in_list: boolean;
          sortable: boolean;
          to: string | null;
          options: Array<{ value: string; label: string }> | null;
          help: string | null;
          can_create: boolean;
          can_edit: boolean;
          required: boolean;
          initial: boolean;
        }>;
        filters: Array<{
          name: string;
          label: string;
          kind: 'choice' | 'flag' | 'id' | 'text' | 'date';
          options: Array<{ value: string; label: string }> | null;
          to: string | null;
        }>;
        searches: Array<string>;
        sort_col: string;
        sort_dir: 'asc' | 'desc';
        can_create: boolean;
        can_edit: boolean;
        actions: Array<{
          name: string;
          label: string;
          confirm: string;
          danger: boolean;
          fields: Array<{
            name: string;
            label: string;
            type:
              | 'id'
              | 'text'
              | 'long_text'
              | 'email'
              | 'number'
              | 'cents'
              | 'date'
              | 'instant'
              | 'flag'
              | 'choice'
              | 'list'
              | 'json'
              | 'link';
            in_list: boolean;
            sortable: boolean;
            to: string | null;
            options: Array<{ value: string; label: string }> | null;
            help: string | null;
            can_create: boolean;
            can_edit: boolean;
            required: boolean;
            initial: boolean;
          }>;
        }>;
      }>;
    }>;
    /** Get system health. */
    health(input?: Call): Promise<{
      level: 'ok' | 'warn' | 'bad';
      checks: Array<{
        name: string;
        label: string;
        level: 'ok' | 'warn' | 'bad';
        text: string;
        numbers: Record<string, number>;
        see: string | null;
      }>;
      disputes: Array<{
        id: string;
        promotion_id: number;
        book_title: string;
        amount_cents: number;
        reason: string;
        funds_withdrawn: boolean;
        due_by: string | null;
      }>;
      schedule: Array<{
        job: string;
        business_date: string | null;
        started_at: string | null;
        finished_at: string | null;
        failure: string | null;
      }>;
      versions: Record<string, string>;
      counts: Record<string, number>;
      now: string;
      business_date: string;
    }>;
    /** Get the readers’ engagement, bounces and complaints by mailbox provider, and sign-ups by source. */
    listHealth(input?: Call): Promise<{
      list_health: {
        days: Array<{
          asked: number;
          kept: number;
          sunset: number;
          date: string;
          engaged: number;
          new: number;
          slipping: number;
          lapsed: number;
          dormant: number;
        }>;
        providers: Array<{
          provider: 'gmail' | 'yahoo' | 'microsoft' | 'apple' | 'other';
          accepted: number;
          hard_bounces: number;
          soft_bounces: number;
          complaints: number;
          before: { accepted: number; hard_bounces: number; soft_bounces: number; complaints: number };
        }>;
        sources: Array<{
          source:
            | 'home'
            | 'deals'
            | 'category'
            | 'book'
            | 'author'
            | 'guide'
            | 'reader_blog'
            | 'landing'
            | 'embed'
            | 'import'
            | 'other';
          sign_ups: number;
          confirmed: number;
          confirmed_before: number;
        }>;
        questions: { daily_emails: number; open: number };
        advice: Array<{ level: 'bad' | 'warn'; text: string; url: string | null }>;
      };
    }>;
    /** List the latest entries of the audit log. */
    auditLog(input?: Call): Promise<{
      audit_events: Array<{
        id: number;
        action: string;
        actor: string;
        actor_id: number | null;
        actor_name: string | null;
        entity: string;
        entity_id: string;
        record: { title: string; list: string; id: string } | null;
        before: unknown;
        after: unknown;
        reason: string | null;
        at: string;
      }>;
    }>;
    /** Export filtered records as CSV. */
    csv(input: Call<{ entity: string }>): Promise<Response>;
    /** List an entity’s records. */
    list(input: Call<{ entity: string }>): Promise<
      { meta: Meta } & Record<
        string,
        Array<
          {
            id: number | string;
            record_title: string;
            record_version: string;
            labels: Record<string, string>;
            links?: Record<string, string>;
          } & Record<string, unknown>
        >
      >
    >;
    /** Create a record, if the entity allows it. */
    create(input: Call<{ entity: string; body?: Record<string, unknown>; idempotencyKey?: string }>): Promise<
      {
        audit_events: Array<{
          id: number;
          action: string;
          actor: string;
          actor_id: number | null;
          actor_name: string | null;
          entity: string;
          entity_id: string;
          record: { title: string; list: string; id: string } | null;
          before: unknown;
          after: unknown;
          reason: string | null;
          at: string;
        }>;
        linked: Array<{ entity: string; label: string; query: Record<string, string>; total_count: number }>;
        actions: Array<string>;
        refusals: Record<string, string>;
        page: string | null;
      } & Record<string, unknown>
    >;
    /** Get a record with its audit log and related records. */
    show(input: Call<{ entity: string; record: string }>): Promise<
      {
        audit_events: Array<{
          id: number;
          action: string;
          actor: string;
          actor_id: number | null;
          actor_name: string | null;
          entity: string;
          entity_id: string;
          record: { title: string; list: string; id: string } | null;
          before: unknown;
          after: unknown;
          reason: string | null;
          at: string;
        }>;
        linked: Array<{ entity: string; label: string; query: Record<string, string>; total_count: number }>;
        actions: Array<string>;
        refusals: Record<string, string>;
        page: string | null;
      } & Record<string, unknown>
    >;
    /** Update a record; 409 with the current one if it has changed since the caller read it. */
    update(
      input: Call<{
        entity: string;
        record: string;
        body: { record_version: string; audit_reason?: string } & Record<string, unknown>;
      }>,
    ): Promise<
      {
        audit_events: Array<{
          id: number;
          action: string;
          actor: string;
          actor_id: number | null;
          actor_name: string | null;
          entity: string;
          entity_id: string;
          record: { title: string; list: string; id: string } | null;
          before: unknown;
          after: unknown;
          reason: string | null;
          at: string;
        }>;
        linked: Array<{ entity: string; label: string; query: Record<string, string>; total_count: number }>;
        actions: Array<string>;
        refusals: Record<string, string>;
        page: string | null;
      } & Record<string, unknown>
    >;
    /** Run an action on a record. */
    act(
      input: Call<{
        entity: string;
        record: string;
        action: string;
        body?: Record<string, unknown>;
        idempotencyKey?: string;
      }>,
    ): Promise<{ message: string } & Record<string, unknown>>;
  };
  /** Messages to the operator. */
  contact: {
    /** Send a message to this site’s operator. */
    send(
      input: Call<{
        body: { name: string; email: string; subject?: string | null; message: string; website?: string | null };
      }>,
    ): Promise<{ message: string }>;
  };
  /** The clock, browser errors, and the OpenAPI document. */
  web: {
    /** Get the business clock and the site’s public settings. */
    session(input?: Call): Promise<{
      business_date: string;
      next_cutoff_at: string;
      now: string;
      demo: boolean;
      demo_notice: string | null;
      support_email: string;
      operator: {
        name: string;
        address: string;
        country: string;
        reply_time: string | null;
        appeals: string | null;
        governing_law: string;
        notice_agent: string | null;
        hosting: string | null;
      };
      services: { mail: string | null; ai: string | null; storage: string | null; errors: string | null };
      stripe: { mode: 'sandbox' | 'test' | 'live'; publishable_key: string | null };
      ai: { mode: 'live' | 'offline' };
    }>;
    /** Report a browser error; always returns the same response. */
    reportError(
      input?: Call<{ body?: { error_id: string; message: string; stack: string | null; path: string } | null }>,
    ): Promise<void>;
    /** Get the OpenAPI document. */
    openApi(input?: Call): Promise<{ openapi: '3.1.0' } & Record<string, unknown>>;
  };
};

/** Method, path, and kind of response if it isn't JSON. */
export const OPERATIONS: Record<string, Record<string, readonly [method: string, path: string, raw?: 'raw']>> = {
  promotions: {
    list: ['GET', '/api/v1/promotions'],
    laneCounts: ['GET', '/api/v1/promotions/lane_counts'],
    reviewStream: ['GET', '/api/v1/promotions/review_stream'],
    reviewPresence: ['POST', '/api/v1/promotions/review_presence'],
    dateForecast: ['GET', '/api/v1/promotions/date_forecast'],
    check: ['POST', '/api/v1/promotions/check'],
    submit: ['POST', '/api/v1/promotions'],
    submitSeries: ['POST', '/api/v1/promotions/series'],
    show: ['GET', '/api/v1/promotions/{id}'],
    lastPromotionPercentile: ['GET', '/api/v1/promotions/{id}/last-promotion-percentile'],
    partnerRecord: ['GET', '/api/v1/promotions/{id}/partner_record'],
    usualClicks: ['GET', '/api/v1/promotions/{id}/usual_clicks'],
    priceWatch: ['GET', '/api/v1/promotions/{id}/price_watch'],
    confirmPrice: ['POST', '/api/v1/promotions/{id}/confirm_price'],
    unconfirmPrice: ['POST', '/api/v1/promotions/{id}/unconfirm_price'],
    sentCopy: ['GET', '/api/v1/promotions/{id}/sent_copy'],
    shareCard: ['GET', '/api/v1/promotions/{id}/share_card', 'raw'],
    update: ['PATCH', '/api/v1/promotions/{id}/'],
    approve: ['POST', '/api/v1/promotions/{id}/approve'],
    decideMany: ['POST', '/api/v1/promotions/decisions'],
    reject: ['POST', '/api/v1/promotions/{id}/reject'],
    acceptChanges: ['POST', '/api/v1/promotions/{id}/accept_changes'],
    keepApproved: ['POST', '/api/v1/promotions/{id}/keep_approved'],
    askAboutChanges: ['POST', '/api/v1/promotions/{id}/ask_about_changes'],
    correctStoreLink: ['POST', '/api/v1/promotions/{id}/correct_store_link'],
    partnerFeedback: ['POST', '/api/v1/promotions/{id}/partner_feedback'],
    proposeDate: ['POST', '/api/v1/promotions/{id}/propose_date'],
    confirmDate: ['POST', '/api/v1/promotions/{id}/confirm_date'],
    cancel: ['POST', '/api/v1/promotions/{id}/cancel'],
    cancelApproved: ['POST', '/api/v1/promotions/{id}/cancel_approved'],
    reopen: ['POST', '/api/v1/promotions/{id}/reopen'],
    calendarUrl: ['GET', '/api/v1/promotions/calendar'],
    calendar: ['GET', '/api/v1/promotions.ics', 'raw'],
    csv: ['GET', '/api/v1/promotions.csv', 'raw'],
  },
  payments: {
    estimate: ['GET', '/api/v1/promotions/estimate'],
    estimateOf: ['GET', '/api/v1/promotions/{id}/estimate'],
    clicks: ['GET', '/api/v1/promotions/{id}/clicks'],
    questionClicks: ['POST', '/api/v1/promotions/{id}/click_question'],
    suspicious: ['GET', '/api/v1/held_clicks'],
    heldClicks: ['GET', '/api/v1/promotions/{id}/held_clicks'],
    decideHeld: ['POST', '/api/v1/promotions/{id}/held_clicks'],
    answerQuestion: ['POST', '/api/v1/promotions/{id}/click_answer'],
    charge: ['POST', '/api/v1/promotions/{id}/charge'],
    confirmPayment: ['POST', '/api/v1/promotions/{id}/confirm_payment'],
    refund: ['POST', '/api/v1/promotions/{id}/refund'],
  },
  results: {
    list: ['GET', '/api/v1/promotion_results'],
    csv: ['GET', '/api/v1/promotion_results.csv', 'raw'],
    show: ['GET', '/api/v1/promotions/{id}/results'],
    save: ['PATCH', '/api/v1/promotions/{id}/results'],
    readReport: ['POST', '/api/v1/promotions/{id}/sales_report'],
    saveMapping: ['POST', '/api/v1/sales_mappings'],
  },
  promotionCounts: {
    list: ['GET', '/api/v1/newsletter_promotion_counts'],
  },
  waitingList: {
    list: ['GET', '/api/v1/waiting_entries'],
    join: ['POST', '/api/v1/waiting_entries'],
    accept: ['POST', '/api/v1/waiting_entries/{id}/accept'],
    leave: ['DELETE', '/api/v1/waiting_entries/{id}'],
  },
  addons: {
    list: ['GET', '/api/v1/addons'],
    checkAvailability: ['GET', '/api/v1/addons/top_of_newsletter/check_availability'],
  },
  books: {
    list: ['GET', '/api/v1/books'],
    show: ['GET', '/api/v1/books/{id}'],
    create: ['POST', '/api/v1/books'],
    update: ['PATCH', '/api/v1/books/{id}/'],
    refreshCover: ['POST', '/api/v1/books/{id}/refresh-cover'],
    refreshStoreData: ['POST', '/api/v1/books/{id}/refresh-store-data'],
    replaceCover: ['POST', '/api/v1/books/{id}/cover'],
    storeData: ['GET', '/api/v1/books/{asin}/amazon_api_data'],
    storeDataAtRoot: ['GET', '/books/{asin}/amazon_api_data'],
  },
  authors: {
    list: ['GET', '/api/v1/authors'],
    show: ['GET', '/api/v1/authors/{id}'],
    create: ['POST', '/api/v1/authors'],
    update: ['PATCH', '/api/v1/authors/{id}/'],
    remove: ['DELETE', '/api/v1/authors/{id}'],
    replacePhoto: ['POST', '/api/v1/authors/{id}/photo'],
  },
  categories: {
    list: ['GET', '/api/v1/categories'],
    show: ['GET', '/api/v1/categories/{id}'],
    listSuper: ['GET', '/api/v1/super_categories'],
    showSuper: ['GET', '/api/v1/super_categories/{id}'],
  },
  discounts: {
    validate: ['GET', '/api/v1/discounts/validate/{code}'],
    list: ['GET', '/api/v1/discounts'],
    create: ['POST', '/api/v1/discounts'],
    show: ['GET', '/api/v1/discounts/{id}'],
    update: ['PATCH', '/api/v1/discounts/{id}'],
    remove: ['DELETE', '/api/v1/discounts/{id}'],
  },
  billing: {
    listCards: ['GET', '/api/v1/credit_cards'],
    addCard: ['POST', '/api/v1/credit_cards'],
    changeCard: ['PATCH', '/api/v1/credit_cards/{id}'],
    makeCardDefault: ['PATCH', '/api/v1/credit_cards/{id}/make_default'],
    removeCard: ['DELETE', '/api/v1/credit_cards/{id}'],
    startSetup: ['POST', '/api/v1/stripe/setup_intent'],
    listInvoices: ['GET', '/api/v1/invoices'],
    showInvoice: ['GET', '/api/v1/invoices/{id}'],
    invoicesCsv: ['GET', '/api/v1/invoices.csv', 'raw'],
    invoicePdf: ['GET', '/api/v1/invoices/{id}.pdf', 'raw'],
  },
  referrals: {
    list: ['GET', '/api/v1/referrals'],
    countVisit: ['POST', '/api/v1/referrals/visits'],
    release: ['POST', '/api/v1/referrals/{id}/release'],
    reject: ['POST', '/api/v1/referrals/{id}/reject'],
    cashOut: ['POST', '/api/v1/referrals/{id}/cash_out'],
  },
  exports: {
    promotions: ['GET', '/api/v1/exports/promotions', 'raw'],
    invoices: ['GET', '/api/v1/exports/invoices', 'raw'],
    clicks: ['GET', '/api/v1/exports/clicks', 'raw'],
  },
  webhooks: {
    list: ['GET', '/api/v1/webhook_endpoints'],
    create: ['POST', '/api/v1/webhook_endpoints'],
    update: ['PATCH', '/api/v1/webhook_endpoints/{id}'],
    remove: ['DELETE', '/api/v1/webhook_endpoints/{id}'],
    replaceSecret: ['POST', '/api/v1/webhook_endpoints/{id}/secret'],
    test: ['POST', '/api/v1/webhook_endpoints/{id}/test'],
    deliveries: ['GET', '/api/v1/webhook_endpoints/{id}/deliveries'],
    redeliver: ['POST', '/api/v1/webhook_endpoints/{id}/redeliver'],
  },
  apiKeys: {
    list: ['GET', '/api/v1/api_keys'],
    create: ['POST', '/api/v1/api_keys'],
    revoke: ['DELETE', '/api/v1/api_keys/{id}'],
  },
  newsletters: {
    archive: ['GET', '/api/v1/newsletter_archive'],
    showArchived: ['GET', '/api/v1/newsletter_archive/{date}'],
    list: ['GET', '/api/v1/newsletters'],
    show: ['GET', '/api/v1/newsletters/{id}'],
    update: ['PATCH', '/api/v1/newsletters/{id}'],
    preview: ['GET', '/api/v1/newsletters/{id}/preview'],
    sendTest: ['POST', '/api/v1/newsletters/{id}/test'],
    closing: ['GET', '/api/v1/newsletters/{id}/closing'],
    warmUp: ['GET', '/api/v1/newsletters/{id}/warm_up'],
    freeze: ['POST', '/api/v1/newsletters/{id}/freeze'],
    pause: ['POST', '/api/v1/newsletters/{id}/pause'],
    resume: ['POST', '/api/v1/newsletters/{id}/resume'],
    end: ['POST', '/api/v1/newsletters/{id}/end'],
    release: ['POST', '/api/v1/newsletters/{id}/release'],
    progress: ['GET', '/api/v1/newsletters/{id}/progress'],
  },
  deliveries: {
    listDeliveries: ['GET', '/api/v1/newsletters/{id}/deliveries'],
    resolveDelivery: ['POST', '/api/v1/newsletters/{id}/deliveries/{reader_id}/resolve'],
  },
  readers: {
    signUp: ['POST', '/api/v1/readers'],
    confirm: ['POST', '/api/v1/readers/confirm'],
    show: ['GET', '/api/v1/readers/{uuid}'],
    update: ['PATCH', '/api/v1/readers/{uuid}/'],
    keep: ['POST', '/api/v1/readers/{uuid}/keep'],
    unsubscribe: ['POST', '/api/v1/readers/{uuid}/unsubscribe'],
    resubscribe: ['POST', '/api/v1/readers/{uuid}/resubscribe'],
    requestListItem: ['POST', '/api/v1/readers/list'],
    showList: ['GET', '/api/v1/readers/{uuid}/list'],
    addToList: ['POST', '/api/v1/readers/{uuid}/list'],
    removeFromList: ['DELETE', '/api/v1/readers/{uuid}/list/{id}'],
    export: ['GET', '/api/v1/readers/{uuid}/export'],
    erase: ['DELETE', '/api/v1/readers/{uuid}'],
    oneClickUnsubscribe: ['POST', '/api/v1/unsubscribe/{token}'],
  },
  readerImports: {
    list: ['GET', '/api/v1/reader_imports'],
    create: ['POST', '/api/v1/reader_imports'],
    show: ['GET', '/api/v1/reader_imports/{id}'],
    storePart: ['POST', '/api/v1/reader_imports/{id}/parts'],
    check: ['POST', '/api/v1/reader_imports/{id}/check'],
    start: ['POST', '/api/v1/reader_imports/{id}/start'],
    update: ['PATCH', '/api/v1/reader_imports/{id}'],
    campaign: ['GET', '/api/v1/reader_imports/{id}/campaign'],
    discard: ['POST', '/api/v1/reader_imports/{id}/discard'],
    undoPlan: ['GET', '/api/v1/reader_imports/{id}/undo'],
    undo: ['POST', '/api/v1/reader_imports/{id}/undo'],
    problems: ['GET', '/api/v1/reader_imports/{id}/problems.csv', 'raw'],
    export: ['GET', '/api/v1/reader_list.csv', 'raw'],
  },
  warmUps: {
    list: ['GET', '/api/v1/warm_ups'],
    start: ['POST', '/api/v1/warm_ups'],
    update: ['PATCH', '/api/v1/warm_ups/{id}'],
    end: ['POST', '/api/v1/warm_ups/{id}/end'],
    resumeProvider: ['POST', '/api/v1/warm_ups/{id}/resume'],
  },
  promotionSites: {
    list: ['GET', '/api/v1/promotion_sites'],
    show: ['GET', '/api/v1/promotion_sites/{id}'],
    listChecks: ['GET', '/api/v1/promotion_site_checks'],
    check: ['POST', '/api/v1/promotion_sites/{id}/checks'],
    listReviews: ['GET', '/api/v1/promotion_site_reviews'],
    createReview: ['POST', '/api/v1/promotion_site_reviews'],
    updateReview: ['PATCH', '/api/v1/promotion_site_reviews/{id}/'],
    voteHelpful: ['POST', '/api/v1/partner_helpfuls'],
    voteNotHelpful: ['POST', '/api/v1/partner_not_helpfuls'],
  },
  blog: {
    list: ['GET', '/api/v1/blogs'],
    show: ['GET', '/api/v1/blogs/{id}'],
    create: ['POST', '/api/v1/blogs'],
    update: ['PATCH', '/api/v1/blogs/{id}/'],
    preview: ['POST', '/api/v1/blogs/preview'],
    addPicture: ['POST', '/api/v1/blogs/pictures'],
    listCategories: ['GET', '/api/v1/blog_categories'],
    showCategory: ['GET', '/api/v1/blog_categories/{id}'],
    listTags: ['GET', '/api/v1/tags'],
    showTag: ['GET', '/api/v1/tags/{id}'],
    createTag: ['POST', '/api/v1/tags'],
    listForReaders: ['GET', '/api/v1/reader_blogs'],
    showForReaders: ['GET', '/api/v1/reader_blogs/{id}'],
    listReaderCategories: ['GET', '/api/v1/reader_blog_categories'],
    showReaderCategory: ['GET', '/api/v1/reader_blog_categories/{id}'],
  },
  ai: {
    description: ['POST', '/api/v1/ai/description'],
    penName: ['POST', '/api/v1/ai/pen_name'],
    character: ['POST', '/api/v1/ai/character'],
    title: ['POST', '/api/v1/ai/title'],
    plot: ['POST', '/api/v1/ai/plot'],
    prompt: ['POST', '/api/v1/ai/prompt'],
    usage: ['GET', '/api/v1/ai/usage'],
    listPrompts: ['GET', '/api/v1/ai/prompts'],
    savePrompt: ['POST', '/api/v1/ai/prompts'],
    deletePrompt: ['DELETE', '/api/v1/ai/prompts/{id}'],
  },
  statistics: {
    statistics: ['GET', '/api/v1/statistics'],
    pricing: ['GET', '/api/v1/pricing'],
  },
  partners: {
    unsubscribe: ['POST', '/api/v1/partners/unsubscribe'],
    oneClickUnsubscribe: ['POST', '/api/v1/partners/unsubscribe/{kind}/{partner_token}'],
    export: ['GET', '/api/v1/partners/export'],
    emailVerification: ['GET', '/api/v1/partners/email_verification'],
    resendVerification: ['POST', '/api/v1/partners/email_verification'],
    verifyEmail: ['POST', '/api/v1/partners/verify_email'],
    listNotes: ['GET', '/api/v1/partners/{partner_id}/notes'],
    addNote: ['POST', '/api/v1/partners/{partner_id}/notes'],
    deleteNote: ['DELETE', '/api/v1/partners/{partner_id}/notes/{note_id}'],
  },
  partnerAuth: {
    signIn: ['POST', '/api/v1/partner-auth/sign_in'],
    forgotPassword: ['POST', '/api/v1/partner-auth/password'],
    setPassword: ['PATCH', '/api/v1/partner-auth/password'],
    update: ['PATCH', '/api/v1/partner-auth'],
    signUp: ['POST', '/api/v1/partner-auth'],
    close: ['DELETE', '/api/v1/partner-auth'],
  },
  partnerSessions: {
    validateToken: ['GET', '/api/v1/partner-auth/validate_token'],
    signOut: ['DELETE', '/api/v1/partner-auth/sign_out'],
    list: ['GET', '/api/v1/partner-auth/sessions'],
    end: ['DELETE', '/api/v1/partner-auth/sessions/{id}'],
    endOthers: ['DELETE', '/api/v1/partner-auth/sessions'],
  },
  partnerSecondFactor: {
    show: ['GET', '/api/v1/partner-auth/second_factor'],
    begin: ['POST', '/api/v1/partner-auth/second_factor'],
    confirm: ['POST', '/api/v1/partner-auth/second_factor/confirm'],
    renewRecoveryCodes: ['POST', '/api/v1/partner-auth/second_factor/recovery_codes'],
    end: ['POST', '/api/v1/partner-auth/second_factor/end'],
  },
  userAuth: {
    signIn: ['POST', '/api/v1/user-auth/sign_in'],
    forgotPassword: ['POST', '/api/v1/user-auth/password'],
    setPassword: ['PATCH', '/api/v1/user-auth/password'],
    update: ['PATCH', '/api/v1/user-auth'],
  },
  userSessions: {
    validateToken: ['GET', '/api/v1/user-auth/validate_token'],
    signOut: ['DELETE', '/api/v1/user-auth/sign_out'],
    list: ['GET', '/api/v1/user-auth/sessions'],
    end: ['DELETE', '/api/v1/user-auth/sessions/{id}'],
    endOthers: ['DELETE', '/api/v1/user-auth/sessions'],
  },
  userSecondFactor: {
    show: ['GET', '/api/v1/user-auth/second_factor'],
    begin: ['POST', '/api/v1/user-auth/second_factor'],
    confirm: ['POST', '/api/v1/user-auth/second_factor/confirm'],
    renewRecoveryCodes: ['POST', '/api/v1/user-auth/second_factor/recovery_codes'],
    end: ['POST', '/api/v1/user-auth/second_factor/end'],
  },
  staff: {
    dossier: ['GET', '/api/v1/partners/{partner_id}/dossier'],
    viewAs: ['POST', '/api/v1/partners/{partner_id}/view_as'],
    endView: ['DELETE', '/api/v1/partners/{partner_id}/view_as'],
    search: ['GET', '/api/v1/staff_search'],
  },
  savedViews: {
    list: ['GET', '/api/v1/saved_views'],
    save: ['POST', '/api/v1/saved_views'],
    update: ['PATCH', '/api/v1/saved_views/{id}'],
    remove: ['DELETE', '/api/v1/saved_views/{id}'],
  },
  admin: {
    registry: ['GET', '/api/v1/admin/registry'],
    health: ['GET', '/api/v1/admin/health'],
    listHealth: ['GET', '/api/v1/admin/list_health'],
    auditLog: ['GET', '/api/v1/admin/trail'],
    csv: ['GET', '/api/v1/admin/{entity}.csv', 'raw'],
    list: ['GET', '/api/v1/admin/{entity}'],
    create: ['POST', '/api/v1/admin/{entity}'],
    show: ['GET', '/api/v1/admin/{entity}/{record}'],
    update: ['PATCH', '/api/v1/admin/{entity}/{record}'],
    act: ['POST', '/api/v1/admin/{entity}/{record}/{action}'],
  },
  contact: {
    send: ['POST', '/api/v1/contact'],
  },
  web: {
    session: ['GET', '/api/v1/session'],
    reportError: ['POST', '/api/v1/client_errors'],
    openApi: ['GET', '/api/v1/openapi.json'],
  },
};
