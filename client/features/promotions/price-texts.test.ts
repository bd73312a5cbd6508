import { expect, it } from 'vitest';
import { priceCheckText, priceText } from './price-texts.ts';

it('shows the price at each store, and the time of its check or confirmation', () => {
  const at = '2026-12-08T11:00:00.000Z';
  const texts = [
    priceText({ store: 'amazon', state: 'right', price_cents: 99, at, confirmed_at: null }),
    priceText({ store: 'amazon', state: 'too_high', price_cents: 499, at, confirmed_at: null }),
    priceText({ store: 'amazon', state: 'too_high', price_cents: 499, at, confirmed_at: '2026-12-07T11:00:00.000Z' }),
    priceText({ store: 'kobo', state: 'confirmed', price_cents: null, at, confirmed_at: at }),
    priceText({ store: 'ibooks', state: 'unknown', price_cents: null, at: null, confirmed_at: null }),
  ];
  expect(texts).toEqual([
    'Amazon: $0.99, checked Dec 8, 2026, 4:00 AM Pacific Time',
    'Amazon: still $4.99, checked Dec 8, 2026, 4:00 AM Pacific Time',
    'Amazon: still $4.99, checked Dec 8, 2026, 4:00 AM Pacific Time, although the deal price was confirmed Dec 7, 2026, 4:00 AM Pacific Time',
    'Kobo: set, confirmed Dec 8, 2026, 4:00 AM Pacific Time',
    'Apple Books: not confirmed yet',
  ]);
});

it('says where we look the price up, and which stores the partner confirms', () => {
  const stores = (...fetched: string[]) =>
    (['amazon', 'kobo'] as const).map((store) => ({ store, is_fetched: fetched.includes(store) }));
  expect(priceCheckText(stores('amazon'))).toBe('We look it up at Amazon; please confirm the other stores.');
  expect(priceCheckText(stores('amazon').slice(0, 1))).toBe('We look it up at Amazon.');
  expect(priceCheckText(stores())).toBe('We can’t look it up, so please confirm each store.');
});
