/** What a reader's phone has to load, from the build itself: kilobytes after gzip. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Assets, loadBuild } from '#server/web/build.ts';

/** React, its DOM and the router alone are 97 kB, so 130 is not reached yet; nothing may grow until it is. */
const SCRIPT_KB = 135;
const PARTNER_SCRIPT_KB = 205;
const STYLE_KB = 14;

let assetsOf: (sources: readonly string[]) => Assets;
beforeAll(async () => {
  assetsOf = (await loadBuild('dist')).assets;
});

const zipped = async (files: readonly string[]) => {
  const sizes = await Promise.all(
    files.map(
      async (file) => gzipSync(await readFile(join('dist/client', file.replace(/^\/front-end/, 'front-end')))).length,
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0) / 1000;
};

describe.each([
  ['the front page', 'client/book-routes.tsx', 'client/home/HomeScreen.tsx'],
  ['the deals', 'client/book-routes.tsx', 'client/books/DealsScreen.tsx'],
  ['a book', 'client/book-routes.tsx', 'client/books/BookScreen.tsx'],
  ['a guide', 'client/marketing-routes.tsx', 'client/marketing/guides/book-marketing-plan.ts'],
])('%s', (_, ...sources) => {
  it('asks for no more script and styles than its budget', async () => {
    const { scripts, styles } = assetsOf(sources);
    expect(scripts.length).toBeGreaterThan(1);
    expect(await zipped(scripts)).toBeLessThanOrEqual(SCRIPT_KB);
    expect(await zipped(styles)).toBeLessThanOrEqual(STYLE_KB);
  });
});

it('a partner’s dashboard asks for no more script than its budget, before its charts', async () => {
  expect(
    await zipped(assetsOf(['client/partner-routes.tsx', 'client/partners/DashboardScreen.tsx']).scripts),
  ).toBeLessThanOrEqual(PARTNER_SCRIPT_KB);
});
