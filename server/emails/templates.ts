/** All email templates with their props. The components are in this folder, and render.tsx renders them. */
import type { Store } from '#shared/business.ts';
import type { ListHealth } from '#shared/list-health.ts';
import type { Cost } from '#shared/promotion-cost.ts';

/** Installation facts that every email needs. */
export type Site = {
  /** Without a trailing slash. */
  app_url: string;
  support_email: string;
  postal_address: string;
};

export type PromotionFacts = {
  partner_name: string;
  book_title: string;
  category_name: string;
  /** The newsletter's date, 'YYYY-MM-DD'. */
  date: string;
  promotion_url: string;
};

/** `most` has the parts of the maximum. Emails queued before an upgrade don't have it. */
type MaximumCost = { max_cost_cents: number; most?: Cost };

/**
 * `title` is null if it can't be in an email to a stranger. `max_price_cents` is a saved book's; null means any deal.
 */
type ListWords = { kind: 'author' | 'series' | 'book'; title: string | null; max_price_cents: number | null };

export type EmailProps = {
  password_reset: { name: string; reset_url: string };
  /**
   * Reports an account change. It contains no name, since the account may be a stranger's. `new_email` is set for a
   * changed address.
   */
  account_notice: {
    change:
      | 'email'
      | 'password'
      | 'second_factor_on'
      | 'second_factor_off'
      | 'second_factor_reset'
      | 'recovery_codes'
      | 'api_key'
      | 'closed';
    account: 'partner' | 'staff';
    new_email: string | null;
    forgot_url: string;
  };
  /** Sent to an unverified address, so it repeats nothing that was typed. */
  email_verification: { is_new_account: boolean; verify_url: string; days: number };
  staff_invitation: { name: string; invited_by: string; role: 'admin' | 'editor'; accept_url: string; days: number };
  /** Sent to OPERATOR_EMAIL. `subject` is null if the sender gave none. */
  contact_message: { name: string; email: string; subject: string | null; message: string; contact_url: string };
  /**
   * `list_words`: the authors and series that the sign-up also follows, and the books it saves. Emails queued before an
   * upgrade have none.
   */
  reader_confirm: { confirm_url: string; category_names: string[]; list_words?: ListWords[] };
  /** To a reader whose address was entered to follow an author or series, or to save a book. */
  reader_list_confirm: { list_words: ListWords; confirm_url: string };
  /** To an imported reader without provable consent. `list_name` is the file's consent source, if it can be shown. */
  reader_permission: {
    is_reminder: boolean;
    list_name: string | null;
    category_names: string[];
    confirm_url: string;
    unsubscribe_url: string;
    list_unsubscribe: string;
  };
  /**
   * Sent once, when the address is confirmed. `sender` is the newsletter's address, `list_unsubscribe` a header.
   * `list_words` has the newest entries of the reader's list. Emails queued before an upgrade have none.
   */
  reader_welcome: {
    list_words?: ListWords[];
    frequency: 'daily' | 'weekly';
    category_names: string[];
    deals_url: string;
    preferences_url: string;
    unsubscribe_url: string;
    list_unsubscribe: string;
    sender: string;
  };
  /** To a reader who hasn't clicked for a long time. `answer_by` is a date, `list_unsubscribe` a header. */
  reader_sunset: {
    category_names: string[];
    answer_by: string;
    keep_url: string;
    unsubscribe_url: string;
    list_unsubscribe: string;
  };
  /** Sent once, when a new account's address is verified. */
  partner_welcome: { partner_name: string; book_new_url: string; requirements_url: string; billing_url: string };
  promotion_submitted: PromotionFacts & MaximumCost;
  promotion_approved: PromotionFacts & MaximumCost & { sale_price_cents: number };
  /**
   * `is_unanswered` means nobody declined it: the partner didn't answer in time. `reasons` are codes of
   * shared/reasons.ts, explained in the email, or free text. `resubmit_on` is a date, or null if there's no
   * need to wait.
   */
  promotion_declined: PromotionFacts & {
    is_unanswered: boolean;
    reasons: string[];
    suggested_category_name: string | null;
    message: string | null;
    resubmit_on: string | null;
  };
  /** `answer_by` is the instant (ISO) at which the promotion is declined, or canceled if its dates have passed. */
  feedback_asked: PromotionFacts & { message: string; answer_by: string; is_date_passed: boolean };
  /**
   * `changes` are labels of the fields that the partner changed after the approval. `is_held`: the promotion won't run
   * unless staff approve the changes.
   */
  changes_questioned: PromotionFacts & { changes: string[]; message: string; is_held: boolean };
  click_question_answered: PromotionFacts & { question: string; answer: string };
  changes_reviewed: PromotionFacts & { is_accepted: boolean; changes: string[]; message: string | null };
  /**
   * `date` is the proposed one, `deal_ends_on` the deal's end if it is confirmed. `answer_by` and `confirm_by`, when the
   * proposed date's newsletter closes, are instants (ISO). Emails queued before an upgrade have no `confirm_by`.
   */
  date_proposed: PromotionFacts & {
    message: string | null;
    deal_ends_on: string;
    answer_by: string;
    confirm_by?: string;
    /** Set if the newsletters of all requested dates closed before staff decided. */
    is_date_passed: boolean;
  };
  /**
   * All requested dates closed without a decision. `dates` are alternatives with their links, `days` the time until
   * the promotion is canceled.
   */
  date_passed: PromotionFacts & { dates: { date: string; url: string }[]; days: number };
  /** `cancelled_by` is absent from emails queued before an upgrade. */
  promotion_cancelled: PromotionFacts & { cancelled_by?: 'partner' | 'user' | 'system'; reason: string | null };
  /** `was_approved`: the promotion has lost its slot. Absent from emails queued before an upgrade. */
  promotion_reopened: PromotionFacts & { message: string | null; was_approved?: boolean };
  /** `click_window_ends_at` is an instant (ISO). */
  promotion_sent: PromotionFacts & { click_window_ends_at: string };
  /** `reason` is a code of shared/reasons.ts or a sentence. */
  promotion_unable_to_send: PromotionFacts & { reason: string };
  /** Sent when the invoice is created. `card_last4` is the card that will be charged, or null if there is none. */
  promotion_results: PromotionFacts & {
    clicks_total: number;
    clicks_billable: number;
    total_cents: number;
    /** Absent from emails queued before an upgrade. */
    cost?: Cost;
    invoice_number: string;
    card_last4: string | null;
  };
  charge_failed: PromotionFacts & {
    total_cents: number;
    /** The bank's message, or ours if Stripe couldn't ask the bank, or null if there was no valid card to charge. */
    message: string | null;
    /** True if the bank declined. */
    is_declined: boolean;
    /** The instant (ISO) of the next automatic attempt. */
    next_retry_at: string | null;
    billing_url: string;
  };
  charge_succeeded: PromotionFacts & { total_cents: number; invoice_number: string; card_last4: string };
  /** The bank requires the cardholder's confirmation. `message` is the bank's message. */
  payment_confirmation_asked: PromotionFacts & { total_cents: number; message: string; confirm_url: string };
  /** `invoice_number` is the refund's own, or null for a refunded surplus, which changes no invoice. */
  refund_made: PromotionFacts & {
    refunded_cents: number;
    reason: string | null;
    invoice_number: string | null;
    card_last4: string;
  };
  /** `returned_credit_cents` is the invoice's credit that was returned to the partner. */
  invoice_written_off: PromotionFacts & {
    total_cents: number;
    invoice_number: string;
    reason: string | null;
    returned_credit_cents: number;
  };
  /** For staff. Doesn't name the partner (docs/decisions/0034-every-email-has-an-owner.md). */
  money_alert: Omit<PromotionFacts, 'partner_name'> & { headline: string; message: string };
  /** For staff. */
  staff_alert: { headline: string; message: string; details_url: string };
  /**
   * For staff, about new differences only. A null amount means that this side has no record of the transaction. Refunds
   * are negative.
   */
  ledger_differs: {
    differences: { stripe_id: string; ledger_cents: number | null; stripe_cents: number | null }[];
    panel_url: string;
  };
  /**
   * For administrators who want it, or the operator if no administrator is active; on Mondays. `date` is that Monday.
   * Numbers of active and dormant readers are null until a nightly job has counted them.
   */
  deliverability_report: {
    date: string;
    active_readers: number | null;
    active_before: number | null;
    /** The day of `active_before`. */
    before_date: string | null;
    dormant_readers: number | null;
    /** Readers who confirmed in the last 28 days. */
    confirmed: number;
    providers: ListHealth['providers'];
    /**
     * The running warm-up: its day, the emails of the week before `date`, and the caps of `date` and the next day.
     * `is_paused` is absent from emails queued before an upgrade.
     */
    warm_up: {
      day: number;
      cap: number;
      next_cap: number;
      is_paused?: boolean;
      accepted: number;
      left_out: number;
    } | null;
    advice: string[];
    list_health_url: string;
    /** True if the report goes to the operator's address, because the site has no active administrator. */
    is_for_operator: boolean;
  };
  /** For staff, without partners' names. `hours` is the warning threshold before `closes_at`, an instant (ISO). */
  promotions_undecided: {
    date: string;
    closes_at: string;
    hours: number;
    promotions: { title: string; url: string }[];
    queue_url: string;
  };
  /**
   * A slot is held for the first in line until `offer_ends_at` (ISO). `reason` is why it wasn't booked automatically,
   * or null if the partner wanted to be asked. `promotion_url` leads to the dashboard.
   */
  slot_offered: PromotionFacts & { reason: string | null; conflicting_date: string | null; offer_ends_at: string };
  /** `reason` is why a free slot wasn't booked, or null if none was free. */
  waiting_ended: PromotionFacts & { reason: string | null };
  /**
   * `is_closed`: the newsletter can't be changed anymore. `prices` are fetched ones above the deal price,
   * `unknown_stores` those neither fetched nor confirmed.
   */
  price_wrong: PromotionFacts & {
    sale_price_cents: number;
    deal_ends_on: string;
    is_closed: boolean;
    prices: { store: Store; price_cents: number }[];
    unknown_stores: Store[];
  };
  /**
   * `high_stores` had a higher price when it was last fetched; `unknown_stores` are neither fetched nor confirmed.
   * Emails queued before an upgrade have neither.
   */
  price_reminder: PromotionFacts & {
    sale_price_cents: number;
    days_left: number;
    high_stores?: Store[];
    unknown_stores?: Store[];
    unsubscribe_url: string;
  };
  /** `book_title` is an abandoned draft's, or null after sixty days without a promotion. */
  recapture: { partner_name: string; unsubscribe_url: string } & (
    | { book_title: string; book_edit_url: string }
    | { book_title: null; new_promotion_url: string }
  );
};

export type EmailTemplate = keyof EmailProps;

/** A deal in the newsletter. Its store links are the reader's tracked links. */
export type NewsletterDeal = {
  promotion_id: number;
  title: string;
  author_name: string | null;
  category_name: string;
  blurb: string;
  cover_url: string;
  sale_price_cents: number;
  current_price_cents: number;
  deal_ends_on?: string;
  is_top: boolean;
  /** "You follow Jane Doe", if the deal matches the reader's list. */
  reason?: string;
  /**
   * Where the reader can follow the author. Absent without an author profile, and if the reader follows the author or
   * series already.
   */
  follow_url?: string;
  stores: { store: 'amazon' | 'ibooks' | 'barnes_and_noble' | 'google_play' | 'kobo'; url: string }[];
};

export type NewsletterProps = {
  kind: 'daily' | 'weekly';
  newsletter_date: string;
  subject: string;
  preheader: string;
  /** `off_url` is where the reader can turn the category off, `list_url` where they change their list. */
  sections: ({ category_name: string; deals: NewsletterDeal[] } & ({ off_url: string } | { list_url: string }))[];
  preferences_url: string;
  unsubscribe_url: string;
  /** Two links that people can't see, one before and one after the deals. */
  hidden_top_url: string;
  hidden_bottom_url: string;
  site_url: string;
  /** The newsletter's page in the public archive, with the deals of all genres except adult ones. */
  web_url: string;
  postal_address: string;
  /** Sentence that says why the reader receives it. */
  reason: string;
};
