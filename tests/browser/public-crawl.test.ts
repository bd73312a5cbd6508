/** The public site as visitors find it: every link from the front page on, and each kind of page in a browser. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { allScreens } from '#client/app/areas.ts';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { launchBrowser } from './browser.ts';
import { type CrawlTarget, crawl } from './crawl.ts';
import { type Walk, walkLinks } from './links.ts';

const MINUTES = { timeout: 180_000 };

let server: TestServer;
let browser: Browser;
const SCREENS = await allScreens();

let walk: Walk;
beforeAll(async () => {
  server = await startTestServer({ pages: true, demo: true });
  browser = await launchBrowser();
  const closed = SCREENS.filter(({ access }) => access === 'partner' || access === 'user').map(({ path }) =>
    shapeOf(path),
  );
  walk = await walkLinks(server.url, (path) => !closed.some((shape) => shape.test(path.split('?')[0]!)));
}, 180_000);
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

it('has no broken link, starting from the front page', () => {
  expect(walk.faults).toEqual([]);
  expect(walk.pages.length).toBeGreaterThan(150);
});

it('gives no two pages the same title', () => {
  const own = walk.pages.filter(({ path, canonical }) => canonical === server.url + path);
  const titles = own.map(({ title }) => title);
  expect(own.length).toBeGreaterThan(150);
  expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
});

const shapeOf = (path: string) => new RegExp(`^${path.replace(/\/:\w+\?/g, '(/[^/]+)?').replace(/:\w+/g, '[^/]+')}$`);

/** The first page found of each screen, and pages that no link leads to. */
const samples = (): CrawlTarget[] => {
  const shapes = SCREENS.filter(({ access, path }) => access === 'public' && !/^\/(partners|users)\//.test(path));
  const found = shapes.flatMap(({ path }) => {
    const shape = shapeOf(path);
    return walk.pages.find((page) => shape.test(page.path))?.path ?? [];
  });
  return [...found, { path: '/no-such-page', status: 404 }];
};

it('shows one of each kind without a problem', MINUTES, async () => {
  expect(samples().length).toBeGreaterThan(45);
  expect(await crawl({ browser, baseURL: server.url, crawlTargets: samples() })).toEqual([]);
});

it('shows the same without JavaScript', MINUTES, async () => {
  expect(
    await crawl({ browser, baseURL: server.url, crawlTargets: samples(), javascript: false, schemes: ['light'] }),
  ).toEqual([]);
});
