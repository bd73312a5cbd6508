/**
 * Values of cells: dates, numbers, currencies, stores. Unreadable text throws a ReportError whose message continues the
 * column's name; an unknown store is null.
 */
import { isoDayOf } from '#server/platform/csv-records.ts';
import type { Store } from '#shared/business.ts';
import { isCalendarDate, toIsoDate } from '#shared/dates.ts';
import { DAY_MS } from '#shared/durations.ts';
import { type Cell, isEmpty, ReportError } from './tables.ts';

export const textOf = (cell: Cell | undefined) =>
  cell instanceof Date ? toIsoDate(cell) : isEmpty(cell) ? '' : String(cell).trim();

/** Spreadsheets count days from December 30, 1899. The days of 2000 to 2099 are accepted. */
const FIRST_DAY = Date.UTC(1899, 11, 30);
const SERIAL_DAYS = { from: 36_526, to: 73_050 };

export function dayOf(cell: Cell, day_first: boolean): string {
  if (cell instanceof Date) return toIsoDate(cell);
  if (typeof cell === 'number' && cell >= SERIAL_DAYS.from && cell <= SERIAL_DAYS.to)
    return toIsoDate(new Date(FIRST_DAY + Math.floor(cell) * DAY_MS));
  const text = textOf(cell);
  if (/^\d{4}-\d{1,2}$/.test(text)) throw new ReportError('is a month. Choose a report by day.');
  const day = isoDayOf(text, day_first);
  const otherDay = isoDayOf(text, !day_first);
  if (day && otherDay && !isCalendarDate(day) && isCalendarDate(otherDay))
    throw new ReportError(
      `is not a date that starts with the ${day_first ? 'day' : 'month'}: “${text.slice(0, 40)}”. Change “Dates such as 3/4/2026 begin with the day” in its columns.`,
    );
  if (!day || !isCalendarDate(day)) throw new ReportError(`is not a date: “${text.slice(0, 40)}”.`);
  return day;
}

/** Commas before groups of three digits; '0,699' has a decimal comma. */
const THOUSANDS = /^[1-9]\d{0,2}(,\d{3})+(\.\d*)?$/;

/** '1,234.50', '1.234,50', '$3.10', '-$3.10', '$(0.35)' */
export function numberOf(cell: Cell | undefined): number {
  if (typeof cell === 'number') return cell;
  const text = textOf(cell);
  if (text === '' || /^(n\/?a|-|–)$/i.test(text)) return 0;
  const isNegative = /^\(.*\)$|^-|-$/.test(text.replace(/[\p{L}\p{Sc}\s]/gu, '').replaceAll('\u2212', '-'));
  const digits = text.replace(/[^\d.,]/g, '');
  const hasDecimalComma = /^[\d.]*,\d+$/.test(digits) && !THOUSANDS.test(digits);
  const value = Number(hasDecimalComma ? digits.replaceAll('.', '').replace(',', '.') : digits.replaceAll(',', ''));
  if (digits === '' || Number.isNaN(value) || /[a-z]{4}/i.test(text))
    throw new ReportError(`is not a number: “${text.slice(0, 40)}”.`);
  return isNegative ? -value : value;
}

const CURRENCIES: Readonly<Record<string, string>> = {
  ...{ $: 'USD', US$: 'USD', '£': 'GBP', '€': 'EUR', '¥': 'JPY', '₹': 'INR' },
  ...{ C$: 'CAD', CA$: 'CAD', A$: 'AUD', AU$: 'AUD', R$: 'BRL', MX$: 'MXN' },
};

/** The currency of '£3.10', 'CA$5', or '3.10 EUR'; null without a symbol or code. */
export function currencyOf(cell: Cell | undefined): string | null {
  if (typeof cell === 'number') return null;
  const text = textOf(cell);
  const mark = text.replace(/[\p{N}\p{P}\p{Z}\s\u2212+]/gu, '').toUpperCase();
  const code = CURRENCIES[mark] ?? /^\p{Sc}?([A-Z]{3})\p{Sc}?$/u.exec(mark)?.[1];
  if (mark && !code) throw new ReportError(`has an unknown currency: “${text.slice(0, 40)}”.`);
  return code ?? null;
}

export function wholeNumberOf(cell: Cell | undefined): number {
  const value = numberOf(cell);
  if (!Number.isInteger(value)) throw new ReportError(`is not a whole number: “${textOf(cell).slice(0, 40)}”.`);
  return value;
}

const STORE_PATTERNS: [RegExp, Store][] = [
  [/amazon|kindle|^kdp/i, 'amazon'],
  [/apple|itunes|ibooks/i, 'ibooks'],
  [/barnes|nook|^b&n/i, 'barnes_and_noble'],
  [/google/i, 'google_play'],
  [/kobo/i, 'kobo'],
];

export const storeOf = (cell: Cell | undefined): Store | null =>
  STORE_PATTERNS.find(([pattern]) => pattern.test(textOf(cell)))?.[1] ?? null;
