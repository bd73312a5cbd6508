/** Links: an email's link opens the right section or page, and hovering a broken link shows no error. */
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { mailKeys } from '#server/platform/mail-keys.ts';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { createBook, createPartner, createReader, MYSTERY, visitor } from '#server/testing/factories.ts';
import { launchBrowser } from './browser.ts';
import { openAs, type PageDriver, takeFailureScreenshot } from './page-driver.ts';

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
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await takeFailureScreenshot(driver.page, task.name);
});

it("the email's “Unsubscribe” leads straight to the unsubscribe section on a phone", MINUTE, async () => {
  const { uuid } = await createReader(server);
  const { page } = driver;
  await page.setViewportSize({ width: 390, height: 844 });
  await driver.open(`/readers/${uuid}/edit?unsubscribe=1#unsubscribe`);
  const heading = driver.main.getByRole('heading', { name: 'Unsubscribe' });
  await heading.waitFor();
  const headingState = () =>
    heading.evaluate((node) => {
      const { top, bottom } = node.getBoundingClientRect();
      return { inView: top >= 0 && bottom <= innerHeight, focused: node === document.activeElement };
    });
  await expect.poll(headingState).toEqual({ inView: true, focused: true });
  await page.setViewportSize({ width: 1280, height: 900 });
});

it('a person who never confirmed stops our emails, and is told that nothing was signed up', MINUTE, async () => {
  const email = 'stranger@example.test';
  await visitor(server)
    .post('/readers')
    .send({ email, category_ids: [MYSTERY] })
    .expect(201);
  const { id } = await server.deps.db.reader.findUniqueOrThrow({ where: { email } });
  const { unsubscribe } = mailKeys(server.deps.config.appSecret, { newsletter_id: 0, id });
  await driver.open(`/api/v1/unsubscribe/${unsubscribe}`);
  await driver.press('Stop these emails');
  await driver.waitForText('We won’t email this address about this again.');
  await driver.waitForText('Nothing was signed up.');
  expect((await server.deps.db.reader.findUniqueOrThrow({ where: { email } })).status).toBe('unsubscribed');
});

it('hovering a broken link reports no error; visiting it does', MINUTE, async () => {
  const book = await createBook(await createPartner(server), { title: 'Soon gone' });
  await driver.open('/books?q=soon+gone');
  await driver.page.waitForFunction(() => Object.keys(document.body).some((key) => key.startsWith('__react')));
  const link = driver.main.getByRole('link', { name: 'Soon gone' }).first();
  await server.deps.db.book.delete({ where: { id: book.id } });
  const prefetch = driver.page.waitForResponse((res) => res.url().includes(`/api/v1/books/${book.id}`));
  await link.hover();
  expect((await prefetch).status()).toBe(404);
  await driver.page.waitForTimeout(300);
  expect(await driver.page.getByText('Oops, the data').count()).toBe(0);
  await link.click();
  await driver.main.getByRole('heading', { level: 1, name: /not|find/i }).waitFor();
});

it('leaves no console errors', () => {
  expect(driver.consoleProblems.filter((text) => !/status of 404/.test(text))).toEqual([]);
});
