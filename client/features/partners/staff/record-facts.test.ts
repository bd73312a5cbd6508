import { expect, it } from 'vitest';
import type { PartnerRecord } from '#shared/promotions.ts';
import { recordFacts } from './record-facts.ts';

const record: PartnerRecord = {
  partner_id: 1,
  since: '2026-11-18',
  spent_cents: 0,
  unpaid_cents: 0,
  written_off_cents: 0,
  sent: 4,
  declined: 0,
  cancelled: 0,
  median_percentile: null,
  disputes: 0,
  open_disputes: 0,
};
const medianOf = (median_percentile: number | null) =>
  Object.fromEntries(recordFacts({ ...record, median_percentile }))['Median result'];

it('shows a median percentile of 50 to 99 as “top”, others as “ahead of”, and null as “not ranked yet”', () => {
  expect([null, 73, 50, 27, 100].map(medianOf)).toEqual([
    'not ranked yet',
    'top 27%',
    'top 50%',
    'ahead of 27%',
    'ahead of 100%',
  ]);
});

it('says how many disputes keep the partner from booking', () => {
  const text = (disputes: number, open_disputes: number) =>
    Object.fromEntries(recordFacts({ ...record, disputes, open_disputes })).Disputes;
  expect([text(0, 0), text(2, 0), text(1, 1), text(3, 1), text(3, 2)]).toEqual([
    'none',
    '2',
    '1, which blocks new bookings',
    '3, of which 1 blocks new bookings',
    '3, of which 2 block new bookings',
  ]);
});
