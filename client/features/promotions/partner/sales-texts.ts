import { STORE_NAMES } from '#shared/business.ts';
import { formatCount } from '#shared/counts.ts';
import { formatCents } from '#shared/money.ts';
import { type ResultFigures, sumSales } from '#shared/result-figures.ts';
import type { PromotionResults, SalesLine } from '#shared/results.ts';
import type { ReportField, SalesReport } from '#shared/sales-report.ts';

export const RETURN_LABEL = 'Revenue per $1 spent';

/** 'You earned $2.40 for each $1 you spent' */
export const headlineOf = ({ return_ratio, revenue_cents }: ResultFigures) =>
  return_ratio === null
    ? `You earned ${formatCents(revenue_cents)}, and the promotion cost nothing`
    : `You earned ${formatCents(return_ratio * 100)} for each $1 you spent`;

/** Median and interquartile range of other partners' results, for each figure with enough data. */
export function comparisonTexts({ return_ratio, cost_per_sale_cents, read_through }: PromotionResults['comparison']) {
  const texts: string[] = [];
  const add = (
    range: PromotionResults['comparison']['return_ratio'],
    label: string,
    format: (value: number) => string,
  ) => {
    if (range)
      texts.push(`${label}: ${format(range.median)} (middle half ${format(range.low)} to ${format(range.high)})`);
  };
  add(return_ratio, RETURN_LABEL, (ratio) => formatCents(ratio * 100));
  add(cost_per_sale_cents, 'Cost per sale', formatCents);
  add(read_through, 'Read-through per 100 copies', String);
  return texts;
}

export const FIELD_LABELS: Record<ReportField, string> = {
  date: 'Date',
  title: 'Title',
  asin: 'ASIN',
  store: 'Store',
  net_copies: 'Copies after refunds',
  copies: 'Copies sold',
  refunded: 'Copies refunded',
  free_copies: 'Free copies',
  pages: 'KENP read',
  royalty: 'Royalties',
  currency: 'Currency',
};

/** '5 rows match this promotion. Left out: 1 about other books, 2 we can’t read.' */
export function countsText({ matched, other_books, other_days, bad }: SalesReport['counts']) {
  const skipped = [
    other_books ? `${other_books} about other books` : '',
    other_days ? `${other_days} from other days` : '',
    bad ? `${bad} we can’t read` : '',
  ].filter(Boolean);
  const rows =
    matched === 0 ? 'No rows match' : matched === 1 ? '1 row matches' : `${formatCount(matched, 'row')} match`;
  return `${rows} this promotion.${skipped.length ? ` Left out: ${skipped.join(', ')}.` : ''}`;
}

/** Table rows, one for each book and store: title, store, number of days (or 'Total'), copies, pages, royalties. */
export const lineRows = (lines: readonly SalesLine[], titles: ReadonlyMap<number, string>) =>
  [...Map.groupBy(lines, ({ book_id, store }) => `${book_id} ${store}`).values()].map((group) => {
    const { copies, pages, royalty_cents } = sumSales(group);
    const [{ book_id, store, sold_on }] = group as [SalesLine];
    return [
      titles.get(book_id) ?? '',
      STORE_NAMES[store],
      sold_on === null ? 'Total' : String(group.length),
      copies.toLocaleString('en-US'),
      pages.toLocaleString('en-US'),
      formatCents(royalty_cents),
    ];
  });

type Unconverted = SalesReport['unconverted'][number];

const numberFormat = new Intl.NumberFormat('en-US', {
  minimumFractionDigits: 2,
  trailingZeroDisplay: 'stripIfInteger',
});
const amountOf = ({ amount, currency }: Unconverted) => `${numberFormat.format(amount)} ${currency}`;

/** Hint of the field for a currency's rate. */
export function rateHint(unconverted: Unconverted | undefined): string {
  if (!unconverted) return 'If you change the rate, update the preview.';
  const { rows } = unconverted;
  const counted =
    rows === 1 ? 'this row’s copies, but not its' : `these ${formatCount(rows, 'row')}’ copies, but not their`;
  return `We count ${counted} ${amountOf(unconverted)} in royalties, because there’s no rate. Enter the rate, then update the preview.`;
}

const listFormat = new Intl.ListFormat('en-US');

/** Warning before sales are saved without the royalties that have no rate. */
export function unconvertedText(unconverted: SalesReport['unconverted']): string {
  const rates = unconverted.length === 1 ? 'the rate' : 'the rates';
  return `We won’t save ${listFormat.format(unconverted.map(amountOf))} in royalties, because there’s no rate. The copies still count. To include the royalties, enter ${rates} above, then update the preview.`;
}

/** 'GBP:1.27,EUR:1.1'. Omits a rate of 0, which the server refuses. */
export const ratesText = (rates: Readonly<Record<string, number | ''>>) =>
  Object.entries(rates)
    .filter(([, rate]) => rate)
    .map(([currency, rate]) => `${currency}:${rate}`)
    .join(',');
