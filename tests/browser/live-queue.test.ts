/** Two editors in two browsers on one review queue. */
import type { Browser, Page } from 'playwright-core';
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
import { paths } from '#shared/paths.ts';
import { launchBrowser, openPage, stopUpdates } from './browser.ts';
import { signIn } from './crawl.ts';

const MINUTE = 60_000;
const COUNT = 6;
/**
 * Time within which other editors see a decision: the server looks for changes each second, then pages load the list.
 */
const PROMISED_MS = 2000;

describe('the live review queue', { timeout: 2 * MINUTE }, () => {
  let server: TestServer;
  const browsers: Browser[] = [];
  let editors: (Client & { id: number })[];
  let partners: PartnerClient[];
  let categories: number[];
  /** A different category for each test, so that its slots are free. */
  let category_id: number;
  let nora: Page;
  let sam: Page;
  const consoleProblems: string[][] = [];

  beforeAll(async () => {
    server = await startTestServer({ pages: true });
    const general = await server.deps.db.category.findMany({ where: { is_adult: false }, orderBy: { id: 'asc' } });
    categories = general.map(({ id }) => id);
    browsers.push(await launchBrowser(), await launchBrowser());
    editors = [await createStaff(server, 'editor', 'Nora Whitlock'), await createStaff(server, 'editor', 'Sam Reed')];
  }, 3 * MINUTE);
  afterAll(async () => {
    for (const browser of browsers) await browser.close();
    await server?.close();
  });
  beforeEach(async () => {
    await server.deps.db.promotion.updateMany({ data: { cancelled_at: START } });
    await server.deps.pool.query('delete from review_viewers; delete from review_claims');
    partners = await insertPartners(server, COUNT + 1);
    category_id = categories.shift()!;
    for (let index = 0; index < COUNT; index++) await submit(index, index + 1);
    await completeBooks(server);
    [nora, sam] = [await open(0), await open(1)];
  }, 2 * MINUTE);
  afterEach(async () => {
    await Promise.all([nora, sam].map((page) => page.context().close()));
  });

  const submit = (index: number, day: number) =>
    createPromotion(server, {
      partner: partners[index]!,
      category_id,
      requested_date: addDays('2026-12-03', day),
      book: { title: `Book ${index}`, category_id },
    });

  async function open(index: number) {
    const opened = await openPage(browsers[index]!, { baseURL: server.url });
    consoleProblems.push(opened.consoleProblems);
    await signIn(opened.context, server.url, editors[index]!.headers);
    const { page } = opened;
    const stream = page.waitForResponse('**/review_stream');
    await page.goto('/users/promotions');
    await stream;
    await page.getByText(`${COUNT} of ${COUNT} promotions`).waitFor();
    return page;
  }

  /** Sends the pending decision, and returns the time of the response. */
  async function flush(page: Page, call: string) {
    const pendingResponse = page.waitForResponse((response) => response.url().endsWith(call));
    await page.evaluate(() => dispatchEvent(new Event('pagehide')));
    expect((await pendingResponse).status()).toBe(200);
    return performance.now();
  }

  it('shows an approval, refusal, question, and cancellation in the other browser within two seconds', async () => {
    const decide = {
      approve: () => nora.keyboard.press('a'),
      reject: async () => {
        await nora.keyboard.press('r');
        await nora.getByRole('dialog').locator('input[type=checkbox]').first().check();
        await nora.getByRole('dialog').getByRole('button', { name: 'Decline promotion' }).click();
      },
      partner_feedback: async () => {
        await nora.keyboard.press('f');
        await nora.getByRole('dialog').locator('textarea').fill('Is the price live?');
        await nora.getByRole('dialog').getByRole('button', { name: 'Ask for feedback' }).click();
      },
      cancel: async () => {
        await nora.keyboard.press('c');
        await nora.getByRole('dialog').getByRole('button', { name: 'Cancel promotion' }).click();
      },
    };
    await select(sam, 'Book 5');
    for (const [index, [kind, act]] of Object.entries(decide).entries()) {
      const row = rowOf(sam, `Book ${index}`);
      await row.waitFor();
      await act();
      await rowOf(nora, `Book ${index}`).waitFor({ state: 'detached' });
      const decidedAt = await flush(nora, kind);
      await row.waitFor({ state: 'detached' });
      expect(performance.now() - decidedAt).toBeLessThan(PROMISED_MS);
      expect(await selectedTitle(sam)).toBe('Book 5');
    }
    await sam.getByText('2 of 2 promotions').waitFor();
    await sam.getByRole('navigation', { name: 'Review queues' }).getByText('2', { exact: true }).waitFor();
  });

  it('shows other decisions, and bulk ones, within two seconds', async () => {
    const dialog = nora.getByRole('dialog');
    /** Runs a decision by Nora, and fails unless Sam's page shows it in time. */
    async function expectSoon(call: string, act: () => Promise<unknown>, waitUntilShown: () => Promise<unknown>) {
      // Some decisions are sent right away, without time to undo them.
      const response = nora.waitForResponse((res) => res.url().endsWith(`/${call}`), { timeout: MINUTE });
      await act();
      await nora.evaluate(() => dispatchEvent(new Event('pagehide')));
      expect((await response).status()).toBe(200);
      const decidedAt = performance.now();
      await waitUntilShown();
      expect([call, performance.now() - decidedAt < PROMISED_MS]).toEqual([call, true]);
    }
    const waitForRemoval = (title: string) => () => rowOf(sam, title).waitFor({ state: 'detached' });
    const pressInDialog = (button: string) => dialog.getByRole('button', { name: button, exact: true }).click();
    await select(sam, 'Book 5');
    await expectSoon(
      'propose_date',
      async () => {
        const date = nora.getByRole('article').getByLabel('Newsletter date');
        const other = date.locator('optgroup option').first();
        await other.waitFor({ state: 'attached' });
        await date.selectOption(await other.getAttribute('value'));
        await nora.keyboard.press('a');
        await pressInDialog('Propose this date');
      },
      waitForRemoval('Book 0'),
    );
    await expectSoon(
      'decisions',
      async () => {
        for (const title of ['Book 3', 'Book 4'])
          await nora.getByRole('checkbox', { name: `Select ${title}`, exact: true }).click();
        await nora.keyboard.press('a');
      },
      () => Promise.all([waitForRemoval('Book 3')(), waitForRemoval('Book 4')()]),
    );

    const declined = await idOf('Book 2');
    const reason = { reason_codes: ['cover_quality'], message: '' };
    await editors[0]!.post(`/promotions/${declined}/reject`).send(reason).expect(200);
    await waitForRemoval('Book 2')();
    await nora.goto(paths.userPromotion(declined));
    await expectSoon(
      'reopen',
      async () => {
        await nora.getByRole('button', { name: 'Reopen' }).click();
        await pressInDialog('Reopen promotion');
      },
      () => rowOf(sam, 'Book 2').waitFor(),
    );

    const CHANGED = '/users/promotions?status=changed_after_approval';
    for (const title of ['Book 1', 'Book 2']) await approve(title);
    for (const index of [1, 2, 3])
      await partners[index]!.patch(`/promotions/${await idOf(`Book ${index}`)}/`)
        .send({ sale_price_cents: 199 })
        .expect(200);
    await openList(CHANGED, 'Book 3');
    await select(nora, 'Book 1');
    await expectSoon('accept_changes', () => nora.keyboard.press('a'), waitForRemoval('Book 1'));
    await select(nora, 'Book 2');
    await expectSoon(
      'keep_approved',
      async () => {
        await nora.keyboard.press('r');
        await pressInDialog('Keep approved version');
      },
      waitForRemoval('Book 2'),
    );
    await expectSoon(
      'ask_about_changes',
      async () => {
        await select(nora, 'Book 3');
        await nora.keyboard.press('f');
        await dialog.locator('textarea').fill('Is the new price live?');
        await pressInDialog('Ask about the changes');
      },
      () => sam.getByRole('article').getByText('Is the new price live?').first().waitFor(),
    );

    await openList('/users/promotions?status=awaiting+promotion+date', 'Book 4');
    await select(nora, 'Book 1');
    await expectSoon(
      'cancel_approved',
      async () => {
        await nora.keyboard.press('c');
        await pressInDialog('Cancel promotion');
      },
      waitForRemoval('Book 1'),
    );
    const partner = await createPartner(server, { card: 'pm_card_visa' });
    const { id, book_id } = await createSettledPromotion(server, partner);
    await server.deps.db.book.update({ where: { id: book_id }, data: { title: 'Book 7' } });
    await server.deps.db.promotion.update({ where: { id }, data: { paid_at: null } });
    await server.deps.db.invoice.updateMany({ where: { promotion_id: id }, data: { status: 'open', paid_at: null } });
    await openList('/users/promotions?status=awaiting+payment', 'Book 7');
    await expectSoon(
      'charge',
      async () => {
        await nora.keyboard.press('h');
        await pressInDialog('Charge $20.00');
      },
      // The selected row stays until Sam moves on.
      () => sam.getByText('0 of 0 promotions').waitFor(),
    );
  });

  it('shows new and changed promotions, and keeps the same row selected', async () => {
    await select(sam, 'Book 3');
    const { id } = await submit(COUNT, 0);
    const submittedAt = performance.now();
    await rowOf(sam, 'Book 6').waitFor();
    expect(performance.now() - submittedAt).toBeLessThan(PROMISED_MS);
    expect(await titles(sam)).toEqual(['Book 6', 'Book 0', 'Book 1', 'Book 2', 'Book 3', 'Book 4', 'Book 5']);
    expect(await selectedTitle(sam)).toBe('Book 3');
    await partners[COUNT]!.patch(`/promotions/${id}/`).send({ sale_price_cents: 199 }).expect(200);
    await rowOf(sam, 'Book 6').getByText('$1.99').waitFor();
  });

  it('keeps a long list’s selected row in place while rows above it come and go', async () => {
    await sam.setViewportSize({ width: 1280, height: 220 });
    await select(sam, 'Book 4');
    const before = (await rowOf(sam, 'Book 4').boundingBox())!;
    await submit(COUNT, 0);
    await rowOf(sam, 'Book 6').waitFor();
    expect((await rowOf(sam, 'Book 4').boundingBox())!.y).toBeCloseTo(before.y, 0);
    await approve('Book 0');
    await rowOf(sam, 'Book 0').waitFor({ state: 'detached' });
    expect((await rowOf(sam, 'Book 4').boundingBox())!.y).toBeCloseTo(before.y, 0);
    expect(await selectedTitle(sam)).toBe('Book 4');
  });

  it('keeps the selected row and the editor’s draft after a colleague decides, and shows who decided', async () => {
    await select(sam, 'Book 1');
    await sam.keyboard.press('r');
    const dialog = sam.getByRole('dialog');
    await dialog.locator('textarea').fill('We loved the first chapter, but');
    await approve('Book 1');
    await dialog.getByText(/Approved by Nora Whitlock \d+ s ago/).waitFor();
    await dialog.getByText('This can’t be sent: the promotion’s status is now “awaiting promotion date”.').waitFor();
    expect(await dialog.getByRole('button', { name: 'Decline promotion' }).getAttribute('aria-disabled')).toBe('true');
    await dialog.locator('input[type=checkbox]').first().check();
    await sam.keyboard.press('Control+Enter');
    await dialog.locator('textarea').pressSequentially(' not the last one.');
    expect(await dialog.locator('textarea').inputValue()).toBe('We loved the first chapter, but not the last one.');
    await dialog.getByRole('button', { name: 'Back' }).click();

    await sam
      .getByRole('article')
      .getByText(/Approved by Nora Whitlock \d+ s ago/)
      .waitFor();
    expect(await selectedTitle(sam)).toBe('Book 1');
    expect(await titles(sam)).toContain('Book 1');
    await sam.getByText('5 of 5 promotions').waitFor();
    await sam.keyboard.press('a');
    await sam.getByRole('button', { name: 'Go to the next promotion' }).click();
    await expect.poll(() => selectedTitle(sam)).toBe('Book 2');
    expect(await titles(sam)).toEqual(['Book 0', 'Book 2', 'Book 3', 'Book 4', 'Book 5']);
    expect(await decisionsOf('Book 1')).toEqual(['approve']);

    // After the partner's change, the editor has to see the new version before deciding.
    await sam.keyboard.press('r');
    await dialog.locator('textarea').fill('The price is too high.');
    await partners[2]!
      .patch(`/promotions/${await idOf('Book 2')}/`)
      .send({ sale_price_cents: 199 })
      .expect(200);
    await dialog.getByText('the promotion has changed since you opened the form').waitFor();
    await dialog.getByRole('button', { name: 'Back' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await sam.keyboard.press('r');
    expect(await dialog.locator('textarea').inputValue()).toBe('The price is too high.');
    expect(await dialog.getByRole('button', { name: 'Decline promotion' }).getAttribute('aria-disabled')).toBeNull();
    await dialog.getByRole('button', { name: 'Back' }).click();
  });

  it('shows who is looking at what, until their tab crashes', async () => {
    await select(sam, 'Book 2');
    const watcher = () => rowOf(nora, 'Book 2').getByTitle('Sam Reed is looking at this');
    await watcher().waitFor();
    await select(nora, 'Book 2');
    await nora.getByRole('article').getByText('Sam Reed is looking at this.').waitFor();
    await rowOf(sam, 'Book 2').getByTitle('Nora Whitlock is looking at this').waitFor();
    expect(await rowOf(sam, 'Book 2').getByTitle('Sam Reed is looking at this').count()).toBe(0);

    const crashed = sam.waitForEvent('crash');
    const session = await sam.context().newCDPSession(sam);
    void session.send('Page.crash').catch(() => undefined);
    await crashed;
    await watcher().waitFor({ state: 'detached', timeout: 20_000 });
    await nora.getByText('Sam Reed is looking at this.').waitFor({ state: 'detached' });
  });

  it('shows who is deciding, and lets one editor at a time decide', async () => {
    await select(sam, 'Book 0');
    await sam.keyboard.press('r');
    await sam.getByRole('dialog').locator('textarea').waitFor();
    await rowOf(nora, 'Book 0').filter({ hasText: 'Sam Reed is deciding' }).waitFor();
    await nora.keyboard.press('a');
    const takeOver = nora.getByRole('button', { name: 'Take over promotion' });
    await expect.poll(() => takeOver.evaluate((button) => button === document.activeElement)).toBe(true);
    await nora.keyboard.press('Enter');
    await sam.getByRole('dialog').getByText('Nora Whitlock is deciding on this promotion').waitFor();
    await nora.getByText('Release this promotion').waitFor();
    await nora.keyboard.press('a');
    await rowOf(nora, 'Book 0').waitFor({ state: 'detached' });
    await flush(nora, 'approve');
    expect(await decisionsOf('Book 0')).toEqual(['approve']);
  });

  it('doesn’t scroll when a colleague decides on a promotion that an editor is about to take over', async () => {
    await select(nora, 'Book 0');
    await nora.getByRole('button', { name: 'Claim this promotion' }).click();
    await select(sam, 'Book 0');
    await rowOf(sam, 'Book 0').filter({ hasText: 'Nora Whitlock is deciding' }).waitFor();
    await sam.keyboard.press('a');
    const isFocused = (name: string) =>
      sam.getByRole('button', { name }).evaluate((button) => button === document.activeElement);
    await expect.poll(() => isFocused('Take over promotion')).toBe(true);
    const scrolled = await sam.evaluate(() => scrollY);
    await nora.keyboard.press('a');
    await flush(nora, 'approve');
    await sam
      .getByRole('article')
      .getByText(/Approved by Nora Whitlock \d+ s ago/)
      .waitFor();
    const focused = () => sam.evaluate(() => document.activeElement!.id);
    await expect.poll(focused).toBe(await rowOf(sam, 'Book 0').getAttribute('id'));
    expect(await sam.evaluate(() => scrollY)).toBe(scrolled);
  });

  it('takes a promotion out of a pending bulk decision when another editor takes it over', async () => {
    await select(nora, 'Book 3');
    for (const title of ['Book 0', 'Book 1'])
      await nora.getByRole('checkbox', { name: `Select ${title}`, exact: true }).click();
    await nora.keyboard.press('a');
    await rowOf(sam, 'Book 1').filter({ hasText: 'Nora Whitlock is deciding' }).waitFor();
    await nora.getByRole('button', { name: 'Undo' }).focus();
    await select(sam, 'Book 1');
    await sam.getByRole('button', { name: 'Take over promotion' }).click();
    await nora.getByText('1 promotion will be approved; 1 won’t be changed').waitFor();
    await rowOf(nora, 'Book 1').waitFor();
    await flush(nora, 'decisions');
    await nora.getByText('1 promotion approved; 1 not changed').waitFor();
    expect(await decisionsOf('Book 0')).toEqual(['approve']);
    expect(await decisionsOf('Book 1')).toEqual([]);
  });

  it('saves only one of two decisions made at the same moment', async () => {
    for (const page of [nora, sam]) await page.keyboard.press('k');
    await Promise.all([nora.keyboard.press('a'), sam.keyboard.press('a')]);
    const waitForRefusal = (page: Page) =>
      page
        .getByText(/started deciding first|Approved by|wasn’t changed/)
        .first()
        .waitFor();
    await Promise.any([waitForRefusal(nora), waitForRefusal(sam)]);
    await Promise.all([nora, sam].map((page) => page.evaluate(() => dispatchEvent(new Event('pagehide')))));
    await expect.poll(() => decisionsOf('Book 0'), { timeout: 15_000 }).toEqual(['approve']);
    await new Promise((resolve) => setTimeout(resolve, 1000));
    expect(await decisionsOf('Book 0')).toEqual(['approve']);
  });

  it('polls while the stream keeps ending, and names the editor who decided first', async () => {
    await stopUpdates(sam);
    await sam.reload();
    await rowOf(sam, 'Book 0').waitFor();
    await approve('Book 0');
    await sam.keyboard.press('a');
    await sam.evaluate(() => dispatchEvent(new Event('pagehide')));
    await sam.getByText(/wasn’t changed: Approved by Nora Whitlock \d+ s ago/).waitFor();
    await rowOf(sam, 'Book 0').click();
    await sam
      .getByRole('article')
      .getByText(/Approved by Nora Whitlock \d+ s ago/)
      .waitFor();
    await sam.getByRole('article').getByRole('button', { name: 'Cancel promotion' }).waitFor();

    await sam.unroute('**/promotions/review_presence');
    await select(sam, 'Book 3');
    await approve('Book 1');
    await rowOf(sam, 'Book 1').waitFor({ state: 'detached' });
    await rowOf(nora, 'Book 3').getByTitle('Sam Reed is looking at this').waitFor();
  });

  it('shows a replaced card within half a minute', async () => {
    const { id: partner_id } = partners[0]!;
    const { db } = server.deps;
    // A stream that opens late would reload the list, too.
    await stopUpdates(sam);
    await sam.clock.install();
    await sam.reload();
    await select(sam, 'Book 0');
    const card = sam.getByRole('article').getByText(/, valid until/);
    await card.waitFor();
    await db.creditCard.updateMany({ where: { partner_id }, data: { last4: '9876' } });
    await sam.clock.fastForward(30_000);
    await sam
      .getByRole('article')
      .getByText(/ending in 9876, valid until/)
      .waitFor();
  });

  it('shows other editors and their decisions on a promotion’s own page, and its editor in the queue', async () => {
    await select(nora, 'Book 2');
    const { id } = await server.deps.db.promotion.findFirstOrThrow({
      where: { book: { title: 'Book 2' }, cancelled_at: null },
    });
    await sam.goto(paths.userPromotion(id));
    await sam.getByText('Nora Whitlock is looking at this.').waitFor();
    await rowOf(nora, 'Book 2').getByTitle('Sam Reed is looking at this').waitFor();

    await sam.keyboard.press('r');
    await rowOf(nora, 'Book 2').filter({ hasText: 'Sam Reed is deciding' }).waitFor();
    const dialog = sam.getByRole('dialog');
    await dialog.locator('input[type=checkbox]').first().check();
    await approve('Book 2');
    await dialog.getByText(/Approved by Nora Whitlock \d+ s ago/).waitFor();
    await dialog.getByText('This can’t be sent: the promotion’s status is now “awaiting promotion date”.').waitFor();
    await sam.keyboard.press('Control+Enter');
    await dialog.getByRole('button', { name: 'Back' }).click();
    await sam.getByRole('main').getByText('awaiting promotion date').first().waitFor();
    expect(await decisionsOf('Book 2')).toEqual(['approve']);

    await sam.goto('about:blank');
    await rowOf(nora, 'Book 2').getByTitle('Sam Reed is looking at this').waitFor({ state: 'detached' });
  });

  it('leaves no console errors', () => {
    // These tests cause refused decisions on purpose.
    expect(consoleProblems.flat().filter((text) => !text.includes('status of 409'))).toEqual([]);
  });

  const idOf = async (title: string) =>
    (await server.deps.db.promotion.findFirstOrThrow({ where: { book: { title }, cancelled_at: null } })).id;
  /** Opens a list in both browsers, and selects the row with this title in each. */
  async function openList(path: string, title: string) {
    for (const page of [nora, sam]) {
      const stream = page.waitForResponse('**/review_stream');
      await page.goto(path);
      await stream;
      await select(page, title);
    }
  }
  const approve = async (title: string) => {
    await editors[0]!
      .post(`/promotions/${await idOf(title)}/approve`)
      .send({})
      .expect(200);
  };
  const decisionsOf = async (title: string) => {
    const events = await server.deps.db.promotionEvent.findMany({
      where: { actor: 'user', promotion: { book: { title }, cancelled_at: null } },
      orderBy: { id: 'asc' },
    });
    return events.map(({ action }) => action);
  };
});

const rowOf = (page: Page, title: string) =>
  page.getByRole('list', { name: 'Promotions' }).locator('[id^="promotion-"]').filter({ hasText: title });
const titles = async (page: Page) =>
  (await page.getByRole('list', { name: 'Promotions' }).locator('button [class*="title"]').allTextContents()).map(
    (title) => title.trim(),
  );
const titleIn = (row: string) => row.split('\n')[0]!.trim();
const selectedTitle = async (page: Page) =>
  titleIn(await page.getByRole('list', { name: 'Promotions' }).locator('[aria-current="true"]').innerText());

async function select(page: Page, title: string) {
  await rowOf(page, title).click();
  await page.locator('#promotion-title').getByText(title, { exact: true }).waitFor();
}
