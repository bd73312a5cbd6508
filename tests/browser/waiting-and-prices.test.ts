/** A partner's drafts from a pasted list, a wait for a full date, a series, and confirmed prices, in a browser. */
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import {
  createAuthor,
  createBook,
  createPartner,
  createPromotion,
  createStaff,
  MYSTERY,
  type PartnerClient,
} from '#server/testing/factories.ts';
import { toIsoDate } from '#shared/dates.ts';
import { CLIENT_TEXTS } from '#shared/errors.ts';
import { REASONS } from '#shared/reasons.ts';
import { launchBrowser } from './browser.ts';
import { dismissPrompts, openAs, type PageDriver, takeFailureScreenshot } from './page-driver.ts';

const MINUTE = { timeout: 60_000 };
const FULL = '2026-12-10';
/** A different category from the books'. */
const ANOTHER = 2;

let server: TestServer;
let browser: Browser;
let partner: PartnerClient;
let driver: PageDriver;
beforeAll(async () => {
  server = await startTestServer({ pages: true });
  browser = await launchBrowser();
  partner = await createPartner(server);
  driver = await openAs(browser, server, partner);
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await server?.close();
});
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await takeFailureScreenshot(driver.page, task.name);
});

it('a pasted list becomes drafts, and a book found at Amazon gets its author’s profile', MINUTE, async () => {
  await createBook(partner, { asin: 'B0DEMO0001' });
  await driver.open('/partners/books/new');
  await driver.fill(
    'Store links, ASIN, or ISBN',
    'B0DEMO0001\nB0DEMO0042\nB0UNKNOWN1\nA Title of My Own\nhttps://www.kobo.com/us/en/ebook/my-own',
  );
  await driver.press('Look up these books');
  await driver.waitForText('Already one of your books');
  await driver.waitForText('We couldn’t find B0UNKNOWN1 on Amazon.');
  await driver.waitForText('We can’t read this.');
  await driver.press('Same book as above: https://www.kobo.com/us/en/ebook/my-own');
  const title = driver.main.getByLabel('Title of B0UNKNOWN1 A Title of My Own https://www.kobo.com/us/en/ebook/my-own');
  await title.and(driver.main.locator(':focus')).waitFor();
  expect(await title.inputValue()).toBe('A Title of My Own');
  await driver.main.getByRole('button', { name: /^Separate again: B0UNKNOWN1/ }).press('Enter');
  await driver.main.locator('input:focus').waitFor();
  await driver.press('Same book as above: https://www.kobo.com/us/en/ebook/my-own');
  await driver.press('Add 2 drafts');
  await driver.waitForText('2 drafts added.');
  const drafts = await server.deps.db.book.findMany({
    where: { partner_id: partner.id, status: 'draft' },
    include: { author: true },
    orderBy: { id: 'asc' },
  });
  expect(drafts.map(({ asin, title, author, kobo_url }) => [asin, title, author?.name, kobo_url])).toEqual([
    ['B0DEMO0042', expect.any(String), expect.any(String), null],
    ['B0UNKNOWN1', 'A Title of My Own', undefined, 'https://www.kobo.com/us/en/ebook/my-own'],
  ]);
  // The link's filter isn't remembered for the next visit.
  const active = await server.deps.db.book.findFirstOrThrow({ where: { partner_id: partner.id, status: 'active' } });
  await driver.follow('View my drafts');
  await driver.main.getByRole('heading', { name: 'My eBooks' }).waitFor();
  await driver.main.getByRole('heading', { name: 'A Title of My Own' }).waitFor();
  expect(await driver.main.getByRole('heading', { name: active.title }).count()).toBe(0);
  await driver.open('/partners/books');
  await driver.main.getByRole('heading', { name: active.title }).waitFor();
});

it('failed lookups of a pasted list can be retried, and leaving without its books prompts', MINUTE, async () => {
  const account = await openAs(browser, server, partner);
  const prompts = dismissPrompts(account.page);
  await account.open('/partners/books/new');
  const lookups = '**/amazon_api_data';
  await account.page.route(lookups, (route) => route.abort());
  await account.fill('Store links, ASIN, or ISBN', 'B0DEMO0041\nB0DEMO0043');
  await account.press('Look up these books');
  const title = account.main.getByLabel('Title of B0DEMO0043');
  await title.fill('A Title of My Own');
  await account.page.unroute(lookups);
  await account.press('Look up these books');
  await account.main.getByText('Found', { exact: true }).waitFor();
  expect(await title.inputValue()).toBe('A Title of My Own');
  await account.press('Add 2 drafts');
  await account.waitForText('2 drafts added.');

  await account.fill('Store links, ASIN, or ISBN', 'B0UNKNOWN2\nB0UNKNOWN3');
  await account.press('Look up these books');
  await account.main.getByLabel('Title of B0UNKNOWN3').fill('Another Title');
  await account.follow('Back to my ebooks');
  await expect.poll(() => prompts).toEqual(['You haven’t added the drafts from your list yet. Leave without them?']);
  expect(await account.main.getByLabel('Title of B0UNKNOWN3').inputValue()).toBe('Another Title');
  await account.press('Add 1 draft');
  await account.waitForText('1 draft added.');
  await account.follow('Back to my ebooks');
  await account.main.getByRole('heading', { name: 'My eBooks' }).waitFor();
  expect(prompts).toHaveLength(1);
  await account.close();
});

it('a draft of a pasted list is added once if its response is lost, even after another draft', MINUTE, async () => {
  const owner = await createPartner(server);
  const account = await openAs(browser, server, owner);
  let isLost = true;
  await account.page.route('**/api/v1/books', async (route) => {
    const response = await route.fetch();
    await route.fulfill(isLost ? { status: 503 } : { response });
    isLost = false;
  });
  await account.open('/partners/books/new');
  await account.fill('Store links, ASIN, or ISBN', 'Tea for Two B0UNKNOWN1\nB0DEMO0042');
  await account.press('Look up these books');
  await account.press('Add 2 drafts');
  await account.press('Add 1 draft');
  await account.waitForText('2 drafts added.');
  expect(await server.deps.db.book.count({ where: { partner_id: owner.id } })).toBe(2);
  await account.close();
});

it('an author’s name that is too long for a profile is reported, and the drafts are added', MINUTE, async () => {
  const account = await openAs(browser, server, await createPartner(server));
  const author_name = `${'A Very Long List of Authors, '.repeat(4)}and More`;
  await account.page.route('**/amazon_api_data', async (route) => {
    const response = await route.fetch();
    const { amazon_api_data } = await response.json();
    await route.fulfill({ response, json: { amazon_api_data: { ...amazon_api_data, author_name } } });
  });
  await account.open('/partners/books/new');
  await account.fill('Store links, ASIN, or ISBN', 'B0DEMO0042\nB0DEMO0043');
  await account.press('Look up these books');
  await account.press('Add 2 drafts');
  await account.waitForText('2 drafts added.');
  await account.waitForText(`We couldn’t create the author profile ${author_name}. Add it in the draft.`);
  await account.fill('Store links, ASIN, or ISBN', 'B0DEMO0041');
  await account.press('Fill in the details');
  await account.press(`Create the profile ${author_name}`);
  await account.waitForText('Name is too long');
  await account.close();
});

it('saving a book prompts about the drafts of a pasted list before they are lost', MINUTE, async () => {
  const account = await openAs(browser, server, partner);
  const prompts = dismissPrompts(account.page);
  const booksNamed = (title: string) => server.deps.db.book.count({ where: { partner_id: partner.id, title } });
  await account.open('/partners/books/new');
  await account.fill('Store links, ASIN, or ISBN', 'B0UNKNOWN4\nB0UNKNOWN5');
  await account.press('Look up these books');
  await account.main.getByLabel('Title of B0UNKNOWN5').fill('A Pasted Title');
  await account.main.getByRole('textbox', { name: 'Title', exact: true }).fill('A Typed Title');
  await account.press('Save as draft');
  await expect
    .poll(() => prompts)
    .toEqual(['You haven’t added the drafts from your list yet. Save this book without them?']);
  expect(await booksNamed('A Typed Title')).toBe(0);

  await account.press('Add 1 draft');
  await account.waitForText('1 draft added.');
  await account.press('Save draft');
  await account.page.waitForURL(/\/partners\/books\/\d+$/);
  expect([await booksNamed('A Typed Title'), await booksNamed('A Pasted Title')]).toEqual([1, 1]);
  expect(prompts).toHaveLength(1);
  await account.close();
});

it('saving a book without the drafts of a pasted list asks once', MINUTE, async () => {
  const account = await openAs(browser, server, partner);
  const prompts: string[] = [];
  account.page.on('dialog', (dialog) => {
    prompts.push(dialog.message());
    void dialog.accept();
  });
  await account.open('/partners/books/new');
  await account.fill('Store links, ASIN, or ISBN', 'B0DEMO0041\nB0UNKNOWN6 My Title');
  await account.press('Look up these books');
  await account.main.getByRole('button', { name: /^Add \d drafts?$/ }).waitFor();
  await account.main.getByRole('textbox', { name: 'Title', exact: true }).fill('Saved Alone');
  await account.press('Save as draft');
  await account.page.waitForURL(/\/partners\/books\/\d+$/);
  expect(prompts).toEqual(['You haven’t added the drafts from your list yet. Save this book without them?']);
  await account.close();
});

it('“Save as draft” saves a new book with one press', MINUTE, async () => {
  const account = await openAs(browser, server, partner);
  await account.open('/partners/books/new');
  await account.main.getByRole('textbox', { name: 'Title', exact: true }).fill('Half a Book');
  await account.press('Save as draft');
  await account.page.waitForURL(/\/partners\/books\/\d+$/);
  const stored = await server.deps.db.book.findFirstOrThrow({ where: { title: 'Half a Book' } });
  expect(stored.status).toBe('draft');

  // Going back leads to the saved book, but these changes are in another form, so there's a prompt.
  const prompts = dismissPrompts(account.page);
  await account.follow('Edit');
  await account.fill('Title', 'A Whole Book');
  await account.page.goBack();
  await expect.poll(() => prompts).toEqual(['You have unsaved changes. Discard them?']);
  expect(await account.main.getByRole('textbox', { name: 'Title', exact: true }).inputValue()).toBe('A Whole Book');
  await account.close();
});

it(
  'a partner joins the waiting list for a full date in the calendar, and books it on the dashboard',
  MINUTE,
  async () => {
    const { db } = server.deps;
    const where = { newsletter_date: new Date(FULL), category_id: MYSTERY };
    await db.newsletterPromotionCount.updateMany({ where, data: { promotions_in_total: 4 } });
    const { id } = await createBook(partner, { title: 'The Long Wait' });
    await driver.open(`/partners/promotions/new?book_id=${id}`);
    await driver.main
      .getByRole('button', { name: 'Thursday December 10th, 2026, full. Join the waiting list' })
      .click();
    await driver.waitForText('choose the book and its prices first');
    const category = driver.main.getByLabel('Category', { exact: true });
    for (const id of [ANOTHER, MYSTERY, ANOTHER]) {
      await category.selectOption(String(id));
      await driver.main.locator(`[data-date="${FULL}"]`).first().waitFor();
    }
    const note = driver.main.getByText('Thursday December 10th, 2026 is full.');
    await driver.main.locator('[data-date="2026-12-09"]').first().waitFor();
    expect(await note.count()).toBe(0);
    await category.selectOption(String(MYSTERY));
    await driver.main
      .getByRole('button', { name: 'Thursday December 10th, 2026, full. Join the waiting list' })
      .click();
    await note.waitFor();
    await category.selectOption(String(ANOTHER));
    await expect.poll(() => note.count()).toBe(0);
    await category.selectOption(String(MYSTERY));
    const best = driver.main.getByRole('button', { name: 'Choose the best date for me' });
    await best.press('Enter');
    expect(await best.getAttribute('aria-pressed')).toBe('true');
    await driver.main
      .getByRole('status')
      .getByText(/^Chosen: Wednesday December 2nd, 2026/)
      .waitFor();
    expect(await driver.main.getByLabel('Deal ends on').inputValue()).toBe('2026-12-05');
    await driver.main.locator(`[data-date="${FULL}"]`).first().click();
    await driver.main.getByLabel('Current price').fill('4.99');
    await driver.main.getByRole('textbox', { name: 'Deal price' }).fill('0.99');
    await driver.press('Join and email me');
    await driver.waitForText('First in line. If a slot opens up, we’ll email you.');
    await db.$executeRaw`
      update newsletter_promotion_counts set promotions_in_total = capacity
      where newsletter_date = ${FULL}::date and category_id = ${ANOTHER}`;
    await driver.open(`/partners/promotions/new?book_id=${id}`);
    await driver.press('Continue this booking');
    await category.selectOption(String(ANOTHER));
    await driver.main.locator(`[data-date="${FULL}"]`).first().click();
    await driver.waitForText(/^You’re on the waiting list for Thursday December 10th, 2026 in Mystery\b/);
    await driver.waitForText('A book can wait for a date in one category only.');
    await db.newsletterPromotionCount.updateMany({ where, data: { promotions_in_total: 3 } });
    await server.advanceTo(server.deps.now());
    await driver.open('/partners/dashboard');
    await driver.waitForText('A slot opened up. We’re holding it for you until');
    await driver.press('Book this date');
    await driver.page.waitForURL(/\/partners\/promotions\/\d+\/edit$/);
    await driver.waitForText('Thursday December 10th, 2026');

    // A booking's own date doesn't rule out moving it to a date nearby.
    await driver.press('Change promotion');
    await best.press('Enter');
    await driver.main
      .getByRole('status')
      .getByText(/^Chosen: Wednesday December 2nd, 2026/)
      .waitFor();
  },
);

it('a series numbered after the screen was last loaded is offered', MINUTE, async () => {
  const owner = await createPartner(server);
  const author = await createAuthor(owner, { name: 'Edith Marsh' });
  const account = await openAs(browser, server, owner);
  await account.page.clock.install();
  await account.open('/partners/promotions/series');
  await account.waitForText('No series yet');
  await account.page.getByRole('link', { name: 'Billing' }).first().click();
  await account.page.waitForURL(/\/partners\/billing$/);
  for (const series_number of [1, 2])
    await createBook(owner, {
      title: `Salt Road ${series_number}`,
      author_id: author.id,
      series: 'Salt Road',
      series_number,
    });
  await account.page.clock.fastForward('01:01');
  await account.page.goBack();
  await account.main.getByRole('region', { name: '1. Salt Road 1' }).waitFor();
  await account.close();
});

it(
  'typed prices of a series are restored after another series was shown, and after the partner left the page',
  MINUTE,
  async () => {
    const author = await createAuthor(partner, { name: 'Imogen Hart' });
    for (const [series, series_number] of [
      ['Gull Point', 1],
      ['Gull Point', 2],
      ['Mill Lane', 1],
      ['Mill Lane', 2],
    ] as const)
      await createBook(partner, { title: `${series} ${series_number}`, author_id: author.id, series, series_number });
    await driver.open('/partners/promotions/series');
    const price = () => driver.main.getByLabel('Deal price').first();
    await price().fill('0.99');
    await driver.main.getByLabel('Series').selectOption({ label: 'Mill Lane by Imogen Hart' });
    await driver.waitForText('1. Mill Lane 1');
    expect(await price().inputValue()).toBe('');
    await driver.main.getByLabel('Series').selectOption({ label: 'Gull Point by Imogen Hart' });
    await driver.waitForText('1. Gull Point 1');
    expect(await price().inputValue()).toContain('0.99');
    await driver.open('/partners/dashboard');
    await driver.open('/partners/promotions/series');
    await driver.waitForText('We restored your unfinished booking');
    expect(await price().inputValue()).toContain('0.99');
    await driver.press('Start over');
    expect(await price().inputValue()).toBe('');
  },
);

it('a series form suggests open dates, warns of a full one, and submits all books together', MINUTE, async () => {
  const { db } = server.deps;
  const where = { newsletter_date: new Date('2026-12-02'), category_id: MYSTERY };
  await db.newsletterPromotionCount.updateMany({ where, data: { promotions_in_total: 4 } });
  await driver.open('/partners/promotions/series');
  const [first, second] = [
    driver.main.getByRole('region', { name: 'Gull Point 1' }),
    driver.main.getByRole('region', { name: 'Gull Point 2' }),
  ];
  const date = first.getByLabel('Newsletter date');
  await expect.poll(() => date.inputValue()).toBe('2026-12-03');
  await first.getByText('4 slots left').waitFor();
  await date.fill('2026-12-02');
  await first.getByText(REASONS.date_full.explanation).first().waitFor();
  await date.fill('2026-12-05');
  expect(await first.getByLabel('Deal ends on').inputValue()).toBe('2026-12-08');
  await first.getByLabel('Deal ends on').fill('2026-12-15');
  for (const panel of [first, second]) {
    await panel.getByLabel('Current price').fill('4.99');
    await panel.getByRole('textbox', { name: 'Deal price' }).fill('0.99');
  }
  await driver.waitForText('All requirements are met for 2 promotions');
  const check = '**/api/v1/promotions/series';
  await driver.page.route(check, (route) => route.fulfill({ status: 422, body: '<html>' }));
  await second.getByRole('textbox', { name: 'Deal price' }).fill('1.99');
  await driver.waitForText('We couldn’t check the requirements.');
  await driver.page.unroute(check);
  const { promise: mayRespond, resolve: respond } = Promise.withResolvers<void>();
  await driver.page.route(check, async (route) => {
    await mayRespond;
    await route.continue();
  });
  await driver.press('Try again');
  await driver.waitForText('Checking the requirements…');
  respond();
  await driver.waitForText('All requirements are met for 2 promotions');
  await driver.page.unroute(check);
  await driver.page.route(check, async (route) => {
    if (route.request().postDataJSON().dry_run) return route.continue();
    await route.fetch();
    await route.abort();
  });
  await driver.press('Submit all for review');
  await driver.waitForText(CLIENT_TEXTS.timeout);
  await driver.page.unroute(check);
  await driver.press('Submit all for review');
  await driver.page.waitForURL(/\/partners\/promotions$/);
  const booked = await db.promotion.findMany({ where: { book: { series: 'Gull Point' } }, orderBy: { id: 'asc' } });
  expect(
    booked.map(({ requested_date, deal_ends_on }) => [toIsoDate(requested_date), toIsoDate(deal_ends_on)]),
  ).toEqual([
    ['2026-12-05', '2026-12-15'],
    ['2026-12-11', '2026-12-14'],
  ]);
  await driver.open('/partners/promotions/series');
  await first.getByText('The first possible date is Monday January 4th, 2027.').waitFor();
  expect(await first.getByRole('checkbox').isChecked()).toBe(false);
  await db.promotion.updateMany({
    where: { book: { series: 'Gull Point' } },
    data: { cancelled_at: server.deps.now(), cancelled_by: 'user' },
  });
});

it('a price confirmation in the to-do list is shown to staff, and can be undone', MINUTE, async () => {
  const staff = await createStaff(server);
  const { id } = await createPromotion(server, { partner, requested_date: '2026-12-03', book: { title: 'The Price' } });
  await staff.post(`/promotions/${id}/approve`).send({}).expect(200);
  await driver.open('/partners/dashboard');
  await driver.press('Confirm price at Kobo');
  await driver.waitForText(/Kobo: set, confirmed Dec 1, 2026/);
  await driver.open(`/partners/promotions/${id}/edit`);
  await driver.waitForText('Amazon: not confirmed yet');
  const desk = await openAs(browser, server, staff);
  await desk.open(`/users/promotions/${id}/edit`);
  await desk.waitForText(/Kobo: set, confirmed Dec 1, 2026/);
  await driver.waitForText('We look it up at Amazon; please confirm the other stores.');
  await driver.main.getByRole('button', { name: 'Undo confirmation at Kobo' }).press('Enter');
  await driver.waitForText('Kobo: not confirmed yet');
  expect(await driver.page.locator(':focus').textContent()).toBe('Confirm price at Kobo');
});
