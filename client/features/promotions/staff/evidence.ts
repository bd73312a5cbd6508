import type { PreviewDeal } from '#client/features/newsletters/preview-deal.ts';
import type { Book } from '#shared/books.ts';
import { formatCount } from '#shared/counts.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/durations.ts';
import { entryBlurb } from '#shared/excerpt.ts';
import { isAboveListPrice } from '#shared/list-price.ts';
import type { Promotion } from '#shared/promotions.ts';
import { storesOf } from '#shared/stores.ts';
import { needsApproval } from './approval.ts';

/** Says by how much a claimed price is above the store's, or '' if it isn't worth a look. */
export function priceDifferenceText(claimed_cents: number, listed_cents: number | null) {
  if (!isAboveListPrice(claimed_cents, listed_cents)) return '';
  return `The partner’s current price is ${Math.round((100 * (claimed_cents - listed_cents)) / Math.max(1, listed_cents))}% higher than the store’s.`;
}

/** Says why there is no store price. */
export const missingPriceText = ({ store_data_fetched_at }: Pick<Book, 'store_data_fetched_at'>) =>
  store_data_fetched_at ? 'no price at Amazon' : 'store price not fetched';

/** 'fetched 44 d ago' */
export function fetchedText(fetched_at: string, now: string) {
  const age = Date.parse(now) - Date.parse(fetched_at);
  if (age >= 2 * DAY_MS) return `fetched ${Math.floor(age / DAY_MS)} d ago`;
  if (age >= HOUR_MS) return `fetched ${Math.floor(age / HOUR_MS)} h ago`;
  return age >= MINUTE_MS ? `fetched ${Math.floor(age / MINUTE_MS)} min ago` : 'fetched just now';
}

/** 'Submitted 4 days ago' */
export function submittedText(created_at: string, now: string) {
  const age = Date.parse(now) - Date.parse(created_at);
  if (age >= DAY_MS) return `Submitted ${formatCount(Math.floor(age / DAY_MS), 'day')} ago`;
  if (age >= HOUR_MS) return `Submitted ${formatCount(Math.floor(age / HOUR_MS), 'hour')} ago`;
  return age >= MINUTE_MS ? `Submitted ${Math.floor(age / MINUTE_MS)} min ago` : 'Submitted just now';
}

type Entry = Pick<
  Promotion,
  'blurb_override' | 'sale_price_cents' | 'current_price_cents' | 'addons' | 'changed_since_review'
>;

/**
 * The newsletter entry of a promotion. If its partner changed the entry after the approval: as approved, and with the
 * changes.
 */
export function entryVersions(promotion: Entry, book: Book): [PreviewDeal, PreviewDeal?] {
  const { changes = [] } = promotion.changed_since_review ?? {};
  const version = (name: 'approved' | 'proposed') => {
    const values = Object.fromEntries(changes.map((change) => [change.field, change[name]]));
    const { blurb_override, sale_price_cents, current_price_cents } = { ...promotion, ...values };
    const shown: Book = { ...book, ...values };
    return {
      ...shown,
      ...{ author_name: shown.author_name, sale_price_cents, current_price_cents },
      blurb: entryBlurb(blurb_override, shown),
      is_top: promotion.addons.some(({ name, state }) => name === 'top_of_newsletter' && state !== 'released'),
    };
  };
  const [approved, proposed] = [version('approved'), version('proposed')];
  const isSame =
    ENTRY_FIELDS.every((field) => approved[field] === proposed[field]) &&
    storesOf(approved).join() === storesOf(proposed).join();
  return isSame ? [approved] : [approved, proposed];
}
const ENTRY_FIELDS = ['title', 'author_name', 'cover_url', 'blurb', 'sale_price_cents', 'current_price_cents'] as const;

const MESSAGES: ReadonlySet<string> = new Set([
  'ask_feedback',
  'ask_about_changes',
  'propose_date',
  'reject',
  'reopen',
]);

/** The latest event that may have set `staff_message`; undefined without one, or while the events load. */
export const messageEvent = (events: Promotion['events']) => events?.findLast(({ action }) => MESSAGES.has(action));

/**
 * True while the promotion may still be sent and its entry can be made from the book. The book may differ from the
 * entry once the promotion is frozen, or after staff kept the approved version and no newer change awaits them.
 */
export const showsEntry = (
  promotion: Pick<Promotion, 'actions' | 'changed_since_review' | 'display_status' | 'frozen_at' | 'events'>,
) =>
  needsApproval(promotion) ||
  (promotion.display_status === 'awaiting promotion date' &&
    promotion.frozen_at === null &&
    !keepsApprovedVersion(promotion.events));

const keepsApprovedVersion = (events: Promotion['events']) =>
  events?.findLast(({ action }) => VERSIONS.has(action))?.action === 'keep_approved';
const VERSIONS: ReadonlySet<string> = new Set(['approve', 'accept_changes', 'keep_approved']);
