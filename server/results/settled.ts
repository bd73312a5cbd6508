/** Figures of settled promotions with sales that count for them, many at a time, for lists, CSV, and comparisons. */
import { Prisma } from '#prisma';
import type { Database } from '#server/platform/database.ts';
import {
  invoicedSpend,
  type ResultFigures,
  type ResultTerms,
  resultFigures,
  type SalesSums,
} from '#shared/result-figures.ts';
import { COUNTS, OVERLAP } from './counted.ts';

type Sums = SalesSums & {
  series_lines: number;
  series_copies: number;
  series_pages: number;
  series_royalty_cents: number;
};
type Row = Sums &
  Omit<ResultTerms, 'cost_cents'> &
  Parameters<typeof invoicedSpend>[0] & { promotion_id: number; partner_id: number };

export type SettledResult = { promotion_id: number; partner_id: number; figures: ResultFigures };

/** The latest settled results that satisfy a condition on the promotion `p`. */
export async function settledResults(
  db: Pick<Database, '$queryRaw'>,
  condition: Prisma.Sql,
  limit: number,
): Promise<SettledResult[]> {
  const rows = await db.$queryRaw<Row[]>`
    select p.id as promotion_id, p.partner_id, r.window_days, r.baseline_per_day, r.kenp_micros,
      i.status::text, i.total_cents, i.credit_cents, i.refunded_cents, sums.*
    from promotions p join promotion_results r on r.promotion_id = p.id join invoices i on i.id = p.invoice_id
      cross join ${OVERLAP} cross join lateral (
        select ${sumsOf(Prisma.sql`s.book_id = p.book_id`, '')}, ${sumsOf(Prisma.sql`s.book_id <> p.book_id`, 'series_')},
          count(*) filter (where s.book_id <> p.book_id)::int as series_lines, count(*)::int as lines
        from promotion_sales s where s.promotion_id = p.id and ${COUNTS}) sums
    where ${condition} and sums.lines > 0
    order by p.promotion_date desc, p.id desc limit ${limit}`;
  return rows.map(({ promotion_id, partner_id, ...row }) => ({ promotion_id, partner_id, figures: figuresOf(row) }));
}

const sumsOf = (condition: Prisma.Sql, prefix: '' | 'series_') =>
  Prisma.join(
    ['copies', 'pages', 'royalty_cents'].map((column) => {
      const [source, name] = [Prisma.raw(column), Prisma.raw(prefix + column)];
      return Prisma.sql`coalesce(sum(s.${source}) filter (where ${condition}), 0)::float as ${name}`;
    }),
  );

function figuresOf(row: Omit<Row, 'promotion_id' | 'partner_id'>) {
  const { window_days, baseline_per_day, kenp_micros, copies, pages, royalty_cents } = row;
  const series = {
    copies: row.series_copies,
    pages: row.series_pages,
    royalty_cents: row.series_royalty_cents,
  };
  return resultFigures(
    { cost_cents: invoicedSpend(row), window_days, baseline_per_day, kenp_micros },
    { copies, pages, royalty_cents },
    row.series_lines > 0 ? series : null,
  );
}

/** The settled results of these promotions, if they are the partner's. */
export const loadSettledResults = (db: Pick<Database, '$queryRaw'>, partner_id: number, ids: readonly number[]) =>
  settledResults(db, Prisma.sql`p.partner_id = ${partner_id} and p.id = any(${ids}::int[])`, ids.length);
