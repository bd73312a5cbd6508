/**
 * The evaluation as data for the public page, and as a Markdown table with the figures of the first version of the rules beside it,
 * between two markers of docs/clicks.md.
 */
import { readFileSync } from 'node:fs';
import { KNOWN_LIMITS } from '#shared/click-rules.ts';
import { drainedOf, precisionOf, type Row, recallOf, type Score } from './evaluate.ts';
import firstVersion from './version-1.json' with { type: 'json' };

export const DOCUMENT = new URL('../../docs/clicks.md', import.meta.url);
export const DATA = new URL('../../shared/click-evaluation.json', import.meta.url);
const KINDS = { human: 'people', attack: 'attack', limit: 'known limit', mix: 'mix', crowd: 'crowd' };
const BEFORE: Record<string, Score> = firstVersion;

const percent = (share: number | null) => (share === null ? '–' : `${(100 * share).toFixed(1)}%`);

const figures = (score: Score) => ({
  precision: percent(precisionOf(score)),
  recall: percent(recallOf(score)),
  drained: percent(drainedOf(score)),
});
const NONE = { precision: '–', recall: '–', drained: '–' };

const recordsOf = (rows: readonly Row[]) =>
  rows.map((row) => ({
    ...{ title: row.title, kind: KINDS[row.kind], ...figures(row) },
    before: BEFORE[row.id] ? figures(BEFORE[row.id]!) : NONE,
  }));

export const dataOf = (rows: readonly Row[]) => `${JSON.stringify(recordsOf(rows), null, 2)}\n`;

export const documentWith = (rows: readonly Row[], document = readFileSync(DOCUMENT, 'utf8')) =>
  between(
    between(document, 'evaluation', tableOf(rows)),
    'limits',
    KNOWN_LIMITS.map((limit) => `- ${limit}`).join('\n'),
  );

const tableOf = (rows: readonly Row[]) =>
  [
    '| scenario | kind | precision | recall | drained | before: precision | recall | drained |\n|---|---|---|---|---|---|---|---|',
    ...recordsOf(rows).map(({ title, kind, precision, recall, drained, before }) => {
      const cells = [title, kind, precision, recall, drained, before.precision, before.recall, before.drained];
      return `| ${cells.join(' | ')} |`;
    }),
  ].join('\n');

function between(document: string, marker: string, text: string): string {
  const [before, rest] = document.split(`<!-- ${marker} -->`);
  const after = rest?.split(`<!-- /${marker} -->`)[1];
  if (after === undefined) throw new Error(`docs/clicks.md has lost its markers of the ${marker}`);
  return `${before}<!-- ${marker} -->\n${text}\n<!-- /${marker} -->${after}`;
}
