/**
 * Reader lists in a browser: a visitor saves a book, and later finds its deal in their newsletter. Also the question
 * whether to keep the newsletter, and the link to a reader's own feed.
 */
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import {
  createAuthor,
  createBook,
  createPartner,
  createReader,
  createStaff,
  type PartnerClient,
  promotionInput,
  visitor,
} from '#server/testing/factories.ts';
import { toIsoDate } from '#shared/dates.ts';
import { launchBrowser } from './browser.ts';
import { openAs, type PageDriver, takeFailureScreenshot } from './page-driver.ts';

const MINUTES = { timeout: 180_000 };
const EMAIL = 'stranger@example.test';

let server: TestServer;
let browser: Browser;
let partner: PartnerClient;
let author: { id: number };
let book: { id: number; slug: string };
let driver: PageDriver;
beforeAll(async () => {
  server = await startTestServer({ pages: true });
  partner = await createPartner(server);
  author = await createAuthor(partner, { name: 'Imogen Hart' });
  book = await createBook(partner, { author_id: author.id, series: 'Gull Point', title: 'The Lighthouse' });
  await createBook(partner, { title: 'The Harbor' });
  browser = await launchBrowser();
  driver = await openAs(browser, server);
}, 180_000);
afterAll(async () => {
  await browser?.close();
  await server?.close();
});
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await takeFailureScreenshot(driver.page, task.name);
});

const waitForScript = () =>
  driver.page.waitForFunction(() => Object.keys(document.body).some((key) => key.startsWith('__react')));

const findEmailedLink = async (pattern: RegExp) => {
  const emails = await server.emailsTo(EMAIL);
  return emails.flatMap(({ text }) => pattern.exec(text)?.[0] ?? [])[0]!;
};

it(
  'a stranger saves a book by keyboard, confirms, and finds it in the newsletter when its price is right',
  MINUTES,
  async () => {
    const { main, page, open, waitForText } = driver;
    await open(`/books/${book.id}/${book.slug}`);
    await waitForScript();
    await main.getByLabel('Notify me about').selectOption({ label: 'This book, at $2.99 or less' });
    const email = main.getByLabel('Email', { exact: true });
    await email.fill('stranger@example');
    await page.keyboard.press('Enter');
    await main.getByRole('alert').getByText('Email').waitFor();
    expect(await email.inputValue()).toBe('stranger@example');
    expect(await main.getByLabel('Notify me about').inputValue()).toBe(`book-${book.id}-299`);
    await email.fill(EMAIL);
    await page.keyboard.press('Enter');
    await waitForText('Check your inbox');
    expect(await server.deps.db.readerListItem.count()).toBe(0);

    await page.goto(await findEmailedLink(/http\S+\/readers\/confirm\?token=\S+/));
    await main.getByRole('button', { name: 'Confirm my address' }).click();
    await waitForText('Your address is confirmed.');
    await open(`/books/${book.id}/${book.slug}`);
    await waitForText('there’s nothing to confirm');
    expect(await main.getByLabel('Email', { exact: true }).count()).toBe(0);

    const body = promotionInput(server, book.id, { sale_price_cents: 199 });
    const { id } = (await partner.post('/promotions').send(body).expect(201)).body.promotion;
    await (await createStaff(server)).post(`/promotions/${id}/approve`).send({}).expect(200);
    await server.advanceTo('2026-12-02T18:10:00Z');
    const newsletter = (await server.emailsTo(EMAIL)).find(({ subject }) => subject.startsWith('Today:'))!;
    expect(newsletter.text).toContain('FROM YOUR LIST');
    expect(newsletter.text).toContain('The Lighthouse, by Imogen Hart\n* On your list: $2.99 or less\n$1.99');
  },
);

it('today’s page still has the deal after its script has loaded', MINUTES, async () => {
  const { main, page, open } = driver;
  await open('/ebook-deals');
  await waitForScript();
  await main.getByRole('link', { name: 'Today’s newsletter' }).click();
  await main.getByRole('heading', { name: 'Today on Deckle' }).waitFor();
  await page.reload();
  await waitForScript();
  await main.getByRole('link', { name: 'The Lighthouse' }).first().click();
  await main.getByRole('heading', { level: 1, name: 'The Lighthouse' }).waitFor();
});

it(
  'through their personal link, a reader follows right away, changes and empties the list, pauses, and unsubscribes',
  MINUTES,
  async () => {
    const { main, page, open, press, waitForText } = driver;
    const { uuid } = await server.deps.db.reader.findUniqueOrThrow({ where: { email: EMAIL } });
    await open(`/readers/${uuid}/edit#list`);
    const list = main.getByRole('region', { name: 'Your list' });
    const focusedId = () => page.evaluate(() => document.activeElement?.id);
    await expect.poll(focusedId).toBe('list');
    const onYourList = main.getByText('Added to your list.');
    await list.getByRole('link', { name: 'The Lighthouse' }).waitFor();
    const price = list.getByLabel('The Lighthouse: Notify me when it’s');
    const heldRequest = Promise.withResolvers<void>();
    await page.route('**/list', async (route) => {
      await heldRequest.promise;
      await route.continue();
    });
    await price.selectOption({ label: '$0.99 or less' });
    await page.waitForTimeout(100);
    expect(await price.inputValue()).toBe('99');
    heldRequest.resolve();
    await waitForText('Price saved.');
    await page.unroute('**/list');
    await list.getByRole('link', { name: 'The Lighthouse' }).click();
    await main.getByLabel('Notify me about').selectOption({ label: 'Every deal by Imogen Hart' });
    expect(await main.getByLabel('Email', { exact: true }).count()).toBe(0);
    await press('Notify me');
    await waitForText('Added to your list.');
    await main.getByLabel('Notify me about').selectOption({ label: 'This book, at any deal price' });
    await onYourList.waitFor({ state: 'hidden' });
    await main.getByLabel('Notify me about').selectOption({ label: 'Every deal by Imogen Hart' });
    await press('Notify me');
    await waitForText('Added to your list.');
    await main.getByRole('link', { name: 'The Harbor' }).first().click();
    await main.getByRole('heading', { level: 1, name: 'The Harbor' }).waitFor();
    expect(await onYourList.count()).toBe(0);
    await main.getByRole('link', { name: 'Your list' }).click();
    await list.getByRole('link', { name: 'Imogen Hart' }).waitFor();
    await expect.poll(focusedId).toBe('list');
    const items = await server.deps.db.readerListItem.findMany({ orderBy: { id: 'asc' } });
    expect(items).toMatchObject([
      { book_id: book.id, max_price_cents: 99 },
      { author_id: author.id, page: `/books/${book.id}/${book.slug}` },
    ]);

    await open(`/readers/${uuid}/list?item=series-${book.id}`);
    await press('Follow');
    await main.getByRole('heading', { name: 'You follow Gull Point by Imogen Hart' }).waitFor();
    await main.getByRole('link', { name: 'Your list and preferences' }).click();
    for (const name of ['Unfollow Gull Point', 'Unfollow Imogen Hart', 'Remove The Lighthouse'])
      await list.getByRole('button', { name }).click();
    await list.getByText('No authors, series, or books yet').waitFor();
    expect(await server.deps.db.readerListItem.count()).toBe(0);

    await list.getByLabel('Find authors, series, and books to add').fill('gull');
    await page.keyboard.press('Enter');
    await list.getByRole('status').getByText('2 results').waitFor();
    await list.getByRole('button', { name: 'Follow the series Gull Point' }).press('Enter');
    await list.getByText('Series you follow').waitFor();
    expect(await page.locator(':focus').getAttribute('aria-label')).toBe('On your list: Gull Point');
    await list.getByLabel('Find authors, series, and books to add').fill('imogen');
    await page.keyboard.press('Enter');
    await list.getByRole('button', { name: 'Follow Imogen Hart' }).press('Enter');
    await list.getByText('Author you follow').waitFor();
    await list.getByRole('button', { name: 'Save the book The Lighthouse' }).press('Enter');
    await list.getByText('Saved book').waitFor();
    expect(await server.deps.db.readerListItem.findMany({ orderBy: { id: 'asc' } })).toMatchObject([
      { author_id: author.id, series: 'Gull Point' },
      { author_id: author.id, series: '' },
      { book_id: book.id, max_price_cents: null },
    ]);
    await server.deps.db.readerListItem.deleteMany();
    const rememberedReader = () => page.evaluate(() => sessionStorage.getItem('reader'));
    expect(await rememberedReader()).toBe(uuid);

    const readStatus = async () => {
      const { status, paused_until } = await server.deps.db.reader.findUniqueOrThrow({ where: { uuid } });
      return [status, paused_until && toIsoDate(paused_until)];
    };
    await press('Pause for a month');
    await waitForText(/^Paused until/);
    expect(await readStatus()).toEqual(['active', '2027-01-01']);
    // The last day of a pause still counts as paused.
    await server.deps.db.reader.update({ where: { uuid }, data: { paused_until: new Date('2026-12-02') } });
    await page.reload();
    await waitForText(/^Paused until/);
    await press('Resume emails');
    await main.getByRole('button', { name: 'Pause for a week' }).waitFor();
    expect(await readStatus()).toEqual(['active', null]);

    await press('Unsubscribe');
    await waitForText('You’re unsubscribed.');
    await press('Undo');
    await expect.poll(readStatus).toEqual(['active', null]);
    await press('Unsubscribe');
    await waitForText('You’re unsubscribed.');
    await expect.poll(rememberedReader).toBe(null);
    await open(`/readers/${uuid}/list?item=series-${book.id}`);
    await waitForText('You don’t get the newsletter now');
    expect(await rememberedReader()).toBe(null);
    await server.deps.db.reader.update({ where: { uuid }, data: { status: 'active', unsubscribed_at: null } });
  },
);

it('without JavaScript, a reader follows an author on the page that the email links to', MINUTES, async () => {
  const context = await browser.newContext({ baseURL: server.url, javaScriptEnabled: false });
  const tab = await context.newPage();
  await tab.goto(`/authors/${author.id}/imogen-hart`);
  await tab.getByRole('main').getByLabel('Email', { exact: true }).fill(EMAIL);
  await tab.getByRole('button', { name: 'Follow', exact: true }).click();
  await tab.getByText('Check your inbox').waitFor();
  await tab.goto(await findEmailedLink(/http\S+\/readers\/[\w-]{36}\/list\?item=author-\S+/));
  await tab.getByRole('button', { name: 'Follow', exact: true }).click();
  await tab.getByText('Added to your list.').waitFor();
  expect(await server.deps.db.readerListItem.findMany()).toMatchObject([{ author_id: author.id }]);
  await context.close();
});

it('leads from the last question to the sign-up form after an unsubscribe', MINUTES, async () => {
  const { main, page, open, press, follow, waitForText } = driver;
  const { uuid } = await createReader(server);
  await visitor(server).post(`/readers/${uuid}/unsubscribe`).send({}).expect(200);
  await open(`/readers/${uuid}/keep`);
  await waitForScript();
  await press('Keep the newsletter');
  await waitForText('This link can’t restart the newsletter anymore. To get it again');
  expect(await main.getByRole('button').count()).toBe(0);
  await follow('Go to the sign-up form');
  await page.waitForURL(/#sign-up$/);
});

it('restarts the newsletter of a reader who didn’t answer, and shows their preferences again', MINUTES, async () => {
  const { main, open, press, follow, waitForText } = driver;
  const { uuid } = await createReader(server);
  await server.deps.db.reader.update({ where: { uuid }, data: { status: 'sunset' } });
  await open(`/readers/${uuid}/edit`);
  await follow('Restart the newsletter');
  await press('Keep the newsletter');
  await waitForText('You’ll keep getting the newsletter.');
  await follow('your preferences');
  await main.getByRole('button', { name: 'Save preferences' }).waitFor();
  expect(await main.getByText('We’ve stopped the newsletter.').count()).toBe(0);
});

it('a reader’s preferences page links to the reader’s own feed', MINUTES, async () => {
  const { uuid } = await createReader(server);
  const { body } = await partner.get(`/readers/${uuid}`).expect(200);
  await driver.open(`/readers/${uuid}/edit`);
  const feed = driver.page.locator('head link[rel="alternate"][title="Your deals"]');
  await feed.waitFor({ state: 'attached' });
  expect(await feed.getAttribute('href')).toBe(body.reader.feed_path);
});

it('leaves no console errors', () => {
  expect(driver.consoleProblems.filter((text) => !/status of (409|422)/.test(text))).toEqual([]);
});
