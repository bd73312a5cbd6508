/** The main flow through openapi-fetch, with types by openapi-typescript. */
import createClient from 'openapi-fetch';
import type { paths } from '../.cache/openapi-typescript/schema.js';
import * as flow from './harness.js';
import { check, dataOf, step } from './harness.js';

const clientWith = (headers: flow.Headers = {}) => createClient<paths>({ baseUrl: flow.BASE, headers });

await flow.run('openapi-typescript and openapi-fetch', async () => {
  const visitor = clientWith();
  const email = flow.addressOf('partner');
  const body = { email, password: flow.PASSWORD, password_confirmation: flow.PASSWORD, name: 'Ada Quill' };
  const signUp = await visitor.POST('/api/v1/partner-auth', { body: { ...body, partner_type: 'author' } });
  check(signUp.data?.data.email === email, 'the new account');
  const session = clientWith(flow.sessionIn('partner', signUp.response));
  step('a partner signed up');

  const token = await flow.waitForToken(email, 'verify-email');
  await dataOf(visitor.POST('/api/v1/partners/verify_email', { body: { token } }));
  step('verified the address');

  const key = await dataOf(
    session.POST('/api/v1/api_keys', {
      body: { name: 'Flow', scopes: ['read', 'book', 'money'], current_password: flow.PASSWORD },
    }),
  );
  const partner = clientWith(flow.bearer(key.secret));
  const card = await dataOf(partner.POST('/api/v1/credit_cards', { body: { payment_method_id: 'pm_card_visa' } }));
  step(`created an API key, and added the card ending in ${card.credit_card.last4}`);

  const deal = flow.dealOf(`The Quiet Harbor ${crypto.randomUUID().slice(0, 4)}`);
  const { book } = await dataOf(partner.POST('/api/v1/books', { body: deal.book }));
  const { business_date } = await dataOf(visitor.GET('/api/v1/session'));
  const requested_date = flow.addDays(business_date, 1);
  const { promotion } = await dataOf(
    partner.POST('/api/v1/promotions', {
      params: { header: { 'Idempotency-Key': crypto.randomUUID() } },
      body: {
        ...deal.prices,
        ...{ book_id: book.id, category_id: 1, requested_date, deal_ends_on: flow.addDays(requested_date, 4) },
      },
    }),
  );
  check(promotion.display_status === 'awaiting review', 'a promotion that awaits review');
  step(`submitted promotion ${promotion.id} for ${requested_date}`);

  const signIn = await visitor.POST('/api/v1/user-auth/sign_in', { body: flow.STAFF });
  const staff = clientWith(flow.sessionIn('user', signIn.response));
  const path = { id: promotion.id };
  const approved = await dataOf(staff.POST('/api/v1/promotions/{id}/approve', { params: { path }, body: {} }));
  check(approved.promotion.display_status === 'awaiting promotion date', 'an approved promotion');
  const again = await staff.POST('/api/v1/promotions/{id}/approve', { params: { path }, body: {} });
  check(again.response.status === 409, 'a second approval to be refused');
  step('staff approved it, and a second approval was refused');

  const reader = flow.addressOf('reader');
  await dataOf(visitor.POST('/api/v1/readers', { body: { email: reader, category_ids: [1] } }));
  const confirmation = await flow.waitForToken(reader, 'readers/confirm');
  await dataOf(visitor.POST('/api/v1/readers/confirm', { body: { token: confirmation } }));
  step('a reader signed up and confirmed');

  await flow.advanceTo('next_cutoff');
  await flow.advanceTo('next_cutoff');
  const [own] = await flow.waitForDealEmails(book.title, reader);
  const sent = await dataOf(partner.GET('/api/v1/promotions/{id}', { params: { path } }));
  check(sent.promotion.display_status === 'successfully sent' && own !== undefined, 'a promotion that was sent');
  const store = await flow.clickLink(own, book.title);
  for (const email of (await flow.waitForDealEmails(book.title)).slice(0, 3)) await flow.clickLink(email, book.title);
  step(`the newsletter went out, and its links lead to ${store}`);

  await flow.advanceTo('click_window_end');
  const settled = await dataOf(partner.GET('/api/v1/promotions/{id}', { params: { path } }));
  check(settled.promotion.settled_at !== null, 'a settled promotion');
  const clicks = await dataOf(partner.GET('/api/v1/promotions/{id}/clicks', { params: { path } }));
  check(clicks.raw > 0, 'clicks');
  const { invoices } = await dataOf(partner.GET('/api/v1/invoices', { params: { query: { per: 1 } } }));
  step(`settled: ${clicks.raw} clicks, ${clicks.billable} billable, invoiced ${invoices[0]?.total_cents ?? 0} cents`);

  await flow.eventually('its clicks in the export', async () => {
    const { data } = await partner.GET('/api/v1/exports/clicks', { parseAs: 'text' });
    return data?.includes(`"promotion_id":${promotion.id}`) ? data : null;
  });
  step('exported its clicks');
});
