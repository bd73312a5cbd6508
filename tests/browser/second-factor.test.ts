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

const panelOf = (page: Page) => page.getByRole('region', { name: 'Two-factor authentication' });

/** Starts the setup, and confirms a code from its new secret. */
async function confirmCode(page: Page) {
  const panel = panelOf(page);
  await panel.getByLabel('Enter your password to start').fill(PASSWORD);
  await panel.getByRole('button', { name: 'Turn on two-factor authentication' }).click();
  await panel.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
  const secret = ((await panel.locator('code').textContent()) ?? '').replaceAll(/\s/g, '');
  await panel.getByLabel('Authentication code').fill(generateSync({ secret }));
  await panel.getByRole('button', { name: 'Confirm code' }).click();
}

/** Turns on the second factor and returns a recovery code. */
async function turnOnSecondFactor(page: Page) {
  const panel = panelOf(page);
  await confirmCode(page);
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

it('continues if the response that turned it on was lost', MINUTE, async () => {
  const staff = await createStaff(server);
  const { page } = await openPage(browser, { baseURL: server.url });
  await signIn(page, '/users/sign-in?next=%2Fusers%2Fnewsletters', staff.headers.uid!);
  await page.route('**/second_factor/confirm', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await confirmCode(page);
  await panelOf(page).getByText('It’s on. 10 of your recovery codes are left.').waitFor();
  await panelOf(page).getByText('Create new recovery codes').first().waitFor();
  await panelOf(page).getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL('**/users/newsletters');
  await page.context().close();
});

it('shows that another tab turned it on', MINUTE, async () => {
  const partner = await createPartner(server, { card: null });
  const { page } = await openPage(browser, { baseURL: server.url });
  await signIn(page, '/partners/sign-in?next=%2Fpartners%2Faccount', partner.email);
  await page.waitForURL('**/partners/account');
  const other = await page.context().newPage();
  await other.goto('/partners/account');
  await panelOf(other).getByLabel('Enter your password to start').fill(PASSWORD);
  await turnOnSecondFactor(page);
  await panelOf(other).getByRole('button', { name: 'Turn on two-factor authentication' }).click();
  await other.getByText('Two-factor authentication is already on.').waitFor();
  await panelOf(other).getByText('It’s on.').waitFor();
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
