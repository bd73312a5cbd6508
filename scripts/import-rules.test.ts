/** The import rules fail for made-up trees that violate them, and pass for trees that don't. */
import { describe, expect, it } from 'vitest';
import { importViolations } from './import-rules.ts';

/** Violations in a tree of {path: text}, as 'path:line message'. */
const violationsOf = (tree: Record<string, string>) =>
  importViolations(Object.entries(tree).map(([path, text]) => ({ path, text }))).map(
    ({ path, line, message }) => `${path}:${line} ${message}`,
  );
const importing = (...specifiers: string[]) => specifiers.map((to, i) => `import { a${i} } from '${to}';`).join('\n');
const typesOf = (specifier: string) => `import type { A } from '${specifier}';`;

describe('an import that violates the table', () => {
  it.each<[string, string, string, string]>([
    ['shared imports the server', 'shared/books.ts', '#server/platform/log.ts', 'server/platform/log.ts'],
    ['shared imports React', 'shared/books.ts', 'react', 'package react'],
    ['a rule imports a query', 'server/promotions/state.ts', './queries.ts', 'server/promotions/queries.ts'],
    ['a rule imports the clock', 'server/promotions/state.ts', '#server/platform/clock.ts', 'server/platform/clock.ts'],
    ['a rule imports a package', 'server/clicks/classify.ts', 'node:fs', 'package node:fs'],
    ['a query imports a service', 'server/books/queries.ts', './service.ts', 'server/books/service.ts'],
    ['a presenter imports a query', 'server/books/presenter.ts', './queries.ts', 'server/books/queries.ts'],
    [
      'a presenter imports one from a higher layer',
      'server/authors/presenter.ts',
      '#server/books/presenter.ts',
      'server/books/presenter.ts',
    ],
    [
      'a presenter imports a service of a lower layer',
      'server/books/presenter.ts',
      '#server/authors/service.ts',
      'server/authors/service.ts',
    ],
    [
      'a service imports a higher layer',
      'server/books/service.ts',
      '#server/promotions/submit.ts',
      'server/promotions/submit.ts',
    ],
    [
      'a service imports its own layer',
      'server/billing/cards.ts',
      '#server/discounts/service.ts',
      'server/discounts/service.ts',
    ],
    [
      'another file of a feature imports a higher layer',
      'server/readers/export.ts',
      '#server/books/queries.ts',
      'server/books/queries.ts',
    ],
    [
      'a service imports the rendering of emails',
      'server/promotions/submit.ts',
      '#server/emails/render.tsx',
      'server/emails/render.tsx',
    ],
    [
      'routes import a higher layer',
      'server/books/routes.ts',
      '#server/promotions/queries.ts',
      'server/promotions/queries.ts',
    ],
    [
      'the platform imports a feature',
      'server/platform/queue.ts',
      '#server/books/service.ts',
      'server/books/service.ts',
    ],
    ['emails import a feature', 'server/emails/parts.tsx', '#server/books/presenter.ts', 'server/books/presenter.ts'],
    ['the fakes import a feature', 'server/sandbox/mailbox.ts', '#server/books/service.ts', 'server/books/service.ts'],
    ['server pages import the client', 'server/web/pages.ts', '#client/app/routes.tsx', 'client/app/routes.tsx'],
    [
      'the client imports the server',
      'client/features/books/public/BookScreen.tsx',
      '#server/books/presenter.ts',
      'server/books/presenter.ts',
    ],
    [
      'the client imports another email',
      'client/features/promotions/Preview.tsx',
      '#server/emails/parts.tsx',
      'server/emails/parts.tsx',
    ],
    [
      'the controls of the client import a feature',
      'client/ui/Button.tsx',
      '#client/features/books/public/queries.ts',
      'client/features/books/public/queries.ts',
    ],
    [
      'the fetch wrapper imports the session',
      'client/api/http.ts',
      '#client/session/session.ts',
      'client/session/session.ts',
    ],
    [
      'a feature imports a screen of another',
      'client/features/authors/List.tsx',
      '#client/features/books/public/BookScreen.tsx',
      'client/features/books/public/BookScreen.tsx',
    ],
    [
      'a feature imports an undeclared file of another',
      'client/features/authors/List.tsx',
      '#client/features/books/public/loaders.ts',
      'client/features/books/public/loaders.ts',
    ],
    [
      'a feature imports the layout',
      'client/features/books/public/BookScreen.tsx',
      '#client/layout/Layout.tsx',
      'client/layout/Layout.tsx',
    ],
    ['scripts import a fake', 'scripts/seed-large.ts', '#server/sandbox/mailbox.ts', 'server/sandbox/mailbox.ts'],
    [
      'tests of the client import the server',
      'client/features/books/a.test.ts',
      '#server/books/queries.ts',
      'server/books/queries.ts',
    ],
  ])('is reported: %s', (_, path, specifier, to) => {
    expect(violationsOf({ [path]: importing(specifier) })).toContain(`${path}:1 must not import ${to}`);
  });

  it('is detected for types too', () => {
    expect(
      violationsOf({ 'client/features/books/public/BookScreen.tsx': typesOf('#server/books/presenter.ts') }),
    ).toEqual([
      'client/features/books/public/BookScreen.tsx:1 must not import server/books/presenter.ts, not even its types',
    ]);
  });

  it('is detected in static, dynamic, and type imports, and in re-exports', () => {
    const text = [
      "export * from '#server/a.ts';",
      "export { b } from '#server/b.ts';",
      "const c = () => import('#server/c.ts');",
      'const d = () => import(`#server/d.ts`);',
      "let e: import('#server/e.ts').E;",
      "import '#server/f.ts';",
      "import { type G } from '#server/g.ts';",
      'const Element = () => <p>text</p>;',
    ].join('\n');
    expect(
      violationsOf({ 'client/features/books/Part.tsx': text }).map((line) => line.replace(' must not import', '')),
    ).toEqual([
      'client/features/books/Part.tsx:1 server/a.ts',
      'client/features/books/Part.tsx:2 server/b.ts',
      'client/features/books/Part.tsx:3 server/c.ts',
      'client/features/books/Part.tsx:4 server/d.ts',
      'client/features/books/Part.tsx:5 server/e.ts, not even its types',
      'client/features/books/Part.tsx:6 server/f.ts',
      'client/features/books/Part.tsx:7 server/g.ts',
    ]);
  });

  it("isn't detected in text or comments", () => {
    const text = `// import { a } from '#server/a.ts';\nconst b = "import { a } from '#server/a.ts'";`;
    expect(violationsOf({ 'client/features/books/part.ts': text })).toEqual([]);
  });

  it("isn't the only kind of violation: a file in a folder that the table doesn't list is reported, too", () => {
    expect(violationsOf({ 'server/helpers/strings.ts': 'export const a = 1;' })).toEqual([
      'server/helpers/strings.ts:1 isn’t in a folder that the import rules cover',
    ]);
  });
});

describe('an import that the table allows', () => {
  it.each<[string, string]>([
    ['shared/books.ts', importing('zod', './params.ts', 'date-fns/format', '#shared/dates.ts')],
    ['server/promotions/state.ts', importing('#shared/status.ts', '#server/platform/errors.ts')],
    ['server/clicks/classify.ts', typesOf('#prisma')],
    [
      'server/books/queries.ts',
      `${importing('#shared/dates.ts', '#prisma')}\n${typesOf('#server/platform/database.ts')}`,
    ],
    [
      'server/promotions/presenter.ts',
      `${importing('./state.ts', '#server/books/presenter.ts')}\n${typesOf('./queries.ts')}`,
    ],
    [
      'server/promotions/submit.ts',
      importing('./state.ts', '#server/billing/cards.ts', '#server/emails/enqueue.ts', 'node:crypto'),
    ],
    [
      'server/newsletters/personalize.ts',
      importing('#server/promotions/queries.ts', '#server/readers/service.ts', '#prisma'),
    ],
    [
      'server/promotions/routes.ts',
      importing('express', './submit.ts', '#server/auth/guards.ts', '#server/platform/http/lists.ts'),
    ],
    ['server/app.ts', importing('./books/routes.ts', '#server/promotions/routes.ts', './web/session.ts')],
    ['server/deps.ts', "const load = () => import('./sandbox/mailbox.ts');"],
    ['server/web/web.ts', importing('#server/api/in-process.ts')],
    ['server/testing/app.ts', importing('../app.ts', '../sandbox/mailbox.ts')],
    ['client/features/promotions/Preview.tsx', importing('#server/emails/newsletter-entry.tsx', 'react')],
    [
      'client/features/authors/public/AuthorScreen.tsx',
      importing('#client/features/books/public/BookResults.tsx', '#client/api/categories.ts', '#client/app/router.ts'),
    ],
    ['client/features/authors/partner/List.tsx', importing('./Row.tsx', '../public/AuthorScreen.tsx')],
    ['client/app/routes.tsx', "const load = () => import('#client/features/books/public/BookScreen.tsx');"],
    ['prisma/seed.ts', importing('#server/promotions/state.ts', '#server/sandbox/stripe/server.ts')],
  ])('passes in %s', (path, text) => {
    expect(violationsOf({ [path]: text })).toEqual([]);
  });
});

describe('a module with restricted importers', () => {
  it.each([
    [
      'routes',
      'server/admin/service.ts',
      '#server/books/routes.ts',
      'server/books/routes.ts may be imported only by server/app.ts',
    ],
    ['tests', 'server/books/service.ts', './service.test.ts', 'server/books/service.test.ts must not be imported'],
  ])('rejects imports of %s', (_, path, specifier, message) => {
    expect(violationsOf({ [path]: importing(specifier) })).toContain(`${path}:1 ${message}`);
  });

  it('lets any feature import the guards of auth, and only listed features import its tokens', () => {
    expect(violationsOf({ 'server/books/routes.ts': importing('#server/auth/guards.ts') })).toEqual([]);
    expect(violationsOf({ 'server/books/service.ts': importing('#server/auth/tokens.ts') })).toHaveLength(1);
    expect(violationsOf({ 'server/accounts/service.ts': importing('#server/auth/tokens.ts') })).toEqual([]);
  });

  it('rejects imports of the fakes, and names the files that may import them', () => {
    const [line] = violationsOf({ 'server/index.ts': importing('./sandbox/mailbox.ts') }).filter((violation) =>
      violation.includes('only by'),
    );
    expect(line).toMatch(
      /^server\/index\.ts:1 server\/sandbox\/mailbox\.ts may be imported only by server\/deps\.ts, /,
    );
  });

  it('rejects imports of the test helpers outside tests', () => {
    expect(violationsOf({ 'scripts/bench.ts': importing('#server/testing/factories.ts') }).join()).toMatch(
      /may be imported only by/,
    );
  });

  it('lets one file and the sandbox’s tests use Stripe, and some files use its types', () => {
    expect(violationsOf({ 'server/billing/stripe.ts': importing('stripe') })).toEqual([]);
    expect(violationsOf({ 'server/platform/deps.ts': typesOf('stripe') })).toEqual([]);
    expect(violationsOf({ 'server/sandbox/stripe/cards.test.ts': importing('stripe') })).toEqual([]);
    expect(violationsOf({ 'server/platform/deps.ts': importing('stripe') })).toHaveLength(1);
    expect(violationsOf({ 'server/billing/cards.ts': typesOf('stripe') })).toEqual([
      'server/billing/cards.ts:1 package stripe may be imported only by server/billing/stripe.ts, server/sandbox/**/*.test.ts, server/sandbox/stripe/test-sandbox.ts',
    ]);
  });

  it('lets one file import the router', () => {
    expect(violationsOf({ 'client/app/router.ts': "export { Link } from 'react-router-dom';" })).toEqual([]);
    expect(violationsOf({ 'client/ui/Button.tsx': importing('react-router-dom') })).toEqual([
      'client/ui/Button.tsx:1 package react-router-dom may be imported only by client/app/router.ts',
    ]);
  });
});

describe('a restricted global', () => {
  const ENVIRONMENT = 'process.env is allowed only in server/platform/config.ts, scripts/*.mjs, tests/**';

  it.each([
    'const port = process.env.PORT;',
    "const port = process['env'].PORT;",
    'const { env } = process;',
    "import { env } from 'node:process';",
    "import process from 'node:process';",
  ])('is detected when the environment is read: %s', (text) => {
    expect(violationsOf({ 'server/books/service.ts': text })).toEqual([`server/books/service.ts:1 ${ENVIRONMENT}`]);
    expect(violationsOf({ 'server/platform/config.ts': text, 'scripts/start.mjs': text })).toEqual([]);
  });

  it.each([
    ['const at = new Date();', 'new Date()'],
    ['const at = Date();', 'new Date()'],
    ['const at = Date.now();', 'Date.now()'],
    ['const read = Date.now;', 'Date.now()'],
  ])('is detected when the time is read: %s', (text, word) => {
    const message = `${word} is allowed only in server/platform/clock.ts`;
    expect(violationsOf({ 'client/ui/Countdown.tsx': text })).toEqual([`client/ui/Countdown.tsx:1 ${message}`]);
    expect(violationsOf({ 'server/books/service.ts': `\n\n${text}` })).toEqual([
      `server/books/service.ts:3 ${message}`,
    ]);
    expect(violationsOf({ 'server/platform/clock.ts': text })).toEqual([]);
  });

  it('is detected when a service takes all dependencies', () => {
    const text =
      "import type { Deps } from '#server/platform/deps.ts';\nexport const save = (deps: Deps) => deps.now();";
    expect(violationsOf({ 'server/books/service.ts': text })).toEqual([
      expect.stringMatching(/^server\/books\/service\.ts:2 deps: Deps is allowed only in server\/\*\.ts, /),
    ]);
    expect(violationsOf({ 'server/books/routes.ts': text, 'server/schedule.ts': text })).toEqual([]);
    const narrow = text.replace('deps: Deps', "deps: Pick<Deps, 'now'>");
    expect(violationsOf({ 'server/books/service.ts': narrow })).toEqual([]);
  });

  it.each([
    'const day = new Date(0);',
    'const now = clock.now();',
    'const env = config.env;',
    "const a = 'Date.now()';",
  ])("isn't violated by %s", (text) => {
    expect(violationsOf({ 'server/books/service.ts': text })).toEqual([]);
  });
});

describe('a cycle', () => {
  it('is reported once, with its path', () => {
    const tree = {
      'shared/a.ts': importing('./b.ts'),
      'shared/b.ts': importing('./d.ts', './c.ts'),
      'shared/c.ts': importing('./a.ts'),
      'shared/d.ts': 'export const d = 1;',
    };
    expect(violationsOf(tree)).toEqual([
      'shared/a.ts:1 is in a cycle: shared/a.ts → shared/b.ts → shared/c.ts → shared/a.ts',
    ]);
  });

  it('includes lazy and type imports', () => {
    expect(
      violationsOf({ 'shared/a.ts': typesOf('./b.ts'), 'shared/b.ts': "const a = () => import('./a.ts');" }),
    ).toEqual(['shared/a.ts:1 is in a cycle: shared/a.ts → shared/b.ts → shared/a.ts']);
  });

  it('includes a file that imports itself', () => {
    expect(violationsOf({ 'shared/a.ts': importing('./a.ts') })).toEqual([
      'shared/a.ts:1 is in a cycle: shared/a.ts → shared/a.ts',
    ]);
  });

  it('excludes imports of the dependency types', () => {
    const tree = { 'server/platform/deps.ts': typesOf('./mail.ts') };
    expect(violationsOf({ ...tree, 'server/platform/mail.ts': typesOf('./deps.ts') })).toEqual([]);
    expect(violationsOf({ ...tree, 'server/platform/mail.ts': importing('./deps.ts') })).toHaveLength(1);
  });

  it('between server folders is reported even without a cycle of files, but not if types or tests close it', () => {
    const tree = {
      'server/emails/enqueue.ts': importing('#server/platform/queue.ts'),
      'server/platform/queue.ts': '',
      'server/platform/mail.ts': importing('#server/emails/templates.ts'),
      'server/emails/templates.ts': '',
    };
    expect(violationsOf(tree)).toContain(
      'server/emails/enqueue.ts:1 closes a cycle of folders: server/emails → server/platform → server/emails',
    );
    const typed = { ...tree, 'server/platform/mail.ts': typesOf('#server/emails/templates.ts') };
    expect(violationsOf(typed).join()).not.toContain('cycle of folders');
    const tested = {
      ...tree,
      'server/platform/mail.ts': '',
      'server/platform/mail.test.ts': tree['server/platform/mail.ts'],
    };
    expect(violationsOf(tested)).toEqual([]);
  });

  it('between client features is reported even through their entry files', () => {
    const tree = {
      'client/features/books/book-facts.ts': importing('#client/features/promotions/cutoff.ts'),
      'client/features/promotions/cutoff.ts': '',
      'client/features/promotions/staff/Row.tsx': importing('#client/features/books/book-facts.ts'),
    };
    expect(violationsOf(tree)).toEqual([
      'client/features/books/book-facts.ts:1 closes a cycle of folders: client/features/books → client/features/promotions → client/features/books',
    ]);
    const typed = {
      ...tree,
      'client/features/promotions/staff/Row.tsx': typesOf('#client/features/books/book-facts.ts'),
    };
    expect(violationsOf(typed)).toEqual([]);
  });

  it("isn't reported if two paths lead to one file", () => {
    const tree = {
      'shared/a.ts': importing('./b.ts', './c.ts'),
      'shared/b.ts': importing('./c.ts'),
      'shared/c.ts': '',
    };
    expect(violationsOf(tree)).toEqual([]);
  });
});

it('rejects barrel files except the index.ts that starts the process', () => {
  expect(violationsOf({ 'client/ui/index.ts': '', 'shared/index.tsx': '', 'server/index.ts': '' })).toEqual([
    'client/ui/index.ts:1 is a barrel file; import the modules directly',
    'shared/index.tsx:1 is a barrel file; import the modules directly',
  ]);
});

it("fails on a file that can't be parsed", () => {
  expect(() => violationsOf({ 'shared/a.ts': 'const = ;' })).toThrow(/^shared\/a\.ts cannot be read: /);
});
