// npm run clicks:evaluate     precision, recall, and drained cost of the click rules over tests/clicks/scenarios, random mixes,
//                             and a labeled crowd; writes the table in docs/clicks.md
import { writeFileSync } from 'node:fs';
import { evaluate } from '../tests/clicks/evaluate.ts';
import { DOCUMENT, document, tableOf, withTable } from '../tests/clicks/table.ts';

const table = tableOf(evaluate());
console.log(table);
writeFileSync(DOCUMENT, withTable(document(), table));
