import { describe, expect, it } from 'vitest';
import type { PromotionClicks, UsualClicks } from '#shared/promotions.ts';
import { paceOf, paceText, timeLeftText } from './running.ts';

const at = (as_of: string, counts: Record<string, number> = {}) =>
  ({
    window: { from: '2026-12-01T18:20:00Z', to: '2026-12-04T18:20:00Z' },
    as_of,
    clicks: Object.entries(counts).map(([hour, clicks]) => ({ hour, store: 'kobo', clicks })),
  }) as unknown as PromotionClicks;
const usual: UsualClicks = {
  category_id: 1,
  price_type: 'discounted',
  sample_size: 12,
  by_hour: [10, 18, 22, 25],
  is_scaled: false,
};
const clicks = { '2026-12-01T18:00:00Z': 6, '2026-12-01T19:00:00Z': 9, '2026-12-01T20:00:00Z': 4 };

describe('the comparison with usual clicks', () => {
  it('uses the end of the last completed hour', () => {
    const pace = paceOf(at('2026-12-01T20:30:00Z', clicks), usual);
    expect(pace).toEqual({ at: '2026-12-01T20:00:00.000Z', clicks: 15, usual_clicks: 18 });
    expect(paceText(at('2026-12-01T20:30:00Z', clicks), usual, 'Mystery')).toBe(
      'By 1:00 PM Pacific Time, you had 15 clicks. Typical for a discounted book in Mystery: 18, the median of the last 12 promotions.',
    );
  });

  it('shows the typical clicks of the whole window during the first hour', () => {
    expect(paceText(at('2026-12-01T18:59:00Z', clicks), usual, 'Mystery')).toBe(
      'Typical for a discounted book in Mystery: 25 clicks in 72 hours, the median of the last 12 promotions.',
    );
  });

  it('isn’t made with too few past promotions', () => {
    const few = { ...usual, sample_size: 3, by_hour: null };
    expect(paceText(at('2026-12-01T20:30:00Z', clicks), few, 'Mystery')).toBe(
      'We can’t say yet what’s typical for a discounted book in Mystery: only 3 like it have been settled.',
    );
  });
});

it('rounds the time left up to the minute', () => {
  expect([93_960_000, 93_959_000, 59_000, 1, 0].map(timeLeftText)).toEqual([
    '26 h 6 min',
    '26 h 6 min',
    '1 min',
    '1 min',
    'Ended',
  ]);
});
