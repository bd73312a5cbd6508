/** A partner's account in a browser: password reset, sessions, cards, profiles, emails, data export, and deletion. */
import { readFile } from 'node:fs/promises';
import { generateSync } from 'otplib';
import type { Browser } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { partnerUnsubscribeToken } from '#server/partners/unsubscribe.ts';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import {
  as,
  clientWithKey,
  createAuthor,
  createBook,
  createPartner,
  createStaff,
  PASSWORD,
  type PartnerClient,
  sessionHeaders,
} from '#server/testing/factories.ts';
import { launchBrowser } from './browser.ts';
import { openAs, type PageDriver, takeFailureScreenshot } from './page-driver.ts';

const MINUTE = { timeout: 60_000 };
const NEW_PASSWORD = 'quite another passphrase';

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

const recordOf = ({ id }: PartnerClient) => server.deps.db.partner.findUniqueOrThrow({ where: { id } });

it('a profile is added, gets a photo, and is deleted', MINUTE, async () => {
  await driver.open('/partners/author-profiles');
  await driver.follow('Add an author profile');
  await driver.fill('Name', 'Ada Quill');
  await driver.press('Add author profile');
  await driver.waitForText('Your author profile was added.');
  await driver.follow('Ada Quill');
  const picture = await sharp({ create: { width: 40, height: 60, channels: 3, background: '#345' } })
    .png()
    .toBuffer();
  const choose = (buffer: Buffer) =>
    driver.main.locator('input[type=file]').setInputFiles({ name: 'ada.png', mimeType: 'image/png', buffer });
  await choose(Buffer.alloc(5 * 1024 * 1024 + 1));
  const refusal = driver.main.getByRole('alert').filter({ hasText: 'That photo is larger than 5 MB.' });
  await refusal.waitFor();
  await choose(picture);
  await driver.waitForText('The new photo was saved.');
  expect(await refusal.count()).toBe(0);
  await driver.main.getByRole('button', { name: 'Choose another photo' }).waitFor();
  await driver.follow('Back to author profiles');
  await driver.press('Delete profile');
  await driver.pressInDialog('Delete profile');
  await driver.waitForText('Author Profile was successfully deleted.');
  await driver.waitForText('No author profiles yet');
});

it('a changed profile appears on its public page', MINUTE, async () => {
  const { id } = await createAuthor(partner, { name: 'Imogen Hart' });
  await driver.open('/partners/author-profiles');
  await driver.follow('Public page');
  await driver.main.getByRole('heading', { level: 1, name: 'Imogen Hart' }).waitFor();
  await driver.page.goBack();
  await driver.follow('Imogen Hart');
  await driver.fill('Name', 'Imogen Vale');
  await driver.fill('About the author', 'She lives by the sea.');
  await driver.press('Save profile');
  await driver.main.getByRole('link', { name: 'Imogen Vale' }).waitFor();
  await driver.follow('Public page');
  await driver.page.waitForURL(`**/authors/${id}/imogen-vale`);
  await driver.waitForText('She lives by the sea.');
  await partner.delete(`/authors/${id}`).expect(204);
});

it('a renamed book appears on its public page, at its new address', MINUTE, async () => {
  const { id } = await createBook(partner, { title: 'The Old Pier' });
  await driver.open(`/partners/books/${id}`);
  await driver.follow('View public page');
  await driver.page.waitForURL(`**/books/${id}/the-old-pier`);
  await driver.page.goBack();
  await driver.follow('Edit');
  await driver.fill('Title', 'The New Pier');
  await driver.press('Save book');
  await driver.main.getByRole('heading', { level: 1, name: 'The New Pier' }).waitFor();
  await driver.follow('View public page');
  await driver.page.waitForURL(`**/books/${id}/the-new-pier`);
  await driver.main.getByRole('heading', { level: 1, name: 'The New Pier' }).waitFor();
});

it('the last of 101 profiles can be chosen for a book; a page past the end links to page 1', MINUTE, async () => {
  const { db } = server.deps;
  const names = Array.from({ length: 101 }, (_, index) => `Author ${String(index).padStart(3, '0')}`);
  await db.author.createMany({
    data: names.map((name) => ({ name, slug: name.toLowerCase().replace(' ', '-'), partner_id: partner.id })),
  });
  await driver.open('/partners/books/new');
  await driver.main.getByLabel('Author profile').selectOption('Author 100');
  await createBook(partner);
  await driver.open('/partners/books?page=99');
  await driver.waitForText('Nothing on this page');
  await driver.open('/partners/author-profiles?page=99');
  await driver.waitForText('Nothing on this page');
  await driver.follow('Go to the first page');
  await driver.waitForText('Author 000');
  await db.author.deleteMany({ where: { name: { in: names } } });
});

it("a card's expiry is changed, and the card removed", MINUTE, async () => {
  await driver.open('/partners/billing');
  await driver.press('Update expiration date');
  await driver.main.getByLabel('Year').selectOption('2031');
  await driver.press('Save expiration date');
  await driver.waitForText('Your credit card was successfully updated!');
  await driver.waitForText(/Expires \d+\/2031/);
  await driver.press('Remove card');
  await driver.pressInDialog('Remove card');
  await driver.waitForText('Your credit card was successfully removed!');
  expect(await server.deps.db.creditCard.count({ where: { partner_id: partner.id, removed_at: null } })).toBe(0);
});

it('a partner whose name can’t be printed on invoices can set a billing name in Latin letters', MINUTE, async () => {
  const { db } = server.deps;
  const { name } = await recordOf(partner);
  await db.partner.update({ where: { id: partner.id }, data: { name: 'دار النشر' } });
  await driver.open('/partners/billing');
  await driver.waitForText('We can’t print every character in دار النشر on invoices.');
  await driver.fill('Billing name', 'Nour Press');
  await driver.press('Save billing details');
  await driver.waitForText('Your account details were successfully updated');
  await expect.poll(() => driver.main.getByText('We can’t print every character').count()).toBe(0);
  await db.partner.update({ where: { id: partner.id }, data: { name, billing_name: null } });
});

it(
  'details and email settings are saved, the data is downloaded, and the calendar address is shown',
  MINUTE,
  async () => {
    await driver.open('/partners/account');
    await driver.fill('Website', 'https://ada-quill.example.com');
    await driver.press('Save details');
    await driver.waitForText('Your account details were successfully updated');
    await driver.main.getByRole('switch', { name: 'Check-in emails' }).uncheck({ force: true });
    await driver.press('Save email settings');
    await expect.poll(async () => (await recordOf(partner)).recapture_emails).toBe(false);
    expect((await recordOf(partner)).website).toBe('https://ada-quill.example.com/');

    const download = driver.page.waitForEvent('download');
    await driver.press('Download my data');
    const file = await download;
    expect(file.suggestedFilename()).toBe('deckle-partner.json');
    expect(JSON.parse(await readFile(await file.path(), 'utf8')).partner.id).toBe(partner.id);

    await driver.press('Show calendar address');
    const address = await driver.main.getByLabel('Calendar address').inputValue();
    expect(await (await fetch(address)).text()).toContain('BEGIN:VCALENDAR');
  },
);

it(
  'after a new email address, second factor, or password, the page no longer lists other sessions and API keys',
  MINUTE,
  async () => {
    const account = await createPartner(server);
    const { main, press, waitForText, ...own } = await openAs(browser, server, account);
    const region = (name: string) => main.getByRole('region', { name });
    const rows = async () => [
      await region('Where you’re signed in').getByRole('listitem').count(),
      await region('API keys').getByRole('listitem').count(),
    ];
    const openWithOtherAccess = async () => {
      const elsewhere = await sessionHeaders(server.deps, { role: 'partner', id: account.id, uid: account.email });
      await clientWithKey(server, as(server, elsewhere), ['read']);
      await own.open('/partners/account');
      await expect.poll(rows).toEqual([2, 1]);
    };

    await openWithOtherAccess();
    await region('Change your email').getByLabel('Email').fill('ada-quill@example.test');
    await region('Change your email').getByLabel('Current password').fill(PASSWORD);
    await press('Change email');
    await expect.poll(rows).toEqual([1, 0]);

    account.email = 'ada-quill@example.test';
    await openWithOtherAccess();
    const panel = region('Two-factor authentication');
    await panel.getByLabel('Enter your password to start').fill(PASSWORD);
    await press('Turn on two-factor authentication');
    const secret = ((await panel.locator('code').textContent()) ?? '').replaceAll(/\s/g, '');
    await panel.getByLabel('Authentication code').fill(generateSync({ secret }));
    await press('Confirm code');
    const recoveryCode = await panel.getByRole('listitem').first().textContent();
    await expect.poll(rows).toEqual([1, 0]);

    await openWithOtherAccess();
    await press('Show calendar address');
    await main.getByLabel('Calendar address').waitFor();
    const form = region('Change your password');
    await form.getByLabel('Your current password').fill(PASSWORD);
    await form.getByLabel('Authentication code or recovery code').fill(recoveryCode!);
    await form.getByLabel('New password').fill(NEW_PASSWORD);
    await form.getByLabel('Confirm password').fill(NEW_PASSWORD);
    await press('Change password');
    await waitForText('Your account details were successfully updated');
    await expect.poll(rows).toEqual([1, 0]);
    expect(await main.getByLabel('Calendar address').count()).toBe(0);
    expect(own.consoleProblems).toEqual([]);
    await own.close();
  },
);

it('asks before leaving with unsaved changes', MINUTE, async () => {
  const prompts: string[] = [];
  await driver.open('/partners/account');
  await driver.fill('Name', 'Ada Q.');
  driver.page.once('dialog', (dialog) => {
    prompts.push(dialog.message());
    void dialog.dismiss();
  });
  const billing = driver.page.getByRole('link', { name: 'Billing' }).first();
  await billing.click();
  await expect.poll(() => prompts).toEqual(['You have unsaved changes. Discard them?']);
  expect(driver.page.url()).toContain('/partners/account');
  expect(await driver.main.getByLabel('Name', { exact: true }).inputValue()).toBe('Ada Q.');
  driver.page.once('dialog', (dialog) => void dialog.accept());
  await billing.click();
  await driver.page.waitForURL('**/partners/billing');
});

it('a forgotten password is reset by the emailed link', MINUTE, async () => {
  const visitor = await openAs(browser, server);
  await visitor.open('/partners/sign-in');
  await visitor.follow('Forgot your password?');
  await visitor.press('Send reset link');
  await visitor.waitForText('Please enter an email address');
  await visitor.fill('Email', partner.email);
  await visitor.press('Send reset link');
  await visitor.waitForText('Check your inbox');
  const resetEmail = (await server.emailsTo(partner.email)).find(({ text }) => text.includes('reset_password_token'));
  await visitor.open(/http\S+password\/edit\?\S+/.exec(resetEmail!.text)![0]);
  await visitor.fill('Password', NEW_PASSWORD);
  await visitor.fill('Confirm password', NEW_PASSWORD);
  await visitor.press('Save password');
  await visitor.waitForText('Your password has been successfully updated.');
  await visitor.page.waitForURL('**/partners/dashboard');
  expect(visitor.consoleProblems).toEqual([]);
  await visitor.close();
});

it('asks to sign in after a password reset in another browser, then opens the chosen screen', MINUTE, async () => {
  // The new password ended this session.
  await driver.page.getByRole('link', { name: 'Author Profiles' }).first().click();
  await driver.page.waitForURL('**/partners/sign-in?next=%2Fpartners%2Fauthor-profiles');
  await driver.waitForText("It looks like you're not signed in. Please sign in before continuing.");
  await driver.press('Sign in');
  await driver.waitForText('Please enter a password');
  await driver.fill('Email', partner.email);
  await driver.fill('Password', PASSWORD);
  await driver.press('Sign in');
  await driver.waitForText('Invalid login credentials. Please try again.');
  await driver.fill('Password', NEW_PASSWORD);
  await driver.press('Sign in');
  await driver.page.waitForURL('**/partners/author-profiles');
});

it('filters are remembered until sign-out', MINUTE, async () => {
  await driver.open('/partners/promotions?q=tea');
  await driver.waitForText('No matches');
  await driver.open('/partners/dashboard');
  await driver.open('/partners/promotions');
  await driver.page.waitForURL('**/partners/promotions?q=tea');
  await driver.page.getByText('Ada Quill').first().click();
  await driver.page.getByRole('button', { name: 'Log out' }).first().click();
  await driver.page.waitForURL('**/partners/sign-in');
  expect(await driver.page.evaluate(() => localStorage.length)).toBe(0);
});

it('reminder emails are stopped by the Unsubscribe button behind their link, without signing in', MINUTE, async () => {
  const visitor = await openAs(browser, server);
  const token = partnerUnsubscribeToken(server.deps.config.appSecret, 'reminder', partner.id);
  await visitor.open(`/partners/unsubscribe-reminder-email?token=${token}`);
  expect((await recordOf(partner)).reminder_emails).toBe(true);
  await visitor.press('Unsubscribe');
  await visitor.waitForText('You won’t get these anymore.');
  expect((await recordOf(partner)).reminder_emails).toBe(false);
  await visitor.close();
});

it('staff who are also signed in as a partner see that, and can sign out as the partner', MINUTE, async () => {
  const both = await openAs(browser, server, await createPartner(server), await createStaff(server));
  await both.open('/partners/dashboard');
  await both.waitForText('You’re signed in as staff and as the partner Ada Quill.');
  await both.page.getByRole('button', { name: 'Log out from partner' }).click();
  await both.page.waitForURL('**/partners/sign-in');
  await both.page.getByLabel('Signed in twice').waitFor({ state: 'detached' });
  expect(await both.page.getByText('It looks like you').count()).toBe(0);
  expect((await both.page.context().cookies()).map(({ name }) => name)).toEqual(['user']);
  await both.close();
});

it('a 403 signs the role out and leads to the front page', MINUTE, async () => {
  const account = await openAs(browser, server, await createPartner(server));
  await account.page.route('**/api/v1/invoices*', (route) => route.fulfill({ status: 403, json: { errors: [] } }));
  await account.open('/partners/billing');
  await account.page.waitForURL(`${server.url}/`);
  expect(await account.page.context().cookies()).toEqual([]);
  await account.close();
});

it('a 403 leads to the front page from a form with unsaved changes, too', MINUTE, async () => {
  const account = await openAs(browser, server, await createPartner(server));
  await account.page.route('**/promotions/calendar', (route) => route.fulfill({ status: 403, json: { errors: [] } }));
  await account.open('/partners/account');
  await account.fill('Name', 'Ada Q.');
  await account.press('Show calendar address');
  await account.page.waitForURL(`${server.url}/`);
  await account.close();
});

it('an account is deleted after its password is entered', MINUTE, async () => {
  const partnerToDelete = await createPartner(server, { card: null });
  const account = await openAs(browser, server, partnerToDelete);
  await account.open('/partners/account');
  // The deletion doesn't ask about another form's unsaved changes.
  await account.fill('Name', 'Ada Q.');
  await account.press('Delete my account');
  const dialog = account.page.getByRole('dialog');
  const confirm = dialog.getByRole('button', { name: 'Delete my account' });
  await dialog.getByLabel('Current password').fill('not it');
  await confirm.click();
  await dialog.getByText('Current password is invalid').waitFor();
  await dialog.getByLabel('Current password').fill(PASSWORD);
  await confirm.click();
  await account.waitForText('Your account was deleted.');
  await account.page.waitForURL(`${server.url}/`);
  expect((await recordOf(partnerToDelete)).deleted_at).not.toBeNull();
  // Browsers log the request that was refused because of the wrong password.
  expect(account.consoleProblems).toEqual([expect.stringContaining('422')]);
  await account.close();
});

it('leaves no console errors', () => {
  // Browsers log intended refusals.
  expect(driver.consoleProblems.filter((text) => !/status of (401|404)/.test(text))).toEqual([]);
});
