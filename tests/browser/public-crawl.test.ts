/** The public site: the pages that links from the front page lead to, and each kind of page in a browser. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadAllScreens } from '#client/app/areas.ts';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { launchBrowser } from './browser.ts';
import { type CrawlTarget, crawl } from './crawl.ts';
import { type Walk, walkLinks } from './links.ts';

const MINUTES = { timeout: 180_000 };

let server: TestServer;
let browser: Browser;
const SCREENS = await loadAllScreens();

let walk: Walk;
beforeAll(async () => {
  server = await startTestServer({ pages: true, demo: true });
  browser = await launchBrowser();
  const protectedShapes = SCREENS.filter(({ access }) => access === 'partner' || access === 'user').map(({ path }) =>
    shapeOf(path),
  );
  walk = await walkLinks(server.url, (path) => !protectedShapes.some((shape) => shape.test(path.split('?')[0]!)));
}, 180_000);
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

it('has no broken link, starting from the front page', () => {
  expect(walk.problems).toEqual([]);
  expect(walk.pages.length).toBeGreaterThan(150);
});

it('gives no two canonical pages the same title', () => {
  const canonicalPages = walk.pages.filter(({ path, canonical }) => canonical === server.url + path);
  const titles = canonicalPages.map(({ title }) => title);
  expect(canonicalPages.length).toBeGreaterThan(150);
  expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
});

const shapeOf = (path: string) => new RegExp(`^${path.replace(/\/:\w+\?/g, '(/[^/]+)?').replace(/:\w+/g, '[^/]+')}$`);

/** Returns the first page found of each public screen outside /partners/ and /users/, and a page that doesn't exist. */
const samples = (): CrawlTarget[] => {
  const publicScreens = SCREENS.filter(
    ({ access, path }) => access === 'public' && !/^\/(partners|users)\//.test(path),
  );
  const sampled = publicScreens.flatMap(({ path }) => {
    const shape = shapeOf(path);
    return walk.pages.find((page) => shape.test(page.path))?.path ?? [];
  });
  return [...sampled, { path: '/no-such-page', status: 404 }];
};

it('shows each kind of page without problems', MINUTES, async () => {
  expect(samples().length).toBeGreaterThan(45);
  expect(await crawl({ browser, baseURL: server.url, crawlTargets: samples() })).toEqual([]);
});

it('shows each kind of page without problems when JavaScript is off', MINUTES, async () => {
  expect(
    await crawl({ browser, baseURL: server.url, crawlTargets: samples(), javascript: false, schemes: ['light'] }),
  ).toEqual([]);
});
