/**
 * API keys in a browser: created, shown once, used by a program, and revoked, by a partner and by staff. Also a
 * partner's webhook endpoint.
 */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { as, createPartner, createStaff, PASSWORD } from '#server/testing/factories.ts';
import { deliverWebhooks } from '#server/webhooks/deliver.ts';
import { launchBrowser, openPage } from './browser.ts';

const MINUTE = { timeout: 60_000 };

let server: TestServer;
let browser: Browser;
beforeAll(async () => {
  server = await startTestServer({ pages: true });
  browser = await launchBrowser();
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

async function signIn(page: Page, path: string, email: string) {
  await page.goto(path);
  const main = page.getByRole('main');
  await main.getByLabel('Email').fill(email);
  await main.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await main.getByRole('button', { name: 'Sign in' }).click();
}

it.each([
  ['partner', '/partners/sign-in?next=%2Fpartners%2Faccount', 'See your books'],
  ['user', '/users/sign-in?next=%2Fu%2Faccount', 'except the admin panel'],
] as const)('a %s creates a key, sees it once, and revokes it', MINUTE, async (role, path, scopeText) => {
  const person = role === 'partner' ? await createPartner(server, { card: null }) : await createStaff(server);
  const { page, consoleProblems } = await openPage(browser, { baseURL: server.url });
  await signIn(page, path, person.headers.uid!);
  const panel = page.getByRole('region', { name: 'API keys' });
  await panel.getByText('No keys yet.').waitFor();

  await panel.getByText('Create a key').click();
  await panel.getByText(scopeText).waitFor();
  await panel.getByLabel('Name').fill('Sales dashboard');
  await panel.getByRole('checkbox', { name: 'read' }).uncheck();
  await panel.getByLabel('Current password').fill(PASSWORD);
  await panel.getByRole('button', { name: 'Create key', exact: true }).click();
  await panel.getByText('Permissions must include at least one permission').waitFor();
  await panel.getByRole('checkbox', { name: 'read' }).check();
  await panel.getByRole('button', { name: 'Create key', exact: true }).click();

  await panel.getByText('Copy this key now').waitFor();
  const secret = await panel.getByLabel('Your new key').inputValue();
  expect(secret).toMatch(/^dk_[\w-]{32}$/);
  const key = as(server, { authorization: `Bearer ${secret}` });
  await key.get('/promotions').expect(200);
  await panel.getByRole('button', { name: 'I’ve saved the key' }).click();
  const row = panel.getByRole('listitem');
  expect(await row.textContent()).toContain(`dk_…${secret.slice(-4)}`);
  expect(await panel.textContent()).not.toContain(secret);

  await panel.getByRole('button', { name: 'Revoke key Sales dashboard' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke key' }).click();
  await page.getByText('The key was revoked.').waitFor();
  await panel.getByText('No keys yet.').waitFor();
  await key.get('/promotions').expect(401);
  // The browser logs the refused form.
  expect(consoleProblems.filter((text) => !text.includes('422'))).toEqual([]);
  await page.context().close();
});

it('a partner adds a webhook endpoint, sees its secret, tests it, and sends the event again', MINUTE, async () => {
  const partner = await createPartner(server, { card: null });
  const { page, consoleProblems } = await openPage(browser, { baseURL: server.url });
  await signIn(page, '/partners/sign-in?next=%2Fpartners%2Faccount', partner.email);
  const panel = page.getByRole('region', { name: 'Webhooks' });
  await panel.getByText('No endpoints yet.').waitFor();
  await panel.getByText('Add an endpoint').click();
  await panel.getByLabel('Name').fill('Sales dashboard');
  await panel.getByLabel('URL').fill('http://localhost:9/hook');
  await panel.getByRole('checkbox', { name: 'newsletter.sent' }).uncheck();
  await panel.getByRole('button', { name: 'Add endpoint' }).click();
  await panel.getByText('URL must begin with https://').waitFor();
  await panel.getByLabel('URL').fill('https://127.0.0.1:9/hook');
  await panel.getByRole('button', { name: 'Add endpoint' }).click();
  await panel.getByText('URL isn’t on the public internet').waitFor();
  await panel.getByLabel('URL').fill('https://hooks.invalid/deckle');
  await panel.getByRole('button', { name: 'Add endpoint' }).click();
  await panel.getByText('Copy this secret now').waitFor();
  expect(await panel.getByLabel('Signing secret').inputValue()).toMatch(/^whsec_/);
  await panel.getByRole('button', { name: 'I’ve saved the secret' }).click();

  await panel.getByRole('button', { name: 'Send a test event to Sales dashboard' }).click();
  await panel.getByText('Pending').waitFor();
  await deliverWebhooks(server.deps);
  await panel.getByText('Next attempt').waitFor();
  await panel.getByRole('button', { name: /^Send test from .* again$/ }).click();
  await panel.getByText('Pending').waitFor();

  await panel.getByRole('button', { name: 'Remove Sales dashboard' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove endpoint' }).click();
  await panel.getByText('No endpoints yet.').waitFor();
  expect(consoleProblems.filter((text) => !text.includes('422'))).toEqual([]);
  await page.context().close();
});

it('lists a key and an endpoint whose responses were lost', MINUTE, async () => {
  const partner = await createPartner(server, { card: null });
  // The browser logs the lost responses as errors, so this page isn't checked for those.
  const { page } = await openPage(browser, { baseURL: server.url });
  await signIn(page, '/partners/sign-in?next=%2Fpartners%2Faccount', partner.email);
  const [keys, webhooks] = ['API keys', 'Webhooks'].map((name) => page.getByRole('region', { name }));
  await keys!.getByText('No keys yet.').waitFor();
  await webhooks!.getByText('No endpoints yet.').waitFor();
  await page.route(/\/(api_keys|webhook_endpoints)$/, async (route) => {
    if (route.request().method() === 'GET') return route.continue();
    await route.fetch();
    await route.abort();
  });
  await keys!.getByText('Create a key').click();
  await keys!.getByLabel('Name').fill('Sales dashboard');
  await keys!.getByLabel('Current password').fill(PASSWORD);
  await keys!.getByRole('button', { name: 'Create key', exact: true }).click();
  await keys!.getByRole('button', { name: 'Revoke key Sales dashboard' }).waitFor();
  await webhooks!.getByText('Add an endpoint').click();
  await webhooks!.getByLabel('Name').fill('Sales dashboard');
  await webhooks!.getByLabel('URL').fill('https://hooks.invalid/deckle');
  await webhooks!.getByRole('button', { name: 'Add endpoint' }).click();
  await webhooks!.getByRole('button', { name: 'Remove Sales dashboard' }).waitFor();
  await page.context().close();
});
