/**
 * Import rules (docs/architecture.md) as tables: which files may import which, which modules have restricted importers,
 * and which globals are limited to certain files. scripts/import-rules.ts checks the code against them. Imports that
 * they don't allow are violations. See docs/decisions/0004-import-rules-decide-the-layers.md and
 * docs/decisions/0078-features-by-audience.md.
 */

/** Server features by layer, top first: a feature may import features on lower layers only. */
export const LAYERS = [
  ['admin', 'staff'],
  ['accounts', 'exports', 'results', 'statistics'],
  ['deliveries'],
  ['newsletters', 'payments'],
  ['promotions'],
  ['referrals'],
  ['billing', 'addons', 'discounts', 'clicks'],
  ['books', 'promotion-sites', 'blog', 'ai'],
  ['authors', 'reader-imports'],
  ['warm-up'],
  ['partners', 'readers', 'categories', 'contact', 'webhooks'],
  ['auth'],
];
/** Names of the files with rules: pure functions, without queries, packages, or the time. */
export const RULES =
  'state eligibility availability assemble classify status rewards percentile declines deadlines reviewed rules'.split(
    ' ',
  );
const ANY_FEATURE = LAYERS.flat().map((feature) => `server/${feature}/**`);
/** The generated database client and its types; our own wrapper is platform/database.ts. */
const PRISMA = 'prisma/generated/**';
const ENQUEUE = ['server/emails/enqueue.ts', 'server/emails/templates.ts'];
const CLIENT_BASE = ['shared/**', 'client/ui/**', 'client/api/**', 'client/app/router.ts'];
export const TESTS = ['**/*.test.ts', '**/*.test.tsx', 'tests/**', 'server/testing/**', 'server/emails/testing.ts'];

/** Files in client/features that other features may import. */
export const CLIENT_ENTRIES = [
  'accounts/ApiKeysPanel.tsx',
  'accounts/CodeInput.tsx',
  'accounts/SecondFactorPanel.tsx',
  'accounts/SessionsPanel.tsx',
  'accounts/WebhooksPanel.tsx',
  'admin/warm-up-api.ts',
  'ai/public/book-draft.ts',
  'billing/AddCard.tsx',
  'billing/InvoiceFacts.tsx',
  'billing/PayNowButton.tsx',
  'billing/card-labels.ts',
  'billing/confirmation.ts',
  'billing/staff/PaymentParts.tsx',
  'billing/staff/payment-words.ts',
  'billing/unpaid.ts',
  'books/book-facts.ts',
  'books/partner/partner-api.ts',
  'books/public/BookFilterForm.tsx',
  'books/public/BookResults.tsx',
  'books/public/book-search.ts',
  'books/public/queries.ts',
  'newsletters/HeldNewsletters.tsx',
  'newsletters/NewsletterEntryPreview.tsx',
  'newsletters/preview-deal.ts',
  'partners/staff/PartnerNotes.tsx',
  'partners/staff/record-facts.ts',
  'promotions/cutoff.ts',
  'promotions/partner/BookAndDate.tsx',
  'promotions/partner/PriceWatchPanel.tsx',
  'promotions/partner/RunningPanel.tsx',
  'promotions/partner/WaitingListPanel.tsx',
  'promotions/partner/new-date.ts',
  'promotions/percentile-labels.ts',
  'promotions/price-texts.ts',
  'readers/FollowBox.tsx',
  'readers/ReaderSignUp.tsx',
  'referrals/ReferralPanel.tsx',
].map((file) => `client/features/${file}`);

/**
 * Allowed imports; the first entry that matches a file applies. `own` is the file's second-level folder, such as
 * server/books, `own rules` the rule files in it, `below` the features on lower layers, `below presenters` their
 * presenters, `own feature` the file's folder in client/features, `entry files` those of CLIENT_ENTRIES. `types` may be
 * imported as types in addition to `may`; without `packages`, any package is allowed.
 */
type ImportRule = { from: string[]; may: string[]; types?: string[]; packages?: string[] };
export const IMPORT_RULES: ImportRule[] = [
  { from: ['client/**/*.test.ts', 'client/**/*.test.tsx'], may: ['client/**', 'shared/**'] },
  { from: ['shared/**/*.test.ts'], may: ['shared/**'] },
  { from: [...TESTS, 'server/sandbox/stripe/test-sandbox.ts'], may: ['**'] },

  { from: ['shared/**'], may: ['shared/**'], packages: ['zod', 'date-fns', 'date-fns-tz', 'any-ascii'] },

  // Calculates with cutoffs; like other rules, it gets the current time as an argument.
  {
    from: ['server/promotions/deadlines.ts'],
    may: ['shared/**', 'server/platform/clock.ts', 'own rules'],
    types: [PRISMA],
    packages: [],
  },
  {
    from: RULES.map((rule) => `server/*/${rule}.ts`),
    may: ['shared/**', 'server/platform/errors.ts', 'own rules'],
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
      'server/promotions/status-conditions.ts',
      'server/readers/active.ts',
    ],
    types: ['server/platform/database.ts'],
    packages: [],
  },
  {
    from: ['server/*/presenter.ts'],
    may: ['shared/**', 'own rules', 'below presenters'],
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
    may: [
      'shared/**',
      'own',
      'below',
      'server/platform/**',
      'server/api/implement.ts',
      'server/api/memoized-lists.ts',
      'server/auth/guards.ts',
    ],
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
    may: [
      'shared/**',
      'server/schedule.ts',
      'server/api/**',
      'server/platform/**',
      'server/web/**',
      PRISMA,
      ...ANY_FEATURE,
    ],
  },
  { from: ANY_FEATURE, may: ['shared/**', 'own', 'below', 'server/platform/**', PRISMA, ...ENQUEUE, 'prisma/data/*'] },

  { from: ['client/app/**'], may: ['shared/**', 'client/**'] },
  { from: ['client/api/**'], may: ['shared/**', 'client/api/**', 'client/app/router.ts'] },
  { from: ['client/ui/**'], may: CLIENT_BASE },
  { from: ['client/session/**'], may: [...CLIENT_BASE, 'own'] },
  { from: ['client/layout/**'], may: [...CLIENT_BASE, 'own', 'client/session/**'] },
  {
    from: ['client/features/**'],
    // The preview renders a deal with the email's component.
    may: [
      ...CLIENT_BASE,
      'own feature',
      'entry files',
      'client/session/**',
      'content/**',
      'server/emails/newsletter-entry.tsx',
    ],
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
      'server/web/openapi.ts',
      'tests/bench/**',
      'tests/clicks/**',
      'tests/lighthouse/**',
      'tests/page-table.ts',
      ...ANY_FEATURE,
    ],
  },
];

/** Modules with restricted importers, whatever the table above allows. `types` may import types. */
export const RESTRICTED_MODULES: { to: string; only: string[]; types?: string[] }[] = [
  { to: 'server/*/routes.ts', only: ['server/app.ts'] },
  {
    to: 'server/sandbox/**',
    only: ['server/deps.ts', 'server/sandbox/**', 'prisma/seed.ts', 'prisma/seed/**', ...TESTS],
  },
  ...['accounts', 'api-keys', 'passwords', 'strategies', 'tokens', 'totp'].map((file) => ({
    to: `server/auth/${file}.ts`,
    only: [
      'server/auth/**',
      'server/accounts/**',
      'server/admin/**',
      'server/staff/**',
      'server/app.ts',
      'scripts/**',
      'prisma/**',
      ...TESTS,
    ],
  })),
  { to: 'server/testing/**', only: TESTS },
  { to: '**/*.test.*', only: [] },
  {
    to: 'package stripe',
    only: ['server/billing/stripe.ts', 'server/sandbox/**/*.test.ts', 'server/sandbox/stripe/test-sandbox.ts'],
    types: ['server/platform/deps.ts', 'prisma/**'],
  },
  { to: 'package openai', only: ['server/ai/openai.ts'], types: ['server/platform/deps.ts'] },
  { to: 'package react-router-dom', only: ['client/app/router.ts'] },
  // Screens use the controls in client/ui, and only these use the component library.
  ...['core', 'modals', 'notifications'].map((name) => ({
    to: `package @mantine/${name}`,
    only: ['client/ui/**'],
  })),
];

/**
 * Globals that only some files may use. `deps: Deps` names all dependencies; services pick those that they use, so that
 * their type says what they touch.
 */
export const RESTRICTED_GLOBALS = {
  'process.env': ['server/platform/config.ts', 'scripts/*.mjs', 'tests/**'],
  'new Date()': ['server/platform/clock.ts'],
  'Date.now()': ['server/platform/clock.ts'],
  'deps: Deps': [
    'server/*.ts',
    'server/*/routes.ts',
    'server/accounts/*-routes.ts',
    'server/platform/daily.ts',
    'server/sandbox/**',
    'server/web/**',
    'prisma/**',
    'scripts/**',
    ...TESTS,
  ],
};
/**
 * Files whose types may be part of a cycle. The dependency types refer to platform modules, some of which refer back,
 * but only as types.
 */
export const TYPES_OUTSIDE_CYCLES = ['server/platform/deps.ts'];
export const BARRELS = { forbidden: ['**/index.ts', '**/index.tsx'], except: ['server/index.ts'] };
