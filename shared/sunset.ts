/** The last question to dormant readers. */

/** Days without an answer after which a reader gets no more newsletters. */
export const ANSWER_DAYS = 14;
/** Minimum number of days before a reader is asked again. */
export const ASK_AGAIN_DAYS = 365;
