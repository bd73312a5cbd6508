/**
 * The admin panel in a browser: from the list to an edit to the audit log, checks of promotion sites, two concurrent
 * edits, actions, exports, editors' rights, invitations, the second factor, and filters of the audit log.
 */
import { readFile } from 'node:fs/promises';
import { generateSync } from 'otplib';
import type { Browser, Dialog, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '#server/platform/clock.ts';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { createStaff, insertPartners, PASSWORD } from '#server/testing/factories.ts';
import { CLIENT_TEXTS } from '#shared/errors.ts';
import { launchBrowser, openPage } from './browser.ts';

const MINUTE = 60_000;

describe('the admin panel, in the browser', () => {
  let server: TestServer;
  let browser: Browser;
  let page: Page;
  const consoleProblems: string[][] = [];
  const uids: string[] = [];

  beforeAll(async () => {
    server = await startTestServer({ pages: true, demo: true });
    browser = await launchBrowser();
    for (const role of ['admin', 'admin', 'editor'] as const) uids.push((await createStaff(server, role)).headers.uid!);
    page = await newPage();
  }, 2 * MINUTE);
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail')
      await page.screenshot({ path: `test-results/${task.name.replaceAll(/\W+/g, '-')}.png`, fullPage: true });
  });

  async function newPage(screen: { width?: number; dark?: boolean } = {}) {
    const opened = await openPage(browser, { baseURL: server.url, ...screen });
    consoleProblems.push(opened.consoleProblems);
    return opened.page;
  }
  const main = (target: Page) => target.getByRole('main');
  const press = (target: Page, name: string) => main(target).getByRole('button', { name, exact: true }).click();
  const follow = (target: Page, name: string) => main(target).getByRole('link', { name, exact: true }).first().click();
  const waitForText = (target: Page, text: string | RegExp) => target.getByText(text).first().waitFor();

  async function signIn(target: Page, uid: string) {
    await target.goto('/u/users/sign_in');
    await main(target).getByLabel('Email').fill(uid);
    await main(target).getByLabel('Password', { exact: true }).fill(PASSWORD);
    await press(target, 'Sign in');
  }

  it('opens after signing in at its own URL, in the staff layout', { timeout: MINUTE }, async () => {
    await signIn(page, uids[0]!);
    await page.waitForURL('**/u');
    await waitForText(page, 'Signed in as Nora Whitlock (administrator)');
    const sidebar = page.getByRole('navigation', { name: 'Staff' });
    expect(await sidebar.getByRole('link', { name: 'Admin Panel' }).getAttribute('href')).toBe('/u/users/sign_in');
    await sidebar.getByRole('link', { name: 'Admin Panel' }).click();
    await page.waitForURL('**/u');
  });

  it('finds a record by search, sorts the list, and records an edit in the audit log', {
    timeout: MINUTE,
  }, async () => {
    await follow(page, 'Promotion sites');
    await page.waitForURL('**/u/promotion_sites');
    await main(page).getByLabel('Search').fill('bookbub');
    await press(page, 'Search');
    await page.waitForURL(/q=bookbub/);
    await follow(page, 'Promotion site');
    await page.waitForURL(/sort_col=name&sort_dir=desc/);
    await main(page)
      .getByRole('link', { name: /BookBub/ })
      .first()
      .click();
    await page.waitForURL(/\/u\/promotion_sites\/\d+$/);
    await follow(page, 'Edit record');
    await main(page).getByRole('textbox', { name: 'Url' }).fill('https://partners.bookbub.com/start');
    await main(page).getByLabel('Reason').fill('Their page has moved.');
    await press(page, 'Save changes');
    await page.waitForURL(/\/u\/promotion_sites\/\d+$/);
    await waitForText(page, 'Promotion site saved.');
    const auditLog = main(page).getByRole('region', { name: 'Changes by staff' });
    await auditLog.getByText('Their page has moved.').waitFor();
    expect(await auditLog.getByRole('insertion').allTextContents()).toEqual([
      'after: https://partners.bookbub.com/start',
    ]);
  });

  it('lists the sites that are due for a check, and records a check', { timeout: MINUTE }, async () => {
    await page.goto('/u');
    await follow(page, 'Check promotion sites');
    await page.waitForURL('**/users/promotion-sites');
    await press(page, 'Record a check of Robin Reads');
    const form = main(page).getByRole('form', { name: 'Check for Robin Reads' });
    await form.getByLabel('URL of the page you checked').fill('https://robinreads.com/author-f-a-q');
    await form.getByRole('button', { name: 'Record check' }).click();
    await form.getByText('Check at least one fact.').waitFor();
    await form.getByLabel('Seen: price', { exact: true }).check();
    await form.getByLabel('Highest price (US$)').fill('95');
    await form.getByRole('button', { name: 'Record check' }).click();
    await waitForText(page, 'The check for Robin Reads was recorded.');
    const upToDate = main(page).getByRole('region', { name: /Up to date/ });
    await upToDate.getByText('$25 to $95, last seen December 2026').waitFor();
    await upToDate.getByText('robinreads.com/author-f-a-q').waitFor();
  });

  it('shows on saving what someone else changed since the record was opened', { timeout: MINUTE }, async () => {
    const second = await newPage();
    await signIn(second, uids[1]!);
    await second.waitForURL('**/u');
    const { id } = await server.deps.db.tag.create({ data: { name: 'Spines', slug: 'spines' } });
    for (const form of [page, second]) {
      await form.goto(`/u/tags/${id}/edit`);
      await main(form).getByLabel('Name').waitFor();
    }
    await main(page).getByLabel('Name').fill('Bindings');
    await press(page, 'Save changes');
    await page.waitForURL(`**/u/tags/${id}`);
    await main(second).getByLabel('Name').fill('Spines and covers');
    await press(second, 'Save changes');
    await waitForText(second, 'Someone else changed this record after you opened it');
    await waitForText(second, 'Name: Bindings');
    await press(second, 'Keep my changes');
    await press(second, 'Save changes');
    await second.waitForURL(`**/u/tags/${id}`);
    await second.getByRole('heading', { level: 1, name: 'Spines and covers' }).waitFor();
    await second.context().close();
  });

  it('asks for confirmation and a reason before an action', { timeout: MINUTE }, async () => {
    await page.goto('/u/partners?q=quillon');
    await follow(page, 'Quillon & Daughters');
    await press(page, 'Block partner');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Block partner' }).click();
    await waitForText(page, "Reason can't be blank");
    await dialog.getByLabel('Reason').fill('Cards of other people.');
    await dialog.getByRole('button', { name: 'Block partner' }).click();
    await dialog.waitFor({ state: 'detached' });
    await waitForText(page, 'The partner was blocked.');
    await main(page).getByRole('button', { name: 'Unblock partner' }).waitFor();
    expect(await main(page).getByRole('button', { name: 'Block partner', exact: true }).count()).toBe(0);
  });

  it('adjusts credit once if the response is lost and the button is pressed again', { timeout: MINUTE }, async () => {
    const { db } = server.deps;
    const [partner] = await insertPartners(server, 1);
    const { id } = partner!;
    // The browser logs the lost response as an error, so this page isn't checked for those.
    const { page: target } = await openPage(browser, { baseURL: server.url });
    await signIn(target, uids[0]!);
    await target.waitForURL('**/u');
    await target.goto(`/u/partners/${id}`);
    let isLost = true;
    await target.route('**/adjust_credit', async (route) => {
      if (!isLost) return route.continue();
      await route.fetch();
      await route.abort();
    });
    const dialog = target.getByRole('dialog');
    const confirm = () => dialog.getByRole('button', { name: 'Adjust credit' }).click();
    const credit = async () => (await db.partner.findUniqueOrThrow({ where: { id } })).credit_cents;
    await press(target, 'Adjust credit');
    await dialog.getByLabel('Amount in cents').fill('5000');
    await dialog.getByLabel('Reason').fill('For the late email');
    await confirm();
    await waitForText(target, CLIENT_TEXTS.timeout);
    expect(await credit()).toBe(5000);
    isLost = false;
    await confirm();
    await waitForText(target, 'The credit was adjusted.');
    expect(await credit()).toBe(5000);
    expect(await db.invoice.count({ where: { partner_id: id } })).toBe(1);

    // Adjusting by the same amount in a new dialog is a second adjustment.
    await press(target, 'Adjust credit');
    await dialog.getByLabel('Amount in cents').fill('5000');
    await dialog.getByLabel('Reason').fill('For the late email');
    await confirm();
    await dialog.waitFor({ state: 'detached' });
    expect(await credit()).toBe(10_000);
    expect(await db.invoice.count({ where: { partner_id: id } })).toBe(2);
    await target.context().close();
  });

  it('adds a post once if the response is lost and the button is pressed again', { timeout: MINUTE }, async () => {
    const { db } = server.deps;
    // The browser logs the lost response as an error, so this page isn't checked for those.
    const { page: target } = await openPage(browser, { baseURL: server.url });
    await signIn(target, uids[0]!);
    await target.waitForURL('**/u');
    await target.goto('/u/reader_blogs/new');
    let isLost = true;
    await target.route('**/admin/reader_blogs', async (route) => {
      if (!isLost) return route.continue();
      await route.fetch();
      await route.abort();
    });
    await main(target).getByLabel('Title').fill('Down to the quay');
    await main(target).getByLabel('Body').fill('Books about boats.');
    await press(target, 'Add reader blog post');
    await waitForText(target, CLIENT_TEXTS.timeout);
    isLost = false;
    await press(target, 'Add reader blog post');
    await waitForText(target, 'Reader blog post added.');
    expect(await db.readerBlog.count({ where: { title: 'Down to the quay' } })).toBe(1);
    await target.context().close();
  });

  it('closes an action’s confirmation when the browser goes back to another record', { timeout: MINUTE }, async () => {
    const book = await server.deps.db.book.findFirstOrThrow({ include: { partner: true } });
    await page.goto(`/u/books/${book.id}`);
    await follow(page, book.partner.name);
    await page.waitForURL(`**/u/partners/${book.partner_id}`);
    await press(page, 'Adjust credit');
    await page.getByRole('dialog').waitFor();
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: book.title, exact: true }).waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('exports the filtered list as a file', { timeout: MINUTE }, async () => {
    await page.goto('/u/partners?partner_type=publisher');
    await waitForText(page, /\d+ records/);
    const download = page.waitForEvent('download');
    await press(page, 'Download CSV');
    const text = await readFile(await (await download).path(), 'utf8');
    expect(text).toContain('Quillon & Daughters');
    expect(text).not.toContain('Imogen Farrow');
  });

  it('shows the linked record’s name when staff use a colleague’s version', { timeout: MINUTE }, async () => {
    const { db } = server.deps;
    const colleague = await createStaff(server);
    // More topics than the field lists before anyone types, so it has to look up the names of `mine` and `theirs`.
    const topics = await db.readerBlogCategory.createManyAndReturn({
      data: Array.from({ length: 50 }, (_, index) => ({ name: `Topic ${100 + index}`, slug: `topic-${100 + index}` })),
    });
    const [mine, theirs] = topics.slice(24, 26);
    const data = { title: 'By the sea', slug: 'by-the-sea', body: 'Books.', reader_blog_category_id: mine!.id };
    const { id } = await db.readerBlog.create({ data });
    const category = main(page).getByRole('combobox', { name: 'Category' });
    await page.goto(`/u/reader_blogs/${id}/edit`);
    await expect.poll(() => category.inputValue()).toBe('Topic 124');
    const { record_version } = (await colleague.get(`/admin/reader_blogs/${id}`).expect(200)).body.reader_blog;
    await colleague
      .patch(`/admin/reader_blogs/${id}`)
      .send({ record_version, reader_blog_category_id: theirs!.id })
      .expect(200);
    await main(page).getByLabel('Title').fill('At sea');
    await press(page, 'Save changes');
    await press(page, 'Use their version');
    await expect.poll(() => category.inputValue()).toBe('Topic 125');
    await press(page, 'Save changes');
    await page.waitForURL(`**/u/reader_blogs/${id}`);
  });

  it('prompts after a conflict only if the values differ from the current version', { timeout: MINUTE }, async () => {
    const { db } = server.deps;
    const colleague = await createStaff(server);
    const { id } = await db.tag.create({ data: { name: 'Deckles', slug: 'deckles' } });
    let isPrompted = false;
    const onDialog = (dialog: Dialog) => {
      isPrompted = true;
      void dialog.accept();
    };
    page.on('dialog', onDialog);
    /** Types a name, and saves it after a colleague has saved another one. */
    const runIntoConflict = async (mine: string, theirs: string) => {
      await page.goto(`/u/tags/${id}/edit`);
      await main(page).getByLabel('Name').fill(mine);
      const { record_version } = (await colleague.get(`/admin/tags/${id}`).expect(200)).body.tag;
      await colleague.patch(`/admin/tags/${id}`).send({ record_version, name: theirs }).expect(200);
      await press(page, 'Save changes');
    };
    const leave = async () => {
      await follow(page, 'Tags');
      await page.waitForURL('**/u/tags');
    };
    await runIntoConflict('Rough edges', 'Uncut pages');
    await press(page, 'Use their version');
    await leave();
    expect(isPrompted).toBe(false);

    await runIntoConflict('Rough edges', 'Torn paper');
    await press(page, 'Keep my changes');
    expect(await main(page).getByLabel('Name').inputValue()).toBe('Rough edges');
    await leave();
    expect(isPrompted).toBe(true);
    page.off('dialog', onDialog);
  });

  it('offers to load the registry again if it failed to load', { timeout: MINUTE }, async () => {
    // The browser logs the failure as an error, so this page isn't checked for those.
    const { page: target } = await openPage(browser, { baseURL: server.url });
    await signIn(target, uids[1]!);
    await target.waitForURL('**/u');
    const { id } = await server.deps.db.tag.create({ data: { name: 'Marbling', slug: 'marbling' } });
    for (const [path, heading] of [
      ['/u/tags', 'Tags'],
      ['/u/tags/new', 'New tag'],
      [`/u/tags/${id}`, 'Marbling'],
      [`/u/tags/${id}/edit`, 'Edit tag'],
    ] as const) {
      await target.route('**/admin/registry', (route) => route.fulfill({ status: 500, json: {} }));
      await target.goto(path);
      await waitForText(target, 'This didn’t load');
      await target.unroute('**/admin/registry');
      await press(target, 'Try again');
      await target.getByRole('heading', { level: 1, name: heading }).waitFor();
    }
    await target.context().close();
  });

  it('shows editors only what they can do', { timeout: MINUTE }, async () => {
    const editor = await newPage();
    await signIn(editor, uids[2]!);
    await editor.waitForURL('**/u');
    await waitForText(editor, 'Signed in as Nora Whitlock (editor)');
    expect(await main(editor).getByRole('link', { name: 'Staff', exact: true }).count()).toBe(0);
    await editor.goto('/u/staff');
    await waitForText(editor, 'It may not exist, or only administrators can see it.');
    await editor.goto('/u/categories/1');
    await waitForText(editor, 'Daily slots');
    expect(await main(editor).getByRole('link', { name: 'Edit record' }).count()).toBe(0);
    const requests: string[] = [];
    editor.on('request', (request) => requests.push(request.url()));
    await editor.goto('/u/blogs');
    await waitForText(editor, /\d+ records?/);
    expect(requests.filter((url) => url.includes('/admin/staff'))).toEqual([]);
    await editor.context().close();
  });

  it('invites a colleague, who chooses a password and is signed in', { timeout: MINUTE }, async () => {
    await page.goto('/u/staff/new');
    await main(page).getByRole('textbox', { name: 'Email' }).fill('una@example.test');
    await main(page).getByRole('textbox', { name: 'Name' }).fill('Una Byrne');
    await main(page).getByLabel('Role').selectOption('editor');
    await press(page, 'Add staff member');
    await page.waitForURL(/\/u\/staff\/\d+$/);
    await page.getByRole('heading', { level: 1, name: 'Una Byrne' }).waitFor();

    const [invitation] = await server.emailsTo('una@example.test');
    const colleague = await newPage();
    await colleague.goto(/http\S+password\/edit\?\S+/.exec(invitation!.text)![0]);
    await main(colleague).getByLabel('Password', { exact: true }).fill(PASSWORD);
    await main(colleague).getByLabel('Confirm password').fill(PASSWORD);
    await press(colleague, 'Save password');
    await colleague.waitForURL('**/users/promotions');
    await colleague.goto('/u');
    await waitForText(colleague, 'Signed in as Una Byrne (editor)');
    await colleague.context().close();
  });

  it('turns the second factor on, and asks for it at the next sign-in', { timeout: MINUTE }, async () => {
    await page.goto('/u/account');
    await main(page).getByLabel('Enter your password to start').fill(PASSWORD);
    await press(page, 'Turn on two-factor authentication');
    const secret = (await main(page).locator('code').textContent())!.replaceAll(' ', '');
    /** Returns the code that is valid `steps` half minutes from now. */
    const codeIn = (steps: number) =>
      generateSync({ secret, epoch: Math.floor(systemClock.now().getTime() / 1000) + steps * 30 });
    await main(page).getByLabel('Authentication code').fill(codeIn(-1));
    await press(page, 'Confirm code');
    await waitForText(page, 'Save these recovery codes. You won’t see them again.');
    expect(await main(page).locator('li code').count()).toBe(10);
    await press(page, 'I’ve saved these codes');
    await waitForText(page, 'It’s on. 10 of your recovery codes are left.');

    const secondPage = await newPage();
    await signIn(secondPage, uids[0]!);
    await main(secondPage).getByLabel('Code').fill(codeIn(0));
    await press(secondPage, 'Sign in');
    await secondPage.waitForURL('**/u');
    await secondPage.context().close();
  });

  it('explains a disabled action, shows names in the audit log, and filters by them', { timeout: MINUTE }, async () => {
    const auditPage = await newPage();
    const admin = await createStaff(server, 'admin');
    await signIn(auditPage, admin.headers.uid!);
    await auditPage.waitForURL('**/u');
    const { id } = await server.deps.db.blogCategory.findFirstOrThrow({ where: { blogs: { some: {} } } });
    await server.deps.db.user.update({ where: { id: admin.id }, data: { name: 'Ada Quill' } });
    await auditPage.goto(`/u/blog_categories/${id}`);
    const remove = main(auditPage).getByRole('button', { name: 'Delete category' });
    await remove.waitFor();
    expect(await remove.getAttribute('aria-disabled')).toBe('true');
    await waitForText(auditPage, 'This category has posts. Move them to another category first.');
    await remove.click({ force: true });
    expect(await auditPage.getByRole('dialog').count()).toBe(0);
    await admin.post('/admin/tags').send({ name: 'Lighthouses' }).expect(201);

    await auditPage.goto('/u/audit_events');
    await main(auditPage).getByText('Filters').first().click();
    await main(auditPage).getByLabel('By', { exact: true }).selectOption({ label: 'Ada Quill' });
    await press(auditPage, 'Search');
    await waitForText(auditPage, '1 record');
    await waitForText(auditPage, 'Ada Quill created tag Lighthouses');
    expect(await main(auditPage).getByLabel('Action').getByRole('option').allTextContents()).toContain('declined');
    for (const scheme of ['light', 'dark'] as const)
      for (const width of [1280, 390]) {
        await auditPage.emulateMedia({ colorScheme: scheme });
        await auditPage.setViewportSize({ width, height: 900 });
        expect(await auditPage.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
        if (process.env.PICTURES)
          await auditPage.screenshot({ path: `${process.env.PICTURES}/audit-${scheme}-${width}.png`, fullPage: true });
      }
    await auditPage.setViewportSize({ width: 1280, height: 900 });
    await main(auditPage).getByRole('link', { name: 'Ada Quill', exact: true }).waitFor();
    await follow(auditPage, 'Lighthouses');
    await auditPage.getByRole('heading', { name: 'Lighthouses', level: 1 }).waitFor();
    await auditPage.context().close();
  });

  it('leaves no console errors', () => {
    // Browsers log expected refusals, too.
    const unexpected = consoleProblems.flat().filter((text) => !/status of (401|409|422)/.test(text));
    expect(unexpected).toEqual([]);
  });
});
