/** What the documents name is there: commands, files, links, variables, metrics. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { VARIABLES } from '#server/platform/config.ts';

const text = (path: string) => readFileSync(path, 'utf8');
const SCRIPTS = JSON.parse(text('package.json')).scripts as Record<string, string>;
const OPERATIONS = text('docs/operations.md');

describe.each(globSync('{*.md,docs/*.md}').sort())('%s', (path) => {
  const document = text(path);
  const all = (pattern: RegExp) => [...document.matchAll(pattern)].map(([, found]) => found!);

  it('names commands that exist', () => {
    expect(all(/npm run ([\w:]+)/g).filter((name) => !(name in SCRIPTS))).toEqual([]);
    expect(
      all(/npm run faults -- ([\w-]+)/g).filter((name) => name !== '' && !existsSync(`tests/faults/${name}.ts`)),
    ).toEqual([]);
    expect(all(/npm run load -- (\w+)/g).filter((name) => !existsSync(`tests/load/${name}.ts`))).toEqual([]);
  });

  it('links to documents that exist', () => {
    const links = all(/\]\((?!https?:|mailto:|#)([^)#]+)[^)]*\)/g);
    expect(links.filter((link) => !existsSync(join(dirname(path), link)))).toEqual([]);
  });
});

it('CONTRIBUTING, SECURITY and the operations name files that exist', () => {
  const named = ['CONTRIBUTING.md', 'SECURITY.md', 'docs/operations.md', 'docs/scaling.md'].flatMap((path) =>
    [...text(path).matchAll(/`((?:client|docs|prisma|scripts|server|shared|tests)\/[\w./-]*)`/g)].map(
      ([, file]) => file!,
    ),
  );
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((file) => !existsSync(file))).toEqual([]);
});

it('the operations name variables that are read', () => {
  const named = [...OPERATIONS.matchAll(/`([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)/g)].map(([, name]) => name!);
  expect(named.length).toBeGreaterThan(10);
  expect([...new Set(named)].filter((name) => !VARIABLES.includes(name))).toEqual([]);
});

it('the operations name metrics that are measured', () => {
  const measured = text('server/platform/metrics.ts') + text('server/platform/database-metrics.ts');
  const named = [...OPERATIONS.matchAll(/`(deckle_[a-z_]+)/g)].map(([, name]) => name!);
  expect(named.filter((name) => name !== 'deckle_web' && !measured.includes(`'${name}'`))).toEqual([]);
});

it('the operations name the webhook’s events as they are handled', () => {
  const handled = [...text('server/promotions/stripe-events.ts').matchAll(/^ {2}'([a-z_.]+)':/gm)].map(
    ([, name]) => name!,
  );
  expect(handled.length).toBeGreaterThan(5);
  const missing = handled.filter((name) => !OPERATIONS.includes(`\`${name}\``) && !name.startsWith('charge.dispute.'));
  expect(missing).toEqual([]);
});
