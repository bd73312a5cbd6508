/** A partner's account in a browser: password reset, cards, profiles, emails, data export, and deletion. */
import { readFile } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { partnerUnsubscribeToken } from '#server/partners/unsubscribe.ts';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { createPartner, createStaff, PASSWORD, type PartnerClient } from '#server/testing/factories.ts';
import { launchBrowser } from './browser.ts';
import { type Hands, openAs, pictureOf } from './hands.ts';

const MINUTE = { timeout: 60_000 };
const NEW_PASSWORD = 'quite another passphrase';

let server: TestServer;
let browser: Browser;
let partner: PartnerClient;
let hands: Hands;
beforeAll(async () => {
  server = await startTestServer({ pages: true });
  browser = await launchBrowser();
  partner = await createPartner(server);
  hands = await openAs(browser, server, partner);
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await server?.close();
});
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await pictureOf(hands.page, task.name);
});

const recordOf = ({ id }: PartnerClient) => server.deps.db.partner.findUniqueOrThrow({ where: { id } });

it('a profile is added, gets a photo, and is deleted', MINUTE, async () => {
  await hands.open('/partners/author-profiles');
  await hands.follow('Write the first one');
  await hands.fill('Name', 'Ada Quill');
  await hands.press('Add profile');
  await hands.sees('Your author profile was added.');
  await hands.follow('Ada Quill');
  const picture = await sharp({ create: { width: 40, height: 60, channels: 3, background: '#345' } })
    .png()
    .toBuffer();
  await hands.main
    .locator('input[type=file]')
    .setInputFiles({ name: 'ada.png', mimeType: 'image/png', buffer: picture });
  await hands.sees('The new photo was saved.');
  await hands.main.getByRole('button', { name: 'Choose another photo' }).waitFor();
  await hands.follow('Back to the profiles');
  await hands.press('Delete');
  await hands.answer('Delete profile');
  await hands.sees('Author Profile was successfully deleted.');
  await hands.sees('No author profile yet');
});

it("a card's expiry is changed, and the card removed", MINUTE, async () => {
  await hands.open('/partners/billing');
  await hands.press('Change expiry');
  await hands.main.getByLabel('Year').selectOption('2031');
  await hands.press('Save expiry');
  await hands.sees('Your credit card was successfully updated!');
  await hands.sees(/Expires \d+\/2031/);
  await hands.press('Remove');
  await hands.answer('Remove card');
  await hands.sees('Your credit card was successfully removed!');
  expect(await server.deps.db.creditCard.count({ where: { partner_id: partner.id, removed_at: null } })).toBe(0);
});

it('details and email settings are saved, the data downloaded, the calendar shown', MINUTE, async () => {
  await hands.open('/partners/account');
  await hands.fill('Website', 'https://ada-quill.example.com');
  await hands.press('Save details');
  await hands.sees('Your account details were successfully updated');
  await hands.main.getByRole('switch', { name: 'Nudges' }).uncheck({ force: true });
  await hands.press('Save email settings');
  await expect.poll(async () => (await recordOf(partner)).recapture_emails).toBe(false);
  expect((await recordOf(partner)).website).toBe('https://ada-quill.example.com/');

  const download = hands.page.waitForEvent('download');
  await hands.press('Download my data');
  const file = await download;
  expect(file.suggestedFilename()).toBe('deckle-partner.json');
  expect(JSON.parse(await readFile(await file.path(), 'utf8')).partner.id).toBe(partner.id);

  await hands.press('Show the calendar address');
  const address = await hands.main.getByLabel('Calendar address').inputValue();
  expect(await (await fetch(address)).text()).toContain('BEGIN:VCALENDAR');
});

it('leaving with unsaved changes prompts', MINUTE, async () => {
  const asked: string[] = [];
  await hands.open('/partners/account');
  await hands.fill('Name', 'Ada Q.');
  hands.page.once('dialog', (dialog) => {
    asked.push(dialog.message());
    void dialog.dismiss();
  });
  const billing = hands.page.getByRole('link', { name: 'Billing' }).first();
  await billing.click();
  await expect.poll(() => asked).toEqual(['Your changes are not saved yet. Leave this page without them?']);
  expect(hands.page.url()).toContain('/partners/account');
  expect(await hands.main.getByLabel('Name', { exact: true }).inputValue()).toBe('Ada Q.');
  hands.page.once('dialog', (dialog) => void dialog.accept());
  await billing.click();
  await hands.page.waitForURL('**/partners/billing');
});

it('a forgotten password is reset by the emailed link', MINUTE, async () => {
  const visitor = await openAs(browser, server);
  await visitor.open('/partners/sign-in');
  await visitor.follow('I forgot my password');
  await visitor.press('Send me a link');
  await visitor.sees('Please enter an email address');
  await visitor.fill('Email', partner.email);
  await visitor.press('Send me a link');
  await visitor.sees('Check your inbox');
  const mail = (await server.mailsTo(partner.email)).find(({ text }) => text.includes('reset_password_token'));
  await visitor.open(/http\S+password\/edit\?\S+/.exec(mail!.text)![0]);
  await visitor.fill('Password', NEW_PASSWORD);
  await visitor.fill('Password confirmation', NEW_PASSWORD);
  await visitor.press('Save password');
  await visitor.sees('Your password has been successfully updated.');
  await visitor.page.waitForURL('**/partners/dashboard');
  expect(visitor.complaints).toEqual([]);
  await visitor.leave();
});

it('a session that ended elsewhere is noticed at the next screen, and signing in returns to it', MINUTE, async () => {
  // The new password ended this session.
  await hands.page.getByRole('link', { name: 'Author Profiles' }).first().click();
  await hands.page.waitForURL('**/partners/sign-in?next=%2Fpartners%2Fauthor-profiles');
  await hands.sees("It looks like you're not signed in. Please sign in before continuing.");
  await hands.press('Sign in');
  await hands.sees('Please enter a password');
  await hands.fill('Email', partner.email);
  await hands.fill('Password', PASSWORD);
  await hands.press('Sign in');
  await hands.sees('Invalid login credentials. Please try again.');
  await hands.fill('Password', NEW_PASSWORD);
  await hands.press('Sign in');
  await hands.page.waitForURL('**/partners/author-profiles');
});

it('filters are remembered until sign-out', MINUTE, async () => {
  await hands.open('/partners/promotions?q=tea');
  await hands.sees('No matches');
  await hands.open('/partners/dashboard');
  await hands.open('/partners/promotions');
  await hands.page.waitForURL('**/partners/promotions?q=tea');
  await hands.page.getByText('Ada Quill').first().click();
  await hands.page.getByRole('button', { name: 'Log out' }).first().click();
  await hands.page.waitForURL('**/partners/sign-in');
  expect(await hands.page.evaluate(() => localStorage.length)).toBe(0);
});

it('emails are stopped by their link, without signing in', MINUTE, async () => {
  const visitor = await openAs(browser, server);
  const token = partnerUnsubscribeToken(server.deps.config.appSecret, 'reminder', partner.id);
  await visitor.open(`/partners/unsubscribe-reminder-email?token=${token}`);
  expect((await recordOf(partner)).reminder_emails).toBe(true);
  await visitor.press('Unsubscribe me');
  await visitor.sees('You get no more of these.');
  expect((await recordOf(partner)).reminder_emails).toBe(false);
  await visitor.leave();
});

it('staff who are also partners are told, and can sign out as partner', MINUTE, async () => {
  const both = await openAs(browser, server, await createPartner(server), await createStaff(server));
  await both.open('/partners/dashboard');
  await both.sees('You are signed in as staff and as the partner Ada Quill.');
  await both.page.getByRole('button', { name: 'Log out from partner' }).click();
  await both.page.waitForURL('**/partners/sign-in');
  await both.page.getByLabel('Signed in twice').waitFor({ state: 'detached' });
  expect(await both.page.getByText('It looks like you').count()).toBe(0);
  expect((await both.page.context().cookies()).map(({ name }) => name)).toEqual(['user']);
  await both.leave();
});

it('a 403 signs the role out and leads home', MINUTE, async () => {
  const refused = await openAs(browser, server, await createPartner(server));
  await refused.page.route('**/api/v1/invoices*', (route) => route.fulfill({ status: 403, json: { errors: [] } }));
  await refused.open('/partners/billing');
  await refused.page.waitForURL(`${server.url}/`);
  expect(await refused.page.context().cookies()).toEqual([]);
  await refused.leave();
});

it('an account is deleted once its password is typed', MINUTE, async () => {
  const leaver = await createPartner(server, { card: null });
  const leaving = await openAs(browser, server, leaver);
  await leaving.open('/partners/account');
  await leaving.press('Delete my account');
  const dialog = leaving.page.getByRole('dialog');
  const confirm = dialog.getByRole('button', { name: 'Delete my account' });
  await dialog.getByLabel('Current password').fill('not it');
  await confirm.click();
  await dialog.getByText('Current password is invalid').waitFor();
  await dialog.getByLabel('Current password').fill(PASSWORD);
  await confirm.click();
  await leaving.sees('Your account was deleted.');
  await leaving.page.waitForURL(`${server.url}/`);
  expect((await recordOf(leaver)).deleted_at).not.toBeNull();
  // The browser itself logs the refused password.
  expect(leaving.complaints).toEqual([expect.stringContaining('422')]);
  await leaving.leave();
});

it('leaves no console errors', () => {
  // The browser itself logs intended refusals.
  expect(hands.complaints.filter((text) => !/status of (401|404)/.test(text))).toEqual([]);
});
