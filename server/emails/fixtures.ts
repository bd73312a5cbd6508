/** Realistic example of each email, for the preview page and the tests. */
import { costOf, highestCost } from '#shared/promotion-cost.ts';
import type { EmailProps, EmailTemplate, NewsletterDeal, NewsletterProps, PromotionFacts } from './templates.ts';

const APP = 'https://deckle.test';

const gullPoint: PromotionFacts = {
  partner_name: 'Imogen Hart',
  book_title: 'The Lighthouse at Gull Point',
  category_name: 'Cozy Mystery',
  date: '2026-12-03',
  promotion_url: `${APP}/partners/promotions/17/edit`,
};

const terms = {
  cpc_cents: 15,
  addon_cents: [2000],
  max_cost_cents: 6000,
  discount: { kind: 'percent', value: 25, min_cost_cents: null },
} as const;
const most = highestCost(terms);
const maximum = { max_cost_cents: most.total_cents, most };

export const emailFixtures: { [T in EmailTemplate]: EmailProps[T] } = {
  password_reset: {
    name: 'Imogen Hart',
    reset_url: `${APP}/api/v1/partner-auth/password/edit?reset_password_token=Q2xpZW50.VG9rZW4&redirect_url=https%3A%2F%2Fdeckle.test%2Fpartners%2Fpassword%2Freset`,
  },
  account_notice: {
    change: 'password',
    account: 'partner',
    new_email: null,
    forgot_url: `${APP}/partners/password/forgot`,
  },
  email_verification: {
    is_new_account: true,
    verify_url: `${APP}/partners/verify-email?token=dmVyaWZ5LW1l`,
    days: 7,
  },
  staff_invitation: {
    name: 'Theo Marchetti',
    invited_by: 'Nora Whitlock',
    role: 'editor',
    accept_url: `${APP}/api/v1/user-auth/password/edit?reset_password_token=Q2xpZW50.VG9rZW4&redirect_url=https%3A%2F%2Fdeckle.test%2Fusers%2Fpassword%2Freset`,
    days: 3,
  },
  contact_message: {
    name: 'Ottilie Brandt',
    email: 'ottilie@example.test',
    subject: 'A question about box sets',
    message: 'May a box set run while one of its books is promoted?\nWe would rather ask first.',
    contact_url: `${APP}/contact`,
  },
  reader_confirm: {
    confirm_url: `${APP}/readers/confirm?token=c3VyZS10aGluZw`,
    category_names: ['Cozy Mystery', 'Thriller', 'Historical Fiction'],
    list_words: [
      { kind: 'author', title: 'Imogen Hart', max_price_cents: null },
      { kind: 'book', title: 'The Lighthouse at Gull Point by Imogen Hart', max_price_cents: 299 },
    ],
  },
  reader_list_confirm: {
    list_words: { kind: 'book', title: 'The Lighthouse at Gull Point by Imogen Hart', max_price_cents: 299 },
    confirm_url: `${APP}/readers/2b6f0cc9-04b8-4f0b-8f0e-6f8b1d0d6c3a/list?item=book-17-299`,
  },
  promotion_submitted: { ...gullPoint, ...maximum },
  promotion_approved: { ...gullPoint, sale_price_cents: 99, ...maximum },
  promotion_declined: {
    ...gullPoint,
    is_unanswered: false,
    reasons: ['cover_quality', 'wrong_category'],
    suggested_category_name: 'Thriller',
    message:
      'The title disappears at newsletter size: try a larger, lighter lettering.\nThriller would suit the story better.',
    resubmit_on: '2026-12-17',
  },
  feedback_asked: {
    ...gullPoint,
    message: 'The Kobo link opens the paperback. Could you send us the ebook’s page?',
    answer_by: '2026-11-28T18:00:00.000Z',
    is_date_passed: false,
  },
  changes_questioned: {
    ...gullPoint,
    changes: ['Sale price', 'Blurb for this promotion'],
    message: 'Is the higher price meant for the promotion day too?',
    is_held: true,
  },
  changes_reviewed: { ...gullPoint, is_accepted: true, changes: ['Cover', 'Kobo link'], message: null },
  click_question_answered: {
    ...gullPoint,
    question: 'Why did 12 clicks not count?',
    answer: 'They came from readers who confirmed the day before. Those are free in their first 48 hours.',
  },
  date_proposed: {
    ...gullPoint,
    date: '2026-12-05',
    message: 'Thursday’s mysteries are full. Saturday has an open slot, and readers open more on weekends.',
    deal_ends_on: '2026-12-08',
    is_date_passed: false,
    answer_by: '2026-12-08T17:00:00.000Z',
    confirm_by: '2026-12-05T17:00:00.000Z',
  },
  date_passed: {
    ...gullPoint,
    dates: ['2026-12-05', '2026-12-06', '2026-12-08'].map((date) => ({
      date,
      url: `${APP}/partners/promotions/17/edit?date=${date}`,
    })),
    days: 7,
  },
  promotion_cancelled: {
    ...gullPoint,
    cancelled_by: 'partner',
    reason: 'The second edition is late.',
  },
  promotion_reopened: { ...gullPoint, message: 'We had overlooked that the new cover is already online.' },
  promotion_sent: { ...gullPoint, click_window_ends_at: '2026-12-06T17:04:00.000Z' },
  promotion_unable_to_send: { ...gullPoint, reason: 'The Amazon link led to a page that no longer exists.' },
  promotion_results: {
    ...gullPoint,
    clicks_total: 231,
    clicks_billable: 210,
    total_cents: 3362,
    cost: costOf(terms, 210, 500),
    invoice_number: '000042',
    card_last4: '4242',
  },
  charge_failed: {
    ...gullPoint,
    total_cents: 3150,
    message: 'Your card has insufficient funds.',
    is_declined: true,
    next_retry_at: '2026-12-07T18:00:00.000Z',
    billing_url: `${APP}/partners/billing`,
  },
  payment_confirmation_asked: {
    ...gullPoint,
    total_cents: 3150,
    message: 'Your card was declined. This transaction requires authentication.',
    confirm_url: `${APP}/partners/billing?confirm=17`,
  },
  refund_made: {
    ...gullPoint,
    refunded_cents: 1000,
    reason: 'The top spot showed the wrong cover.',
    invoice_number: '000043',
    card_last4: '4242',
  },
  invoice_written_off: {
    ...gullPoint,
    total_cents: 3150,
    invoice_number: '000042',
    reason: 'The newsletter showed the wrong price.',
    returned_credit_cents: 500,
  },
  money_alert: {
    ...{ book_title: gullPoint.book_title, category_name: gullPoint.category_name, date: gullPoint.date },
    promotion_url: `${APP}/users/promotions/17/edit`,
    headline: 'A charge is disputed',
    message: 'The cardholder’s bank took $31.50 (fraudulent) back from us. Respond to it in Stripe’s dashboard.',
  },
  staff_alert: {
    headline: 'A promotion was left out of the newsletter',
    message:
      'Promotion 17 couldn’t be added to the newsletter for Thursday December 3rd, 2026: null value in column "position". It’s now “unable to send”. We’ve emailed the partner and released the slot, and we won’t charge for it.',
    details_url: `${APP}/users/promotions/17/edit`,
  },
  ledger_differs: {
    differences: [
      { stripe_id: 'ch_3QxGullPoint', ledger_cents: null, stripe_cents: 3150 },
      { stripe_id: 're_3QxGullPoint', ledger_cents: -1000, stripe_cents: -500 },
    ],
    panel_url: `${APP}/u/ledger_differences`,
  },
  deliverability_report: {
    date: '2026-12-07',
    active_readers: 64_210,
    active_before: 63_480,
    before_date: '2026-11-29',
    dormant_readers: 9_870,
    confirmed: 1_940,
    providers: [
      {
        ...{ provider: 'gmail', accepted: 214_300, hard_bounces: 41, soft_bounces: 120, complaints: 310 },
        before: { accepted: 211_000, hard_bounces: 38, soft_bounces: 131, complaints: 105 },
      },
      {
        ...{ provider: 'yahoo', accepted: 61_200, hard_bounces: 12, soft_bounces: 44, complaints: 18 },
        before: { accepted: 60_900, hard_bounces: 15, soft_bounces: 40, complaints: 21 },
      },
    ],
    warm_up: { day: 9, cap: 12_800, next_cap: 19_200, accepted: 41_300, left_out: 22_500 },
    advice: ['Gmail: readers marked 0.14% of emails as spam in the last 7 days.'],
    list_health_url: `${APP}/u/list-health`,
    is_for_operator: false,
  },
  charge_succeeded: { ...gullPoint, total_cents: 3150, invoice_number: '000042', card_last4: '4242' },
  promotions_undecided: {
    date: '2026-12-03',
    closes_at: '2026-12-03T17:00:00.000Z',
    hours: 24,
    promotions: [
      { title: 'The Lighthouse at Gull Point', url: `${APP}/users/promotions/17/edit` },
      { title: 'Tarzan of the Apes', url: `${APP}/users/promotions/23/edit` },
    ],
    queue_url: `${APP}/users/promotions`,
  },
  reader_permission: {
    is_reminder: false,
    list_name: 'Sign-up form of The Free Shelf',
    category_names: ['Mystery', 'Romance'],
    confirm_url: `${APP}/readers/confirm?token=ERERESIiQzOEREVVVVVVVXc`,
    unsubscribe_url: `${APP}/api/v1/unsubscribe/dW5zdWJzY3JpYmU`,
    list_unsubscribe: `<${APP}/api/v1/unsubscribe/dW5zdWJzY3JpYmU>, <mailto:help@deckle.test?subject=unsubscribe>`,
  },
  reader_sunset: {
    category_names: ['Cozy Mystery', 'Thriller', 'Historical Fiction'],
    answer_by: '2026-12-15',
    keep_url: `${APP}/readers/11111111-2222-4333-8444-555555555555/keep`,
    unsubscribe_url: `${APP}/readers/unsubscribe?token=dW5zdWJzY3JpYmU`,
    list_unsubscribe: `<${APP}/api/v1/unsubscribe/dW5zdWJzY3JpYmU>, <mailto:help@deckle.test?subject=unsubscribe>`,
  },
  reader_welcome: {
    frequency: 'daily',
    category_names: ['Cozy Mystery', 'Thriller', 'Historical Fiction'],
    list_words: [{ kind: 'book', title: 'The Lighthouse at Gull Point by Imogen Hart', max_price_cents: 299 }],
    deals_url: `${APP}/ebook-deals`,
    preferences_url: `${APP}/readers/11111111-2222-4333-8444-555555555555/edit`,
    unsubscribe_url: `${APP}/readers/11111111-2222-4333-8444-555555555555/edit?unsubscribe=1#unsubscribe`,
    list_unsubscribe: `<${APP}/api/v1/unsubscribe/dW5zdWJzY3JpYmU>, <mailto:help@deckle.test?subject=unsubscribe>`,
    sender: 'newsletter@deckle.test',
  },
  partner_welcome: {
    partner_name: 'Imogen Hart',
    book_new_url: `${APP}/partners/books/new`,
    requirements_url: `${APP}/promotion-requirements`,
    billing_url: `${APP}/partners/billing`,
  },
  slot_offered: { ...gullPoint, reason: null, conflicting_date: null, offer_ends_at: '2026-12-02T03:00:00.000Z' },
  waiting_ended: { ...gullPoint, reason: null },
  price_wrong: {
    ...gullPoint,
    sale_price_cents: 99,
    deal_ends_on: '2026-12-06',
    is_closed: false,
    prices: [{ store: 'amazon', price_cents: 499 }],
    unknown_stores: ['kobo'],
  },
  price_reminder: {
    ...gullPoint,
    sale_price_cents: 99,
    days_left: 3,
    high_stores: ['amazon'],
    unknown_stores: ['kobo'],
    unsubscribe_url: `${APP}/partners/unsubscribe-reminder-email?token=cmVtaW5kZXI`,
  },
  recapture: {
    partner_name: 'Imogen Hart',
    book_title: 'The Lighthouse at Gull Point',
    book_edit_url: `${APP}/partners/books/5/edit`,
    unsubscribe_url: `${APP}/partners/unsubscribe-recapture-email?token=cmVjYXB0dXJl`,
  },
};

const STORES = ['amazon', 'ibooks', 'barnes_and_noble', 'google_play', 'kobo'] as const;

type Example = Pick<NewsletterDeal, 'promotion_id' | 'title' | 'author_name' | 'category_name' | 'blurb'> & {
  prices: [current: number, sale: number];
  stores: number;
  is_top?: boolean;
  reason?: string;
};

const deal = ({ prices, stores, is_top = false, ...example }: Example): NewsletterDeal => ({
  ...example,
  is_top,
  cover_url: typographicCover(example.title, example.author_name),
  ...(example.author_name &&
    !example.reason && {
      follow_url: `${APP}/readers/6f0d9c5e-58a1-4a0e-9c55-3f6c1b7a2d10/list?item=author-${example.promotion_id}`,
    }),
  current_price_cents: prices[0],
  sale_price_cents: prices[1],
  deal_ends_on: '2026-12-06',
  stores: STORES.slice(0, stores).map((store) => ({
    store,
    url: `${APP}/x${example.promotion_id}-${store}-4fQ2mZrT9bLw`,
  })),
});

/** Draws a cover as a data URL, which needs no network. */
function typographicCover(title: string, author: string | null) {
  const lines = title.split(' ').map((word, line) => `<text x="12" y="${40 + line * 22}">${escapeXml(word)}</text>`);
  const svg = [
    '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="180" fill="#f5f0e6" font-family="Georgia" font-size="17">',
    '<rect width="120" height="180" fill="#31485c"/>',
    ...lines,
    `<text x="12" y="168" font-size="9">${escapeXml(author ?? '')}</text></svg>`,
  ];
  return `data:image/svg+xml,${encodeURIComponent(svg.join(''))}`;
}

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

export const newsletterFixture: NewsletterProps = {
  kind: 'daily',
  newsletter_date: '2026-12-03',
  web_url: `${APP}/newsletter/archive/2026-12-03`,
  subject: 'A locked lighthouse for $0.99, and three more ebook deals',
  preheader: 'Cozy Mystery, Thriller, and Historical Fiction from free to $2.99 today.',
  sections: [
    {
      category_name: 'From your list',
      list_url: `${APP}/readers/6f0d9c5e-58a1-4a0e-9c55-3f6c1b7a2d10/edit#list`,
      deals: [
        deal({
          promotion_id: 21,
          title: 'Nine Minutes Dark',
          author_name: 'R. S. Okafor',
          category_name: 'Thriller',
          blurb:
            'The power grid of a whole coast fails for nine minutes every night. Only one engineer notices that the pattern is counting down.',
          prices: [799, 299],
          stores: 3,
          reason: 'On your list: $2.99 or less',
        }),
      ],
    },
    {
      category_name: 'Cozy Mystery',
      off_url: `${APP}/readers/6f0d9c5e-58a1-4a0e-9c55-3f6c1b7a2d10/edit?off=2`,
      deals: [
        deal({
          promotion_id: 17,
          title: 'The Lighthouse at Gull Point',
          author_name: 'Imogen Hart',
          category_name: 'Cozy Mystery',
          blurb:
            'A retired harbor pilot inherits a lighthouse, a grumpy cat and a logbook that ends in the middle of a word. Someone in the village would rather that nobody finished the sentence.',
          prices: [499, 99],
          stores: 5,
          is_top: true,
        }),
        deal({
          promotion_id: 18,
          title: 'Jam, Scones & Larceny',
          author_name: 'Ted Alcott',
          category_name: 'Cozy Mystery',
          blurb: 'The village fair’s prize money is gone, and so is the judge.',
          prices: [399, 0],
          stores: 2,
        }),
      ],
    },
    {
      category_name: 'Historical Fiction',
      off_url: `${APP}/readers/6f0d9c5e-58a1-4a0e-9c55-3f6c1b7a2d10/edit?off=15`,
      deals: [
        deal({
          promotion_id: 24,
          title: 'The Salt Road',
          author_name: null,
          category_name: 'Historical Fiction',
          blurb: 'Lübeck, 1398: a widow takes her husband’s seat in the salt trade, and his debts.',
          prices: [99, 99],
          stores: 1,
        }),
      ],
    },
  ],
  preferences_url: `${APP}/readers/6f0d9c5e-58a1-4a0e-9c55-3f6c1b7a2d10/edit`,
  unsubscribe_url: `${APP}/readers/6f0d9c5e-58a1-4a0e-9c55-3f6c1b7a2d10/edit#unsubscribe`,
  hidden_top_url: `${APP}/t4Yt3KpQ0s`,
  hidden_bottom_url: `${APP}/h7Yt3KpQ0s`,
  site_url: APP,
  postal_address: 'Quill & Press Ltd, 12 Example Lane, Example City, Example Country',
  reason:
    'You’re receiving this newsletter because you chose Cozy Mystery, Thriller, and Historical Fiction on Deckle.',
};
