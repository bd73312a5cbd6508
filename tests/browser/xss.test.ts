/**
 * Text from partners and staff is displayed but never executed. The pages' Content-Security-Policy, which would block
 * most of it, is disabled in this browser, so that our own rendering is tested. `XSS_PAYLOADS=500` sets the number of
 * payloads.
 */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { bookInput, type Client, createPartner, createStaff, promotionInput } from '#server/testing/factories.ts';
import { RESULTS_PER_PAGE } from '#shared/business.ts';
import { endStreams, launchBrowser } from './browser.ts';
import { signIn } from './crawl.ts';
import { BREAKOUTS, createPayloads, ELEMENTS } from './xss-payloads.ts';

const COUNT = Number(process.env.XSS_PAYLOADS ?? 60);
const PER_PAGE = 20;
const MINUTES = { timeout: 60_000 + COUNT * 2_000 };
const YESTERDAY = '2026-11-30T15:00:00Z';

it('follows every breakout with every element', () => {
  const payloads = createPayloads(ELEMENTS.length * BREAKOUTS.length);
  const pairs = payloads.map((payload, index) => {
    const breakout = BREAKOUTS.findLast((text) => payload.startsWith(text));
    return `${index % ELEMENTS.length} ${breakout}`;
  });
  expect(new Set(pairs).size).toBe(250);
});

describe('user text', () => {
  let server: TestServer;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let staff: Client;
  const executed: string[] = [];
  const batches = Array.from({ length: Math.ceil(COUNT / PER_PAGE) }, (_, index) =>
    createPayloads(COUNT).slice(index * PER_PAGE, (index + 1) * PER_PAGE),
  );

  beforeAll(async () => {
    server = await startTestServer({ pages: true });
    browser = await launchBrowser();
    staff = await createStaff(server);
    context = await browser.newContext({ baseURL: server.url, bypassCSP: true, reducedMotion: 'reduce' });
    await context.exposeFunction('ran', (payload: string) => executed.push(payload));
    page = await context.newPage();
    await endStreams(page);
    context.on('dialog', (dialog) => {
      executed.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  it('is detected when it runs', MINUTES, async () => {
    await page.goto('/about');
    await page.evaluate((html) => document.body.insertAdjacentHTML('beforeend', html), createPayloads(1)[0]!);
    await expect.poll(() => executed).toEqual(['0']);
    executed.length = 0;
  });

  it('is harmless in blog posts', MINUTES, async () => {
    for (const batch of batches) {
      const post = { title: batch[0]!.slice(0, 200), summary: batch.join(' ').slice(0, 500), tag_names: ['x'] };
      const body = batch.flatMap((payload) => [payload, `[a](${payload})`, `![b](${payload})`]).join('\n\n');
      const res = await staff
        .post('/blogs')
        .send({ ...post, body, published_at: YESTERDAY })
        .expect(201);
      await triggerAll(`/blog/${res.body.blog.id}/${res.body.blog.slug}`);
      await triggerAll('/blog');
    }
    expect(executed).toEqual([]);
  });

  it('is harmless in bios, books, and the email preview', MINUTES, async () => {
    const partner = await createPartner(server);
    await signIn(context, server.url, staff.headers);
    for (const [index, batch] of batches.entries()) {
      const words = batch.join('\n');
      const author = { name: `${index} ${batch[1]}`.slice(0, 100), bio: words.slice(0, 2000) };
      const { id: author_id } = (await partner.post('/authors').send(author).expect(201)).body.author;
      const input = {
        title: `${index} ${batch[0]}`.slice(0, 200),
        description: words.slice(0, 4000),
        blurb: batch.join(' ').slice(0, 300),
        author_id,
      };
      const { id } = (await partner.post('/books').send(bookInput(input)).expect(201)).body.book;
      const booking = promotionInput(server, id, { partner_note: words.slice(0, 1000) }, index + 1);
      const promotion = (await partner.post('/promotions').send(booking).expect(201)).body.promotion.id;
      await triggerAll(`/users/promotions/${promotion}/edit`);
      await staff.post(`/promotions/${promotion}/approve`).send({}).expect(200);
      await triggerAll(`/authors/${author_id}`);
      await triggerAll(`/books/${id}`);
      await triggerAll(`/users/books/${id}`);
      // Drafts exist for two weeks only; five hundred payloads need more dates.
      const newsletterKey = { newsletter_date: new Date(booking.requested_date), kind: 'daily' as const };
      await server.deps.db.newsletter.createMany({ data: [newsletterKey], skipDuplicates: true });
      const newsletter = await server.deps.db.newsletter.findFirstOrThrow({ where: newsletterKey });
      await triggerAll(`/users/newsletters/${newsletter.id}`);
      await triggerEmail();
    }
    expect(executed).toEqual([]);
  });

  it('is harmless in reviews of promotion sites', MINUTES, async () => {
    const site = await server.deps.db.promotionSite.findFirstOrThrow();
    for (const batch of batches) {
      const partner = await createPartner(server);
      const review = {
        promotion_site_id: site.id,
        rating: 3,
        title: batch[1]!.slice(0, 120),
        body: batch.join('\n').slice(0, 2000),
      };
      await partner.post('/promotion_site_reviews').send(review).expect(201);
    }
    for (let number = 1; number <= Math.ceil(batches.length / RESULTS_PER_PAGE); number++)
      await triggerAll(`/best-book-promotion-sites/${site.id}?page=${number}`);
    expect(executed).toEqual([]);
  });

  /** Opens a page and triggers the events of its main content. */
  async function triggerAll(path: string) {
    await page.goto(path, { waitUntil: 'networkidle' });
    await triggerIn(page, 'main');
  }

  /** Triggers the events of the previewed email in its own tab, because the preview's sandbox runs no scripts. */
  async function triggerEmail() {
    const html = await page.locator('iframe[title="The email"]').getAttribute('srcdoc');
    expect(html).toContain('window.ran(');
    const tab = await context.newPage();
    await tab.setContent(html!, { waitUntil: 'networkidle' });
    await triggerIn(tab, 'html');
    await tab.close();
  }

  /**
   * Triggers mouse, focus, and toggle events on all descendants of `root`, because some payloads wait for them. Also
   * records dangerous URLs and scripts other than JSON-LD there as executed.
   */
  async function triggerIn(tab: Page, root: 'main' | 'html') {
    await tab.evaluate((scope) => {
      for (const element of document.querySelectorAll(`${scope} *`))
        for (const type of ['mouseover', 'focus', 'pointerenter', 'toggle'])
          element.dispatchEvent(new Event(type, { bubbles: true }));
      const names = ['href', 'src', 'data', 'formaction'];
      const dangerous = [...document.querySelectorAll(`${scope} *`)].filter((element) =>
        names.some((name) =>
          // Browsers ignore control characters in front of a URL, and tabs and line breaks anywhere in it.
          /^[\0-\x20]*(javascript|data|vbscript):(?!image\/(png|jpeg|webp|gif|svg\+xml))/i.test(
            (element.getAttribute(name) ?? '').replace(/[\t\n\r]/g, ''),
          ),
        ),
      );
      for (const element of dangerous) (window as unknown as { ran(payload: string): void }).ran(element.outerHTML);
      for (const script of document.querySelectorAll(`${scope} script:not([type="application/ld+json"])`))
        (window as unknown as { ran(payload: string): void }).ran(script.outerHTML);
    }, root);
  }
});
