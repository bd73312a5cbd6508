/** The evaluation as a Markdown table between two markers of docs/clicks.md, beside the figures of the first version of the rules. */
import { readFileSync } from 'node:fs';
import { drainedOf, precisionOf, type Row, recallOf, type Score } from './evaluate.ts';
import firstVersion from './version-1.json' with { type: 'json' };

export const DOCUMENT = new URL('../../docs/clicks.md', import.meta.url);
const MARKERS = ['<!-- evaluation -->', '<!-- /evaluation -->'] as const;
const KINDS = { human: 'people', attack: 'attack', limit: 'known limit', mix: 'mix', crowd: 'crowd' };
const BEFORE: Record<string, Score> = firstVersion;

const percent = (share: number | null) => (share === null ? '–' : `${(100 * share).toFixed(1)}%`);

export const tableOf = (rows: readonly Row[]) =>
  [
    '| scenario | kind | precision | recall | drained | before: precision | recall | drained |\n|---|---|---|---|---|---|---|---|',
    ...rows.map(
      (row) => `| ${[row.title, KINDS[row.kind], ...figures(row), ...figures(BEFORE[row.id])].join(' | ')} |`,
    ),
  ].join('\n');

const figures = (score: Score | undefined) =>
  score ? [precisionOf(score), recallOf(score), drainedOf(score)].map(percent) : ['–', '–', '–'];

export function withTable(document: string, table: string): string {
  const [before, rest] = document.split(MARKERS[0]);
  const after = rest?.split(MARKERS[1])[1];
  if (after === undefined) throw new Error('docs/clicks.md has lost its markers');
  return `${before}${MARKERS[0]}\n${table}\n${MARKERS[1]}${after}`;
}

export const document = () => readFileSync(DOCUMENT, 'utf8');
