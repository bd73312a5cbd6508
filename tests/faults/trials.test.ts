/** The commands of the fault tests that docs/operations.md names. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const NAMES = new Set(
  [...readFileSync('docs/operations.md', 'utf8').matchAll(/`npm run faults -- ([a-z-]+)/g)].map(([, name]) => name!),
);

it.each([...NAMES])('npm run faults -- %s has trials', async (name) => {
  const { trials } = (await import(`./${name}.ts`)) as { trials?: { id: string; size: number }[] };
  expect(trials?.map(({ id, size }) => id !== '' && size > 0)).toContain(true);
});
