/** The three days after the send in a browser: clicks from shared links, and clicks that arrive on the dashboard. */
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { type CreatedPromotion, createPromotion, createStaff } from '#server/testing/factories.ts';
import { launchBrowser } from './browser.ts';
import { openAs, type PageDriver, screenshotOf } from './page-driver.ts';

const MINUTES = { timeout: 120_000 };
const STORE = 'https://www.kobo.com/us/en/ebook/the-quiet-harbor';

let server: TestServer;
let browser: Browser;
let promotion: CreatedPromotion;
let driver: PageDriver;
beforeAll(async () => {
  server = await startTestServer({ pages: true });
  promotion = await createPromotion(server);
  await (await createStaff(server)).post(`/promotions/${promotion.id}/approve`).expect(200);
  await server.advanceTo(`${promotion.date}T18:10:00Z`);
  browser = await launchBrowser(['--host-resolver-rules=MAP www.kobo.com ~NOTFOUND']);
  driver = await openAs(browser, server);
}, 180_000);
afterAll(async () => {
  await browser?.close();
  await server?.close();
});
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await screenshotOf(driver.page, task.name);
});

it('counts a click for the channel whose link led to the book, and tells the store nothing', MINUTES, async () => {
  const { page, main, open } = driver;
  await open(`/books/${promotion.book.id}/${promotion.book.slug}?from=short_post`);
  await page.waitForFunction(() => Object.keys(document.body).some((key) => key.startsWith('__react')));
  const request = page.waitForRequest(STORE);
  await main.getByRole('link', { name: 'Get it at Kobo' }).click();
  expect(await (await request).allHeaders()).not.toHaveProperty('referer');
  expect((await promotion.partner.get(`/promotions/${promotion.id}/clicks`).expect(200)).body).toMatchObject({
    site: 1,
    channels: [{ channel: 'short_post', clicks: 1 }],
  });
});
