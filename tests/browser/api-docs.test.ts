/** The API documentation in a browser: it shows every call, and its Content-Security-Policy blocks nothing it needs. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { OPERATIONS } from '#shared/api/operations.ts';
import { launchBrowser, openPage } from './browser.ts';

let server: TestServer;
let browser: Browser;
beforeAll(async () => {
  server = await startTestServer();
  browser = await launchBrowser();
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

it('lists every group, and opens a group and an operation', async () => {
  const { page, context, complaints } = await openPage(browser, { baseURL: server.url });
  await page.goto('/api/docs');
  const groups = [...new Set(OPERATIONS.map(({ path }) => /^\/(?:api\/v1\/)?([\w-]+)/.exec(path)![1]))];
  await expect.poll(() => page.locator('.opblock-tag').count(), { timeout: 60_000 }).toBe(groups.length);
  await page.locator('#operations-tag-addons').click();
  await page.locator('#operations-addons-GET_addons button.opblock-summary-control').click();
  const statuses = page.locator('.opblock.is-open .responses-table .response-col_status');
  await expect
    .poll(() => statuses.allInnerTexts(), { timeout: 30_000 })
    .toEqual(['Code', '200', '400', '401', '403', '409', '413', '422', '429', '500', '503']);
  expect(complaints).toEqual([]);
  await context.close();
}, 120_000);
