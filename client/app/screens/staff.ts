import type { ScreenTable } from '#client/layout/screen.ts';

const GUEST = { access: 'user-guest', sidebar: false, prefetch: false, script: 'immediate' } as const;
const STANDALONE_FORM = { sidebar: false, prefetch: false, script: 'immediate' } as const;
const STAFF = { access: 'user' } as const;

/** Staff's accounts, their screens, and the admin panel. */
export const TABLE: ScreenTable = {
  files: import.meta.glob([
    '../../features/{accounts,ai,blog,books,partners,promotions,promotion-sites}/staff/*Screen.tsx',
    '../../features/{accounts,admin,discounts,newsletters}/*Screen.tsx',
    '../../features/readers/ImportsScreen.tsx',
  ]),
  rows: [
    ['/users/sign-in', 'accounts/staff/UserSignInScreen.tsx#UserSignInScreen', GUEST],
    ['/u/users/sign_in', 'accounts/staff/UserSignInScreen.tsx#AdminSignInScreen', GUEST],
    ['/users/password/forgot', 'accounts/ForgotPasswordScreen.tsx#UserForgotPasswordScreen', STANDALONE_FORM],
    ['/users/password/reset', 'accounts/PasswordResetScreen.tsx#UserPasswordResetScreen', STANDALONE_FORM],
    [
      '/users/second-factor',
      'accounts/staff/UserSecondFactorScreen.tsx',
      { access: 'user', sidebar: false, prefetch: false },
    ],
    ['/users/promotions', 'promotions/staff/UserPromotionsScreen.tsx', STAFF],
    ['/users/promotions/:id/edit', 'promotions/staff/UserPromotionScreen.tsx', STAFF],
    ['/users/partners/:id', 'partners/staff/UserPartnerScreen.tsx', STAFF],
    ['/users/newsletters', 'newsletters/UserNewslettersScreen.tsx', STAFF],
    ['/users/newsletters/:id', 'newsletters/UserNewsletterScreen.tsx', STAFF],
    ['/users/discounts', 'discounts/UserDiscountsScreen.tsx', STAFF],
    ['/users/discounts/new', 'discounts/UserDiscountNewScreen.tsx', STAFF],
    ['/users/discounts/:id/edit', 'discounts/UserDiscountScreen.tsx', STAFF],
    ['/users/promotion-sites', 'promotion-sites/staff/UserSiteChecksScreen.tsx', STAFF],
    ['/users/imports', 'readers/ImportsScreen.tsx', STAFF],
    ['/users/books', 'books/staff/UserBooksScreen.tsx', STAFF],
    ['/users/books/:id', 'books/staff/UserBookScreen.tsx', STAFF],
    ['/users/books/:id/edit', 'books/staff/UserBookEditScreen.tsx', STAFF],
    ['/users/blog-posts/new', 'blog/staff/UserBlogPostScreen.tsx', STAFF],
    ['/u', 'admin/AdminHomeScreen.tsx', STAFF],
    ['/u/health', 'admin/AdminHealthScreen.tsx', STAFF],
    ['/u/list-health', 'admin/AdminListHealthScreen.tsx', STAFF],
    ['/u/account', 'admin/AdminAccountScreen.tsx', STAFF],
    ['/u/:entity', 'admin/AdminListScreen.tsx', STAFF],
    ['/u/:entity/new', 'admin/AdminFormScreen.tsx#AdminNewScreen', STAFF],
    ['/u/:entity/:id', 'admin/AdminRecordScreen.tsx', STAFF],
    ['/u/:entity/:id/edit', 'admin/AdminFormScreen.tsx#AdminEditScreen', STAFF],
    ['/users/ai', 'ai/staff/UserAiScreen.tsx', STAFF],
  ],
};
