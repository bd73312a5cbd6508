/**
 * Numbers of the referral program, each defined once for texts, rules, and seed. Without zod, so that public pages stay
 * small.
 */

/** A referred partner's credit, used for their first promotion. */
export const WELCOME_CREDIT_CENTS = 10_00;
/** Share of each paid promotion invoice. */
export const REWARD_PERCENT = 20;
/** Counted from the referred partner's sign-up. */
export const REWARD_MONTHS = 12;
/** Days until a reward becomes credit. */
export const REWARD_PENDING_DAYS = 30;
/** Days that the browser remembers the referrer (client/api/stored.ts). */
export const REFERRAL_MEMORY_DAYS = 90;
export const MIN_CASH_OUT_CENTS = 50_00;
/** Query parameter with a partner's code, accepted on any page. */
export const REFERRAL_PARAMETER = 'aff_id';
