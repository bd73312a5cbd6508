/**
 * Staff's keyboard shortcuts in a browser: the command palette, the list of shortcuts, and the shortcuts of the review
 * queue and of a promotion's own page.
 */
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { type Client, type CreatedPromotion, createPromotion, createStaff } from '#server/testing/factories.ts';
import { chargeAsPartner, createUnpaidPromotions, SET_UP_TIMEOUT_MS } from '#server/testing/unpaid-promotions.ts';
import { launchBrowser, openPage, removeProblems } from './browser.ts';
import { signIn } from './crawl.ts';

const MINUTE = 60_000;

describe('the keyboard shortcuts of staff', { timeout: 2 * MINUTE }, () => {
  let server: TestServer;
  let browser: Browser;
  let staff: Client & { id: number };
  let promotion: CreatedPromotion;
  const consoleProblems: string[][] = [];

  beforeAll(async () => {
    server = await startTestServer({ pages: true });
    browser = await launchBrowser();
    staff = await createStaff(server, 'admin');
    promotion = await createPromotion(server, { requested_date: '2026-12-09', book: { title: 'Silas Marner' } });
    await createPromotion(server, { requested_date: '2026-12-10', book: { title: 'Romola' } });
    const { id } = promotion.partner;
    await server.deps.db.partner.update({ where: { id }, data: { name: 'Lantern Street Books' } });
  }, 3 * MINUTE);
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  // Also after a failure: a page left open would log that its session ended when a later test moves the clock.
  afterEach(async () => {
    for (const context of browser.contexts()) await context.close();
    expect(consoleProblems.splice(0).flat()).toEqual([]);
  });

  async function open(path: string, width = 1280) {
    const opened = await openPage(browser, { baseURL: server.url, width });
    consoleProblems.push(opened.consoleProblems);
    await signIn(opened.context, server.url, staff.headers);
    await opened.page.goto(path);
    await opened.page.getByRole('button', { name: 'Find anything' }).waitFor();
    return opened.page;
  }
  const fieldOf = (page: Page) => page.getByRole('combobox', { name: /^Partner, book/ });
  async function openPalette(page: Page, heading: string | RegExp) {
    await page.getByRole('heading', { name: heading }).first().waitFor();
    await page.keyboard.press('Control+k');
    await fieldOf(page).waitFor();
  }
  const focusedRole = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('role'));
  /** Checks that the page isn't wider than the screen. With PICTURES=<folder>, also takes screenshots. */
  async function expectFitsScreen(page: Page, name: string) {
    for (const scheme of ['light', 'dark'] as const)
      for (const width of [1280, 390]) {
        await page.emulateMedia({ colorScheme: scheme });
        await page.setViewportSize({ width, height: 900 });
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
        if (process.env.PICTURES)
          await page.screenshot({ path: `${process.env.PICTURES}/${name}-${scheme}-${width}.png` });
      }
    await page.setViewportSize({ width: 1280, height: 900 });
  }

  it('open a palette that finds records and screens, and remembers them', async () => {
    const page = await open('/users/books');
    await openPalette(page, 'Books');
    await page.keyboard.type('lantern');
    // Pressed before the search has responded.
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/users/partners/${promotion.partner.id}`);
    expect(await page.getByRole('dialog').count()).toBe(0);

    await openPalette(page, 'Lantern Street Books');
    await page.keyboard.type('silas');
    const options = page.getByRole('option');
    await options.getByText('Silas Marner').nth(1).waitFor();
    expect(await page.getByRole('listbox').getByRole('group').count()).toBe(2);
    expect(await page.getByRole('option', { selected: true }).count()).toBe(1);
    await expectFitsScreen(page, 'palette');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/users/promotions/${promotion.id}/edit`);

    await openPalette(page, 'Silas Marner');
    await page.keyboard.type('sett');
    await page.getByRole('option', { name: /Settings/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/u/settings');

    await openPalette(page, 'Settings');
    const recent = page.getByRole('group', { name: 'Recent' }).getByRole('option');
    expect(await recent.allInnerTexts()).toEqual([
      expect.stringContaining('Settings'),
      expect.stringContaining('Silas Marner'),
      expect.stringContaining('Lantern Street Books'),
    ]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  });

  it('don’t act on the page while the palette loads; the typed text goes into its field', async () => {
    const page = await open('/users/promotions');
    await page.getByRole('button', { name: /^Silas Marner / }).waitFor();
    const { promise: canLoad, resolve: load } = Promise.withResolvers<void>();
    await page.route('**/CommandPalette*.js', (route) => canLoad.then(() => route.continue()));
    await page.keyboard.press('Control+k');
    await page.keyboard.type('afromolx');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Escape');
    // Escape canceled opening the palette, so the next Ctrl+K starts again.
    await page.keyboard.press('Control+k');
    await page.keyboard.type('ar');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Backspace');
    await page.keyboard.type('romola');
    expect(await page.getByText('will be approved').count()).toBe(0);
    expect(await page.getByRole('dialog').count()).toBe(0);
    load();
    await expect.poll(() => fieldOf(page).inputValue()).toBe('romola');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/users\/(promotions|books)\/\d+/);
    await page.getByRole('heading', { name: 'Romola' }).first().waitFor();
    expect(await server.deps.db.promotion.count({ where: { approval_status: { not: null } } })).toBe(0);

    // If the palette's script fails to load, the page's keys work again.
    await page.goto('/users/promotions');
    await page.getByRole('button', { name: /^Silas Marner / }).waitFor();
    await page.unroute('**/CommandPalette*.js');
    await page.route('**/CommandPalette*.js', (route) => route.abort());
    await page.keyboard.press('Control+k');
    await page.getByText('The search didn’t load. Reload the page.').waitFor();
    await page.keyboard.press('r');
    await page
      .getByRole('dialog')
      .getByRole('heading', { name: /^Decline promotion/ })
      .waitFor();
    await page.context().close();
    removeProblems(consoleProblems.at(-1)!, /net::ERR_FAILED/);
  });

  it('leave the keys to the next screen if the palette is still loading', async () => {
    const page = await open('/users/promotions');
    const { promise: canLoad, resolve: load } = Promise.withResolvers<void>();
    await page.route('**/CommandPalette*.js', (route) => canLoad.then(() => route.continue()));
    await page.keyboard.press('Control+k');
    await page.getByRole('navigation', { name: 'Staff' }).getByRole('link', { name: 'Books', exact: true }).click();
    await page.waitForURL('**/users/books');
    const search = page.getByRole('main').getByRole('searchbox');
    await search.click();
    await page.keyboard.type('romola');
    expect(await search.inputValue()).toBe('romola');
    load();
    await page.keyboard.press('Control+k');
    await fieldOf(page).waitFor();
    expect(await fieldOf(page).inputValue()).toBe('');
  });

  it('include a palette that reports no matches and a failed search, and returns the focus to its button', async () => {
    const page = await open('/users/books', 390);
    const button = page.getByRole('button', { name: 'Find anything' });
    await button.click();
    await expect.poll(() => focusedRole(page)).toBe('combobox');
    await fieldOf(page).fill('zzzz');
    await page.getByRole('status').getByText('No matches').waitFor();
    await page.route('**/staff_search**', (route) => route.fulfill({ status: 400, body: '{}' }));
    await fieldOf(page).fill('yyyy');
    await page.getByRole('status').getByText('The search failed.').waitFor();
    await page.unroute('**/staff_search**');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('status').getByText('No matches').waitFor();
    await fieldOf(page).focus();
    await page.keyboard.press('Escape');
    await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true);

    await button.click();
    await page.route('**/staff_search**', (route) => route.fulfill({ status: 400, body: '{}' }));
    await fieldOf(page).fill('xxxx');
    await page.getByRole('status').getByText('The search failed.').waitFor();
    await page.unroute('**/staff_search**');
    await fieldOf(page).fill('lantern');
    // Pressed before the search of the new text has started.
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/users/partners/${promotion.partner.id}`);
    await page.context().close();
    removeProblems(consoleProblems.at(-1)!, /status of 400/);
  });

  it('are listed if the screen binds them, and "/" focuses the search', async () => {
    const page = await open('/users/promotions');
    await page.getByRole('article').getByRole('heading').first().waitFor();
    await page.keyboard.press('/');
    await expect.poll(() => page.evaluate(() => (document.activeElement as HTMLInputElement).name)).toBe('q');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.getByRole('article').getByRole('heading').first().click();
    const openShortcuts = async () => {
      await page.keyboard.press('?');
      const shortcuts = page.getByRole('dialog', { name: 'Shortcuts' });
      await shortcuts.waitFor();
      const keys = await shortcuts.locator('kbd').allInnerTexts();
      return [keys, shortcuts] as const;
    };
    const [keysInQueue, shortcuts] = await openShortcuts();
    expect(keysInQueue).toEqual(
      expect.arrayContaining(['Ctrl K', 'Ctrl Enter', '/', '?', 'j', 'k', 'Enter', 'Esc', 'h']),
    );
    await shortcuts.getByText('Time to undo').first().waitFor();
    await expectFitsScreen(page, 'keys');
    await shortcuts.getByRole('switch').uncheck();
    await page.keyboard.press('Escape');
    await shortcuts.waitFor({ state: 'hidden' });
    await page.keyboard.press('?');
    expect(await shortcuts.count()).toBe(0);
    await page.getByRole('button', { name: 'Show shortcuts' }).click();
    await shortcuts.getByRole('switch').check();
    await page.keyboard.press('Escape');
    await shortcuts.waitFor({ state: 'hidden' });

    await page.goto(`/users/promotions/${promotion.id}/edit`);
    await page.getByRole('heading', { name: 'Silas Marner' }).first().waitFor();
    const [keysOnPage] = await openShortcuts();
    expect(keysOnPage).not.toContain('j');
    expect(keysOnPage).toEqual(expect.arrayContaining(['a', 'r', 'f', 'c', 'h', 'd', '1', '5', 'p', 'u', '?']));
  });

  it('decline with digits, a template, and Ctrl+Enter on the promotion’s own page', async () => {
    const page = await open(`/users/promotions/${promotion.id}/edit`);
    const decision = page.getByRole('region', { name: 'Decision' });
    await decision.getByRole('button', { name: /^Decline/ }).waitFor();
    await page.keyboard.press('r');
    const dialog = page.getByRole('dialog', { name: /^Decline/ });
    const reason = dialog.getByRole('checkbox').nth(1);
    await reason.waitFor();
    await page.keyboard.press('2');
    await expect.poll(() => reason.isChecked()).toBe(true);
    await page.keyboard.press('1');
    await page.keyboard.press('1');
    expect(await dialog.getByRole('checkbox').first().isChecked()).toBe(false);
    await dialog.getByLabel('Template').selectOption({ label: 'Description needs editing' });
    await dialog.getByRole('button', { name: 'Insert template' }).click();
    const message = dialog.getByLabel('Message to the partner');
    expect(await message.inputValue()).toContain('The description of “Silas Marner” has errors');
    await expectFitsScreen(page, 'decline');
    await message.focus();
    await page.keyboard.press('End');
    await page.keyboard.type(' 2 typos.');
    await page.keyboard.press('Control+Enter');
    await decision.getByText(/Silas Marner will be declined in \d s\. You can undo this\./).waitFor();
    await page.keyboard.press('u');
    await decision.getByRole('button', { name: /^Decline/ }).waitFor();
    expect(await server.deps.db.promotion.findUniqueOrThrow({ where: { id: promotion.id } })).toMatchObject({
      approval_status: null,
    });
    await page.keyboard.press('f');
    const question = page.getByRole('dialog', { name: /^Ask for feedback/ });
    await question.getByRole('button', { name: 'Insert template' }).click();
    expect(await question.getByRole('textbox').inputValue()).toContain('Silas Marner');
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'hidden' });
    await page.keyboard.press('r');
    await dialog.waitFor();
    await page.keyboard.press('Control+Enter');
    await decision.getByText(/Silas Marner will be declined in \d s\./).waitFor();
    await page.goto('/users/books');
    await expect
      .poll(
        async () => (await server.deps.db.promotion.findUniqueOrThrow({ where: { id: promotion.id } })).staff_message,
      )
      .toMatch(/Silas Marner.*2 typos\./s);
  });

  it('save a note with Ctrl+Enter; its draft is kept while another promotion is selected', async () => {
    const third = await createPromotion(server, { requested_date: '2026-12-11', book: { title: 'Felix Holt' } });
    const page = await open('/users/promotions');
    await page.getByRole('button', { name: /Romola/ }).click();
    const notes = page.getByRole('region', { name: 'Internal notes' });
    await notes.getByRole('button', { name: 'Add a note' }).click();
    await notes.getByRole('textbox').fill('Ask Nora about');
    await page.getByRole('button', { name: /Felix Holt/ }).click();
    await page.getByRole('article').getByRole('heading', { name: 'Felix Holt' }).first().waitFor();
    expect(await notes.getByRole('textbox').count()).toBe(0);
    await page.getByRole('button', { name: /Romola/ }).click();
    expect(await notes.getByRole('textbox').inputValue()).toBe('Ask Nora about');
    await notes.getByRole('textbox').press('End');
    await page.keyboard.type(' the cover.');
    await page.keyboard.press('Control+Enter');
    await notes.getByText('Ask Nora about the cover.').waitFor();
    await page.getByRole('button', { name: /Felix Holt/ }).click();
    await page.getByRole('button', { name: /Romola/ }).click();
    await notes.getByText('Ask Nora about the cover.').waitFor();
    expect(await notes.getByRole('textbox').count()).toBe(0);
    // The partner's name is a link in the details and on the book's page.
    const { name } = await server.deps.db.partner.findUniqueOrThrow({ where: { id: third.partner.id } });
    await page.getByRole('article').getByRole('link', { name, exact: true }).first().click();
    await page.getByRole('heading', { name, level: 1 }).waitFor();
    await page.goto(`/users/books/${third.book.id}/edit`);
    await page.getByRole('main').getByRole('link', { name }).click();
    await page.getByRole('heading', { name, level: 1 }).waitFor();
  });

  it('charge in the queue, and charge and refund on the promotion’s own page', {
    timeout: SET_UP_TIMEOUT_MS,
  }, async () => {
    const [unpaid, failed] = await createUnpaidPromotions(server, ['pm_card_visa', 'pm_card_chargeCustomerFail']);
    await chargeAsPartner(failed!).expect(422);
    // The earlier session expired when the clock moved.
    staff = await createStaff(server, 'admin');
    const page = await open('/users/promotions?status=awaiting+payment');
    await page.getByRole('button', { name: /^Charge \$/ }).waitFor();
    await page.keyboard.press('h');
    const dialog = page.getByRole('dialog', { name: 'Charge the default card?' });
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Copy payment link' }).waitFor();
    await page.getByRole('button', { name: /^Charge for/ }).click();
    await dialog.getByText('Visa ending in 4242').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await page.goto(`/users/promotions/${unpaid!.id}/edit`);
    await page.getByRole('button', { name: /^Charge \$/ }).waitFor();
    await page.keyboard.press('h');
    await dialog.waitFor();
    await page.keyboard.press('Control+Enter');
    await page.getByText('The charge was successful.').waitFor();
    await page.getByRole('button', { name: /^Refund payment/ }).waitFor();
    await page.keyboard.press('d');
    const amount = page.getByLabel('Amount', { exact: true });
    await expect.poll(() => amount.evaluate((field) => field === document.activeElement)).toBe(true);
    await page.getByLabel('Reason').fill('Sent twice');
    await page.keyboard.press('Control+Enter');
    await page.getByText('The refund is on its way to the card.').waitFor();

    await page.goto('/users/promotions?status=payment_failed');
    const row = page.locator(`#promotion-${failed!.id}`);
    await row.getByText('$10.00 due').waitFor();
    const charge = page.getByRole('button', { name: /^Charge \$10\.00/ });
    await charge.waitFor();
    const { y, height } = (await charge.boundingBox())!;
    expect(y + height).toBeLessThan(page.viewportSize()!.height);
    await page.keyboard.press('j');
    await page.keyboard.press('h');
    await dialog.waitFor();
    const refused = page.waitForResponse('**/charge');
    await page.keyboard.press('Control+Enter');
    expect((await refused).status()).toBe(422);
    await page.getByRole('alert').first().waitFor();
    // The focus stays on the row once the page has settled.
    await page.waitForTimeout(500);
    expect(await page.evaluate(() => document.activeElement?.id)).toBe(`promotion-${failed!.id}`);
    await page.context().close();
    removeProblems(consoleProblems.at(-1)!, /status of 422/);
  });
});
