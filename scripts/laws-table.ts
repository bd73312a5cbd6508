/**
 * The import laws (docs/architecture.md) as tables: who may import what, which doors open to few, which words only some may say.
 * scripts/laws.ts reads every file and holds it against them. What they do not name is refused.
 */

/** Server features, top floor first: a service may use what stands on the floors below it, never beside or above. */
export const FLOORS = [
  ['admin'],
  ['accounts', 'statistics'],
  ['mail'],
  ['newsletters', 'payments'],
  ['promotions'],
  ['referrals'],
  ['billing', 'addons', 'discounts', 'clicks'],
  ['books', 'promotion-sites', 'blog', 'ai'],
  ['authors'],
  ['partners', 'readers', 'categories', 'contact'],
  ['auth'],
];
export const RULES =
  'state cost eligibility availability assemble classify status rewards percentile declines deadlines reviewed rules'.split(
    ' ',
  );
const ANY_FEATURE = FLOORS.flat().map((feature) => `server/${feature}/**`);
/** The tables and types of the database; our own wrapper of it is platform/database.ts. */
const PRISMA = 'prisma/generated/**';
const ENQUEUE = ['server/emails/enqueue.ts', 'server/emails/templates.ts'];
const CLIENT_BASE = ['shared/**', 'client/ui/**', 'client/api/**', 'client/app/router.ts'];
export const TESTS = ['**/*.test.ts', '**/*.test.tsx', 'tests/**', 'server/testing/**', 'server/emails/testing.ts'];

/** Files in client/features that other features may import. */
export const CLIENT_ENTRIES = [
  'accounts/CodeInput.tsx',
  'accounts/SecondFactorPanel.tsx',
  'accounts/SessionsPanel.tsx',
  'ai/public/book-draft.ts',
  'billing/AddCard.tsx',
  'billing/InvoiceFacts.tsx',
  'billing/PayNowButton.tsx',
  'billing/card-words.ts',
  'billing/confirmation.ts',
  'billing/unpaid.ts',
  'books/book-facts.ts',
  'books/partner/partner-api.ts',
  'books/public/BookFilterForm.tsx',
  'books/public/BookResults.tsx',
  'books/public/book-search.ts',
  'books/public/queries.ts',
  'guides/facts.ts',
  'newsletters/HeldNewsletters.tsx',
  'newsletters/NewsletterPreview.tsx',
  'newsletters/preview-deal.ts',
  'promotions/cutoff.ts',
  'promotions/partner/new-date.ts',
  'promotions/percentile-words.ts',
  'readers/api.ts',
  'referrals/ReferralPanel.tsx',
  'referrals/figures.ts',
].map((file) => `client/features/${file}`);

/**
 * Who may import what; the first room that a file stands in decides. `own` is its folder, `own rules` the rules in it, `below`
 * the features on lower floors, `own feature` its folder in client/features, `entry files` those of CLIENT_ENTRIES. `types` may
 * be imported as types beside `may`; without `packages` any package may be used.
 */
type Room = { from: string[]; may: string[]; types?: string[]; packages?: string[] };
export const ROOMS: Room[] = [
  { from: ['client/**/*.test.ts', 'client/**/*.test.tsx'], may: ['client/**', 'shared/**'] },
  { from: ['shared/**/*.test.ts'], may: ['shared/**'] },
  { from: [...TESTS, 'server/sandbox/stripe/sandbox-for-tests.ts'], may: ['**'] },

  { from: ['shared/**'], may: ['shared/**'], packages: ['zod', 'date-fns', 'date-fns-tz'] },

  // Reckons by the cutoffs; what time it is, it is told like the other rules.
  {
    from: ['server/promotions/deadlines.ts'],
    may: ['shared/**', 'server/platform/clock.ts', 'own rules'],
    types: [PRISMA],
    packages: [],
  },
  {
    from: RULES.map((rule) => `server/*/${rule}.ts`),
    may: ['shared/**', 'server/platform/errors.ts'],
    types: [PRISMA],
    packages: [],
  },
  {
    from: ['server/*/queries.ts', 'server/books/search.ts'],
    may: [
      'shared/**',
      PRISMA,
      'own rules',
      'server/platform/http/lists.ts',
      'server/books/search.ts',
      'server/billing/queries.ts',
    ],
    types: ['server/platform/database.ts'],
    packages: [],
  },
  {
    from: ['server/*/presenter.ts'],
    may: ['shared/**', 'own rules', 'server/promotions/situation.ts', 'below presenters'],
    types: [PRISMA, 'own', 'zod'],
    packages: [],
  },
  { from: ['server/api/**'], may: ['shared/**', 'server/api/**', 'server/platform/**', 'server/auth/guards.ts'] },
  {
    from: ['server/web/routes.ts', 'server/web/api-docs.ts'],
    may: ['shared/**', 'server/web/**', 'server/platform/**', 'server/api/implement.ts'],
  },
  {
    from: ['server/*/routes.ts', 'server/accounts/*-routes.ts'],
    may: ['shared/**', 'own', 'below', 'server/platform/**', 'server/api/implement.ts', 'server/auth/guards.ts'],
  },
  { from: ['server/platform/**'], may: ['shared/**', 'server/platform/**', PRISMA] },
  { from: ['server/emails/**'], may: ['shared/**', 'server/emails/**', 'server/platform/**', PRISMA] },
  { from: ['server/sandbox/**'], may: ['shared/**', 'server/sandbox/**', 'server/platform/**', 'prisma/data/*'] },
  {
    from: ['server/web/sitemap-records.ts'],
    may: ['shared/**', PRISMA],
    types: ['server/platform/database.ts'],
    packages: [],
  },
  {
    from: ['server/web/**'],
    may: ['shared/**', 'server/web/**', 'server/platform/**', 'server/api/**', ...ANY_FEATURE],
  },
  {
    from: ['server/deps.ts'],
    may: [
      'shared/**',
      'server/platform/**',
      'server/sandbox/**',
      'server/ai/openai.ts',
      'server/books/creators-api.ts',
      'server/billing/stripe.ts',
    ],
  },
  { from: ['server/index.ts'], may: ['shared/**', 'server/*', 'server/platform/**', 'server/web/**', 'prisma/**'] },
  {
    from: ['server/app.ts', 'server/jobs.ts', 'server/schedule.ts'],
    may: ['shared/**', 'server/api/**', 'server/platform/**', 'server/web/**', PRISMA, ...ANY_FEATURE],
  },
  { from: ANY_FEATURE, may: ['shared/**', 'own', 'below', 'server/platform/**', PRISMA, ...ENQUEUE, 'prisma/data/*'] },

  { from: ['client/app/**'], may: ['shared/**', 'client/**'] },
  { from: ['client/api/**'], may: ['shared/**', 'client/api/**', 'client/app/router.ts'] },
  { from: ['client/ui/**'], may: CLIENT_BASE },
  { from: ['client/session/**'], may: [...CLIENT_BASE, 'own'] },
  { from: ['client/layout/**'], may: [...CLIENT_BASE, 'own', 'client/session/**'] },
  {
    from: ['client/features/**'],
    // The preview shows a deal as the email will.
    may: [...CLIENT_BASE, 'own feature', 'entry files', 'client/session/**', 'server/emails/newsletter-entry.tsx'],
  },

  { from: ['prisma/**'], may: ['shared/**', 'prisma/**', 'server/platform/**', 'server/sandbox/**', ...ANY_FEATURE] },
  {
    from: ['scripts/**'],
    may: [
      'shared/**',
      'scripts/**',
      'prisma/**',
      'server/*',
      'server/platform/**',
      'tests/bench/**',
      'tests/clicks/**',
      'tests/lighthouse/**',
      ...ANY_FEATURE,
    ],
  },
];

/** Doors that open to few: whatever a room allows, only these come in. `types` may import types. */
export const DOORS: { to: string; only: string[]; types?: string[] }[] = [
  { to: 'server/*/routes.ts', only: ['server/app.ts'] },
  {
    to: 'server/sandbox/**',
    only: ['server/deps.ts', 'server/sandbox/**', 'prisma/seed.ts', 'prisma/seed/**', ...TESTS],
  },
  ...['accounts', 'passwords', 'strategies', 'tokens', 'totp'].map((file) => ({
    to: `server/auth/${file}.ts`,
    only: [
      ...['server/auth/**', 'server/accounts/**', 'server/admin/**', 'server/app.ts', 'scripts/**', 'prisma/**'],
      ...TESTS,
    ],
  })),
  { to: 'server/testing/**', only: TESTS },
  { to: '**/*.test.*', only: [] },
  {
    to: 'package stripe',
    only: ['server/billing/stripe.ts', 'server/sandbox/**/*.test.ts', 'server/sandbox/stripe/sandbox-for-tests.ts'],
    types: ['server/platform/deps.ts', 'prisma/**'],
  },
  { to: 'package openai', only: ['server/ai/openai.ts'], types: ['server/platform/deps.ts'] },
  { to: 'package react-router-dom', only: ['client/app/router.ts'] },
];

/** Words that only some files may say. */
export const WORDS = {
  'process.env': ['server/platform/config.ts', 'scripts/*.mjs', 'tests/**'],
  'new Date()': ['server/platform/clock.ts'],
  'Date.now()': ['server/platform/clock.ts'],
};
/** The composition's types name every part, and the parts name them: nothing of it is left at run time. */
export const TYPES_OUTSIDE_CYCLES = ['server/platform/deps.ts'];
export const BARRELS = { forbidden: ['**/index.ts', '**/index.tsx'], but: ['server/index.ts'] };
