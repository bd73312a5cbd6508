/**
 * The review queue in a browser: every promotion with the keyboard alone, an undone decision, and two staff members at
 * the same time.
 */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { bookInput, type Client, createStaff, insertPartners, promotionInput } from '#server/testing/factories.ts';
import { addDays } from '#shared/dates.ts';
import { launchBrowser, openPage } from './browser.ts';
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
  const complaints: string[][] = [];

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

  it("shows the history of the open promotion's book and partner, and requests no others", async () => {
    const page = await openQueue(staff);
    const asked: string[] = [];
    page.on('request', (request) => {
      const { searchParams } = new URL(request.url());
      if (searchParams.has('book_id')) asked.push(searchParams.get('book_id')!);
    });
    await page.reload();
    const history = page.getByRole('region', { name: 'History' });
    await history.getByText('This book has no other promotion.').waitFor();
    await history.getByRole('link').first().waitFor();
    const title = await openTitle(page);
    const { book_id, partner_id } = await server.deps.db.promotion.findFirstOrThrow({ where: { book: { title } } });
    expect(asked).toEqual([String(book_id)]);
    const [earlier] = await history.getByRole('link').evaluateAll((links) => links.map((a) => a.getAttribute('href')!));
    const id = Number(/\/users\/promotions\/(\d+)\/edit/.exec(earlier!)![1]);
    expect(await server.deps.db.promotion.findUniqueOrThrow({ where: { id } })).toMatchObject({ partner_id });
    await page.context().close();
  });

  it('can be worked through with the keyboard alone', { timeout: 5 * MINUTE }, async () => {
    const page = await openQueue(staff);
    await sees(page, `20 of ${COUNT} promotions`);
    expect(await focusedTitle(page)).toBe('');
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    expect(await focusedTitle(page)).toBe(await titleOfRow(page, 0));

    for (let turn = 0; turn < COUNT; turn++) {
      const title = await openTitle(page);
      if (turn % 10 === 8) await rejectWithKeys(page);
      else if (turn % 10 === 9) await askWithKeys(page);
      else await page.keyboard.press('a');
      await page.getByRole('main').getByRole('heading', { name: title, exact: true }).waitFor({ state: 'detached' });
      if (turn < COUNT - 1) await page.locator('main h3 [aria-expanded="true"]').waitFor();
    }
    await sees(page, 'Everything is decided');
    await expect.poll(decided, { timeout: MINUTE, interval: 500 }).toEqual({
      approved: COUNT * 0.8,
      rejected: COUNT * 0.1,
      awaiting_feedback: COUNT * 0.1,
    });
    await page.context().close();
  });

  it('undoes the last decision before anyone is told about it', { timeout: 2 * MINUTE }, async () => {
    await submit(2, addDays(FIRST, DAYS + 1));
    const page = await openQueue(staff);
    await sees(page, '2 of 2 promotions');
    const [first, second] = [await titleOfRow(page, 0), await titleOfRow(page, 1)];
    await page.keyboard.press('a');
    await sees(page, '1 of 1 promotions');
    await page.keyboard.press('u');
    await sees(page, '2 of 2 promotions');
    expect(await openTitle(page)).toBe(first);

    // Leaving the page sends decisions that weren't undone.
    await page.keyboard.press('j');
    expect(await openTitle(page)).toBe(second);
    await page.keyboard.press('a');
    await page.goto('/users/discounts');
    await expect.poll(() => statusOf(second!), { timeout: MINUTE }).toBe('approved');
    expect(await statusOf(first!)).toBeNull();
    await page.context().close();
  });

  it('shows the current promotion to whoever decides second', { timeout: 2 * MINUTE }, async () => {
    const title = (await server.deps.db.promotion.findFirstOrThrow({
      where: { approval_status: null },
      include: { book: true },
    }))!.book.title;
    const [one, other] = [await openQueue(staff), await openQueue(await createStaff(server))];
    await Promise.all([sees(one, '1 of 1 promotions'), sees(other, '1 of 1 promotions')]);
    await one.keyboard.press('a');
    await one.goto('/users/discounts');
    await expect.poll(() => statusOf(title), { timeout: MINUTE }).toBe('approved');

    await rejectWithKeys(other);
    await other.getByRole('main').getByText('awaiting promotion date', { exact: true }).waitFor({ timeout: MINUTE });
    await sees(other, title);
    expect(await statusOf(title)).toBe('approved');
    complaints[complaints.length - 1] = complaints.at(-1)!.filter((text) => !text.includes('status of 409'));
    expect(
      await server.deps.db.promotionEvent.count({ where: { action: 'reject', promotion: { book: { title } } } }),
    ).toBe(0);
  });

  it('sends the pending decision before its editor signs out', { timeout: MINUTE }, async () => {
    await submit(1, addDays(FIRST, DAYS + 2));
    const page = await openQueue(await createStaff(server));
    await sees(page, '1 of 1 promotions');
    const title = await openTitle(page);
    await page.keyboard.press('a');
    await sees(page, '0 of 0 promotions');
    const menu = page.getByRole('banner');
    await menu.locator('summary').last().click();
    await menu.getByRole('button', { name: 'Log out' }).click();
    await page.waitForURL('**/users/sign-in');
    expect(await statusOf(title!)).toBe('approved');
    // The lanes may be counted once more while the session ends.
    complaints[complaints.length - 1] = complaints.at(-1)!.filter((text) => !text.includes('status of 401'));
    await page.context().close();
  });

  it('leaves no console errors', () => {
    expect(complaints.flat()).toEqual([]);
  });

  /** Submits this many promotions, distributed over dates and categories so that each has a slot. */
  async function submit(count: number, from = FIRST) {
    const partners = await insertPartners(server, Math.min(count, 10));
    await Promise.all(
      partners.map(async (partner, who) => {
        for (let turn = who; turn < count; turn += partners.length) {
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
  }

  async function openQueue(as: Client) {
    const opened = await openPage(browser, { baseURL: server.url });
    complaints.push(opened.complaints);
    await signIn(opened.context, server.url, as.headers);
    await opened.page.goto('/users/promotions');
    return opened.page;
  }

  const decided = async () => {
    const groups = await server.deps.db.promotion.groupBy({ by: ['approval_status'], _count: true });
    return Object.fromEntries(groups.map(({ approval_status, _count }) => [String(approval_status), _count]));
  };
  const statusOf = async (title: string) =>
    (await server.deps.db.promotion.findFirstOrThrow({ where: { book: { title } } })).approval_status;
});

const sees = (page: Page, text: string) => page.getByRole('main').getByText(text).first().waitFor();
const titleOfRow = (page: Page, index: number) => page.locator('main h3 [aria-expanded]').nth(index).textContent();
const openTitle = async (page: Page) => (await page.locator('main h3 [aria-expanded="true"]').textContent())!;
const focusedTitle = (page: Page) =>
  page.evaluate(() =>
    document.activeElement?.hasAttribute('aria-expanded') ? document.activeElement.textContent : '',
  );

async function rejectWithKeys(page: Page) {
  await page.keyboard.press('r');
  await page.getByRole('dialog').getByRole('checkbox').first().waitFor();
  await page.keyboard.press('Space');
  await submitWithKeys(page, /Reject the promotion/);
}

async function askWithKeys(page: Page) {
  await page.keyboard.press('f');
  await page.getByRole('dialog').getByRole('textbox').waitFor();
  await page.keyboard.type('Is the price already live?');
  await submitWithKeys(page, /Send the question/);
}

/** Reaches the button with the Tab key, as without a mouse. */
async function submitWithKeys(page: Page, name: RegExp) {
  const button = page.getByRole('dialog').getByRole('button', { name });
  for (let steps = 0; steps < 20 && !(await button.evaluate((one) => one === document.activeElement)); steps++)
    await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}
