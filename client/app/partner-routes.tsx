import { loadLanding } from '#client/features/guides/landing.ts';
import type { Screen } from '#client/layout/screen.ts';
import { paths } from '#shared/paths.ts';

const partner = { access: 'partner', sidebar: true, prefetch: true } as const;

const LANDING: Screen = {
  path: '/partners',
  screen: async () => (await import('#client/features/guides/PartnersLandingScreen.tsx')).PartnersLandingScreen,
  src: 'client/features/guides/PartnersLandingScreen.tsx',
  access: 'public',
  sidebar: false,
  prefetch: true,
  load: loadLanding,
};

const DOORS: readonly Screen[] = [
  {
    path: '/partners/sign-in',
    screen: async () => (await import('#client/features/accounts/partner/PartnerSignInScreen.tsx')).PartnerSignInScreen,
    src: 'client/features/accounts/partner/PartnerSignInScreen.tsx',
    access: 'partner-guest',
    sidebar: false,
    prefetch: true,
    script: 'at once',
  },
  {
    path: '/partners/sign-up',
    screen: async () => (await import('#client/features/accounts/partner/PartnerSignUpScreen.tsx')).PartnerSignUpScreen,
    src: 'client/features/accounts/partner/PartnerSignUpScreen.tsx',
    access: 'partner-guest',
    sidebar: false,
    prefetch: true,
    script: 'at once',
  },
  {
    path: '/partners/password/forgot',
    screen: async () =>
      (await import('#client/features/accounts/partner/PasswordForgotScreen.tsx')).PasswordForgotScreen,
    src: 'client/features/accounts/partner/PasswordForgotScreen.tsx',
    access: 'public',
    sidebar: false,
    script: 'at once',
  },
  {
    path: '/partners/password/reset',
    screen: async () => (await import('#client/features/accounts/partner/PasswordResetScreen.tsx')).PasswordResetScreen,
    src: 'client/features/accounts/partner/PasswordResetScreen.tsx',
    access: 'public',
    sidebar: false,
    script: 'at once',
  },
  {
    path: '/partners/verify-email',
    screen: async () => (await import('#client/features/accounts/partner/VerifyEmailScreen.tsx')).VerifyEmailScreen,
    src: 'client/features/accounts/partner/VerifyEmailScreen.tsx',
    access: 'public',
    sidebar: false,
    script: 'at once',
  },
  {
    path: '/partners/unsubscribe-reminder-email',
    screen: async () =>
      (await import('#client/features/accounts/partner/UnsubscribeScreen.tsx')).UnsubscribeReminderScreen,
    src: 'client/features/accounts/partner/UnsubscribeScreen.tsx',
    access: 'public',
    sidebar: false,
    script: 'at once',
  },
  {
    path: '/partners/unsubscribe-recapture-email',
    screen: async () =>
      (await import('#client/features/accounts/partner/UnsubscribeScreen.tsx')).UnsubscribeRecaptureScreen,
    src: 'client/features/accounts/partner/UnsubscribeScreen.tsx',
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
    screen: async () => (await import('#client/features/dashboard/DashboardScreen.tsx')).DashboardScreen,
    src: 'client/features/dashboard/DashboardScreen.tsx',
  },
  {
    ...partner,
    path: paths.account(),
    screen: async () => (await import('#client/features/accounts/partner/AccountScreen.tsx')).AccountScreen,
    src: 'client/features/accounts/partner/AccountScreen.tsx',
  },
  {
    ...partner,
    path: paths.billing(),
    screen: async () => (await import('#client/features/billing/BillingScreen.tsx')).BillingScreen,
    src: 'client/features/billing/BillingScreen.tsx',
  },
  {
    ...partner,
    path: paths.partnerBooks(),
    screen: async () => (await import('#client/features/books/partner/PartnerBooksScreen.tsx')).PartnerBooksScreen,
    src: 'client/features/books/partner/PartnerBooksScreen.tsx',
  },
  {
    ...partner,
    path: paths.partnerBookNew(),
    screen: async () => (await import('#client/features/books/partner/PartnerBookNewScreen.tsx')).PartnerBookNewScreen,
    src: 'client/features/books/partner/PartnerBookNewScreen.tsx',
  },
  {
    ...partner,
    path: '/partners/books/:id',
    screen: async () => (await import('#client/features/books/partner/PartnerBookScreen.tsx')).PartnerBookScreen,
    src: 'client/features/books/partner/PartnerBookScreen.tsx',
  },
  {
    ...partner,
    path: '/partners/books/:id/edit',
    screen: async () =>
      (await import('#client/features/books/partner/PartnerBookEditScreen.tsx')).PartnerBookEditScreen,
    src: 'client/features/books/partner/PartnerBookEditScreen.tsx',
  },
  {
    ...partner,
    path: paths.partnerPromotions(),
    screen: async () =>
      (await import('#client/features/promotions/partner/PartnerPromotionsScreen.tsx')).PartnerPromotionsScreen,
    src: 'client/features/promotions/partner/PartnerPromotionsScreen.tsx',
  },
  {
    ...partner,
    path: paths.partnerPromotionNew(),
    screen: async () => (await import('#client/features/promotions/partner/PromotionNewScreen.tsx')).PromotionNewScreen,
    src: 'client/features/promotions/partner/PromotionNewScreen.tsx',
  },
  {
    ...partner,
    path: '/partners/promotions/:id/edit',
    screen: async () =>
      (await import('#client/features/promotions/partner/PartnerPromotionScreen.tsx')).PartnerPromotionScreen,
    src: 'client/features/promotions/partner/PartnerPromotionScreen.tsx',
  },
  {
    ...partner,
    path: paths.authorProfiles(),
    screen: async () =>
      (await import('#client/features/authors/partner/AuthorProfilesScreen.tsx')).AuthorProfilesScreen,
    src: 'client/features/authors/partner/AuthorProfilesScreen.tsx',
  },
  {
    ...partner,
    path: paths.authorProfileNew(),
    screen: async () =>
      (await import('#client/features/authors/partner/AuthorProfileNewScreen.tsx')).AuthorProfileNewScreen,
    src: 'client/features/authors/partner/AuthorProfileNewScreen.tsx',
  },
  {
    ...partner,
    path: '/partners/author-profiles/:id/edit',
    screen: async () =>
      (await import('#client/features/authors/partner/AuthorProfileEditScreen.tsx')).AuthorProfileEditScreen,
    src: 'client/features/authors/partner/AuthorProfileEditScreen.tsx',
  },
];

/** All under /partners: what Deckle offers, the doors, and what stands behind them. */
export const PARTNER_SCREENS: readonly Screen[] = [LANDING, ...DOORS, ...OWN];
