import { paths } from '#shared/paths.ts';
import type { Screen } from './layout/screen.ts';
import { loadLanding } from './marketing/landing-queries.ts';

const partner = { access: 'partner', sidebar: true, prefetch: true } as const;

const LANDING: Screen = {
  path: '/partners',
  screen: async () => (await import('./marketing/PartnersLandingScreen.tsx')).PartnersLandingScreen,
  src: 'client/marketing/PartnersLandingScreen.tsx',
  access: 'public',
  sidebar: false,
  prefetch: true,
  load: loadLanding,
};

const DOORS: readonly Screen[] = [
  {
    path: '/partners/sign-in',
    screen: async () => (await import('./partners/PartnerSignInScreen.tsx')).PartnerSignInScreen,
    src: 'client/partners/PartnerSignInScreen.tsx',
    access: 'partner-guest',
    sidebar: false,
    prefetch: true,
    script: 'at once',
  },
  {
    path: '/partners/sign-up',
    screen: async () => (await import('./partners/PartnerSignUpScreen.tsx')).PartnerSignUpScreen,
    src: 'client/partners/PartnerSignUpScreen.tsx',
    access: 'partner-guest',
    sidebar: false,
    prefetch: true,
    script: 'at once',
  },
  {
    path: '/partners/password/forgot',
    screen: async () => (await import('./partners/PasswordForgotScreen.tsx')).PasswordForgotScreen,
    src: 'client/partners/PasswordForgotScreen.tsx',
    access: 'public',
    sidebar: false,
    script: 'at once',
  },
  {
    path: '/partners/password/reset',
    screen: async () => (await import('./partners/PasswordResetScreen.tsx')).PasswordResetScreen,
    src: 'client/partners/PasswordResetScreen.tsx',
    access: 'public',
    sidebar: false,
    script: 'at once',
  },
  {
    path: '/partners/verify-email',
    screen: async () => (await import('./partners/VerifyEmailScreen.tsx')).VerifyEmailScreen,
    src: 'client/partners/VerifyEmailScreen.tsx',
    access: 'public',
    sidebar: false,
    script: 'at once',
  },
  {
    path: '/partners/unsubscribe-reminder-email',
    screen: async () => (await import('./partners/UnsubscribeScreen.tsx')).UnsubscribeReminderScreen,
    src: 'client/partners/UnsubscribeScreen.tsx',
    access: 'public',
    sidebar: false,
    script: 'at once',
  },
  {
    path: '/partners/unsubscribe-recapture-email',
    screen: async () => (await import('./partners/UnsubscribeScreen.tsx')).UnsubscribeRecaptureScreen,
    src: 'client/partners/UnsubscribeScreen.tsx',
    access: 'public',
    sidebar: false,
    script: 'at once',
  },
];

/** Behind a partner's session (spec §2). */
const OWN: readonly Screen[] = [
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

/** All under /partners: what Deckle offers, the doors, and what stands behind them. */
export const PARTNER_SCREENS: readonly Screen[] = [LANDING, ...DOORS, ...OWN];
