import type { useForm } from '@mantine/form';
import * as z from 'zod';
import type { CategoryGroup } from '#client/api/categories.ts';
import type { Author } from '#shared/authors.ts';
import { type Book, BookInput, missingFields, type StoreData } from '#shared/books.ts';
import { STORE_NAMES, STORE_URL_FIELDS, STORES, type Store } from '#shared/business.ts';
import type { PastedIdentifiers } from '#shared/pasted-books.ts';
import { storeLinkProblems } from '#shared/stores.ts';
import { addProblems } from '#shared/validation.ts';

type Count = number | '';
export type BookValues = {
  title: string;
  subtitle: string;
  author_id: string;
  series: string;
  series_number: Count;
  category_id: string;
  secondary_category_id: string;
  asin: string;
  isbn13: string;
  description: string;
  blurb: string;
  page_count: Count;
  language: string;
  published_on: string;
  rating_avg: Count;
  rating_count: Count;
  content_rating: Book['content_rating'];
  in_kindle_unlimited: boolean;
  dead_stores: Store[];
  amazon_url: string;
  ibooks_url: string;
  barnes_and_noble_url: string;
  google_play_url: string;
  kobo_url: string;
  status: NonNullable<Book['status']>;
};

export const MAX_BLURB_LENGTH = 300;

/** A record's form values: strings for choices, '' for unknown values. */
export const bookValues = (book?: Book): BookValues => ({
  title: book?.title ?? '',
  subtitle: book?.subtitle ?? '',
  author_id: textOf(book?.author_id),
  series: book?.series ?? '',
  series_number: book?.series_number ?? '',
  category_id: textOf(book?.category_id),
  secondary_category_id: textOf(book?.secondary_category_id),
  asin: book?.asin ?? '',
  isbn13: book?.isbn13 ?? '',
  description: book?.description ?? '',
  blurb: book?.blurb ?? '',
  page_count: book?.page_count ?? '',
  language: book?.language ?? 'en',
  published_on: book?.published_on ?? '',
  rating_avg: book?.rating_avg ?? '',
  rating_count: book?.rating_count ?? '',
  content_rating: book?.content_rating ?? 'general',
  in_kindle_unlimited: book?.in_kindle_unlimited ?? false,
  amazon_url: book?.amazon_url ?? '',
  ibooks_url: book?.ibooks_url ?? '',
  barnes_and_noble_url: book?.barnes_and_noble_url ?? '',
  google_play_url: book?.google_play_url ?? '',
  kobo_url: book?.kobo_url ?? '',
  dead_stores: book?.dead_stores ?? [],
  status: book?.status ?? 'active',
});

const textOf = (id: number | null | undefined) => (id ? String(id) : '');

export const bookBody = (values: BookValues): BookInput => ({
  ...values,
  author_id: idOf(values.author_id) ?? null,
  category_id: idOf(values.category_id) ?? null,
  secondary_category_id: idOf(values.secondary_category_id) ?? null,
  series_number: countOf(values.series_number),
  page_count: countOf(values.page_count),
  rating_avg: countOf(values.rating_avg),
  rating_count: countOf(values.rating_count),
  published_on: values.published_on || null,
});

const idOf = (text: string) => (text === '' ? undefined : Number(text));
const countOf = (count: Count) => (count === '' ? null : count);

/** Form values that were looked up in the store or pasted. */
export type FilledValues = Partial<BookValues>;

/** The store's facts as form values, without unknown ones and ones we can't match. */
export function fetchedValues(
  data: StoreData,
  authors: readonly Author[],
  groups: readonly CategoryGroup[],
): FilledValues {
  const author = authors.find(({ name }) => name.toLowerCase() === data.author_name?.toLowerCase());
  const category = groups.flatMap(({ categories }) => categories).find(({ slug }) => slug === data.category_slug);
  const facts: { [K in keyof BookValues]?: BookValues[K] | null | undefined } = {
    asin: data.asin,
    title: data.title,
    author_id: author && String(author.id),
    category_id: category && String(category.id),
    description: data.description,
    blurb: data.description && firstParagraph(data.description),
    page_count: data.page_count,
    published_on: data.published_on,
    rating_avg: data.rating_avg,
    rating_count: data.rating_count,
    amazon_url: data.amazon_url,
  };
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== null && value !== undefined));
}

/** Blank values for the fields that still have what a lookup of another book filled in. */
export const blankFetched = (values: BookValues, fetched: FilledValues): FilledValues => {
  const blank = bookValues();
  const names = (Object.keys(fetched) as (keyof BookValues)[]).filter((name) => values[name] === fetched[name]);
  return Object.fromEntries(names.map((name) => [name, blank[name]]));
};

/** `notes` are about fields that were filled in, `warnings` about missing ASINs and text that wasn't used. */
type PastedResult = { values: FilledValues; problem: string | null; notes: string[]; warnings: string[] };

/** True for a short Amazon link without a pasted ASIN. All other Amazon links that `readPasted` accepts have one. */
export const isShortLink = ({ asins, links }: Pick<PastedIdentifiers, 'asins' | 'links'>) =>
  asins.length === 0 && links.amazon !== undefined;

export const SHORT_LINK_PROBLEM = 'This short link doesn’t contain the ASIN. Paste the full link or the ASIN.';

/**
 * The pasted book as form values; of several books, the first. `words` are the words around the links, ASIN, and ISBN.
 * `title` has the same words, or is '' to set no title.
 */
export function pastedValues(
  { asins, isbns, links, unknown }: PastedIdentifiers,
  title = '',
  words = title,
): PastedResult {
  const [asin] = asins;
  const [isbn13] = isbns;
  const urls = STORES.flatMap((store) => (links[store] ? [[STORE_URL_FIELDS[store], links[store]] as const] : []));
  if (!asin && !isbn13 && urls.length === 0)
    return { values: {}, problem: unreadableMessage(unknown), notes: [], warnings: [] };
  const others = [...asins.slice(1), ...isbns.slice(1)];
  return {
    values: {
      ...{ ...(title ? { title } : {}), ...(asin ? { asin } : {}), ...(isbn13 ? { isbn13 } : {}) },
      ...Object.fromEntries(urls),
    },
    problem: null,
    notes: [
      ...(urls.length
        ? [
            `Links filled in: ${STORES.filter((store) => links[store])
              .map((store) => STORE_NAMES[store])
              .join(', ')}.`,
          ]
        : []),
      ...(isbn13 ? [`ISBN filled in: ${isbn13}.`] : []),
      ...(title && !asin ? [`Title filled in: ${title}.`] : []),
    ],
    warnings: [
      ...(isShortLink({ asins, links }) ? [SHORT_LINK_PROBLEM] : []),
      ...(others.length ? [`Add these as separate books: ${others.join(', ')}.`] : []),
      ...(unknown.length && !words ? [`We couldn’t read ${unknown.join(', ')}.`] : []),
    ],
  };
}

const unreadableMessage = ([first]: readonly string[]) =>
  first
    ? `We can’t read “${first}”. Paste a link to the book at a store, an ASIN (ten letters or digits, for example B0DEMO0042), or an ISBN.`
    : 'Paste a link to the book at a store, its ASIN, or its ISBN.';

/** A description's first paragraph, which often works as a blurb, or null if it's too long. */
function firstParagraph(description: string) {
  const [first = ''] = description.split(/\n\s*\n/);
  return first.trim().length <= MAX_BLURB_LENGTH ? first.trim() : null;
}

/** The origin of a field's value, for its hint, after a lookup in the store. */
export function originOf(field: keyof BookValues, values: BookValues, fetched: FilledValues) {
  if (!(field in fetched)) return undefined;
  return values[field] === fetched[field] ? 'From Amazon' : 'From Amazon, edited';
}

/** The server's schema, applied to the form's values, with its rules for store links and for active books. */
export const BookFormSchema = z.preprocess(
  (values) => bookBody(values as BookValues),
  BookInput.superRefine((book, context) => {
    const { base, ...missing } = missingFields(book);
    addProblems(context, { ...storeLinkProblems(book), ...missing, ...(base ? { amazon_url: base } : {}) });
  }),
);

/** The methods of the form that its fields use. */
export type BookForm = Pick<
  ReturnType<typeof useForm<BookValues>>,
  'getInputProps' | 'getValues' | 'setValues' | 'setFieldValue' | 'setFieldError'
>;
/** The hint of a field that was filled in from the store. */
export type Origin = (field: keyof BookValues) => string | undefined;
