/**
 * The panes of the review queue: whoever reviews by keys, mouse, or touch never loses sight of the selected promotion.
 */
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Book, Prisma, Promotion } from '#prisma';
import { START, startTestServer, type TestServer } from '#server/testing/app.ts';
import { type Client, completeBooks, createPromotion, createStaff, insertPartners } from '#server/testing/factories.ts';
import { addDays } from '#shared/dates.ts';
import { launchBrowser, recordConsoleProblems, removeProblems } from './browser.ts';
import { signIn } from './crawl.ts';

const MINUTE = 60_000;
/** More than fit on a screen. */
const COUNT = 20;
/** More than two pages of the list. REVIEW_QUEUE=100 simulates a busy morning. */
const REVIEW_COUNT = Number(process.env.REVIEW_QUEUE ?? 60);
/** Turns in which the selection jumps far ahead while rows leave. */
const JUMPS = REVIEW_COUNT < 100 ? [2] : [2, 31];
/** Rows that leave at a time while another one is selected. */
const LEAVING = 4;
const PHONE = { width: 390, height: 844 };

describe('the panes of the review queue', { timeout: 2 * MINUTE }, () => {
  let server: TestServer;
  let browser: Browser;
  let staff: Client;
  const consoleProblems: string[][] = [];

  beforeAll(async () => {
    server = await startTestServer({ pages: true });
    browser = await launchBrowser();
    staff = await createStaff(server);
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
    const { db } = server.deps;
    await db.promotion.updateMany({ data: { cancelled_at: START } });
    await db.newsletterPromotionCount.updateMany({ data: { promotions_in_total: 0 } });
    const partners = await insertPartners(server, COUNT);
    for (const [index, partner] of partners.entries()) {
      const requested_date = addDays('2026-12-03', index);
      await createPromotion(server, { partner, requested_date, book: { title: `Book ${index}` } });
    }
    await completeBooks(server);
  }, MINUTE);

  async function open({ width, height }: { width: number; height: number }, hasTouch = false) {
    const context = await browser.newContext({
      baseURL: server.url,
      viewport: { width, height },
      reducedMotion: 'reduce',
      hasTouch,
    });
    const page = await context.newPage();
    page.setDefaultTimeout(15_000);
    const problems = recordConsoleProblems(page);
    consoleProblems.push(problems);
    await signIn(context, server.url, staff.headers);
    await page.goto('/users/promotions');
    await row(page, 0).waitFor();
    return page;
  }
  const countApproved = () =>
    server.deps.db.promotion.count({ where: { approval_status: 'approved', cancelled_at: null } });

  it('begin with the first row near the top of a phone, with two lines of decisions, and one line of lanes', async () => {
    const page = await open(PHONE, true);
    expect((await row(page, 0).boundingBox())!.y).toBeLessThan(330);
    const lanes = page.getByRole('navigation', { name: 'Review queues' });
    expect((await lanes.boundingBox())!.height).toBeLessThan(50);
    const field = page.getByRole('searchbox');
    const isShown = async () => (await field.boundingBox())!.width > 100;
    expect(await isShown()).toBe(false);
    const button = page.getByRole('button', { name: 'Search and filters' });
    await button.tap();
    await expect.poll(isShown).toBe(true);
    await page.getByText('Filters', { exact: true }).waitFor();
    await button.tap();
    await expect.poll(isShown).toBe(false);
    await page.keyboard.press('/');
    await expect.poll(isShown).toBe(true);
    await field.fill('book 1');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Search and filters, in use' }).waitFor();

    await page.goto('/users/promotions?status=to_decide');
    await row(page, 0).tap();
    const decline = page.getByRole('article').getByRole('button', { name: 'Decline', exact: true });
    const bar = decline.locator('xpath=../..');
    expect((await bar.boundingBox())!.height).toBeLessThanOrEqual(120);
    const buttons = bar.getByRole('button');
    expect(await buttons.allTextContents()).toEqual([
      expect.stringMatching(/^Approve/),
      expect.stringMatching(/^Decline/),
      expect.stringMatching(/^Ask for feedback/),
      expect.stringMatching(/^Cancel promotion/),
    ]);
    await page.context().close();

    const wide = await open({ width: 1280, height: 900 });
    const nav = wide.getByRole('navigation', { name: 'Review queues' });
    await nav.getByRole('link', { name: 'Changed after approval 0' }).waitFor();
    await nav.getByRole('link').evaluateAll((links) => {
      for (const link of links) link.lastElementChild!.textContent = '100';
    });
    expect((await nav.boundingBox())!.height).toBeLessThan(50);
    expect(await nav.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
    await wide.context().close();
  });

  it.each([
    { width: 1280, height: 900 },
    { width: 390, height: 844 },
  ])('keep the selected row in view while keys move the selection, $width px wide', async (size) => {
    const page = await open(size);
    for (let step = 1; step < COUNT; step++) {
      await page.keyboard.press('j');
      await expect.poll(() => selectedTitle(page)).toBe(`Book ${step}`);
      expect(await isInView(page)).toBe(true);
    }
    for (let step = COUNT - 1; step > 0; step--) await page.keyboard.press('k');
    await expect.poll(() => selectedTitle(page)).toBe('Book 0');
    expect(await isInView(page)).toBe(true);
    await page.goto('about:blank');
  });

  /** Approves the first rows through the API, and checks that the selected row stays in place. Returns their number. */
  async function expectSteadyRow(page: Page) {
    const selected = list(page).locator(SELECTED);
    const rows = page.locator('ol [id^="promotion-"]');
    const ids = await rows.evaluateAll((all, count) => all.slice(0, count).map(({ id }) => id), LEAVING);
    const before = (await selected.boundingBox())!.y;
    expect(ids).not.toContain(await selectedId(page));
    for (const id of ids)
      await staff
        .post(`/promotions/${id.replace('promotion-', '')}/approve`)
        .send({})
        .expect(200);
    for (const id of ids) await page.locator(`#${id}`).waitFor({ state: 'detached' });
    expect(await isInView(page)).toBe(true);
    // Each of the rows may round its height to a whole pixel.
    expect(Math.abs((await selected.boundingBox())!.y - before)).toBeLessThanOrEqual(2);
    return ids.length;
  }

  async function showAll(page: Page, press: (button: Locator) => Promise<void>) {
    for (const shown of [20, 40]) {
      await press(page.getByRole('button', { name: /^Show \d+ more$/ }));
      await list(page).getByRole('listitem').nth(shown).waitFor({ state: 'attached' });
    }
  }

  /** Replaces the queue's promotions with REVIEW_COUNT others, on a date with a slot for each. */
  async function replaceQueue() {
    const { db } = server.deps;
    const [original] = await db.promotion.findMany({ where: { cancelled_at: null }, include: { book: true }, take: 1 });
    const { book, ...promotion } = original!;
    await db.promotion.updateMany({ data: { cancelled_at: START } });
    const copies = numbers(REVIEW_COUNT).map((index) => ({
      ...copyOf(book),
      // An author appears only once in a newsletter.
      ...{ title: `Book ${index}`, slug: `review-${replacements}-${index}`, author_id: null },
    }));
    const books = await db.book.createManyAndReturn({
      data: copies as Prisma.BookCreateManyInput[],
      select: { id: true },
    });
    replacements++;
    await completeBooks(server, { id: { in: books.map(({ id }) => id) } });
    const promotions = books.map(({ id }) => ({ ...copyOf(promotion), book_id: id }));
    await db.promotion.createMany({ data: promotions as object[] as Prisma.PromotionCreateManyInput[] });
    await db.newsletterPromotionCount.updateMany({ data: { capacity: REVIEW_COUNT } });
  }
  let replacements = 0;

  it.each([
    { width: 1280, height: 900 },
    { width: 390, height: 844 },
  ])(
    `show the selected row through a queue of ${REVIEW_COUNT} by keys, $width px wide`,
    { timeout: 5 * MINUTE },
    async (size) => {
      await replaceQueue();
      const page = await open(size);
      await showAll(page, async (button) => {
        await button.focus();
        await page.keyboard.press('Enter');
      });
      await page.keyboard.press('k');
      for (let turn = 1; turn < REVIEW_COUNT; turn++) {
        if (JUMPS.includes(turn)) {
          for (const key of [...'j'.repeat(32), ...'k'.repeat(12)]) {
            await page.keyboard.press(key);
            expect(await isInView(page)).toBe(true);
          }
          turn += await expectSteadyRow(page);
        }
        const before = await selectedId(page);
        // A plain approval is one key.
        if (turn % 10) await page.keyboard.press('a');
        else {
          await page.keyboard.press('r');
          await page.getByRole('dialog').locator('textarea').waitFor();
          await page.keyboard.press('1');
          await page.keyboard.press('Control+Enter');
        }
        await waitForNextRow(page, before);
        expect(await isInView(page)).toBe(true);
      }
      await page.keyboard.press('a');
      await page.getByText('You’re all caught up').waitFor();
      await page.goto('about:blank');
      await expect.poll(countApproved, { timeout: MINUTE }).toBe(REVIEW_COUNT - Math.floor((REVIEW_COUNT - 1) / 10));
      await page.context().close();
    },
  );

  it.each([
    { width: 1280, height: 900 },
    { width: 390, height: 844 },
  ])(
    `show the selected row through a queue of ${REVIEW_COUNT} by mouse, $width px wide`,
    { timeout: 5 * MINUTE },
    async (size) => {
      await replaceQueue();
      const page = await open(size);
      const approve = page.getByRole('button', { name: 'Approve', exact: true });
      const back = page.getByRole('button', { name: 'Back to the list' });
      await showAll(page, (button) => button.click());
      for (let turn = 1; turn < REVIEW_COUNT; turn++) {
        if (JUMPS.includes(turn)) {
          if (await back.isVisible()) await back.click();
          const further = list(page).getByRole('listitem').nth(25).locator('button').first();
          await further.evaluate((element) => element.scrollIntoView({ block: 'start' }));
          await further.click();
          if (size.width === PHONE.width) await back.click();
          await list(page).waitFor();
          await expect.poll(() => isInView(page)).toBe(true);
          turn += await expectSteadyRow(page);
        }
        const before = await selectedId(page);
        if (!(await approve.isVisible())) await list(page).locator(SELECTED).click();
        await approve.click();
        await waitForNextRow(page, before);
        if (turn % 10 === 0 && (await back.isVisible())) await back.click();
        if (await list(page).isVisible()) expect(await isInView(page)).toBe(true);
        else await expect.poll(() => isHeadInView(page)).toBe(true);
      }
      await page.goto('about:blank');
      await expect.poll(countApproved, { timeout: MINUTE }).toBe(REVIEW_COUNT - 1);
      await page.context().close();
    },
  );

  it('keep a clicked row where it is, and start its details at their top', async () => {
    const page = await open({ width: 1280, height: 900 });
    for (const index of [4, 11, 2, COUNT - 1, 0]) {
      const target = row(page, index);
      await target.scrollIntoViewIfNeeded();
      const before = (await target.boundingBox())!.y;
      await target.click();
      await expect.poll(() => selectedTitle(page)).toBe(`Book ${index}`);
      expect(await isInView(page)).toBe(true);
      expect(Math.abs((await target.boundingBox())!.y - before)).toBeLessThanOrEqual(40);
    }
    // The end of one promotion's details isn't the place to begin with the next.
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await row(page, 3).click();
    await expect.poll(() => selectedTitle(page)).toBe('Book 3');
    expect(await isInView(page)).toBe(true);
    const title = page.getByRole('article').getByRole('heading', { name: 'Book 3', level: 2 });
    await expect.poll(async () => (await title.boundingBox())!.y).toBeGreaterThanOrEqual(0);

    const approve = page.getByRole('button', { name: 'Approve' });
    const { y } = (await approve.boundingBox())!;
    for (const next of [4, 5, 6]) {
      await approve.click();
      await expect.poll(() => selectedTitle(page)).toBe(`Book ${next}`);
      expect(await isInView(page)).toBe(true);
      await expect.poll(async () => Math.abs((await approve.boundingBox())!.y - y)).toBeLessThanOrEqual(1);
    }
    await page.goto('about:blank');
    await expect.poll(countApproved, { timeout: MINUTE }).toBe(3);
  });

  it('decide on several rows, return them with one undo, and report the ones that stay', async () => {
    const { db } = server.deps;
    await db.book.updateMany({ where: { title: 'Book 3' }, data: { page_count: 12 } });
    const page = await open({ width: 1280, height: 900 });
    const checked = () => list(page).getByRole('checkbox', { checked: true }).count();
    await page.keyboard.press('x');
    expect(await checked()).toBe(1);
    await page.keyboard.press('Escape');
    expect(await checked()).toBe(0);
    await page.getByRole('checkbox', { name: 'Select Book 1', exact: true }).click();
    await row(page, 4).click({ modifiers: ['Shift'] });
    expect(await checked()).toBe(4);
    await page.keyboard.press('a');
    await page.getByText('3 promotions will be approved').waitFor();
    await page.getByRole('checkbox', { name: 'Select Book 1', exact: true }).waitFor({ state: 'detached' });
    expect(await isInView(page)).toBe(true);
    await page.keyboard.press('u');
    await page.getByText('3 promotions returned to the queue; nothing was sent').waitFor();
    expect(await checked()).toBe(4);
    expect(await countApproved()).toBe(0);

    // The message about the result disappears when the selection is cleared or another lane is opened.
    await page.keyboard.press('Escape');
    await page.getByText('3 promotions returned').waitFor({ state: 'detached' });
    await page.getByRole('checkbox', { name: 'Select Book 1', exact: true }).click();
    await page.keyboard.press('a');
    await page.getByText('1 promotion will be approved').waitFor();
    await page.keyboard.press('u');
    await page.getByText('1 promotion returned').waitFor();
    await page.getByRole('link', { name: /^Payment failed/ }).click();
    await page.getByText('No failed payments').waitFor();
    expect(await page.getByText('1 promotion returned').count()).toBe(0);
    await page.goBack();
    await row(page, 0).waitFor();
    expect(await page.getByText('1 promotion returned').count()).toBe(0);

    // None of the selected can be approved, so the selection stays.
    await page.keyboard.press('Escape');
    await page.getByRole('checkbox', { name: 'Select Book 3', exact: true }).click();
    const approveSelected = page
      .getByRole('group', { name: 'Bulk decisions' })
      .getByRole('button', { name: 'Approve 0' });
    expect(await approveSelected.getAttribute('aria-disabled')).toBe('true');
    const hints = page.getByRole('article').locator('kbd');
    expect(await hints.filter({ hasText: /^[ar]$/ }).count()).toBe(0);
    await page.keyboard.press('a');
    await page.getByText('1 promotion not changed').waitFor();
    expect(await checked()).toBe(1);
    // The verdict stays, and the refusal is shown until the row is selected.
    expect(await row(page, 3).innerText()).toMatch(/not changed(.|\n)*too short/);
    await row(page, 3).click();
    await page.getByRole('article').getByText('It can’t be approved in bulk: too short.').waitFor();
    expect(await row(page, 3).innerText()).not.toContain('not changed');
    await row(page, 7).click();
    await row(page, 3).click();
    expect(await page.getByRole('article').getByText('It can’t be approved in bulk').count()).toBe(0);
    expect(await checked()).toBe(1);
    await page.keyboard.press('Escape');
    expect(await hints.filter({ hasText: /^[ar]$/ }).count()).toBe(2);
    for (const index of [0, 1, 2, 3])
      await page.getByRole('checkbox', { name: `Select Book ${index}`, exact: true }).click();

    await page.keyboard.press('r');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('heading', { name: 'Decline 4 promotions' }).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    // A bulk decision first sends the pending decision, and can still be undone itself.
    await page.keyboard.press('Escape');
    await row(page, 6).click();
    await page.keyboard.press('a');
    for (const index of [0, 1, 2, 3])
      await page.getByRole('checkbox', { name: `Select Book ${index}`, exact: true }).click();
    await page.keyboard.press('a');
    await expect.poll(countApproved, { timeout: MINUTE }).toBe(1);
    await page.getByText('3 promotions will be approved').waitFor();
    await row(page, 5).click();
    await page.keyboard.press('a');
    await expect.poll(countApproved, { timeout: MINUTE }).toBeGreaterThanOrEqual(4);
    await page.getByRole('button', { name: 'Bulk report' }).click();
    await dialog.getByText('3 promotions approved; 1 not changed').waitFor();
    expect(await dialog.getByRole('listitem').first().innerText()).toBe(
      'Book 3 wasn’t changed. It can’t be approved in bulk: too short.',
    );
    await page.goto('about:blank');
    await expect.poll(countApproved, { timeout: MINUTE }).toBe(5);
  });

  it('propose the date that the editor chose for one of several rows, and don’t call an unknown outcome a refusal', async () => {
    const page = await open({ width: 1280, height: 900 });
    const select = (index: number) => page.getByRole('checkbox', { name: `Select Book ${index}`, exact: true }).click();
    const date = page.getByRole('article').getByLabel('Newsletter date');
    const otherDate = date.locator('optgroup option').first();
    await otherDate.waitFor({ state: 'attached' });
    await date.selectOption(await otherDate.getAttribute('value'));
    await select(0);
    await select(1);
    await page.keyboard.press('a');
    await page.getByText('1 promotion will be approved; 1 will get a date proposal').waitFor();
    await row(page, 4).click();
    await page.keyboard.press('a');
    await expect.poll(() => server.deps.db.promotion.count({ where: { NOT: { proposed_date: null } } })).toBe(1);
    await page.keyboard.press('u');

    await page.route('**/promotions/decisions', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await select(7);
    await select(8);
    await page.keyboard.press('a');
    await row(page, 4).click();
    await page.keyboard.press('a');
    await page.getByRole('button', { name: 'Bulk report' }).click();
    await page.getByRole('dialog').getByText('2 promotions may have changed: check the list').waitFor();
    await page.keyboard.press('Escape');
    await row(page, 7).waitFor({ state: 'detached' });
    await page.goto('about:blank');
    await expect.poll(countApproved, { timeout: MINUTE }).toBe(4);
    await page.context().close();
    removeProblems(consoleProblems.at(-1)!, /net::ERR_FAILED/);
  });

  it('keep the text of an open bulk form when another bulk decision is saved', async () => {
    const page = await open({ width: 1280, height: 900 });
    const select = (index: number) => page.getByRole('checkbox', { name: `Select Book ${index}`, exact: true }).click();
    const { promise: mayRespond, resolve: respond } = Promise.withResolvers<void>();
    await page.route('**/promotions/decisions', async (route) => {
      const response = await route.fetch();
      await mayRespond;
      await route.fulfill({ response });
    });
    const dialog = page.getByRole('dialog');
    const message = dialog.getByLabel('Message to the partner');
    await select(0);
    await select(1);
    await page.keyboard.press('r');
    await dialog.getByRole('checkbox').first().check();
    await message.fill('Not this time.');
    await dialog.getByRole('button', { name: 'Decline promotions' }).click();
    await dialog.waitFor({ state: 'hidden' });
    // Sends the bulk decision.
    await row(page, 4).click();
    await page.keyboard.press('a');
    await select(7);
    await select(8);
    await page.keyboard.press('r');
    expect(await message.inputValue()).toBe('');
    await message.fill('A better cover, please.');
    respond();
    await page.getByText('Bulk report').waitFor({ state: 'attached' });
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await page.keyboard.press('r');
    expect(await message.inputValue()).toBe('A better cover, please.');
  });

  it('pass the focus with Enter to the details, and with Escape back to the row', async () => {
    const page = await open({ width: 1280, height: 900 });
    const expectFocus = (target: Locator) =>
      expect.poll(() => target.evaluate((element) => element === document.activeElement)).toBe(true);
    const title = (index: number) => page.getByRole('heading', { name: `Book ${index}`, level: 2 });
    for (let step = 0; step < 3; step++) await page.keyboard.press('j');
    await expectFocus(row(page, 3));
    await page.keyboard.press('Enter');
    await expectFocus(title(3));
    await page.keyboard.press('Tab');
    await page.keyboard.press('Escape');
    await expectFocus(row(page, 3));
    expect(await isInView(page)).toBe(true);
    // Tab only focuses the next row; Enter then selects it and opens its details.
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expectFocus(title(4));
    await page.keyboard.press('j');
    await expectFocus(row(page, 5));
    await row(page, 6).click();
    await expectFocus(row(page, 6));
    // The first Escape belongs to the dialog.
    await page.getByRole('button', { name: 'Decline' }).click();
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await expectFocus(page.getByRole('button', { name: 'Decline' }));
    await page.context().close();

    const phone = await open(PHONE);
    await row(phone, 2).focus();
    await phone.keyboard.press('Enter');
    await expect.poll(() => phone.evaluate(() => document.activeElement?.textContent)).toBe('Book 2');
    await phone.keyboard.press('Escape');
    await expectFocus(row(phone, 2));
    await phone.context().close();
  });

  it('take turns on a phone, where Back leads from the details to the list', async () => {
    const page = await open(PHONE, true);
    const details = page.getByRole('article');
    expect(await details.isVisible()).toBe(false);
    await row(page, 12).scrollIntoViewIfNeeded();
    await row(page, 12).tap();
    await details.getByRole('heading', { name: 'Book 12', level: 2 }).waitFor();
    expect(await row(page, 12).isVisible()).toBe(false);
    const approve = page.getByRole('button', { name: 'Approve' });
    await approve.tap();
    const title = details.getByRole('heading', { name: 'Book 13', level: 2 });
    await title.waitFor();
    await expect.poll(() => title.evaluate((element) => element === document.activeElement)).toBe(true);
    // The title is shown before React replaces the details.
    await expect.poll(async () => (await title.boundingBox())?.y).toBeGreaterThanOrEqual(0);
    const bar = (await approve.boundingBox())!;
    expect(bar.y + bar.height).toBeLessThanOrEqual(PHONE.height);
    await page.goBack();
    await details.waitFor({ state: 'hidden' });
    await expect.poll(() => selectedTitle(page)).toBe('Book 13');
    await expect.poll(() => isInView(page)).toBe(true);
    await row(page, 6).tap();
    await page.getByRole('button', { name: 'Back to the list' }).tap();
    await row(page, 6).evaluate((element) => element.scrollIntoView({ block: 'start' }));
    await expectSteadyRow(page);
    await row(page, 5).tap();
    await details.getByRole('heading', { name: 'Book 5', level: 2 }).waitFor();
    await page.getByRole('button', { name: 'Back to the list' }).tap();
    await details.waitFor({ state: 'hidden' });
    await expect.poll(() => isInView(page)).toBe(true);
  });
});

const list = (page: Page) => page.getByRole('list', { name: 'Promotions' });
const row = (page: Page, index: number) => list(page).getByRole('button', { name: new RegExp(`^Book ${index} `) });
const SELECTED = '[aria-current="true"]';
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
/** Returns the values that a copy of the row needs. */
const copyOf = (row: Book | Promotion) =>
  Object.fromEntries(Object.entries(row).filter(([name, value]) => name !== 'id' && value !== null));
/** Returns the selected row's id, also on a phone while the details hide the list. */
const selectedId = async (page: Page) => (await page.locator(`ol ${SELECTED}`).getAttribute('id'))!;
/** Waits until another row is selected and its details are shown. */
const waitForNextRow = (page: Page, id: string) =>
  page.waitForFunction(
    ([before, selected]) => {
      const row = document.querySelector(`ol ${selected}`);
      const title = document.getElementById('promotion-title')?.textContent;
      return row && row.id !== before && title && row.textContent?.startsWith(title);
    },
    [id, SELECTED] as const,
  );
const isHeadInView = async (page: Page) => {
  const y = (await page.locator('#promotion-title').boundingBox())?.y ?? -1;
  return y >= 0 && y < PHONE.height;
};
const selectedTitle = async (page: Page) => (await list(page).locator(SELECTED).innerText()).split('\n')[0]!.trim();

/** True if the top and bottom of the selected row are on the screen, and nothing covers them. */
const isInView = (page: Page) =>
  list(page)
    .locator(SELECTED)
    .evaluate((selected) => {
      const { left, right, top, bottom } = selected.getBoundingClientRect();
      const middle = (left + right) / 2;
      return [top + 2, bottom - 2].every((y) => selected.contains(document.elementFromPoint(middle, y)));
    });
