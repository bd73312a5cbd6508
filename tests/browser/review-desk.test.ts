/**
 * The review desk in a browser: finding promotions, undoing decisions, the editor's place in the list, questions before
 * an approval, and changed entries.
 */
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { START, startTestServer, type TestServer } from '#server/testing/app.ts';
import {
  type Client,
  completeBooks,
  createPartner,
  createPromotion,
  createStaff,
  insertPartners,
  type PartnerClient,
} from '#server/testing/factories.ts';
import { createSettledPromotion } from '#server/testing/settled-promotion.ts';
import { addDays } from '#shared/dates.ts';
import { launchBrowser, openPage, removeProblems, stopUpdates } from './browser.ts';
import { signIn } from './crawl.ts';

const MINUTE = 60_000;
/** Longer than `MIN_READING_MS` of use-approval-warning.ts. */
const READING_MS = 700;
/** More than one page of the list. */
const COUNT = 24;

describe('the review desk', { timeout: 2 * MINUTE }, () => {
  let server: TestServer;
  let browser: Browser;
  let staff: Client & { id: number };
  let partners: PartnerClient[];
  const consoleProblems: string[][] = [];

  beforeAll(async () => {
    server = await startTestServer({ pages: true });
    browser = await launchBrowser();
    staff = await createStaff(server, 'editor', 'Nora Whitlock');
  }, 3 * MINUTE);
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });
  afterEach(async () => {
    for (const context of browser.contexts()) await context.close();
    expect(consoleProblems.splice(0).flat()).toEqual([]);
  });
  beforeEach(async () => {
    await server.deps.db.promotion.updateMany({ where: { sent_at: null }, data: { cancelled_at: START } });
    await server.deps.db.newsletterPromotionCount.updateMany({ data: { promotions_in_total: 0 } });
    partners = await insertPartners(server, COUNT);
    for (const [index, partner] of partners.entries()) {
      const requested_date = addDays('2026-12-03', index);
      await createPromotion(server, { partner, requested_date, book: { title: `Book ${index}` } });
    }
    await completeBooks(server);
  }, MINUTE);

  async function open({
    path = '/users/promotions',
    width = 1280,
    as = staff,
  }: {
    path?: string;
    width?: number;
    as?: Client;
  } = {}) {
    const opened = await openPage(browser, { baseURL: server.url, width });
    consoleProblems.push(opened.consoleProblems);
    await signIn(opened.context, server.url, as.headers);
    await opened.page.goto(path);
    return opened.page;
  }

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
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 1280, height: 900 });
  }

  it('searches all promotions from a lane, and keeps the words when there are no matches', async () => {
    const { db } = server.deps;
    const partner = await createPartner(server);
    await db.partner.update({ where: { id: partner.id }, data: { name: 'Lantern Street Books' } });
    const { id: promotion_id } = await createSettledPromotion(server, partner);
    await db.invoice.updateMany({ where: { promotion_id }, data: { number: 4711 } });
    const page = await open();
    await row(page, 0).waitFor();
    for (const words of ['4711', 'lantern street']) {
      await search(page, words);
      await page.getByText('1 of 1 promotion').waitFor();
      await page.getByRole('article').getByText('Lantern Street Books').first().waitFor();
      await page.getByRole('link', { name: 'Clear filters' }).click();
      await row(page, 0).waitFor();
    }

    await page.goto('/users/promotions?status=declined');
    await page.getByText('No promotions match these filters.').waitFor();
    await search(page, 'lantern street');
    await page.getByRole('link', { name: 'Search all promotions' }).click();
    await page.getByText('1 of 1 promotion').waitFor();
    await search(page, 'no such book');
    await page.getByText('No promotions match “no such book”.').waitFor();
    expect(await page.getByRole('searchbox').inputValue()).toBe('no such book');
    await expectFitsScreen(page, 'no-matches');
    await page.getByRole('link', { name: 'Clear the search' }).click();
    await row(page, 0).waitFor();
  });

  it('says after a lost response that a decision may have been saved, and later whether it was', async () => {
    const page = await open();
    await row(page, 0).waitFor();
    const { promise: readAllowed, resolve: allowRead } = Promise.withResolvers<void>();
    await page.route('**/approve', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await page.route(/\/api\/v1\/promotions\/\d+\?.*last_event/, (route) => readAllowed.then(() => route.continue()));
    const sendPending = () => page.evaluate(() => dispatchEvent(new Event('pagehide')));
    await page.keyboard.press('a');
    await sendPending();
    await page.getByRole('status').getByText('may have changed: we didn’t get a response').waitFor();
    await page.getByRole('button', { name: 'Recent decisions' }).click();
    const decisions = page.getByRole('dialog').getByRole('listitem');
    await decisions.first().getByText('Book 0 may have changed.').waitFor();
    allowRead();
    await decisions.first().getByText('Book 0 was approved.').waitFor();
    await decisions.first().getByRole('button', { name: 'Reopen Book 0' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('status').getByText('was approved').waitFor();
    expect(await row(page, 0).count()).toBe(0);

    await page.unroute('**/approve');
    await page.route('**/approve', (route) => route.fulfill({ status: 502, body: 'Bad gateway' }));
    await page.keyboard.press('a');
    await sendPending();
    await page.getByRole('status').getByText('wasn’t changed').waitFor();
    await row(page, 1).waitFor();
    await page.getByRole('alert').getByText('Book 1 wasn’t changed.').waitFor();
    await page.getByRole('button', { name: 'Recent decisions' }).click();
    await decisions.first().getByText('Book 1 wasn’t changed. This wasn’t saved.').waitFor();
    await page.context().close();
    removeProblems(consoleProblems.at(-1)!, /net::ERR_FAILED|status of 502/);
  });

  it('moves the focus from the search back to the row, so that keys decide on the promotion found', async () => {
    const page = await open();
    await row(page, 0).waitFor();
    await search(page, 'book 17');
    await page.waitForURL(/q=book/);
    await row(page, 3).waitFor({ state: 'detached' });
    await row(page, 17).first().waitFor();
    await page.keyboard.press('/');
    await page.keyboard.press('End');
    await page.keyboard.type('0');
    // The first Escape clears words that weren't searched.
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('');
    await page.keyboard.press('Escape');
    await expect
      .poll(() =>
        row(page, 17)
          .first()
          .evaluate((element) => element === document.activeElement),
      )
      .toBe(true);
    await search(page, 'book 17');
    await page.keyboard.press('Escape');
    expect(await page.getByRole('searchbox').inputValue()).toBe('book 17');
    await page.keyboard.press('a');
    await page.getByRole('status').getByText('Book 17').waitFor();
    await page.getByText('will be approved').waitFor();
    await page.keyboard.press('u');
  });

  it('lets editors choose the time to undo on a phone, and moves no row when the bulk bar appears', async () => {
    const page = await open({ width: 390 });
    const button = page.getByRole('button', { name: 'Time to undo' });
    await button.waitFor();
    const { width, height } = (await button.boundingBox())!;
    expect([width >= 44, height >= 44]).toEqual([true, true]);
    await button.click();
    await page.getByRole('dialog').getByText('2 minutes').click();
    await page.getByText('The timer stops while Undo is focused or hovered, and then starts over.').waitFor();
    expect(await page.evaluate(() => localStorage.getItem('review_hold'))).toBe('120');
    await expectFitsScreen(page, 'time-to-undo');
    await page.setViewportSize({ width: 390, height: 900 });
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });

    const { y } = (await row(page, 4).boundingBox())!;
    await selectForBulk(page, 1);
    await page.getByText('1 selected').waitFor();
    expect((await row(page, 4).boundingBox())!.y).toBe(y);
    await expectFitsScreen(page, 'bulk-bar-phone');
    await page.setViewportSize({ width: 390, height: 900 });
    await page.getByRole('button', { name: 'Clear selection' }).click();

    // The status is shown in full, even with a long title.
    const title = `The History of ${'the Peloponnesian War '.repeat(4)}`;
    await server.deps.db.book.updateMany({ where: { title: 'Book 0' }, data: { title } });
    await page.reload();
    await list(page)
      .getByRole('button', { name: /^The History/ })
      .waitFor();
    await page.keyboard.press('a');
    const status = page.getByRole('status').filter({ hasText: 'will be approved in' });
    await status.waitFor();
    const isCut = () => status.evaluate((element) => element.scrollHeight > element.clientHeight);
    expect(await isCut()).toBe(false);
    await expectFitsScreen(page, 'status-phone');
    await page.setViewportSize({ width: 390, height: 900 });
    await page.keyboard.press('u');
    await page.getByText('was returned to the queue; nothing was sent').waitFor();
    const undone = page.getByRole('status').filter({ hasText: 'was returned' });
    expect(await undone.evaluate((element) => element.scrollHeight > element.clientHeight)).toBe(false);
  });

  it('loads the details again once the stream is back', async () => {
    const page = await open();
    await row(page, 0).waitFor();
    const details = /\/(last_promotion_percentile|partner_record|promotion_counts)/;
    await page.route('**/review_stream', (route) => route.abort());
    await page.route(details, (route) => route.abort());
    await page.reload();
    const article = page.getByRole('article');
    await article.getByText('This didn’t load').first().waitFor();
    await page.unroute(details);
    await page.unroute('**/review_stream');
    await article.getByText('This didn’t load').first().waitFor({ state: 'detached', timeout: 25_000 });
    await page.context().close();
    removeProblems(consoleProblems.at(-1)!, /net::ERR_FAILED/);
  });

  it('offers no dates whose newsletters have closed since the page was opened', async () => {
    const page = await open();
    await row(page, 0).waitFor();
    await page.clock.install();
    await page.reload();
    const proposed = page.getByRole('article').getByLabel('Newsletter date').locator('optgroup option').first();
    await proposed.waitFor({ state: 'attached' });
    const before = (await proposed.getAttribute('value'))!;
    const business_date = addDays(before, 2);
    await page.route('**/api/v1/session', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), business_date } });
    });
    await page.clock.runFor(65_000);
    await expect.poll(() => proposed.getAttribute('value')).toBe(addDays(business_date, 1));
  });

  it('asks for the stream again after about half a minute if the editor has too many streams', async () => {
    const page = await open();
    await row(page, 0).waitFor();
    await page.clock.install();
    let requests = 0;
    await page.route('**/review_stream', (route) => {
      requests++;
      return route.fulfill({ status: 429, json: { errors: ['Too many'] } });
    });
    await page.reload();
    await expect.poll(() => requests).toBe(1);
    await page.clock.runFor(10_000);
    expect(requests).toBe(1);
    await page.clock.runFor(40_000);
    await expect.poll(() => requests).toBeGreaterThan(1);
    // Each attempt comes 15 to 45 seconds after the one before.
    expect(requests).toBeLessThan(5);
    await page.context().close();
    removeProblems(consoleProblems.at(-1)!, /status of 429/);
  });

  it('says that a decision can be undone, and undoes it with Ctrl+Z while single keys are off', async () => {
    const page = await open();
    await page.evaluate(() => {
      localStorage.setItem('review_keys', 'off');
      localStorage.setItem('review_hold', '120');
    });
    await page.reload();
    await row(page, 19).click();
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    await page.getByRole('status').getByText('You can undo this.').waitFor();
    await expectFitsScreen(page, 'undo');
    const undo = page.getByRole('button', { name: 'Undo' });
    expect(await undo.getAttribute('aria-keyshortcuts')).toBe('Control+z');
    expect(await undo.innerText()).toBe('Undo Ctrl Z');
    // In a text field, Ctrl+Z undoes typing, not the decision.
    await page.getByRole('searchbox').focus();
    await page.keyboard.press('Control+z');
    await row(page, 18).focus();
    expect(await row(page, 19).count()).toBe(0);
    await page.keyboard.press('Control+z');
    await page.getByText('was returned to the queue; nothing was sent').waitFor();
    await expect.poll(() => selectedTitle(page)).toBe('Book 19');
    await page.getByRole('article').getByRole('link', { name: 'Everything about this promotion' }).click();
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    await page.getByText(/Book 19 will be approved in \d+ s. You can undo this./).waitFor();
    await page.keyboard.press('Control+z');
    await page.getByRole('button', { name: 'Approve', exact: true }).waitFor();
    await page.goto('about:blank');
    expect(
      await server.deps.db.promotion.count({
        where: { approval_status: 'approved', cancelled_at: null, sent_at: null },
      }),
    ).toBe(0);
  });

  it('lists bulk decisions by promotion, also after leaving the page, and reopens an approved promotion', async () => {
    const { db } = server.deps;
    const page = await open({ as: await createStaff(server) });
    await row(page, 0).waitFor();
    const decisions = page.getByRole('dialog').getByRole('listitem');
    const showDecisions = () => page.getByRole('button', { name: 'Recent decisions' }).click();
    for (const index of [0, 1, 2]) await selectForBulk(page, index);
    await page.keyboard.press('a');
    await showDecisions();
    expect(await decisions.count()).toBe(3);
    await decisions.first().getByText('will be approved.').waitFor();
    await decisions.first().getByRole('button', { name: 'Undo all 3' }).click();
    await showDecisions();
    await decisions.nth(2).getByText('was returned to the queue; nothing was sent.').waitFor();
    await page.keyboard.press('Escape');

    // Another editor cancels Book 1 first.
    const canceled = await db.promotion.findFirstOrThrow({ where: { book: { title: 'Book 1' }, cancelled_at: null } });
    await stopUpdates(page);
    await page.reload();
    await row(page, 0).waitFor();
    await staff.post(`/promotions/${canceled.id}/cancel`).send({}).expect(200);
    for (const index of [0, 1]) await selectForBulk(page, index);
    await page.keyboard.press('a');
    await page.getByRole('link', { name: 'Discounts' }).click();
    await page.getByText('1 promotion approved; 1 not changed').waitFor();
    await page.getByRole('link', { name: 'Promotions', exact: true }).click();
    await row(page, 2).waitFor();
    await showDecisions();
    await decisions.nth(1).getByText('“cancelled”, so it can’t be approved').waitFor();
    await decisions.first().getByText('was approved.').waitFor();
    await expectFitsScreen(page, 'recent-decisions');
    expect(await decisions.count()).toBe(5);

    await decisions.first().getByRole('button', { name: 'Reopen Book 0' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Reopen promotion' }).click();
    await row(page, 0).waitFor();
    const { id } = await db.promotion.findFirstOrThrow({ where: { book: { title: 'Book 0' }, cancelled_at: null } });
    const events = await db.promotionEvent.findMany({
      where: { promotion_id: id, actor: 'user' },
      orderBy: { id: 'asc' },
    });
    expect(events.map(({ action }) => action)).toEqual(['approve', 'reopen']);

    const menu = page.getByRole('banner');
    await menu.locator('summary').last().click();
    await menu.getByRole('button', { name: 'Log out' }).click();
    await page.waitForURL('**/users/sign-in');
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
    await page.context().close();
    removeProblems(consoleProblems.at(-1)!, /status of 401/);
  });

  it('warns once that an approved promotion won’t run', async () => {
    const { db } = server.deps;
    const where = { book: { title: 'Book 0' }, cancelled_at: null };
    const { id } = await db.promotion.findFirstOrThrow({ where });
    await staff.post(`/promotions/${id}/approve`).send({}).expect(200);
    await db.book.updateMany({ where: { title: 'Book 0' }, data: { status: 'archived' } });
    const page = await open({ path: '/users/promotions?status=awaiting+promotion+date' });
    const article = page.getByRole('article');
    await article.getByText('Won’t run unless it’s fixed: The book is archived.').waitFor();
    expect(await article.getByText('The book is archived.').count()).toBe(1);
  });

  it('shows a fetched price of a promotion that has left the list', async () => {
    await server.deps.db.book.updateMany({ where: { title: 'Book 0' }, data: { asin: 'B0DEMO0001' } });
    const { id } = await server.deps.db.promotion.findFirstOrThrow({
      where: { book: { title: 'Book 0' }, cancelled_at: null },
    });
    const page = await open({ as: await createStaff(server) });
    await row(page, 0).click();
    await staff.post(`/promotions/${id}/approve`).send({}).expect(200);
    await page
      .getByRole('article')
      .getByText(/Approved by Nora Whitlock/)
      .first()
      .waitFor();
    const price = page.getByRole('region', { name: 'Stores and price' });
    await price.getByText('store price not fetched').waitFor();
    const fetched = page.waitForResponse('**/refresh-store-data');
    await page.keyboard.press('p');
    expect((await fetched).ok()).toBe(true);
    await price.getByText('at Amazon').waitFor();
  });

  it('opens the reopen form with an empty message, even if another form has text by then', async () => {
    const page = await open({ as: await createStaff(server) });
    await row(page, 0).waitFor();
    await page.keyboard.press('a');
    await page.evaluate(() => dispatchEvent(new Event('pagehide')));
    await page.getByRole('button', { name: 'Recent decisions' }).click();
    const reopen = page.getByRole('dialog').getByRole('button', { name: 'Reopen Book 0' });
    await reopen.waitFor();
    const { promise: readAllowed, resolve: allowRead } = Promise.withResolvers<void>();
    await page.route(/\/api\/v1\/promotions\/\d+\?.*last_event/, (route) => readAllowed.then(() => route.continue()));
    await reopen.click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.keyboard.press('f');
    const message = page.getByRole('dialog').locator('textarea');
    await message.fill('Is the price of Book 1 live?');
    allowRead();
    await page
      .getByRole('dialog')
      .getByRole('heading', { name: /^Reopen promotion: Book 0/ })
      .waitFor();
    expect(await message.inputValue()).toBe('');
    await expect.poll(() => message.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.goto('about:blank');
  });

  it('keeps recent decisions on promotions that a bulk decision skips', async () => {
    const { db } = server.deps;
    const editor = await createStaff(server);
    const page = await open({ as: editor });
    await row(page, 1).waitFor();
    await db.book.updateMany({ where: { title: 'Book 1' }, data: { page_count: 5 } });
    const { id } = await db.promotion.findFirstOrThrow({ where: { book: { title: 'Book 1' }, cancelled_at: null } });
    await page.evaluate(
      ([key, list]) => sessionStorage.setItem(key!, list!),
      [
        `recent_decisions_${editor.id}`,
        JSON.stringify([{ promotion: { id, title: 'Book 1' }, kind: 'approve', outcome: 'unknown', visit: '0' }]),
      ],
    );
    await page.reload();
    await row(page, 1).waitFor();
    for (const index of [0, 1]) await selectForBulk(page, index);
    await page.keyboard.press('a');
    await page.evaluate(() => dispatchEvent(new Event('pagehide')));
    await page.getByText('1 promotion approved; 1 not changed').first().waitFor();
    await page.getByRole('button', { name: 'Recent decisions' }).click();
    const decisions = page.getByRole('dialog').getByRole('listitem');
    await decisions.first().getByText('Book 0 was approved.').waitFor();
    expect(await decisions.nth(1).innerText()).toMatch(/^Book 1 may have changed/);
  });

  it('selects the row that the editor left, or the first one if that promotion was canceled', async () => {
    const page = await open();
    await row(page, 11).click();
    await page.getByRole('article').locator('h2 ~ div p').getByRole('link').click();
    await page.getByRole('region', { name: 'Cards' }).waitFor();
    await page.goBack();
    await expect.poll(() => selectedTitle(page)).toBe('Book 11');
    await page.getByRole('article').getByRole('heading', { name: 'Book 11', level: 2 }).waitFor();
    await expect.poll(() => row(page, 11).evaluate(isOnScreen)).toBe(true);
    await page.keyboard.press('j');
    await expect.poll(() => selectedTitle(page)).toBe('Book 12');

    // Book 12 is canceled while the editor is on another page.
    await page.getByRole('link', { name: 'Discounts' }).click();
    await page.getByRole('heading', { name: 'Discounts', level: 1 }).waitFor();
    await server.deps.db.promotion.updateMany({ where: { book: { title: 'Book 12' } }, data: { cancelled_at: START } });
    await page.goto('/users/promotions');
    await expect.poll(() => selectedTitle(page)).toBe('Book 0');
  });

  it('shows the count of open promotions in the sidebar, even collapsed, and updates it each minute', async () => {
    for (const width of [1280, 390]) {
      const page = await open({ path: '/users/discounts', width });
      await page.clock.install();
      await page.reload();
      const sidebar = page.getByRole('navigation', { name: 'Staff' });
      await expect
        .poll(() => sidebar.locator('> div > a').allTextContents())
        .toEqual(['Books', 'Promotions', 'Newsletters', 'Discounts', 'Admin Panel', 'Open Ai Prompt']);
      const count = await server.deps.db.promotion.count({ where: { approval_status: null, cancelled_at: null } });
      const badge = sidebar.getByText(`${count} open promotions`);
      await badge.waitFor();
      const box = (await badge.boundingBox())!;
      const { width: outer } = (await sidebar.boundingBox())!;
      expect(box.x + box.width).toBeLessThanOrEqual(outer);
      await createPromotion(server, { partner: partners[0]!, requested_date: '2027-01-06' });
      await page.clock.fastForward(61_000);
      await sidebar.getByText(`${count + 1} open promotions`).waitFor();
      await page.context().close();
    }
  });

  it('shows both versions of a changed entry, when it was submitted, and who wrote our message', async () => {
    const { db } = server.deps;
    const find = (title: string) => db.promotion.findFirstOrThrow({ where: { book: { title }, cancelled_at: null } });
    const { id, book_id } = await find('Book 0');
    await staff.post(`/promotions/${id}/approve`).send({}).expect(200);
    await partners[0]!.patch(`/books/${book_id}/`).send({ title: 'Book 0, revised' }).expect(200);
    const questioned = await find('Book 1');
    await staff
      .post(`/promotions/${questioned.id}/partner_feedback`)
      .send({ message: 'Is the price live?' })
      .expect(200);
    await partners[1]!.patch(`/promotions/${questioned.id}/`).send({ partner_feedback: 'Yes, it is.' }).expect(200);

    const page = await open({ path: '/users/promotions?status=changed_after_approval' });
    const changed = list(page).getByRole('button', { name: /^Book 0, revised / });
    const { y } = (await changed.boundingBox())!;
    await page.keyboard.press('x');
    await page.getByText('1 selected. Decide on these one at a time').waitFor();
    expect((await changed.boundingBox())!.y).toBe(y);
    const bulk = page.getByRole('group', { name: 'Bulk decisions' });
    expect(await bulk.getByRole('button').allTextContents()).toEqual(['Clear selection']);
    await page.keyboard.press('r');
    await page
      .getByRole('dialog')
      .getByRole('heading', { name: /^Keep approved version: Book 0/ })
      .waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await expectFitsScreen(page, 'changed-lane');
    // The change is visible without scrolling.
    const change = page.getByRole('article').getByRole('definition').filter({ hasText: 'Book 0, revised' });
    const keepButton = page.getByRole('button', { name: 'Keep approved version' });
    const { y: buttonTop } = (await keepButton.boundingBox())!;
    const changeBox = (await change.boundingBox())!;
    expect(changeBox.y + changeBox.height).toBeLessThan(Math.min(buttonTop, 900));
    await page.setViewportSize({ width: 390, height: 844 });
    await changed.click();
    const tops = await page.locator('[class*="bar"] > [data-key]').evaluateAll(visibleTops);
    expect(tops.length).toBeLessThanOrEqual(2);
    if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/changed-details-390.png` });
    await page.goBack();
    await page.setViewportSize({ width: 1280, height: 900 });
    for (const place of ['in the queue', 'on its own page']) {
      const versions = page.getByRole('article');
      const entry = (title: string) =>
        versions.locator('section').filter({ has: page.getByRole('heading', { name: `In the newsletter, ${title}` }) });
      await entry('as approved').getByText('Book 0', { exact: true }).first().waitFor();
      await entry('with the changes').getByText('Book 0, revised', { exact: true }).first().waitFor();
      await expectFitsScreen(page, `versions-${place.replaceAll(' ', '-')}`);
      await versions.getByText(/^Submitted (just now|.+ ago)$/).waitFor();
      if (place === 'in the queue') await page.goto(`/users/promotions/${id}/edit`);
    }
    const record = page.getByRole('region', { name: 'The partner' });
    await record.getByText('Since').first().waitFor();

    const requests: string[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    await page.goto('/users/promotions?status=feedback_answered');
    const history = page.getByRole('region', { name: 'History' });
    await history.getByText('Feedback requested').waitFor();
    await history.getByText('Nora Whitlock').first().waitFor();
    await page.getByText('Our message, by Nora Whitlock').waitFor();
    expect(requests.filter((path) => /^\/api\/v1\/promotions\/\d+$/.test(path))).toEqual([
      `/api/v1/promotions/${questioned.id}`,
    ]);
  });

  it.each([
    { width: 1280, height: 900 },
    { width: 390, height: 844 },
  ])(
    'shows what changed after an approval, and the message of a decline, above their buttons, $width px wide',
    async (size) => {
      const where = { partner_id: partners[0]!.id, cancelled_at: null };
      const { id } = await server.deps.db.promotion.findFirstOrThrow({ where });
      await staff.post(`/promotions/${id}/approve`).send({}).expect(200);
      const blurb_override = 'A harbor town, a missing ferry, and the only witness, who will not say a word.';
      await partners[0]!.patch(`/promotions/${id}`).send({ blurb_override }).expect(200);
      const page = await open({ path: '/users/promotions?status=changed_after_approval', width: size.width });
      await page.setViewportSize(size);
      const isPhone = size.width < 1024;
      const article = page.getByRole('article');
      const bottomOf = async (target: Locator) => {
        const { y, height } = (await target.boundingBox())!;
        return y + height;
      };
      const areOnOneLine = (buttons: Locator) =>
        buttons.evaluateAll((all) => all.every((button) => button.getBoundingClientRect().height < 50));

      if (isPhone) await row(page, 0).click();
      const approve = article.getByRole('button', { name: 'Approve changes' });
      await approve.waitFor();
      const change = article.getByText(blurb_override).first();
      await expect.poll(() => bottomOf(change)).toBeLessThan((await approve.boundingBox())!.y);
      expect((await change.boundingBox())!.y).toBeGreaterThan(0);
      expect(await areOnOneLine(article.getByRole('button'))).toBe(true);

      await page.goto('/users/promotions?status=to_decide');
      if (isPhone) await row(page, 1).click();
      await article.getByRole('button', { name: 'Decline' }).click();
      const dialog = page.getByRole('dialog');
      const decline = dialog.getByRole('button', { name: 'Decline promotion' });
      await decline.waitFor();
      const message = dialog.getByLabel('Message to the partner');
      await expect.poll(() => bottomOf(message)).toBeLessThan((await decline.boundingBox())!.y);
      expect(await areOnOneLine(article.getByRole('button'))).toBe(true);
      expect(await areOnOneLine(dialog.getByRole('button'))).toBe(true);
      await page.context().close();
    },
  );

  it('loads more rows when j passes the last one, and all rows to select those that meet every rule', async () => {
    const page = await open();
    await page.getByText(`20 of ${COUNT} promotions`).waitFor();
    for (let index = 0; index < 20; index++) await page.keyboard.press('j');
    await page.getByText(`${COUNT} of ${COUNT} promotions`).waitFor();
    await expect.poll(() => selectedTitle(page)).toBe('Book 20');
    expect(await row(page, 20).evaluate(isOnScreen)).toBe(true);

    await page.reload();
    await page.getByText(`20 of ${COUNT} promotions`).waitFor();
    await page.getByRole('button', { name: 'Select all that meet every rule' }).click();
    await page.getByText(`${COUNT} selected`).waitFor();
    await expectFitsScreen(page, 'bulk-bar');
    await page.getByRole('button', { name: 'Clear selection' }).click();
    await page.getByRole('button', { name: `Select all ${COUNT} that meet every rule` }).waitFor();
    await page.goto('/users/promotions?store_action=replace');
    await page.getByRole('button', { name: 'Select all 20 shown that meet every rule' }).waitFor();
  });

  it('names failed rules in the head of the details, and asks once before an approval', async () => {
    const { db } = server.deps;
    await db.book.updateMany({ where: { title: 'Book 0' }, data: { page_count: 5 } });
    const where = { book: { title: 'Book 0' }, cancelled_at: null };
    const { id } = await db.promotion.findFirstOrThrow({ where });
    const question = 'Fails 1 rule: too short. Approve anyway?';
    const page = await open();
    const bar = page.getByRole('article').getByRole('alert');
    await expectVerdict(page);
    await page.keyboard.press('a');
    await bar.getByText(question).waitFor();
    await expectFitsScreen(page, 'failed-rule');
    await page.keyboard.press('j');
    await expect.poll(() => selectedTitle(page)).toBe('Book 1');
    await page.keyboard.press('k');
    await expect.poll(() => selectedTitle(page)).toBe('Book 0');
    // The editor moved away, so the next approval asks again.
    expect(await page.getByText(question).count()).toBe(0);
    // A double press doesn't answer the question.
    await page.evaluate(() => {
      for (let press = 0; press < 2; press++)
        document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', bubbles: true }));
    });
    await bar.getByText(question).waitFor();
    await page.waitForTimeout(READING_MS);
    expect(await page.getByText('will be approved').count()).toBe(0);
    await page.keyboard.press('a');
    await page.getByText('will be approved').waitFor();
    await page.keyboard.press('u');
    await page.keyboard.press('j');
    await page.keyboard.press('a');
    await page.getByText('will be approved').waitFor();
    await page.keyboard.press('u');
    await page.context().close();

    const phone = await open({ width: 390 });
    await row(phone, 0).click();
    await expectVerdict(phone);
    await phone.context().close();

    const own = await open({ path: `/users/promotions/${id}/edit` });
    await expectVerdict(own);
    await own.keyboard.press('a');
    await own.getByRole('alert').getByText(question).waitFor();
    await own.waitForTimeout(READING_MS);
    await own.keyboard.press('a');
    await own.getByText('will be approved').waitFor();
    await own.keyboard.press('u');
    await own.context().close();
  });

  it('asks once before an approval if the store contradicts the claimed price', async () => {
    const { db } = server.deps;
    const store_data = { asin: 'B0DEMO0001', list_price_cents: 499 };
    await db.book.updateMany({ where: { title: 'Book 0' }, data: { store_data } });
    const where = { book: { title: 'Book 0' }, cancelled_at: null };
    const { id } = await db.promotion.findFirstOrThrow({ where });
    await db.promotion.update({ where: { id }, data: { current_price_cents: 1999 } });
    for (const path of ['/users/promotions', `/users/promotions/${id}/edit`]) {
      const page = await open({ path });
      await page.getByRole('article').getByText('Check price', { exact: true }).waitFor();
      await page.keyboard.press('a');
      await page.getByRole('article').getByText('The store’s regular price is $4.99. Approve anyway?').waitFor();
      expect(await page.getByText('will be approved').count()).toBe(0);
      await page.waitForTimeout(READING_MS);
      await page.keyboard.press('a');
      await page.getByText('will be approved').waitFor();
      await page.keyboard.press('u');
      await page.context().close();
    }
  });

  it('brings the question before an approval into view', async () => {
    const { db } = server.deps;
    await db.book.updateMany({ where: { title: 'Book 0' }, data: { page_count: 5 } });
    const where = { book: { title: 'Book 0' }, cancelled_at: null };
    const { id } = await db.promotion.findFirstOrThrow({ where });
    const path = `/users/promotions/${id}/edit`;
    const expectQuestion = async (page: Page) => {
      const anyway = page.getByRole('button', { name: 'Approve anyway' });
      await anyway.waitFor();
      const question = page.getByRole('alert').filter({ hasText: 'Approve anyway?' });
      expect(await question.evaluate(isUncovered)).toBe(true);
      expect((await question.boundingBox())!.y).toBeLessThan((await anyway.boundingBox())!.y);
    };
    const approve = (page: Page) => page.getByRole('button', { name: 'Approve', exact: true });

    const phone = await open({ path, width: 390 });
    // As low on the screen as it gets.
    await approve(phone).evaluate((element) => element.scrollIntoView({ block: 'end' }));
    await approve(phone).click();
    await expectQuestion(phone);
    await expectFitsScreen(phone, 'question');
    await phone.context().close();

    const page = await open({ path });
    await approve(page).waitFor();
    await page.getByRole('heading', { name: 'Internal notes' }).waitFor();
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await page.keyboard.press('a');
    await expectQuestion(page);
    await page.context().close();

    for (const width of [1280, 390]) {
      const queue = await open({ width });
      await row(queue, 0).click();
      await approve(queue).click();
      await expectQuestion(queue);
      await queue.context().close();
    }
  });

  it('doesn’t announce an approval for full dates, unless a slot is held for it', async () => {
    const { db } = server.deps;
    const promotion = await db.promotion.findFirstOrThrow({ where: { book: { title: 'Book 0' }, cancelled_at: null } });
    const { id, requested_date, category_id, partner_id } = promotion;
    const dateAndCategory = { newsletter_date: requested_date, category_id };
    const { capacity } = await db.newsletterPromotionCount.findFirstOrThrow({ where: dateAndCategory });
    await db.newsletterPromotionCount.updateMany({ where: dateAndCategory, data: { promotions_in_total: capacity } });
    const page = await open();
    await page.getByText('All slots are taken on the partner’s dates.').waitFor();
    await page.keyboard.press('a');
    const notices = page.getByRole('region', { name: 'Notifications' });
    await notices.getByText('All slots are taken on the partner’s dates.').waitFor();
    await page.keyboard.press('j');
    await expect.poll(() => selectedTitle(page)).toBe('Book 1');
    expect(await row(page, 0).count()).toBe(1);
    expect(await page.getByText('will be approved').count()).toBe(0);

    await db.partner.update({ where: { id: partner_id }, data: { email_verified_at: null } });
    await page.reload();
    await row(page, 0).click();
    await page.getByText('You can’t approve this yet: the partner hasn’t verified their email address.').waitFor();
    await page.getByText('All slots are taken on the partner’s dates.').waitFor();
    await db.partner.update({ where: { id: partner_id }, data: { email_verified_at: START } });

    const entry = { partner_id, book_id: promotion.book_id, category_id, date: requested_date, promotion_id: id };
    const terms = { auto_book: false, booking: {}, cpc_cents: promotion.cpc_cents, created_at: START };
    await db.waitingEntry.create({
      data: { ...entry, ...terms, offered_at: START, offer_ends_at: new Date('2026-12-02T17:00:00Z') },
    });
    await page.reload();
    await row(page, 0).click();
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    await page.getByText('will be approved').waitFor();
    await page.goto('about:blank');
    await expect.poll(() => db.promotion.count({ where: { id, approval_status: 'approved' } })).toBe(1);
  });

  it('handles keys for the details while a phone shows the list, and selects a row wherever it is clicked', async () => {
    await server.deps.db.book.updateMany({ where: { title: 'Book 0' }, data: { asin: 'B0DEMO0001' } });
    const phone = await open({ width: 390 });
    await row(phone, 0).waitFor();
    const fetched = phone.waitForResponse('**/refresh-store-data');
    await phone.keyboard.press('p');
    expect((await fetched).ok()).toBe(true);
    await phone.context().close();

    const page = await open();
    const partner = row(page, 3).locator('[class*="partner"]');
    await partner.click();
    await expect.poll(() => selectedTitle(page)).toBe('Book 3');
    expect(new URL(page.url()).pathname).toBe('/users/promotions');
  });

  it('leads from an invoice’s number to its lines and its file', async () => {
    const { id } = await createSettledPromotion(server, await createPartner(server));
    const { number } = await server.deps.db.invoice.findFirstOrThrow({ where: { promotion_id: id } });
    const page = await open({ path: `/users/promotions/${id}/edit` });
    await page.getByRole('link', { name: String(number).padStart(6, '0') }).click();
    const lines = page.getByRole('table', { name: 'Lines' });
    await lines.waitFor();
    const cells = await lines.getByRole('row').nth(1).locator('th, td').allInnerTexts();
    expect(cells).toEqual(['Billable clicks', '50', '$0.40', '$20.00']);
    expect(await lines.getByRole('columnheader').allInnerTexts()).toEqual([
      'Description',
      'Quantity',
      'Unit',
      'Amount',
    ]);
    await expectFitsScreen(page, 'invoice');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: /^PDF/ }).click();
    expect((await download).suggestedFilename()).toMatch(/\.pdf$/);
  });
});

const list = (page: Page) => page.getByRole('list', { name: 'Promotions' });
const row = (page: Page, index: number) => list(page).getByRole('button', { name: new RegExp(`^Book ${index} `) });

const selectedTitle = async (page: Page) =>
  (await list(page).locator('[aria-current="true"]').innerText()).split('\n')[0]!.trim();
/** Waits for the failed rule, and checks that it's visible without scrolling. */
async function expectVerdict(page: Page) {
  const verdict = page.getByText('Fails 1 rule: too short', { exact: true });
  await verdict.waitFor();
  expect(await verdict.evaluate(isOnScreen)).toBe(true);
}
const selectForBulk = (page: Page, index: number) =>
  page.getByRole('checkbox', { name: `Select Book ${index}`, exact: true }).click();

const visibleTops = (elements: Element[]) => [
  ...new Set(
    elements
      .filter((element) => element.getClientRects().length)
      .map((element) => Math.round(element.getBoundingClientRect().top)),
  ),
];

const isOnScreen = (element: Element) => {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight + 1;
};

/** True if the element's top and bottom left are on the screen, and nothing is in front of them. */
const isUncovered = (element: Element) => {
  const { left, top, bottom } = element.getBoundingClientRect();
  const isAtFront = (y: number) => element.contains(document.elementFromPoint(left + 5, y));
  return isAtFront(top + 1) && isAtFront(bottom - 1);
};

async function search(page: Page, words: string) {
  await page.keyboard.press('/');
  await page.keyboard.type(words);
  await page.keyboard.press('Enter');
}
