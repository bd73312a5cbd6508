import { loadBook, loadBooks, loadDeals } from '#client/features/books/public/queries.ts';
import { loadCategory } from '#client/features/categories/loaders.ts';
import { loadHome } from '#client/features/home/loaders.ts';
import type { ScreenTable } from '#client/layout/screen.ts';

/** Loaded on demand: author pages get fewer visits than deals, whose script is at its size limit. */
const importAuthorQueries = () => import('#client/features/authors/public/queries.ts');

/** The home page, books, deals, categories, and authors. */
export const TABLE: ScreenTable = {
  files: import.meta.glob([
    '../../features/{home,categories}/*Screen.tsx',
    '../../features/{books,authors}/public/*Screen.tsx',
  ]),
  rows: [
    ['/', 'home/HomeScreen.tsx', { load: loadHome }],
    ['/ebook-deals/:freeOnly?', 'books/public/DealsScreen.tsx', { sidebar: false, load: loadDeals }],
    ['/books', 'books/public/BooksScreen.tsx', { load: loadBooks }],
    ['/books/:id/:name?', 'books/public/BookScreen.tsx', { load: loadBook }],
    ['/categories/:id/:name?', 'categories/CategoryScreen.tsx', { load: loadCategory }],
    [
      '/authors',
      'authors/public/AuthorsScreen.tsx',
      { load: async (app, args) => (await importAuthorQueries()).loadAuthors(app, args) },
    ],
    [
      '/authors/:id/:name?',
      'authors/public/AuthorScreen.tsx',
      { load: async (app, args) => (await importAuthorQueries()).loadAuthor(app, args) },
    ],
  ],
};
