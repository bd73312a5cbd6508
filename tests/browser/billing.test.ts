/** A partner's payments in a browser: confirming a payment for the bank, adding a card, and downloading invoices. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { createPartner, createStaff, PASSWORD } from '#server/testing/factories.ts';
import {
  chargeAsPartner,
  createUnpaidPromotions,
  SET_UP_TIMEOUT_MS,
  type UnpaidPromotion,
} from '#server/testing/unpaid-promotions.ts';
import { launchBrowser, openPage } from './browser.ts';

const LONG = { timeout: 120_000 };

let server: TestServer;
let browser: Browser;
let unconfirmed: UnpaidPromotion;
let paid: UnpaidPromotion;
let blocked: UnpaidPromotion;
beforeAll(async () => {
  server = await startTestServer({ pages: true });
  [unconfirmed, paid, blocked] = (await createUnpaidPromotions(server, [
    'pm_card_authenticationRequired',
    'pm_card_visa',
    'pm_card_radarBlock',
  ])) as [UnpaidPromotion, UnpaidPromotion, UnpaidPromotion];
  await chargeAsPartner(unconfirmed).expect(422);
  await chargeAsPartner(paid).expect(200);
  await server.settle();
  browser = await launchBrowser();
}, SET_UP_TIMEOUT_MS);
afterAll(async () => {
  await browser.close();
  await server.close();
});

async function openSignedIn({ partner }: UnpaidPromotion): Promise<{ page: Page; consoleProblems: string[] }> {
  const { page, consoleProblems } = await openPage(browser, { baseURL: server.url });
  await signIn(page, partner.email);
  return { page, consoleProblems };
}

async function signIn(page: Page, email: string) {
  await page.goto('/partners/sign-in');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(/dashboard/);
}

/** Fake of the part of Stripe's script that our form uses: an invisible field, and a setup that succeeds once. */
const STRIPE_JS = `
  const element = { mount() {}, on() {}, once() {}, off() {}, update() {}, destroy() {} };
  const elements = () => ({ create: () => element, getElement: () => element, update() {} });
  let done = false;
  const confirmSetup = async () => {
    if (done) return { error: { message: 'This SetupIntent has already succeeded.' } };
    done = true;
    return { setupIntent: { payment_method: 'pm_card_visa' } };
  };
  const none = async () => ({});
  window.Stripe = () => ({
    elements, confirmSetup, createToken: none, createPaymentMethod: none, confirmCardPayment: none, registerAppInfo() {},
  });
`;

it('a payment that needs confirmation stays in view on other pages of the invoice list', LONG, async () => {
  const { db, now } = server.deps;
  const facts = {
    status: 'paid',
    invoice_type: 'promotion',
    total_cents: 500,
    subtotal_cents: 500,
    lines: [],
  } as const;
  const data = Array.from({ length: 25 }, (_, index) => ({
    ...facts,
    number: 9000 + index,
    date: new Date('2026-11-01'),
    partner_id: unconfirmed.partner.id,
    created_at: now(),
    paid_at: now(),
  }));
  await db.invoice.createMany({ data });
  const { page, consoleProblems } = await openSignedIn(unconfirmed);
  await page.goto(`/partners/billing?confirm=${unconfirmed.id}`);
  await page.getByRole('link', { name: 'Next' }).click();
  await page.getByText(/^Page 2 of/).waitFor();
  await page.getByRole('heading', { name: 'Confirm a payment' }).waitFor();
  await page.goto(`/partners/billing?confirm=${unconfirmed.id}&page=99`);
  await page.getByText('Nothing on this page').waitFor();
  await page.getByRole('link', { name: 'Go to the first page' }).click();
  await page.getByText(/^Page 1 of/).waitFor();
  await page.getByRole('heading', { name: 'Confirm a payment' }).waitFor();
  expect(consoleProblems).toEqual([]);
  await db.invoice.deleteMany({ where: { number: { gte: 9000 } } });
});

it("the email's link leads to the bank's confirmation, after which the invoice is paid", LONG, async () => {
  const { page, consoleProblems } = await openSignedIn(unconfirmed);
  await page.goto(`/partners/billing?confirm=${unconfirmed.id}`);
  await page.getByText('We’ll try again automatically on').waitFor();
  await page.getByRole('heading', { name: 'Confirm a payment' }).waitFor();
  await page.getByRole('link', { name: 'Confirm $10.00 payment' }).first().click();
  await page.getByRole('heading', { name: 'Confirm your payment' }).waitFor();
  await page.getByRole('button', { name: 'Reject payment' }).click();
  await page.getByText('We are unable to authenticate your payment method.').waitFor();
  await page.getByRole('link', { name: 'Confirm $10.00 payment' }).first().click();
  await page.getByRole('button', { name: 'Confirm payment' }).click();
  await page.getByText('The charge was successful.').waitFor();
  await page.getByRole('heading', { name: 'Unpaid' }).waitFor({ state: 'detached' });
  const invoice = await server.deps.db.invoice.findFirstOrThrow({ where: { promotion_id: unconfirmed.id } });
  expect(invoice.status).toBe('paid');
  expect(consoleProblems).toEqual([]);
});

it('an expired card can be renewed, unless the bank refused it for good', LONG, async () => {
  const { id: partner_id } = blocked.partner;
  const setCard = (data: { exp_month?: number; is_card_valid?: boolean; refused_at?: Date | null }) =>
    server.deps.db.creditCard.updateMany({ where: { partner_id }, data: { exp_year: 2026, ...data } });
  const { page } = await openSignedIn(blocked);
  const card = page.getByRole('list', { name: 'Your cards' }).getByRole('listitem');
  await setCard({ exp_month: 11, is_card_valid: false });
  await page.goto('/partners/billing');
  await card.getByText('Expired', { exact: true }).waitFor();
  await card.getByText('If your bank sent a replacement, update the expiration date, or add another card.').waitFor();
  await setCard({ refused_at: server.deps.now() });
  await page.reload();
  await card.getByText('Expired', { exact: true }).waitFor();
  await card.getByText('Please add another card.').waitFor();
  await setCard({ exp_month: 12, is_card_valid: true, refused_at: null });
});

it('a card that the bank declines for good is shown as declined without a reload', LONG, async () => {
  const { page } = await openSignedIn(blocked);
  await page.goto('/partners/billing');
  const card = page.getByRole('list', { name: 'Your cards' }).getByRole('listitem');
  await card.getByText('Default', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Pay $10.00 now' }).click();
  await card.getByText('Declined by your bank', { exact: true }).waitFor();
  await card.getByText('Please add another card.').waitFor();
});

it('a card is confirmed once, even if Stripe’s script fails to load or the first save fails', LONG, async () => {
  const { email } = await createPartner(server, { card: null });
  // Pretends not to be the sandbox, so that the page shows Stripe's card form; the sandbox still responds.
  const { mode, publishableKey } = server.deps.stripe;
  Object.assign(server.deps.stripe, { mode: 'live', publishableKey: 'pk_test_unknown' });
  const context = await browser.newContext({ baseURL: server.url, bypassCSP: true });
  const page = await context.newPage();
  await page.route('https://js.stripe.com/**', (route) => route.abort());
  await signIn(page, email);
  await page.goto('/partners/billing');
  await page.route('**/api/v1/credit_cards', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  await page.getByRole('button', { name: 'Add a card' }).click();
  await page.getByText('Stripe didn’t load. Please check your connection and try again.').waitFor();
  await page.unroute('https://js.stripe.com/**');
  await page.route('https://js.stripe.com/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: STRIPE_JS }),
  );
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('button', { name: 'Add this card' }).click();
  await page.getByText('Could not connect to server').first().waitFor();
  await page.unroute('**/api/v1/credit_cards');
  await page.getByRole('button', { name: 'Add this card' }).click();
  await page.getByText('Your credit card was successfully added!').waitFor();
  await context.close();
  Object.assign(server.deps.stripe, { mode, publishableKey });
});

it('invoices download as PDF and CSV', LONG, async () => {
  const staff = await createStaff(server, 'admin');
  const refund = { amount_cents: 250, reason: 'The wrong cover was shown.' };
  await staff.post(`/promotions/${paid.id}/refund`).send(refund).expect(200);
  const { page, consoleProblems } = await openSignedIn(paid);
  await page.goto('/partners/billing');
  await page.getByText('Partially refunded').waitFor();
  await page.locator('main summary').first().click();
  const download = async (name: RegExp) => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name }).first().click(),
    ]);
    return file.suggestedFilename();
  };
  expect(await download(/^Download PDF of invoice no\./)).toMatch(/^deckle-refund-0000\d\d\.pdf$/);
  expect(await download(/as CSV$/)).toBe('invoices.csv');
  expect(consoleProblems).toEqual([]);
});
