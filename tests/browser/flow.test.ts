/** The main flow in a browser: partner, editor, and reader use the screens and emails. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { BROWSER, createReader, createStaff, PASSWORD, tokensFor } from '#server/testing/factories.ts';
import { createWorkbook, KDP_SALES_HEADER, kdpSale } from '#server/testing/workbook.ts';
import { launchBrowser, openPage } from './browser.ts';

const DATE = '2026-12-03';
const MINUTE = 60_000;

describe('the life of a promotion, in the browser', () => {
  let server: TestServer;
  let browser: Browser;
  let partner: Page;
  let staff: Page;
  const consoleProblems: string[][] = [];
  let promotionId = 0;

  beforeAll(async () => {
    server = await startTestServer({ pages: true });
    browser = await launchBrowser();
    const [forPartner, forStaff] = [
      await openPage(browser, { baseURL: server.url }),
      await openPage(browser, { baseURL: server.url }),
    ];
    partner = forPartner.page;
    staff = forStaff.page;
    consoleProblems.push(forPartner.consoleProblems, forStaff.consoleProblems);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  afterEach(async ({ task }) => {
    if (task.result?.state !== 'fail') return;
    for (const [name, page] of Object.entries({ partner, staff })) {
      await page.screenshot({ path: `test-results/${task.name.replaceAll(/\W+/g, '-')}-${name}.png`, fullPage: true });
    }
  });

  const main = (page: Page) => page.getByRole('main');
  const press = (page: Page, name: string | RegExp) =>
    main(page)
      .getByRole('button', { name, exact: typeof name === 'string' })
      .click();
  const waitForText = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();

  it('starts with a sign-up', { timeout: MINUTE }, async () => {
    await partner.goto('/partners/sign-up');
    await main(partner).getByLabel('Name').fill('Ada Quill');
    await main(partner).getByLabel('Email', { exact: true }).fill('ada@example.test');
    await main(partner).getByLabel('Password', { exact: true }).fill(PASSWORD);
    await main(partner).getByLabel('Confirm password').fill(PASSWORD);
    await press(partner, /sign up|create/i);
    await partner.waitForURL('**/partners/dashboard');
    await waitForText(partner, 'Hello, Ada Quill');
  });

  it('verifies the address only when the button on the page of the emailed link is pressed', {
    timeout: MINUTE,
  }, async () => {
    const banner = partner.getByRole('complementary', { name: 'Email not verified' });
    await banner.waitFor();
    const links = async () =>
      (await server.emailsTo('ada@example.test')).flatMap(
        ({ text }) => /http\S+verify-email\?\S+/.exec(text)?.[0] ?? [],
      );
    const [first] = await links();
    await banner.getByRole('button', { name: 'Resend the email' }).click();
    await waitForText(partner, 'We sent the link to ada@example.test again.');
    const second = (await links()).find((link) => link !== first)!;
    await partner.goto(second);
    await banner.waitFor();
    await press(partner, 'Verify my address');
    await waitForText(partner, 'Your address is verified.');
    await banner.waitFor({ state: 'detached' });
  });

  it('continues with a card, an author profile, and a book', { timeout: MINUTE }, async () => {
    await partner.goto('/partners/billing');
    await press(partner, /add a card/i);
    await main(partner).getByRole('radio', { name: /4242/ }).check();
    await press(partner, 'Add this card');
    await waitForText(partner, 'Your credit card was successfully added!');

    await partner.goto('/partners/author-profiles/new');
    await main(partner).getByLabel('Name').fill('Ada Quill');
    await press(partner, 'Add author profile');
    await partner.waitForURL('**/partners/author-profiles');

    await partner.goto('/partners/books/new');
    await main(partner).getByRole('textbox', { name: 'Title', exact: true }).fill('The Quiet Harbor');
    await main(partner).getByLabel('Category').first().selectOption({ label: 'Mystery' });
    await main(partner).getByLabel('Author profile').selectOption({ label: 'Ada Quill' });
    await main(partner)
      .getByRole('textbox', { name: 'Description' })
      .fill('A harbor town, a drowned ferryman, and a ledger that nobody wants found again.');
    await main(partner)
      .getByRole('textbox', { name: 'Blurb' })
      .fill('A harbor town, a drowned ferryman, and a ledger.');
    await main(partner).getByRole('textbox', { name: 'Amazon' }).fill('https://www.amazon.com/dp/B0ABCDEFGH');
    await main(partner)
      .getByRole('textbox', { name: 'Kobo' })
      .fill('https://www.kobo.com/us/en/ebook/the-quiet-harbor');
    await press(partner, 'Add book');
    await partner.waitForURL(/\/partners\/books\/\d+$/);
    await waitForText(partner, 'The Quiet Harbor');
  });

  it('books a date with the top spot and a discount code', { timeout: MINUTE }, async () => {
    await server.deps.db.discount.create({ data: { code: 'QUARTER', kind: 'percent', value: 25 } });
    await main(partner)
      .getByRole('link', { name: /promot/i })
      .first()
      .click();
    await partner.waitForURL(/\/partners\/promotions\/new\?book_id=\d+/);
    await main(partner).locator(`[data-date="${DATE}"]`).click();
    await main(partner).getByLabel('Current price').fill('4.99');
    await main(partner).getByRole('textbox', { name: 'Deal price' }).fill('0.99');
    await main(partner)
      .getByRole('checkbox', { name: /Top spot in its category/ })
      .check();
    await main(partner).getByRole('textbox', { name: 'Discount code' }).fill('quarter');
    await waitForText(partner, /25\s?%/);
    await waitForText(partner, /\$60\.00/);
    await press(partner, 'Submit for review');
    await partner.waitForURL(/\/partners\/promotions\/\d+\/edit/);
    promotionId = Number(/promotions\/(\d+)/.exec(partner.url())![1]);
    await waitForText(partner, 'awaiting review');
  });

  it('gets a question from an editor, an answer, and an approval by keyboard', { timeout: MINUTE }, async () => {
    const editor = await createStaff(server);
    await staff.goto('/users/sign-in');
    await main(staff).getByLabel('Email').fill(editor.headers.uid!);
    await main(staff).getByLabel('Password', { exact: true }).fill(PASSWORD);
    await press(staff, 'Sign in');
    await staff.waitForURL('**/users/promotions');
    await waitForText(staff, 'The Quiet Harbor');
    await staff.keyboard.press('f');
    await staff.getByRole('dialog').getByRole('textbox').fill('Is the price already live?');
    await staff
      .getByRole('dialog')
      .getByRole('button', { name: /ask|send/i })
      .click();
    await staff.getByRole('dialog').waitFor({ state: 'detached' });
    // A decision can be undone for a few seconds.
    await expect.poll(() => statusOf(server, promotionId), { timeout: MINUTE }).toBe('awaiting_feedback');

    await partner.reload();
    await waitForText(partner, 'Is the price already live?');
    await main(partner).getByLabel('Your answer').fill('From the evening before.');
    await press(partner, /send|answer/i);
    await waitForText(partner, 'feedback submitted');

    await staff.goto('/users/promotions');
    await waitForText(staff, 'From the evening before.');
    await staff.keyboard.press('a');
    await staff.getByText('The book has no cover. Approve anyway?').waitFor();
    // A press before anyone can have read the question doesn't count.
    await staff.waitForTimeout(700);
    await staff.keyboard.press('a');
    await expect.poll(() => statusOf(server, promotionId), { timeout: MINUTE }).toBe('approved');
    // A later test moves the clock, which ends the editor's session; an open live queue would log that.
    await staff.goto('about:blank');
  });

  it('has its price confirmed on the dashboard', { timeout: MINUTE }, async () => {
    await partner.goto('/partners/dashboard');
    await waitForText(partner, 'Set the price of The Quiet Harbor to $0.99 at every store');
    for (const store of ['Amazon', 'Kobo']) await press(partner, `Confirm price at ${store}`);
    await waitForText(partner, 'Keep the price of The Quiet Harbor at $0.99 until the deal ends');
  });

  it('is sent, clicked, and shown as running', { timeout: MINUTE }, async () => {
    const readers = [await createReader(server), await createReader(server)];
    await server.advanceTo('2026-12-03T18:00:00Z');
    for (const [index, reader] of readers.entries()) {
      const [newsletter] = await server.emailsTo(reader.email);
      expect(
        await destinationOf(browser, `${server.url}/${tokensFor(server, newsletter!.text, promotionId)[index]}`),
      ).toBe(['https://www.amazon.com/dp/B0ABCDEFGH', 'https://www.kobo.com/us/en/ebook/the-quiet-harbor'][index]);
    }
    await partner.goto('/partners/dashboard');
    const running = main(partner).getByRole('region', { name: 'Running now' });
    await running.getByText('The Quiet Harbor').first().waitFor();
    await running.getByText('2 clicks').first().waitFor();
    await partner.goto(`/partners/promotions/${promotionId}/edit`);
    await waitForText(partner, 'successfully sent');
    await main(partner)
      .getByRole('row', { name: /Kobo 1/ })
      .waitFor();
  });

  it('fails on a declined card, and is paid with another', { timeout: MINUTE }, async () => {
    await partner.goto('/partners/billing');
    await press(partner, /add a card/i);
    await main(partner).getByRole('radio', { name: /0341/ }).check();
    await press(partner, 'Add this card');
    await waitForText(partner, 'Your credit card was successfully added!');
    await makeDefault('0341');
    await server.advanceTo('2026-12-06T18:00:00Z');

    await partner.goto(`/partners/promotions/${promotionId}/edit`);
    await waitForText(partner, 'payment failed');
    await waitForText(partner, 'Your card was declined.');
    await partner.goto('/partners/billing');
    await makeDefault('4242');
    await partner.goto(`/partners/promotions/${promotionId}/edit`);
    // 2 × $0.40 + $10.00, less 25%
    await press(partner, 'Pay $8.10 now');
    await waitForText(partner, 'The charge was successful.');
    await waitForText(partner, 'successfully sent');
    await waitForText(partner, 'Total, card ending in 4242');
  });

  it('shows the revenue per $1 spent, from an uploaded report and a typed line', { timeout: MINUTE }, async () => {
    const sale = { title: 'The Quiet Harbor', asin: 'B0ABCDEFGH' };
    const report = createWorkbook({
      'Combined Sales': [
        KDP_SALES_HEADER,
        kdpSale({ ...sale, day: '2026-12-03', sold: 40, royalty: 14 }),
        kdpSale({ ...sale, day: '2026-12-04', sold: 6, refunded: 1, royalty: 1.75 }),
        kdpSale({ ...sale, day: '2026-12-11', sold: 9, royalty: 3.15 }),
      ],
    });
    await press(partner, 'Upload a report');
    await partner.locator('input[type=file]').setInputFiles({
      name: 'KDP_Royalties.xlsx',
      mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      buffer: report,
    });
    await waitForText(partner, '2 rows match this promotion. Left out: 1 from other days.');
    await press(partner, 'Save these sales');
    // $15.75 for $8.10
    await waitForText(partner, 'You earned $1.94 for each $1 you spent');

    await press(partner, 'Change your sales');
    const kobo = main(partner).getByRole('group', { name: /Kobo/ });
    await kobo.getByLabel('Copies').fill('10');
    await kobo.getByLabel('Royalties').fill('3.69');
    await press(partner, 'Save sales');
    await waitForText(partner, 'You earned $2.40 for each $1 you spent');
    await partner.goto('/partners/promotions');
    await waitForText(partner, '$2.40 per $1 spent');
  });

  async function makeDefault(last4: string) {
    const card = main(partner)
      .getByRole('list', { name: 'Your cards' })
      .getByRole('listitem')
      .filter({ hasText: last4 });
    await card.getByRole('button', { name: /default/i }).click();
    await waitForText(partner, 'The default credit card was successfully updated');
  }

  it('leaves no console errors', () => {
    expect(consoleProblems.flat()).toEqual([]);
  });
});

const statusOf = async (server: TestServer, id: number) =>
  (await server.deps.db.promotion.findUniqueOrThrow({ where: { id } })).approval_status;

/** Returns the URL that a tracked link redirects to; tests can't reach the store. */
async function destinationOf(browser: Browser, link: string) {
  const context = await browser.newContext({ userAgent: BROWSER });
  const page = await context.newPage();
  const navigation = page.waitForRequest((request) => new URL(request.url()).hostname !== '127.0.0.1');
  await page.goto(link).catch(() => null);
  const url = (await navigation).url();
  await context.close();
  return url;
}
