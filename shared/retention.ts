/**
 * Retention of personal data, in days. The privacy page states these numbers; deletion jobs, expiry times, and the
 * browser's storage apply them.
 */
export const RETENTION_DAYS = {
  /** Clicks, and the traits that a group of held clicks shares. */
  clicks: 400,
  /** Newsletters sent to readers. An installation may set a shorter time for these and for `emails`. */
  deliveries: 400,
  /** Other emails and email events, except readers' welcome emails and hard bounces. */
  emails: 400,
  /** The opt-out log: keyed hashes of addresses, so that opt-outs can be repeated after a restore. */
  opt_outs: 400,
  unconfirmed_sign_ups: 30,
  /**
   * Imported readers while their permission emails are paused: counted from the first email to them or, for those who
   * were never asked, from the import's last email or change of its emails.
   */
  paused_permission: 90,
  confirmation_link: 7,
  security_events: 90,
  /** The log of webhook deliveries. */
  webhook_log: 30,
  /** Uploaded reader lists that nobody has imported. */
  import_files: 7,
  /** Hashed IP addresses of requests to the AI tools. */
  ai_ip_hashes: 30,
  sessions: 14,
  /** A booking that hasn't been submitted, stored in the partner's browser. */
  unsubmitted_booking: 7,
  /** The cookie that marks a known browser. */
  known_browsers: 365,
} as const;
