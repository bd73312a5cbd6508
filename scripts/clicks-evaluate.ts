// npm run clicks:evaluate
// Prints the precision and recall of the click rules over tests/clicks/scenarios, random mixes, and a labeled crowd,
// and the share of a promotion's cap that fake clicks use up. Writes the table in docs/clicks.md and the data of the
// page “How we count clicks”.
import { writeFileSync } from 'node:fs';
import { drainedOf, evaluate, precisionOf, recallOf } from '../tests/clicks/evaluate.ts';
import { DATA, DOCUMENT, dataOf, documentWith } from '../tests/clicks/table.ts';

const rows = evaluate();
const percent = (share: number | null) => (share === null ? '–' : `${(100 * share).toFixed(1)}%`).padStart(9);
console.log('precision   recall  drained  kind    scenario');
for (const row of rows)
  console.log(
    percent(precisionOf(row)),
    percent(recallOf(row)),
    percent(drainedOf(row)),
    row.kind.padEnd(7),
    row.title,
  );
writeFileSync(DOCUMENT, documentWith(rows));
writeFileSync(DATA, dataOf(rows));
