/**
 * The chart of a promotion's clicks in a browser, on the promotion's page and the dashboard: every hour, by keyboard
 * and for screen readers, with the table's numbers.
 */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { launchBrowser, openPage } from './browser.ts';
import { demoAccount, signIn } from './crawl.ts';

let server: TestServer;
let browser: Browser;
beforeAll(async () => {
  server = await startTestServer({ pages: true, demo: true });
  browser = await launchBrowser();
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

const latestPromotion = async (isSettled: boolean) =>
  (
    await server.deps.pool.query<{ id: number }>(
      `select p.id from promotions p join partners on partners.id = partner_id
       where uid = 'partner@deckle.test' and sent_at is not null and (settled_at is not null) = $1
       order by sent_at desc limit 1`,
      [isSettled],
    )
  ).rows[0]!.id;

async function openClicks(id: number) {
  const { page, context, consoleProblems } = await openPage(browser, { width: 390, baseURL: server.url });
  await signIn(context, server.url, (await demoAccount(server, 'partner')).headers);
  await page.goto(`/partners/promotions/${id}/edit`);
  const chart = page.getByRole('slider', { name: /^Clicks by hour/ });
  await chart.waitFor();
  await page.getByText('View clicks by hour').click();
  const rows = await page.getByRole('region', { name: 'Clicks by hour and store' }).locator('tbody tr').all();
  const cells = await Promise.all(rows.map((row) => row.locator('th, td').allTextContents()));
  return { page, context, consoleProblems, chart, cells };
}

it('has a bar and a row for each of the 73 hours that the window touches', { timeout: 60_000 }, async () => {
  const { page, context, consoleProblems, chart, cells } = await openClicks(await latestPromotion(true));
  expect(cells).toHaveLength(73);
  expect(cells.some((row) => row.at(-2) === '0')).toBe(true);
  expect(await page.locator('svg g rect').count()).toBeGreaterThanOrEqual(73);

  await chart.focus();
  const valueAfter = async (key: string) => {
    await page.keyboard.press(key);
    return (await chart.getAttribute('aria-valuetext'))!;
  };
  const expectedParts = ([hour, ...numbers]: string[]) => [
    `${hour}: ${numbers.at(-2)} click`,
    `, ${numbers.at(-1)} since sending`,
  ];
  for (const [key, row] of [
    ['Home', 0],
    ['ArrowRight', 1],
    ['PageDown', 0],
    ['End', 72],
    ['ArrowRight', 72],
    ['PageUp', 72],
    ['ArrowLeft', 71],
  ] as const) {
    const text = await valueAfter(key);
    for (const part of expectedParts(cells[row]!)) expect(text).toContain(part);
  }
  expect(consoleProblems).toEqual([]);
  await context.close();
});

it('has only the hours so far while the promotion runs', { timeout: 60_000 }, async () => {
  const { context, chart, cells } = await openClicks(await latestPromotion(false));
  expect(cells.length).toBeGreaterThan(1);
  expect(cells.length).toBeLessThan(73);
  expect(await chart.getAttribute('aria-valuemax')).toBe(String(cells.length));
  await context.close();
});

it('comes first on the dashboard while the promotion runs, with the typical number of clicks', {
  timeout: 60_000,
}, async () => {
  const { page, context, consoleProblems } = await openPage(browser, { width: 390, baseURL: server.url });
  const partner = await demoAccount(server, 'partner');
  const { body } = await partner.get(`/promotions/${await latestPromotion(false)}`).expect(200);
  await signIn(context, server.url, partner.headers);
  await page.goto('/partners/dashboard');
  const panel = page.getByRole('region', { name: 'Running now' });
  await panel
    .getByText(/^By .* you had \d+ clicks\. Typical for a free book in Science Fiction: \d+, the median/)
    .waitFor();
  expect(await page.locator('main section h2').first().textContent()).toBe('Running now');
  expect(await panel.locator('dd').first().textContent()).toBe(String(body.promotion.clicks_so_far));
  expect(await panel.getByRole('slider').getAttribute('aria-valuetext')).toMatch(/since sending, typically \d+$/);

  await page.goto('/partners/promotions');
  await page.getByText(`${body.promotion.clicks_so_far} clicks so far`).waitFor();
  expect(consoleProblems).toEqual([]);
  await context.close();
});
