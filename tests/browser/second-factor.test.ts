/** Setting up a second factor in a browser, required for staff and optional for partners; and a partner's sessions. */
import { generateSync } from 'otplib';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { createPartner, createStaff, PASSWORD } from '#server/testing/factories.ts';
import { launchBrowser, openPage } from './browser.ts';

const MINUTE = { timeout: 60_000 };

let server: TestServer;
let browser: Browser;
beforeAll(async () => {
  server = await startTestServer({ pages: true, env: { STAFF_SECOND_FACTOR: 'required' } });
  browser = await launchBrowser();
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

const main = (page: Page) => page.getByRole('main');

async function signIn(page: Page, path: string, email: string, otp?: string) {
  await page.goto(path);
  await main(page).getByLabel('Email').fill(email);
  await main(page).getByLabel('Password', { exact: true }).fill(PASSWORD);
  await main(page).getByRole('button', { name: 'Sign in' }).click();
  if (!otp) return;
  await main(page).getByLabel('Code').fill(otp);
  await main(page).getByRole('button', { name: 'Sign in' }).click();
}

/** Turns on the second factor and returns a recovery code. */
async function turnOnSecondFactor(page: Page) {
  const panel = page.getByRole('region', { name: 'Two-factor authentication' });
  await panel.getByLabel('Enter your password to start').fill(PASSWORD);
  await panel.getByRole('button', { name: 'Turn on two-factor authentication' }).click();
  await panel.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
  const secret = ((await panel.locator('code').textContent()) ?? '').replaceAll(/\s/g, '');
  await panel.getByLabel('Authentication code').fill(generateSync({ secret }));
  await panel.getByRole('button', { name: 'Confirm code' }).click();
  await panel.getByText('Save these recovery codes').waitFor();
  expect(await panel.getByRole('listitem').count()).toBe(10);
  const recoveryCode = await panel.getByRole('listitem').first().textContent();
  await panel.getByRole('button', { name: 'I’ve saved these codes' }).click();
  return recoveryCode!;
}

it('leads staff to the setup first, and then to the page they requested', MINUTE, async () => {
  const staff = await createStaff(server);
  const { page } = await openPage(browser, { baseURL: server.url });
  await signIn(page, '/users/sign-in?next=%2Fusers%2Fnewsletters', staff.headers.uid!);
  await page.waitForURL('**/users/second-factor?next=*');
  await main(page).getByRole('heading', { name: 'Set up two-factor authentication' }).waitFor();
  await turnOnSecondFactor(page);
  await page.waitForURL('**/users/newsletters');
  await main(page).getByRole('heading', { level: 1, name: 'Newsletters' }).waitFor();
  await page.context().close();
});

it('asks a partner for a code at sign-in once they have turned on a second factor', MINUTE, async () => {
  const partner = await createPartner(server, { card: null });
  const { page } = await openPage(browser, { baseURL: server.url });
  await signIn(page, '/partners/sign-in?next=%2Fpartners%2Faccount', partner.email);
  await page.waitForURL('**/partners/account');
  const recoveryCode = await turnOnSecondFactor(page);
  await page.context().clearCookies();
  await signIn(page, '/partners/sign-in', partner.email, recoveryCode);
  await page.waitForURL('**/partners/dashboard');
  await page.context().close();
});

it("lists a partner's sessions and signs out the others", MINUTE, async () => {
  const partner = await createPartner(server, { card: null });
  const { page } = await openPage(browser, { baseURL: server.url });
  await signIn(page, '/partners/sign-in?next=%2Fpartners%2Faccount', partner.email);
  const panel = page.getByRole('region', { name: 'Where you’re signed in' });
  await panel.getByText('Unknown browser').waitFor();
  await panel.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await page.getByText('You’re signed out everywhere else.').waitFor();
  await panel.getByText('Unknown browser').waitFor({ state: 'detached' });
  expect(await panel.getByRole('listitem').count()).toBe(1);
  await partner.get('/partner-auth/validate_token').expect(401);
  await page.context().close();
});
