import { expect, it } from 'vitest';
import { evaluate } from './evaluate.ts';
import { readScenarios } from './scenario.ts';
import { document, tableOf, withTable } from './table.ts';

it('has at least 40 scenarios of people and attacks', () => {
  expect(readScenarios().filter(({ scenario }) => scenario.kind !== 'limit').length).toBeGreaterThanOrEqual(40);
});

it('prints what docs/clicks.md says', () => {
  expect(document()).toBe(withTable(document(), tableOf(evaluate())));
});
