/** The page that shows the controls of the user interface, in both color schemes. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { launchBrowser } from './browser.ts';
import { crawl } from './crawl.ts';

let server: TestServer;
let browser: Browser;
beforeAll(async () => {
  server = await startTestServer({ pages: true });
  browser = await launchBrowser();
}, 180_000);
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

const PATH = '/dev/ui';

it.each(['light', 'dark'] as const)('shows the controls without problems in the %s scheme', async (scheme) => {
  const extraChecks = async (page: Awaited<ReturnType<Browser['newPage']>>) => {
    await page.getByRole('heading', { name: 'Charts' }).waitFor();
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      await page.screenshot({ path: `.cache/screenshots/dev-ui-${width}-${scheme}.png`, fullPage: true });
    }
    return [];
  };
  const problems = await crawl({
    browser,
    baseURL: server.url,
    crawlTargets: [PATH],
    schemes: [scheme],
    widths: [390, 1280],
    extraChecks,
  });
  expect(problems).toEqual([]);
});

it('opens a dialog, searches a list, and pages its long table', async () => {
  const page = await browser.newPage({ baseURL: server.url, viewport: { width: 390, height: 900 } });
  await page.goto(PATH);
  await page.getByRole('button', { name: 'Ask a question' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Keep it' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  await page.getByRole('combobox', { name: 'One of many' }).fill('clara');
  await page.getByRole('option', { name: 'Clara Reeve' }).click();
  expect(await page.getByRole('combobox', { name: 'One of many' }).inputValue()).toBe('Clara Reeve');

  const longTable = page.getByRole('table', { name: 'A long table, in pages on phones' });
  const names = async () => (await longTable.locator('tbody th').filter({ visible: true }).allTextContents()).join();
  expect(await names()).toBe(Array.from({ length: 10 }, (_, row) => `Category ${row + 1}`).join());
  const pages = page.getByRole('status').filter({ hasText: ' of 36' });
  expect(await pages.textContent()).toBe('1–10 of 36');
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  expect(await pages.textContent()).toBe('11–20 of 36');
  await page.getByRole('searchbox', { name: 'Find a category' }).fill('category 36');
  expect(await names()).toBe('Category 36');
  // Wider screens have no search, so they show every row, in the same order.
  await page.setViewportSize({ width: 1280, height: 900 });
  expect(await names()).toBe(Array.from({ length: 36 }, (_, row) => `Category ${row + 1}`).join());
  await page.close();
});
