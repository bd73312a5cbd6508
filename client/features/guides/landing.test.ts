import { describe, expect, it } from 'vitest';
import type { Statistics } from '#shared/statistics.ts';
import { liveFigures, newsletterDays, rateFor, rateRange, slotsPerDay } from './landing.ts';

const totals = {
  active_readers: 12345,
  newsletters_sent: 0,
  mails_delivered: 9,
  promotions_sent: 40,
  billable_clicks: 1,
};
const rate = (cpc_free_cents: number, cpc_discounted_cents: number, daily_slots: number) => ({
  id: 1,
  slug: 'x',
  name: 'X',
  daily_slots,
  cpc_free_cents,
  cpc_discounted_cents,
  top_of_newsletter_addon_cents: 1000,
});
const RATES = [rate(15, 40, 4), rate(12, 35, 2)];

describe('the landing page', () => {
  it('omits numbers that are zero', () => {
    expect(liveFigures({ totals } as Statistics)).toEqual([
      { value: '12,345', label: 'readers get the newsletter' },
      { value: '40', label: 'promotions run' },
      { value: '1', label: 'billable clicks' },
    ]);
  });

  it('shows the lowest and the highest rate, and the slots of all categories', () => {
    expect(rateRange(RATES, 'cpc_free_cents')).toEqual({ lowest: 12, highest: 15 });
    expect(rateRange(RATES, 'cpc_discounted_cents')).toEqual({ lowest: 35, highest: 40 });
    expect(rateRange([], 'cpc_free_cents')).toBeNull();
    expect(slotsPerDay(RATES)).toBe(6);
  });

  it('starts the calendar with the newsletter that closes next, which can’t be booked anymore', () => {
    const count = (newsletter_date: string, places_left: number) => ({
      id: 1,
      newsletter_date,
      category_id: 1,
      promotions_in_total: 4 - places_left,
      places_left,
      top_of_newsletter_available: true,
    });
    expect(newsletterDays([count('2026-12-30', 2), count('2026-12-31', 0), count('2027-01-01', 1)])).toEqual([
      { date: '2026-12-30', state: 'closes next', places_left: 2 },
      { date: '2026-12-31', state: 'full', places_left: 0 },
      { date: '2027-01-01', state: 'open', places_left: 1 },
    ]);
  });

  it('uses the category in the address, or the first', () => {
    const rates = [
      { ...RATES[0]!, id: 3 },
      { ...RATES[1]!, id: 8 },
    ];
    expect(rateFor(rates, '8')?.id).toBe(8);
    expect(rateFor(rates, '99')?.id).toBe(3);
    expect(rateFor(rates, null)?.id).toBe(3);
    expect(rateFor([], '8')).toBeUndefined();
  });
});
