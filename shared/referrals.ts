/** The numbers of the referral program, each said once: texts, rules and seed ask here. No zod, so that public pages stay small. */

/** A referred partner's credit, taken off their first promotion. */
export const WELCOME_CREDIT_CENTS = 10_00;
/** Of each paid promotion invoice. */
export const REWARD_PERCENT = 20;
/** From the referred partner's sign-up. */
export const REWARD_MONTHS = 12;
/** So long a reward waits before it becomes credit. */
export const REWARD_PENDING_DAYS = 30;
/** The browser remembers who sent a visitor (client/api/stored.ts). */
export const REFERRAL_MEMORY_DAYS = 90;
export const MIN_CASH_OUT_CENTS = 50_00;
/** The query parameter that carries a partner's code; on any page of the site. */
export const REFERRAL_PARAMETER = 'aff_id';
