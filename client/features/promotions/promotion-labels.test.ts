import { expect, it } from 'vitest';
import { unpaidOf } from '#client/features/billing/unpaid.ts';
import { newsletterDeal } from '#client/features/newsletters/preview-deal.ts';
import { excludedReason } from '#shared/click-rules.ts';
import { moneyOf } from '#shared/promotion-cost.ts';
import type { Promotion } from '#shared/promotions.ts';
import { axisTicks, clickHours } from './click-hours.ts';
import { eventTitle } from './PromotionTimeline.tsx';
import { bookingFacts } from './partner/booking-facts.ts';
import { percentileBasisText, percentileGauge, percentileText, shortPercentileText } from './percentile-labels.ts';

it('names events, and charges by their result', () => {
  expect(eventTitle({ action: 'ask_feedback', to: 'awaiting partner feedback' })).toBe('Feedback requested');
  expect(eventTitle({ action: 'charge', to: 'payment failed' })).toBe('Payment failed');
  expect(eventTitle({ action: 'charge', to: 'successfully sent' })).toBe('Charge succeeded');
  expect(eventTitle({ action: 'charge', to: 'awaiting payment' })).toBe('No charge attempted');
  expect(eventTitle({ action: 'new_action', to: 'cancelled' })).toBe('new action');
});

it('shows every hour from the send to now, with zeros, and the sum so far', () => {
  const clicks = [
    { hour: '2026-11-19T19:00:00.000Z', store: 'kobo' as const, clicks: 2 },
    { hour: '2026-11-19T17:00:00.000Z', store: 'amazon' as const, clicks: 9 },
    { hour: '2026-11-19T19:00:00.000Z', store: 'amazon' as const, clicks: 3 },
    { hour: '2026-11-22T18:00:00.000Z', store: 'amazon' as const, clicks: 4 },
  ];
  const window = { from: '2026-11-19T17:07:00.000Z', to: '2026-11-22T17:07:00.000Z' };
  const soFar = clickHours({ clicks: clicks.slice(0, 3), window, as_of: '2026-11-19T20:30:00.000Z' });
  expect(soFar).toEqual({
    stores: ['amazon', 'kobo'],
    rows: [
      { hour: '2026-11-19T17:00:00.000Z', counts: [9, 0], total: 9, cumulative: 9 },
      { hour: '2026-11-19T18:00:00.000Z', counts: [0, 0], total: 0, cumulative: 9 },
      { hour: '2026-11-19T19:00:00.000Z', counts: [3, 2], total: 5, cumulative: 14 },
      { hour: '2026-11-19T20:00:00.000Z', counts: [0, 0], total: 0, cumulative: 14 },
    ],
    hours: 73,
    later: 0,
  });
  const whole = clickHours({ clicks, window, as_of: '2026-12-01T00:00:00.000Z' });
  expect(whole.rows).toHaveLength(73);
  expect(whole.rows.at(-1)).toEqual({ hour: '2026-11-22T17:00:00.000Z', counts: [0, 0], total: 0, cumulative: 14 });
  expect(whole.later).toBe(4);
  expect(clickHours({ clicks: [], window: null, as_of: '2026-12-01T00:00:00.000Z' }).rows).toEqual([]);
});

it('gives an axis round numbers that reach the highest value', () => {
  expect(axisTicks(23)).toEqual([0, 10, 20, 30]);
  expect(axisTicks(0)).toEqual([0, 1]);
  expect(axisTicks(3)).toEqual([0, 1, 2, 3]);
  expect(axisTicks(97)).toEqual([0, 50, 100]);
  expect(axisTicks(200)).toEqual([0, 50, 100, 150, 200]);
});

it('explains why clicks were excluded', () => {
  expect(excludedReason('duplicate')).toBe('The same reader had clicked before');
  expect(excludedReason('moon_phase')).toBe('moon phase');
});

it('shows a count instead of a percentage below 20 promotions, and names the comparison group', () => {
  const mysteries = { category_name: 'Mystery', price_type: 'discounted' } as const;
  const words = (percentile: number, below: number, sample_size: number) =>
    percentileText({ percentile, below, sample_size }, mysteries);
  expect(words(67, 4, 6)).toBe('Ahead of 4 of 6 similar discounted Mystery promotions from the year before it.');
  expect(words(100, 19, 19)).toBe('Ahead of all 19 similar discounted Mystery promotions from the year before it.');
  expect(words(71, 14, 20)).toBe('Top 29% of 20 similar discounted Mystery promotions from the year before it.');
  expect(words(100, 45, 45)).toBe('Ahead of all 45 similar discounted Mystery promotions from the year before it.');
  expect(percentileBasisText({ basis: 'author' })).toBe('The author’s last promotion');
  expect(words(0, 0, 14)).toBe('Not ahead of any of 14 similar discounted Mystery promotions from the year before it.');
  expect(shortPercentileText({ percentile: 0, below: 0, sample_size: 14 })).toBe(
    'not ahead of any of 14 similar promotions',
  );
  expect(shortPercentileText({ percentile: 67, below: 4, sample_size: 6 })).toBe('ahead of 4 of 6 similar promotions');
  expect(shortPercentileText({ percentile: 43, below: 12, sample_size: 30 })).toBe(
    'ahead of 40% of 30 similar promotions',
  );
  const share = (below: number) => shortPercentileText({ percentile: 50, below, sample_size: 300 });
  expect([share(1), share(299)]).toEqual([
    'ahead of 1% of 300 similar promotions',
    'ahead of 99% of 300 similar promotions',
  ]);
});

it.each([
  // Percentile, results below, sample; equal results make the percentile higher than the share below.
  [70, 14, 20, 'Top 30% of 20', 70, '70%'],
  [50, 0, 20, 'Top 50% of 20', 50, '50%'],
  [68, 18, 30, 'Top 32% of 30', 68, '68%'],
  [43, 12, 30, 'Ahead of 40% of 30', 40, '40%'],
  [17, 0, 30, 'Not ahead of any of 30', 0, '0%'],
  [100, 298, 300, 'Ahead of 99% of 300', 99, '99%'],
  [1, 1, 300, 'Ahead of 1% of 300', 1, '1%'],
  [100, 45, 45, 'Ahead of all 45', 100, '100%'],
  [50, 2, 6, 'Ahead of 2 of 6', 33, '2 of 6'],
  [30, 0, 5, 'Not ahead of any of 5', 0, '0 of 5'],
  [100, 19, 19, 'Ahead of all 19', 100, '19 of 19'],
])('shows the sentence’s figure in the gauge: percentile %i, %i of %i below', (...facts) => {
  const [percentile, below, sample_size, sentence, percent, label] = facts;
  const result = { percentile, below, sample_size };
  const comparison = { price_type: 'discounted', category_name: 'Mystery' } as const;
  expect(percentileText(result, comparison)).toBe(
    `${sentence} similar discounted Mystery promotions from the year before it.`,
  );
  expect(percentileGauge(result)).toEqual({ percent, label });
});

it('shows unpaid amounts with the unresolved error, not with a resolved one', () => {
  const error = { message: 'Your card was declined.', resolved_at: null };
  const promotions = [
    {
      id: 1,
      money: { invoiced: { total_cents: 2840 } },
      stripe_errors: [{ ...error, message: 'Old', resolved_at: '2026-11-01' }, error],
    },
    { id: 2, money: { invoiced: { total_cents: 2355 } }, stripe_errors: [] },
  ] as unknown as Promotion[];
  expect(unpaidOf(promotions)).toEqual([
    { promotion: promotions[0], total_cents: 2840, problem: 'Your card was declined.' },
    { promotion: promotions[1], total_cents: 2355, problem: null },
  ]);
});

const terms = { cpc_cents: 15, addon_cents: [], max_cost_cents: 6000, discount: null };
const booking = {
  requested_date: '2026-12-01',
  promotion_date: null,
  alternate_dates: [],
  deal_ends_on: '2026-12-04',
  current_price_cents: 499,
  sale_price_cents: 0,
  cpc_cents: 15,
  max_cost_cents: 6000,
  money: moneyOf({ terms, is_off: false, clicks: null, invoice: null }),
  addons: [],
  blurb_override: null,
  partner_note: null,
} as unknown as Promotion;

it('lists the booking without empty facts', () => {
  expect(bookingFacts(booking)).toEqual([
    ['Newsletter', 'Tuesday December 1st, 2026'],
    ['Deal price', 'FREE instead of $4.99'],
    ['Deal ends on', 'Friday December 4th, 2026'],
    ['Price per click', '$0.15'],
    ['Cost', 'At most $60.00'],
  ]);
});

it('shows the requested date if staff chose another', () => {
  expect(bookingFacts({ ...booking, promotion_date: '2026-12-03' }).slice(0, 2)).toEqual([
    ['Newsletter', 'Thursday December 3rd, 2026'],
    ['Requested date', 'Tuesday December 1st, 2026'],
  ]);
  expect(bookingFacts({ ...booking, promotion_date: '2026-12-01' }).map(([label]) => label)).not.toContain(
    'Requested date',
  );
});

it('previews an entry with its stores in the fixed order, and placeholders for missing texts', () => {
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
  expect(deal).toMatchObject({ title: 'Title', blurb: 'Your blurb appears here.', is_top: false });
  expect(deal.stores).toEqual([
    { store: 'amazon', url: 'https://www.amazon.com/dp/B0DEMO0042' },
    { store: 'kobo', url: 'https://www.kobo.com/us/en/ebook/emma' },
  ]);
});
