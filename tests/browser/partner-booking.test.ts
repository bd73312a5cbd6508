/**
 * A partner's books and dates in a browser: filled in from the store, moved, canceled, and everything with the
 * keyboard.
 */
import type { Browser } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { createPartner, createPromotion, createStaff, type PartnerClient } from '#server/testing/factories.ts';
import { DAY_MS } from '#shared/durations.ts';
import { launchBrowser } from './browser.ts';
import { type Hands, openAs, pictureOf } from './hands.ts';

const MINUTE = { timeout: 60_000 };

let server: TestServer;
let browser: Browser;
let partner: PartnerClient;
let hands: Hands;
let booked: { id: number };
beforeAll(async () => {
  server = await startTestServer({ pages: true });
  browser = await launchBrowser();
  partner = await createPartner(server);
  booked = await createPromotion(server, { partner, requested_date: '2026-12-03' });
  hands = await openAs(browser, server, partner);
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await server?.close();
});
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await pictureOf(hands.page, task.name);
});

const focused = () => hands.page.locator(':focus');

it('a book is filled in by its ASIN, marks those fields, and gets a cover', MINUTE, async () => {
  await hands.open('/partners/books/new');
  await hands.fill('ASIN', 'B0DEMO');
  await hands.press('Fill in from Amazon');
  await hands.sees('An ASIN has ten letters or digits, for example B0DEMO0042.');
  await hands.fill('ASIN', 'B0DEMO0001');
  await hands.press('Fill in from Amazon');
  await hands.sees(/^Filled in from the demo catalogue: The Adventures of Sherlock Holmes by Arthur Conan Doyle/);
  const title = hands.main.getByRole('textbox', { name: 'Title', exact: true });
  expect(await title.inputValue()).toBe('The Adventures of Sherlock Holmes');
  await title.fill('Twelve London Cases');
  await hands.sees('From Amazon, edited');
  const picture = await sharp({ create: { width: 600, height: 960, channels: 3, background: '#345' } })
    .png()
    .toBuffer();
  await hands.main
    .locator('input[type=file]')
    .setInputFiles({ name: 'cover.png', mimeType: 'image/png', buffer: picture });
  await hands.main.locator('img[src^="blob:"]').first().waitFor();
  const card = hands.main.getByRole('region', { name: 'On our pages' });
  await card.getByText('Twelve London Cases').waitFor();
  await card.locator('img[src^="blob:"]').waitFor();
  await card.getByText('$0.99').waitFor();
  await card.getByText('Amazon', { exact: true }).waitFor();
  await hands.press('Add book');
  await hands.page.waitForURL(/\/partners\/books\/\d+$/);
  const book = await server.deps.db.book.findFirstOrThrow({ where: { title: 'Twelve London Cases' } });
  expect(book.cover).toMatch(/^covers\//);
});

it('a booking is moved to another day while there is time', MINUTE, async () => {
  await hands.open(`/partners/promotions/${booked.id}/edit`);
  // From December 1st, 8:00 in Vancouver, to the 3rd, 10:00.
  await hands.sees(/until Dec 3, 2026, 10:00 AM Pacific Time: 2 d 0[12]:\d\d:\d\d left\./);
  await hands.press('Change or move it');
  await hands.main.locator('[data-date="2026-12-05"]').first().click();
  await hands.press('Save changes');
  await hands.sees('Your changes were saved.');
  await hands.sees('Saturday December 5th, 2026');
});

it("a tab that stays open for a day uses the server's clock, not that of its first page", MINUTE, async () => {
  const before = server.deps.now();
  const tab = await openAs(browser, server, partner);
  await tab.page.clock.install();
  await tab.open('/partners/dashboard');
  await tab.sees(/closes in 4 d/);
  server.clock.set(new Date(before.getTime() + DAY_MS));
  await tab.page.clock.fastForward(2 * MINUTE.timeout);
  const sidebar = tab.page.getByRole('navigation', { name: 'Partner' });
  await sidebar.getByRole('link', { name: 'eBooks' }).click();
  await sidebar.getByRole('link', { name: 'Dashboard' }).click();
  await tab.sees(/closes in 3 d/);
  server.clock.set(before);
  await tab.leave();
});

it('a booking is canceled after a dialog that keeps the focus', MINUTE, async () => {
  await hands.press('Cancel promotion');
  const dialog = hands.page.getByRole('dialog');
  await dialog.getByLabel('Reason, if you like').waitFor();
  for (let presses = 0; presses < 6; presses++) {
    await hands.page.keyboard.press('Tab');
    expect(await focused().evaluate((element) => element.closest('[role="dialog"]') !== null)).toBe(true);
  }
  await hands.page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(await focused().textContent()).toBe('Cancel promotion');
  await hands.press('Cancel promotion');
  await hands.answer('Cancel promotion');
  await hands.sees('The promotion was cancelled.');
  await hands.sees('You cancelled this promotion.');
  await hands.main.getByRole('link', { name: 'Promote it again' }).waitFor();
  expect(await hands.main.getByRole('button', { name: 'Change or move it' }).count()).toBe(0);
});

it("an approved promotion can't be moved once its newsletter has closed", MINUTE, async () => {
  const late = await createPromotion(server, { partner, requested_date: '2026-12-02', book: { title: 'Too late' } });
  const staff = await createStaff(server);
  await staff.post(`/promotions/${late.id}/approve`).expect(200);
  await hands.open(`/partners/promotions/${late.id}/edit`);
  await hands.main.getByRole('button', { name: 'Change or move it' }).waitFor();
  await server.advanceTo('2026-12-02T18:00:00Z');
  await hands.page.reload();
  await hands.main.getByRole('heading', { level: 1, name: 'Too late' }).waitFor();
  expect(await hands.main.getByRole('button', { name: 'Change or move it' }).count()).toBe(0);
});

it('the calendar works with arrow keys, and a wrong code is refused while it is typed', MINUTE, async () => {
  await hands.open('/partners/promotions');
  await hands.follow('Add a promotion');
  await hands.main.getByLabel('Book', { exact: true }).click();
  await hands.page.getByRole('option', { name: 'Twelve London Cases' }).click();
  const stop = hands.main.getByRole('group', { name: 'Newsletter date' }).locator('[data-date][tabindex="0"]');
  await stop.focus();
  const from = await stop.getAttribute('data-date');
  await hands.page.keyboard.press('ArrowDown');
  await hands.page.keyboard.press('ArrowRight');
  const to = `2026-12-${Number(from!.slice(8)) + 8}`;
  await expect.poll(() => focused().getAttribute('data-date')).toBe(to);
  await hands.page.keyboard.press('Enter');
  await expect.poll(() => focused().getAttribute('aria-pressed')).toBe('true');
  const check = '**/api/v1/discounts/validate/**';
  await hands.page.route(check, (route) => route.fulfill({ status: 502, body: '<html>' }));
  await hands.fill('Discount code', 'SPRING');
  await hands.sees('Woops, our systems encountered a problem');
  await hands.page.unroute(check);
  await hands.fill('Discount code', 'NOPE');
  await hands.sees('This discount code is not valid.');
});

it('the first key skips the menus', MINUTE, async () => {
  const other = await openAs(browser, server, partner);
  await other.open('/partners/books');
  await other.sees('Twelve London Cases');
  await other.page.keyboard.press('Tab');
  expect(await other.page.locator(':focus').textContent()).toBe('Skip to content');
  await other.page.keyboard.press('Enter');
  expect(await other.page.locator(':focus').getAttribute('id')).toBe('main');
  await other.leave();
});

it('on a phone the menu closes after a choice', MINUTE, async () => {
  await hands.page.setViewportSize({ width: 390, height: 844 });
  await hands.open('/partners/books');
  await hands.page.getByRole('button', { name: 'Expand the sidebar' }).click();
  await hands.page
    .getByRole('navigation', { name: 'Partner', exact: true })
    .getByRole('link', { name: 'Billing' })
    .click();
  await hands.page.waitForURL('**/partners/billing');
  await hands.page.getByRole('button', { name: 'Expand the sidebar' }).waitFor();
});

it('leaves no console errors', () => {
  // The browser itself logs intended refusals.
  expect(hands.complaints.filter((text) => !/status of (404|422|502)/.test(text))).toEqual([]);
});
