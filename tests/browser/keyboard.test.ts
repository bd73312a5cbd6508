/** The main flows with the keyboard. Fails wherever `press` leaves the focus on the body. */
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import {
  type Client,
  completeBooks,
  createBook,
  createPartner,
  createPromotion,
  createStaff,
  PASSWORD,
  type PartnerClient,
} from '#server/testing/factories.ts';
import { launchBrowser } from './browser.ts';
import { type KeyboardDriver, openWithKeys } from './keyboard-driver.ts';
import { takeFailureScreenshot } from './page-driver.ts';

const MINUTE = { timeout: 60_000 };

let server: TestServer;
let browser: Browser;
let partner: PartnerClient;
let visitorKeys: KeyboardDriver;
let partnerKeys: KeyboardDriver;
let editorKeys: KeyboardDriver;
let staff: Client;
beforeAll(async () => {
  server = await startTestServer({ pages: true });
  browser = await launchBrowser();
  partner = await createPartner(server);
  staff = await createStaff(server);
  await createBook(partner, { title: 'The Quiet Harbor' });
  visitorKeys = await openWithKeys(browser, server);
  partnerKeys = await openWithKeys(browser, server, partner);
  editorKeys = await openWithKeys(browser, server, staff);
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await server?.close();
});
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return;
  for (const [audience, { page }] of Object.entries({ visitorKeys, partnerKeys, editorKeys }))
    await takeFailureScreenshot(page, `${task.name} ${audience}`);
});

it('reports all invalid fields of the sign-up together, then signs the reader up', MINUTE, async () => {
  const { open, type, activate, tabTo, press, page, focused, waitForText } = visitorKeys;
  await open('/');
  await type('Email', 'nope');
  await activate('Sign up', 'Choose at least one genre.');
  await waitForText('Email isn’t a valid email address');
  expect(await focused()).toBe('Email');
  const genre = page.getByRole('group', { name: 'What do you like to read?' }).getByRole('checkbox').first();
  expect(await genre.evaluate(describedBy)).toContain('Choose at least one genre.');
  await type('Email', 'may@example.com');
  await tabTo(genre);
  await press('Space');
  await activate('Sign up', 'Check your inbox');
  expect(await focused()).toMatch(/^Check your inbox/);
});

it('keeps the focus in a search, and moves it to the heading of the next page', MINUTE, async () => {
  const { open, page, tabTo, press, focused, focusedTag } = visitorKeys;
  await open('/ebook-deals');
  const search = page.getByRole('searchbox', { name: 'Search books' });
  await tabTo(search);
  await page.keyboard.type('harbor');
  await press('Enter');
  await page.waitForURL(/\?q=harbor/);
  await expect.poll(focused).toBe('Search books');
  expect(await search.inputValue()).toBe('harbor');
  await tabTo(page.getByRole('link', { name: 'Free eBooks' }).first(), 'Shift+Tab');
  await press('Enter');
  await expect.poll(focusedTag).toBe('H1');
  expect(await focused()).toMatch(/free/i);
});

it('closes a menu when the focus leaves it', MINUTE, async () => {
  const { open, page, press } = visitorKeys;
  await page.setViewportSize({ width: 375, height: 800 });
  await open('/ebook-deals');
  const menu = page.locator('summary').filter({ hasText: 'More' });
  await visitorKeys.tabTo(menu);
  await press('Enter');
  const items = menu.locator('..').getByRole('link');
  for (let count = await items.count(); count >= 0; count--) await press('Tab');
  expect(await menu.evaluate((summary) => (summary.parentElement as HTMLDetailsElement).open)).toBe(false);
  await page.setViewportSize({ width: 1280, height: 900 });
});

it('sends a message to support', MINUTE, async () => {
  const { open, type, activate } = visitorKeys;
  await open('/contact');
  await type('Name', 'Nora Reed');
  await type('Email', 'nora');
  await activate('Send message', 'Email isn’t a valid email address');
  expect(await visitorKeys.focused()).toBe('Email');
  await type('Email', 'nora@example.com');
  await type('Message', 'Where did yesterday’s email go?');
  await activate('Send message', 'Your message was sent');
});

it('signs in, and signs out from the menu', MINUTE, async () => {
  const { open, type, activate, page, tabTo, press, focusedTag, close } = await openWithKeys(browser, server);
  await open('/partners/sign-in');
  await type('Email', partner.email);
  await type('Password', 'not this one');
  await activate('Sign in', 'Invalid login credentials');
  await type('Password', PASSWORD);
  await activate('Sign in', /^Hello, /);
  await expect.poll(focusedTag).toBe('H1');
  await tabTo(page.getByRole('banner').locator('summary').last(), 'Shift+Tab');
  await press('Enter');
  await activate('Log out');
  await page.waitForURL('**/partners/sign-in');
  await expect.poll(focusedTag).toBe('H1');
  await close();
});

it('adds a card, changes its expiry, and removes it', MINUTE, async () => {
  const { open, page, press, activate, tabTo, field, focused, expectFocusAfter, waitForText } = partnerKeys;
  await open('/partners/billing');
  await activate('Add a card');
  await expect.poll(focused).toBe('Visa 4242');
  await press('ArrowDown');
  await activate('Add this card', 'Your credit card was successfully added!');
  const card = page.getByRole('list', { name: 'Your cards' }).getByRole('listitem').filter({ hasText: '4444' });
  await tabTo(card.getByRole('button', { name: 'Update expiration date' }), 'Shift+Tab');
  await press('Enter');
  await expect.poll(focused).toBe('Month');
  await tabTo(field('Year'));
  await page.keyboard.press('ArrowDown');
  await activate('Save expiration date', 'Your credit card was successfully updated!');
  await tabTo(card.getByRole('button', { name: 'Remove card' }));
  await press('Enter', 'Remove this card?');
  await tabTo(page.getByRole('dialog').getByRole('button', { name: 'Remove card' }));
  await press('Enter', 'Your credit card was successfully removed!');
  await card.waitFor({ state: 'detached' });
  await expectFocusAfter('removing a card');
  await waitForText('4242');
});

it('books a promotion with an alternative date', { timeout: 120_000 }, async () => {
  const { open, page, press, type, activate, tabTo, button, field, main, focused, focusedTag, waitForText } =
    partnerKeys;
  await open('/partners/promotions/new');
  await tabTo(field('Book'));
  await page.keyboard.type('nothing like it');
  await page.getByRole('status').filter({ hasText: 'No matches in your active books' }).waitFor({ state: 'attached' });
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('Quiet');
  await page.getByRole('option', { name: 'The Quiet Harbor' }).waitFor();
  await press('ArrowDown');
  await press('Enter');
  await expect.poll(() => field('Category').inputValue()).toBe('1');

  await activate('Submit for review', "Newsletter date can't be blank");
  const calendar = page.getByRole('group', { name: 'Newsletter date' });
  expect(await calendar.evaluate(describedBy)).toContain('Arrow keys move between days');
  await tabTo(calendar.locator('[data-date][tabindex="0"]'));
  await press('ArrowDown');
  await press('Enter', /^Chosen: \w+day December/);
  await tabTo(main.locator('summary').filter({ hasText: /other days|alternative dates/i }));
  await press('Enter');
  const alternatives = page.getByRole('group', { name: /other days|alternative dates/i });
  await tabTo(alternatives.getByRole('button', { name: 'Later dates' }));
  for (let step = 0; step < 4; step++) await press('Enter');
  expect(await focused()).toBe('Later dates');
  await tabTo(alternatives.getByRole('button', { name: 'Earlier dates' }), 'Shift+Tab');
  for (let step = 0; step < 4; step++) await press('Enter');
  await tabTo(alternatives.locator('[data-date][tabindex="0"]'));
  for (let day = 0; day < 9; day++) await press('ArrowRight');
  await press('Enter');
  await main
    .locator('summary')
    .filter({ hasText: /(days.*|dates.*): 1/ })
    .waitFor();

  await activate('Submit for review', "Deal price can't be blank");
  expect(await focused()).toBe('Current price');
  await type('Current price', '4.99');
  await tabTo(button('$0.99'));
  await press('Space');
  await activate('Submit for review', 'awaiting review');
  await expect.poll(focusedTag).toBe('H1');
  await waitForText('The Quiet Harbor');
  const { alternate_dates } = await server.deps.db.promotion.findFirstOrThrow({ where: { partner_id: partner.id } });
  expect(alternate_dates).toHaveLength(1);
});

it('changes a booking, discards changes, and cancels', MINUTE, async () => {
  const { activate, page, tabTo, press, focused } = partnerKeys;
  await activate('Change promotion');
  await expect.poll(focused).toBe('Category');
  await activate('Discard changes');
  await expect.poll(focused).toBe('Promotion details');
  await activate('Change promotion');
  await tabTo(page.getByLabel('Deal price', { exact: true }));
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('1.99');
  await activate('Save changes', 'Your changes were saved.');
  await activate('Cancel promotion', 'Cancel this promotion?');
  await tabTo(page.getByRole('dialog').getByRole('button', { name: 'Cancel promotion' }));
  await press('Enter', 'The promotion was canceled.');
});

it('saves the account details, and doesn’t dismiss a notification that has the focus', MINUTE, async () => {
  const { open, page, type, activate, focused, tabTo, expectFocusAfter, waitForText } = partnerKeys;
  await page.clock.install();
  await open('/partners/account');
  await type('Website', 'https://quill.example');
  await activate('Save details', 'Your account details were successfully updated');
  expect(await focused()).toBe('Save details');
  const notice = page.getByRole('region', { name: 'Notifications' });
  await tabTo(notice.getByRole('button', { name: 'Close notification' }));
  await page.clock.fastForward(60_000);
  await waitForText('Your account details were successfully updated');
  expect(await focused()).toBe('Close notification');
  await partnerKeys.press('Enter');
  await notice.getByText('Your account details').waitFor({ state: 'detached' });
  await expectFocusAfter('closing a notification');
});

it('announces a notification in an existing live region, and closes it without moving the focus', MINUTE, async () => {
  const { open, page, type, activate, focused, field } = partnerKeys;
  await open('/partners/account');
  const region = page.locator('section[aria-label="Notifications"] [aria-live="polite"]');
  await region.waitFor({ state: 'attached' });
  expect(await region.textContent()).toBe('');
  await region.evaluate((element) => element.setAttribute('data-before', 'yes'));
  await type('Website', 'https://pen.example');
  await activate('Save details', 'Your account details were successfully updated');
  expect(await region.getAttribute('data-before')).toBe('yes');
  expect(await region.textContent()).toContain('Your account details were successfully updated');

  await field('Website').focus();
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  const scrolled = await page.evaluate(() => scrollY);
  await region.getByRole('button', { name: 'Close notification' }).click();
  await expect.poll(() => region.textContent()).toBe('');
  expect(await focused()).toBe('Website');
  expect(await page.evaluate(() => scrollY)).toBe(scrolled);
});

it('keeps the focus on a button while its request is pending', MINUTE, async () => {
  const unverified = await createPartner(server);
  await server.deps.db.partner.update({ where: { id: unverified.id }, data: { email_verified_at: null } });
  const { open, page, activate, button, close } = await openWithKeys(browser, server, unverified);
  const { promise: canRespond, resolve: respond } = Promise.withResolvers<void>();
  await page.route('**/email_verification**', async (route) => {
    if (route.request().method() === 'POST') await canRespond;
    await route.continue();
  });
  await open('/partners');
  await activate('Resend the email');
  await expect.poll(() => button('Resend the email').getAttribute('aria-disabled')).toBe('true');
  expect(await button('Resend the email').evaluate(isFocused)).toBe(true);
  respond();
  await expect.poll(() => button('Resend the email').getAttribute('aria-disabled')).toBe(null);
  await close();
});

it('works through the review queue, and doesn’t end the time to undo while Undo has the focus', {
  timeout: 120_000,
}, async () => {
  const { open, page, press, activate, tabTo, button, field, focused, main, waitForText, expectFocusAfter } =
    editorKeys;
  for (const title of ['First', 'Second', 'Third'])
    await createPromotion(server, { requested_date: '2026-12-12', book: { title } });
  await completeBooks(server);
  await page.clock.install();
  await open('/users/promotions');
  await waitForText('3 of 3 promotions');
  await tabTo(main.getByText('Filters', { exact: true }));
  await press('Enter');
  await tabTo(field('Status'));
  const before = page.url();
  await press('ArrowDown');
  await tabTo(field('Category'));
  await press('ArrowDown');
  expect(page.url()).toBe(before);
  await activate('Show promotions');
  await page.waitForURL(/category_id=/);
  expect(await focused()).toBe('Show promotions');
  await tabTo(page.getByRole('link', { name: 'Clear filters' }).first());
  await press('Enter', '3 of 3 promotions');
  await expect.poll(() => field('Category').inputValue()).toBe('');

  const row = (title: string) => main.getByRole('button', { name: new RegExp(`^${title} `) });
  const focusedRow = async () => (await focused()).split(' ')[0];
  await tabTo(button('Approve'));
  await press('Enter', 'will be approved in 6 s');
  await expect.poll(focusedRow).toBe('Second');
  await tabTo(button('Undo'), 'Shift+Tab');
  // Longer than the time to undo, and shorter than the time limit of a request, which follows the same clock.
  await page.clock.fastForward(20_000);
  await expectFocusAfter('twenty seconds on Undo');
  await press('Enter', 'was returned to the queue; nothing was sent');
  await expect.poll(focusedRow).toBe('First');
  expect(await server.deps.db.promotion.count({ where: { approval_status: 'approved' } })).toBe(0);

  await activate('Decline');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox').first().waitFor();
  await activate(/Decline promotion/, 'Choose at least one reason.');
  const reasons = dialog.getByRole('group', { name: 'Reasons' });
  expect(await reasons.evaluate(describedBy)).toContain('Choose at least one reason.');
  await expect.poll(() => dialog.getByRole('checkbox').first().evaluate(isFocused)).toBe(true);
  await tabTo(dialog.getByRole('checkbox').first());
  await press('Space');
  await activate(/Decline promotion/, 'will be declined');
  await expect.poll(focusedRow).toBe('Second');
  await activate('Ask for feedback');
  const question = dialog.getByRole('textbox');
  await question.waitFor();
  const send = dialog.getByRole('button', { name: 'Ask for feedback' });
  await tabTo(send);
  await press('Enter', 'Enter your question.');
  await expect.poll(() => question.evaluate(isFocused)).toBe(true);
  expect(await question.getAttribute('aria-invalid')).toBe('true');
  expect(await question.evaluate(describedBy)).toContain('Enter your question.');
  await page.keyboard.type('Is the price already live?');
  await tabTo(send);
  await press('Enter', 'will be returned with your question');
  await expect.poll(focusedRow).toBe('Third');
  await activate('Approve', /0 of 0 promotions/);
  await expectFocusAfter('the last decision');
  const empty = main.getByRole('heading', { name: 'You’re all caught up' });
  await expect.poll(() => empty.evaluate(isFocused)).toBe(true);
  await empty.evaluate((element) => element.setAttribute('data-before', 'yes'));
  await page.clock.fastForward(20_000);
  await expect
    .poll(() => server.deps.db.promotion.count({ where: { approval_status: { not: null }, cancelled_at: null } }))
    .toBe(3);
  expect(await row('First').count()).toBe(0);
  // The reloads after the decision was sent leave the message where it is, and the focus on it.
  expect(await empty.getAttribute('data-before')).toBe('yes');
  expect(await empty.evaluate(isFocused)).toBe(true);
});

it('keeps a typed search when a display option changes, and shows a filter that loads late', MINUTE, async () => {
  const { open, page, type, field, press, tabTo } = editorKeys;
  const SEARCH = 'Search all promotions: title, author, partner, email, ID, invoice, or ASIN';
  const { promise: canLoad, resolve: load } = Promise.withResolvers<void>();
  await page.route('**/api/v1/categories**', async (route) => {
    await canLoad;
    await route.continue();
  });
  await open('/users/promotions?status=all&category_id=2');
  await field('Category').waitFor();
  expect(await field('Category').inputValue()).toBe('2');
  await type(SEARCH, 'harb');
  await page.getByRole('radio', { name: 'Replace' }).focus();
  await page.keyboard.press('Space');
  await page.waitForURL(/store_action=replace/);
  load();
  await expect.poll(() => field('Category').locator('option:checked').textContent()).not.toBe('Loading…');
  expect(await field('Category').inputValue()).toBe('2');
  expect(await field(SEARCH).inputValue()).toBe('harb');
  await page.unroute('**/api/v1/categories**');
  await tabTo(page.getByRole('link', { name: 'Clear filters' }).first());
  await press('Enter');
  await page.waitForURL((url) => !url.search.includes('category_id'));
});

it('applies the filters of a list with its button, and keeps the focus there', MINUTE, async () => {
  const { open, page, press, tabTo, type, field, activate, focused } = partnerKeys;
  await open('/partners/books');
  await type('Search', 'harb');
  await tabTo(field('Status'));
  await press('ArrowDown');
  const chosen = await field('Status').inputValue();
  expect(chosen).not.toBe('');
  expect(new URL(page.url()).search).toBe('');
  expect(await field('Search').inputValue()).toBe('harb');
  await activate('Search');
  await page.waitForURL(new RegExp(`q=harb&status=${chosen}`));
  expect(await focused()).toBe('Search');
  expect(await field('Status').inputValue()).toBe(chosen);
});

it('lets an editor without a time limit undo a decision until they leave the page', MINUTE, async () => {
  const { open, page, press, activate, tabTo, button } = editorKeys;
  const { id } = await createPromotion(server, { requested_date: '2026-12-13', book: { title: 'Fourth' } });
  await completeBooks(server);
  await open('/users/promotions');
  await tabTo(button('Approve'));
  await press('Enter', 'will be approved');
  // Leaving Undo starts its time again, so the decision is still pending when the limit is turned off.
  await tabTo(button('Undo'), 'Shift+Tab');
  await activate('Show shortcuts');
  await tabTo(page.getByRole('radio', { name: '6 seconds' }));
  await press('ArrowLeft');
  expect(await page.getByRole('radio', { name: 'No limit' }).isChecked()).toBe(true);
  await press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.clock.fastForward(20_000);
  await button('Undo').waitFor();
  expect(await server.deps.db.promotion.findUniqueOrThrow({ where: { id } })).toMatchObject({ approval_status: null });
  await page.goto('/users/discounts');
  await expect
    .poll(async () => (await server.deps.db.promotion.findUniqueOrThrow({ where: { id } })).approval_status)
    .toBe('approved');
});

it('doesn’t end the time to undo on a promotion’s page while Undo has the focus', MINUTE, async () => {
  const { open, page, activate, tabTo, button, focused, press } = editorKeys;
  const { id } = await createPromotion(server, { requested_date: '2026-12-14', book: { title: 'Fifth' } });
  await completeBooks(server);
  await open(`/users/promotions/${id}/edit`);
  await page.evaluate(() => localStorage.removeItem('review_hold'));
  await activate('Approve', 'You can undo this.');
  await expect.poll(focused).toMatch(/^Fifth will be approved in \d s\. You can undo this\.$/);
  await tabTo(button('Undo'));
  await page.clock.fastForward(20_000);
  expect(await focused()).toBe('Undo u');
  await press('Enter');
  await button('Approve').waitFor();
  expect(await server.deps.db.promotion.findUniqueOrThrow({ where: { id } })).toMatchObject({ approval_status: null });
});

it('creates a discount, with an error that names the field', MINUTE, async () => {
  const { open, type, activate, focused, focusedTag } = editorKeys;
  await open('/users/discounts/new');
  await type('Code', 'HARBOR20');
  await activate('Create discount', "Value in percent can't be blank");
  expect(await focused()).toBe('Value in percent');
  await type('Value in percent', '20');
  await type('Usage limit', '5');
  await activate('Create discount', 'The discount was created.');
  await expect.poll(focusedTag).toBe('H1');
});

it('writes a blog post and publishes it', MINUTE, async () => {
  const { open, type, activate, expectFocusAfter, main } = editorKeys;
  await open('/users/blog-posts/new');
  await type('Title', 'Ten harbors');
  await type('Text, in Markdown', 'Of ten harbors, one is quiet.');
  await activate('Publish post', 'On the blog:');
  await main.getByRole('button', { name: 'Unpublish post' }).waitFor();
  await expectFocusAfter('publishing a post');
});

it('leaves no console errors', () => {
  const consoleProblems = [visitorKeys, partnerKeys, editorKeys].flatMap((keys) => keys.consoleProblems);
  // Browsers log expected refusals, too.
  expect(consoleProblems.filter((text) => !/status of (401|422)/.test(text))).toEqual([]);
});

const isFocused = (element: Element) => element === document.activeElement;

/** The text of an element's description. */
const describedBy = (element: Element) =>
  (element.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ');
