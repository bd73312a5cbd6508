/** Newsletters held by a restore, in a browser: what staff see, and an administrator's answer. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { createStaff, PASSWORD } from '#server/testing/factories.ts';
import { parseDate } from '#shared/dates.ts';
import { launchBrowser, openPage } from './browser.ts';

const MINUTE = 60_000;
let server: TestServer;
let browser: Browser;
beforeAll(async () => {
  server = await startTestServer({ now: new Date('2026-12-05T20:00:00Z'), pages: true, demo: true });
  browser = await launchBrowser();
  for (const kind of ['daily', 'weekly'] as const)
    await server.deps.db.newsletter.upsert({
      where: { newsletter_date_kind: { newsletter_date: parseDate('2026-12-05'), kind } },
      create: { newsletter_date: parseDate('2026-12-05'), kind, held_at: server.deps.now() },
      update: { status: 'draft', held_at: server.deps.now() },
    });
}, 2 * MINUTE);
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

async function openAdminHome(role: 'admin' | 'editor'): Promise<Page> {
  const { page } = await openPage(browser, { baseURL: server.url });
  await page.goto('/u/users/sign_in');
  await page
    .getByRole('main')
    .getByLabel('Email')
    .fill((await createStaff(server, role)).headers.uid!);
  await page.getByRole('main').getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('**/u');
  await page.getByRole('region', { name: /newsletters? sent\?$/ }).waitFor();
  return page;
}

it('asks an administrator whether held newsletters were sent, and tells editors whom to ask', {
  timeout: MINUTE,
}, async () => {
  const editor = await openAdminHome('editor');
  const panel = (page: Page) => page.getByRole('region', { name: /newsletters? sent\?$/ });
  await panel(editor).getByText('Ask an administrator to mark them as sent or not sent.').waitFor();
  expect(await panel(editor).getByRole('button').count()).toBe(0);

  const admin = await openAdminHome('admin');
  const answer = async (name: RegExp, label: 'Mark as sent' | 'Mark as not sent') => {
    await panel(admin).getByRole('group', { name }).getByRole('button', { name: label }).click();
    await admin.getByRole('dialog').getByRole('button', { name: label }).click();
  };
  await answer(/weekly newsletter for Saturday December 5th, 2026/, 'Mark as not sent');
  await admin.getByText('Mark the daily newsletters up to this date first').first().waitFor();
  await answer(/daily newsletter for Saturday December 5th, 2026/, 'Mark as sent');
  await panel(admin).getByRole('group', { name: /daily/ }).waitFor({ state: 'detached' });
  await answer(/weekly/, 'Mark as sent');
  await panel(admin).waitFor({ state: 'detached' });
  expect(await server.deps.db.newsletter.count({ where: { held_at: { not: null } } })).toBe(0);
});
