/** Values of the form that books several books of a series. */
import type { Book } from '#shared/books.ts';
import { type Category, cpcOf } from '#shared/categories.ts';
import { addDays } from '#shared/dates.ts';
import { dealEnd } from '#shared/deal-dates.ts';
import type { FieldErrors } from '#shared/errors.ts';
import { formatCents } from '#shared/money.ts';
import type { SeriesInput } from '#shared/promotions.ts';

type Cents = number | '';
export type SeriesBookValues = {
  book_id: number;
  is_chosen: boolean;
  /** As text, for the select. */
  category_id: string;
  requested_date: string;
  /** Empty: the default days after the newsletter, whatever its date. */
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
  /** The number of books chosen at first. */
  max: number;
  isFull: (category_id: number, date: string) => boolean;
};

/** The initial values: the first books are chosen, each on an open date at least a week after the previous one. */
export function seriesValues({ books }: Series, { first, last, max, isFull }: SeriesBounds): SeriesValues {
  let from = first;
  const promotions = books.map(({ id, category_id }, index) => {
    let requested_date = from;
    // Active books have a category.
    while (isFull(category_id!, requested_date) && requested_date < last) requested_date = addDays(requested_date, 1);
    from = addDays(requested_date, DAYS_APART);
    return {
      ...{ book_id: id, is_chosen: index < max, category_id: String(category_id!), requested_date, deal_ends_on: '' },
      ...{ current_price_cents: '' as const, sale_price_cents: '' as const },
    };
  });
  return { promotions };
}

/** The deal's last day: the chosen one, or the default days after the newsletter. Empty without a date. */
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
  return [category_id, secondary_category_id]
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

/** The request's errors by the form's index of their book. */
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
