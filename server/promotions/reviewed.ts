/**
 * The approved version of a promotion, and its differences from the partner's later changes. The promotion's own
 * columns hold the approved booking; `reviewed_book` and `reviewed_store_urls` hold the approved book. Pure rules. See
 * docs/decisions/0021-readers-get-the-approved-version.md.
 */
import type { Author, Book, Promotion } from '#prisma';
import { STORE_URL_FIELDS, STORES, type Store } from '#shared/business.ts';
import { addDays, daysBetween, toIsoDate } from '#shared/dates.ts';
import {
  approvedVersionOf,
  type BookFacts,
  bookFactsOf,
  REVIEWED_FIELDS,
  type ReviewedChange,
  type ReviewedField,
  type StoreUrls,
  storeUrlsOf,
} from '#shared/reviewed-facts.ts';

type BookWithAuthor = Book & { author?: Pick<Author, 'name' | 'updated_at'> | null };

/** Booking fields that staff approve, with the values in the promotion's columns. */
type ReviewedTerms = Pick<Promotion, 'category_id' | 'current_price_cents' | 'sale_price_cents' | 'blurb_override'> & {
  deal_ends_on: string;
};
export type ProposedChanges = Partial<ReviewedTerms>;
export type Terms = ReviewedTerms & { requested_date: string; alternate_dates: string[] };

/** The booked date: the approved one, otherwise the requested one. */
export const bookedDate = (promotion: { promotion_date: Date | null; requested_date: Date }) =>
  toIsoDate(promotion.promotion_date ?? promotion.requested_date);

const REVIEWED_TERMS = [
  'category_id',
  'current_price_cents',
  'sale_price_cents',
  'blurb_override',
  'deal_ends_on',
] as const satisfies readonly (keyof ReviewedTerms)[];

export const termsOf = (promotion: Promotion): ReviewedTerms => ({
  category_id: promotion.category_id,
  current_price_cents: promotion.current_price_cents,
  sale_price_cents: promotion.sale_price_cents,
  blurb_override: promotion.blurb_override,
  deal_ends_on: toIsoDate(promotion.deal_ends_on),
});

export const proposedChangesOf = ({ proposed_changes }: Pick<Promotion, 'proposed_changes'>) =>
  (proposed_changes ?? {}) as ProposedChanges;

/**
 * Divides a partner's change to an approved booking into changes that take effect right away and changes that staff
 * must review. Accepted automatically: another date, an end that moves with it without making the deal longer, other
 * alternates, and a lower sale price of the same type.
 */
export function divideChange(approved: Terms, requested: Terms): { accepted: Terms; proposed: ProposedChanges } {
  const accepted: Terms = {
    ...approved,
    requested_date: requested.requested_date,
    alternate_dates: requested.alternate_dates,
    ...(isLowerPrice(approved, requested) ? { sale_price_cents: requested.sale_price_cents } : {}),
    deal_ends_on: dealEndAfterMove(approved, requested),
  };
  const isApprovedEnd = (term: keyof ReviewedTerms) => term === 'deal_ends_on' && requested[term] === approved[term];
  return {
    accepted,
    proposed: pickTerms(requested, (term) => requested[term] !== accepted[term] && !isApprovedEnd(term)),
  };
}

/**
 * The deal's end that takes effect right away. A change of the end alone waits for review. After a move, the requested
 * end takes effect unless it makes the deal longer than approved; then the approved end moves with the date.
 */
function dealEndAfterMove(approved: Terms, requested: Terms): string {
  const days = daysBetween(approved.requested_date, requested.requested_date);
  if (days === 0) return approved.deal_ends_on;
  return dealDays(requested) <= dealDays(approved) ? requested.deal_ends_on : addDays(approved.deal_ends_on, days);
}

const dealDays = ({ requested_date, deal_ends_on }: Terms) => daysBetween(requested_date, deal_ends_on);

const isLowerPrice = (approved: Terms, requested: Terms) =>
  requested.sale_price_cents > 0 && requested.sale_price_cents < approved.sale_price_cents;

/** The proposed changes that remain pending after staff have set some of the fields themselves. */
export const withoutTerms = (proposed: ProposedChanges, set_by_staff: object): ProposedChanges =>
  pickTerms(proposed, (term) => term in proposed && !(term in set_by_staff));

const pickTerms = (from: ProposedChanges, isPicked: (term: keyof ReviewedTerms) => boolean): ProposedChanges =>
  Object.fromEntries(REVIEWED_TERMS.filter(isPicked).map((term) => [term, from[term]]));

export type Reviewed = Promotion & { book: BookWithAuthor };

/**
 * True if the promotion is approved, neither canceled nor unable to send, and in no newsletter yet. Only then are later
 * changes compared with the approved version.
 */
export const isBooked = (promotion: Promotion) =>
  promotion.approval_status === 'approved' &&
  !promotion.frozen_at &&
  !promotion.cancelled_at &&
  !promotion.sent_at &&
  !promotion.unable_to_send_at;

/** Unreviewed changes by field; empty if there are none. */
export function changesSinceReview(promotion: Reviewed, coverUrl: (cover: string | null) => string): ReviewedChange[] {
  if (!isBooked(promotion)) return [];
  const [approved, live] = [fieldsOf(reviewedVersion(promotion), coverUrl), fieldsOf(liveVersion(promotion), coverUrl)];
  const terms = { ...termsOf(promotion) };
  const proposed = { ...live, ...terms, ...proposedChangesOf(promotion) };
  const before = { ...approved, ...terms };
  return (Object.keys(REVIEWED_FIELDS) as ReviewedField[])
    .filter((field) => before[field] !== proposed[field])
    .map((field) => ({ field, approved: before[field] ?? null, proposed: proposed[field] ?? null }));
}

export const hasUnreviewedChanges = (promotion: Reviewed) => changesSinceReview(promotion, identity).length > 0;

/** True if accepting the partner's changes approves another content rating. */
export const hasNewRating = (promotion: Reviewed) =>
  changesSinceReview(promotion, identity).some(({ field }) => field === 'content_rating');

type Version = BookFacts & { store_urls: StoreUrls };

export type ReviewedColumns = Pick<Promotion, 'reviewed_book' | 'reviewed_store_urls'>;

function reviewedVersion(promotion: ReviewedColumns): Version {
  const { book, store_urls } = approvedVersionOf(promotion);
  return { ...book, store_urls };
}

/** The book as it is now, or the approved version if staff declined the book exactly as it is now. */
const liveVersion = (promotion: Reviewed): Version =>
  isBookDeclined(promotion) ? reviewedVersion(promotion) : currentVersion(promotion.book);

/** True if staff declined the book exactly as it is now, so that its approved version stays. */
export const isBookDeclined = ({ declined_book, book }: Reviewed) =>
  declined_book !== null && isSame(declined_book as Version, currentVersion(book));

/** The book as it is now, in the form that `declined_book` stores. */
export const currentVersion = (book: BookWithAuthor): Version => ({
  ...bookFactsOf(book),
  store_urls: storeUrlsOf(book),
});

const identity = (cover: string | null) => cover ?? '';

const isSame = (a: Version, b: Version) => {
  const [left, right] = [fieldsOf(a, identity), fieldsOf(b, identity)];
  return (Object.keys(left) as (keyof typeof left)[]).every((field) => left[field] === right[field]);
};

const fieldsOf = ({ store_urls, cover, ...facts }: Version, coverUrl: (cover: string | null) => string) => ({
  ...(facts as Omit<BookFacts, 'cover'>),
  cover_url: coverUrl(cover),
  ...(Object.fromEntries(STORES.map((store) => [STORE_URL_FIELDS[store], store_urls[store] ?? null])) as {
    [field in (typeof STORE_URL_FIELDS)[Store]]: string | null;
  }),
});

/**
 * The reason why the approved version must not run before staff answer, because it would mislead readers, or null if it
 * may run. A raised price or a missing link makes the approved version untrue.
 */
export function heldBecause(promotion: Reviewed): string | null {
  if (!isBooked(promotion)) return null;
  const { sale_price_cents = 0 } = proposedChangesOf(promotion);
  if (sale_price_cents > promotion.sale_price_cents)
    return 'The deal price was raised after we approved the promotion.';
  const { store_urls } = liveVersion(promotion);
  const lost = STORES.filter((store) => reviewedVersion(promotion).store_urls[store] && !store_urls[store]);
  return lost.length ? 'A store link was removed or stopped working after we approved the promotion.' : null;
}

/** The reason why the newsletter leaves an approved promotion out, or null if it includes it. */
export function leftOutBecause(promotion: Reviewed): string | null {
  if (!isBooked(promotion)) return null;
  if (promotion.book.status !== 'active') return 'The book is archived.';
  if (!Object.keys(approvedVersionOf(promotion).store_urls).length) return 'The book has no store link.';
  return heldBecause(promotion);
}

/** A version string that changes whenever the promotion, its book, or the author does. */
export const reviewVersionOf = ({ updated_at, book }: Reviewed) =>
  [updated_at, book.updated_at, book.author?.updated_at].map((at) => at?.getTime() ?? 0).join('.');

type EmailSubject = Reviewed & { partner?: { name: string } | null; category?: { name: string } | null };

/** Facts that every email about a promotion shows; for an approved one, the approved title. */
export const emailFacts = ({ config }: { config: { appUrl: string } }, promotion: EmailSubject) => ({
  partner_name: promotion.partner!.name,
  book_title: promotion.approval_status === 'approved' ? approvedVersionOf(promotion).book.title : promotion.book.title,
  category_name: promotion.category!.name,
  date: bookedDate(promotion),
  promotion_url: `${config.appUrl}/partners/promotions/${promotion.id}/edit`,
});
