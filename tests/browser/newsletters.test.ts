/** A newsletter as staff see it before and after it is sent. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { type CreatedPromotion, createPromotion, createReader, createStaff } from '#server/testing/factories.ts';
import { launchBrowser, openPage } from './browser.ts';
import { signIn } from './crawl.ts';

const MINUTE = 60_000;
const TODAY = '2026-12-01';

describe('a newsletter, as staff see it,', { timeout: 2 * MINUTE }, () => {
  let server: TestServer;
  let browser: Browser;
  let page: Page;
  let consoleProblems: string[];
  let promotion: CreatedPromotion;
  let id: number;
  let email: string;

  beforeAll(async () => {
    server = await startTestServer({ pages: true });
    browser = await launchBrowser();
    const staff = await createStaff(server);
    promotion = await createPromotion(server, { book: { title: 'Silas Marner' } });
    const today = { requested_date: new Date(TODAY) };
    await server.deps.db.promotion.update({ where: { id: promotion.id }, data: today });
    await staff.post(`/promotions/${promotion.id}/approve`).expect(200);
    ({ email } = await createReader(server));
    await createReader(server);
    await createPromotion(server, { requested_date: '2026-12-02', book: { title: 'Romola' } });
    const key = { newsletter_date: new Date(TODAY), kind: 'daily' as const };
    ({ id } = await server.deps.db.newsletter.findFirstOrThrow({ where: key }));
    ({ page, consoleProblems } = await openPage(browser, { baseURL: server.url }));
    await signIn(page.context(), server.url, staff.headers);
  }, 3 * MINUTE);
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  /** Checks that the page isn't wider than the screen. With PICTURES=<folder>, also takes screenshots. */
  async function expectFitsScreen(name: string) {
    for (const scheme of ['light', 'dark'] as const)
      for (const width of [1280, 390]) {
        await page.emulateMedia({ colorScheme: scheme });
        await page.setViewportSize({ width, height: 900 });
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
        if (process.env.PICTURES)
          await page.screenshot({ path: `${process.env.PICTURES}/${name}-${scheme}-${width}.png`, fullPage: true });
      }
    await page.setViewportSize({ width: 1280, height: 900 });
  }

  it('shows its free slots and promotions to review in the list', async () => {
    await page.goto('/users/newsletters');
    await page.getByText(/^0 promotions, \d+ slots left, 1 to review$/).waitFor();
    await page.getByText('0 promotions so far').first().waitFor();
    await expectFitsScreen('newsletters');
  });

  it('begins with what will be sent, and previews it as one reader', async () => {
    await page.goto(`/users/newsletters/${id}`);
    const main = page.getByRole('main');
    await main.getByRole('heading', { name: 'Silas Marner' }).waitFor();
    const deal = (await main.getByRole('heading', { name: 'Silas Marner' }).boundingBox())!;
    const button = (await main.getByRole('button', { name: 'Close and send now' }).boundingBox())!;
    expect(deal.y).toBeLessThan(button.y);

    const field = main.getByLabel('Preview as a reader');
    await field.fill('nobody@example.test');
    await main.getByRole('button', { name: 'Show this reader’s email' }).click();
    await main.getByText('No reader has this ID or address.').waitFor();
    await field.fill(email);
    await main.getByRole('button', { name: 'Show this reader’s email' }).click();
    const reader = await server.deps.db.reader.findFirstOrThrow({ where: { email } });
    await main.getByText(`This is how reader ${reader.id}’s email would look.`).waitFor();
    await page.frameLocator('iframe[title="The email"]').getByRole('link', { name: 'Silas Marner' }).first().waitFor();
    await server.deps.db.reader.update({ where: { id: reader.id }, data: { free_only: true } });
    await page.reload();
    await field.fill(String(reader.id));
    await main.getByRole('button', { name: 'Show this reader’s email' }).click();
    await main.getByText('No email for this reader').waitFor();
    await field.waitFor({ state: 'hidden' });
    await server.deps.db.reader.update({ where: { id: reader.id }, data: { free_only: false } });
  });

  it('shows the number of deals and readers before it is closed, and asks for the date', async () => {
    await page.getByRole('button', { name: 'Close and send now' }).click();
    const dialog = page.getByRole('dialog', { name: 'Close and send it now?' });
    await dialog.getByText('1 deal will go to 2 readers.').waitFor();
    const send = dialog.getByRole('button', { name: 'Close and send', exact: true });
    expect(await send.getAttribute('aria-disabled')).toBe('true');
    await expectFitsScreen('closing');
    await dialog.getByLabel(`Type ${TODAY} to confirm`).fill('2026-12-02');
    await page.keyboard.press('Control+Enter');
    expect(await send.getAttribute('aria-disabled')).toBe('true');
    const colleague = await page.context().newPage();
    await colleague.goto(`/users/newsletters/${id}`);
    await colleague.getByRole('button', { name: 'Close and send now' }).click();
    const theirs = colleague.getByRole('dialog', { name: 'Close and send it now?' });
    await theirs.getByLabel(`Type ${TODAY} to confirm`).fill(TODAY);
    await dialog.getByLabel(`Type ${TODAY} to confirm`).fill(TODAY);
    await send.click();
    await page.getByText('The newsletter is closed and is going out now.').waitFor();
    await theirs.getByRole('button', { name: 'Close and send', exact: true }).click();
    await colleague.getByText('This newsletter is already closed.').waitFor();
    await theirs.waitFor({ state: 'detached' });
    await colleague.close();
    await server.settle();
    await page.getByText('2 delivered').waitFor();
  });

  it('counts the clicks so far after the send', async () => {
    await page.reload();
    await page.getByText('0 so far; final 72 hours after sending').waitFor();
    const hour = new Date('2026-12-01T15:00:00Z');
    const rollup = { promotion_id: promotion.id, hour, store: 'amazon', source: 'newsletter', clicks: 7 } as const;
    await server.deps.db.clickRollup.create({ data: rollup });
    await page.getByText('7 so far; final 72 hours after sending').waitFor({ timeout: 20_000 });
    await expectFitsScreen('newsletter-sent');
    expect(consoleProblems).toEqual([]);
  });
});
