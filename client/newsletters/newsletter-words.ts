import type { Newsletter } from '#shared/newsletters.ts';

const number = new Intl.NumberFormat('en-US');

/** '3 promotions', '1 promotion' */
export const promotionsText = (count: number) => `${number.format(count)} ${count === 1 ? 'promotion' : 'promotions'}`;

type Counts = Pick<Newsletter, 'status' | 'deliveries_total' | 'delivered_count' | 'bounced_count'>;

/** What has become of the mails, in one line; '' before there are any. */
export function deliveriesText({ status, deliveries_total, delivered_count, bounced_count }: Counts) {
  if (status === 'draft' || status === 'cancelled') return '';
  const bounced = bounced_count ? `, ${number.format(bounced_count)} bounced` : '';
  return `${number.format(delivered_count)} of ${number.format(deliveries_total)} mails delivered${bounced}`;
}

/** Mails that are neither delivered nor bounced: still to come, or at the end held back or in doubt. */
export const openCount = ({ deliveries_total, delivered_count, bounced_count }: Counts) =>
  Math.max(0, deliveries_total - delivered_count - bounced_count);
