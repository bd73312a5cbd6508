/**
 * The review queue in a browser: history, stores, decisions with the keyboard alone, undoing and reopening, decisions
 * sent when the editor leaves, and two staff members at the same time.
 */
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Prisma } from '#prisma';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import {
  bookInput,
  type Client,
  completeBooks,
  createStaff,
  insertPartners,
  promotionInput,
} from '#server/testing/factories.ts';
import { addDays } from '#shared/dates.ts';
import { launchBrowser, openPage, removeProblems, stopUpdates } from './browser.ts';
import { signIn } from './crawl.ts';

const MINUTE = 60_000;
/** More than one page. REVIEW_QUEUE=100 simulates a busy morning. */
const COUNT = Number(process.env.REVIEW_QUEUE ?? 30);
const FIRST = '2026-12-03';
const DAYS = 20;
const CATEGORIES = 5;

describe('the review queue', () => {
  let server: TestServer;
  let browser: Browser;
  let staff: Client;
  const consoleProblems: string[][] = [];

  beforeAll(async () => {
    server = await startTestServer({ pages: true });
    browser = await launchBrowser();
    staff = await createStaff(server);
    await submit(COUNT);
  }, 3 * MINUTE);
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });
  afterEach(async () => {
    for (const context of browser.contexts()) await context.close();
    expect(consoleProblems.splice(0).flat()).toEqual([]);
  });

  it("shows the history of the open promotion's book and partner, and requests no other book's", async () => {
    const page = await openQueue(staff);
    const requestedBooks: string[] = [];
    page.on('request', (request) => {
      const { searchParams } = new URL(request.url());
      if (searchParams.has('book_id')) requestedBooks.push(searchParams.get('book_id')!);
    });
    await page.reload();
    const history = page.getByRole('region', { name: 'History' });
    await history.getByText('This book has no other promotions.').waitFor();
    await history.getByRole('link').first().waitFor();
    const title = await shownTitle(page);
    const { book_id, partner_id } = await server.deps.db.promotion.findFirstOrThrow({ where: { book: { title } } });
    expect(requestedBooks).toEqual([String(book_id)]);
    const [earlier] = await history.getByRole('link').evaluateAll((links) => links.map((a) => a.getAttribute('href')!));
    const id = Number(/\/users\/promotions\/(\d+)\/edit/.exec(earlier!)![1]);
    expect(await server.deps.db.promotion.findUniqueOrThrow({ where: { id } })).toMatchObject({ partner_id });
  });

  it("opens the book's page at Amazon with 1, and fetches its price there with p", async () => {
    const page = await openQueue(staff);
    const title = await shownTitle(page);
    const { book } = await server.deps.db.promotion.findFirstOrThrow({
      where: { book: { title } },
      include: { book: true },
    });
    await server.deps.db.book.update({ where: { id: book.id }, data: { asin: 'B0DEMO0001' } });
    await page.reload();
    const price = page.getByRole('region', { name: 'Stores and price' });
    await price.getByText('store price not fetched').waitFor();
    await page.context().route('https://www.amazon.com/**', (route) => route.fulfill({ body: 'A store page' }));
    const [store] = await Promise.all([page.context().waitForEvent('page'), page.keyboard.press('1')]);
    await store.waitForLoadState();
    expect(store.url()).toBe(book.amazon_url);
    expect(await store.evaluate(() => window.opener)).toBeNull();
    await store.close();
    await page.keyboard.press('p');
    await price.getByText('at Amazon').waitFor();
    await price.getByText('(fetched just now)').waitFor();
    await page.getByRole('region', { name: 'In the newsletter' }).getByText(title).first().waitFor();
    await page.context().close();
    // The demo's price contradicts the claimed one, so an approval would ask first.
    await server.deps.db.book.update({ where: { id: book.id }, data: { asin: null, store_data: Prisma.DbNull } });
  });

  it('can be worked through with the keyboard alone', { timeout: 5 * MINUTE }, async () => {
    const page = await openQueue(staff);
    await waitForText(page, `20 of ${COUNT} promotions`);
    expect(await focusedTitle(page)).toBe('');
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    expect(await focusedTitle(page)).toBe(await titleOfRow(page, 0));

    for (let turn = 0; turn < COUNT; turn++) {
      const title = await shownTitle(page);
      if (turn % 10 === 8) await rejectWithKeys(page);
      else if (turn % 10 === 9) await askWithKeys(page);
      else await page.keyboard.press('a');
      await page.getByRole('main').getByRole('heading', { name: title, exact: true }).waitFor({ state: 'detached' });
      if (turn < COUNT - 1) await selectedRow(page).waitFor();
    }
    await waitForText(page, 'You’re all caught up');
    await expect.poll(statusCounts, { timeout: MINUTE, interval: 500 }).toEqual({
      approved: COUNT * 0.8,
      rejected: COUNT * 0.1,
      awaiting_feedback: COUNT * 0.1,
    });
  });

  it('keeps a decided row out of a list that reloads before the response, and offers Reopen once', {
    timeout: 2 * MINUTE,
  }, async () => {
    await submit(2, addDays(FIRST, DAYS + 4));
    const page = await openQueue(staff);
    const [first, second] = [await titleOfRow(page, 0), await titleOfRow(page, 1)];
    const heldRequest = Promise.withResolvers<void>();
    await page.route('**/approve', (route) => heldRequest.promise.then(() => route.continue()));
    const approval = page.waitForRequest('**/approve');
    await rejectWithKeys(page);
    await page.keyboard.press('a');
    await expect.poll(() => statusOf(first!), { timeout: MINUTE }).toBe('rejected');
    await approval;

    await page.getByRole('button', { name: 'Recent decisions' }).click();
    const decisions = page.getByRole('dialog').getByRole('listitem');
    await decisions.filter({ hasText: first! }).getByRole('button', { name: 'Reopen' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Reopen promotion' }).click();
    await waitForText(page, '1 of 1 promotion');
    expect(await statusOf(second!)).toBeNull();
    heldRequest.resolve();
    await expect.poll(() => statusOf(second!), { timeout: MINUTE }).toBe('approved');
    await waitForText(page, `${second} was approved`);
    expect(await rowsOf(page).count()).toBe(1);
    expect(await titleOfRow(page, 0)).toBe(first);

    await rejectWithKeys(page);
    await page.getByRole('button', { name: 'Recent decisions' }).click();
    await decisions.first().getByRole('button', { name: 'Undo' }).waitFor();
    expect(await decisions.count()).toBe(4);
    expect(await decisions.getByRole('button', { name: /^Reopen/ }).allTextContents()).toEqual([`Reopen ${second}`]);
    await decisions.first().getByRole('button', { name: 'Undo' }).click();
    await server.deps.db.promotion.updateMany({
      where: { book: { title: first! } },
      data: { cancelled_at: server.deps.now() },
    });
  });

  it('undoes a pending decision, and sends one when the editor leaves the page', { timeout: 2 * MINUTE }, async () => {
    await startOver(2, addDays(FIRST, DAYS + 1));
    const page = await openQueue(staff);
    await waitForText(page, '2 of 2 promotions');
    const [first, second] = [await titleOfRow(page, 0), await titleOfRow(page, 1)];
    await page.keyboard.press('a');
    await waitForText(page, '1 of 1 promotion');
    await page.keyboard.press('u');
    await waitForText(page, '2 of 2 promotions');
    expect(await shownTitle(page)).toBe(first);

    // Leaving the page sends decisions that weren't undone.
    await page.keyboard.press('j');
    expect(await shownTitle(page)).toBe(second);
    await page.keyboard.press('a');
    await page.goto('/users/discounts');
    await expect.poll(() => statusOf(second!), { timeout: MINUTE }).toBe('approved');
    expect(await statusOf(first!)).toBeNull();
  });

  it('counts down to a decision, and lists recent ones with Undo or Reopen', { timeout: 2 * MINUTE }, async () => {
    await startOver(2, addDays(FIRST, DAYS + 3));
    const page = await openQueue(staff);
    await page.clock.install();
    // Long enough that even a slow machine still has time to undo.
    await page.evaluate(() => localStorage.setItem('review_hold', '120'));
    await page.reload();
    const [first, second] = [await titleOfRow(page, 0), await titleOfRow(page, 1)];
    await rejectWithKeys(page);
    const secondsLeft = async () => {
      const text = await page.getByRole('main').getByText('will be declined in').first().innerText();
      return Number(/in (\d+) s/.exec(text)![1]);
    };
    const before = await secondsLeft();
    expect(before).toBeLessThanOrEqual(120);
    await page.clock.runFor(2000);
    await expect.poll(secondsLeft).toBeLessThanOrEqual(before - 2);
    await page.getByRole('button', { name: 'Undo' }).hover();
    await page.clock.runFor(300_000);
    expect(await statusOf(first!)).toBeNull();
    await page.mouse.move(0, 0);
    await page.clock.runFor(121_000);
    await expect.poll(() => statusOf(first!), { timeout: MINUTE }).toBe('rejected');
    await waitForText(page, 'was declined');

    await page.keyboard.press('a');
    await waitForText(page, 'will be approved');
    await page.getByRole('button', { name: 'Recent decisions' }).click();
    const decisions = page.getByRole('dialog').getByRole('listitem');
    expect(await decisions.nth(0).innerText()).toContain(second);
    await decisions.nth(0).getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Recent decisions' }).click();
    await decisions.nth(0).getByText('was returned to the queue; nothing was sent').waitFor();
    await decisions.filter({ hasText: first! }).getByRole('button', { name: 'Reopen' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Reopen promotion' }).click();
    await expect.poll(() => statusOf(first!), { timeout: MINUTE }).toBeNull();
    await waitForText(page, '2 of 2 promotions');
    expect(await statusOf(second!)).toBeNull();
  });

  it('shows the current promotion to whoever decides second', { timeout: 2 * MINUTE }, async () => {
    await startOver(1, addDays(FIRST, DAYS + 6));
    const title = (await server.deps.db.promotion.findFirstOrThrow({
      where: { approval_status: null, cancelled_at: null },
      include: { book: true },
    }))!.book.title;
    const [first, second] = [await openQueue(staff), await openQueue(await createStaff(server))];
    await Promise.all([waitForText(first, '1 of 1 promotion'), waitForText(second, '1 of 1 promotion')]);
    await stopUpdates(second);
    await second.reload();
    await waitForText(second, '1 of 1 promotion');
    await first.keyboard.press('a');
    await first.goto('/users/discounts');
    await expect.poll(() => statusOf(title), { timeout: MINUTE }).toBe('approved');

    await rejectWithKeys(second);
    await second
      .getByRole('article')
      .getByText('awaiting promotion date', { exact: true })
      .waitFor({ timeout: MINUTE });
    await waitForText(second, title);
    expect(await statusOf(title)).toBe('approved');
    await second.context().close();
    removeProblems(consoleProblems.at(-1)!, /status of 409/);
    expect(
      await server.deps.db.promotionEvent.count({ where: { action: 'reject', promotion: { book: { title } } } }),
    ).toBe(0);
  });

  it('sends the pending decision before its editor signs out', { timeout: MINUTE }, async () => {
    await startOver(1, addDays(FIRST, DAYS + 2));
    const page = await openQueue(await createStaff(server));
    await waitForText(page, '1 of 1 promotion');
    const title = await shownTitle(page);
    await page.keyboard.press('a');
    await waitForText(page, '0 of 0 promotions');
    const menu = page.getByRole('banner');
    await menu.locator('summary').last().click();
    await menu.getByRole('button', { name: 'Log out' }).click();
    await page.waitForURL('**/users/sign-in');
    expect(await statusOf(title!)).toBe('approved');
    // The lanes may be counted once more while the session ends.
    await page.context().close();
    removeProblems(consoleProblems.at(-1)!, /status of 401/);
  });

  /** Submits this many promotions, distributed over dates and categories so that each has a slot. */
  async function submit(count: number, from = FIRST) {
    const partners = await insertPartners(server, Math.min(count, 10));
    await Promise.all(
      partners.map(async (partner, index) => {
        for (let turn = index; turn < count; turn += partners.length) {
          const category_id = (turn % CATEGORIES) + 1;
          const book = bookInput({ title: `Book ${from} ${turn}`, category_id });
          const { id } = (await partner.post('/books').send(book).expect(201)).body.book;
          const requested_date = addDays(from, Math.floor(turn / CATEGORIES) % DAYS);
          await partner
            .post('/promotions')
            .send(promotionInput(server, id, { category_id, requested_date }))
            .expect(201);
        }
      }),
    );
    await completeBooks(server);
  }

  /** Cancels the undecided promotions that earlier tests left in the queue, and submits new ones. */
  async function startOver(count: number, from: string) {
    await server.deps.db.promotion.updateMany({
      where: { approval_status: null, cancelled_at: null },
      data: { cancelled_at: server.deps.now() },
    });
    await submit(count, from);
  }

  async function openQueue(as: Client) {
    const opened = await openPage(browser, { baseURL: server.url });
    consoleProblems.push(opened.consoleProblems);
    await signIn(opened.context, server.url, as.headers);
    await opened.page.goto('/users/promotions');
    return opened.page;
  }

  const statusCounts = async () => {
    const groups = await server.deps.db.promotion.groupBy({ by: ['approval_status'], _count: true });
    return Object.fromEntries(groups.map(({ approval_status, _count }) => [String(approval_status), _count]));
  };
  const statusOf = async (title: string) =>
    (await server.deps.db.promotion.findFirstOrThrow({ where: { book: { title } }, orderBy: { id: 'desc' } }))
      .approval_status;
});

const waitForText = (page: Page, text: string) => page.getByRole('main').getByText(text).first().waitFor();
const rowsOf = (page: Page) => page.getByRole('list', { name: 'Promotions' }).getByRole('button');
const selectedRow = (page: Page) => page.getByRole('list', { name: 'Promotions' }).locator('[aria-current="true"]');
const titleOfRow = async (page: Page, index: number) =>
  (await rowsOf(page).nth(index).locator('[class*="title"]').textContent())!.trim();
const shownTitle = async (page: Page) => (await page.getByRole('article').getByRole('heading').first().textContent())!;
/** The title of the focused row; '' if the focus is elsewhere. */
const focusedTitle = (page: Page) =>
  page
    .evaluate(() => {
      const focused = document.activeElement as HTMLElement;
      return focused.closest('[aria-label="Promotions"]') ? focused.innerText : '';
    })
    .then(titleIn);
/** A row begins with its title. */
const titleIn = (row: string) => row.split('\n')[0]!.trim();

async function rejectWithKeys(page: Page) {
  await page.keyboard.press('r');
  // The dialog is visible a moment before it takes the focus, and a key pressed in between is lost.
  await page.getByRole('dialog').locator('input[type=checkbox]:focus').waitFor();
  await page.keyboard.press('Space');
  await submitWithKeys(page, /Decline promotion/);
}

async function askWithKeys(page: Page) {
  await page.keyboard.press('f');
  await page.getByRole('dialog').locator('textarea:focus').waitFor();
  await page.keyboard.type('Is the price already live?');
  await submitWithKeys(page, /Ask for feedback/);
}

/** Moves to the button with the Tab key, and presses Enter. */
async function submitWithKeys(page: Page, name: RegExp) {
  const button = page.getByRole('dialog').getByRole('button', { name });
  for (let steps = 0; steps < 20 && !(await button.evaluate((element) => element === document.activeElement)); steps++)
    await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}
