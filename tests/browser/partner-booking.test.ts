/**
 * A partner's books and dates in a browser: filled in from the store, moved, canceled, and controlled by keyboard.
 */
import type { Browser } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import {
  createBook,
  createPartner,
  createPromotion,
  createStaff,
  type PartnerClient,
} from '#server/testing/factories.ts';
import { DAY_MS } from '#shared/durations.ts';
import { CLIENT_TEXTS } from '#shared/errors.ts';
import { launchBrowser } from './browser.ts';
import { openAs, type PageDriver, takeFailureScreenshot } from './page-driver.ts';

const MINUTE = { timeout: 60_000 };

let server: TestServer;
let browser: Browser;
let partner: PartnerClient;
let driver: PageDriver;
let booked: { id: number };
beforeAll(async () => {
  server = await startTestServer({ pages: true });
  browser = await launchBrowser();
  partner = await createPartner(server);
  booked = await createPromotion(server, { partner, requested_date: '2026-12-03' });
  driver = await openAs(browser, server, partner);
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await server?.close();
});
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await takeFailureScreenshot(driver.page, task.name);
});

const focused = () => driver.page.locator(':focus');

/** Drivers of more tabs, whose console errors are checked at the end, too. */
const tabs: PageDriver[] = [];
async function openTab(owner = partner) {
  const tab = await openAs(browser, server, owner);
  tabs.push(tab);
  return tab;
}

it('a pasted link fills in a book and marks the fields, and an author and a cover are added', MINUTE, async () => {
  const paste = async (text: string) => {
    await driver.fill('Store links, ASIN, or ISBN', text);
    await driver.press('Fill in the details');
  };
  await driver.open('/partners/books/new');
  await paste('B0DEMO');
  await driver.waitForText('We can’t read “B0DEMO”.');
  // An Enter that only ends the composition of a character must not fill in the details.
  await driver.fill('Store links, ASIN, or ISBN', '9780306406157 B0DEMO');
  const field = driver.main.getByLabel('Store links, ASIN, or ISBN');
  await field.dispatchEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true });
  expect(await driver.page.getByText('ISBN filled in').count()).toBe(0);
  await field.press('Enter');
  await driver.waitForText('ISBN filled in: 9780306406157.');
  const warning = driver.main.getByText('We couldn’t read B0DEMO.');
  expect(await warning.evaluate((text) => text.closest('[data-kind]')?.getAttribute('data-kind'))).toBe('warning');
  await paste('A Title of My Own https://www.amazon.com/dp/B0UNKNOWN1');
  await driver.waitForText('We couldn’t find B0UNKNOWN1 on Amazon.');
  expect(await driver.main.getByRole('textbox', { name: 'Title', exact: true }).inputValue()).toBe('A Title of My Own');
  expect(await driver.page.getByText('unexpectedly doesn').count()).toBe(0);
  expect(await driver.page.getByText('We can’t read').count()).toBe(0);
  await paste(
    'https://www.kobo.com/us/en/ebook/holmes?utm_source=x https://www.amazon.com/Holmes/dp/B0DEMO0001/ref=sr_1_1',
  );
  await driver.waitForText(/^Filled in from the demo catalog: The Adventures of Sherlock Holmes by Arthur Conan Doyle/);
  expect(await driver.main.getByLabel('Kobo', { exact: true }).inputValue()).toBe(
    'https://www.kobo.com/us/en/ebook/holmes',
  );
  const title = driver.main.getByRole('textbox', { name: 'Title', exact: true });
  await paste('B0UNKNOWN1');
  await driver.waitForText('We couldn’t find B0UNKNOWN1 on Amazon.');
  expect(await title.inputValue()).toBe('');
  await paste('https://www.amazon.com/Holmes/dp/B0DEMO0001/ref=sr_1_1');
  await driver.waitForText(/^Filled in from the demo catalog/);
  await paste('Another Title https://www.amazon.com/dp/B0UNKNOWN2');
  await driver.waitForText('We couldn’t find B0UNKNOWN2 on Amazon.');
  expect(await title.inputValue()).toBe('Another Title');
  await title.fill('');
  await paste('https://www.amazon.com/Holmes/dp/B0DEMO0001/ref=sr_1_1');
  await driver.waitForText(/^Filled in from the demo catalog/);
  await driver.press('Create the profile Arthur Conan Doyle');
  const profile = driver.main.getByLabel('Author profile').locator('option:checked');
  await expect.poll(() => profile.textContent()).toBe('Arthur Conan Doyle');
  expect(await title.inputValue()).toBe('The Adventures of Sherlock Holmes');
  await title.fill('Twelve London Cases');
  await driver.waitForText('From Amazon, edited');
  const picture = await sharp({ create: { width: 600, height: 960, channels: 3, background: '#345' } })
    .png()
    .toBuffer();
  const choose = (buffer: Buffer) =>
    driver.main.locator('input[type=file]').setInputFiles({ name: 'cover.png', mimeType: 'image/png', buffer });
  const refusals = driver.main.getByRole('alert');
  await choose(Buffer.alloc(5 * 1024 * 1024 + 1));
  await refusals.filter({ hasText: 'That isn’t a JPEG, PNG, or WebP image of at most 5 MB.' }).waitFor();
  await choose(Buffer.from('text'));
  await refusals.filter({ hasText: 'We can’t read this file.' }).waitFor();
  await choose(picture);
  await driver.main.locator('img[src^="blob:"]').first().waitFor();
  expect(await refusals.filter({ hasText: 'We can’t read this file.' }).count()).toBe(0);
  const card = driver.main.getByRole('region', { name: 'On our pages' });
  await card.getByText('Twelve London Cases').waitFor();
  await card.locator('img[src^="blob:"]').waitFor();
  await card.getByText('$0.99').waitFor();
  await card.getByText(/Amazon.*Kobo/).waitFor();
  await driver.press('Add book');
  await driver.page.waitForURL(/\/partners\/books\/\d+$/);
  const book = await server.deps.db.book.findFirstOrThrow({ where: { title: 'Twelve London Cases' } });
  expect(book.cover).toMatch(/^covers\//);
  expect(book.author_id).not.toBeNull();

  await driver.open('/partners/books/new');
  await expect.poll(() => profile.textContent()).toBe('Arthur Conan Doyle');
  await driver.press('Add author profile');
  await driver.fill('Author’s name', 'Ada \u202aQuill');
  await driver.main.getByRole('group', { name: 'New author profile' }).getByRole('button').first().click();
  await driver.waitForText('This name contains a hidden text-direction character; please retype it');
  expect(await driver.page.getByText(CLIENT_TEXTS.systemProblem).count()).toBe(0);
});

it('a booking is moved to another day before the cutoff', MINUTE, async () => {
  await driver.open(`/partners/promotions/${booked.id}/edit`);
  // From December 1st, 8:00 in Vancouver, to the 3rd, 10:00.
  await driver.waitForText(/until Dec 3, 2026, 10:00 AM Pacific Time: 2 d 0[12]:\d\d:\d\d left\./);
  await driver.press('Change promotion');
  await driver.main.locator('[data-date="2026-12-05"]').first().click();
  await driver.press('Save changes');
  await driver.waitForText('Your changes were saved.');
  await driver.waitForText('Saturday December 5th, 2026');
});

it("a tab left open for a day uses the server's current time, not the time of its first page", MINUTE, async () => {
  const before = server.deps.now();
  const tab = await openTab();
  await tab.page.clock.install();
  await tab.open('/partners/dashboard');
  await tab.waitForText(/closes in 4 d/);
  server.clock.set(new Date(before.getTime() + DAY_MS));
  await tab.page.clock.fastForward(2 * MINUTE.timeout);
  const sidebar = tab.page.getByRole('navigation', { name: 'Partner' });
  await sidebar.getByRole('link', { name: 'eBooks' }).click();
  await sidebar.getByRole('link', { name: 'Dashboard' }).click();
  await tab.waitForText(/closes in 3 d/);
  server.clock.set(before);
  await tab.close();
});

it('a booking is canceled after a dialog that keeps the focus', MINUTE, async () => {
  await driver.press('Cancel promotion');
  const dialog = driver.page.getByRole('dialog');
  await dialog.getByLabel('Reason (optional)').waitFor();
  for (let presses = 0; presses < 6; presses++) {
    await driver.page.keyboard.press('Tab');
    expect(await focused().evaluate((element) => element.closest('[role="dialog"]') !== null)).toBe(true);
  }
  await driver.page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => focused().textContent()).toBe('Cancel promotion');
  await driver.press('Cancel promotion');
  await driver.pressInDialog('Cancel promotion');
  await driver.waitForText('The promotion was canceled.');
  await driver.waitForText('You canceled this promotion.');
  await driver.main.getByRole('link', { name: 'Promote it again' }).waitFor();
  expect(await driver.main.getByRole('button', { name: 'Change promotion' }).count()).toBe(0);
});

it("an approved promotion can't be moved once its newsletter has closed", MINUTE, async () => {
  const approved = await createPromotion(server, {
    partner,
    requested_date: '2026-12-02',
    book: { title: 'Too late' },
  });
  const staff = await createStaff(server);
  await staff.post(`/promotions/${approved.id}/approve`).expect(200);
  await driver.open(`/partners/promotions/${approved.id}/edit`);
  await driver.main.getByRole('button', { name: 'Change promotion' }).waitFor();
  await server.advanceTo('2026-12-02T18:00:00Z');
  await driver.page.reload();
  await driver.main.getByRole('heading', { level: 1, name: 'Too late' }).waitFor();
  expect(await driver.main.getByRole('button', { name: 'Change promotion' }).count()).toBe(0);
});

it('the calendar works with arrow keys, and a wrong code is refused while it is typed', MINUTE, async () => {
  await driver.open('/partners/promotions');
  await driver.follow('Add a promotion');
  await driver.main.getByRole('combobox', { name: 'Book', exact: true }).click();
  await driver.page.getByRole('option', { name: 'Twelve London Cases' }).click();
  const focusableDay = driver.main.getByRole('group', { name: 'Newsletter date' }).locator('[data-date][tabindex="0"]');
  await focusableDay.focus();
  const from = await focusableDay.getAttribute('data-date');
  await driver.page.keyboard.press('ArrowDown');
  await driver.page.keyboard.press('ArrowRight');
  const to = `2026-12-${Number(from!.slice(8)) + 8}`;
  await expect.poll(() => focused().getAttribute('data-date')).toBe(to);
  await driver.page.keyboard.press('Enter');
  await expect.poll(() => focused().getAttribute('aria-pressed')).toBe('true');
  const check = '**/api/v1/discounts/validate/**';
  await driver.page.route(check, (route) => route.fulfill({ status: 502, body: '<html>' }));
  await driver.fill('Discount code', 'SPRING');
  await driver.waitForText('Woops, our systems encountered a problem');
  await driver.page.unroute(check);
  await driver.fill('Discount code', 'NOPE');
  await driver.waitForText('This discount code isn’t valid. Check the spelling, or leave the field empty.');
  const limited = { code: 'ROMANCE', kind: 'percent', value: 25, category_id: 6 } as const;
  await server.deps.db.discount.create({ data: limited });
  const category = driver.main.getByLabel('Category', { exact: true });
  const own = await category.inputValue();
  await category.selectOption('6');
  await driver.fill('Discount code', 'ROMANCE');
  await driver.waitForText('Valid: 25% off');
  await category.selectOption(own);
  await driver.waitForText('This discount code isn’t valid. Check the spelling, or leave the field empty.');
});

it('text typed while a book’s last promotion is loading is kept', MINUTE, async () => {
  await driver.open('/partners/promotions/new');
  await driver.page.evaluate(() => localStorage.removeItem('partner_booking'));
  await driver.page.reload();
  const lastPromotion = /\/api\/v1\/promotions\?(?=.*book_id=)(?=.*sort_col=booked_date)/;
  let isTyped = () => {};
  const typed = new Promise<void>((resolve) => {
    isTyped = resolve;
  });
  await driver.page.route(lastPromotion, async (route) => {
    await typed;
    await route.continue();
  });
  await driver.main.getByRole('combobox', { name: 'Book', exact: true }).click();
  const answer = driver.page.waitForResponse(lastPromotion);
  await driver.page.getByRole('option', { name: 'Twelve London Cases' }).click();
  const note = driver.main.getByLabel('A note to our editors');
  await note.fill('Typed early.');
  isTyped();
  await answer;
  await expect.poll(() => driver.main.getByLabel('Category', { exact: true }).inputValue()).not.toBe('');
  expect(await note.inputValue()).toBe('Typed early.');
  await driver.page.unroute(lastPromotion);
});

it('an unfinished booking is stored when the partner leaves the page, and offered again', MINUTE, async () => {
  await driver.open('/partners/promotions/new');
  await driver.page.evaluate(() => localStorage.removeItem('partner_booking'));
  await driver.page.reload();
  await driver.main.getByLabel('A note to our editors').fill('The price is live from the evening before.');
  // Leaving shows no prompt, because nothing is lost.
  await driver.page.getByRole('link', { name: 'Billing' }).first().click();
  await driver.page.waitForURL(/\/partners\/billing$/);
  await driver.open('/partners/promotions/new');
  await driver.press('Continue this booking');
  expect(await driver.main.getByLabel('A note to our editors').inputValue()).toBe(
    'The price is live from the evening before.',
  );
  await driver.open('/partners/promotions/new');
  await driver.press('Start over');
  expect(await driver.main.getByLabel('A note to our editors').inputValue()).toBe('');
  await driver.page.reload();
  await driver.main.getByLabel('A note to our editors').waitFor();
  expect(await driver.main.getByRole('button', { name: 'Continue this booking' }).count()).toBe(0);
});

it('a booking whose response was lost is submitted once, although the button is pressed again', MINUTE, async () => {
  const owner = await createPartner(server);
  const { id: book_id } = await createBook(owner);
  const { page, main, open, press, waitForText, close } = await openTab(owner);
  await open(`/partners/promotions/new?book_id=${book_id}`);
  await press('Choose the best date for me');
  await waitForText(/^Chosen: /);
  await main.getByLabel('Current price').fill('4.99');
  await main.getByRole('textbox', { name: 'Deal price' }).fill('0.99');
  const submission = '**/api/v1/promotions';
  await page.route(submission, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await press('Submit for review');
  await waitForText(CLIENT_TEXTS.timeout);
  await page.unroute(submission);
  await press('Submit for review');
  const { id } = await server.deps.db.promotion.findFirstOrThrow({ where: { book_id } });
  await page.waitForURL(`**/partners/promotions/${id}/edit`);
  expect(await server.deps.db.promotion.count({ where: { book_id } })).toBe(1);
  await close();
});

it('a booking of a book without an author or a cover says so and links to the book’s form', MINUTE, async () => {
  const { book_id: id } = await server.deps.db.promotion.findUniqueOrThrow({ where: { id: booked.id } });
  const author = await server.deps.db.author.create({
    data: { partner_id: partner.id, name: 'Anne Lister', slug: 'anne-lister' },
  });
  await server.deps.db.book.update({ where: { id }, data: { author_id: author.id } });
  await driver.open(`/partners/promotions/new?book_id=${id}`);
  await driver.main.getByLabel('Discount code').waitFor();
  expect(await driver.main.getByText('has no author yet').count()).toBe(0);
  await driver.main.getByText('has no cover yet').waitFor();
  await server.deps.db.book.update({ where: { id }, data: { cover: 'covers/one.webp' } });
  await server.deps.db.book.update({ where: { id }, data: { author_id: null } });
  await driver.page.reload();
  await driver.main.getByText('has no author yet').waitFor();
  expect(await driver.main.getByText('has no cover yet').count()).toBe(0);
  await driver.main.getByRole('link', { name: 'Choose its author profile' }).click();
  await driver.page.waitForURL(new RegExp(`/partners/books/${id}/edit$`));
});

it('leaving a booking asks first in a browser that can’t store it', MINUTE, async () => {
  const other = await openTab();
  await other.page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('Full', 'QuotaExceededError');
    };
  });
  await other.open('/partners/promotions/new');
  await other.main.getByLabel('A note to our editors').fill('Only here.');
  const prompt = other.page.waitForEvent('dialog');
  await Promise.all([
    prompt.then((dialog) => dialog.dismiss()),
    other.page.getByRole('link', { name: 'Billing' }).first().click(),
  ]);
  expect(await other.main.getByLabel('A note to our editors').inputValue()).toBe('Only here.');
  await other.close();
});

it('the first Tab offers to skip the menus', MINUTE, async () => {
  const other = await openTab();
  await other.open('/partners/books');
  await other.waitForText('Twelve London Cases');
  await other.page.keyboard.press('Tab');
  expect(await other.page.locator(':focus').textContent()).toBe('Skip to content');
  await other.page.keyboard.press('Enter');
  expect(await other.page.locator(':focus').getAttribute('id')).toBe('main');
  await other.close();
});

it('on a phone the menu closes after a choice', MINUTE, async () => {
  await driver.page.setViewportSize({ width: 390, height: 844 });
  await driver.open('/partners/books');
  await driver.page.getByRole('button', { name: 'Expand the sidebar' }).click();
  await driver.page
    .getByRole('navigation', { name: 'Partner', exact: true })
    .getByRole('link', { name: 'Billing' })
    .click();
  await driver.page.waitForURL('**/partners/billing');
  await driver.page.getByRole('button', { name: 'Expand the sidebar' }).waitFor();
});

it('leaves no console errors', () => {
  // Browsers log expected refusals, too. The router logs that it can't store scroll positions. It also logs that its
  // prompt can't block "Skip to content", which adds #main to the URL but doesn't leave the page.
  const expected =
    /status of (404|422|502)|net::ERR_FAILED|Failed to save scroll positions|use a blocker on a POP navigation.*#main\)$/;
  const problems = [driver, ...tabs].flatMap(({ consoleProblems }) => consoleProblems);
  expect(problems.filter((text) => !expected.test(text))).toEqual([]);
});
