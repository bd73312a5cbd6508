/** A warm-up in a browser: started, applied to a newsletter, stopped for a provider, and ended. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { handleMailEvents } from '#server/deliveries/events.ts';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { createPromotion, createStaff } from '#server/testing/factories.ts';
import { insertReaders } from '../faults/warm-up-list.ts';
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

const DATE = '2026-12-02';

it('starts a warm-up, plans a newsletter with it, and resumes a stopped provider', { timeout: 120_000 }, async () => {
  let admin = await createStaff(server, 'admin');
  const { db, pool } = server.deps;
  await insertReaders(pool, { gmail: 1_900, yahoo: 900, other: 300 }, { confirmed_at: new Date('2026-01-01') });
  const promotion = await createPromotion(server);
  await admin.post(`/promotions/${promotion.id}/approve`).expect(200);
  const { id } = await db.newsletter.findUniqueOrThrow({
    where: { newsletter_date_kind: { newsletter_date: new Date(DATE), kind: 'daily' } },
  });
  const context = await browser.newContext({ baseURL: server.url, viewport: { width: 1280, height: 900 } });
  await signIn(context, server.url, admin.headers as never);
  const page = await context.newPage();
  const expectFitsEverywhere = async () => {
    for (const [width, scheme] of [
      [390, 'light'],
      [390, 'dark'],
      [1280, 'light'],
      [1280, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme: scheme });
      // The sidebar is animated, so the page may be too wide for a moment.
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
  };
  await page.goto('/u/list-health');
  await page.getByText('You have 3,100 active readers').waitFor();
  await expectFitsEverywhere();
  await page.getByLabel('Emails on the first day').fill('1');
  await page.getByRole('button', { name: 'Start warm-up' }).click();
  await page.getByText('must be at least').waitFor();
  await page.getByLabel('Emails on the first day').fill('600');
  await page.getByRole('button', { name: 'Start warm-up' }).click();
  await page.getByText('600 emails').waitFor();
  await page.getByText('Change the schedule').click();
  await page.getByLabel('as a percentage of the day before').fill('130');
  const saving = page.waitForRequest((request) => request.method() === 'PATCH');
  await page.getByRole('button', { name: 'Save schedule' }).click();
  // Another administrator's change to the other field must stay.
  expect((await saving).postDataJSON()).toEqual({ growth_percent: 130 });
  await page.getByText('The schedule was saved.').waitFor();
  await page.goto(`/users/newsletters/${id}`);
  await page.getByText('600 of 3,100 readers would get it').waitFor();
  await expectFitsEverywhere();

  await server.advanceTo(`${DATE}T18:30:00Z`);
  admin = await createStaff(server, 'admin');
  await context.clearCookies();
  await signIn(context, server.url, admin.headers as never);
  await page.reload();
  await page.getByText('left out 2,500 of 3,100 readers').waitFor();
  await expectFitsEverywhere();
  const events = (await db.delivery.findMany({ where: { state: 'accepted', provider: 'gmail' }, take: 3 })).map(
    ({ message_id }) => ({ type: 'complaint' as const, at: server.clock.now().toISOString(), message_id: message_id! }),
  );
  await handleMailEvents(server.deps, events);
  await page.goto('/u/list-health');
  await page.getByText('Sending to Gmail is stopped').waitFor();
  await expectFitsEverywhere();
  await page.getByRole('button', { name: 'Resume sending sooner' }).click();
  await page.getByText('Sending will resume on Thursday December 3').waitFor();
  await page.getByRole('button', { name: 'Pause growth' }).click();
  await page.getByText('Paused: caps stay the same or go down').waitFor();
  await page.getByRole('button', { name: 'End warm-up' }).click();
  await page.getByRole('button', { name: 'End warm-up' }).click();
  await page.getByText('The last one was ended').waitFor();
  await context.close();
});
