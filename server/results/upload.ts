/**
 * Uploaded sales reports: a dry run by default; saving replaces the lines of the days, stores, and books in the report.
 */
import { headerHash } from '#server/platform/csv-records.ts';
import type { Deps } from '#server/platform/deps.ts';
import { invalid } from '#server/platform/errors.ts';
import type { PromotionRow } from '#server/promotions/queries.ts';
import { daysBetween } from '#shared/dates.ts';
import { DEFAULT_KENP_MICROS, DEFAULT_WINDOW_DAYS } from '#shared/result-figures.ts';
import { MAX_SALES_LINES, type SalesLine } from '#shared/results.ts';
import type { ReportField, SalesMapping, SalesMappingInput, SalesReport } from '#shared/sales-report.ts';
import { runReader } from './report/run-reader.ts';
import {
  laterBooks,
  lockResults,
  presentLine,
  refuseInvalidSales,
  refuseUnsent,
  windowOf,
  writeResults,
} from './results.ts';

type Upload = {
  bytes: Buffer;
  window_days?: number | undefined;
  rates?: Map<string, number> | undefined;
  save?: boolean | undefined;
};

export async function uploadReport(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  promotion: PromotionRow,
  { bytes, window_days: chosen, rates = new Map(), save = false }: Upload,
): Promise<SalesReport> {
  refuseUnsent(promotion);
  const { id, book, partner_id } = promotion;
  const stored = await db.promotionResult.findUnique({ where: { promotion_id: id }, include: { sales: true } });
  const window_days = chosen ?? stored?.window_days ?? DEFAULT_WINDOW_DAYS;
  const { from, to, series_to } = windowOf(promotion, window_days);
  const later = await laterBooks(db, book);
  const mappings = await db.salesMapping.findMany({ where: { partner_id } });
  const report = await runReader({
    bytes,
    books: [
      { id: book.id, title: book.title, asin: book.asin, from, to },
      ...later.map(({ id, title, asin }) => ({ id, title, asin, from, to: series_to })),
    ],
    mappings: Object.fromEntries(mappings.map(({ header_hash, mapping }) => [header_hash, mapping as SalesMapping])),
    rates,
  });
  if (!save) return { ...report, replaced: mergeSales((stored?.sales ?? []).map(presentLine), report).replaced };
  if (!report.lines.length)
    throw invalid({
      report: ['No rows in this file match this promotion. Check the titles and dates, or choose another file.'],
    });
  await db.$transaction(async (tx) => {
    await lockResults(tx, id);
    const current = await tx.promotionResult.findUnique({ where: { promotion_id: id }, include: { sales: true } });
    const { sales, replaced } = mergeSales((current?.sales ?? []).map(presentLine), report);
    // Lines of other stores and days were checked when they were saved.
    refuseInvalidSales(promotion, later, report.lines, window_days);
    if (sales.length > MAX_SALES_LINES)
      throw invalid({
        report: [
          `A promotion can have at most ${MAX_SALES_LINES.toLocaleString('en-US')} lines of sales. Remove some, or enter store totals.`,
        ],
      });
    report.replaced = replaced;
    const { baseline_per_day = null, kenp_micros = DEFAULT_KENP_MICROS } = current ?? {};
    const terms = { window_days: Math.max(window_days, daysOf(sales, book.id, from)), baseline_per_day, kenp_micros };
    await writeResults(tx, now(), { promotion_id: id, terms, sales });
  });
  return { ...report, is_saved: true };
}

/** Days from `from` to a book's last daily line. Other stores' lines stay even if the report's period is shorter. */
const daysOf = (sales: readonly SalesLine[], book_id: number, from: string) =>
  Math.max(
    0,
    ...sales.flatMap((line) => (line.book_id === book_id && line.sold_on ? daysBetween(from, line.sold_on) : [])),
  );

const AMOUNTS: { amount: 'copies' | 'pages' | 'royalty_cents'; columns: readonly ReportField[] }[] = [
  { amount: 'copies', columns: ['net_copies', 'copies', 'refunded', 'free_copies'] },
  { amount: 'pages', columns: ['pages'] },
  { amount: 'royalty_cents', columns: ['royalty'] },
];

/**
 * The lines after saving a report, and the saved lines that the report removes or changes. The report's lines replace
 * the same days of the same books and stores. A total replaces all days, and a day replaces the total, so that no sale
 * counts twice. Amounts that the report has no column for are kept.
 */
export function mergeSales(saved: readonly SalesLine[], { lines, sheets }: Pick<SalesReport, 'lines' | 'sheets'>) {
  const columns = sheets.filter(({ problem }) => !problem).flatMap((sheet) => sheet.columns);
  const missing = AMOUNTS.filter((entry) => !entry.columns.some((column) => columns.includes(column)));
  const merged = new Map(
    [...Map.groupBy(lines, groupOf)].map(([group, added]) => [
      group,
      new Map(added.map((line) => [line.sold_on, { ...line }])),
    ]),
  );
  const untouched: SalesLine[] = [];
  const replaced: SalesLine[] = [];
  for (const line of saved) {
    const days = merged.get(groupOf(line));
    // A saved total covers every day, so the amounts that only it has are added to the report's first day.
    const target =
      days?.get(line.sold_on) ?? days?.get(null) ?? (line.sold_on === null ? days?.values().next().value : null);
    if (target) {
      replaced.push(line);
      for (const { amount } of missing) target[amount] += line[amount];
    } else untouched.push(line);
  }
  const isSame = (line: SalesLine) =>
    AMOUNTS.every(({ amount }) => merged.get(groupOf(line))!.get(line.sold_on)?.[amount] === line[amount]);
  return {
    sales: [...untouched, ...[...merged.values()].flatMap((days) => [...days.values()])],
    replaced: replaced.filter((line) => !isSame(line)),
  };
}

const groupOf = ({ book_id, store }: SalesLine) => `${book_id} ${store}`;

/** Per partner; the oldest mappings are deleted. */
const MAX_MAPPINGS = 50;

/** Remembers which columns a partner chose for a header. */
export async function saveMapping(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  partner_id: number,
  { header, mapping }: SalesMappingInput,
) {
  if (mapping.columns.length !== header.length) throw invalid({ columns: ['must have one entry per heading'] });
  const key = { partner_id, header_hash: headerHash(header) };
  const row = { mapping, updated_at: now() };
  await db.$transaction(async (tx) => {
    await tx.salesMapping.upsert({
      where: { partner_id_header_hash: key },
      create: { ...key, ...row },
      update: row,
    });
    const old = await tx.salesMapping.findMany({
      where: { partner_id },
      orderBy: [{ updated_at: 'desc' }, { header_hash: 'asc' }],
      skip: MAX_MAPPINGS,
    });
    await tx.salesMapping.deleteMany({
      where: { partner_id, header_hash: { in: old.map(({ header_hash }) => header_hash) } },
    });
  });
  return { sales_mapping: { header, mapping } };
}
