/** Values of the form for booking several books of a series together. */
import type { Book } from '#shared/books.ts';
import { type Category, cpcOf } from '#shared/categories.ts';
import { addDays, daysBetween } from '#shared/dates.ts';
import { dealEnd } from '#shared/deal-dates.ts';
import type { FieldErrors } from '#shared/errors.ts';
import { formatDate } from '#shared/long-dates.ts';
import { formatCents } from '#shared/money.ts';
import type { SeriesInput } from '#shared/promotions.ts';
import { REPEAT_DAYS } from '#shared/submission-rules.ts';

type Cents = number | '';
export type SeriesBookValues = {
  book_id: number;
  is_chosen: boolean;
  /** As text, for the select. */
  category_id: string;
  requested_date: string;
  /** Empty: the default number of days after the newsletter, whatever its date. */
  deal_ends_on: string;
  current_price_cents: Cents;
  sale_price_cents: Cents;
};
export type SeriesValues = { promotions: SeriesBookValues[] };

type SeriesBook = Pick<
  Book,
  'id' | 'title' | 'author_id' | 'author_name' | 'series' | 'series_number' | 'category_id' | 'secondary_category_id'
>;
export type Series = { key: string; label: string; books: SeriesBook[] };

/** The series with at least two books, each in reading order. */
export function seriesOf(books: readonly SeriesBook[]): Series[] {
  const inSeries = books.filter(({ series, author_id }) => series && author_id);
  const groups = Map.groupBy(inSeries, ({ series, author_id }) => `${author_id} ${series!.toLowerCase()}`);
  return [...groups]
    .filter(([, group]) => group.length > 1)
    .map(([key, group]) => ({
      key,
      label: `${group[0]!.series} by ${group[0]!.author_name}`,
      books: group.toSorted((a, b) => (a.series_number ?? 0) - (b.series_number ?? 0) || a.id - b.id),
    }))
    .sort((a, b) => a.label.localeCompare(b.label));
}

const DAYS_APART = 7;

export type SeriesBounds = {
  first: string;
  last: string;
  /** The maximum number of books that are chosen at first. */
  max: number;
  isFull: (category_id: number, date: string) => boolean;
  /** The dates of the book's other promotions. */
  bookedDates: (book_id: number) => readonly string[];
};

type PlannedBook = {
  book_id: number;
  date: string;
  /** A date of the book's other promotions that is too close to the date planned at first. */
  tooClose: string | undefined;
  isPossible: boolean;
};

/**
 * Plans a date for each book: the first open date at least a week after the previous book's. If the book has another
 * promotion too close to that date, the next book may get the date, and this book gets the first possible date that no
 * other book has. A book without any possible date gets `last`.
 */
function planDates({ books }: Series, { first, last, isFull, bookedDates }: SeriesBounds): PlannedBook[] {
  // An author can have only one promotion per date.
  const taken = new Set(books.flatMap(({ id }) => bookedDates(id)));
  let from = first;
  const inOrder = books.map(({ id, category_id }) => {
    // Active books have a category.
    const isOpen = (date: string) => !isFull(category_id!, date) && !taken.has(date);
    const date = firstDate(from, last, isOpen);
    const tooClose = dateNear(date ?? last, bookedDates(id));
    if (date && !tooClose) {
      taken.add(date);
      from = addDays(date, DAYS_APART);
    }
    return { book_id: id, date, tooClose, isOpen };
  });
  return inOrder.map(({ isOpen, ...book }) => {
    const isPossible = (one: string) => isOpen(one) && !dateNear(one, bookedDates(book.book_id));
    const date = book.tooClose ? firstDate(first, last, isPossible) : book.date;
    if (date) taken.add(date);
    return { ...book, date: date ?? last, isPossible: date !== null };
  });
}

/** The first date that is possible, or null if none is. */
function firstDate(from: string, last: string, isPossible: (date: string) => boolean) {
  for (let date = from; date <= last; date = addDays(date, 1)) if (isPossible(date)) return date;
  return null;
}

/** Reasons why books aren't chosen at first because of another promotion nearby, by book id. */
export function repeatNotes(series: Series, bounds: SeriesBounds): ReadonlyMap<number, string> {
  const notes = new Map<number, string>();
  for (const { book_id, date, tooClose, isPossible } of planDates(series, bounds)) {
    if (!tooClose) continue;
    const reason = `Its promotion on ${formatDate(tooClose)} is too close: a book can be promoted once every ${REPEAT_DAYS} days.`;
    notes.set(book_id, isPossible ? `${reason} The first possible date is ${formatDate(date)}.` : reason);
  }
  return notes;
}

const dateNear = (date: string, others: readonly string[]) =>
  others.find((other) => Math.abs(daysBetween(other, date)) < REPEAT_DAYS);

/** The initial values: the first books without a promotion nearby are chosen, each on its planned date. */
export function seriesValues(series: Series, bounds: SeriesBounds): SeriesValues {
  const planned = planDates(series, bounds);
  const chosen = planned.filter(({ tooClose }) => !tooClose).slice(0, bounds.max);
  const promotions = planned.map((book, index) => ({
    ...{ book_id: book.book_id, is_chosen: chosen.includes(book), requested_date: book.date, deal_ends_on: '' },
    // Active books have a category.
    category_id: String(series.books[index]!.category_id!),
    ...{ current_price_cents: '' as const, sale_price_cents: '' as const },
  }));
  return { promotions };
}

/** The deal's last day: the chosen one, or the default number of days after the newsletter; '' without either date. */
export const seriesDealEnd = ({ requested_date, deal_ends_on }: SeriesBookValues) =>
  deal_ends_on || (requested_date && dealEnd('', [requested_date]));

/**
 * The request body, and the form's index of each of its promotions. Blank fields are undefined, so that validation
 * reports them.
 */
export function seriesBody({ promotions }: SeriesValues): { body: Pick<SeriesInput, 'promotions'>; indexes: number[] } {
  const indexes = promotions.flatMap(({ is_chosen }, index) => (is_chosen ? [index] : []));
  const chosen = indexes.map((index) => {
    const values = promotions[index]!;
    const { is_chosen, requested_date, category_id, current_price_cents, sale_price_cents, ...part } = values;
    return {
      ...part,
      category_id: Number(category_id),
      requested_date: requested_date || undefined!,
      alternate_dates: [],
      addon_ids: [],
      deal_ends_on: seriesDealEnd(values) || undefined!,
      current_price_cents: current_price_cents === '' ? undefined! : current_price_cents,
      sale_price_cents: sale_price_cents === '' ? undefined! : sale_price_cents,
    };
  });
  return { body: { promotions: chosen } as Pick<SeriesInput, 'promotions'>, indexes };
}

type PricedCategory = Pick<Category, 'id' | 'name' | 'cpc_free_cents' | 'cpc_discounted_cents'>;

/** The book's main and second category, each with its price per click at this deal price. */
export function categoryOptions(
  categories: readonly PricedCategory[],
  { category_id, secondary_category_id }: Pick<Book, 'category_id' | 'secondary_category_id'>,
  sale_price_cents: Cents,
) {
  return [...new Set([category_id, secondary_category_id])]
    .flatMap((id) => categories.find((category) => category.id === id) ?? [])
    .map(({ id, name, ...prices }) => ({
      value: String(id),
      label: `${name}, ${formatCents(cpcOf(prices, sale_price_cents))} per click`,
    }));
}

/** The errors to show: those of a refused submission of the same values, or those of the last check. */
export const errorsToShow = (submitErrors: FieldErrors | null, checkErrors: FieldErrors | undefined): FieldErrors =>
  submitErrors && Object.keys(submitErrors).length > 0 ? submitErrors : (checkErrors ?? {});

/** The index of errors without a book. */
export const NO_BOOK = -1;

/** The request's errors, grouped by the index of their book in the form. */
export function errorsByBook(errors: { [field: string]: string[] | undefined }, indexes: readonly number[]) {
  const byBook = new Map<number, string[]>();
  for (const [field, messages = []] of Object.entries(errors)) {
    if (field === 'full_messages') continue;
    const position = /^promotions\.(\d+)\./.exec(field);
    const index = position ? (indexes[Number(position[1])] ?? NO_BOOK) : NO_BOOK;
    byBook.set(index, [...(byBook.get(index) ?? []), ...messages]);
  }
  return byBook;
}
