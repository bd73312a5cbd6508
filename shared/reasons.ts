/**
 * Submission rules and staff decline codes. Each has a code, an explanation, and the number of days before the same
 * book may be resubmitted. The /promotion-requirements page, the form's live check, and the server all use these
 * texts.
 */
export const REASONS = {
  price_too_high: { explanation: 'The deal price must be free or at most $4.99.', resubmit_after: 0 },
  discount_too_small: {
    explanation: 'The deal must be free, permanently 99 cents, or at least 50% off the current price.',
    resubmit_after: 0,
  },
  too_short: {
    explanation: 'The book must have at least 50 pages (20 for children’s books, 30 for short stories).',
    resubmit_after: 0,
  },
  rating_too_low: {
    explanation: 'Books with five or more ratings need an average of at least 3.0 stars.',
    resubmit_after: 30,
  },
  repeat_too_soon: { explanation: 'A book can be promoted once every 30 days.', resubmit_after: 30 },
  author_twice: { explanation: 'An author can have only one promotion per newsletter.', resubmit_after: 0 },
  no_store_link: { explanation: 'The book needs a link to at least one store.', resubmit_after: 0 },
  store_mismatch: { explanation: 'Each store link must lead to that store’s own site.', resubmit_after: 0 },
  pre_order: {
    explanation: 'The book must be published by the promotion date; pre-orders can’t run.',
    resubmit_after: 0,
  },
  date_full: {
    explanation: 'All slots in this category are taken on that date. Choose another date.',
    resubmit_after: 0,
  },
  date_past: { explanation: 'It’s too late to book that date. Choose a later one.', resubmit_after: 0 },
  date_too_far: { explanation: 'You can book dates up to 90 days ahead. Choose an earlier one.', resubmit_after: 0 },
  no_card: {
    explanation:
      'Your default card must be valid: add a card, or choose another one. We won’t charge it until after the newsletter.',
    resubmit_after: 0,
  },
  unpaid_promotion: {
    explanation: 'An earlier promotion is unpaid. Pay it first, then book the next one.',
    resubmit_after: 0,
  },
  open_dispute: {
    explanation: 'One of your payments was disputed. Contact us before you book again.',
    resubmit_after: 0,
  },
  adult_category: {
    explanation:
      'Adult books can run only in an adult category, and an adult category takes only Mature and Adult books.',
    resubmit_after: 0,
  },
  cover_quality: {
    explanation: 'The cover is hard to read or looks unfinished at newsletter size.',
    resubmit_after: 14,
  },
  description_quality: {
    explanation: 'The description has errors or doesn’t say what the book is about.',
    resubmit_after: 7,
  },
  wrong_category: { explanation: 'The book doesn’t match what readers of this category expect.', resubmit_after: 0 },
  reader_fit: { explanation: 'This book isn’t a strong fit for our readers right now.', resubmit_after: 90 },
  content_policy: { explanation: 'The book doesn’t meet our content guidelines.', resubmit_after: 365 },
  other: { explanation: 'See the message from our editors.', resubmit_after: 30 },
} as const satisfies Record<string, { explanation: string; resubmit_after: number }>;

export type ReasonCode = keyof typeof REASONS;
export const REASON_CODES = Object.keys(REASONS) as [ReasonCode, ...ReasonCode[]];

const isReasonCode = (text: string): text is ReasonCode => Object.hasOwn(REASONS, text);

/** Explains the reason codes of a log, as in 'price_too_high, too_short'. Any other text is returned unchanged. */
export function reasonText(reason: string) {
  const codes = reason.split(', ');
  return codes.every(isReasonCode) ? codes.map((code) => REASONS[code].explanation).join(' ') : reason;
}
