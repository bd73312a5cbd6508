/**
 * Checks that references in the documentation lead to something: commands, documents, headings, and in some guides
 * files, variables, and metrics. Also checks references from code to documents, the format of decisions, the
 * changelog's migrations, and the list of webhook events.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { VARIABLES } from '#server/platform/config.ts';

const text = (path: string) => readFileSync(path, 'utf8');
const SCRIPTS = JSON.parse(text('package.json')).scripts as Record<string, string>;
const OPERATIONS = text('docs/operations.md');

/** Returns the anchors of a document's headings as GitHub generates them: a repeated heading gets a number. */
function anchorsOf(path: string): Set<string> {
  const anchors = new Set<string>();
  for (const [, heading] of text(path).matchAll(/^#{1,6} (.+)$/gm)) {
    const anchor = heading!
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(/\s/g, '-');
    let unique = anchor;
    for (let n = 1; anchors.has(unique); n++) unique = `${anchor}-${n}`;
    anchors.add(unique);
  }
  return anchors;
}

const isBroken = (file: string, anchor: string | undefined) =>
  !existsSync(file) || (anchor !== undefined && !anchorsOf(file).has(anchor));

describe.each(globSync('{*.md,docs/**/*.md}').sort())('%s', (path) => {
  const document = text(path);
  const matchAll = (pattern: RegExp) => [...document.matchAll(pattern)].map(([, match]) => match!);

  it('mentions commands that exist', () => {
    expect(matchAll(/npm run ([\w:]+)/g).filter((name) => !(name in SCRIPTS))).toEqual([]);
    expect(
      matchAll(/npm run faults -- ([\w-]+)/g).filter((name) => name !== '' && !existsSync(`tests/faults/${name}.ts`)),
    ).toEqual([]);
    expect(matchAll(/npm run load -- (\w+)/g).filter((name) => !existsSync(`tests/load/${name}.ts`))).toEqual([]);
  });

  it('links to documents and headings that exist', () => {
    const links = matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g);
    const broken = links.filter((link) => {
      const [file, anchor] = link.split('#') as [string, string?];
      return isBroken(file ? join(dirname(path), file) : path, anchor);
    });
    expect(broken).toEqual([]);
  });
});

const DECISIONS = globSync('docs/decisions/*.md').filter((path) => basename(path) !== 'README.md');
const numberOf = (path: string) => basename(path).slice(0, 4);

describe('docs/decisions', () => {
  it('names each file with a unique number and lowercase words', () => {
    expect(DECISIONS.length).toBeGreaterThan(40);
    expect(DECISIONS.filter((path) => !/^\d{4}(-[a-z0-9]+)+\.md$/.test(basename(path)))).toEqual([]);
    const numbers = DECISIONS.map(numberOf);
    expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([]);
  });

  it('titles each file with the decision in one sentence', () => {
    const isSentence = (title: string) =>
      /^[A-Z]/.test(title) && !/[.;?!](\s|$)/.test(title.replace(/\.$/, '')) && title.split(' ').length > 3;
    const titles = DECISIONS.map((path) => /^# (.+)\n/.exec(text(path))?.[1] ?? '');
    expect(titles.filter((title) => !isSentence(title) || title.length > 120)).toEqual([]);
    expect(new Set(titles).size).toBe(titles.length);
  });

  it('gives each file a context, a decision, and consequences', () => {
    const partsOf = (path: string) => text(path).split(/^## /m).slice(1);
    const headings = ['Context', 'Decision', 'Consequences'];
    const incomplete = DECISIONS.filter((path) => {
      const parts = partsOf(path).map((part) => part.split('\n\n'));
      return (
        String(parts.map(([heading]) => heading)) !== String(headings) || parts.some(([, body = '']) => !body.trim())
      );
    });
    expect(incomplete).toEqual([]);
  });

  it('lists each file in the index under its title', () => {
    const index = text('docs/decisions/README.md');
    const missing = DECISIONS.filter((path) => {
      const title = /^# (.+)\n/.exec(text(path))![1];
      return !index.includes(`- [${numberOf(path)}](${basename(path)}) ${title}\n`);
    });
    expect(missing).toEqual([]);
  });
});

it('the changelog names the only migration of 0.1.0, and has newer sections if there are later migrations', () => {
  const [first, ...later] = globSync('*', { cwd: 'prisma/migrations' }).sort();
  const [above, version] = text('CHANGELOG.md').split('## 0.1.0\n') as [string, string];
  expect(version).toContain(`its only migration is \`${first}\``);
  expect(new Set(text('tests/upgrade/0.1.0.sql').match(/\b\d{14}_\w+/g))).toEqual(new Set([first]));
  expect(/^## /m.test(above)).toBe(later.length > 0);
  // No earlier version exists to upgrade from.
  expect(version).not.toMatch(/\*\*Upgrade\*\*|^### Upgrade/m);
});

describe('references from code to docs', () => {
  const sources = globSync('{client,server,shared,scripts,tests,prisma}/**/*.{ts,tsx,mjs,css,prisma,sql}')
    .filter((path) => !path.startsWith('prisma/generated/'))
    .concat(globSync('{*,docs/**/*}.{md,yml,ts}'))
    .map((path) => [path, text(path)] as const);

  it('point to documents and headings that exist', () => {
    const references = sources.flatMap(([path, source]) =>
      [...source.matchAll(/\b(docs\/[\w/-]+\.md)(?:#([\w-]+))?/g)].map(([, file, anchor]) => ({ path, file, anchor })),
    );
    expect(references.length).toBeGreaterThan(20);
    expect(references.filter(({ file, anchor }) => isBroken(file!, anchor))).toEqual([]);
  });

  it('lead to every decision', () => {
    const code = sources.flatMap(([path, source]) => (path.endsWith('.md') ? [] : source)).join();
    expect(DECISIONS.filter((path) => !code.includes(path))).toEqual([]);
  });

  it('name a decision by its file, not by a number in a list', () => {
    const old = /\bdecisions?[ ][1-9]\d*|\bdecisions[.]md/i;
    expect(sources.filter(([, source]) => old.test(source)).map(([path]) => path)).toEqual([]);
  });
});

it('CONTRIBUTING, SECURITY, and the guides to operations and scaling mention files that exist', () => {
  const mentioned = ['CONTRIBUTING.md', 'SECURITY.md', 'docs/operations.md', 'docs/scaling.md'].flatMap((path) =>
    [...text(path).matchAll(/`((?:client|docs|prisma|scripts|server|shared|tests)\/[\w./-]*)`/g)].map(
      ([, file]) => file!,
    ),
  );
  expect(mentioned.length).toBeGreaterThan(20);
  const absent = mentioned.filter((file) => !existsSync(file));
  // The worked example creates these two (tests/worked-example.test.ts).
  expect(absent).toEqual(['server/books/note.test.ts', 'client/features/books/partner/BookNoteScreen.tsx']);
});

it('the operations guide mentions variables that are read', () => {
  const mentioned = [...OPERATIONS.matchAll(/`([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)/g)].map(([, name]) => name!);
  expect(mentioned.length).toBeGreaterThan(10);
  expect([...new Set(mentioned)].filter((name) => !VARIABLES.includes(name))).toEqual([]);
});

it('the operations guide mentions metrics that are recorded', () => {
  const metricsSource = text('server/platform/metrics.ts') + text('server/platform/database-metrics.ts');
  const mentioned = [...OPERATIONS.matchAll(/`(deckle_[a-z_]+)/g)].map(([, name]) => name!);
  expect(mentioned.filter((name) => name !== 'deckle_web' && !metricsSource.includes(`'${name}'`))).toEqual([]);
});

it('the operations guide lists the webhook events that are handled', () => {
  const handled = [...text('server/payments/stripe-events.ts').matchAll(/^ {2}'([a-z_.]+)':/gm)].map(
    ([, name]) => name!,
  );
  expect(handled.length).toBeGreaterThan(5);
  const missing = handled.filter((name) => !OPERATIONS.includes(`\`${name}\``) && !name.startsWith('charge.dispute.'));
  expect(missing).toEqual([]);
  expect(OPERATIONS).toContain('`charge.dispute.*`');
});
