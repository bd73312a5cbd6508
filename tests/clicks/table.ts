/** The evaluation as a Markdown table between two markers of docs/clicks.md. */
import { readFileSync } from 'node:fs';
import { drainedOf, precisionOf, type Row, recallOf } from './evaluate.ts';

export const DOCUMENT = new URL('../../docs/clicks.md', import.meta.url);
const MARKERS = ['<!-- evaluation -->', '<!-- /evaluation -->'] as const;
const KINDS = { human: 'people', attack: 'attack', limit: 'known limit', mix: 'mix', crowd: 'crowd' };

const percent = (share: number | null) => (share === null ? '–' : `${(100 * share).toFixed(1)}%`);

export const tableOf = (rows: readonly Row[]) =>
  [
    '| scenario | kind | precision | recall | drained, of the cap |\n|---|---|---|---|---|',
    ...rows.map(
      (row) =>
        `| ${row.title} | ${KINDS[row.kind]} | ${percent(precisionOf(row))} | ${percent(recallOf(row))} | ${percent(drainedOf(row))} |`,
    ),
  ].join('\n');

export function withTable(document: string, table: string): string {
  const [before, rest] = document.split(MARKERS[0]);
  const after = rest?.split(MARKERS[1])[1];
  if (after === undefined) throw new Error('docs/clicks.md has lost its markers');
  return `${before}${MARKERS[0]}\n${table}\n${MARKERS[1]}${after}`;
}

export const document = () => readFileSync(DOCUMENT, 'utf8');
