/**
 * Forms: no save overwrites another's, nothing is stored twice, typed text isn't lost without a prompt, and errors are
 * reported.
 */
import type { Browser, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import {
  type Client,
  type CreatedPromotion,
  createPartner,
  createPromotion,
  createStaff,
  type PartnerClient,
} from '#server/testing/factories.ts';
import { launchBrowser } from './browser.ts';
import { dismissPrompts, openAs, type PageDriver, takeFailureScreenshot } from './page-driver.ts';

const MINUTE = { timeout: 60_000 };

let server: TestServer;
let browser: Browser;
let partner: PartnerClient;
let staff: Client;
let promotions: CreatedPromotion[];
let partnerDriver: PageDriver;
let editorDriver: PageDriver;
/** Texts of the prompts about unsaved changes, each of which is dismissed. */
const dismissedPrompts: string[] = [];
beforeAll(async () => {
  server = await startTestServer({ pages: true });
  browser = await launchBrowser();
  partner = await createPartner(server);
  staff = await createStaff(server);
  promotions = [
    await createPromotion(server, { partner, book: { title: 'The Quiet Harbor' } }),
    await createPromotion(server, { book: { title: 'The Loud Harbor' } }),
  ];
  for (const { id } of promotions) await staff.post(`/promotions/${id}/approve`).send({}).expect(200);
  partnerDriver = await openAs(browser, server, partner);
  editorDriver = await openAs(browser, server, staff);
  for (const { page } of [partnerDriver, editorDriver])
    page.on('dialog', (dialog) => {
      dismissedPrompts.push(dialog.message());
      void dialog.dismiss();
    });
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await server?.close();
});
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return;
  await takeFailureScreenshot(partnerDriver.page, `${task.name} partner`);
  await takeFailureScreenshot(editorDriver.page, `${task.name} staff`);
});

it("saving a newsletter's subject keeps what a colleague saved since it was opened", MINUTE, async () => {
  const newsletterKey = { newsletter_date: new Date(promotions[0]!.date), kind: 'daily' as const };
  const { id } = await server.deps.db.newsletter.findFirstOrThrow({ where: newsletterKey });
  await editorDriver.open(`/users/newsletters/${id}`);
  await editorDriver.fill('Subject', 'Mine');
  await staff.patch(`/newsletters/${id}`).send({ preheader: 'Theirs' }).expect(200);
  // Any save on the page refetches the newsletter.
  const fetched = editorDriver.page.waitForResponse(
    (res) => res.request().method() === 'GET' && res.url().includes(`/api/v1/newsletters/${id}?`),
  );
  await editorDriver.press('Move The Quiet Harbor down');
  await fetched;
  await editorDriver.press('Save newsletter');
  await editorDriver.waitForText('Newsletter saved.');
  expect(await server.deps.db.newsletter.findUniqueOrThrow({ where: { id } })).toMatchObject({
    subject: 'Mine',
    preheader: 'Theirs',
  });
});

it("a partner's book opens in its current state, and keeps what staff change during the edit", MINUTE, async () => {
  const { id } = promotions[0]!.book;
  await partnerDriver.open(`/partners/books/${id}`);
  await partnerDriver.main.getByRole('heading', { level: 1, name: 'The Quiet Harbor' }).waitFor();
  await staff.patch(`/books/${id}`).send({ subtitle: 'A ledger' }).expect(200);
  await partnerDriver.main.locator(`a[href="/partners/books/${id}/edit"]`).click();
  const subtitle = partnerDriver.main.getByLabel('Subtitle', { exact: true });
  await subtitle.waitFor();
  expect(await subtitle.inputValue()).toBe('A ledger');

  await staff.patch(`/books/${id}`).send({ series: 'Harbors' }).expect(200);
  await partnerDriver.main.getByRole('textbox', { name: 'Title', exact: true }).fill('The Quieter Harbor');
  await partnerDriver.press('Save book');
  await partnerDriver.page.waitForURL(`**/partners/books/${id}`);
  expect(await server.deps.db.book.findUniqueOrThrow({ where: { id } })).toMatchObject({
    title: 'The Quieter Harbor',
    subtitle: 'A ledger',
    series: 'Harbors',
  });
});

it('a post is saved by one request at a time, however often Ctrl+S is pressed', MINUTE, async () => {
  const { page, main } = editorDriver;
  const blocked: Route[] = [];
  await page.route('**/api/v1/blogs', (route) => void blocked.push(route));
  await editorDriver.open('/users/blog-posts/new');
  const body = main.getByRole('textbox', { name: 'Text, in Markdown' });
  await body.fill('Set your price');
  await body.press('ControlOrMeta+s');
  await editorDriver.waitForText('Not saved yet: a post needs a title and text.');
  expect(blocked).toHaveLength(0);

  await editorDriver.fill('Title', 'One post');
  await expect.poll(() => blocked.length).toBe(1);
  await body.press('ControlOrMeta+s');
  await body.press('End');
  await page.keyboard.type(' early.');
  await body.press('ControlOrMeta+s');
  await page.waitForTimeout(300);
  expect(blocked).toHaveLength(1);
  await blocked[0]!.continue();
  await page.waitForURL(/\?id=\d+$/);
  const stored = () => server.deps.db.blog.findMany({ where: { title: 'One post' }, select: { body: true } });
  await expect.poll(stored, { timeout: 20_000 }).toEqual([{ body: 'Set your price early.' }]);
  await editorDriver.waitForText(/^Saved on /);
  await page.unroute('**/api/v1/blogs');

  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') sent.push(request.url());
  });
  await body.press('ControlOrMeta+s');
  await page.waitForTimeout(300);
  expect(sent).toEqual([]);
  expect(dismissedPrompts).toEqual([]);
});

it('a post whose first response was lost is saved again without a second draft', MINUTE, async () => {
  const { page, main } = editorDriver;
  const statuses: number[] = [];
  await page.route('**/api/v1/blogs', async (route) => {
    const response = await route.fetch();
    statuses.push(response.status());
    await (statuses.length === 1 ? route.fulfill({ status: 503 }) : route.fulfill({ response }));
  });
  await editorDriver.open('/users/blog-posts/new');
  await editorDriver.fill('Title', 'Sent twice');
  const body = main.getByRole('textbox', { name: 'Text, in Markdown' });
  await body.fill('Set your price');
  await editorDriver.waitForText('Not saved yet: we couldn’t reach the server. We’ll keep trying.');
  await body.press('End');
  await page.keyboard.type(' early.');
  await body.press('ControlOrMeta+s');
  await page.waitForURL(/\?id=\d+$/);
  await editorDriver.waitForText(/^Saved on /);
  await page.unroute('**/api/v1/blogs');
  expect(statuses).toEqual([201, 201]);
  const stored = { where: { title: 'Sent twice' }, select: { body: true } };
  expect(await server.deps.db.blog.findMany(stored)).toEqual([{ body: 'Set your price early.' }]);
  expect(dismissedPrompts).toEqual([]);
});

/** Refuses the first save of a new post with a 409, and returns the keys of all its saves. */
async function refuseFirstSave(code: string) {
  const keys: string[] = [];
  const refusal = { status: 409, json: { errors: { base: [], full_messages: [] }, code } };
  await editorDriver.page.route('**/api/v1/blogs', (route) => {
    keys.push(route.request().headers()['idempotency-key']!);
    return keys.length === 1 ? route.fulfill(refusal) : route.continue();
  });
  await editorDriver.open('/users/blog-posts/new');
  await editorDriver.fill('Title', 'Refused once');
  await editorDriver.main.getByRole('textbox', { name: 'Text, in Markdown' }).fill('Set your price');
  return keys;
}

it('a post whose first response the server has lost can be saved again', MINUTE, async () => {
  const { page, main } = editorDriver;
  const keys = await refuseFirstSave('response_lost');
  await editorDriver.waitForText(
    'We don’t know if this was saved: the server stopped during the first save. Save it again. If the list of posts then shows this post twice, delete the older one.',
  );
  await main.getByRole('textbox', { name: 'Text, in Markdown' }).press('ControlOrMeta+s');
  await page.waitForURL(/\?id=\d+$/);
  await page.unroute('**/api/v1/blogs');
  expect(new Set(keys).size).toBe(2);
  expect(dismissedPrompts).toEqual([]);
});

it('a post whose first save is still running is saved again with the same key', MINUTE, async () => {
  const { page } = editorDriver;
  const keys = await refuseFirstSave('request_in_progress');
  await editorDriver.waitForText('Not saved yet: the server is busy. We’ll keep trying.');
  await page.waitForURL(/\?id=\d+$/);
  await page.unroute('**/api/v1/blogs');
  expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
  expect(dismissedPrompts).toEqual([]);
});

it('a draft is saved again after a save whose response was lost', MINUTE, async () => {
  const { page, main } = editorDriver;
  const { id } = (await staff.post('/blogs').send({ title: 'Ours', body: 'A draft.' }).expect(201)).body.blog;
  const calls = `**/api/v1/blogs/${id}/**`;
  let saves = 0;
  await page.route(calls, async (route) => {
    if (route.request().method() !== 'PATCH') return route.continue();
    saves++;
    server.clock.set(new Date(server.clock.now().getTime() + 1000));
    const response = await route.fetch();
    await (saves === 1 ? route.fulfill({ status: 503 }) : route.fulfill({ response }));
  });
  await editorDriver.open(`/users/blog-posts/new?id=${id}`);
  await editorDriver.fill('Title', 'Ours as well ');
  await editorDriver.waitForText('Not saved yet: we couldn’t reach the server. We’ll keep trying.');
  await editorDriver.fill('Summary', 'Short.');
  await editorDriver.waitForText(/^(Saved on|Not saved: someone else)/);
  expect(await main.getByText('Someone else').count()).toBe(0);
  expect(await server.deps.db.blog.findUniqueOrThrow({ where: { id } })).toMatchObject({
    ...{ title: 'Ours as well', summary: 'Short.', slug: 'ours-as-well' },
  });
  await page.unroute(calls);
  expect([saves, dismissedPrompts]).toEqual([3, []]);
});

it('a book is added once if the response is lost and the button is pressed again', MINUTE, async () => {
  const { page } = partnerDriver;
  let isLost = true;
  await page.route('**/api/v1/books', async (route) => {
    const response = await route.fetch();
    await route.fulfill(isLost ? { status: 503 } : { response });
    isLost = false;
  });
  await partnerDriver.open('/partners/books/new');
  await partnerDriver.fill('Title', 'Added Once');
  const lost = page.waitForResponse('**/api/v1/books');
  await partnerDriver.press('Save as draft');
  await lost;
  await partnerDriver.press('Save draft');
  await page.waitForURL(/\/partners\/books\/\d+$/);
  await page.unroute('**/api/v1/books');
  expect(await server.deps.db.book.count({ where: { title: 'Added Once' } })).toBe(1);
});

it('says that a post may not have been published, with and without unsaved changes', MINUTE, async () => {
  const { page } = editorDriver;
  const draft = { title: 'Not yet', body: 'A draft.' };
  const { id } = (await staff.post('/blogs').send(draft).expect(201)).body.blog;
  await editorDriver.open(`/users/blog-posts/new?id=${id}`);
  await editorDriver.waitForText(/^Saved on /);
  const calls = `**/api/v1/blogs/${id}/**`;
  await page.route(calls, (route) =>
    route.request().method() === 'PATCH' ? route.fulfill({ status: 503 }) : route.continue(),
  );
  const unknown = 'We couldn’t reach the server, so the post may not have been published. Please try again.';
  const notices = page.getByText(unknown);
  await editorDriver.press('Publish post');
  await notices.first().waitFor();
  await editorDriver.waitForText(/^Saved on /);
  await page.reload();
  await editorDriver.fill('Title', 'Not yet either');
  await editorDriver.press('Publish post');
  await notices.first().waitFor();
  await editorDriver.waitForText('Not saved yet: we couldn’t reach the server. We’ll keep trying.');
  await page.unroute(calls);
  await editorDriver.press('Save post');
  await editorDriver.waitForText(/^Saved on /);
  const stored = await server.deps.db.blog.findUniqueOrThrow({ where: { id } });
  expect(stored).toMatchObject({ title: 'Not yet either', published_at: null });
  await editorDriver.press('Publish post');
  await editorDriver.waitForText('On the blog:');
});

it('asks before another form at the same path replaces typed text', MINUTE, async () => {
  const { id } = await server.deps.db.blog.findFirstOrThrow();
  await staff.patch(`/blogs/${id}`).send({ published_at: 'now' }).expect(200);
  await editorDriver.open(`/users/blog-posts/new?id=${id}`);
  await editorDriver.fill('Title', 'Half a thought');
  await editorDriver.page.getByRole('banner').locator('summary', { hasText: 'Nora Whitlock' }).click();
  await editorDriver.page.getByRole('banner').getByRole('link', { name: 'New Blog Post' }).click();
  await expect.poll(() => dismissedPrompts.length).toBe(1);
  expect(await editorDriver.main.getByLabel('Title').inputValue()).toBe('Half a thought');
});

it('a refused date is reported next to a visible field', MINUTE, async () => {
  const booked = await createPromotion(server, { partner, days: 3, book: { title: 'The Third Harbor' } });
  await partnerDriver.open(`/partners/promotions/${booked.id}/edit`);
  await partnerDriver.press('Change promotion');
  await partnerDriver.fill('A note to our editors', 'The price is live already.');
  const refuse = (field: string, message: string) =>
    partnerDriver.page.route(`**/api/v1/promotions/${booked.id}/*`, (route) =>
      route.request().method() === 'PATCH'
        ? route.fulfill({ status: 422, json: { errors: { [field]: [message], full_messages: [`It ${message}`] } } })
        : route.continue(),
    );
  await refuse('alternate_dates', 'are too close to another promotion of this book');
  await partnerDriver.press('Save changes');
  await partnerDriver.waitForText('Alternative dates are too close to another promotion of this book');
  expect(await partnerDriver.page.locator(':focus').evaluate((node) => node.closest('[data-path]') !== null)).toBe(
    true,
  );

  await refuse('book_id', 'is being read by someone');
  await partnerDriver.press('Save changes');
  await partnerDriver.waitForText('It is being read by someone');
});

it.each([
  ['/#sign-up', 'Sign up', 'Choose at least one genre.'],
  ['/partners/password/forgot', 'Send reset link', 'Please enter an email address'],
  ['/users/password/forgot', 'Send reset link', 'Please enter an email address'],
])('%s reports what is missing now, not the previous errors', MINUTE, async (path, button, missing) => {
  const visitor = await openAs(browser, server);
  const refusal = { status: 422, json: { errors: { email: ['is not one of ours'], full_messages: ['No.'] } } };
  const calls = /\/api\/v1\/(readers|.*-auth\/password)$/;
  await visitor.page.route(calls, (route) => route.fulfill(refusal));
  await visitor.open(path);
  await visitor.fill('Email', 'may@example.com');
  const genre = visitor.main.getByRole('checkbox').first();
  if (path === '/#sign-up') await genre.check();
  await visitor.press(button);
  await visitor.waitForText('Email is not one of ours');
  await visitor.page.unroute(calls);
  if (path === '/#sign-up') await genre.uncheck();
  else await visitor.fill('Email', '');
  await visitor.press(button);
  await visitor.waitForText(missing);
  expect(await visitor.main.getByText('Email is not one of ours').count()).toBe(0);
  await visitor.close();
});

it("leaving an unsent support message prompts, leaving a sent one doesn't", MINUTE, async () => {
  const visitor = await openAs(browser, server);
  const prompts = dismissPrompts(visitor.page);
  await visitor.open('/contact');
  await visitor.page.waitForFunction(() => Object.keys(document.body).some((key) => key.startsWith('__react')));
  await visitor.fill('Name', 'Nora Reed');
  await visitor.fill('Email', 'nora@example.com');
  await visitor.fill('Message', 'Where did yesterday’s email go?');
  await visitor.follow('pricing');
  await expect.poll(() => prompts.length).toBe(1);
  await visitor.press('Send message');
  await visitor.waitForText('Your message was sent');
  await visitor.follow('pricing');
  await visitor.page.waitForURL('**/pricing');
  expect(prompts).toHaveLength(1);
  await visitor.close();
});

it('an edited blurb is replaced or left only after a prompt, unless copied or used in a book', MINUTE, async () => {
  const { page, main, open, fill, press, close } = await openAs(browser, server, partner);
  const prompts = dismissPrompts(page);
  await page.context().grantPermissions(['clipboard-write']);
  await open('/ai/book-description-generator');
  await page.waitForFunction(() => Object.keys(document.body).some((key) => key.startsWith('__react')));
  await fill('Title', 'The Salt Ledger');
  await fill('Who is it about?', 'Mara Quill');
  await press('Generate descriptions');
  const editFirst = main.getByRole('button', { name: 'Edit this draft description 1' });
  const editSecond = main.getByRole('button', { name: 'Edit this draft description 2' });
  const editor = main.getByRole('textbox', { name: 'Your blurb' });
  await editFirst.click();
  const first = await editor.inputValue();
  await editSecond.click();
  expect(await editor.inputValue()).not.toBe(first);
  expect(prompts).toEqual([]);

  await editor.fill('Mara finds the ledger.');
  await editFirst.click();
  await main.getByRole('button', { name: 'Use in my book description 1' }).click();
  await main.getByRole('link', { name: 'Pen name generator' }).click();
  await expect.poll(() => prompts.length).toBe(3);
  expect(await editor.inputValue()).toBe('Mara finds the ledger.');
  await main.getByRole('button', { name: 'Copy your blurb' }).click();
  await main.getByRole('button', { name: 'Copied your blurb' }).waitFor();
  await editFirst.click();
  expect(await editor.inputValue()).toBe(first);

  await editor.fill('Mara finds the ledger first.');
  await main.getByRole('button', { name: 'Use in my book your blurb' }).click();
  await page.waitForURL('**/partners/books/new');
  expect(await main.getByLabel('Description', { exact: true }).inputValue()).toBe('Mara finds the ledger first.');
  expect(prompts).toHaveLength(3);
  await close();
});

it('asks before a saved AI prompt replaces a typed one', MINUTE, async () => {
  const { page, main, open, fill, press, close } = await openAs(browser, server, staff);
  const prompts = dismissPrompts(page);
  const prompt = main.getByLabel('Your prompt', { exact: true });
  await open('/users/ai');
  await fill('Your prompt', 'Saved words');
  await fill('Name', 'Words');
  await press('Save prompt');
  await fill('Your prompt', 'Typed words');
  await press('Load prompt Words');
  expect(prompts).toHaveLength(1);
  expect(await prompt.inputValue()).toBe('Typed words');
  await prompt.fill('');
  await press('Load prompt Words');
  expect(await prompt.inputValue()).toBe('Saved words');
  await close();
});

it('a calendar that failed to load can be loaded again', MINUTE, async () => {
  const booked = await createPromotion(server, { partner, days: 4, book: { title: 'The Fourth Harbor' } });
  const account = await openAs(browser, server, partner);
  const counts = '**/api/v1/newsletter_promotion_counts*';
  await account.page.route(counts, (route) => route.fulfill({ status: 503, json: { errors: ['Later.'] } }));
  await account.open(`/partners/promotions/${booked.id}/edit`);
  await account.press('Change promotion');
  await account.waitForText('This didn’t load');
  await account.page.unroute(counts);
  await account.press('Try again');
  await account.main.getByRole('group', { name: 'Newsletter date' }).waitFor();
  await account.close();
});

it('a failed copy is reported', MINUTE, async () => {
  const visitor = await openAs(browser, server);
  // Without HTTPS, browsers have no clipboard.
  await visitor.page.addInitScript("Object.defineProperty(navigator, 'clipboard', { value: undefined })");
  await visitor.open('/social-media-icons');
  await visitor.page.waitForFunction(() => Object.keys(document.body).some((key) => key.startsWith('__react')));
  await visitor.main.getByRole('button', { name: 'Copy HTML' }).first().click();
  await visitor.waitForText('Copying didn’t work. Select the text and copy it manually.');
  await visitor.close();
});

it('shows notices even when their script failed to load', MINUTE, async () => {
  const account = await openAs(browser, server, partner);
  await account.page.route('**/front-end/DeferredParts*.js', (route) => route.abort());
  await account.open('/partners/account');
  await account.fill('Website', 'https://quill.example');
  await account.press('Save details');
  await account.waitForText('Your account details were successfully updated');
  expect(await account.page.getByText('This part didn’t load').count()).toBe(0);
  await account.close();
});

it('asks to sign in again when the session has ended during an edit', MINUTE, async () => {
  const partnerToSignOut = await createPartner(server);
  const account = await openAs(browser, server, partnerToSignOut);
  await account.open('/partners/account');
  await account.fill('Website', 'https://quill.example');
  await partnerToSignOut.delete('/partner-auth/sign_out').expect(200);
  await account.press('Save details');
  await account.waitForText('You’ve been signed out. Please sign in again.');
  await account.page.waitForURL('**/partners/sign-in**');
  expect(await account.page.getByText('User not found').count()).toBe(0);
  await account.close();
});

it('names radio buttons by their question in an error', MINUTE, async () => {
  const account = await openAs(browser, server, partner);
  await account.page.route('**/api/v1/partner-auth', (route) =>
    route.request().method() === 'PATCH' || route.request().method() === 'PUT'
      ? route.fulfill({ status: 422, json: { status: 'error', errors: { partner_type: ['is not available'] } } })
      : route.continue(),
  );
  await account.open('/partners/account');
  await account.fill('Website', 'https://quill.example');
  await account.press('Save details');
  await account.waitForText('Account type is not available');
  await account.close();
});

it('shows an alternative date’s error at its field or the group, and moves the focus there', MINUTE, async () => {
  const { main, press, open, fill, close } = await openAs(browser, server, staff);
  const { id } = await createPromotion(server, { requested_date: '2026-12-20' });
  await open(`/users/promotions/${id}/edit`);
  await press('Add a date');
  await press('Save promotion');
  const first = main.getByLabel('Alternative 1', { exact: true });
  await expect.poll(() => first.evaluate((input) => input === document.activeElement)).toBe(true);
  expect(await first.getAttribute('aria-invalid')).toBe('true');
  expect(await first.evaluate(describedBy)).toMatch(/^Alternative 1 must be/);

  const group = main.getByRole('group', { name: 'Alternative dates' });
  await fill('Alternative 1', '2026-11-02');
  await press('Save promotion');
  await expect.poll(() => group.evaluate(describedBy)).toContain('We’ll try these dates in order.');
  await expect.poll(() => group.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await group.evaluate(describedBy)).toMatch(/^We’ll try these dates in order\. .+/);
  expect(await first.getAttribute('aria-invalid')).toBe('true');
  await close();
});

it('keeps what staff typed about a promotion while another editor moves it', MINUTE, async () => {
  const { main, press, open, fill, waitForText, consoleProblems, close } = await openAs(browser, server, staff);
  const { id } = await createPromotion(server, { requested_date: '2026-12-21', alternate_dates: ['2026-12-22'] });
  await open(`/users/promotions/${id}/edit`);
  await fill('Partner’s note', 'Please send it early.');
  const other = await createStaff(server);
  await other.patch(`/promotions/${id}`).send({ requested_date: '2026-12-22' }).expect(200);
  const date = main.getByRole('textbox', { name: 'Newsletter date' });
  await expect.poll(() => date.inputValue()).toBe('2026-12-22');
  expect(await main.getByLabel('Partner’s note', { exact: true }).inputValue()).toBe('Please send it early.');
  await other.patch(`/promotions/${id}`).send({ partner_note: 'Send it late.' }).expect(200);
  await waitForText('The partner’s note changed after you began to edit. Saving keeps your value.');
  // A field that is changed and changed back doesn't make the note look saved.
  await fill('Current price', '8.00');
  await fill('Current price', '4.99');
  await press('Save promotion');
  await waitForText('The promotion was saved.');
  await main.getByText('changed after you began to edit').waitFor({ state: 'detached' });
  const { requested_date, partner_note } = await server.deps.db.promotion.findUniqueOrThrow({ where: { id } });
  expect([requested_date, partner_note]).toEqual([new Date('2026-12-22'), 'Please send it early.']);

  const note = main.getByLabel('Partner’s note', { exact: true });
  await note.fill('On second thought.');
  await other.patch(`/promotions/${id}`).send({ partner_note: 'As planned.' }).expect(200);
  await press('Use the new value');
  await expect.poll(() => note.inputValue()).toBe('As planned.');
  expect(await main.getByRole('button', { name: 'Save promotion' }).getAttribute('aria-disabled')).toBe('true');
  await close();
  expect(consoleProblems).toEqual([]);
});

const describedBy = (element: Element) =>
  (element.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ')
    .trim();

it('leaves no console errors', () => {
  const messages = [...partnerDriver.consoleProblems, ...editorDriver.consoleProblems];
  expect(messages.filter((text) => !/status of (404|409|422|503)/.test(text))).toEqual([]);
});
