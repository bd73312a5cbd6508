/**
 * Result of a form submitted without JavaScript, passed to its page as `?sent=`: done, refused because of the input
 * (`check`), or refused by a rate limit (`later`).
 */
export const FORM_OUTCOMES = ['done', 'check', 'later'] as const;
export type FormOutcome = (typeof FORM_OUTCOMES)[number];
