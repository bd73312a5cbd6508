/**
 * Fetches the prices of watched promotions at Amazon, the only store whose prices we can look up, and emails partners
 * about wrong ones (docs/decisions/0139-fetch-prices-on-leases.md).
 */
import type { Store } from '#prisma';
import { getStoreData } from '#server/books/store-data.ts';
import { enqueueEmail, toPartner } from '#server/emails/enqueue.ts';
import { vancouverTime } from '#server/platform/clock.ts';
import type { Deps } from '#server/platform/deps.ts';
import { AppError } from '#server/platform/errors.ts';
import { processEach } from '#server/platform/process-each.ts';
import { PRICE_WATCH_DAYS } from '#shared/business.ts';
import { addDays, parseDate, toIsoDate } from '#shared/dates.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/durations.ts';
import { closedAt, fetchedAsin, isWatched, priceAtStore, watchedStores } from './price-watch.ts';
import { type PromotionRow, promotionById } from './queries.ts';
import { emailFacts } from './reviewed.ts';

/** Prices fetched per run; a run starts every five minutes. */
const MAX_FETCHES = 10;
/** Time after which another process may repeat an unfinished fetch. */
const LEASE_MS = 10 * MINUTE_MS;
const RIGHT_INTERVAL_MS = 6 * HOUR_MS;
/** A wrong price is fetched again sooner, because its partner may be changing it. */
const WRONG_INTERVAL_MS = HOUR_MS;
/** During their deal, partners are emailed only between these hours in Vancouver. */
const [FIRST_HOUR, LAST_HOUR] = [7, 20];
const MAX_BACK_OFF_MS = 12 * HOUR_MS;

/** Fetches the due prices. May run at any time and in parallel: each due price is claimed by one process. */
export async function checkPrices(deps: Pick<Deps, 'db' | 'now' | 'log' | 'queue' | 'config' | 'bookData'>) {
  const now = deps.now();
  const today = parseDate(vancouverTime(now).date);
  await deps.db.$executeRaw`
    insert into price_checks (promotion_id, store, next_check_at)
    select p.id, 'amazon', ${now} from promotions p join partners o on o.id = p.partner_id and o.deleted_at is null
    where p.approval_status = 'approved' and p.cancelled_at is null and p.unable_to_send_at is null
      and p.promotion_date <= ${parseDate(addDays(toIsoDate(today), PRICE_WATCH_DAYS))}::date and p.deal_ends_on >= ${today}::date
      and p.reviewed_store_urls ? 'amazon'
    on conflict (promotion_id, store) do update set next_check_at = excluded.next_check_at
      where price_checks.next_check_at is null`;
  const due = await deps.db.$queryRaw<Due[]>`
    update price_checks set next_check_at = ${new Date(now.getTime() + LEASE_MS)}
    where (promotion_id, store) in (
      select promotion_id, store from price_checks where next_check_at <= ${now}
      order by next_check_at, promotion_id limit ${MAX_FETCHES} for update skip locked)
    returning promotion_id, store, failures`;
  await processEach(
    due,
    (check) => checkPrice(deps, check),
    (error, { promotion_id }) => deps.log.error({ err: error, promotion_id }, 'price not checked'),
  );
}

type Due = { promotion_id: number; store: Store; failures: number };

async function checkPrice(
  deps: Pick<Deps, 'db' | 'now' | 'queue' | 'config' | 'bookData'>,
  { promotion_id, store, failures }: Due,
) {
  const promotion = (await promotionById(deps.db, promotion_id, {}, ['partner']))!;
  const where = { promotion_id_store: { promotion_id, store } };
  const asin = fetchedAsin(promotion);
  const isChecked = isWatched(promotion, deps.now()) && !promotion.partner!.deleted_at;
  if (!isChecked || !asin) {
    // If the price is watched again, for example after a reopening, a later run schedules it. An ASIN may be added at
    // any time.
    const next_check_at = isChecked ? inMs(deps, HOUR_MS) : null;
    return deps.db.priceCheck.update({
      where,
      data: { next_check_at, price_cents: null, checked_at: null, failures: 0 },
    });
  }
  try {
    const { price_cents = null } = await getStoreData(deps, asin, WRONG_INTERVAL_MS);
    const isRight = price_cents === null || price_cents <= promotion.sale_price_cents;
    const next_check_at = inMs(deps, isRight ? RIGHT_INTERVAL_MS : WRONG_INTERVAL_MS);
    await deps.db.priceCheck.update({
      where,
      data: { price_cents, checked_at: deps.now(), next_check_at, failures: 0 },
    });
    if (!isRight && isDaytimeOfDeal(promotion, deps.now())) await warnOfPrices(deps, promotion_id);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const back_off = Math.min(MAX_BACK_OFF_MS, LEASE_MS * 2 ** failures);
    await deps.db.priceCheck.update({
      where,
      data: { next_check_at: inMs(deps, back_off), failures: { increment: 1 } },
    });
  }
}

/** True from the newsletter's date until the deal ends, during the day in Vancouver. */
function isDaytimeOfDeal({ promotion_date, deal_ends_on }: PromotionRow, now: Date) {
  const { date, hour } = vancouverTime(now);
  const isDeal = date >= toIsoDate(promotion_date!) && date <= toIsoDate(deal_ends_on);
  return isDeal && hour >= FIRST_HOUR && hour < LAST_HOUR;
}

const inMs = ({ now }: Pick<Deps, 'now'>, ms: number) => new Date(now().getTime() + ms);

/** The evening before the newsletter, emails partners whose fetched price is higher than promised. */
export async function warnOfTomorrowsPrices(
  deps: Pick<Deps, 'db' | 'now' | 'log' | 'queue' | 'config'>,
  today: string,
) {
  if (today !== vancouverTime(deps.now()).date) return;
  const wrong = await deps.db.$queryRaw<{ id: number }[]>`
    select p.id from promotions p
    where p.promotion_date = ${parseDate(addDays(today, 1))}::date and p.approval_status = 'approved'
      and p.cancelled_at is null and p.unable_to_send_at is null
      and exists (select 1 from price_checks c where c.promotion_id = p.id and c.price_cents > p.sale_price_cents)
    order by p.id`;
  await processEach(
    wrong,
    ({ id }) => warnOfPrices(deps, id),
    (error, { id }) => deps.log.error({ err: error, promotion_id: id }, 'partner not warned of a price'),
  );
}

/** Emails the partner about prices that are too high, at most once per promotion and day. */
const warnOfPrices = (deps: Pick<Deps, 'db' | 'now' | 'queue' | 'config'>, id: number) =>
  deps.db.$transaction(async (tx) => {
    const promotion = (await promotionById(tx, id, {}, ['category', 'partner']))!;
    if (!isWatched(promotion, deps.now()) || promotion.partner!.deleted_at) return;
    const checks = await tx.priceCheck.findMany({ where: { promotion_id: id } });
    const stores = watchedStores(promotion).map((store) =>
      priceAtStore(
        store,
        checks.find((check) => check.store === store),
        promotion,
      ),
    );
    const wrong = stores.filter(({ state }) => state === 'too_high');
    if (!wrong.length) return;
    await enqueueEmail(deps, tx, {
      ...toPartner(promotion.partner!),
      template: 'price_wrong',
      once: `price-${id}-${vancouverTime(deps.now()).date}`,
      props: {
        ...emailFacts(deps, promotion),
        sale_price_cents: promotion.sale_price_cents,
        deal_ends_on: toIsoDate(promotion.deal_ends_on),
        is_closed: deps.now() >= closedAt(promotion),
        prices: wrong.map(({ store, price_cents }) => ({ store, price_cents: price_cents! })),
        unknown_stores: stores.filter(({ state }) => state === 'unknown').map(({ store }) => store),
      },
    });
  });
