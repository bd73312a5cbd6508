/** Uploaded sales reports: a dry run by default; saving replaces the lines of the stores and books in the report. */
import type { Deps } from '#server/platform/deps.ts';
import { invalid } from '#server/platform/errors.ts';
import type { PromotionRow } from '#server/promotions/queries.ts';
import { DEFAULT_KENP_MICROS, DEFAULT_WINDOW_DAYS } from '#shared/result-figures.ts';
import type { SalesLine } from '#shared/results.ts';
import type { SalesMapping, SalesMappingInput, SalesReport } from '#shared/sales-report.ts';
import { headerHash } from './report/read-report.ts';
import { runReader } from './report/run-reader.ts';
import { laterBooks, lockResults, presentLine, refuseSales, refuseUnsent, windowOf, writeResults } from './results.ts';

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
  const stored = await db.promotionResult.findUnique({ where: { promotion_id: id } });
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
  if (!save) return report;
  if (!report.lines.length) throw invalid({ report: ['No row of this file counts for the promotion.'] });
  await db.$transaction(async (tx) => {
    await lockResults(tx, id);
    const current = await tx.promotionResult.findUnique({ where: { promotion_id: id }, include: { sales: true } });
    const kept = (current?.sales ?? []).map(presentLine).filter((line) => !isReplaced(line, report.lines));
    const sales = [...kept, ...report.lines];
    refuseSales(promotion, later, sales, window_days);
    const { baseline_per_day = null, kenp_micros = DEFAULT_KENP_MICROS } = current ?? {};
    await writeResults(tx, now(), { promotion_id: id, terms: { window_days, baseline_per_day, kenp_micros }, sales });
  });
  return { ...report, is_saved: true };
}

const isReplaced = ({ book_id, store }: SalesLine, lines: readonly SalesLine[]) =>
  lines.some((line) => line.book_id === book_id && line.store === store);

/** A partner's reports have few kinds of headers; the oldest mappings are forgotten. */
const MAX_MAPPINGS = 50;

/** Remembers which columns a partner chose for a header. */
export async function saveMapping(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  partner_id: number,
  { header, mapping }: SalesMappingInput,
) {
  if (mapping.columns.length !== header.length) throw invalid({ columns: ['must be as many as the header has'] });
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
