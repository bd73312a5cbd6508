/** The list health of three weeks in a browser: its trend, tables, and advice. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { createStaff } from '#server/testing/factories.ts';
import { addDays, parseDate } from '#shared/dates.ts';
import { TIERS } from '#shared/list-health.ts';
import { launchBrowser } from './browser.ts';
import { signIn } from './crawl.ts';

let server: TestServer;
let browser: Browser;
beforeAll(async () => {
  server = await startTestServer({ pages: true });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await server.close();
});

const LAST_DAY = '2026-11-30';
const DAYS = 21;

/** Three weeks in which the list grows from 1,000 to 2,000 readers, and Yahoo's readers complain in the last one. */
async function insertWeeks() {
  const { db } = server.deps;
  const dates = Array.from({ length: DAYS }, (_, index) => parseDate(addDays(LAST_DAY, index + 1 - DAYS)));
  await db.readerTierDay.createMany({
    data: dates.map((date, index) => {
      const readers = 1_000 + (index * 1_000) / (DAYS - 1);
      const tiers = { engaged: readers * 0.4, new: readers * 0.1, slipping: readers * 0.2, lapsed: readers * 0.2 };
      return { date, ...tiers, dormant: readers * 0.1, asked: 10, kept: 2, sunset: 1 };
    }),
  });
  await db.providerDay.createMany({
    data: dates.flatMap((date, index) => {
      const counts = { date, accepted: 1_000, hard_bounces: 1, soft_bounces: 2, complaints: 0 };
      const complaints = index >= DAYS - 7 ? 2 : 0;
      return [
        { ...counts, provider: 'gmail' },
        { ...counts, provider: 'yahoo', complaints },
      ];
    }),
  });
}

it('shows the trend of three weeks and what to do about it', { timeout: 120_000 }, async () => {
  await insertWeeks();
  const admin = await createStaff(server, 'admin');
  const context = await browser.newContext({ baseURL: server.url, viewport: { width: 1280, height: 900 } });
  await signIn(context, server.url, admin.headers as never);
  const page = await context.newPage();
  await page.goto('/u/list-health');
  await page.getByText('Yahoo and AOL: readers marked 0.20% of emails as spam in the last 7 days.').waitFor();

  const chart = page.locator('figure').filter({ hasText: 'No click in 180 days' });
  const bars = await chart
    .locator('svg g')
    .evaluateAll((groups) =>
      groups.map((group) => [...group.querySelectorAll('rect')].map((rect) => Number(rect.getAttribute('height')))),
    );
  expect(bars.map((bar) => bar.length)).toEqual(Array(DAYS).fill(TIERS.length));
  // Heights are in percent of the highest day.
  const heightOf = (bar: number[]) => bar.reduce((sum, height) => sum + height, 0);
  expect(heightOf(bars[0]!)).toBeCloseTo(50);
  expect(heightOf(bars.at(-1)!)).toBeCloseTo(100);
  expect(bars.at(-1)![TIERS.indexOf('engaged')]).toBeCloseTo(40);
  const colors = await chart
    .locator('svg g')
    .last()
    .locator('rect')
    .evaluateAll((rects) => rects.map((rect) => getComputedStyle(rect).fill));
  expect(new Set(colors).size).toBe(TIERS.length);

  const row = (name: string) => page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) });
  // A week before, the list had 1,000 + 13 × 50 = 1,650 readers, 40% of whom were engaged.
  expect(await row('Clicked in the last 30 days').getByRole('cell').allTextContents()).toEqual(['800', '660']);
  expect(await row('Asked').getByRole('cell').allTextContents()).toEqual(['210', '0']);
  expect(await row('Yahoo and AOL').getByRole('cell').allTextContents()).toEqual([
    ...['7,000', '0.20%', '0.00%', '0.1%', '0.1%', '14'],
  ]);
  for (const [width, colorScheme] of [
    [390, 'light'],
    [390, 'dark'],
    [1280, 'light'],
    [1280, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    // The sidebar is animated, so the page may be too wide for a moment.
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    expect(await chart.locator('svg rect').first().isVisible()).toBe(true);
  }
  await context.close();
});
