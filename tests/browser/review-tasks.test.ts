/**
 * Ten everyday tasks of an editor, counted in actions: each key, click, choice, and typed text is one.
 * docs/review-desk.md compares the counts with those of the queue before it was rebuilt.
 */
import { readFileSync } from 'node:fs';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { type Client, completeBooks, createPromotion, createReader, createStaff } from '#server/testing/factories.ts';
import { createUnpaidPromotions, SET_UP_TIMEOUT_MS } from '#server/testing/unpaid-promotions.ts';
import { addDays } from '#shared/dates.ts';
import { launchBrowser, openPage } from './browser.ts';
import { signIn } from './crawl.ts';

const MINUTE = 60_000;
/** After the click window of the unpaid promotion. */
const FIRST = '2026-12-09';
const TODAY = '2026-12-07';

describe('everyday tasks of the review desk', { timeout: 2 * MINUTE }, () => {
  let server: TestServer;
  let browser: Browser;
  let staff: Client & { id: number };
  let page: Page;
  /** Number of actions in the current task. */
  let count: number;
  const counts: { [task: string]: number } = {};

  beforeAll(async () => {
    server = await startTestServer({ pages: true });
    browser = await launchBrowser();
    await createUnpaidPromotions(server, ['pm_card_visa']);
    staff = await createStaff(server, 'admin', 'Nora Whitlock');
    for (let index = 0; index < 9; index++)
      await createPromotion(server, { requested_date: addDays(FIRST, index), book: { title: `Book ${index}` } });
    await completeBooks(server);
    ({ page } = await openPage(browser, { baseURL: server.url }));
    await signIn(page.context(), server.url, staff.headers);
  }, SET_UP_TIMEOUT_MS);
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
    count += keys.length;
  };
  const click = async (target: Locator) => {
    await target.click();
    count += 1;
  };
  const type = async (text: string) => {
    await page.keyboard.type(text);
    count += 1;
  };
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const dialog = () => page.getByRole('dialog');
  const find = async (title: string) =>
    server.deps.db.promotion.findFirstOrThrow({ where: { book: { title } }, orderBy: { id: 'desc' } });
  const expectStatus = (title: string, status: string | null) =>
    expect.poll(async () => (await find(title)).approval_status, { timeout: MINUTE }).toBe(status);

  /** Opens a screen, then runs the task and stores the number of its actions. */
  async function runTask(name: string, path: string, work: () => Promise<unknown>) {
    await page.goto(path);
    await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
    await expect.poll(() => page.getByText(/^Loading…?$/).count(), { timeout: MINUTE }).toBe(0);
    count = 0;
    await work();
    counts[name] = count;
  }
  /** Has a status: without one, the queue restores the last search. */
  const QUEUE_PATH = '/users/promotions?status=to_decide';
  const row = (title: string) =>
    page.getByRole('list', { name: 'Promotions' }).getByRole('button', { name: new RegExp(`^${title} `) });

  it('check the price', async () => {
    await page.context().route('https://www.amazon.com/**', (route) => route.fulfill({ body: 'A store page' }));
    await runTask('Check the price at a store', QUEUE_PATH, async () => {
      await row('Book 0').waitFor();
      const [store] = await Promise.all([page.context().waitForEvent('page'), press('1')]);
      await store.close();
    });
  });

  it('find a partner, and open the dossier', async () => {
    const { partner } = await server.deps.db.promotion.findFirstOrThrow({
      where: { book: { title: 'Book 3' } },
      include: { partner: true },
    });
    await runTask('Find a partner’s promotions', QUEUE_PATH, async () => {
      await row('Book 0').waitFor();
      await press('/');
      await type(partner.uid);
      await press('Enter');
      await page.getByText('1 of 1 promotion').waitFor();
    });
    await runTask('Open a partner’s dossier', QUEUE_PATH, async () => {
      await click(page.getByRole('article').locator('a[href^="/users/partners/"]').first());
      await page.getByRole('region', { name: 'Cards' }).waitFor();
    });
  });

  it('fix a wrong decline, and a wrong approval', async () => {
    const { id } = await find('Book 0');
    for (const [name, decide] of [
      ['Take back a decline that was sent', () => declineWithKeys()],
      ['Take back an approval that was sent', () => page.keyboard.press('a')],
    ] as const) {
      await runTask(name, QUEUE_PATH, async () => {
        await row('Book 0').click();
        await decide();
        await page.evaluate(() => dispatchEvent(new Event('pagehide')));
        await page
          .getByText(/was (approved|declined)/)
          .first()
          .waitFor();
        count = 0;
        await click(button('Recent decisions'));
        await click(dialog().getByRole('button', { name: 'Reopen Book 0' }).first());
        await click(dialog().getByRole('button', { name: 'Reopen promotion' }));
        await expectStatus('Book 0', null);
      });
    }
    const events = await server.deps.db.promotionEvent.findMany({
      where: { promotion_id: id },
      orderBy: { id: 'asc' },
    });
    expect(events.map(({ action }) => action)).toEqual(['submit', 'reject', 'reopen', 'approve', 'reopen']);
  });
  async function declineWithKeys() {
    await page.keyboard.press('r');
    await dialog().locator('textarea').waitFor();
    await page.keyboard.press('1');
    await page.keyboard.press('Control+Enter');
  }

  it('charge again', async () => {
    await runTask('Charge an unpaid promotion again', '/users/promotions?status=awaiting+payment', async () => {
      await button(/^Charge \$/).waitFor();
      await press('h');
      await dialog().getByText('Visa ending in 4242').waitFor();
      await press('Control+Enter');
      await page.getByText('The charge was successful.').waitFor();
    });
  });

  it('read the answer to a question', async () => {
    const { id, partner_id } = await find('Book 1');
    await staff.post(`/promotions/${id}/partner_feedback`).send({ message: 'Is the price live?' }).expect(200);
    const data = { partner_feedback: 'Yes, since Monday.', feedback_submitted_at: server.deps.now() };
    await server.deps.db.promotion.update({ where: { id, partner_id }, data });
    await runTask('Read the answer to a question', QUEUE_PATH, async () => {
      await click(page.getByRole('link', { name: /^Feedback answered/ }));
      await page.getByRole('article').getByText('Yes, since Monday.').waitFor();
    });
  });

  it('move a date', async () => {
    await runTask('Move a promotion to a date that the partner didn’t name', QUEUE_PATH, async () => {
      await row('Book 2').click();
      const date = page.getByRole('article').getByLabel('Newsletter date');
      const other = date.locator('optgroup option').first();
      await other.waitFor({ state: 'attached' });
      count = 0;
      await date.selectOption(await other.getAttribute('value'));
      count += 1;
      await press('a');
      await dialog().locator('textarea').waitFor();
      await press('Control+Enter');
      await page.evaluate(() => dispatchEvent(new Event('pagehide')));
      await expect.poll(async () => (await find('Book 2')).proposed_date !== null, { timeout: MINUTE }).toBe(true);
    });
  });

  it('decline three with one reason', async () => {
    await runTask('Decline three promotions with one reason', QUEUE_PATH, async () => {
      await row('Book 4').click();
      count = 0;
      await press('x', 'j', 'x', 'j', 'x', 'r');
      await dialog().locator('textarea').waitFor();
      await press('1', 'Control+Enter');
      await page.evaluate(() => dispatchEvent(new Event('pagehide')));
      for (const title of ['Book 4', 'Book 5', 'Book 6']) await expectStatus(title, 'rejected');
    });
  });

  it('close a newsletter early', async () => {
    // The earlier session ends when the clock moves, so no page may be using it.
    await page.goto('about:blank');
    await server.advanceTo(`${TODAY}T15:00:00Z`);
    staff = await createStaff(server, 'admin');
    await signIn(page.context(), server.url, staff.headers);
    await createReader(server);
    const day = new Date(TODAY);
    const { id: promotion_id } = await find('Book 8');
    const dates = { requested_date: day, deal_ends_on: new Date(addDays(TODAY, 6)) };
    await server.deps.db.promotion.update({ where: { id: promotion_id }, data: dates });
    await staff.post(`/promotions/${promotion_id}/approve`).send({ promotion_date: TODAY }).expect(200);
    const key = { newsletter_date: day, kind: 'daily' as const };
    const { id } = await server.deps.db.newsletter.findFirstOrThrow({ where: key });
    await runTask('Close a newsletter early', `/users/newsletters/${id}`, async () => {
      await click(button('Close and send now'));
      // The dialog moves the focus once it's open.
      await expect.poll(() => dialog().evaluate((one) => one.contains(document.activeElement))).toBe(true);
      const confirmation = dialog().getByLabel(`Type ${TODAY} to confirm`);
      await confirmation.focus();
      await type(TODAY);
      await expect.poll(() => confirmation.inputValue()).toBe(TODAY);
      await expect.poll(() => dialog().locator('button[type=submit]').isEnabled()).toBe(true);
      await press('Control+Enter');
      await page.getByText('The newsletter is closed').waitFor();
    });
  });

  it('take as many actions as docs/review-desk.md says', () => {
    const table = readFileSync('docs/review-desk.md', 'utf8');
    const documented = [...table.matchAll(/^\| (.+?) \| .+ \| (\d+) \|$/gm)].map(([, name, after]) => [
      name!.replaceAll("'", '’'),
      Number(after),
    ]);
    expect(Object.fromEntries(documented)).toEqual(counts);
  });
});
