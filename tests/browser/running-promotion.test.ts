/** The three days after the send in a browser: clicks from shared links, and clicks that arrive on the dashboard. */
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import {
  type CreatedPromotion,
  click,
  createPromotion,
  createReader,
  createStaff,
  tokensFor,
} from '#server/testing/factories.ts';
import { launchBrowser } from './browser.ts';
import { openAs, type PageDriver, takeFailureScreenshot } from './page-driver.ts';

const MINUTES = { timeout: 120_000 };
const STORE = 'https://www.kobo.com/us/en/ebook/the-quiet-harbor';

let server: TestServer;
let browser: Browser;
let promotion: CreatedPromotion;
let driver: PageDriver;
let reader: { email: string };
beforeAll(async () => {
  server = await startTestServer({ pages: true });
  reader = await createReader(server);
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
  if (task.result?.state === 'fail') await takeFailureScreenshot(driver.page, task.name);
});

it('counts a click for the channel whose link led to the book, and sends the store no referrer', MINUTES, async () => {
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

/** Books a hundred promotions for a later date, so that the running one isn't among the first hundred. */
async function bookHundredLater() {
  const { db } = server.deps;
  const booked = await db.promotion.findUniqueOrThrow({ where: { id: promotion.id } });
  const { partner_id, book_id, category_id, cpc_cents, max_cost_cents, price_type } = booked;
  const { current_price_cents, sale_price_cents } = booked;
  const terms = { cpc_cents, max_cost_cents, price_type, current_price_cents, sale_price_cents };
  await db.promotion.createMany({
    data: Array.from({ length: 100 }, () => ({
      ...{ partner_id, book_id, category_id, ...terms },
      ...{ requested_date: new Date('2026-12-30'), deal_ends_on: new Date('2027-01-02') },
    })),
  });
}

it(
  'shows clicks on the dashboard and their cost in the list as they arrive, with a hundred later promotions',
  MINUTES,
  async () => {
    await bookHundredLater();
    const { page, main, open, close } = await openAs(browser, server, promotion.partner);
    await page.clock.install();
    const newsletter = (await server.emailsTo(reader.email)).find(({ text }) => text.includes('The Quiet Harbor'))!;
    const [token] = tokensFor(server, newsletter.text, promotion.id);

    await open('/partners/dashboard');
    const panel = main.getByRole('region', { name: 'Running now' });
    const clicksSoFar = panel
      .locator('div', { has: page.getByText('Clicks so far') })
      .locator('dd')
      .first();
    await expect.poll(() => clicksSoFar.textContent()).toBe('0');
    expect(await panel.getByRole('slider').count()).toBe(1);
    await click(server, token!).expect(302);
    await page.clock.fastForward(31_000);
    await expect.poll(() => clicksSoFar.textContent()).toBe('1');

    await open('/partners/promotions?display_status=successfully+sent');
    await main.getByText(/^\$0\.00 \(under \$0\.50 is waived\) so far/).waitFor();
    await server.deps.pool.query('update click_rollups set clicks = clicks + 9');
    await page.clock.fastForward(61_000);
    await main.getByText(/^\$[1-9]\.\d\d so far/).waitFor();
    await close();
  },
);
