/** Sales that a partner enters after a promotion, and the figures computed from them. */
import type { Book } from '#prisma';
import type { Database, Tx } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { conflict, invalid, notFound } from '#server/platform/errors.ts';
import type { PromotionRow } from '#server/promotions/queries.ts';
import { bookedDate } from '#server/promotions/reviewed.ts';
import { statusOf } from '#server/promotions/state.ts';
import { STORE_NAMES, STORES } from '#shared/business.ts';
import { addDays, parseDate, toIsoDate } from '#shared/dates.ts';
import { formatDate } from '#shared/long-dates.ts';
import { promotionMoney } from '#shared/promotion-cost.ts';
import {
  DEFAULT_KENP_MICROS,
  DEFAULT_WINDOW_DAYS,
  extraShare,
  pagesCents,
  type ResultTerms,
  resultFigures,
  SERIES_DAYS,
  spentCents,
  splitCents,
  sumSales,
} from '#shared/result-figures.ts';
import type { PromotionResults, ResultsInput, SalesLine, StoreResult } from '#shared/results.ts';
import { compareResults } from './comparison.ts';
import { countedLines } from './counted.ts';

/** The days whose sales count. */
export const windowOf = (promotion: Pick<PromotionRow, 'promotion_date' | 'requested_date'>, window_days: number) => {
  const from = bookedDate(promotion);
  return { from, to: addDays(from, window_days), series_to: addDays(from, SERIES_DAYS) };
};

/** Later books of the series by the same author, in order. */
export const laterBooks = (
  db: Database | Tx,
  { partner_id, author_id, series, series_number }: Pick<Book, 'partner_id' | 'author_id' | 'series' | 'series_number'>,
) =>
  author_id && series && series_number !== null
    ? db.book.findMany({
        where: {
          partner_id,
          author_id,
          series: { equals: series, mode: 'insensitive' },
          series_number: { gt: series_number },
        },
        select: { id: true, title: true, asin: true, series_number: true },
        orderBy: [{ series_number: 'asc' }, { id: 'asc' }],
      })
    : Promise.resolve([]);

export async function resultsOf(
  deps: Pick<Deps, 'db' | 'now'>,
  promotion: PromotionRow,
): Promise<{ results: PromotionResults }> {
  const { id, book_id, category_id, partner_id } = promotion;
  const [stored, counted, later, billable, comparison] = await Promise.all([
    deps.db.promotionResult.findUnique({ where: { promotion_id: id }, include: { sales: true } }),
    countedLines(deps.db, id),
    laterBooks(deps.db, promotion.book),
    deps.db.clickVerdict.groupBy({
      by: ['store'],
      where: { promotion_id: id, outcome: 'billable' },
      _sum: { clicks: true },
    }),
    compareResults(deps, { category_id, partner_id }),
  ]);
  const terms = {
    window_days: stored?.window_days ?? DEFAULT_WINDOW_DAYS,
    baseline_per_day: stored?.baseline_per_day ?? null,
    kenp_micros: stored?.kenp_micros ?? DEFAULT_KENP_MICROS,
  };
  const sales = (stored?.sales ?? []).map(presentLine).sort(byBookStoreDay);
  const cost_cents = spentCents(promotionMoney(promotion, statusOf(promotion)));
  const [countedSales, otherSales] = [true, false].map((isCounted) =>
    (stored?.sales ?? []).filter((line) => counted.has(line.id) === isCounted).map(presentLine),
  ) as [SalesLine[], SalesLine[]];
  const bookSales = countedSales.filter((line) => line.book_id === book_id);
  const seriesSales = countedSales.filter((line) => line.book_id !== book_id);
  const clicks = new Map(billable.map(({ store, _sum }) => [store, _sum.clicks ?? 0]));
  return {
    results: {
      promotion_id: id,
      ...terms,
      window: windowOf(promotion, terms.window_days),
      is_final: promotion.settled_at !== null,
      sales,
      updated_at: stored?.updated_at.toISOString() ?? null,
      figures: sales.length
        ? resultFigures(
            { ...terms, cost_cents },
            sumSales(bookSales),
            seriesSales.length ? sumSales(seriesSales) : null,
          )
        : null,
      stores: storeResults(bookSales, { ...terms, cost_cents }, clicks),
      series: later.map((book) => {
        const sums = sumSales(seriesSales.filter((line) => line.book_id === book.id));
        return {
          ...{ book_id: book.id, title: book.title, series_number: book.series_number! },
          ...sums,
          counted_elsewhere: sumSales(otherSales.filter((line) => line.book_id === book.id)).copies,
          revenue_cents: sums.royalty_cents + pagesCents(sums.pages, terms.kenp_micros),
        };
      }),
      comparison: { category_name: promotion.category!.name, ...comparison },
    },
  };
}

export const presentLine = ({
  id,
  promotion_id,
  sold_on,
  ...line
}: Omit<SalesLine, 'sold_on'> & { id: number; promotion_id: number; sold_on: Date | null }): SalesLine => ({
  ...line,
  sold_on: sold_on && toIsoDate(sold_on),
});

const byBookStoreDay = (a: SalesLine, b: SalesLine) =>
  a.book_id - b.book_id ||
  STORES.indexOf(a.store) - STORES.indexOf(b.store) ||
  (a.sold_on ?? '').localeCompare(b.sold_on ?? '');

/** The baseline reduces every store's copies by the same share. The cost is split by billable clicks. */
function storeResults(
  bookSales: readonly SalesLine[],
  terms: ResultTerms,
  clicks: ReadonlyMap<string, number>,
): StoreResult[] {
  const stores = STORES.filter((store) => clicks.get(store) || bookSales.some((line) => line.store === store));
  const costs = splitCents(
    terms.cost_cents,
    stores.map((store) => clicks.get(store) ?? 0),
  );
  const share = extraShare(terms, sumSales(bookSales));
  return stores.map((store, index) => {
    const sums = sumSales(bookSales.filter((line) => line.store === store));
    const cost_cents = costs[index]!;
    const revenue_cents = Math.round(sums.royalty_cents * share) + pagesCents(sums.pages, terms.kenp_micros);
    const extra = sums.copies * share;
    return {
      ...{ store, ...sums, revenue_cents, cost_cents },
      cost_per_sale_cents: cost_cents !== null && extra > 0 ? Math.round(cost_cents / extra) : null,
      return_ratio: cost_cents ? Math.round((100 * revenue_cents) / cost_cents) / 100 : null,
    };
  });
}

/** Replaces the sales and terms of a sent promotion. 409 with the current ones if they aren't those the caller saw. */
export async function saveResults(
  deps: Pick<Deps, 'db' | 'now'>,
  promotion: PromotionRow,
  { sales, seen_updated_at, ...terms }: ResultsInput,
) {
  refuseUnsent(promotion);
  const promotion_id = promotion.id;
  const isSaved = await deps.db.$transaction(async (tx) => {
    await lockResults(tx, promotion_id);
    const stored = await tx.promotionResult.findUnique({ where: { promotion_id }, select: { updated_at: true } });
    if (seen_updated_at !== undefined && timeOf(seen_updated_at) !== timeOf(stored?.updated_at)) return false;
    refuseInvalidSales(promotion, await laterBooks(tx, promotion.book), sales, terms.window_days);
    await writeResults(tx, deps.now(), { promotion_id, terms, sales });
    return true;
  });
  if (!isSaved)
    throw conflict(
      'Your sales were changed after you opened this form. Choose which changes to keep, then save again.',
      await resultsOf(deps, promotion),
    );
}

const timeOf = (at: string | Date | null | undefined) => (at ? new Date(at).getTime() : null);

export function refuseUnsent({ sent_at }: PromotionRow) {
  if (!sent_at) throw conflict('You can enter sales after the newsletter has been sent.');
}

/**
 * Locks a promotion's results, and keeps the account from being closed before the transaction ends. Otherwise, results
 * could be saved after the account's data has been erased.
 */
export async function lockResults(tx: Tx, promotion_id: number) {
  const locked = await tx.$queryRaw<{ id: number }[]>`
    select p.id from promotions p join partners o on o.id = p.partner_id
    where p.id = ${promotion_id} and o.deleted_at is null for no key update of p for share of o`;
  if (!locked.length) throw notFound();
}

type NewResults = {
  promotion_id: number;
  terms: Omit<ResultsInput, 'sales' | 'seen_updated_at'>;
  sales: readonly SalesLine[];
};

export async function writeResults(tx: Tx, now: Date, { promotion_id, terms, sales }: NewResults) {
  const row = { ...terms, updated_at: now };
  await tx.promotionResult.upsert({ where: { promotion_id }, create: { promotion_id, ...row }, update: row });
  await tx.promotionSale.deleteMany({ where: { promotion_id } });
  await tx.promotionSale.createMany({
    data: sales.map((line) => ({
      ...line,
      promotion_id,
      sold_on: line.sold_on === null ? null : parseDate(line.sold_on),
    })),
  });
}

/**
 * Refuses lines of other books or days, KENP read at stores other than Amazon, and lines that would count the same
 * sales twice. Names a line by its book, store, and day, because its number differs from the one on the screen.
 */
export function refuseInvalidSales(
  promotion: PromotionRow,
  later: readonly { id: number; title: string }[],
  sales: readonly SalesLine[],
  window_days: number,
) {
  const { from, to, series_to } = windowOf(promotion, window_days);
  const laterTitles = new Map(later.map(({ id, title }) => [id, title]));
  const byStore = Map.groupBy(sales, ({ book_id, store }) => `${book_id} ${store}`);
  const byDay = Map.groupBy(sales, ({ book_id, store, sold_on }) => `${book_id} ${store} ${sold_on}`);
  const problems = sales.flatMap(({ book_id, store, sold_on, pages }) => {
    const isPromotedBook = book_id === promotion.book_id;
    const last = isPromotedBook ? to : series_to;
    const key = `${book_id} ${store}`;
    const problem =
      !isPromotedBook && !laterTitles.has(book_id)
        ? 'this book is neither the promoted one nor a later one in its series'
        : sold_on !== null && (sold_on < from || sold_on > last)
          ? `this day isn’t between ${formatDate(from)} and ${formatDate(last)}`
          : pages > 0 && store !== 'amazon'
            ? 'only Amazon counts KENP read'
            : byStore.get(key)!.length > 1 && byDay.has(`${key} null`)
              ? `this store also has ${sold_on === null ? 'other lines' : 'a total'}; keep one or the other`
              : byDay.get(`${key} ${sold_on}`)!.length > 1
                ? 'this day is listed twice'
                : null;
    const book = laterTitles.has(book_id) ? `${laterTitles.get(book_id)}, ` : '';
    const period = sold_on === null ? 'total' : formatDate(sold_on);
    return problem ? [`${book}${STORE_NAMES[store]}, ${period}: ${problem}.`] : [];
  });
  if (problems.length) throw invalid({ sales: [...new Set(problems)] });
}
