/**
 * Partners as staff see them, in a browser: notes beside a decision, the dossier, and the view of a partner's screens.
 */
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import {
  type Client,
  type CreatedPromotion,
  createPromotion,
  createStaff,
  PASSWORD,
  visitor,
} from '#server/testing/factories.ts';
import { launchBrowser, openPage, removeProblems } from './browser.ts';
import { signIn } from './crawl.ts';

const MINUTE = 60_000;

describe('the partner information for staff', { timeout: 2 * MINUTE }, () => {
  let server: TestServer;
  let browser: Browser;
  let editor: Client & { id: number };
  let promotion: CreatedPromotion;
  const consoleProblems: string[][] = [];

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
  afterEach(async () => {
    for (const context of browser.contexts()) await context.close();
    expect(consoleProblems.splice(0).flat()).toEqual([]);
  });

  async function open(path: string, as: Client = editor) {
    const opened = await openPage(browser, { baseURL: server.url });
    consoleProblems.push(opened.consoleProblems);
    await signIn(opened.context, server.url, as.headers);
    await opened.page.goto(path);
    return opened.page;
  }

  it('includes notes beside a decision, and lets no other editor delete them', async () => {
    const page = await open('/users/promotions');
    const notes = page.getByRole('region', { name: 'Internal notes' });
    await notes.getByText('No notes yet.').waitFor();
    await notes.getByRole('button', { name: 'Add a note' }).click();
    await notes.getByLabel('Note about this promotion').fill('Call first.\n\nThen approve.');
    await notes.getByRole('button', { name: 'Save note' }).click();
    await notes.getByText('Then approve.').waitFor();

    const other = await open(`/users/promotions/${promotion.id}/edit`, await createStaff(server));
    const theirs = other.getByRole('region', { name: 'Internal notes' });
    await theirs.getByText('Call first.').waitFor();
    expect(await theirs.getByRole('button', { name: /^Delete/ }).count()).toBe(0);
    await other.context().close();

    await notes.getByRole('button', { name: /^Delete .+’s note from/ }).click();
    await notes.getByRole('button', { name: 'Delete note', exact: true }).click();
    await notes.getByText('No notes yet.').waitFor();
  });

  it('is on one page, which a search for the partner’s email leads to', async () => {
    const page = await open('/users/promotions?status=all');
    const { email, id } = promotion.partner;
    await page.getByRole('searchbox').fill(email);
    await page.getByRole('button', { name: 'Show promotions' }).click();
    await page.getByText('1 of 1 promotion').waitFor();
    const { name } = await server.deps.db.partner.findUniqueOrThrow({ where: { id } });
    await page.getByRole('article').getByRole('link', { name }).first().click();
    await page.getByRole('heading', { name, level: 1 }).waitFor();
    const region = (title: string) => page.getByRole('region', { name: title });
    await region('Promotions').getByRole('link', { name: 'Silas Marner' }).waitFor();
    await region('Cards').getByText('Visa ending in 4242').waitFor();
    await region('Emails').getByText('Promotion submitted').waitFor();
    await region('Invoices').getByText('No invoices yet.').waitFor();
    await region('Sign-in').getByRole('button', { name: 'Send password reset email' }).click();
    await page.getByText('The partner will get a reset link, unless we sent one in the last five minutes.').waitFor();
    for (const scheme of ['light', 'dark'] as const)
      for (const width of [1280, 390]) {
        await page.emulateMedia({ colorScheme: scheme });
        await page.setViewportSize({ width, height: 900 });
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
        if (process.env.PICTURES)
          await page.screenshot({ path: `${process.env.PICTURES}/dossier-${scheme}-${width}.png`, fullPage: true });
      }
  });

  it('says that sign-in is limited after wrong passwords, until staff reset them', async () => {
    const { email, id } = promotion.partner;
    for (let n = 0; n < 10; n++)
      await visitor(server)
        .post('/partner-auth/sign_in')
        .send({ email, password: `guess ${n}` })
        .expect(401);
    const section = (await open(`/users/partners/${id}`)).getByRole('region', { name: 'Sign-in' });
    await section.getByText('10, sign-in limited').waitFor();
    await section.getByRole('button', { name: 'Reset failed sign-ins' }).click();
    await section.page().getByText('Their failed sign-ins were reset.').waitFor();
    await section.getByText('10, sign-in limited').waitFor({ state: 'hidden' });
  });

  it('includes a view of the partner’s screens that changes nothing', async () => {
    const page = await open(`/users/partners/${promotion.partner.id}`);
    await page.getByRole('button', { name: 'Add a note' }).click();
    const note = page.getByLabel('Note about this partner');
    await note.fill('Half a note');
    await page.getByRole('button', { name: 'View as this partner' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'View as this partner' }).click();
    await page.waitForURL('**/partners/dashboard');
    const banner = page.getByRole('complementary', { name: 'Viewing as a partner' });
    await banner.waitFor();
    await page.goto(`/partners/promotions/${promotion.id}/edit`);
    await page
      .getByRole('heading', { name: /Silas Marner/ })
      .first()
      .waitFor();
    if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/view-as.png` });
    await page.goto('/partners/account');
    const name = page.getByLabel('Name', { exact: true });
    await name.fill('Changed');
    await page.getByRole('button', { name: /^Save/ }).first().click();
    await page.getByText('You’re viewing a partner’s screens, so you can’t change anything.').first().waitFor();
    expect(new URL(page.url()).pathname).toBe('/partners/account');
    page.on('dialog', (dialog) => void dialog.accept());
    await banner.getByRole('button', { name: 'Stop viewing' }).click();
    await page.waitForURL(`**/users/partners/${promotion.partner.id}`);
    await banner.waitFor({ state: 'hidden' });
    expect((await page.context().cookies()).some((cookie) => cookie.name === 'partner')).toBe(false);
    const auditEvents = await server.deps.db.auditEvent.findMany({
      where: { entity: 'partner' },
      orderBy: { id: 'asc' },
    });
    expect(auditEvents.map(({ action }) => action).slice(-2)).toEqual(['view_as', 'end_view_as']);
    await page.getByRole('button', { name: 'View as this partner' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'View as this partner' }).click();
    await banner.waitFor();
    await editor.delete(`/partners/${promotion.partner.id}/view_as`).expect(204);
    // A request by the dashboard may have noticed the end of the view before the click.
    const link = page.getByRole('link', { name: 'Add a promotion' }).first();
    await link.click({ timeout: 3000 }).catch(() => undefined);
    await page.getByText('You’re no longer viewing this partner’s screens.').waitFor();
    await page.waitForURL(`**/users/partners/${promotion.partner.id}`);
    expect(await note.inputValue()).toBe('Half a note');

    await page.getByRole('button', { name: 'View as this partner' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'View as this partner' }).click();
    await banner.waitFor();
    await page.context().clearCookies({ name: 'user' });
    await banner.getByRole('button', { name: 'Stop viewing' }).click();
    await page.waitForURL('**/users/sign-in**');
    expect((await page.context().cookies()).some((cookie) => cookie.name === 'partner')).toBe(false);
    const { name: finalName } = await server.deps.db.partner.findUniqueOrThrow({ where: { id: promotion.partner.id } });
    expect(finalName).not.toBe('Changed');

    // A colleague who signs in next doesn't see the note.
    await page.getByLabel('Email').fill((await createStaff(server)).headers.uid!);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(`**/users/partners/${promotion.partner.id}`);
    await page.getByRole('button', { name: 'Add a note' }).click();
    expect(await note.inputValue()).toBe('');
    await page.context().close();
    removeProblems(consoleProblems.at(-1)!, /status of (401|403)/);
  });
});
