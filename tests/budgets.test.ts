/** Download sizes of pages in the build: kilobytes after gzip. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, expect, it } from 'vitest';
import { type Assets, loadBuild } from '#server/web/build.ts';

/** Budgets in kB. React, React DOM, and the router alone are 96 kB. */
const PAGES = [
  {
    page: 'the front page',
    area: 'app/screens/books.ts',
    screen: 'client/features/home/HomeScreen.tsx',
    script: 135.8,
    style: 7.4,
  },
  {
    page: 'the deals',
    area: 'app/screens/books.ts',
    screen: 'client/features/books/public/DealsScreen.tsx',
    script: 129.4,
    style: 5.6,
  },
  {
    page: 'a book',
    area: 'app/screens/books.ts',
    screen: 'client/features/books/public/BookScreen.tsx',
    // The page has the form to follow the author and to save the book.
    script: 137.3,
    style: 7.5,
  },
  {
    page: 'a guide',
    area: 'app/screens/guides.ts',
    screen: 'content/marketing-guide/book-marketing-plan.md',
    script: 136.1,
    style: 6.6,
  },
  {
    page: 'a partner’s dashboard before its charts',
    area: 'app/screens/partners.ts',
    screen: 'client/features/dashboard/DashboardScreen.tsx',
    script: 161,
    // The dashboard has panels for the clicks of running promotions, prices by store, and the waiting list.
    style: 10,
  },
];

let assetsOf: (sources: readonly string[]) => Assets;
beforeAll(async () => {
  assetsOf = (await loadBuild('dist')).assets;
});

const gzipSize = async (files: readonly string[]) => {
  const sizes = await Promise.all(files.map(async (file) => (await readGzipped(join('dist/client', file))).length));
  return sizes.reduce((sum, size) => sum + size, 0) / 1000;
};

/** Reads a file after gzip: the build's .gz file, or for the smallest files, which have none, compressed here. */
const readGzipped = (path: string) => readFile(`${path}.gz`).catch(async () => gzipSync(await readFile(path)));

it.each(PAGES)('$page needs no more script and styles than its budget', async ({ area, screen, script, style }) => {
  const { scripts, styles } = assetsOf([`client/${area}`, screen]);
  expect(scripts.length).toBeGreaterThan(1);
  expect(await gzipSize(scripts)).toBeLessThanOrEqual(script);
  expect(await gzipSize(styles)).toBeLessThanOrEqual(style);
});
