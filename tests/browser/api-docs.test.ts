/** The API's documentation in a browser: languages, search by keyboard, use without JavaScript, and accessibility. */
import AxeBuilder from '@axe-core/playwright';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { launchBrowser, openPage } from './browser.ts';

let server: TestServer;
let browser: Browser;
beforeAll(async () => {
  server = await startTestServer();
  browser = await launchBrowser();
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

it('keeps the chosen language on another page', async () => {
  const { page, context, consoleProblems } = await openPage(browser, { baseURL: server.url });
  await page.goto('/api/docs/books');
  const shown = () => page.locator('#booksList .sample:visible').allInnerTexts();
  expect(await shown()).toEqual([expect.stringMatching(/^curl\ncurl http/)]);
  await page.getByText('Python', { exact: true }).first().click();
  expect(await shown()).toEqual([expect.stringMatching(/^Python\nresponse = requests\.get/)]);
  await page.goto('/api/docs/authors');
  const [author] = await page.locator('#authorsList .sample:visible').allInnerTexts();
  expect(author).toMatch(/^Python/);
  expect(consoleProblems).toEqual([]);
  await context.close();
}, 120_000);

it('finds a call by keyboard', async () => {
  const { page, context } = await openPage(browser, { baseURL: server.url });
  await page.goto('/api/docs');
  await page.keyboard.press('/');
  await page.keyboard.type('refund');
  await expect.poll(() => page.locator('#found').innerText()).toBe('1 call');
  expect(await page.locator('[data-find]:visible').allInnerTexts()).toEqual([expect.stringContaining('Refund')]);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/api/docs/clicks-and-payments#paymentsRefund');
  expect(await page.locator('#paymentsRefund h2').innerText()).toBe('Refund a payment in part or in full');
  await page.locator('#find').fill('zzz');
  await expect.poll(() => page.locator('#found').innerText()).toBe('No matches');
  await context.close();
}, 120_000);

it('shows and switches languages without JavaScript', async () => {
  const context = await browser.newContext({ baseURL: server.url, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/api/docs/books');
  expect(await page.locator('#find').isVisible()).toBe(false);
  await page.getByText('TypeScript', { exact: true }).first().click();
  const [first] = await page.locator('#booksShow .sample:visible').allInnerTexts();
  expect(first).toMatch(/^TypeScript\nconst result = await deckle\.books\.show/);
  await context.close();
}, 120_000);

it('is accessible and fits the screen on a phone and a desktop, light and dark', async () => {
  // The guide and the resources look alike, so each combination of width and scheme is checked on one of them.
  for (const [path, width, dark] of [
    ['/api/docs', 390, true],
    ['/api/docs', 1280, false],
    ['/api/docs/books', 390, false],
    ['/api/docs/books', 1280, true],
  ] as const) {
    const { page, context, consoleProblems } = await openPage(browser, { baseURL: server.url, width, dark });
    await page.goto(path);
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(
      violations.map(({ id, nodes }) => `${id}: ${nodes[0]!.html}`),
      `${path} ${width}`,
    ).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    expect(consoleProblems).toEqual([]);
    await context.close();
  }
}, 180_000);
