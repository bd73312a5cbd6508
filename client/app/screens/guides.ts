import type { App, LoadArgs } from '#client/api/app.ts';
import { loadRates } from '#client/features/guides/rates.ts';
import type { ScreenTable } from '#client/layout/screen.ts';

/** Guides show today's rates. */
const GUIDE = { load: loadRates } as const;
/** Genre guides have the break-even calculator, whose code other guides don't load. */
const GENRE_GUIDE = {
  load: async (app: App, { url }: LoadArgs) => {
    const { loadPricing } = await import('#client/features/pricing/queries.ts');
    const { categoriesQuery } = await import('#client/api/categories.ts');
    const categories = await app.queryClient.ensureQueryData(categoriesQuery(app.api));
    await Promise.all([loadRates(app), loadPricing(app)]);
    return { genre: categories.find(({ slug }) => url.pathname.endsWith(`-promotions-${slug}`)) };
  },
} as const;
const GUIDE_WITHOUT_SIDEBAR = { sidebar: false, ...GUIDE } as const;

/** Articles and pages about Deckle: most are files in content/. */
export const TABLE: ScreenTable = {
  files: import.meta.glob([
    '../../../content/**/*.md',
    '!../../../content/posts/**',
    '../../features/guides/{ReferralProgram,SocialMediaIcons}Screen.tsx',
    '../../features/cover-bench/*Screen.tsx',
  ]),
  rows: [
    ['/marketing-guide/book-marketing-plan', 'content/marketing-guide/book-marketing-plan.md', GUIDE_WITHOUT_SIDEBAR],
    [
      '/marketing-guide/how-to-promote-your-book',
      'content/marketing-guide/how-to-promote-your-book.md',
      GUIDE_WITHOUT_SIDEBAR,
    ],
    [
      '/marketing-guide/amazon-book-marketing',
      'content/marketing-guide/amazon-book-marketing.md',
      GUIDE_WITHOUT_SIDEBAR,
    ],
    [
      '/marketing-guide/book-marketing-checklist',
      'content/marketing-guide/book-marketing-checklist.md',
      GUIDE_WITHOUT_SIDEBAR,
    ],
    [
      '/marketing-guide/book-marketing-strategies',
      'content/marketing-guide/book-marketing-strategies.md',
      GUIDE_WITHOUT_SIDEBAR,
    ],
    ['/marketing-guide/book-promotion-ideas', 'content/marketing-guide/book-promotion-ideas.md', GUIDE_WITHOUT_SIDEBAR],
    ['/marketing-guide/book-review-services', 'content/marketing-guide/book-review-services.md', GUIDE_WITHOUT_SIDEBAR],
    [
      '/marketing-guide/guerilla-book-marketing',
      'content/marketing-guide/guerilla-book-marketing.md',
      GUIDE_WITHOUT_SIDEBAR,
    ],
    ['/marketing-guide/how-to-launch-a-book', 'content/marketing-guide/how-to-launch-a-book.md', GUIDE_WITHOUT_SIDEBAR],
    [
      '/marketing-guide/list-of-keywords-for-books',
      'content/marketing-guide/list-of-keywords-for-books.md',
      GUIDE_WITHOUT_SIDEBAR,
    ],
    [
      '/marketing-guide/social-media-book-marketing',
      'content/marketing-guide/social-media-book-marketing.md',
      GUIDE_WITHOUT_SIDEBAR,
    ],
    ['/author-resources', 'content/author-resources.md', GUIDE],
    ['/marketing-guide', 'content/marketing-guide.md'],
    ['/faq', 'content/faq.md'],
    [
      '/author-resources/running-successful-promotions-any-genre',
      'content/author-resources/running-successful-promotions-any-genre.md',
      GENRE_GUIDE,
    ],
    [
      '/author-resources/running-successful-promotions-romance',
      'content/author-resources/running-successful-promotions-romance.md',
      GENRE_GUIDE,
    ],
    [
      '/author-resources/running-successful-promotions-fantasy',
      'content/author-resources/running-successful-promotions-fantasy.md',
      GENRE_GUIDE,
    ],
    [
      '/author-resources/running-successful-promotions-thriller',
      'content/author-resources/running-successful-promotions-thriller.md',
      GENRE_GUIDE,
    ],
    [
      '/author-resources/cover-and-blurb-bench',
      'cover-bench/CoverBenchScreen.tsx',
      { load: async (app, args) => (await import('#client/features/cover-bench/queries.ts')).loadBench(app, args) },
    ],
    ['/about', 'content/about.md'],
    ['/privacy', 'content/privacy.md'],
    ['/terms-and-conditions', 'content/terms-and-conditions.md'],
    ['/partnership-guidelines', 'content/partnership-guidelines.md'],
    ['/how-we-count-clicks', 'content/how-we-count-clicks.md'],
    ['/promotion-requirements', 'content/promotion-requirements.md'],
    ['/partners-referral-program', 'guides/ReferralProgramScreen.tsx'],
    ['/social-media-icons', 'guides/SocialMediaIconsScreen.tsx'],
  ],
};
