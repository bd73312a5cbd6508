/** What staff know about a partner, in a browser: notes beside a decision. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { type Client, type CreatedPromotion, createPromotion, createStaff } from '#server/testing/factories.ts';
import { launchBrowser, openPage } from './browser.ts';
import { signIn } from './crawl.ts';

const MINUTE = 60_000;

describe('what staff know about a partner', { timeout: 2 * MINUTE }, () => {
  let server: TestServer;
  let browser: Browser;
  let editor: Client & { id: number };
  let promotion: CreatedPromotion;
  const complaints: string[][] = [];

  beforeAll(async () => {
    server = await startTestServer({ pages: true });
    browser = await launchBrowser();
    editor = await createStaff(server);
    promotion = await createPromotion(server, { requested_date: '2026-12-10', book: { title: 'Silas Marner' } });
  }, 3 * MINUTE);
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  async function open(path: string, as: Client = editor) {
    const opened = await openPage(browser, { baseURL: server.url });
    complaints.push(opened.complaints);
    await signIn(opened.context, server.url, as.headers);
    await opened.page.goto(path);
    return opened.page;
  }

  it('includes notes beside a decision, which only their author can delete', async () => {
    const page = await open('/users/promotions');
    const notes = page.getByRole('region', { name: 'Internal notes' });
    await notes.getByText('No notes yet.').waitFor();
    await notes.getByRole('button', { name: 'Add a note' }).click();
    await notes.getByLabel('Note about this promotion').fill('Call first.\n\nThen approve.');
    await notes.getByRole('button', { name: 'Save the note' }).click();
    await notes.getByText('Then approve.').waitFor();

    const other = await open(`/users/promotions/${promotion.id}/edit`, await createStaff(server));
    const theirs = other.getByRole('region', { name: 'Internal notes' });
    await theirs.getByText('Call first.').waitFor();
    expect(await theirs.getByRole('button', { name: /^Delete/ }).count()).toBe(0);
    await other.context().close();

    await notes.getByRole('button', { name: /^Delete the note of/ }).click();
    await notes.getByRole('button', { name: 'Delete the note', exact: true }).click();
    await notes.getByText('No notes yet.').waitFor();
    await page.context().close();
  });

  it('leaves no console errors', () => {
    expect(complaints.flat()).toEqual([]);
  });
});
