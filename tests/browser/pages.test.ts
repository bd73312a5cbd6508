/**
 * Server-rendered pages: complete without scripts, free of console errors, accessible, never wider than the screen, and
 * cached for visitors.
 */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { createPromotion, createStaff, visitor } from '#server/testing/factories.ts';
import { launchBrowser, openPage } from './browser.ts';
import { crawl } from './crawl.ts';

const PROTECTED = ['/partners/dashboard', '/users/promotions'];

describe('server-rendered pages', () => {
  let server: TestServer;
  let browser: Browser;
  let book: { id: number; slug: string };

  beforeAll(async () => {
    server = await startTestServer({ pages: true });
    browser = await launchBrowser();
    const staff = await createStaff(server);
    const promotion = await createPromotion(server, { book: { title: 'Emma & the “Quiet” Harbor' } });
    book = promotion.book;
    await staff.post(`/promotions/${promotion.id}/approve`).expect(200);
    await server.advanceTo('2026-12-02T18:00:00Z');
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  it('are accessible, log nothing, and fit every screen', { timeout: 120_000 }, async () => {
    const crawlTargets = [
      '/',
      '/ebook-deals',
      '/ebook-deals/free-ebooks',
      `/books/${book.id}/${book.slug}`,
      '/users/sign-in',
      { path: '/no-such-page', status: 404 },
    ];
    expect(await crawl({ browser, baseURL: server.url, crawlTargets })).toEqual([]);
  });

  it('show their deals without any script', { timeout: 60_000 }, async () => {
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL: server.url });
    const page = await context.newPage();
    await page.goto('/ebook-deals');
    await page
      .getByRole('link', { name: /Emma & the “Quiet” Harbor/ })
      .first()
      .click();
    await page.waitForURL(`**/books/${book.id}/${book.slug}`);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Emma & the “Quiet” Harbor');
    await context.close();
  });

  it('redirect a wrong slug permanently to the right one', async () => {
    const response = await fetch(`${server.url}/books/${book.id}/wrong`, { redirect: 'manual' });
    expect(response.status).toBe(301);
    expect(response.headers.get('location')).toBe(`/books/${book.id}/${book.slug}`);
  });

  it('are identical for two visitors while they are cached', async () => {
    const [first, second] = [await fetch(`${server.url}/ebook-deals`), await fetch(`${server.url}/ebook-deals`)];
    expect(await second.text()).toBe(await first.text());
  });

  it.each(PROTECTED)('redirect a visitor of %s to sign in, with the reason', { timeout: 60_000 }, async (path) => {
    const { page, context } = await openPage(browser, { baseURL: server.url });
    await page.goto(path);
    await page.waitForURL(/sign-in/);
    await page.getByText("It looks like you're not signed in. Please sign in before continuing.").waitFor();
    await context.close();
  });

  it('are cached for visitors, unlike the pages of signed-in people and API responses', async () => {
    const first = await fetch(`${server.url}/ebook-deals`);
    expect(first.headers.get('cache-control')).not.toContain('no-store');
    const signedIn = await fetch(`${server.url}/ebook-deals`, { headers: { cookie: 'partner=x' } });
    expect(signedIn.headers.get('cache-control')).toBe('private, no-store');
    expect((await visitor(server).get('/books').expect(200)).headers['cache-control']).toBe('no-store');
  });
});
