/** Constants of the business and the site, each defined once. Without zod, so that public pages stay small. */

export const MAX_PROMO_COST_CENTS = 60_00;
/** Stripe's minimum for a charge in US dollars. Totals below it are waived. */
export const MIN_CHARGE_CENTS = 50;

export const RESULTS_PER_PAGE = 20;
/** A search considers exact titles and, of the other matches, this many of the most popular books. */
export const MAX_SEARCH_RESULTS = 1000;
export const MAX_PER_PAGE = 100;

export const MIN_PASSWORD_LENGTH = 8;
/** Longer for staff, who can access everyone's data. */
export const MIN_STAFF_PASSWORD_LENGTH = 15;
/** Far more than a passphrase needs. It bounds the work of hashing. */
export const MAX_PASSWORD_LENGTH = 256;

export const SITE_NAME = 'Deckle';

export const BUSINESS_ZONE = 'America/Vancouver';
export const CUTOFF_HOUR = 10;
/** The weekly newsletter closes this many minutes past the cutoff, after the daily one of the same date. */
export const WEEKLY_MINUTE = 5;
export const MAX_BOOKING_DAYS_AHEAD = 90;
export const CLICK_WINDOW_HOURS = 72;
/** A promotion's prices at its stores are watched from this many days before the newsletter. */
export const PRICE_WATCH_DAYS = 3;
/** A declined charge is retried this many days after the first attempt. */
export const CHARGE_RETRY_DAYS = [1, 3, 7] as const;
/** Days for a partner to answer a question before approval; fewer if the promotion's last date closes sooner. */
export const FEEDBACK_DAYS = 7;

/** Time after which an undecided promotion whose dates have all passed is canceled. */
export const DATE_PASSED_DAYS = 7;

export const MAX_NOTIFICATIONS = 3;
export const NOTIFICATION_HIDE_MS = 10_000;

export const NEWSLETTER_LIST_HEIGHTS = [0, 250, 500] as const;

export const ERROR_SAMPLE_RATE = 0.2;
export const CHUNK_LOAD_TIMEOUT_MS = 120_000;

export const STORES = ['amazon', 'ibooks', 'barnes_and_noble', 'google_play', 'kobo'] as const;
export type Store = (typeof STORES)[number];

/** Store names as readers know them (the API's `ibooks` is now Apple Books). */
export const STORE_NAMES: Record<Store, string> = {
  amazon: 'Amazon',
  ibooks: 'Apple Books',
  barnes_and_noble: 'Barnes & Noble',
  google_play: 'Google Play',
  kobo: 'Kobo',
};

/** The book's column with each store's link. */
export const STORE_URL_FIELDS = {
  amazon: 'amazon_url',
  ibooks: 'ibooks_url',
  barnes_and_noble: 'barnes_and_noble_url',
  google_play: 'google_play_url',
  kobo: 'kobo_url',
} as const satisfies Record<Store, string>;

/** Size of a newsletter's covers on the screen. Their files have twice as many pixels in each direction. */
export const EMAIL_COVER = { width: 120, height: 180 } as const;

/** Pixels, for covers in lists. The full size is 600 wide. */
export const SMALL_COVER_WIDTH = 320;
