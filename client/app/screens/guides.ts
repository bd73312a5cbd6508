import { loadRates } from '#client/features/guides/rates.ts';
import type { ScreenTable } from '#client/layout/screen.ts';

const BARE = { sidebar: false } as const;

/** Articles and pages about Deckle. */
export const TABLE: ScreenTable = {
  files: import.meta.glob([
    '../../features/guides/{articles,pages}/*.ts',
    '../../features/guides/{ReferralProgram,SocialMediaIcons}Screen.tsx',
  ]),
  rows: [
    ['/marketing-guide/book-marketing-plan', 'guides/articles/book-marketing-plan.ts', BARE],
    ['/marketing-guide/how-to-promote-your-book', 'guides/articles/how-to-promote-your-book.ts', BARE],
    ['/marketing-guide/amazon-book-marketing', 'guides/articles/amazon-book-marketing.ts', BARE],
    ['/marketing-guide/book-marketing-checklist', 'guides/articles/book-marketing-checklist.ts', BARE],
    ['/marketing-guide/book-marketing-strategies', 'guides/articles/book-marketing-strategies.ts', BARE],
    ['/marketing-guide/book-promotion-ideas', 'guides/articles/book-promotion-ideas.ts', BARE],
    ['/marketing-guide/book-review-services', 'guides/articles/book-review-services.ts', BARE],
    ['/marketing-guide/guerilla-book-marketing', 'guides/articles/guerilla-book-marketing.ts', BARE],
    ['/marketing-guide/how-to-launch-a-book', 'guides/articles/how-to-launch-a-book.ts', BARE],
    ['/marketing-guide/list-of-keywords-for-books', 'guides/articles/list-of-keywords-for-books.ts', BARE],
    ['/marketing-guide/social-media-book-marketing', 'guides/articles/social-media-book-marketing.ts', BARE],
    ['/author-resources', 'guides/articles/author-resources.ts'],
    [
      '/author-resources/running-successful-promotions-any-genre',
      'guides/articles/running-successful-promotions-any-genre.ts',
      { load: loadRates },
    ],
    [
      '/author-resources/running-successful-promotions-romance',
      'guides/articles/running-successful-promotions-romance.ts',
      { load: loadRates },
    ],
    [
      '/author-resources/running-successful-promotions-fantasy',
      'guides/articles/running-successful-promotions-fantasy.ts',
      { load: loadRates },
    ],
    [
      '/author-resources/running-successful-promotions-thriller',
      'guides/articles/running-successful-promotions-thriller.ts',
      { load: loadRates },
    ],
    ['/about', 'guides/pages/about.ts'],
    ['/privacy', 'guides/pages/privacy.ts'],
    ['/terms-and-conditions', 'guides/pages/terms.ts'],
    ['/partnership-guidelines', 'guides/pages/partnership-guidelines.ts'],
    ['/how-we-count-clicks', 'guides/pages/how-we-count-clicks.ts'],
    ['/promotion-requirements', 'guides/pages/promotion-requirements.ts'],
    ['/partners-referral-program', 'guides/ReferralProgramScreen.tsx'],
    ['/social-media-icons', 'guides/SocialMediaIconsScreen.tsx'],
  ],
};
