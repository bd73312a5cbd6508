/** The review desk in a browser: finding promotions, taking decisions back, and keeping the place. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { START, startTestServer, type TestServer } from '#server/testing/app.ts';
import {
  type Client,
  createPartner,
  createPromotion,
  createStaff,
  insertPartners,
  type PartnerClient,
} from '#server/testing/factories.ts';
import { settlePromotion } from '#server/testing/settled-promotion.ts';
import { addDays } from '#shared/dates.ts';
import { launchBrowser, openPage, stopUpdates } from './browser.ts';
import { signIn } from './crawl.ts';

const MINUTE = 60_000;
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
  beforeEach(async () => {
    await server.deps.db.promotion.updateMany({ where: { sent_at: null }, data: { cancelled_at: START } });
    await server.deps.db.newsletterPromotionCount.updateMany({ data: { promotions_in_total: 0 } });
    partners = await insertPartners(server, COUNT);
    for (const [index, partner] of partners.entries()) {
      const requested_date = addDays('2026-12-03', index);
      await createPromotion(server, { partner, requested_date, book: { title: `Book ${index}` } });
    }
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

  it('searches all promotions from a lane, and keeps the words when there are no matches', async () => {
    const { db } = server.deps;
    const partner = await createPartner(server);
    await db.partner.update({ where: { id: partner.id }, data: { name: 'Lantern Street Books' } });
    const { id: promotion_id } = await settlePromotion(server, partner);
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
    await page.getByRole('link', { name: 'Clear the search' }).click();
    await row(page, 0).waitFor();
    await page.context().close();
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
    const undo = page.getByRole('button', { name: 'Undo' });
    expect(await undo.getAttribute('aria-keyshortcuts')).toBe('Control+z');
    expect(await undo.innerText()).toBe('Undo Ctrl Z');
    // A text field's own undo is another one.
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
    await page.context().close();
  });

  it('lists bulk decisions by promotion, also after leaving the page, and takes an approval back', async () => {
    const { db } = server.deps;
    const page = await open({ as: await createStaff(server) });
    await row(page, 0).waitFor();
    const decisions = page.getByRole('dialog').getByRole('listitem');
    const showDecisions = () => page.getByRole('button', { name: 'Recent decisions' }).click();
    for (const index of [0, 1, 2]) await mark(page, index);
    await page.keyboard.press('a');
    await showDecisions();
    expect(await decisions.count()).toBe(3);
    await decisions.first().getByText('will be approved.').waitFor();
    await decisions.first().getByRole('button', { name: 'Undo all 3' }).click();
    await showDecisions();
    await decisions.nth(2).getByText('was returned to the queue; nothing was sent.').waitFor();
    await page.keyboard.press('Escape');

    // Another browser is faster with one of them.
    const taken = await db.promotion.findFirstOrThrow({ where: { book: { title: 'Book 1' }, cancelled_at: null } });
    await stopUpdates(page);
    await page.reload();
    await row(page, 0).waitFor();
    await staff.post(`/promotions/${taken.id}/cancel`).send({}).expect(200);
    for (const index of [0, 1]) await mark(page, index);
    await page.keyboard.press('a');
    await page.getByRole('link', { name: 'Discounts' }).click();
    await page.getByText('1 promotion approved; 1 not changed').waitFor();
    await page.getByRole('link', { name: 'Promotions', exact: true }).click();
    await row(page, 2).waitFor();
    await showDecisions();
    await decisions.nth(1).getByText('“cancelled”, so it can’t be approved').waitFor();
    await decisions.first().getByText('was approved.').waitFor();
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
    consoleProblems[consoleProblems.length - 1] = consoleProblems
      .at(-1)!
      .filter((text) => !text.includes('status of 401'));
    await page.context().close();
  });

  it('leaves no console errors', () => {
    expect(consoleProblems.flat()).toEqual([]);
  });
});

const list = (page: Page) => page.getByRole('list', { name: 'Promotions' });
const row = (page: Page, index: number) => list(page).getByRole('button', { name: new RegExp(`^Book ${index} `) });

const selectedTitle = async (page: Page) =>
  (await list(page).locator('[aria-current="true"]').innerText()).split('\n')[0]!.trim();
const mark = (page: Page, index: number) =>
  page.getByRole('checkbox', { name: `Select Book ${index}`, exact: true }).click();

async function search(page: Page, words: string) {
  await page.keyboard.press('/');
  await page.keyboard.type(words);
  await page.keyboard.press('Enter');
}
