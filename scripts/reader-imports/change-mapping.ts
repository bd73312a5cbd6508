/** Applies an operator's command-line options to an import's mapping. */
import type * as z from 'zod';
import { comparableText } from '#shared/comparable-text.ts';
import { IMPORT_FIELDS, type ImportField, type ImportMapping, STATUS_FIELDS } from '#shared/reader-imports.ts';

export type MappingOptions = {
  /** 'Joined=consented_on, 3=genres, Notes=ignore', by heading or number */
  columns?: string | undefined;
  /** 'Steampunk=science-fiction, Poetry=ignore' */
  genres?: string | undefined;
  /** 'mystery, romance', or 'all': for readers without a known genre */
  categories?: string | undefined;
  source?: string | undefined;
  'day-first'?: string | undefined;
};
export type Category = { id: number; slug: string; name: string };

const IGNORE = 'ignore';
const ALL = 'all';

/** Returns the mapping with the choices applied. Throws an error that says which choice can't be understood. */
export function changeMapping(
  mapping: ImportMapping,
  options: MappingOptions,
  { header, categories }: { header: readonly string[]; categories: readonly Category[] },
): ImportMapping {
  const categoryOf = (text: string) => categoryNamed(text, categories);
  const columns = [...mapping.columns];
  for (const [name, field] of pairsIn(options.columns)) {
    const index = columnNamed(name, header);
    if (field !== IGNORE && !isField(field))
      throw new Error(`“${field}” isn’t a field. A column is ${IMPORT_FIELDS.join(', ')}, or ${IGNORE}.`);
    // Only the fields that say who has left may have several columns.
    if (field !== IGNORE && !STATUS_FIELDS.includes(field) && columns.includes(field))
      columns[columns.indexOf(field)] = null;
    columns[index] = field === IGNORE ? null : field;
  }
  const chosen = pairsIn(options.genres).map(([genre, category]) => ({
    genre,
    category_id: category === IGNORE ? null : categoryOf(category),
  }));
  const isChosen = ({ genre }: { genre: string }) =>
    chosen.some((one) => comparableText(one.genre) === comparableText(genre));
  return {
    columns,
    day_first: mapping.day_first || options['day-first'] === 'yes',
    consent_source: options.source ?? mapping.consent_source,
    genres: [...mapping.genres.filter((known) => !isChosen(known)), ...chosen],
    category_ids:
      options.categories === ALL
        ? categories.map(({ id }) => id)
        : options.categories
          ? listIn(options.categories).map(categoryOf)
          : mapping.category_ids,
  };
}

const OPTIONS: { [field: string]: string } = {
  columns: '--columns',
  consent_source: '--source',
  genres: '--genres',
  category_ids: '--categories',
};

/** A sentence that says which choice isn't possible. */
export function refusalOf({ genres }: ImportMapping, { issues }: z.ZodError): string {
  const { path, message } = issues[0]!;
  const [field, index] = path as [string, number?];
  const genre = field === 'genres' && index !== undefined ? ` “${genres[index]!.genre}”` : '';
  return `${OPTIONS[field]}${genre} ${message}.`;
}

const isField = (text: string): text is ImportField => (IMPORT_FIELDS as readonly string[]).includes(text);

const listIn = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

const pairsIn = (text = '') =>
  listIn(text).map((pair): [string, string] => {
    const at = pair.lastIndexOf('=');
    if (at < 0) throw new Error(`“${pair}” has no “=”. Write it as NAME=VALUE.`);
    if (at === 0) throw new Error(`“${pair}” has no name before “=”. Write it as NAME=VALUE.`);
    return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
  });

function columnNamed(name: string, header: readonly string[]): number {
  const named = header.findIndex((heading) => comparableText(heading) === comparableText(name));
  const index = named >= 0 || !/^\d+$/.test(name) ? named : Number(name) - 1;
  if (header[index] === undefined)
    throw new Error(`The file has no column “${name}”. Its columns are ${header.map((one) => `“${one}”`).join(', ')}.`);
  return index;
}

function categoryNamed(text: string, categories: readonly Category[]): number {
  const category = categories.find(({ slug, name }) =>
    [slug, name].some((one) => comparableText(one) === comparableText(text)),
  );
  if (!category)
    throw new Error(`“${text}” isn’t a general category. They are ${categories.map(({ slug }) => slug).join(', ')}.`);
  return category.id;
}
