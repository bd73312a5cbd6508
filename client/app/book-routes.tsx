import { loadBook, loadBooks, loadDeals } from '#client/features/books/public/queries.ts';
import { loadCategory } from '#client/features/categories/loaders.ts';
import { loadHome } from '#client/features/home/loaders.ts';
import type { Screen } from '#client/layout/screen.ts';

/** Fewer visits lead to authors than to deals, whose script has no room to spare. */
const authorLoaders = () => import('#client/features/authors/public/queries.ts');

/** What readers come for. */
export const BOOK_SCREENS: readonly Screen[] = [
  {
    path: '/',
    screen: async () => (await import('#client/features/home/HomeScreen.tsx')).HomeScreen,
    src: 'client/features/home/HomeScreen.tsx',
    access: 'public',
    sidebar: true,
    prefetch: true,
    load: loadHome,
  },
  {
    path: '/ebook-deals/:freeOnly?',
    screen: async () => (await import('#client/features/books/public/DealsScreen.tsx')).DealsScreen,
    src: 'client/features/books/public/DealsScreen.tsx',
    access: 'public',
    sidebar: false,
    prefetch: true,
    load: loadDeals,
  },
  {
    path: '/books',
    screen: async () => (await import('#client/features/books/public/BooksScreen.tsx')).BooksScreen,
    src: 'client/features/books/public/BooksScreen.tsx',
    access: 'public',
    sidebar: true,
    prefetch: true,
    load: loadBooks,
  },
  {
    path: '/books/:id/:name?',
    screen: async () => (await import('#client/features/books/public/BookScreen.tsx')).BookScreen,
    src: 'client/features/books/public/BookScreen.tsx',
    access: 'public',
    sidebar: true,
    prefetch: true,
    load: loadBook,
  },
  {
    path: '/categories/:id/:name?',
    screen: async () => (await import('#client/features/categories/CategoryScreen.tsx')).CategoryScreen,
    src: 'client/features/categories/CategoryScreen.tsx',
    access: 'public',
    sidebar: true,
    prefetch: true,
    load: loadCategory,
  },
  {
    path: '/authors',
    screen: async () => (await import('#client/features/authors/public/AuthorsScreen.tsx')).AuthorsScreen,
    src: 'client/features/authors/public/AuthorsScreen.tsx',
    access: 'public',
    sidebar: true,
    prefetch: true,
    load: async (app, args) => (await authorLoaders()).loadAuthors(app, args),
  },
  {
    path: '/authors/:id/:name?',
    screen: async () => (await import('#client/features/authors/public/AuthorScreen.tsx')).AuthorScreen,
    src: 'client/features/authors/public/AuthorScreen.tsx',
    access: 'public',
    sidebar: true,
    prefetch: true,
    load: async (app, args) => (await authorLoaders()).loadAuthor(app, args),
  },
];
