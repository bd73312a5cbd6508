/** Every screen of the partner app, with four months of demo data and as a new account. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { areaOf } from '#client/app/areas.ts';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { createPartner } from '#server/testing/factories.ts';
import { launchBrowser } from './browser.ts';
import { crawl, demoAccount, listScreenUrls } from './crawl.ts';
import { partnerExamples } from './examples.ts';

const THREE_MINUTE_TIMEOUT = { timeout: 180_000 };

let server: TestServer;
let browser: Browser;
beforeAll(async () => {
  server = await startTestServer({ pages: true, demo: true });
  browser = await launchBrowser();
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

const PARTNER_SCREENS = await areaOf('/partners')!.loadScreens();
const SIGNED_IN_SCREENS = PARTNER_SCREENS.filter(({ access }) => access === 'partner');

it('finds no problems on any screen of a long-time partner', THREE_MINUTE_TIMEOUT, async () => {
  const partner = await demoAccount(server, 'partner');
  const crawlTargets = listScreenUrls(SIGNED_IN_SCREENS, await partnerExamples(partner));
  expect(crawlTargets.length).toBeGreaterThanOrEqual(20);
  expect(
    await crawl({
      browser,
      baseURL: server.url,
      crawlTargets,
      credentials: partner.headers,
      extraChecks: smallTargets,
    }),
  ).toEqual([]);
});

it('finds no problems on any screen that a new partner can open', THREE_MINUTE_TIMEOUT, async () => {
  const { headers } = await createPartner(server, { card: null });
  const crawlTargets = listScreenUrls(SIGNED_IN_SCREENS.filter(({ path }) => !path.includes(':')));
  // Empty screens are short, so only a phone's width could cause problems.
  const phone = { widths: [390], schemes: ['light'] as const };
  expect(await crawl({ browser, baseURL: server.url, crawlTargets, credentials: headers, ...phone })).toEqual([]);
});

it('finds no problems on the screens under /partners/ that need no sign-in', THREE_MINUTE_TIMEOUT, async () => {
  const signedOutScreens = PARTNER_SCREENS.filter(
    ({ path, access }) => path.startsWith('/partners/') && access !== 'partner',
  );
  expect(signedOutScreens.length).toBe(7);
  expect(await crawl({ browser, baseURL: server.url, crawlTargets: listScreenUrls(signedOutScreens) })).toEqual([]);
});

it.each([
  ['/partners/dashboard', 'Partner account · Deckle'],
  ['/users/promotions', 'Staff · Deckle'],
  ['/u', 'Staff · Deckle'],
])('%s has a title before its script loads, and a noindex tag', async (path, title) => {
  const html = await (await fetch(server.url + path)).text();
  expect(html).toContain(`<title>${title}</title>`);
  expect(html).toContain('<meta name="robots" content="noindex"/>');
});

it('detects wrong statuses, titles, markup, contrast, sizes, and logged errors', THREE_MINUTE_TIMEOUT, async () => {
  const faultyServer = createServer((_req, res) => {
    res.setHeader('content-type', 'text/html');
    res.end(`<html lang="en"><head><title>One</title><title>Two</title></head><body><main><h1>One</h1><h1>Two</h1>
      <p style="width: 500px; color: #bbb; background: #fff">Hard to read</p><button style="height: 30px">x</button>
      <input type="checkbox" autocomplete="off" aria-label="Tick">
      <a href="/" style="display: block; width: 3.2rem; overflow: hidden; white-space: nowrap">Twelve</a>
      <script>console.error('oops')</script></main></body></html>`);
  });
  await new Promise<void>((resolve) => faultyServer.listen(0, '127.0.0.1', resolve));
  const baseURL = `http://127.0.0.1:${(faultyServer.address() as AddressInfo).port}`;
  const crawlTargets = ['/page', { path: '/gone', status: 404 }];
  const found = await crawl({ browser, baseURL, crawlTargets, schemes: ['light'], extraChecks: smallTargets });
  await new Promise((resolve) => faultyServer.close(resolve));
  const problems = found.map((problem) => problem.replaceAll(/ (because of|at <).*/g, ''));
  expect(problems).toEqual(expect.arrayContaining(['/gone responds with 200, not 404', '/page has 2 titles']));
  expect(problems).toEqual(
    expect.arrayContaining([
      '/page has 2 main headings',
      '/page at 390 px is too wide',
      '/page at 390 px, light: color-contrast',
      `/page logs error: oops (${baseURL}/page)`,
      '/page has a small target: x',
      '/page missing-doctype: Document is missing doctype,',
      '/page input-attributes: Attribute "autocomplete" is not allowed on <input type="checkbox">,',
      expect.stringMatching(/^\/page with text spacing cuts <a /),
    ]),
  );
  expect(problems).not.toContain('/page at 1280 px is too wide');
});

/**
 * Finds touch targets in the main content that are less than 44 px high. Skips checkboxes and radios (their labels
 * enlarge them), file inputs (which are hidden), and links (which may be inline).
 */
const smallTargets = (page: Page) =>
  page.evaluate(() => {
    const targets = 'button, summary, select, textarea, input:not([type="checkbox"], [type="radio"], [type="file"])';
    return [...document.querySelectorAll<HTMLElement>(`main :is(${targets})`)]
      .filter((element) => element.checkVisibility() && !element.closest('[aria-hidden="true"]'))
      .filter((element) => (element.closest('.mantine-Input-wrapper') ?? element).getBoundingClientRect().height < 44)
      .map((element) => `has a small target: ${element.getAttribute('aria-label') ?? element.textContent}`);
  });
