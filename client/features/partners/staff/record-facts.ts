import { formatDate } from '#shared/long-dates.ts';
import { formatCents } from '#shared/money.ts';
import type { PartnerRecord } from '#shared/promotions.ts';

/** A partner's past with us: money, outcomes, and results. */
export const recordFacts = (record: PartnerRecord) =>
  [
    ['Partner since', formatDate(record.since)],
    ['Spent', formatCents(record.spent_cents)],
    ['Unpaid', record.unpaid_cents ? formatCents(record.unpaid_cents) : 'nothing'],
    ['Sent', String(record.sent)],
    ['Declined', String(record.declined)],
    ['Canceled by them', String(record.cancelled)],
    ['Median result', record.median_percentile === null ? 'not ranked yet' : `percentile ${record.median_percentile}`],
    ['Disputes', record.open_disputes ? `${record.disputes}, ${record.open_disputes} open` : String(record.disputes)],
  ] as const;
