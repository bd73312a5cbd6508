/** An import's columns, genres, and counts, for an operator at a terminal. */
import type { ReaderImport } from '#prisma';
import type { presentImport } from '#server/reader-imports/presenter.ts';
import { comparableText } from '#shared/comparable-text.ts';
import { ImportCounts, ignoredConsent, ROW_PROBLEMS, type RowProblem } from '#shared/reader-imports.ts';
import type { Category } from './change-mapping.ts';

const column = (text: string) => `  ${text.padEnd(28)}`;

/** Lines that say which field each column becomes, which category each genre gets, and what else was chosen. */
export function mappingLines(
  { mapping, head, genres }: Pick<ReturnType<typeof presentImport>, 'mapping' | 'head' | 'genres'>,
  categories: readonly Category[],
): string[] {
  const { columns, category_ids, consent_source, day_first, ...chosen } = mapping!;
  const nameOf = (id: number | null) => categories.find((category) => category.id === id)?.name ?? 'no category';
  const categoryOf = new Map(chosen.genres.map(({ genre, category_id }) => [comparableText(genre), category_id]));
  const defaults =
    categories.length === category_ids.length
      ? 'all general ones'
      : category_ids.map(nameOf).join(', ') || 'none, so we’ll leave those readers out (choose with --categories)';
  return [
    head!.program ? `Columns of ${head!.program}:` : 'Columns, by their names or as chosen:',
    ...head!.header.map((heading, index) => `${column(heading)}${columns[index] ?? 'ignored'}`),
    ...ignoredConsent(head!, columns).map(
      (heading) => `“${heading}” is ignored. If it says who agreed or has left: --columns "${heading}=status"`,
    ),
    `Dates such as 3/4/2026 begin with the ${day_first ? 'day' : 'month'}.`,
    ...(genres.length ? ['Genres:'] : []),
    ...genres.map(
      ({ genre, rows }) => `${column(`${genre} (${rows})`)}${nameOf(categoryOf.get(comparableText(genre)) ?? null)}`,
    ),
    `Categories of readers without a known genre: ${defaults}`,
    `Consent source of rows without their own: ${consent_source ?? 'none, so we’ll ask those readers for permission'}`,
  ];
}

/** Explanations of counts whose names don't suffice. */
const COUNT_LABELS: { [name: string]: string } = {
  confirm_pending: 'to be confirmed; waiting for permission since an earlier import',
  confirmed_pending: 'confirmed; were waiting for permission since an earlier import',
  pending_again: 'of an earlier import, waiting for permission again',
};

const withLabel = (name: string) => (COUNT_LABELS[name] ? `${name}: ${COUNT_LABELS[name]}` : name);

export function countLines({ id, status, digest, counts }: ReaderImport): string[] {
  const { problems, ...sums } = ImportCounts.parse(counts);
  return [
    `Import ${id}: ${status}. SHA-256 ${digest}`,
    ...Object.entries(sums).flatMap(([name, sum]) =>
      sum || name === 'rows' ? [`${String(sum).padStart(10)} ${withLabel(name)}`] : [],
    ),
    ...Object.entries(problems).map(
      ([name, sum]) => `${String(sum).padStart(10)} ${name}: ${ROW_PROBLEMS[name as RowProblem].label}`,
    ),
  ];
}
