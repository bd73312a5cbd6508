/** Guides in a browser: links, the checked boxes of a checklist, and the launch calendar. */
import { readFile } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { launchBrowser } from './browser.ts';
import { openAs, type PageDriver } from './page-driver.ts';

const MINUTE = { timeout: 60_000 };

let server: TestServer;
let browser: Browser;
let driver: PageDriver;
beforeAll(async () => {
  server = await startTestServer({ pages: true });
  browser = await launchBrowser();
  driver = await openAs(browser, server);
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

it('keeps the checked boxes of a checklist in the browser', MINUTE, async () => {
  const { page } = driver;
  const box = () => page.getByRole('checkbox', { name: 'Three comparable books noted' });
  await driver.open('/marketing-guide/book-marketing-checklist');
  await box().check();
  await expect
    .poll(() => page.evaluate(() => Object.keys(localStorage)))
    .toContain('ticks:/marketing-guide/book-marketing-checklist');
  await page.reload();
  await expect.poll(() => box().isChecked()).toBe(true);
  expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(1);
});

it('follows a link in the text without loading the page again', MINUTE, async () => {
  const { page } = driver;
  await driver.open('/about');
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  await driver.main.getByRole('link', { name: 'privacy page' }).click();
  await page.getByRole('heading', { level: 1, name: /privacy/i }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/privacy');
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
});

it('creates a calendar for a launch date', MINUTE, async () => {
  const { page } = driver;
  await driver.open('/marketing-guide/how-to-launch-a-book');
  await page.getByLabel('Launch date').fill('2027-03-02');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download the calendar (.ics)' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('launch-2027-03-02.ics');
  const file = await readFile(await download.path(), 'utf8');
  expect(file.match(/BEGIN:VEVENT/g)).toHaveLength(13);
  expect(file).toContain('DTSTART;VALUE=DATE:20261110');
  expect(file).toContain('SUMMARY:Everything scheduled\\; a friend looks at every page');
});
