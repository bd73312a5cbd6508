import { formatDate } from '#shared/long-dates.ts';
import { formatCents } from '#shared/money.ts';
import type { PartnerRecord } from '#shared/promotions.ts';

/** 'top 27%' for a percentile of 73, which is better than 73% of similar promotions. */
const medianText = ({ median_percentile }: PartnerRecord) => {
  if (median_percentile === null) return 'not ranked yet';
  const percent = Math.round(median_percentile);
  return percent >= 50 && percent < 100 ? `top ${100 - percent}%` : `ahead of ${percent}%`;
};

/** '3, of which 1 blocks new bookings'. Open and lost disputes block bookings unless staff allowed them. */
function disputesText({ disputes, open_disputes: blocking }: PartnerRecord) {
  if (!blocking) return disputes ? String(disputes) : 'none';
  if (disputes === 1) return '1, which blocks new bookings';
  return `${disputes}, of which ${blocking} ${blocking === 1 ? 'blocks' : 'block'} new bookings`;
}

/** Facts from the partner's record: money, decisions, and results. */
export const recordFacts = (record: PartnerRecord) =>
  [
    ['Partner since', formatDate(record.since)],
    ['Spent', formatCents(record.spent_cents)],
    ['Unpaid', record.unpaid_cents ? formatCents(record.unpaid_cents) : 'nothing'],
    ['Written off', record.written_off_cents ? formatCents(record.written_off_cents) : 'nothing'],
    ['Sent', String(record.sent)],
    ['Declined', String(record.declined)],
    ['Canceled by partner', String(record.cancelled)],
    ['Median result', medianText(record)],
    ['Disputes', disputesText(record)],
  ] as const;
