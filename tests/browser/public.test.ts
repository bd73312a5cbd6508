/** Public pages with and without JavaScript, as visitors and partners use them. */
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { partnerUnsubscribeToken } from '#server/partners/unsubscribe.ts';
import { mailKeys } from '#server/platform/mail-keys.ts';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import {
  createPartner,
  createPromotion,
  createReader,
  type PartnerClient,
  visitor,
} from '#server/testing/factories.ts';
import { RESULTS_PER_PAGE } from '#shared/business.ts';
import { launchBrowser } from './browser.ts';
import { openAs, type PageDriver, takeFailureScreenshot } from './page-driver.ts';

const MINUTE = { timeout: 60_000 };
/** A promotion site. */
const SITE_ID = 8;
const GUIDE = '/marketing-guide/book-marketing-plan';

let server: TestServer;
let browser: Browser;
let ada: PartnerClient;
/** A visitor who isn't signed in. */
let driver: PageDriver;
let partnerDriver: PageDriver;
beforeAll(async () => {
  server = await startTestServer({ pages: true });
  browser = await launchBrowser();
  ada = await createPartner(server);
  driver = await openAs(browser, server);
  partnerDriver = await openAs(browser, server, await createPartner(server));
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await server?.close();
});
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await takeFailureScreenshot(driver.page, task.name);
});

it('a partner votes on a review, changes that vote, and writes a review', MINUTE, async () => {
  await postReview(ada);
  const own = /\/api\/v1\/promotion_site_reviews\?.*own=true/;
  await partnerDriver.page.route(own, (route) => route.fulfill({ status: 422, body: '<html>' }));
  await partnerDriver.open(`/best-book-promotion-sites/${SITE_ID}`);
  await partnerDriver.waitForText('This didn’t load');
  await partnerDriver.page.unroute(own);
  await partnerDriver.press('Try again');
  await partnerDriver.main.getByRole('button', { name: 'Write a review' }).waitFor();
  const votes = partnerDriver.main.getByRole('group', { name: 'Did “Two good days” help you?' });
  await votes.getByRole('button', { name: 'Helpful (0)', exact: true }).click();
  await votes.getByRole('button', { name: 'Helpful (1)', exact: true, pressed: true }).waitFor();
  await votes.getByRole('button', { name: 'Not helpful (0)' }).click();
  await votes.getByRole('button', { name: 'Not helpful (1)', pressed: true }).waitFor();
  await votes.getByRole('button', { name: 'Helpful (0)', exact: true }).waitFor();

  await partnerDriver.press('Write a review');
  await partnerDriver.main.getByRole('radio', { name: '3' }).check();
  await partnerDriver.fill('Title', 'A slow week');
  await partnerDriver.fill('Review', 'Too short');
  await partnerDriver.fill('Cost in US dollars', 'about 45');
  await partnerDriver.fill('Copies sold or downloaded', '1,234');
  await partnerDriver.press('Publish review');
  await partnerDriver.waitForText('Cost in US dollars must be an amount such as 45.50');
  await partnerDriver.fill('Cost in US dollars', '45.50');
  await partnerDriver.press('Publish review');
  await partnerDriver.waitForText('Review is too short (at least 20 characters)');
  await partnerDriver.fill('Review', 'Few copies on the first day, and fewer on each day after it.');
  await partnerDriver.press('Publish review');
  await partnerDriver.waitForText('Thank you for your review.');
  const ownReview = partnerDriver.main
    .getByRole('listitem')
    .filter({ has: partnerDriver.page.getByRole('heading', { name: 'A slow week' }) });
  await ownReview.getByText('Your review').waitFor();
  expect(await ownReview.getByRole('definition').allTextContents()).toEqual(['$45.50', '1,234']);
  await partnerDriver.main.getByRole('button', { name: 'Change your review' }).waitFor();
});

it('the contact form reports what is missing, and sends the message to support', MINUTE, async () => {
  await driver.open('/contact');
  await driver.fill('Name', 'Nora Reed');
  await driver.fill('Message', 'Where did yesterday’s email go?');
  await driver.press('Send message');
  const email = driver.main.getByLabel('Email', { exact: true });
  await driver.main.locator('[aria-invalid="true"]').waitFor();
  expect(await email.evaluate((field) => field === document.activeElement && field.matches('[aria-invalid]'))).toBe(
    true,
  );
  expect(await driver.main.getByLabel('Message', { exact: true }).inputValue()).toBe('Where did yesterday’s email go?');
  await driver.fill('Email', 'nora@example.com');
  await driver.press('Send message');
  await driver.waitForText('Your message was sent');
  const [message] = await server.emailsTo(server.deps.config.operator.email);
  expect(message?.text).toContain('Where did yesterday’s email go?');
});

it('a reader signs up on the front page, which says to check the inbox', MINUTE, async () => {
  await driver.open('/');
  await driver.fill('Email', 'may@example.com');
  await driver.press('Sign up');
  await driver.waitForText('Choose at least one genre.');
  await driver.main.getByRole('group', { name: 'What do you like to read?' }).getByRole('checkbox').first().check();
  await driver.press('Sign up');
  await driver.waitForText('Check your inbox');
  expect(await server.emailsTo('may@example.com')).toHaveLength(1);
  expect(await server.deps.db.reader.findFirst({ where: { email: 'may@example.com' } })).toMatchObject({
    status: 'pending',
  });
});

it('the sign-up form starts over when the reader goes on to another genre', MINUTE, async () => {
  await driver.open('/newsletter/mystery');
  await driver.fill('Email', 'two-genres@example.com');
  await driver.press('Sign up');
  await driver.waitForText('Check your inbox');
  await driver.follow('Romance');
  await driver.main.getByRole('heading', { level: 1, name: 'Romance ebook deals by email' }).waitFor();
  expect(await driver.main.getByRole('button', { name: 'Sign up', exact: true }).count()).toBe(1);
});

it.each([
  ['active', 'Fewer emails', 1],
  ['unsubscribed', 'We won’t send you anything.', 2],
  ['bounced', 'Our emails to your address bounced.', 3],
  ['complained', 'marked as spam', 4],
] as const)(
  'erasing the data of a reader who is %s shows what remains stored',
  MINUTE,
  async (status, shown, totalHashes) => {
    const email = `${status}@example.com`;
    const { uuid } = await server.deps.db.reader.create({ data: { email, status, created_at: server.deps.now() } });
    await driver.open(`/readers/${uuid}/edit`);
    await driver.waitForText(shown);
    const save = driver.main.getByRole('button', { name: 'Save preferences' });
    await expect.poll(() => save.count()).toBe(status === 'active' ? 1 : 0);
    await driver.press('Erase my data');
    await driver.press('Erase my data');
    await driver.waitForText('Your data has been erased.');
    await driver.waitForText(/^The only trace of you that we keep is a one-way hash of your address/);
    expect(await driver.page.evaluate(() => sessionStorage.getItem('reader'))).toBe(null);
    expect(await server.deps.db.suppression.count()).toBe(totalHashes);
  },
);

it('a reader turns off the genre that the email names, and asks for fewer emails', MINUTE, async () => {
  const { db } = server.deps;
  const genres = await db.category.findMany({ where: { is_adult: false }, orderBy: { position: 'asc' }, take: 3 });
  const [off, remaining, added] = genres.map(({ name }) => name) as [string, string, string];
  const { uuid } = await db.reader.create({
    data: {
      email: 'ines@example.com',
      status: 'active',
      max_price_cents: 250,
      confirmed_at: server.deps.now(),
      created_at: server.deps.now(),
      categories: { create: genres.slice(0, 2).map(({ id }) => ({ category_id: id })) },
    },
  });
  const reader = () =>
    db.reader.findUniqueOrThrow({
      where: { uuid },
      include: { categories: { select: { category: { select: { name: true } } } } },
    });
  const chosen = async () => (await reader()).categories.map(({ category }) => category.name).sort();
  const box = (name: string) => driver.main.getByRole('checkbox', { name, exact: true });
  await driver.open(`/readers/${uuid}/edit?off=${genres[0]!.id}`);
  await box(added).check();
  driver.page.once('dialog', (dialog) => void dialog.dismiss());
  await driver.press(`Turn off ${off}`);
  expect([await box(added).isChecked(), await chosen()]).toEqual([true, [off, remaining].sort()]);
  await box(added).uncheck();
  await driver.press(`Turn off ${off}`);
  await driver.waitForText(`We won’t send you ${off} deals anymore, except those on your list.`);
  expect(await chosen()).toEqual([remaining]);
  expect(await box(off).isChecked()).toBe(false);

  await box(remaining).uncheck();
  await driver.press('Save preferences');
  await driver.waitForText('Choose at least one genre, or unsubscribe.');
  expect(await driver.main.getByText(/Choose at least one genre|needs at least/).count()).toBe(1);
  await box(remaining).check();
  await box(added).check();
  await driver.press('Save preferences');
  await driver.waitForText('Your preferences were saved.');
  expect((await reader()).max_price_cents).toBe(250);

  // A value that is changed during a save is still unsaved.
  const { promise: maySave, resolve: save } = Promise.withResolvers<void>();
  await driver.page.route('**/api/v1/readers/*/', (route) => maySave.then(() => route.continue()));
  await driver.press('Save preferences');
  await driver.main.getByLabel('Maximum price').selectOption('Any deal');
  const saved = driver.page.waitForResponse('**/api/v1/readers/*/');
  save();
  await saved;
  await driver.page.unroute('**/api/v1/readers/*/');
  const asked = Promise.withResolvers<void>();
  driver.page.once('dialog', (dialog) => void dialog.dismiss().then(() => asked.resolve()));
  await driver.page.getByRole('banner').getByRole('link').first().click();
  await asked.promise;
  await driver.main.getByLabel('Maximum price').selectOption('Up to $2.50');
  await driver.press(`Turn on ${off} again`);
  await driver.main.getByRole('heading', { name: `No more ${off}?` }).waitFor();
  expect(await chosen()).toEqual([off, remaining, added].sort());

  await driver.press('Email me once a week');
  await driver.waitForText('You’ll get one email a week, on Saturday.');
  expect((await reader()).frequency).toBe('weekly');
});

it('saving preferences keeps what was changed elsewhere since the page was opened', MINUTE, async () => {
  const { uuid } = await createReader(server, { category_ids: [1, 2] });
  const saved = async () => (await visitor(server).get(`/readers/${uuid}`).expect(200)).body.reader;
  const price = driver.main.getByLabel('Maximum price');
  await driver.open(`/readers/${uuid}/edit`);
  await price.selectOption('Up to $1.99');
  await visitor(server)
    .patch(`/readers/${uuid}`)
    .send({ category_ids: [2], frequency: 'weekly' })
    .expect(200);
  await driver.press('Save preferences');
  const others = { category_ids: [2], frequency: 'weekly' };
  await expect.poll(saved).toMatchObject({ ...others, max_price_cents: 199 });
  await price.selectOption('Any deal');
  await driver.press('Save preferences');
  await expect.poll(saved).toMatchObject({ ...others, max_price_cents: null });
});

it('a visitor signs up for a page’s genre in its sign-up box, without JavaScript', MINUTE, async () => {
  const page = await pageWithoutScript();
  const { slug, id } = await server.deps.db.category.findFirstOrThrow({ where: { slug: 'mystery' } });
  await page.goto(`/categories/${id}/${slug}`);
  const box = page.getByRole('region', { name: 'Mystery deals by email' });
  await box.getByLabel('Email').fill('box@example.com');
  await box.getByLabel('Email').press('Enter');
  await page.getByText('Check your inbox').waitFor();
  const reader = await server.deps.db.reader.findFirstOrThrow({
    where: { email: 'box@example.com' },
    include: { categories: true },
  });
  expect([reader.sign_up_source, reader.categories.map(({ category_id }) => category_id)]).toEqual(['category', [id]]);
  await page.context().close();
});

it('a page with a sign-up box names its genre’s feed once, also after its script has loaded', MINUTE, async () => {
  await driver.open('/categories/1/mystery');
  const feeds = driver.page.locator('head link[href="/feeds/mystery.rss"]');
  expect(await feeds.count()).toBe(1);
  const hasLoaded = () =>
    driver.page
      .getByRole('region', { name: 'Mystery deals by email' })
      .evaluate((node) => Object.keys(node).some((key) => key.startsWith('__react')));
  await expect.poll(hasLoaded).toBe(true);
  await driver.page.waitForTimeout(200);
  expect(await feeds.count()).toBe(1);
});

it('without JavaScript a reader signs up, confirms the address, and unsubscribes', MINUTE, async () => {
  const page = await pageWithoutScript();
  const main = page.getByRole('main');
  const email = 'june@example.com';
  const status = async () => (await server.deps.db.reader.findFirst({ where: { email } }))?.status;
  await page.goto('/');
  await main.getByLabel('Email', { exact: true }).fill(email);
  await main.getByRole('button', { name: 'Sign up' }).click();
  await main.getByText('We couldn’t submit this form.').waitFor();
  expect(await status()).toBeUndefined();
  await main.getByLabel('Email', { exact: true }).fill(email);
  await main.getByRole('group', { name: 'What do you like to read?' }).getByRole('checkbox').first().check();
  await main.getByRole('button', { name: 'Sign up' }).click();
  await main.getByText('Check your inbox').waitFor();
  expect(await status()).toBe('pending');

  const [confirmation] = await server.emailsTo(email);
  await page.goto(/\S+\/readers\/confirm\?token=\S+/.exec(confirmation!.text)![0]);
  expect(await status()).toBe('pending');
  await main.getByRole('button', { name: 'Confirm my address' }).click();
  await main.getByText('Your address is confirmed.').waitFor();
  expect(await status()).toBe('active');

  const { id, uuid } = await server.deps.db.reader.findFirstOrThrow({ where: { email } });
  await page.goto(`/readers/${uuid}/edit`);
  await main.getByRole('button', { name: 'Unsubscribe' }).click();
  await main.getByText('You’re unsubscribed.').waitFor();
  expect(await status()).toBe('unsubscribed');

  await server.deps.db.reader.update({ where: { id }, data: { status: 'active' } });
  const { unsubscribe } = mailKeys(server.deps.config.appSecret, { newsletter_id: 1, id });
  await page.goto(`/api/v1/unsubscribe/${unsubscribe}`);
  expect(await status()).toBe('active');
  await main.getByRole('button', { name: 'Unsubscribe' }).click();
  await main.getByText('You won’t get the newsletter anymore.').waitFor();
  expect(await status()).toBe('unsubscribed');
  await page.context().close();
});

it('a reader confirms, and unsubscribes at the one-click URL, only by pressing a button', MINUTE, async () => {
  const email = 'july@example.com';
  const status = async () => (await server.deps.db.reader.findFirst({ where: { email } }))?.status;
  await visitor(server)
    .post('/readers')
    .send({ email, category_ids: [1] })
    .expect(201);
  const [confirmation] = await server.emailsTo(email);
  await openInteractive(/\/readers\/confirm\?token=\S+/.exec(confirmation!.text)![0]);
  expect(await status()).toBe('pending');
  await driver.press('Confirm my address');
  await driver.waitForText('Your address is confirmed.');
  expect(await status()).toBe('active');
  const { id } = await server.deps.db.reader.findFirstOrThrow({ where: { email } });
  const { unsubscribe } = mailKeys(server.deps.config.appSecret, { newsletter_id: 1, id });
  await openInteractive(`/api/v1/unsubscribe/${unsubscribe}`);
  expect(await status()).toBe('active');
  await driver.press('Unsubscribe');
  // The page shows nearly the same text before the button is pressed.
  await expect.poll(status).toBe('unsubscribed');
  await driver.waitForText('You won’t get the newsletter anymore.');
  await openInteractive('/readers/unsubscribe?token=x');
  await driver.press('Unsubscribe');
  await driver.waitForText('The link is incomplete.');
});

it('without JavaScript a partner stops the reminders, and anyone can contact support', MINUTE, async () => {
  const page = await pageWithoutScript();
  const main = page.getByRole('main');
  const token = partnerUnsubscribeToken(server.deps.config.appSecret, 'reminder', ada.id);
  await page.goto(`/partners/unsubscribe-reminder-email?token=${token}x`);
  await main.getByRole('button', { name: 'Unsubscribe' }).click();
  await main.getByText('We couldn’t submit this form.').waitFor();
  await page.goto(`/partners/unsubscribe-reminder-email?token=${token}`);
  await main.getByRole('button', { name: 'Unsubscribe' }).click();
  await main.getByText('You won’t get these anymore.').waitFor();
  expect(await server.deps.db.partner.findUniqueOrThrow({ where: { id: ada.id } })).toMatchObject({
    reminder_emails: false,
    recapture_emails: true,
  });

  await page.goto('/contact');
  await main.getByLabel('Name', { exact: true }).fill('June Vale');
  await main.getByLabel('Email', { exact: true }).fill('june@example.com');
  await main.getByLabel('Message', { exact: true }).fill('My browser runs no script.');
  await main.getByRole('button', { name: 'Send message' }).click();
  await main.getByText('Your message was sent').waitFor();
  const messagesToSupport = await server.emailsTo(server.deps.config.operator.email);
  expect(messagesToSupport.filter(({ text }) => text.includes('My browser runs no script.'))).toHaveLength(1);
  await page.context().close();
});

it('links lead to the guides, to the sign-in, and back without reloading the page', MINUTE, async () => {
  const documents: string[] = [];
  driver.page.on('request', (request) => {
    if (request.isNavigationRequest()) documents.push(new URL(request.url()).pathname);
  });
  await openInteractive('/');
  await followGuideLink();
  await driver.page.getByRole('heading', { level: 1, name: 'The guides' }).waitFor();
  await followSignInLink();
  await driver.main.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
  await driver.page.goBack();
  await driver.page.getByRole('heading', { level: 1, name: 'The guides' }).waitFor();
  expect(documents).toEqual(['/']);
});

it('the calculators of the pricing page calculate what their fields show', MINUTE, async () => {
  const region = driver.main.getByRole('region', { name: 'Estimate your cost' });
  const category = region.getByLabel('Category', { exact: true });
  const shown = () => category.evaluate((select: HTMLSelectElement) => select.selectedOptions[0]!.text);
  const breakEven = driver.main.getByRole('form', { name: 'Break-even calculator' });
  await driver.open('/pricing');
  const first = await shown();
  await driver.page.waitForFunction(() => Object.keys(document.body).some((key) => key.startsWith('__react')));
  await breakEven.getByLabel('Category', { exact: true }).selectOption({ label: 'Thriller' });
  await breakEven.getByRole('button', { name: 'Calculate' }).click();
  await driver.page.waitForURL('**/pricing?category_id=*');
  expect(await shown()).toBe(first);
  await region.getByText(`Typical clicks in ${first}`).waitFor();

  await driver.page.reload();
  await driver.page.waitForFunction(() => Object.keys(document.body).some((key) => key.startsWith('__react')));
  await region.getByText('Typical clicks in Thriller').waitFor();
  await driver.page.getByRole('link', { name: 'Pricing', exact: true }).first().click();
  await driver.page.waitForURL('**/pricing');
  expect(await shown()).toBe('Thriller');
  await region.getByText('Typical clicks in Thriller').waitFor();
  const breakEvenResult = driver.main.getByRole('region', { name: 'When it pays for itself' });
  await breakEvenResult.getByText('Thriller has too few promotions at this price').waitFor();
});

it('a section that fails to load offers to reload the page, which helps once it is available', MINUTE, async () => {
  const part = '**/front-end/partners-*.js';
  await driver.page.route(part, (route) => route.fulfill({ status: 404, body: 'No such file.' }));
  await openInteractive(GUIDE);
  // The page reloads itself once before it offers the button.
  const reload = driver.page.waitForEvent('load');
  await followSignInLink();
  await reload;
  await driver.waitForText('Loading chunk client/app/screens/partners.ts failed (missing)');
  await driver.page.unroute(part);
  await driver.press('Reload the page');
  await driver.main.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
});

it(
  "reports a lost connection even if the script for that message can't load, and keeps typed text",
  MINUTE,
  async () => {
    await openInteractive('/contact');
    await driver.fill('Message', 'My cover does not show on its page, and I do not know why.');
    await driver.fill('Email', 'ann@example.test');
    await driver.fill('Name', 'Ann');
    await driver.page.context().setOffline(true);
    await driver.main.getByRole('button', { name: /^Send/ }).click();
    await driver.waitForText('Could not connect to server');
    await driver.page.context().setOffline(false);
    expect(await driver.main.getByLabel('Message', { exact: true }).inputValue()).toContain('My cover does not show');
  },
);

it('a page past the last one of a list links to the first one', MINUTE, async () => {
  const { db, clock } = server.deps;
  const category = await db.blogCategory.create({ data: { slug: 'launches', name: 'Launches' } });
  const titles = Array.from({ length: RESULTS_PER_PAGE + 1 }, (_, index) => `Launch ${index}`);
  await db.blog.createMany({
    data: titles.map((title) => ({
      ...{ slug: 'launch', title, body: 'A text.' },
      ...{ blog_category_id: category.id, published_at: clock.now() },
    })),
  });
  await driver.open('/blog?q=launch&page=9');
  await driver.waitForText('Nothing on this page');
  await driver.follow('Go to the first page');
  await driver.page.waitForURL('**/blog?q=launch');
  await driver.open(`/blog/categories/${category.id}/launches?page=9`);
  await driver.waitForText('Nothing on this page');
  await driver.follow('Go to the first page');
  await driver.page.waitForURL('**/launches');

  const { id: partner_id } = await db.partner.findFirstOrThrow();
  await db.author.create({ data: { partner_id, name: 'Ada Quill', slug: 'ada-quill' } });
  await createPromotion(server);
  for (const path of ['/authors', '/books', '/best-book-promotion-sites']) {
    await driver.open(`${path}?page=9`);
    await driver.waitForText('Nothing on this page');
  }
});

it('a search with the filters of a list is sorted by relevance, with and without JavaScript', MINUTE, async () => {
  const page = await pageWithoutScript();
  await page.goto('/books');
  await openInteractive('/books');
  for (const main of [page.getByRole('main'), driver.main]) {
    await main.getByLabel('Search books').fill('harbor');
    await main.getByRole('button', { name: 'Show books' }).click();
    const sort = main.getByLabel('Sort by').locator('option:checked');
    await expect.poll(() => sort.textContent()).toBe('Best match');
  }
  expect(new URL(driver.page.url()).search).toBe('?q=harbor');
  await page.context().close();
});

it('the search box is empty again after a link to all authors', MINUTE, async () => {
  await openInteractive('/authors');
  const box = driver.main.getByLabel('Search authors');
  await box.fill('quill');
  await box.press('Enter');
  await driver.page.waitForURL('**/authors?q=quill');
  await driver.follow('All');
  await driver.page.waitForURL('**/authors');
  await expect.poll(() => box.inputValue()).toBe('');
});

it('leaves no console errors', () => {
  const messages = [...driver.consoleProblems, ...partnerDriver.consoleProblems];
  expect(
    messages.filter((text) => !/status of (404|422)|Loading chunk|ERR_(INTERNET_DISCONNECTED|FAILED)/.test(text)),
  ).toEqual([]);
});

const postReview = (partner: PartnerClient) =>
  partner
    .post('/promotion_site_reviews')
    .send({
      promotion_site_id: SITE_ID,
      rating: 4,
      title: 'Two good days',
      body: 'The book went from rank 41,000 to 1,900 for two days.',
    })
    .expect(201);

async function pageWithoutScript() {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: server.url });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  return page;
}

/** Opens the path and waits for React, so that links don't reload the page. */
async function openInteractive(path: string) {
  await driver.open(path);
  await driver.page.waitForFunction(() => Object.keys(document.body).some((key) => key.startsWith('__react')));
}

async function followGuideLink() {
  await driver.page.getByRole('banner').locator('summary', { hasText: 'Author Resources' }).click();
  await driver.page.getByRole('banner').getByRole('link', { name: 'Marketing guide' }).click();
}

async function followSignInLink() {
  await driver.page.getByRole('banner').locator('summary', { hasText: 'Author or Publisher' }).click();
  await driver.page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click();
}
