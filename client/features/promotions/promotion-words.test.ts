import { expect, it } from 'vitest';
import { unpaidOf } from '#client/features/billing/unpaid.ts';
import { newsletterDeal } from '#client/features/newsletters/preview-deal.ts';
import type { Invoice } from '#shared/billing.ts';
import { excludedReason } from '#shared/click-rules.ts';
import type { Promotion } from '#shared/promotions.ts';
import { clicksByHour } from './ClicksTables.tsx';
import { eventReason, eventTitle } from './PromotionTimeline.tsx';
import { bookingFacts } from './partner/booking-facts.ts';
import { basisWords, percentileShort, percentileWords } from './percentile-words.ts';

it('tells what happened, and a charge by what it led to', () => {
  expect(eventTitle({ action: 'ask_feedback', to: 'awaiting partner feedback' })).toBe('Feedback asked');
  expect(eventTitle({ action: 'charge', to: 'payment failed' })).toBe('Charge failed');
  expect(eventTitle({ action: 'charge', to: 'successfully sent' })).toBe('Charge paid');
  expect(eventTitle({ action: 'new_action', to: 'cancelled' })).toBe('new action');
});

it('explains reason codes and leaves messages as they were written', () => {
  expect(eventReason({ reason: 'no_card, date_full' })).toBe(
    'Your default card must be valid: add a card, or choose another one. Nothing is charged until after the newsletter. All places in this category are taken on that date.',
  );
  expect(eventReason({ reason: 'Which edition, please?' })).toBe('Which edition, please?');
  expect(eventReason({ reason: 'no_card, please' })).toBe('no_card, please');
  expect(eventReason({ reason: null })).toBeNull();
});

it('lays clicks out by hour with zeros for the stores without any', () => {
  const clicks = [
    { hour: '2026-11-19T18:00:00.000Z', store: 'kobo' as const, clicks: 2 },
    { hour: '2026-11-19T17:00:00.000Z', store: 'amazon' as const, clicks: 9 },
    { hour: '2026-11-19T18:00:00.000Z', store: 'amazon' as const, clicks: 3 },
  ];
  expect(clicksByHour(clicks)).toEqual({
    stores: ['kobo', 'amazon'],
    rows: [
      { hour: '2026-11-19T17:00:00.000Z', counts: [0, 9], total: 9 },
      { hour: '2026-11-19T18:00:00.000Z', counts: [2, 3], total: 5 },
    ],
  });
  expect(excludedReason('duplicate')).toBe('The same reader had clicked before');
  expect(excludedReason('moon_phase')).toBe('moon phase');
});

it('words a comparison with fewer than 20 others as a count, and names what it is with', () => {
  const mysteries = { category_name: 'Mystery', price_type: 'discounted' } as const;
  const words = (percentile: number, below: number, sample_size: number) =>
    percentileWords({ percentile, below, sample_size }, mysteries);
  expect(words(67, 4, 6)).toBe('Better than 4 of 6 other discounted Mystery promotions in the year before.');
  expect(words(100, 19, 19)).toBe('Better than 19 of 19 other discounted Mystery promotions in the year before.');
  expect(words(71, 14, 20)).toBe('Better than 71% of 20 other discounted Mystery promotions in the year before.');
  expect(words(100, 45, 45)).toBe('Better than all 45 other discounted Mystery promotions in the year before.');
  expect(basisWords({ basis: 'author' })).toBe("The author's last promotion");
  expect(percentileShort({ percentile: 67, below: 4, sample_size: 6 })).toBe('better than 4 of 6 similar ones');
  expect(percentileShort({ percentile: 43, below: 12, sample_size: 30 })).toBe('better than 43% of 30 similar ones');
});

it('shows what is owed with the open refusal, not with one that was settled', () => {
  const error = { message: 'Your card was declined.', resolved_at: null };
  const promotions = [
    { id: 1, invoice_id: 10, stripe_errors: [{ ...error, message: 'Old', resolved_at: '2026-11-01' }, error] },
    { id: 2, invoice_id: 11, stripe_errors: [] },
  ] as unknown as Promotion[];
  const invoices = [
    { id: 11, total_cents: 2355 },
    { id: 10, total_cents: 2840 },
  ] as Invoice[];
  expect(unpaidOf(promotions, invoices)).toEqual([
    { promotion: promotions[0], total_cents: 2840, problem: 'Your card was declined.' },
    { promotion: promotions[1], total_cents: 2355, problem: null },
  ]);
});

const booking = {
  requested_date: '2026-12-01',
  promotion_date: null,
  alternate_dates: [],
  deal_ends_on: '2026-12-04',
  current_price_cents: 499,
  sale_price_cents: 0,
  cpc_cents: 15,
  max_cost_cents: 6000,
  addons: [],
  blurb_override: null,
  partner_note: null,
} as unknown as Promotion;

it('lists what was booked and leaves out what was not', () => {
  expect(bookingFacts(booking)).toEqual([
    ['Newsletter', 'Tuesday December 1st, 2026'],
    ['Deal price', 'FREE instead of $4.99'],
    ['Deal ends on', 'Friday December 4th, 2026'],
    ['Price per click', '$0.15'],
    ['At most', '$60.00'],
  ]);
});

it('says which date was asked for once staff chose another', () => {
  expect(bookingFacts({ ...booking, promotion_date: '2026-12-03' }).slice(0, 2)).toEqual([
    ['Newsletter', 'Thursday December 3rd, 2026'],
    ['Asked for', 'Tuesday December 1st, 2026'],
  ]);
  expect(bookingFacts({ ...booking, promotion_date: '2026-12-01' }).map(([label]) => label)).not.toContain('Asked for');
});

it('previews an entry with its stores in their order and names what is missing', () => {
  const deal = newsletterDeal({
    title: '',
    author_name: null,
    blurb: ' ',
    cover_url: '/no-cover.svg',
    amazon_url: 'https://www.amazon.com/dp/B0DEMO0042',
    ibooks_url: null,
    barnes_and_noble_url: '',
    google_play_url: null,
    kobo_url: 'https://www.kobo.com/us/en/ebook/emma',
    sale_price_cents: 99,
    current_price_cents: 399,
  });
  expect(deal).toMatchObject({ title: 'Title', blurb: 'Your blurb stands here.', is_top: false });
  expect(deal.stores).toEqual([
    { store: 'amazon', url: 'https://www.amazon.com/dp/B0DEMO0042' },
    { store: 'kobo', url: 'https://www.kobo.com/us/en/ebook/emma' },
  ]);
});
