/** The main flow through the client of @hey-api/openapi-ts. */
import { type Client, createClient } from '../.cache/hey-api/client/index.js';
import * as api from '../.cache/hey-api/index.js';
import * as flow from './harness.js';
import { check, dataOf, step } from './harness.js';

const clientWith = (headers: flow.Headers = {}): Client => createClient({ baseUrl: flow.BASE, headers });

await flow.run('@hey-api/openapi-ts', async () => {
  const visitor = clientWith();
  const email = flow.addressOf('partner');
  const signUp = await api.partnerAuthSignUp({
    client: visitor,
    body: {
      ...{ email, password: flow.PASSWORD, password_confirmation: flow.PASSWORD },
      ...{ name: 'Ada Quill', partner_type: 'author' },
    },
  });
  check(signUp.data?.data.email === email && signUp.response !== undefined, 'the new account');
  const session = clientWith(flow.sessionIn('partner', signUp.response));
  step('a partner signed up');

  const token = await flow.waitForToken(email, 'verify-email');
  await dataOf(api.partnersVerifyEmail({ client: visitor, body: { token } }));
  step('verified the address');

  const key = await dataOf(
    api.apiKeysCreate({
      client: session,
      body: { name: 'Flow', scopes: ['read', 'book', 'money'], current_password: flow.PASSWORD },
    }),
  );
  const partner = clientWith(flow.bearer(key.secret));
  const card = await dataOf(api.billingAddCard({ client: partner, body: { payment_method_id: 'pm_card_visa' } }));
  step(`created an API key, and added the card ending in ${card.credit_card.last4}`);

  const deal = flow.dealOf(`The Quiet Harbor ${crypto.randomUUID().slice(0, 4)}`);
  const { book } = await dataOf(api.booksCreate({ client: partner, body: deal.book }));
  const { business_date } = await dataOf(api.webSession({ client: visitor }));
  const requested_date = flow.addDays(business_date, 1);
  const { promotion } = await dataOf(
    api.promotionsSubmit({
      client: partner,
      headers: { 'Idempotency-Key': crypto.randomUUID() },
      body: {
        ...deal.prices,
        ...{ book_id: book.id, category_id: 1, requested_date, deal_ends_on: flow.addDays(requested_date, 4) },
      },
    }),
  );
  check(promotion.display_status === 'awaiting review', 'a promotion that awaits review');
  step(`submitted promotion ${promotion.id} for ${requested_date}`);

  const signIn = await api.userAuthSignIn({ client: visitor, body: flow.STAFF });
  check(signIn.response !== undefined, 'a sign-in');
  const staff = clientWith(flow.sessionIn('user', signIn.response));
  const path = { id: promotion.id };
  const approved = await dataOf(api.promotionsApprove({ client: staff, path, body: {} }));
  check(approved.promotion.display_status === 'awaiting promotion date', 'an approved promotion');
  const again = await api.promotionsApprove({ client: staff, path, body: {} });
  check(again.response?.status === 409, 'a second approval to be refused');
  step('staff approved it, and a second approval was refused');

  const reader = flow.addressOf('reader');
  await dataOf(api.readersSignUp({ client: visitor, body: { email: reader, category_ids: [1] } }));
  const confirmation = await flow.waitForToken(reader, 'readers/confirm');
  await dataOf(api.readersConfirm({ client: visitor, body: { token: confirmation } }));
  step('a reader signed up and confirmed');

  await flow.advanceTo('next_cutoff');
  await flow.advanceTo('next_cutoff');
  const [own] = await flow.waitForDealEmails(book.title, reader);
  const sent = await dataOf(api.promotionsShow({ client: partner, path }));
  check(sent.promotion.display_status === 'successfully sent' && own !== undefined, 'a promotion that was sent');
  const store = await flow.clickLink(own, book.title);
  for (const email of (await flow.waitForDealEmails(book.title)).slice(0, 3)) await flow.clickLink(email, book.title);
  step(`the newsletter went out, and its links lead to ${store}`);

  await flow.advanceTo('click_window_end');
  const settled = await dataOf(api.promotionsShow({ client: partner, path }));
  check(settled.promotion.settled_at !== null, 'a settled promotion');
  const clicks = await dataOf(api.paymentsClicks({ client: partner, path }));
  check(clicks.raw > 0, 'clicks');
  const { invoices } = await dataOf(api.billingListInvoices({ client: partner, query: { per: 1 } }));
  step(`settled: ${clicks.raw} clicks, ${clicks.billable} billable, invoiced ${invoices[0]?.total_cents ?? 0} cents`);

  await flow.eventually('its clicks in the export', async () => {
    const { data } = await api.exportsClicks({ client: partner, parseAs: 'text' });
    return String(data).includes(`"promotion_id":${promotion.id}`) ? data : null;
  });
  step('exported its clicks');
});
