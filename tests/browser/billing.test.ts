/** A partner's money in a real browser: confirming a payment that the bank asks about, and taking the papers home. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { createStaff, PASSWORD } from '#server/testing/factories.ts';
import { chargeOf, createOwed, type Owed, SET_UP_MS } from '#server/testing/owed.ts';
import { launchBrowser, openPage } from './browser.ts';

const LONG = { timeout: 120_000 };

let server: TestServer;
let browser: Browser;
let asked: Owed;
let paid: Owed;
beforeAll(async () => {
  server = await startTestServer({ pages: true });
  [asked, paid] = (await createOwed(server, ['pm_card_authenticationRequired', 'pm_card_visa'])) as [Owed, Owed];
  await chargeOf(asked).expect(422);
  await chargeOf(paid).expect(200);
  await server.settle();
  browser = await launchBrowser();
}, SET_UP_MS);
afterAll(async () => {
  await browser.close();
  await server.close();
});

async function signedIn({ partner }: Owed): Promise<{ page: Page; complaints: string[] }> {
  const { page, complaints } = await openPage(browser, { baseURL: server.url });
  await page.goto('/partners/sign-in');
  await page.getByLabel('Email').fill(partner.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(/dashboard/);
  return { page, complaints };
}

it('the mail’s link leads to the bank’s question and back to a paid invoice', LONG, async () => {
  const { page, complaints } = await signedIn(asked);
  await page.goto(`/partners/billing?confirm=${asked.id}`);
  await page.getByRole('link', { name: 'Confirm payment of $10.00' }).click();
  await page.getByRole('heading', { name: 'Your bank asks' }).waitFor();
  await page.getByRole('button', { name: 'No' }).click();
  await page.getByText('We are unable to authenticate your payment method.').waitFor();
  await page.getByRole('link', { name: 'Confirm payment of $10.00' }).click();
  await page.getByRole('button', { name: 'Yes, it was me' }).click();
  await page.getByText('The charge was successful.').waitFor();
  await page.getByRole('heading', { name: 'To be paid' }).waitFor({ state: 'detached' });
  const found = await server.deps.db.invoice.findFirstOrThrow({ where: { promotion_id: asked.id } });
  expect(found.status).toBe('paid');
  expect(complaints).toEqual([]);
});

it('invoices are saved as PDF and CSV', LONG, async () => {
  const staff = await createStaff(server);
  const refund = { amount_cents: 250, reason: 'The wrong cover was shown.' };
  await staff.post(`/promotions/${paid.id}/refund`).send(refund).expect(200);
  const { page, complaints } = await signedIn(paid);
  await page.goto('/partners/billing');
  await page.getByText('Partly refunded').waitFor();
  await page.locator('main summary').first().click();
  const saved = async (name: RegExp) => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name }).first().click(),
    ]);
    return file.suggestedFilename();
  };
  expect(await saved(/as PDF$/)).toMatch(/^deckle-refund-0000\d\d\.pdf$/);
  expect(await saved(/as CSV$/)).toBe('invoices.csv');
  expect(complaints).toEqual([]);
});
