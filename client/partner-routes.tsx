import { paths } from '#shared/paths.ts';
import type { Screen } from './layout/screen.ts';

const partner = { access: 'partner', sidebar: true, prefetch: true } as const;

/** Screens that need a partner session (spec §2). */
export const PARTNER_SCREENS: readonly Screen[] = [
  {
    ...partner,
    path: paths.dashboard(),
    screen: async () => (await import('./partners/DashboardScreen.tsx')).DashboardScreen,
    src: 'client/partners/DashboardScreen.tsx',
  },
  {
    ...partner,
    path: paths.account(),
    screen: async () => (await import('./partners/AccountScreen.tsx')).AccountScreen,
    src: 'client/partners/AccountScreen.tsx',
  },
  {
    ...partner,
    path: paths.billing(),
    screen: async () => (await import('./billing/BillingScreen.tsx')).BillingScreen,
    src: 'client/billing/BillingScreen.tsx',
  },
  {
    ...partner,
    path: paths.partnerBooks(),
    screen: async () => (await import('./books/PartnerBooksScreen.tsx')).PartnerBooksScreen,
    src: 'client/books/PartnerBooksScreen.tsx',
  },
  {
    ...partner,
    path: paths.partnerBookNew(),
    screen: async () => (await import('./books/PartnerBookNewScreen.tsx')).PartnerBookNewScreen,
    src: 'client/books/PartnerBookNewScreen.tsx',
  },
  {
    ...partner,
    path: '/partners/books/:id',
    screen: async () => (await import('./books/PartnerBookScreen.tsx')).PartnerBookScreen,
    src: 'client/books/PartnerBookScreen.tsx',
  },
  {
    ...partner,
    path: '/partners/books/:id/edit',
    screen: async () => (await import('./books/PartnerBookEditScreen.tsx')).PartnerBookEditScreen,
    src: 'client/books/PartnerBookEditScreen.tsx',
  },
  {
    ...partner,
    path: paths.partnerPromotions(),
    screen: async () => (await import('./promotions/PartnerPromotionsScreen.tsx')).PartnerPromotionsScreen,
    src: 'client/promotions/PartnerPromotionsScreen.tsx',
  },
  {
    ...partner,
    path: paths.partnerPromotionNew(),
    screen: async () => (await import('./promotions/PromotionNewScreen.tsx')).PromotionNewScreen,
    src: 'client/promotions/PromotionNewScreen.tsx',
  },
  {
    ...partner,
    path: '/partners/promotions/:id/edit',
    screen: async () => (await import('./promotions/PartnerPromotionScreen.tsx')).PartnerPromotionScreen,
    src: 'client/promotions/PartnerPromotionScreen.tsx',
  },
  {
    ...partner,
    path: paths.authorProfiles(),
    screen: async () => (await import('./authors/AuthorProfilesScreen.tsx')).AuthorProfilesScreen,
    src: 'client/authors/AuthorProfilesScreen.tsx',
  },
  {
    ...partner,
    path: paths.authorProfileNew(),
    screen: async () => (await import('./authors/AuthorProfileNewScreen.tsx')).AuthorProfileNewScreen,
    src: 'client/authors/AuthorProfileNewScreen.tsx',
  },
  {
    ...partner,
    path: '/partners/author-profiles/:id/edit',
    screen: async () => (await import('./authors/AuthorProfileEditScreen.tsx')).AuthorProfileEditScreen,
    src: 'client/authors/AuthorProfileEditScreen.tsx',
  },
];
