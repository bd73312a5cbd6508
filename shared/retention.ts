/** Retention of personal data, in days. The privacy page states these numbers, and the deletion jobs apply them. */
export const RETENTION_DAYS = {
  /** Clicks, and the common traits of groups of held clicks. */
  clicks: 400,
  /** Keyed hashes of unsubscribes and erasures, which are repeated after a restore. */
  opt_outs: 400,
  /** Sign-ups that nobody confirmed. */
  unconfirmed: 30,
  /** The link that confirms a sign-up. */
  confirm_link: 7,
  security_events: 90,
  /** The log of webhook deliveries. */
  webhook_log: 30,
  /** Hashed addresses of requests to the AI tools. */
  ai_addresses: 30,
  sessions: 14,
  /** A booking that its author hasn't submitted, in their browser. */
  unsubmitted_booking: 7,
  /** The cookie of a browser that signed in before. */
  devices: 365,
} as const;
