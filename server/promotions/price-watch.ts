/** The prices of an approved promotion at its stores, as fetched from the store or confirmed by the partner. */
import type { PriceCheck } from '#prisma';
import { cutoffOf, vancouverInstant, vancouverTime } from '#server/platform/clock.ts';
import type { Deps } from '#server/platform/deps.ts';
import { conflict, invalid } from '#server/platform/errors.ts';
import { PRICE_WATCH_DAYS, STORES, type Store } from '#shared/business.ts';
import { addDays, toIsoDate } from '#shared/dates.ts';
import { readPasted } from '#shared/pasted-books.ts';
import type { PriceWatch, WatchedStore } from '#shared/promotions.ts';
import { approvedVersionOf } from '#shared/reviewed-facts.ts';
import { isLinkTo } from '#shared/stores.ts';
import type { PromotionRow } from './queries.ts';
import type { ReviewedColumns } from './reviewed.ts';

type Watched = Pick<
  PromotionRow,
  'approval_status' | 'cancelled_at' | 'unable_to_send_at' | 'promotion_date' | 'deal_ends_on' | 'sale_price_cents'
> &
  ReviewedColumns;

/** True for a promotion that is booked or was sent, from three days before its newsletter until the deal ends. */
export function isWatched(promotion: Watched, now: Date) {
  const { approval_status, cancelled_at, unable_to_send_at, promotion_date, deal_ends_on } = promotion;
  if (approval_status !== 'approved' || cancelled_at || unable_to_send_at || !promotion_date) return false;
  const { date: today } = vancouverTime(now);
  return addDays(toIsoDate(promotion_date), -PRICE_WATCH_DAYS) <= today && today <= toIsoDate(deal_ends_on);
}

/** When the promotion's newsletter closes, or when staff closed it early. */
export function closedAt({ promotion_date, frozen_at }: Pick<PromotionRow, 'promotion_date' | 'frozen_at'>) {
  const cutoff = cutoffOf(toIsoDate(promotion_date!));
  return frozen_at && frozen_at < cutoff ? frozen_at : cutoff;
}

/** The stores that readers are sent to. */
export const watchedStores = (promotion: ReviewedColumns): Store[] => {
  const urls = approvedVersionOf(promotion).store_urls;
  return STORES.filter((store) => urls[store]);
};

/**
 * Hosts of the Amazon site whose prices are in US dollars, as promised to readers. Short links aren't included, because
 * they may lead to any Amazon site.
 */
const US_AMAZON = /^(www\.|m\.)?amazon\.com$/;

/**
 * The ASIN whose price is fetched: the one in the approved link to amazon.com, or else the book's. Null without such a
 * link, or if neither has an ASIN.
 */
export function fetchedAsin(promotion: ReviewedColumns & { book: { asin: string | null } }): string | null {
  const { amazon } = approvedVersionOf(promotion).store_urls;
  if (!amazon || !isLinkTo(US_AMAZON, amazon)) return null;
  return readPasted(amazon).asins[0] ?? promotion.book.asin;
}

export type StorePrice = Omit<WatchedStore, 'is_fetched'>;

/** The state of a store's price: by the fetched price if there is one, otherwise by what the partner confirmed. */
export function priceAtStore(
  store: Store,
  check: PriceCheck | undefined,
  { sale_price_cents, promotion_date }: Pick<Watched, 'sale_price_cents' | 'promotion_date'>,
): StorePrice {
  // A confirmation from before this watch period was for an earlier newsletter date.
  const since = vancouverInstant(addDays(toIsoDate(promotion_date!), -PRICE_WATCH_DAYS), 0);
  const hasPrice = check !== undefined && check.price_cents !== null;
  const isConfirmed = check?.confirmed_at && check.confirmed_at >= since && check.confirmed_cents! <= sale_price_cents;
  const state = hasPrice
    ? check.price_cents! <= sale_price_cents
      ? 'right'
      : 'too_high'
    : isConfirmed
      ? 'confirmed'
      : 'unknown';
  const at = hasPrice ? check.checked_at : isConfirmed ? check.confirmed_at : null;
  const confirmed_at = isConfirmed ? check.confirmed_at!.toISOString() : null;
  return {
    store,
    state,
    price_cents: hasPrice ? check.price_cents : null,
    at: at?.toISOString() ?? null,
    confirmed_at,
  };
}

/** The watched stores whose price is too high, or neither fetched nor confirmed. */
export const storesWithoutDealPrice = (
  promotion: Pick<Watched, 'sale_price_cents' | 'promotion_date'> & ReviewedColumns & { price_checks: PriceCheck[] },
) =>
  watchedStores(promotion)
    .map((store) =>
      priceAtStore(
        store,
        promotion.price_checks.find((check) => check.store === store),
        promotion,
      ),
    )
    .filter(({ state }) => state === 'too_high' || state === 'unknown');

type WatchDeps = Pick<Deps, 'db' | 'now' | 'bookData'>;

/** Null while the promotion isn't watched. */
export async function loadPriceWatch(
  { db, now, bookData }: WatchDeps,
  promotion: PromotionRow,
): Promise<PriceWatch | null> {
  if (!isWatched(promotion, now())) return null;
  const checks = await db.priceCheck.findMany({ where: { promotion_id: promotion.id } });
  return {
    promised_cents: promotion.sale_price_cents,
    due_at: closedAt(promotion).toISOString(),
    stores: watchedStores(promotion).map((store) => {
      const check = checks.find((one) => one.store === store);
      const canFetch = bookData.isConfigured && store === 'amazon' && fetchedAsin(promotion) !== null;
      return { ...priceAtStore(store, check, promotion), is_fetched: canFetch && !hasFetchedNothing(check) };
    }),
  };
}

/** True if the latest lookup found no price, or failed while no price was known. */
const hasFetchedNothing = (check: PriceCheck | undefined) =>
  check !== undefined && check.price_cents === null && (check.failures > 0 || check.checked_at !== null);

/**
 * Records that the partner set the price at a store. Throws 409 outside the watch period, and 422 for a store that
 * isn't one of the promotion's.
 */
export async function confirmPrice(deps: WatchDeps, promotion: PromotionRow, store: Store) {
  if (!isWatched(promotion, deps.now()))
    throw conflict(
      'You can confirm prices of an approved promotion from three days before the newsletter until its deal ends.',
    );
  if (!watchedStores(promotion).includes(store)) throw invalid({ store: ['isn’t one of this promotion’s stores'] });
  const key = { promotion_id: promotion.id, store };
  const confirmed = { confirmed_cents: promotion.sale_price_cents, confirmed_at: deps.now() };
  await deps.db.priceCheck.upsert({
    where: { promotion_id_store: key },
    create: { ...key, ...confirmed },
    update: confirmed,
  });
  return loadPriceWatch(deps, promotion);
}

/** Takes back the partner's confirmation, for example if they pressed the wrong store. */
export async function unconfirmPrice(deps: WatchDeps, promotion: PromotionRow, store: Store) {
  await deps.db.priceCheck.updateMany({
    where: { promotion_id: promotion.id, store },
    data: { confirmed_cents: null, confirmed_at: null },
  });
  return loadPriceWatch(deps, promotion);
}
