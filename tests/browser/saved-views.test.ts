/** Saved views of the review queue in a browser: one editor saves and shares a view, and another opens it. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { type Client, createStaff } from '#server/testing/factories.ts';
import { launchBrowser } from './browser.ts';
import { openAs } from './page-driver.ts';

const MINUTE = 60_000;

let server: TestServer;
let browser: Browser;
let editor: Client;
let colleague: Client;
beforeAll(async () => {
  server = await startTestServer({ pages: true });
  browser = await launchBrowser();
  editor = await createStaff(server);
  colleague = await createStaff(server);
}, 3 * MINUTE);
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

const FAILED = 'status=payment_failed&order=oldest';
const queryOf = (url: string) => new URL(url).search;

it('saves a view without its search words, and shares, renames, and deletes it', { timeout: 2 * MINUTE }, async () => {
  const own = await openAs(browser, server, editor);
  await own.open(`/users/promotions?${FAILED}&q=emma`);
  await own.main.getByText('Views', { exact: true }).click();
  await own.waitForText('No views yet');
  await own.fill('Name of the view', 'Chase');
  await own.main.getByLabel('Share with all staff').check();
  await own.press('Save view');
  await own.main.getByText('shared by you').waitFor();
  expect(await own.main.getByLabel('Name of the view').inputValue()).toBe('');

  const other = await openAs(browser, server, colleague);
  await other.open('/users/promotions');
  await other.main.getByText('Views', { exact: true }).click();
  const chase = other.main.getByRole('link', { name: 'Chase' });
  await chase.click();
  await expect.poll(() => queryOf(other.page.url())).toBe(`?${FAILED}`);
  await expect.poll(() => chase.getAttribute('aria-current')).toBe('page');
  expect(await other.main.getByRole('button', { name: 'Change Chase' }).count()).toBe(0);
  await expect.poll(() => other.main.getByLabel('Sort by').inputValue()).toBe('oldest');

  await own.press('Change Chase');
  const dialog = own.page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Chase payments');
  await dialog.getByLabel('Share with all staff').uncheck();
  await own.pressInDialog('Save view');
  await own.main.getByRole('link', { name: 'Chase payments' }).waitFor();
  expect(await own.main.getByText('shared by you').count()).toBe(0);
  await other.page.reload();
  await other.main.getByText('Views', { exact: true }).click();
  await other.waitForText('No views yet');

  await own.press('Delete Chase payments');
  await own.pressInDialog('Delete view');
  await own.waitForText('No views yet');
  expect([...own.consoleProblems, ...other.consoleProblems]).toEqual([]);

  await own.fill('Name of the view', 'Chase');
  await own.press('Save view');
  await own.press('Change Chase');
  await server.deps.db.savedView.deleteMany();
  await own.pressInDialog('Save view');
  await own.waitForText('This view was deleted.');
  await own.waitForText('No views yet');
  for (const { page, close } of [own, other]) {
    await page.goto('about:blank');
    await close();
  }
});

it('lists every view, also when there are more than fit a page of the API', { timeout: MINUTE }, async () => {
  const at = server.deps.now();
  const { id: user_id } = await createStaff(server);
  const filters = { status: 'payment_failed', category_id: null, date_from: null, date_to: null, order: 'oldest' };
  const data = Array.from({ length: 101 }, (_, index) => ({
    ...{ user_id, filters, is_shared: true, created_at: at, updated_at: at },
    name: `View ${String(index + 1).padStart(3, '0')}`,
  }));
  await server.deps.db.savedView.createMany({ data });
  const { page, main, open, close } = await openAs(browser, server, editor);
  await open('/users/promotions');
  await main.getByText('Views', { exact: true }).click();
  await main.getByRole('link', { name: 'View 101' }).waitFor();
  await page.goto('about:blank');
  await close();
});
