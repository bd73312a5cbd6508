import { loadLanding } from '#client/features/guides/landing.ts';
import type { ScreenTable } from '#client/layout/screen.ts';

const GUEST = { access: 'partner-guest', sidebar: false, script: 'immediate' } as const;
const STANDALONE_FORM = { sidebar: false, prefetch: false, script: 'immediate' } as const;
const PARTNER = { access: 'partner' } as const;

/**
 * The landing page for authors, sign-in, sign-up, password resets, pages opened from emails, and the screens behind a
 * session.
 */
export const TABLE: ScreenTable = {
  files: import.meta.glob([
    '../../features/{accounts,authors,books,promotions}/partner/*Screen.tsx',
    '../../features/{accounts,billing,dashboard}/*Screen.tsx',
    '../../features/guides/PartnersLandingScreen.tsx',
  ]),
  rows: [
    ['/partners', 'guides/PartnersLandingScreen.tsx', { sidebar: false, load: loadLanding }],
    ['/partners/sign-in', 'accounts/partner/PartnerSignInScreen.tsx', GUEST],
    ['/partners/sign-up', 'accounts/partner/PartnerSignUpScreen.tsx', GUEST],
    ['/partners/password/forgot', 'accounts/ForgotPasswordScreen.tsx#PartnerForgotPasswordScreen', STANDALONE_FORM],
    ['/partners/password/reset', 'accounts/PasswordResetScreen.tsx#PartnerPasswordResetScreen', STANDALONE_FORM],
    ['/partners/verify-email', 'accounts/partner/VerifyEmailScreen.tsx', STANDALONE_FORM],
    [
      '/partners/unsubscribe-reminder-email',
      'accounts/partner/UnsubscribeScreen.tsx#UnsubscribeReminderScreen',
      STANDALONE_FORM,
    ],
    [
      '/partners/unsubscribe-recapture-email',
      'accounts/partner/UnsubscribeScreen.tsx#UnsubscribeRecaptureScreen',
      STANDALONE_FORM,
    ],
    ['/partners/dashboard', 'dashboard/DashboardScreen.tsx', PARTNER],
    ['/partners/account', 'accounts/partner/AccountScreen.tsx', PARTNER],
    ['/partners/billing', 'billing/BillingScreen.tsx', PARTNER],
    ['/partners/books', 'books/partner/PartnerBooksScreen.tsx', PARTNER],
    ['/partners/books/new', 'books/partner/PartnerBookNewScreen.tsx', PARTNER],
    ['/partners/books/:id', 'books/partner/PartnerBookScreen.tsx', PARTNER],
    ['/partners/books/:id/edit', 'books/partner/PartnerBookEditScreen.tsx', PARTNER],
    ['/partners/promotions', 'promotions/partner/PartnerPromotionsScreen.tsx', PARTNER],
    ['/partners/promotions/new', 'promotions/partner/PromotionNewScreen.tsx', PARTNER],
    ['/partners/promotions/series', 'promotions/partner/SeriesBookingScreen.tsx', PARTNER],
    ['/partners/promotions/:id/edit', 'promotions/partner/PartnerPromotionScreen.tsx', PARTNER],
    ['/partners/author-profiles', 'authors/partner/AuthorProfilesScreen.tsx', PARTNER],
    ['/partners/author-profiles/new', 'authors/partner/AuthorProfileNewScreen.tsx', PARTNER],
    ['/partners/author-profiles/:id/edit', 'authors/partner/AuthorProfileEditScreen.tsx', PARTNER],
  ],
};
