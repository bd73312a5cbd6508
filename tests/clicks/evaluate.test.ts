import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { drainedOf, evaluate, type Row, recallOf } from './evaluate.ts';
import { readScenarios } from './scenario.ts';
import { DATA, DOCUMENT, dataOf, documentWith } from './table.ts';

/** Minimum recall by kind of scenario. Mixes combine several scenarios, which may reach a limit by chance. */
const MIN_RECALL = { human: 0.98, attack: 0.98, crowd: 0.98, mix: 0.97 };
const MAX_DRAINED = 0.1;

describe('the click rules', () => {
  const rows = evaluate();
  const titles = (isIncluded: (row: (typeof rows)[number]) => boolean) =>
    rows.filter(isIncluded).map(({ title }) => title);

  it('are tested on at least 40 scenarios of people and attacks', () => {
    expect(readScenarios().filter(({ scenario }) => scenario.kind !== 'limit').length).toBeGreaterThanOrEqual(40);
  });

  it('count 98% of people’s clicks in human, attack, and crowd scenarios, and 97% in mixes except wide ones', () => {
    const isBelow = (row: Row) => row.kind in MIN_RECALL && (recallOf(row) ?? 1) < MIN_RECALL[row.kind as 'human'];
    // In wide mixes, farms and new readers may look alike. The table shows the recall of these mixes.
    expect(titles((row) => isBelow(row) && !row.id.startsWith('wide-mix'))).toEqual([]);
  });

  it('report the recall for people who share networks and services with attackers', () => {
    const shared = rows.filter(({ kind }) => kind === 'shared');
    expect(shared.length).toBeGreaterThanOrEqual(8);
    expect(dataOf(shared).match(/"targeted"/g)!.length).toBeGreaterThanOrEqual(8);
  });

  it('let no attack drain more than 10% of the cap, apart from the known limits', () => {
    expect(titles((row) => row.kind !== 'limit' && drainedOf(row) > MAX_DRAINED)).toEqual([]);
  });

  it('match the figures in docs/clicks.md and on the public page', () => {
    expect(readFileSync(DOCUMENT, 'utf8')).toBe(documentWith(rows));
    expect(readFileSync(DATA, 'utf8')).toBe(dataOf(rows));
  });
});
