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

it('ranks the median result from the better end', () => {
  expect([null, 73, 50, 27, 100].map(medianOf)).toEqual([
    'not ranked yet',
    'top 27%',
    'top 50%',
    'ahead of 27%',
    'ahead of 100%',
  ]);
});
