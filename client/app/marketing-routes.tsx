import { loadRates } from '#client/features/guides/rates.ts';
import type { Screen } from '#client/layout/screen.ts';

type Row = Pick<Screen, 'path' | 'screen' | 'src'> & Partial<Screen>;

/** Texts that everybody may read. The guides stand without the sidebar (spec §2). */
const text = (row: Row): Screen => ({ access: 'public', sidebar: true, prefetch: true, ...row });
const guide = (row: Row) => text({ sidebar: false, ...row });
const resource = (row: Row) => text({ load: loadRates, ...row });

const GUIDES: readonly Screen[] = [
  guide({
    path: '/marketing-guide/book-marketing-plan',
    screen: async () =>
      (await import('#client/features/guides/articles/book-marketing-plan.ts')).BookMarketingPlanScreen,
    src: 'client/features/guides/articles/book-marketing-plan.ts',
  }),
  guide({
    path: '/marketing-guide/how-to-promote-your-book',
    screen: async () =>
      (await import('#client/features/guides/articles/how-to-promote-your-book.ts')).HowToPromoteYourBookScreen,
    src: 'client/features/guides/articles/how-to-promote-your-book.ts',
  }),
  guide({
    path: '/marketing-guide/amazon-book-marketing',
    screen: async () =>
      (await import('#client/features/guides/articles/amazon-book-marketing.ts')).AmazonBookMarketingScreen,
    src: 'client/features/guides/articles/amazon-book-marketing.ts',
  }),
  guide({
    path: '/marketing-guide/book-marketing-checklist',
    screen: async () =>
      (await import('#client/features/guides/articles/book-marketing-checklist.ts')).BookMarketingChecklistScreen,
    src: 'client/features/guides/articles/book-marketing-checklist.ts',
  }),
  guide({
    path: '/marketing-guide/book-marketing-strategies',
    screen: async () =>
      (await import('#client/features/guides/articles/book-marketing-strategies.ts')).BookMarketingStrategiesScreen,
    src: 'client/features/guides/articles/book-marketing-strategies.ts',
  }),
  guide({
    path: '/marketing-guide/book-promotion-ideas',
    screen: async () =>
      (await import('#client/features/guides/articles/book-promotion-ideas.ts')).BookPromotionIdeasScreen,
    src: 'client/features/guides/articles/book-promotion-ideas.ts',
  }),
  guide({
    path: '/marketing-guide/book-review-services',
    screen: async () =>
      (await import('#client/features/guides/articles/book-review-services.ts')).BookReviewServicesScreen,
    src: 'client/features/guides/articles/book-review-services.ts',
  }),
  guide({
    path: '/marketing-guide/guerilla-book-marketing',
    screen: async () =>
      (await import('#client/features/guides/articles/guerilla-book-marketing.ts')).GuerillaBookMarketingScreen,
    src: 'client/features/guides/articles/guerilla-book-marketing.ts',
  }),
  guide({
    path: '/marketing-guide/how-to-launch-a-book',
    screen: async () =>
      (await import('#client/features/guides/articles/how-to-launch-a-book.ts')).HowToLaunchABookScreen,
    src: 'client/features/guides/articles/how-to-launch-a-book.ts',
  }),
  guide({
    path: '/marketing-guide/list-of-keywords-for-books',
    screen: async () =>
      (await import('#client/features/guides/articles/list-of-keywords-for-books.ts')).ListOfKeywordsForBooksScreen,
    src: 'client/features/guides/articles/list-of-keywords-for-books.ts',
  }),
  guide({
    path: '/marketing-guide/social-media-book-marketing',
    screen: async () =>
      (await import('#client/features/guides/articles/social-media-book-marketing.ts')).SocialMediaBookMarketingScreen,
    src: 'client/features/guides/articles/social-media-book-marketing.ts',
  }),
];

const RESOURCES: readonly Screen[] = [
  text({
    path: '/author-resources',
    screen: async () => (await import('#client/features/guides/articles/author-resources.ts')).AuthorResourcesScreen,
    src: 'client/features/guides/articles/author-resources.ts',
  }),
  resource({
    path: '/author-resources/running-successful-promotions-any-genre',
    screen: async () =>
      (await import('#client/features/guides/articles/running-successful-promotions-any-genre.ts'))
        .RunningPromotionsAnyGenreScreen,
    src: 'client/features/guides/articles/running-successful-promotions-any-genre.ts',
  }),
  resource({
    path: '/author-resources/running-successful-promotions-romance',
    screen: async () =>
      (await import('#client/features/guides/articles/running-successful-promotions-romance.ts'))
        .RunningPromotionsRomanceScreen,
    src: 'client/features/guides/articles/running-successful-promotions-romance.ts',
  }),
  resource({
    path: '/author-resources/running-successful-promotions-fantasy',
    screen: async () =>
      (await import('#client/features/guides/articles/running-successful-promotions-fantasy.ts'))
        .RunningPromotionsFantasyScreen,
    src: 'client/features/guides/articles/running-successful-promotions-fantasy.ts',
  }),
  resource({
    path: '/author-resources/running-successful-promotions-thriller',
    screen: async () =>
      (await import('#client/features/guides/articles/running-successful-promotions-thriller.ts'))
        .RunningPromotionsThrillerScreen,
    src: 'client/features/guides/articles/running-successful-promotions-thriller.ts',
  }),
];

const ABOUT_DECKLE: readonly Screen[] = [
  text({
    path: '/about',
    screen: async () => (await import('#client/features/guides/pages/about.ts')).AboutScreen,
    src: 'client/features/guides/pages/about.ts',
  }),
  text({
    path: '/privacy',
    screen: async () => (await import('#client/features/guides/pages/privacy.ts')).PrivacyScreen,
    src: 'client/features/guides/pages/privacy.ts',
  }),
  text({
    path: '/terms-and-conditions',
    screen: async () => (await import('#client/features/guides/pages/terms.ts')).TermsScreen,
    src: 'client/features/guides/pages/terms.ts',
  }),
  text({
    path: '/partnership-guidelines',
    screen: async () =>
      (await import('#client/features/guides/pages/partnership-guidelines.ts')).PartnershipGuidelinesScreen,
    src: 'client/features/guides/pages/partnership-guidelines.ts',
  }),
  text({
    path: '/promotion-requirements',
    screen: async () =>
      (await import('#client/features/guides/pages/promotion-requirements.ts')).PromotionRequirementsScreen,
    src: 'client/features/guides/pages/promotion-requirements.ts',
  }),
  text({
    path: '/partners-referral-program',
    screen: async () => (await import('#client/features/guides/ReferralProgramScreen.tsx')).ReferralProgramScreen,
    src: 'client/features/guides/ReferralProgramScreen.tsx',
  }),
  text({
    path: '/social-media-icons',
    screen: async () => (await import('#client/features/guides/SocialMediaIconsScreen.tsx')).SocialMediaIconsScreen,
    src: 'client/features/guides/SocialMediaIconsScreen.tsx',
  }),
];

export const MARKETING_SCREENS: readonly Screen[] = [...GUIDES, ...RESOURCES, ...ABOUT_DECKLE];
