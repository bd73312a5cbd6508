import { WEEKLY_MINUTE } from '#shared/business.ts';
import { addDays, formatInstant } from '#shared/dates.ts';
import type { Delivery } from '#shared/deliveries.ts';
import { MINUTE_MS } from '#shared/durations.ts';
import { formatDate } from '#shared/long-dates.ts';
import type { Newsletter, NewsletterClosing, NewsletterProgress } from '#shared/newsletters.ts';
import type { Promotion } from '#shared/promotions.ts';

const numberFormat = new Intl.NumberFormat('en-US');

/** '3 promotions', '1 promotion' */
export const promotionsText = (count: number) =>
  `${numberFormat.format(count)} ${count === 1 ? 'promotion' : 'promotions'}`;

/** The instant when a newsletter of this kind closes, from the cutoff of its date. */
export const closesAt = (kind: Newsletter['kind'], cutoff: string) =>
  new Date(Date.parse(cutoff) + (kind === 'weekly' ? WEEKLY_MINUTE * MINUTE_MS : 0)).toISOString();

/**
 * '3 promotions, 12 slots left, 2 to review, 1 on the waiting list' for a daily draft, '3 promotions so far' for a
 * weekly one, and '3 promotions' after the close.
 */
export function contentText(newsletter: ContentCounts) {
  const { kind, status, promotions_count, places_left, awaiting_review_count: reviews, waiting_count } = newsletter;
  if (status !== 'draft') return promotionsText(promotions_count);
  if (kind === 'weekly') return `${promotionsText(promotions_count)} so far`;
  const slots = `${numberFormat.format(places_left)} ${places_left === 1 ? 'slot' : 'slots'} left`;
  return [
    promotionsText(promotions_count),
    slots,
    reviews > 0 && `${numberFormat.format(reviews)} to review`,
    waiting_count > 0 && `${numberFormat.format(waiting_count)} on the waiting list`,
  ]
    .filter(Boolean)
    .join(', ');
}

type ContentCounts = Pick<
  Newsletter,
  'kind' | 'status' | 'promotions_count' | 'places_left' | 'awaiting_review_count' | 'waiting_count'
>;

type EmptyText = { title: string; hint?: { text: string; button: string; query: string } };

/**
 * Title of a newsletter without promotions. For a draft, `hint` says how it gets some, with a button and its query. A
 * weekly one repeats the deals of its week.
 */
export function emptyText({ kind, status, newsletter_date }: EmptyNewsletter): EmptyText {
  if (status !== 'draft') return { title: 'No promotions in this newsletter' };
  if (kind === 'daily')
    return {
      title: 'No promotions booked for this date yet',
      hint: {
        text: 'Promotions you approve for this date will appear here.',
        button: 'Review submissions for this date',
        query: `?date_from=${newsletter_date}&date_to=${newsletter_date}`,
      },
    };
  const first = addDays(newsletter_date, -6);
  return {
    title: 'No deals in this week’s edition yet',
    hint: {
      text: `Deals of the daily newsletters from ${formatDate(first)} to ${formatDate(newsletter_date)} appear here when their newsletter closes. Deals that end before ${formatDate(newsletter_date)} are left out.`,
      button: 'View this week’s promotions',
      query: `?status=awaiting+promotion+date&date_from=${first}&date_to=${newsletter_date}`,
    },
  };
}

type EmptyNewsletter = Pick<Newsletter, 'kind' | 'status' | 'newsletter_date'>;

/** '3 deals will go to 1,200 readers.' */
export function closingText({ deals_count, readers_count, is_estimate }: NewsletterClosing) {
  if (deals_count === 0) return 'It has no deals yet, so it can’t be closed.';
  const deals = `${deals_count} ${deals_count === 1 ? 'deal' : 'deals'}`;
  const readers = `${numberFormat.format(readers_count)} ${readers_count === 1 ? 'reader' : 'readers'}`;
  return `${deals} will go to ${is_estimate ? 'about ' : ''}${readers}.`;
}

/** The consequence for undecided promotions if the newsletter closes now. */
export const undecidedText = (count: number) =>
  count === 1
    ? 'One promotion is undecided. If you close now, it misses its last date, and its partner gets an apology.'
    : `${count} promotions are undecided. If you close now, they miss their last date, and their partners get an apology.`;

/** The reason why a newsletter was canceled. A weekly one may have deals but no recipients. */
export function canceledText({ kind, promotions_count }: Pick<Newsletter, 'kind' | 'promotions_count'>) {
  if (kind === 'daily') return 'No promotion on this date was booked, or none could be sent, so nothing was sent.';
  return `${promotions_count ? 'This newsletter had no recipients' : 'No deal ran this week'}, so nothing was sent.`;
}

type Counts = Pick<Newsletter, 'status' | 'deliveries_total' | 'delivered_count' | 'bounced_count'>;

/** The delivered emails in one line; '' for a draft or a canceled newsletter. */
export function deliveriesText({ status, deliveries_total, delivered_count, bounced_count }: Counts) {
  if (status === 'draft' || status === 'cancelled') return '';
  const bounced = bounced_count ? `, ${numberFormat.format(bounced_count)} bounced` : '';
  return `${numberFormat.format(delivered_count)} of ${numberFormat.format(deliveries_total)} emails delivered${bounced}`;
}

/** The number of emails that are neither delivered nor bounced: pending, suppressed, or uncertain. */
export const unresolvedCount = ({ deliveries_total, delivered_count, bounced_count }: Counts) =>
  Math.max(0, deliveries_total - delivered_count - bounced_count);

/** True from the freeze until the newsletter is sent, has failed, or is canceled. */
export const isUnderWay = ({ status }: Pick<Newsletter, 'status'>) => status === 'frozen' || status === 'sending';

type CountedPromotion = Pick<Promotion, 'clicks_billable' | 'clicks_total' | 'sent_at' | 'settled_at'>;

/** '1,140 billable of 1,200' on a newsletter's settled promotions; without any, the clicks so far, if known. */
export function clicksText(promotions: readonly CountedPromotion[], so_far: number | null = null) {
  const sent = promotions.filter(({ sent_at }) => sent_at !== null);
  const settled = sent.filter(({ settled_at }) => settled_at !== null);
  if (settled.length === 0)
    return so_far === null
      ? 'counted 72 hours after sending'
      : `${numberFormat.format(so_far)} so far; final 72 hours after sending`;
  const sum = (count: 'clicks_billable' | 'clicks_total') =>
    numberFormat.format(settled.reduce((total, promotion) => total + promotion[count], 0));
  const clicks = `${sum('clicks_billable')} billable of ${sum('clicks_total')}`;
  return settled.length === sent.length ? clicks : `${clicks} (${settled.length} of ${sent.length} counted)`;
}

/** '1,200 delivered · 3 bounced · 2 uncertain'. States without emails are left out, except delivered. */
export function progressText(progress: NewsletterProgress) {
  const parts = [
    [progress.delivered_count, 'delivered'],
    [progress.left_count, 'pending'],
    [progress.bounced_count, 'bounced'],
    [progress.suppressed_count, 'suppressed'],
    [progress.uncertain_count, 'uncertain'],
  ] as const;
  const shownParts = parts.filter(([count], index) => index === 0 || count > 0);
  return shownParts.map(([count, word]) => `${numberFormat.format(count)} ${word}`).join(' · ');
}

export const STATE_LABELS: Record<Delivery['state'], string> = {
  queued: 'queued',
  handing_over: 'sending',
  accepted: 'delivered',
  deferred: 'retrying',
  bounced: 'bounced',
  uncertain: 'uncertain',
  suppressed: 'suppressed',
};

export const STATE_TONES: Record<Delivery['state'], string> = {
  queued: 'wait',
  handing_over: 'act',
  accepted: 'good',
  deferred: 'act',
  bounced: 'bad',
  uncertain: 'bad',
  suppressed: 'off',
};

/** The time of the delivery or the last attempt, the next attempt, the number of attempts, and the last failure. */
export function deliveryFacts({ accepted_at, handed_over_at, next_attempt_at, attempts, failure }: Delivery) {
  const facts = [
    accepted_at
      ? `delivered ${formatInstant(accepted_at)}`
      : handed_over_at && `tried ${formatInstant(handed_over_at)}`,
    next_attempt_at && `next attempt ${formatInstant(next_attempt_at)}`,
    attempts > 1 && `${attempts} attempts`,
    failure,
  ];
  return facts.filter(Boolean).join(' · ');
}
