import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { drainedOf, evaluate, recallOf } from './evaluate.ts';
import { readScenarios } from './scenario.ts';
import { DATA, DOCUMENT, dataOf, documentWith } from './table.ts';

const MIN_RECALL = 0.98;
const MAX_DRAINED = 0.1;

describe('the click rules', () => {
  const rows = evaluate();
  const titles = (kept: (row: (typeof rows)[number]) => boolean) => rows.filter(kept).map(({ title }) => title);

  it('are tried on at least 40 scenarios of people and attacks', () => {
    expect(readScenarios().filter(({ scenario }) => scenario.kind !== 'limit').length).toBeGreaterThanOrEqual(40);
  });

  it('count at least 98% of the clicks that people want, in attacks and mixes too', () => {
    expect(titles((row) => row.kind !== 'limit' && (recallOf(row) ?? 1) < MIN_RECALL)).toEqual([]);
  });

  it('let no attack drain more than 10% of the cap', () => {
    expect(titles((row) => row.kind !== 'limit' && drainedOf(row) > MAX_DRAINED)).toEqual([]);
  });

  it('do as docs/clicks.md and the public page say', () => {
    expect(readFileSync(DOCUMENT, 'utf8')).toBe(documentWith(rows));
    expect(readFileSync(DATA, 'utf8')).toBe(dataOf(rows));
  });
});
