/** Values of the sales form, and their conversion to a request body. */
import { keepOwnChanges } from '#client/api/edit-conflict.ts';
import { STORES, type Store } from '#shared/business.ts';
import type { PromotionResults, ResultsInput, SalesLine } from '#shared/results.ts';

/** The fields give text that isn't a number's usual form, such as '' or '2.50'. */
type Amount = number | string;
export type LineValues = {
  book_id: string;
  store: Store;
  /** Date of one day's sales; '' if the line is the store's total for the window. */
  sold_on: string;
  copies: Amount;
  pages: Amount;
  royalty_cents: Amount;
};
export type SalesValues = {
  window_days: Amount;
  baseline_per_day: Amount;
  /** Dollars per KENP page. */
  kenp_dollars: Amount;
  lines: LineValues[];
};

const MICROS_PER_DOLLAR = 1_000_000;

export const emptyLine = (book_id: number, store: Store = 'amazon'): LineValues => ({
  book_id: String(book_id),
  store,
  sold_on: '',
  copies: '',
  pages: '',
  royalty_cents: '',
});

/** The stored lines, plus an empty line for each of the book's stores that has none. */
export function salesValues(results: PromotionResults, book_id: number, stores: readonly Store[]): SalesValues {
  const isEntered = (store: Store) => results.sales.some((line) => line.book_id === book_id && line.store === store);
  const missing = STORES.filter((store) => stores.includes(store) && !isEntered(store));
  return {
    window_days: results.window_days,
    baseline_per_day: results.baseline_per_day ?? '',
    kenp_dollars: results.kenp_micros / MICROS_PER_DOLLAR,
    lines: [
      ...results.sales.map((line) => ({ ...line, book_id: String(line.book_id), sold_on: line.sold_on ?? '' })),
      ...missing.map((store) => emptyLine(book_id, store)),
    ],
  };
}

/** Merges the form's values with sales that were saved after it was opened. Keeps the form's version of changed lines. */
export function mergeValues(before: SalesValues, own: SalesValues, saved: SalesValues): SalesValues {
  const changed = own.lines.filter((line) => !isAmong(before.lines, line));
  const isKept = (line: LineValues) =>
    isAmong(before.lines, line)
      ? isAmong(own.lines, line)
      : !changed.some((ownLine) => isFilledIn(ownLine) && periodOf(ownLine) === periodOf(line));
  return {
    ...keepOwnChanges(termsOf(before), termsOf(own), termsOf(saved)),
    lines: [...saved.lines.filter(isKept), ...changed],
  };
}

/** True if the form's values are the saved ones, as after a save whose response was lost. */
export const isSaved = (own: SalesValues, saved: SalesValues) => comparable(own) === comparable(saved);

const comparable = (values: SalesValues) => {
  const { sales, ...terms } = salesBody(values);
  return JSON.stringify([terms, sales.map((line) => JSON.stringify(line)).toSorted()]);
};

/** As numbers, so that '2.50' isn't a change of 2.5. */
const termsOf = ({ lines: _, ...terms }: SalesValues) => ({
  window_days: numberIn(terms.window_days),
  baseline_per_day: numberIn(terms.baseline_per_day),
  kenp_dollars: numberIn(terms.kenp_dollars),
});
const numberIn = (amount: Amount) => (amount === '' ? '' : Number(amount));

const isAmong = (lines: readonly LineValues[], line: LineValues) =>
  lines.some((other) => JSON.stringify(lineBody(other)) === JSON.stringify(lineBody(line)));
const periodOf = ({ book_id, store, sold_on }: LineValues) => `${book_id} ${store} ${sold_on}`;

/**
 * Request body without empty lines. Sets an empty required field to undefined (`undefined!` satisfies the type), so
 * that validation reports it as missing.
 */
export const salesBody = ({ window_days, baseline_per_day, kenp_dollars, lines }: SalesValues): ResultsInput => ({
  window_days: window_days === '' ? undefined! : Number(window_days),
  baseline_per_day: baseline_per_day === '' ? null : Number(baseline_per_day),
  kenp_micros: kenp_dollars === '' ? undefined! : Math.round(Number(kenp_dollars) * MICROS_PER_DOLLAR),
  sales: lines.filter(isFilledIn).map(lineBody),
});

const isFilledIn = (line: LineValues) =>
  [line.copies, pagesOf(line), line.royalty_cents].some((amount) => amount !== '');

/** Only Amazon pays for pages. The field of another store is hidden, and may still have an earlier value. */
const pagesOf = ({ store, pages }: LineValues): Amount => (store === 'amazon' ? pages : '');

const lineBody = (line: LineValues): SalesLine => ({
  book_id: Number(line.book_id),
  store: line.store,
  sold_on: line.sold_on || null,
  copies: Number(line.copies),
  pages: Number(pagesOf(line)),
  royalty_cents: Number(line.royalty_cents),
});
