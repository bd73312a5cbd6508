import { loadAuthor } from './authors/loaders.ts';
import { loadBook, loadBooks, loadDeals } from './books/loaders.ts';
import { loadCategory } from './categories/loaders.ts';
import { CONTENT_SCREENS } from './content-routes.tsx';
import { loadHome } from './home/loaders.ts';
import type { Screen } from './layout/screen.ts';
import { MARKETING_SCREENS } from './marketing-routes.tsx';

const BOOKS: readonly Screen[] = [
  {
    path: '/',
    screen: async () => (await import('./home/HomeScreen.tsx')).HomeScreen,
    src: 'client/home/HomeScreen.tsx',
    access: 'public',
    sidebar: true,
    prefetch: true,
    load: loadHome,
  },
  {
    path: '/ebook-deals/:freeOnly?',
    screen: async () => (await import('./books/DealsScreen.tsx')).DealsScreen,
    src: 'client/books/DealsScreen.tsx',
    access: 'public',
    sidebar: false,
    prefetch: true,
    load: loadDeals,
  },
  {
    path: '/books',
    screen: async () => (await import('./books/BooksScreen.tsx')).BooksScreen,
    src: 'client/books/BooksScreen.tsx',
    access: 'public',
    sidebar: true,
    prefetch: true,
    load: loadBooks,
  },
  {
    path: '/books/:id/:name?',
    screen: async () => (await import('./books/BookScreen.tsx')).BookScreen,
    src: 'client/books/BookScreen.tsx',
    access: 'public',
    sidebar: true,
    prefetch: true,
    load: loadBook,
  },
  {
    path: '/categories/:id/:name?',
    screen: async () => (await import('./categories/CategoryScreen.tsx')).CategoryScreen,
    src: 'client/categories/CategoryScreen.tsx',
    access: 'public',
    sidebar: true,
    prefetch: true,
    load: loadCategory,
  },
  {
    path: '/authors/:id/:name?',
    screen: async () => (await import('./authors/AuthorScreen.tsx')).AuthorScreen,
    src: 'client/authors/AuthorScreen.tsx',
    access: 'public',
    sidebar: true,
    prefetch: true,
    load: loadAuthor,
  },
];

const READERS: readonly Screen[] = [
  {
    path: '/readers/confirm',
    screen: async () => (await import('./readers/ReaderConfirmScreen.tsx')).ReaderConfirmScreen,
    src: 'client/readers/ReaderConfirmScreen.tsx',
    access: 'public',
    sidebar: false,
    script: 'at once',
  },
  {
    path: '/readers/:uuid/edit',
    screen: async () => (await import('./readers/ReaderEditScreen.tsx')).ReaderEditScreen,
    src: 'client/readers/ReaderEditScreen.tsx',
    access: 'public',
    sidebar: false,
    script: 'at once',
  },
];

const PARTNER_AUTH: readonly Screen[] = [
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

const USER_AUTH: readonly Screen[] = [
  {
    path: '/users/sign-in',
    screen: async () => (await import('./users/UserSignInScreen.tsx')).UserSignInScreen,
    src: 'client/users/UserSignInScreen.tsx',
    access: 'user-guest',
    sidebar: false,
    script: 'at once',
  },
  {
    path: '/u/users/sign_in',
    screen: async () => (await import('./users/AdminSignInScreen.tsx')).AdminSignInScreen,
    src: 'client/users/AdminSignInScreen.tsx',
    access: 'user-guest',
    sidebar: false,
    script: 'at once',
  },
  {
    path: '/users/password/forgot',
    screen: async () => (await import('./users/UserPasswordForgotScreen.tsx')).UserPasswordForgotScreen,
    src: 'client/users/UserPasswordForgotScreen.tsx',
    access: 'public',
    sidebar: false,
    script: 'at once',
  },
  {
    path: '/users/password/reset',
    screen: async () => (await import('./users/UserPasswordResetScreen.tsx')).UserPasswordResetScreen,
    src: 'client/users/UserPasswordResetScreen.tsx',
    access: 'public',
    sidebar: false,
    script: 'at once',
  },
];

const AI_TOOLS: readonly Screen[] = [
  {
    path: '/ai/book-description-generator',
    screen: async () => (await import('./ai/BookDescriptionScreen.tsx')).BookDescriptionScreen,
    src: 'client/ai/BookDescriptionScreen.tsx',
    access: 'public',
    sidebar: true,
    prefetch: true,
    script: 'at once',
  },
  {
    path: '/ai/pen-name-generator',
    screen: async () => (await import('./ai/PenNameScreen.tsx')).PenNameScreen,
    src: 'client/ai/PenNameScreen.tsx',
    access: 'public',
    sidebar: true,
    prefetch: true,
    script: 'at once',
  },
  {
    path: '/ai/book-character-generator',
    screen: async () => (await import('./ai/BookCharacterScreen.tsx')).BookCharacterScreen,
    src: 'client/ai/BookCharacterScreen.tsx',
    access: 'public',
    sidebar: true,
    prefetch: true,
    script: 'at once',
  },
  {
    path: '/ai/book-title-generator',
    screen: async () => (await import('./ai/BookTitleScreen.tsx')).BookTitleScreen,
    src: 'client/ai/BookTitleScreen.tsx',
    access: 'public',
    sidebar: true,
    prefetch: true,
    script: 'at once',
  },
  {
    path: '/ai/book-plot-generator',
    screen: async () => (await import('./ai/BookPlotScreen.tsx')).BookPlotScreen,
    src: 'client/ai/BookPlotScreen.tsx',
    access: 'public',
    sidebar: true,
    prefetch: true,
    script: 'at once',
  },
];

/** Pages that everybody may see (spec §2). */
export const PUBLIC_SCREENS: readonly Screen[] = [
  ...BOOKS,
  ...AI_TOOLS,
  ...MARKETING_SCREENS,
  ...CONTENT_SCREENS,
  ...READERS,
  ...PARTNER_AUTH,
  ...USER_AUTH,
];
