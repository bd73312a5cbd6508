/** Imports of readers in a browser: a dry run, the import, its undo, and an interrupted upload. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { createStaff } from '#server/testing/factories.ts';
import { launchBrowser } from './browser.ts';
import { signIn } from './crawl.ts';

let server: TestServer;
let browser: Browser;
beforeAll(async () => {
  server = await startTestServer({ pages: true });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await server.close();
});

const FILE =
  'Email Address,OPTIN_TIME,CONFIRM_TIME,TAGS\n' +
  'ann@example.org,2024-01-01,2024-01-02,Cozy mysteries\n' +
  'bob@example.org,,,Sci-Fi\n' +
  'info@example.org,2024-01-01,2024-01-02,\n';

it('imports a file after a dry run, and undoes the import', { timeout: 120_000 }, async () => {
  const admin = await createStaff(server, 'admin');
  const context = await browser.newContext({ baseURL: server.url, viewport: { width: 1280, height: 900 } });
  await signIn(context, server.url, admin.headers as never);
  const page = await context.newPage();
  await page.goto('/users/imports');
  await page.getByText('No imports yet').waitFor();
  await page.setInputFiles('input[type=file]', {
    name: 'audience.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(FILE),
  });
  await page.getByText('We recognized a Mailchimp export.').waitFor();
  await page.getByLabel('How did these readers consent?').fill('Sign-up form of The Free Shelf');
  const runJobsAndWaitFor = async (text: string) => {
    await server.settle();
    await page.getByText(text).first().waitFor();
  };
  await page.getByRole('button', { name: 'Check the file' }).click();
  await page.getByText('The dry run has started.').waitFor();
  await runJobsAndWaitFor('Checked, nothing imported yet');
  await page.getByText('The address belongs to a role, such as info@, not to a person.').waitFor();
  expect(await server.deps.db.reader.count()).toBe(0);
  for (const [width, scheme] of [
    [390, 'light'],
    [1280, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: scheme });
    // The sidebar is animated, so the page may be too wide for a moment.
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
  // This dry run didn't include the suggested genres, so the file has to be checked again.
  expect(await page.getByRole('button', { name: 'Import 2 readers' }).count()).toBe(0);
  const secondCheck = page.waitForResponse(/\/check$/);
  await page.getByRole('button', { name: 'Check the file again' }).click();
  await secondCheck;
  await server.settle();
  const start = page.getByRole('button', { name: 'Import 2 readers' });
  await start.waitFor();
  // The section is closed only if the screen saw the check running.
  const section = page.locator('details', { hasText: 'Columns, consent, and genres' });
  if ((await section.getAttribute('open')) === null) await section.locator('summary').first().click();
  const column = page.getByLabel('TAGS', { exact: true });
  await column.focus();
  await column.selectOption('Ignore');
  await page.getByText('Check the file again').first().waitFor();
  await column.selectOption('Genres');
  await start.waitFor();
  await column.and(page.locator(':focus')).waitFor();
  await start.click();
  await page.getByText('The import has started.').waitFor();
  await runJobsAndWaitFor('Must confirm first');
  const imported = await server.deps.db.reader.findFirstOrThrow({
    where: { status: 'active' },
    include: { categories: { include: { category: true } } },
  });
  expect(imported.categories.map(({ category }) => category.name)).toEqual(['Cozy Mystery']);
  await page.getByRole('button', { name: 'Undo import' }).click();
  await page.getByText('Undo this import? 2 readers will be removed.').waitFor();
  await page.getByRole('button', { name: 'Keep import' }).click();
  // A reader who has changed something is kept.
  const changeAt = (updated_at: Date) =>
    server.deps.db.reader.update({ where: { id: imported.id }, data: { updated_at } });
  await changeAt(new Date(imported.created_at.getTime() + 1000));
  await page.getByRole('button', { name: 'Undo import' }).click();
  await page.getByText('Undo this import? 1 reader will be removed.').waitFor();
  await changeAt(imported.created_at);
  const undone = page.waitForResponse(/\/undo$/);
  await page.getByRole('button', { name: 'Undo import' }).click();
  await undone;
  await runJobsAndWaitFor('Removed');
  await server.settle();
  expect(await server.deps.db.reader.count()).toBe(0);
});

it('continues an interrupted upload of the same file, and names the columns it guessed', {
  timeout: 120_000,
}, async () => {
  const admin = await createStaff(server, 'admin');
  const context = await browser.newContext({ baseURL: server.url, viewport: { width: 1280, height: 900 } });
  await signIn(context, server.url, admin.headers as never);
  const page = await context.newPage();
  await page.goto('/users/imports');
  const text = `Email,Date Downloaded,Page\n${`ann@example.org,2024-01-01,${'a page '.repeat(20)}\n`.repeat(16_000)}`;
  const choose = (content: string) =>
    page.setInputFiles('input[type=file]', { name: 'long.csv', mimeType: 'text/csv', buffer: Buffer.from(content) });
  const offsets: string[] = [];
  let isConnected = false;
  await page.route(/\/parts\?offset=/, (route) => {
    const offset = new URL(route.request().url()).searchParams.get('offset')!;
    if (offset !== '0' && !isConnected) return route.abort();
    offsets.push(offset);
    return route.continue();
  });
  await choose(text);
  await page.getByText('The upload stopped. Choose the same file again to continue it.').waitFor();
  await page.getByText('of the file has arrived. To continue, choose the same file again').waitFor();
  isConnected = true;
  // Another file with the same name and length.
  await choose(text.replace('ann@', 'amy@'));
  await page.getByText('Ready to check').waitFor();
  expect(offsets).toEqual(['0', '0', '1048576', '2097152']);
  offsets.length = 0;
  await choose(text);
  await expect.poll(() => page.getByText('Ready to check').count()).toBe(2);
  expect(offsets).toEqual(['1048576', '2097152']);
  await page.getByText('“Email” as email address, “Date Downloaded” as consent date, and “Page” as').first().waitFor();
  const stored = await server.deps.db.readerImportPart.findMany({
    where: { import: { file_name: 'long.csv' } },
    orderBy: [{ import_id: 'asc' }, { number: 'asc' }],
  });
  expect(Buffer.concat(stored.slice(0, 3).map(({ bytes }) => bytes)).toString()).toBe(text);
  await context.close();
});
