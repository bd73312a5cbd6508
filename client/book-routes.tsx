import { loadBook, loadBooks, loadDeals } from './books/loaders.ts';
import { loadCategory } from './categories/loaders.ts';
import { loadHome } from './home/loaders.ts';
import type { Screen } from './layout/screen.ts';

/** Fewer visits lead to authors than to deals, whose script has no room to spare. */
const authorLoaders = () => import('./authors/loaders.ts');

/** What readers come for. */
export const BOOK_SCREENS: readonly Screen[] = [
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
    path: '/authors',
    screen: async () => (await import('./authors/AuthorsScreen.tsx')).AuthorsScreen,
    src: 'client/authors/AuthorsScreen.tsx',
    access: 'public',
    sidebar: true,
    prefetch: true,
    load: async (app, args) => (await authorLoaders()).loadAuthors(app, args),
  },
  {
    path: '/authors/:id/:name?',
    screen: async () => (await import('./authors/AuthorScreen.tsx')).AuthorScreen,
    src: 'client/authors/AuthorScreen.tsx',
    access: 'public',
    sidebar: true,
    prefetch: true,
    load: async (app, args) => (await authorLoaders()).loadAuthor(app, args),
  },
];
