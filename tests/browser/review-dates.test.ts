/** Missed dates in a browser: staff propose another one, partners pick or confirm it, and decisions can be undone. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { START, startTestServer, type TestServer } from '#server/testing/app.ts';
import {
  type Client,
  completeBooks,
  createPromotion,
  createStaff,
  insertPartners,
  type PartnerClient,
  tablesChangedBy,
} from '#server/testing/factories.ts';
import { createSettledPromotion } from '#server/testing/settled-promotion.ts';
import { launchBrowser, openPage } from './browser.ts';
import { signIn } from './crawl.ts';

const MINUTE = 60_000;
const LATER = '2026-12-02T18:00:00Z';

describe('the review of dates', { timeout: 2 * MINUTE }, () => {
  let server: TestServer;
  let browser: Browser;
  let staff: Client;
  let partner: PartnerClient;
  beforeAll(async () => {
    server = await startTestServer({ pages: true });
    browser = await launchBrowser();
  }, 3 * MINUTE);
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });
  beforeEach(async () => {
    server.clock.set(START);
    await server.deps.db.promotion.updateMany({ data: { cancelled_at: START } });
    [partner] = (await insertPartners(server, 1)) as [PartnerClient];
  });

  /** Creates a promotion whose newsletter then closes, signs in new staff, and returns the promotion's id. */
  async function createPassedPromotion(title: string) {
    const created = await createPromotion(server, { partner, requested_date: '2026-12-02', book: { title } });
    server.clock.set(new Date(LATER));
    staff = await createStaff(server);
    return created.id;
  }
  const open = async (client: Client, path: string) => {
    const opened = await openPage(browser, { baseURL: server.url });
    await signIn(opened.context, server.url, client.headers);
    await opened.page.goto(path);
    return opened;
  };
  const factsOf = (id: number) => server.deps.db.promotion.findUniqueOrThrow({ where: { id } });

  it('shows missed dates in their own lane, where staff propose a date for the partner to confirm', async () => {
    const id = await createPassedPromotion('Dracula');
    const { page, context, consoleProblems } = await open(staff, '/users/promotions');
    const lanes = page.getByRole('navigation', { name: 'Review queues' });
    await lanes.getByRole('link', { name: 'Needs a decision 0' }).waitFor();
    await lanes.getByRole('link', { name: 'Date passed 1' }).click();
    await page.getByText('Visa ending in 4242, valid until 12/90').waitFor();
    expect(await page.getByRole('button', { name: 'Approve' }).isDisabled()).toBe(true);
    const problem = page.getByRole('article').getByText('All of the partner’s dates have passed.');
    expect((await problem.boundingBox())!.height).toBeLessThan(50);
    expect(await lanes.evaluate((nav) => [nav.scrollLeft, nav.scrollWidth - nav.clientWidth])).toEqual([0, 0]);
    await page.keyboard.press('a');
    const dates = page.getByLabel('Newsletter date');
    await expect.poll(() => dates.locator('optgroup option').count()).toBeGreaterThanOrEqual(5);
    await dates.selectOption('2026-12-05');
    await page.getByRole('button', { name: 'Propose Sat, Dec 5' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Propose this date' }).click();
    await page.getByText('will be sent to the partner to confirm the date').waitFor();
    await expect
      .poll(async () => (await factsOf(id)).proposed_date, { timeout: MINUTE })
      .toEqual(new Date('2026-12-05'));
    await context.close();

    const partnerTab = await open(partner, `/partners/promotions/${id}/edit`);
    await partnerTab.page.getByRole('button', { name: 'Confirm this date' }).click();
    await partnerTab.page.getByText('Our editors will make a final decision on that date soon.').waitFor();
    expect((await factsOf(id)).requested_date).toEqual(new Date('2026-12-05'));
    await partnerTab.context.close();
    expect([...consoleProblems, ...partnerTab.consoleProblems]).toEqual([]);
  });

  it('lets a partner confirm a proposed date only until its newsletter closes, and suggest another one after', async () => {
    const { id } = await createPromotion(server, {
      partner,
      requested_date: '2026-12-08',
      book: { title: 'Carmilla' },
    });
    staff = await createStaff(server);
    await staff.post(`/promotions/${id}/propose_date`).send({ promotion_date: '2026-12-05' }).expect(200);
    const { page, context, consoleProblems } = await open(partner, `/partners/promotions/${id}/edit`);
    await page.getByText(/run it on Saturday December 5th, 2026 if you confirm by Dec 5, 2026, 10:00\sAM/).waitFor();
    await page.getByRole('button', { name: 'Confirm this date' }).waitFor();
    server.clock.set(new Date('2026-12-05T17:00:00Z'));
    await page.reload();
    await page.getByText('has closed, so you can’t confirm that date anymore').waitFor();
    expect(await page.getByRole('button', { name: 'Confirm this date' }).count()).toBe(0);
    await page.getByLabel('Suggest another date').fill('The 7th would be fine.');
    await page.getByRole('button', { name: 'Send answer' }).click();
    await expect.poll(async () => (await factsOf(id)).partner_feedback).toBe('The 7th would be fine.');
    expect(consoleProblems).toEqual([]);
    await context.close();
  });

  it("lets a partner confirm the date in an email's link, and changes nothing when the link is opened", async () => {
    const id = await createPassedPromotion('Emma');
    let opened: Awaited<ReturnType<typeof open>>;
    const changed = await tablesChangedBy(server, async () => {
      opened = await open(partner, `/partners/promotions/${id}/edit?date=2026-12-05`);
      await opened.page.getByRole('radio', { name: 'Saturday December 5th, 2026' }).waitFor();
    });
    expect(changed.filter((table) => table !== 'auth_tokens')).toEqual([]);
    const { page, context, consoleProblems } = opened!;
    expect(await page.getByRole('radio', { name: 'Saturday December 5th, 2026' }).isChecked()).toBe(true);
    await page.getByRole('button', { name: 'Confirm this date' }).click();
    await page.getByText('Your promotion has a new date.').waitFor();
    await page.getByRole('heading', { name: 'Pick another date' }).waitFor({ state: 'detached' });
    expect(await factsOf(id)).toMatchObject({ requested_date: new Date('2026-12-05'), alternate_dates: [] });
    expect(consoleProblems).toEqual([]);
    await context.close();
  });

  it("lets staff undo a pending decision on the promotion's own page, and reopen a decided promotion", async () => {
    const { id } = await createPromotion(server, { partner, requested_date: '2026-12-20', book: { title: 'Ivanhoe' } });
    await completeBooks(server);
    staff = await createStaff(server);
    const { page, context, consoleProblems } = await open(staff, `/users/promotions/${id}/edit`);
    await page.getByText('closes in 19 d').waitFor();
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.getByText(/Ivanhoe will be approved in \d s\. You can undo this\./).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Decline' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('checkbox').first().check();
    await dialog.getByRole('button', { name: 'Decline promotion' }).click();
    await expect.poll(async () => (await factsOf(id)).approval_status, { timeout: MINUTE }).toBe('rejected');
    await page.getByRole('button', { name: 'Reopen' }).click();
    await dialog.getByRole('button', { name: 'Reopen promotion' }).click();
    await expect.poll(async () => (await factsOf(id)).approval_status, { timeout: MINUTE }).toBeNull();
    const actions = await server.deps.db.promotionEvent.findMany({
      where: { promotion_id: id },
      orderBy: { id: 'asc' },
    });
    expect(actions.map(({ action }) => action)).toEqual(['submit', 'reject', 'reopen']);
    expect(consoleProblems).toEqual([]);
    await context.close();
  });

  it('shows a partner the current promotion after an answer, a date, or a question was refused', async () => {
    const { id: asked } = await createPromotion(server, { partner, requested_date: '2026-12-20' });
    staff = await createStaff(server);
    await staff.post(`/promotions/${asked}/partner_feedback`).send({ message: 'Why?' }).expect(200);
    const { page, context } = await open(partner, `/partners/promotions/${asked}/edit`);
    await page.getByLabel('Your answer').fill('Too late.');
    await partner.post(`/promotions/${asked}/partner_feedback`).send({ feedback: 'In time.' }).expect(200);
    await page.getByRole('button', { name: 'Send answer' }).click();
    await page.getByRole('heading', { name: 'Questions and answers' }).waitFor();
    await page.getByText('You answered: In time.').waitFor();

    const missed = await createPassedPromotion('Persuasion');
    await page.goto(`/partners/promotions/${missed}/edit`);
    const confirm = page.getByRole('button', { name: 'Confirm this date' });
    await confirm.waitFor();
    await partner.post(`/promotions/${missed}/cancel`).send({ reason: 'No longer on sale.' }).expect(200);
    await confirm.click();
    await page.getByText('You canceled this promotion.').waitFor();

    const { id: settled } = await createSettledPromotion(server, partner);
    await page.goto(`/partners/promotions/${settled}/edit`);
    await page.getByRole('button', { name: 'Ask about this result' }).click();
    await page.getByLabel('Your question').fill('Why so few?');
    await partner.post(`/promotions/${settled}/click_question`).send({ question: 'Why so few?' }).expect(201);
    await page.getByRole('button', { name: 'Send question' }).click();
    await page.getByRole('button', { name: 'Send question' }).waitFor({ state: 'detached' });
    await context.close();
  });
});
