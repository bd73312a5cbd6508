/** Entered sales and uploaded sales reports in a browser. */
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { createBook, createPartner, type PartnerClient } from '#server/testing/factories.ts';
import { createSettledPromotion } from '#server/testing/settled-promotion.ts';
import { launchBrowser } from './browser.ts';
import { openAs, type PageDriver, takeFailureScreenshot } from './page-driver.ts';

let server: TestServer;
let browser: Browser;
let partner: PartnerClient;
let driver: PageDriver;
beforeAll(async () => {
  server = await startTestServer({ pages: true });
  browser = await launchBrowser();
  partner = await createPartner(server);
  driver = await openAs(browser, server, partner);
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await server?.close();
});
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await takeFailureScreenshot(driver.page, task.name);
});

it('asks for the columns of a report, and counts its rows with them', { timeout: 60_000 }, async () => {
  const book = await createBook(partner, { title: 'The Quiet Harbor' });
  const { id } = await createSettledPromotion(server, partner, { book_id: book.id });
  const { main, open, press, waitForText } = driver;
  await open(`/partners/promotions/${id}/edit`);
  await press('Upload a report');
  const choose = (name: string, text: string) =>
    main.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
  await choose('empty.csv', '\n');
  await waitForText('The file is empty. Download the report again and upload that file.');

  await choose('year.csv', 'x'.repeat(5 * 1024 * 1024 + 1));
  await main
    .getByRole('alert')
    .getByText('year.csv is larger than 5 MB. Download the report for a shorter date')
    .waitFor();
  expect(await driver.page.getByText('The file is larger than 5 MB').count()).toBe(0);

  const report = 'Tag;Buch;Stück;Erlös\n21.11.2026;The Quiet Harbor;3;1,05\n22.11.2026;The Quiet Harbor;2;0,70\n';
  await choose('bericht.csv', report);
  await waitForText('Choose the column with the title or the ASIN.');
  const assign = (heading: string, field: string) =>
    main.getByLabel(heading, { exact: true }).selectOption({ label: field });
  await assign('Tag', 'Date');
  await assign('Buch', 'Title');
  await assign('Stück', 'Copies sold');
  await assign('Erlös', 'Royalties');
  await main.getByLabel('Store', { exact: true }).selectOption({ label: 'Kobo' });
  await press('Save columns');
  await waitForText('2 rows match this promotion.');
  const save = main.getByRole('button', { name: 'Save these sales' });
  await main.getByText(/^Columns in /).click();
  await main.getByLabel('Dates such as 3/4/2026 begin with the day').check();
  await waitForText('You’ve changed the columns. Click “Save columns” before you save these sales.');
  expect(await save.getAttribute('aria-disabled')).toBe('true');
  await press('Save columns');
  await expect.poll(() => save.getAttribute('aria-disabled')).toBeNull();
  await save.click();
  await main.getByText('You earned $0.09 for each $1 you spent').waitFor();
  const sales = await server.deps.db.promotionSale.findMany({ where: { promotion_id: id }, orderBy: { id: 'asc' } });
  expect(sales.map(({ store, copies, royalty_cents }) => [store, copies, royalty_cents])).toEqual([
    ['kobo', 3, 105],
    ['kobo', 2, 70],
  ]);
});

it('closes the form of one promotion when another one is opened', { timeout: 60_000 }, async () => {
  const book = await createBook(partner, { title: 'The Long Harbor' });
  const ids = [
    (await createSettledPromotion(server, partner, { book_id: book.id })).id,
    (await createSettledPromotion(server, partner, { book_id: book.id })).id,
  ];
  const { page, main, open, press } = driver;
  const enter = main.getByRole('button', { name: 'Enter sales' });
  await open(`/partners/promotions/${ids[0]}/edit`);
  await enter.waitFor();
  // Navigates without a reload, like a link from one promotion of a book to another.
  await page.evaluate((path) => {
    history.pushState({}, '', path);
    dispatchEvent(new PopStateEvent('popstate'));
  }, `/partners/promotions/${ids[1]}/edit`);
  await page.waitForResponse((response) => response.url().includes(`/promotions/${ids[1]}/results`));
  await press('Enter sales');
  await main.getByRole('button', { name: 'Save sales' }).waitFor();
  await page.goBack();
  await enter.waitFor();
  expect(await main.getByRole('button', { name: 'Save sales' }).count()).toBe(0);
});

it('warns while royalties have no exchange rate', { timeout: 60_000 }, async () => {
  const book = await createBook(partner, { title: 'The Loud Harbor' });
  const { id } = await createSettledPromotion(server, partner, { book_id: book.id });
  const { main, open, press, waitForText } = driver;
  await open(`/partners/promotions/${id}/edit`);
  await press('Upload a report');
  const report = 'Title,Store,Units,Royalty,Currency\nThe Loud Harbor,Kobo,2,4,EUR\n';
  await main
    .locator('input[type=file]')
    .setInputFiles({ name: 'kobo.csv', mimeType: 'text/csv', buffer: Buffer.from(report) });
  const warning = 'We won’t save 4 EUR in royalties, because there’s no rate.';
  await waitForText(warning);
  await waitForText('We count this row’s copies, but not its 4 EUR in royalties');
  const rate = main.getByLabel('US dollars for 1 EUR');
  await rate.fill('0');
  await press('Update preview');
  await waitForText(warning);
  await rate.fill('1.1');
  await press('Update preview');
  await main.getByRole('cell', { name: '$4.40' }).waitFor();
  expect(await main.getByText(warning).count()).toBe(0);

  await main.locator('input[type=file]').setInputFiles({
    ...{ name: 'other.csv', mimeType: 'text/csv' },
    buffer: Buffer.from(report.replace(',4,', ',6,')),
  });
  await waitForText('We won’t save 6 EUR in royalties, because there’s no rate.');
  expect(await rate.inputValue()).toBe('');
});

it('keeps the sign of negative royalties, which are returns', { timeout: 60_000 }, async () => {
  const book = await createBook(partner, { title: 'The Returned Harbor' });
  const { id } = await createSettledPromotion(server, partner, { book_id: book.id });
  const { main, open, press } = driver;
  await open(`/partners/promotions/${id}/edit`);
  await press('Enter sales');
  const line = main.getByRole('group', { name: 'Line 1, Amazon' });
  await line.getByLabel('Copies').fill('-1');
  await line.getByLabel('Royalties').fill('-2.05');
  await press('Save sales');
  await press('Change your sales');
  expect(await line.getByLabel('Royalties').inputValue()).toBe('-$2.05');
  const sales = await server.deps.db.promotionSale.findMany({ where: { promotion_id: id } });
  expect(sales).toMatchObject([{ store: 'amazon', copies: -1, royalty_cents: -205 }]);
});

it('the dashboard asks for sales only if it knows that there are none', { timeout: 60_000 }, async () => {
  const owner = await createPartner(server);
  const book = await createBook(owner, { title: 'The Silent Harbor' });
  await createSettledPromotion(server, owner, { book_id: book.id });
  const { page, main, open, close } = await openAs(browser, server, owner);
  const summaries = /\/api\/v1\/promotion_results\?/;
  await page.route(summaries, (route) => route.fulfill({ status: 422, body: '<html>' }));
  const failed = page.waitForResponse(summaries);
  await open('/partners/dashboard');
  await failed;
  const results = main.getByRole('region', { name: 'Recent results' });
  await results.getByText('The Silent Harbor').waitFor();
  expect(await results.getByRole('link', { name: 'Enter your sales' }).count()).toBe(0);
  await page.unroute(summaries);
  await page.reload();
  await results.getByRole('link', { name: 'Enter your sales' }).waitFor();
  await close();
});

it('combines typed sales with those that were saved after the form was opened', { timeout: 60_000 }, async () => {
  const book = await createBook(partner, { title: 'The Shared Harbor' });
  const { id } = await createSettledPromotion(server, partner, { book_id: book.id });
  const { main, open, press, waitForText } = driver;
  const linesOf = async () =>
    (await partner.get(`/promotions/${id}/results`).expect(200)).body.results.sales.map(
      ({ store, copies }: { store: string; copies: number }) => [store, copies],
    );
  const saveElsewhere = async (store: string, copies: number) => {
    server.clock.set(new Date(server.clock.now().getTime() + 1000));
    const sales = [{ book_id: book.id, store, sold_on: null, copies, pages: 0, royalty_cents: 35 * copies }];
    const terms = { window_days: 7, baseline_per_day: null, kenp_micros: 4550 };
    await partner
      .patch(`/promotions/${id}/results`)
      .send({ ...terms, sales })
      .expect(200);
  };
  await open(`/partners/promotions/${id}/edit`);
  await main.getByRole('button', { name: 'Enter sales' }).waitFor();
  await saveElsewhere('ibooks', 2);
  await press('Enter sales');
  // The form starts with the sales that were saved after the page was loaded.
  await main.getByRole('group', { name: /Apple Books/ }).waitFor();
  await saveElsewhere('kobo', 3);
  await main
    .getByRole('group', { name: /Amazon/ })
    .getByLabel('Copies')
    .fill('5');
  await press('Save sales');
  await waitForText('Your sales were changed after you opened this form');
  expect(await linesOf()).toEqual([['kobo', 3]]);
  await press('Keep my changes');
  expect(
    await main
      .getByRole('group', { name: /Amazon/ })
      .getByLabel('Copies')
      .inputValue(),
  ).toBe('5');
  await press('Save sales');
  await main.getByRole('button', { name: 'Change your sales' }).waitFor();
  expect(await linesOf()).toEqual([
    ['amazon', 5],
    ['kobo', 3],
  ]);
});
