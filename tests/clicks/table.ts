/**
 * Formats the evaluation, with the figures of earlier versions of the rules, as JSON for the public page and as a
 * Markdown table. Inserts the table and the known limits between their markers in the text of docs/clicks.md.
 */
import { readFileSync } from 'node:fs';
import { KNOWN_LIMITS } from '#shared/click-rules.ts';
import { drainedOf, precisionOf, type Row, recallOf, type Score } from './evaluate.ts';
import firstVersion from './version-1.json' with { type: 'json' };
import secondVersion from './version-2.json' with { type: 'json' };
import thirdVersion from './version-3.json' with { type: 'json' };
import fourthVersion from './version-4.json' with { type: 'json' };
import fifthVersion from './version-5.json' with { type: 'json' };

export const DOCUMENT = new URL('../../docs/clicks.md', import.meta.url);
export const DATA = new URL('../../shared/click-evaluation.json', import.meta.url);
const KINDS = {
  human: 'people',
  attack: 'attack',
  shared: 'attack among people',
  limit: 'known limit',
  mix: 'mix',
  crowd: 'crowd',
};
const EARLIER: readonly { version: number; scores: Record<string, Score> }[] = [
  { version: 5, scores: fifthVersion },
  { version: 4, scores: fourthVersion },
  { version: 3, scores: thirdVersion },
  { version: 2, scores: secondVersion },
  { version: 1, scores: firstVersion },
];

const percent = (share: number | null) => (share === null ? '–' : `${(100 * share).toFixed(1)}%`);

const figures = (score: Score) => ({
  recall: percent(recallOf(score)),
  drained: percent(drainedOf(score)),
});
const NO_FIGURES = { recall: '–', drained: '–' };

const recordsOf = (rows: readonly Row[]) =>
  rows.map((row) => ({
    title: row.title,
    kind: KINDS[row.kind],
    precision: percent(precisionOf(row)),
    ...figures(row),
    ...(row.targeted && { targeted: percent(recallOf(row.targeted)) }),
    earlier: EARLIER.map(({ version, scores }) => ({
      version,
      ...(scores[row.id] ? figures(scores[row.id]!) : NO_FIGURES),
    })),
  }));

export const dataOf = (rows: readonly Row[]) => `${JSON.stringify(recordsOf(rows), null, 2)}\n`;

export const documentWith = (rows: readonly Row[], document = readFileSync(DOCUMENT, 'utf8')) =>
  replaceBetween(
    replaceBetween(document, 'evaluation', tableOf(rows)),
    'limits',
    KNOWN_LIMITS.map((limit) => `- ${limit}`).join('\n'),
  );

const HEAD = [
  'scenario',
  'kind',
  'precision',
  'recall',
  'drained',
  'version 5: recall',
  'drained',
  'version 4: recall',
  'drained',
  'version 3: recall',
  'drained',
  'version 2: recall',
  'drained',
  'version 1: recall',
  'drained',
];

const tableOf = (rows: readonly Row[]) =>
  [
    lineOf(HEAD),
    `|${HEAD.map(() => '---|').join('')}`,
    ...recordsOf(rows).map(({ title, kind, precision, recall, drained, targeted, earlier }) => {
      const counted = targeted ? `${recall} (of those who look alike: ${targeted})` : recall;
      return lineOf([
        title,
        kind,
        precision,
        counted,
        drained,
        ...earlier.flatMap((version) => [version.recall, version.drained]),
      ]);
    }),
  ].join('\n');

const lineOf = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

function replaceBetween(document: string, marker: string, text: string): string {
  const [before, rest] = document.split(`<!-- ${marker} -->`);
  const after = rest?.split(`<!-- /${marker} -->`)[1];
  if (after === undefined) throw new Error(`docs/clicks.md lacks the markers “${marker}”`);
  return `${before}<!-- ${marker} -->\n${text}\n<!-- /${marker} -->${after}`;
}
