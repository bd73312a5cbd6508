import type { ReasonCode } from '#shared/reasons.ts';

/** What to do about each reason. What it says, and when the book may come back, stands in shared/reasons.ts. */
export const REASON_ADVICE: Record<ReasonCode, { title: string; advice: string }> = {
  price_too_high: {
    title: 'The deal is too expensive',
    advice: 'Lower the deal price. For most novels 99 cents or $1.99 does more than a price near the limit.',
  },
  discount_too_small: {
    title: 'The discount is too small',
    advice:
      'Compare with the price readers saw for most of the last month. At $4.99 the deal can cost $2.49 at most. Books that are always free or always 99 cents may run as they are.',
  },
  too_short: {
    title: 'The book is too short',
    advice:
      'Enter the page count if it is missing or wrong. Join short pieces in a collection, or choose the category of short stories if that is what it is.',
  },
  rating_too_low: {
    title: 'The ratings are too low',
    advice:
      'Read the reviews together. If a fault in the file or a misleading description is to blame, mend it and ask new readers for honest reviews.',
  },
  repeat_too_soon: {
    title: 'The same book ran, or is booked, too close to that date',
    advice: 'Choose a later date, or promote another book meanwhile. Cancelled and declined promotions do not count.',
  },
  author_twice: {
    title: 'The author is already in that newsletter',
    advice: 'Choose another date. Books by different authors of one partner may share a date.',
  },
  no_store_link: {
    title: 'There is no store link',
    advice: 'Add the address of the ebook’s page at Amazon, Apple Books, Barnes & Noble, Google Play or Kobo.',
  },
  store_mismatch: {
    title: 'A store link leads elsewhere',
    advice: 'Paste the address from the store’s own page. Links through other services are refused.',
  },
  pre_order: {
    title: 'The book is not on sale by then',
    advice: 'Choose a date after publication, or promote an earlier book of the series in launch week.',
  },
  date_full: {
    title: 'The category is full on that date',
    advice: 'Look at the calendar for the next free day, and give alternate dates: the first free one is taken.',
  },
  date_past: {
    title: 'That newsletter has closed',
    advice: 'The earliest date is the newsletter after the one that closes next. The calendar begins there.',
  },
  date_too_far: {
    title: 'The date is too far ahead',
    advice: 'Come back when it is nearer; the calendar opens one more day each morning.',
  },
  no_card: {
    title: 'There is no valid card',
    advice: 'Add a card on the billing page. Adding it costs nothing.',
  },
  unpaid_promotion: {
    title: 'An earlier promotion is unpaid',
    advice: 'Pay it on the billing page, with another card if need be. New bookings are open again at once.',
  },
  open_dispute: {
    title: 'An earlier charge is disputed',
    advice: 'Write to us as soon as you can. Once our staff have cleared it, you can book again right away.',
  },
  adult_category: {
    title: 'The category does not suit the content rating',
    advice: 'Check the content rating of the book first. Only the adult category is sent to readers who asked for it.',
  },
  cover_quality: {
    title: 'The cover',
    advice:
      'Look at it at the width of a thumb, beside covers that sell in the category. Type too thin and pictures too busy are the usual causes.',
  },
  description_quality: {
    title: 'The description',
    advice:
      'Begin with a person, a wish and an obstacle. Have somebody else read it for mistakes before you send it again.',
  },
  wrong_category: {
    title: 'The category',
    advice: 'The letter usually names a better one. Book there; nothing else has to change.',
  },
  reader_fit: {
    title: 'The readers',
    advice: 'Not a judgment of the book. Tastes on a list shift, which is why you may try again next season.',
  },
  content_policy: {
    title: 'The content',
    advice: 'See what is not accepted in the [partnership guidelines](/partnership-guidelines).',
  },
  other: {
    title: 'Something else',
    advice: 'The letter says what. If it does not, ask at {email}.',
  },
};
