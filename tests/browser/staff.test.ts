/** Work of staff in a browser: newsletters, discounts, books, posts, and refunds. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import {
  type Client,
  type CreatedPromotion,
  createPromotion,
  createReader,
  createStaff,
  click as follow,
  tokensFor,
} from '#server/testing/factories.ts';
import { launchBrowser, openPage, removeProblems } from './browser.ts';
import { signIn } from './crawl.ts';

const MINUTE = { timeout: 60_000 };
const DATE = '2026-12-02';

describe('the staff console', () => {
  let server: TestServer;
  let browser: Browser;
  let page: Page;
  let staff: Client;
  let consoleProblems: string[];
  const promotions: CreatedPromotion[] = [];

  beforeAll(async () => {
    server = await startTestServer({ pages: true });
    browser = await launchBrowser();
    staff = await createStaff(server, 'admin');
    for (const title of ['The Quiet Harbor', 'The Loud Harbor', 'The Empty Harbor'])
      promotions.push(await createPromotion(server, { book: { title } }));
    for (const { id } of promotions) await staff.post(`/promotions/${id}/approve`).send({}).expect(200);
    const opened = await openPage(browser, { baseURL: server.url });
    ({ page, consoleProblems } = opened);
    await signIn(opened.context, server.url, staff.headers);
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail')
      await page.screenshot({ path: `test-results/staff-${task.name.replaceAll(/\W+/g, '-')}.png`, fullPage: true });
  });

  const main = () => page.getByRole('main');
  const press = (name: string | RegExp) =>
    main()
      .getByRole('button', { name, exact: typeof name === 'string' })
      .click();
  const confirm = (name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
  const waitForText = (text: string | RegExp) => page.getByText(text).first().waitFor();
  const openNewsletter = async () =>
    page.goto(`/users/newsletters/${(await server.deps.db.newsletter.findFirstOrThrow({ where: newsletterKey })).id}`);
  const newsletterKey = { newsletter_date: new Date(DATE), kind: 'daily' as const };

  it('orders a newsletter with the keyboard and with the mouse', MINUTE, async () => {
    await openNewsletter();
    const titles = () => main().locator('ol h3').allTextContents();
    await waitForText('The Quiet Harbor');
    expect(await titles()).toEqual(['The Quiet Harbor', 'The Loud Harbor', 'The Empty Harbor']);
    await main().getByRole('button', { name: 'Move The Quiet Harbor down' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(titles).toEqual(['The Loud Harbor', 'The Quiet Harbor', 'The Empty Harbor']);

    const entry = (title: string) => main().locator('ol > li').filter({ hasText: title });
    await entry('The Empty Harbor').dragTo(entry('The Loud Harbor'));
    await expect.poll(titles).toEqual(['The Empty Harbor', 'The Loud Harbor', 'The Quiet Harbor']);
    const storedOrder = () => server.deps.db.promotion.findMany({ orderBy: { position: 'asc' }, select: { id: true } });
    const expected = [2, 1, 0].map((index) => ({ id: promotions[index]!.id }));
    await expect.poll(storedOrder).toEqual(expected);
    await page.reload();
    await expect.poll(titles).toEqual(['The Empty Harbor', 'The Loud Harbor', 'The Quiet Harbor']);
  });

  it('shows the email as readers will see it, and sends a test', MINUTE, async () => {
    const email = page.frameLocator('iframe[title="The email"]');
    await email.getByRole('link', { name: 'The Quiet Harbor' }).first().waitFor();
    await main().getByText('Phone', { exact: true }).click();
    const phone = main().locator('iframe[title="The email on a phone"]');
    await phone.waitFor();
    expect((await phone.boundingBox())!.width).toBeLessThanOrEqual(375);
    await main().locator('label').getByText('Text', { exact: true }).click();
    await main().locator('pre').getByText('The Quiet Harbor').waitFor();

    await main().getByLabel('Send test email to').fill('one@example.test, two@example.test');
    await press('Send test email');
    await waitForText('We’re sending the test email to one@example.test, two@example.test.');
    const [test] = await server.emailsTo('two@example.test');
    expect(test!.subject).toMatch(/^\[Test\] /);
    await main().getByLabel('Send test email to').fill('nobody');
    await press('Send test email');
    await waitForText(/Emails? isn’t/i);
  });

  it('creates, changes, and deletes a discount for one partner', MINUTE, async () => {
    await page.goto('/users/discounts/new');
    await main().getByRole('textbox', { name: 'Code' }).fill('HARBOR20');
    await main().getByLabel('Value in percent').fill('20');
    const { email, id } = promotions[1]!.partner;
    await main().getByLabel('Limit to partner').first().fill(email);
    await page.getByRole('option', { name: email }).click();
    await main().getByLabel('Limit to book').first().fill('Loud');
    await page.getByRole('option', { name: 'The Loud Harbor' }).click();
    await press('Create discount');
    await waitForText('The discount was created.');
    const created = await server.deps.db.discount.findFirstOrThrow({ where: { code: 'HARBOR20' } });
    expect(created).toMatchObject({ partner_id: id, book_id: promotions[1]!.book.id, value: 20 });

    await main().getByRole('link', { name: 'HARBOR20' }).click();
    await page.waitForURL(`**/users/discounts/${created.id}/edit`);
    await main().getByLabel('Value in percent').fill('30');
    await press('Save discount');
    await waitForText('The discount was saved.');
    await press('Delete discount');
    await confirm('Delete discount');
    await waitForText('The discount was deleted.');
    expect(await server.deps.db.discount.count({ where: { code: 'HARBOR20' } })).toBe(0);
  });

  it("edits a partner's book, which is audited", MINUTE, async () => {
    const { id } = promotions[0]!.book;
    await page.goto(`/users/books/${id}/edit`);
    await main().getByRole('textbox', { name: 'Title', exact: true }).fill('The Quietest Harbor');
    await press('Save book');
    await page.waitForURL(`**/users/books/${id}`);
    await waitForText('The Quietest Harbor');
    const [event] = await server.deps.db.auditEvent.findMany({
      where: { entity: 'book', entity_id: String(id), actor: 'user' },
    });
    expect(event).toMatchObject({ action: 'update', after: { title: 'The Quietest Harbor' } });
  });

  it('writes a post, which is saved automatically, and publishes it', MINUTE, async () => {
    await page.goto('/users/blog-posts/new');
    await main().getByLabel('Title').fill('The week before');
    const body = main().getByRole('textbox', { name: 'Text, in Markdown' });
    await body.fill('Set your price');
    await body.press('ControlOrMeta+a');
    await press('Bold');
    expect(await body.inputValue()).toBe('**Set your price**');
    const preview = page.getByRole('region', { name: 'Preview' });
    await preview.locator('strong', { hasText: 'Set your price' }).waitFor();
    await main().getByLabel('Tags').first().fill('Checklists');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\?id=\d+$/);
    await waitForText(/^Saved on /);
    const id = Number(new URL(page.url()).searchParams.get('id'));
    const stored = () => server.deps.db.blog.findUniqueOrThrow({ where: { id }, include: { tags: true } });
    await expect.poll(async () => (await stored()).tags.length, { timeout: 20_000 }).toBe(1);
    expect(await stored()).toMatchObject({ slug: 'the-week-before', published_at: null });

    await body.focus();
    await page.keyboard.press('End');
    await page.keyboard.type(' ahead.');
    await expect.poll(async () => (await stored()).body, { timeout: 20_000 }).toBe('**Set your price** ahead.');

    await press('Publish post');
    await waitForText('On the blog:');
    await page.goto('/blog');
    await main().getByRole('link', { name: 'The week before' }).first().click();
    await page.waitForURL(`**/blog/${id}/the-week-before`);
    await main().locator('strong', { hasText: 'Set your price' }).waitFor();
  });

  it('warns that someone else saved the post, and keeps the fields that only they changed', MINUTE, async () => {
    const { id } = await server.deps.db.blog.findFirstOrThrow();
    await page.goto(`/users/blog-posts/new?id=${id}`);
    await main().getByLabel('Title').fill('Mine');
    server.clock.set(new Date('2026-12-01T15:00:30Z'));
    await staff.patch(`/blogs/${id}`).send({ title: 'Theirs', summary: 'Their summary' }).expect(200);
    await press('Update post');
    await waitForText('Someone else has saved this post since you opened it');
    await press('Keep my changes');
    await press('Update post');
    await waitForText(/^Saved on /);
    const both = { title: 'Mine', summary: 'Their summary' };
    expect(await server.deps.db.blog.findUniqueOrThrow({ where: { id } })).toMatchObject(both);
  });

  it('saves a draft automatically again once the editor keeps their own changes', MINUTE, async () => {
    const draft = { title: 'Ours', body: 'A draft.' };
    const { id } = (await staff.post('/blogs').send(draft).expect(201)).body.blog;
    await page.goto(`/users/blog-posts/new?id=${id}`);
    await main().getByLabel('Title').waitFor();
    server.clock.set(new Date(server.clock.now().getTime() + 1000));
    await staff.patch(`/blogs/${id}`).send({ title: 'Theirs' }).expect(200);
    await main().getByLabel('Title').fill('Mine');
    await press('Keep my changes');
    await waitForText(/^Saved on /);
    expect(await server.deps.db.blog.findUniqueOrThrow({ where: { id } })).toMatchObject({ title: 'Mine' });
  });

  it('stops saving a scheduled post automatically once it is live', MINUTE, async () => {
    const published_at = new Date(server.clock.now().getTime() + 10_000).toISOString();
    const scheduled = { title: 'Soon', body: 'A text.', published_at };
    const { id } = (await staff.post('/blogs').send(scheduled).expect(201)).body.blog;
    await page.goto(`/users/blog-posts/new?id=${id}`);
    await main().getByLabel('Title').fill('Sooner');
    await waitForText(/^Saved on /);
    await page.waitForTimeout(10_000);
    await main().getByLabel('Title').fill('Half-ty');
    await waitForText('Unsaved changes. Readers still see the published version.');
    expect(await server.deps.db.blog.findUniqueOrThrow({ where: { id } })).toMatchObject({ title: 'Sooner' });
    await press('Update post');
    await waitForText(/^Saved on /);
  });

  it('watches a newsletter being sent, pauses it, and resumes', MINUTE, async () => {
    const readers = [await createReader(server), await createReader(server)];
    await advanceTo(`${DATE}T18:00:00Z`);
    const { id } = await server.deps.db.newsletter.findFirstOrThrow({ where: newsletterKey });
    for (const { email } of readers) {
      const [newsletter] = await server.emailsTo(email);
      await follow(server, tokensFor(server, newsletter!.text, promotions[0]!.id)[0]!);
    }
    await openNewsletter();
    await waitForText('2 delivered');
    await main().getByText('r…@example.test').first().waitFor();
    expect(await main().getByText(readers[1]!.email).count()).toBe(0);
    const { id: reader } = await server.deps.db.reader.findFirstOrThrow({ where: { email: readers[1]!.email } });
    await press(`Show the address of reader ${reader} (recorded in the audit log)`);
    await main().getByText(readers[1]!.email).waitFor();
    const revealEvent = { action: 'reveal_address', entity: 'reader', entity_id: String(reader) };
    expect(await server.deps.db.auditEvent.count({ where: revealEvent })).toBe(1);

    // Puts one email back in the queue.
    const key = { newsletter_id: id, reader: { email: readers[1]!.email } };
    await server.deps.db.newsletter.update({ where: { id }, data: { status: 'sending', sent_at: null } });
    await server.deps.db.delivery.updateMany({ where: key, data: { state: 'queued', accepted_at: null } });
    await server.deps.db.newsletterRange.updateMany({ data: { accepted: 1, done_at: null } });
    await page.reload();
    await waitForText('1 delivered · 1 pending');
    await main().getByLabel('Reason').fill('Wrong subject');
    await press('Pause sending');
    await waitForText('Wrong subject');
    await press('Resume sending');
    await waitForText('Sending resumed.');
    await server.settle();
    await waitForText('2 delivered');
  });

  it('resolves an uncertain delivery', MINUTE, async () => {
    const { id } = await server.deps.db.newsletter.findFirstOrThrow({ where: newsletterKey });
    const [delivery] = await server.deps.db.delivery.findMany({ where: { newsletter_id: id }, take: 1 });
    const key = { newsletter_id: id, reader_id: delivery!.reader_id };
    await server.deps.db.delivery.updateMany({ where: key, data: { state: 'uncertain', accepted_at: null } });
    await server.deps.db.newsletterRange.updateMany({ data: { accepted: 1, uncertain: 1 } });
    await page.reload();
    await press('1 uncertain');
    await press('Mark as delivered');
    await waitForText('The email was marked as delivered.');
    await waitForText('No emails match. Check that you entered the full address, or choose another status.');
    expect(await server.deps.db.delivery.findFirstOrThrow({ where: key })).toMatchObject({ state: 'accepted' });
  });

  it('ends a paused newsletter', MINUTE, async () => {
    const { id } = await server.deps.db.newsletter.findFirstOrThrow({ where: newsletterKey });
    const [delivery] = await server.deps.db.delivery.findMany({ where: { newsletter_id: id }, take: 1 });
    const key = { newsletter_id: id, reader_id: delivery!.reader_id };
    const paused = { paused_at: server.clock.now(), paused_reason: 'Wrong price' };
    await server.deps.db.newsletter.update({ where: { id }, data: { status: 'sending', sent_at: null, ...paused } });
    const queued = { state: 'queued', accepted_at: null, attempts: 0 } as const;
    await server.deps.db.delivery.updateMany({ where: key, data: queued });
    await server.deps.db.newsletterRange.updateMany({ data: { accepted: 1, done_at: null } });
    await page.reload();
    await waitForText('Wrong price');
    await main().getByLabel('Reason').fill('The price is wrong everywhere');
    await press('End newsletter');
    await confirm('End newsletter');
    await waitForText('The newsletter ended.');
    await server.settle();
    await waitForText('1 delivered · 1 suppressed');
    await waitForText('The price is wrong everywhere');
    expect(await main().getByRole('button', { name: 'Resume sending' }).count()).toBe(0);
  });

  it('refunds a part of the charge', MINUTE, async () => {
    await advanceTo('2026-12-06T19:00:00Z');
    const paid = await server.deps.db.promotion.findFirstOrThrow({ where: { paid_at: { not: null } } });
    await page.goto(`/users/promotions/${paid.id}/edit`);
    await press('Refund payment…');
    await main().getByLabel('Amount').fill('0.10');
    await main().getByLabel('Reason').fill('The wrong price was shown.');
    await press('Refund $0.10');
    await waitForText('The refund is on its way to the card.');
    await server.settle();
    await page.reload();
    await main()
      .getByText(/\$0\.10, Sunday December 6th, 2026/)
      .waitFor();
    expect(await server.deps.db.refund.findMany({ select: { amount_cents: true, state: true } })).toEqual([
      { amount_cents: 10, state: 'succeeded' },
    ]);
  });

  it('makes one refund if the response is lost and the button is pressed again', MINUTE, async () => {
    const { id } = await server.deps.db.promotion.findFirstOrThrow({ where: { paid_at: { not: null } } });
    const refunds = () => server.deps.db.refund.count({ where: { reason: 'Sent twice.' } });
    const record = new RegExp(`/api/v1/promotions/${id}\\?`);
    let isLost = true;
    await page.route('**/refund', async (route) => {
      const response = await route.fetch();
      await route.fulfill(isLost ? { status: 503 } : { response });
      isLost = false;
    });
    // The form doesn't learn of the refund until the second press.
    await page.route(record, (route) => route.fulfill({ status: 503 }));
    await press('Refund payment…');
    await main().getByLabel('Amount').fill('0.20');
    await main().getByLabel('Reason').fill('Sent twice.');
    await press('Refund $0.20');
    await expect.poll(refunds).toBe(1);
    await press('Refund $0.20');
    await page.getByText('The refund is on its way to the card.').waitFor();
    expect(await refunds()).toBe(1);

    await page.unroute(record);
    isLost = true;
    await page.reload();
    await press('Refund payment…');
    const left = main().getByText(/^At most \$/);
    const before = await left.textContent();
    await main().getByLabel('Amount').fill('0.30');
    await main().getByLabel('Reason').fill('Sent twice.');
    await press('Refund $0.30');
    await press('Refund payment…');
    expect(await left.textContent()).not.toBe(before);
    await page.unroute('**/refund');
    removeProblems(consoleProblems, /status of 503/);
  });

  it('leaves no console errors', () => {
    expect(consoleProblems.filter((text) => !/status of (409|422)/.test(text))).toEqual([]);
  });

  /**
   * Moves the clock and signs in again. Staff sessions end after 12 hours without use, so an open page that refreshes
   * itself would be refused.
   */
  async function advanceTo(instant: string) {
    await page.goto('about:blank');
    await server.advanceTo(instant);
    staff = await createStaff(server, 'admin');
    await signIn(page.context(), server.url, staff.headers);
  }
});
