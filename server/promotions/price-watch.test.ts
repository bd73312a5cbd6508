/** Prices of approved promotions at their stores: fetches, the partner's confirmations, and warnings. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { unavailable } from '#server/platform/errors.ts';
import { START, startTestServer, type TestServer } from '#server/testing/app.ts';
import {
  type Client,
  createPromotion,
  createStaff,
  freezeWithReaders,
  insertPartners,
  type PartnerClient,
} from '#server/testing/factories.ts';
import type { StoreData } from '#shared/books.ts';
import { checkPrices } from './price-sweep.ts';

const ASIN = 'B0ABCDEFGH';
const DATE = '2026-12-10';

let server: TestServer;
let partner: PartnerClient;
let other: PartnerClient;
let id: number;
/** Amazon’s answer: a price, none, or an error. */
let price_cents: number | null | Error;
let lookups: string[];

beforeAll(async () => {
  server = await startTestServer();
  server.deps.bookData.lookup = async (asin) => {
    lookups.push(asin);
    if (price_cents instanceof Error) throw price_cents;
    return { asin, title: 'The Quiet Harbor', price_cents } as StoreData;
  };
});
afterAll(() => server.close());
beforeEach(async () => {
  server.clock.set(START);
  await server.deps.db.storeLookup.deleteMany();
  await server.deps.db.priceCheck.deleteMany();
  await server.deps.db.promotion.updateMany({
    where: { cancelled_at: null },
    data: { cancelled_at: START, cancelled_by: 'user' },
  });
  await server.deps.db.newsletterPromotionCount.updateMany({ data: { promotions_in_total: 0 } });
  [partner, other] = (await insertPartners(server, 2)) as [PartnerClient, PartnerClient];
  ({ id } = await createPromotion(server, { partner, requested_date: DATE, deal_ends_on: '2026-12-13' }));
  await (await createStaff(server)).post(`/promotions/${id}/approve`).send({}).expect(200);
  [price_cents, lookups] = [99, []];
});

const watch = async (client: Client = partner) =>
  (await client.get(`/promotions/${id}/price_watch`).expect(200)).body.price_watch;
const states = async () =>
  (await watch()).stores.map(({ store, state }: { store: string; state: string }) => `${store} ${state}`);
const confirm = (store: string, client: Client = partner) =>
  client.post(`/promotions/${id}/confirm_price`).send({ store });
const check = () => checkPrices(server.deps);
const warningSubjects = async () =>
  (await server.emailsTo(partner.email)).map(({ subject }) => subject).filter((one) => one.includes('too high'));

it('watches from three days before the newsletter until the deal ends', async () => {
  server.clock.set(new Date('2026-12-07T06:59:59Z'));
  await check();
  expect([await watch(), lookups]).toEqual([null, []]);
  expect((await confirm('kobo').expect(409)).body.errors.base).toEqual([
    'You can confirm prices of an approved promotion from three days before the newsletter until its deal ends.',
  ]);
  server.clock.set(new Date('2026-12-07T07:00:00Z'));
  await check();
  const at = '2026-12-07T07:00:00.000Z';
  const expected = {
    promised_cents: 99,
    due_at: '2026-12-10T17:00:00.000Z',
    stores: [
      { store: 'amazon', state: 'right', price_cents: 99, at, confirmed_at: null, is_fetched: true },
      { store: 'kobo', state: 'unknown', price_cents: null, at: null, confirmed_at: null, is_fetched: false },
    ],
  };
  expect([await watch(), await watch(await createStaff(server))]).toEqual([expected, expected]);
  await other.get(`/promotions/${id}/price_watch`).expect(404);
  server.clock.set(new Date('2026-12-14T06:59:59Z'));
  expect(await watch()).not.toBeNull();
  server.clock.set(new Date('2026-12-14T07:00:00Z'));
  expect(await watch()).toBeNull();
});

it('takes the partner’s word for a store other than Amazon, until the deal price is lowered', async () => {
  server.clock.set(new Date('2026-12-08T12:00:00Z'));
  await confirm('kobo', other).expect(404);
  await confirm('kobo', await createStaff(server)).expect(403);
  expect((await confirm('ibooks').expect(422)).body.errors.store).toEqual(['isn’t one of this promotion’s stores']);
  const res = await confirm('kobo').expect(200);
  expect(res.body.price_watch.stores[1]).toEqual({
    ...{ store: 'kobo', state: 'confirmed', price_cents: null, is_fetched: false },
    ...{ at: '2026-12-08T12:00:00.000Z', confirmed_at: '2026-12-08T12:00:00.000Z' },
  });
  await partner.patch(`/promotions/${id}`).send({ sale_price_cents: 50 }).expect(200);
  expect(await states()).toEqual(['amazon unknown', 'kobo unknown']);
});

it('lets the partner, and nobody else, take a confirmation back', async () => {
  server.clock.set(new Date('2026-12-08T12:00:00Z'));
  await confirm('amazon').expect(200);
  await confirm('kobo').expect(200);
  const undo = (client: Client = partner) => client.post(`/promotions/${id}/unconfirm_price`).send({ store: 'kobo' });
  await undo(other).expect(404);
  await undo(await createStaff(server)).expect(403);
  expect(await states()).toEqual(['amazon confirmed', 'kobo confirmed']);
  expect((await undo().expect(200)).body.price_watch.stores[1].state).toBe('unknown');
  expect(await states()).toEqual(['amazon confirmed', 'kobo unknown']);
});

it('says which prices it looks up', async () => {
  const fetched = async () =>
    (await watch()).stores
      .filter(({ is_fetched }: { is_fetched: boolean }) => is_fetched)
      .map(({ store }: { store: string }) => store);
  server.clock.set(new Date('2026-12-08T12:00:00Z'));
  expect(await fetched()).toEqual(['amazon']);
  price_cents = null;
  await check();
  expect(await fetched()).toEqual([]);
  price_cents = 99;
  server.clock.set(new Date('2026-12-08T18:00:00Z'));
  await check();
  expect(await fetched()).toEqual(['amazon']);
  server.deps.bookData.isConfigured = false;
  expect(await fetched()).toEqual([]);
  server.deps.bookData.isConfigured = true;
});

it('lets a fetched price override the partner’s confirmation, and shows both', async () => {
  server.clock.set(new Date('2026-12-08T12:00:00Z'));
  await confirm('amazon').expect(200);
  expect(await states()).toEqual(['amazon confirmed', 'kobo unknown']);
  price_cents = 499;
  server.clock.set(new Date('2026-12-08T12:05:00Z'));
  await check();
  expect((await watch(await createStaff(server))).stores[0]).toMatchObject({
    ...{ state: 'too_high', price_cents: 499, at: '2026-12-08T12:05:00.000Z' },
    confirmed_at: '2026-12-08T12:00:00.000Z',
  });
});

it('fetches each price in one process only, every six hours, and hourly while it is wrong', async () => {
  server.clock.set(new Date('2026-12-08T12:00:00Z'));
  await Promise.all([check(), check(), check(), check()]);
  expect(lookups).toEqual([ASIN]);
  server.clock.set(new Date('2026-12-08T17:59:59Z'));
  await check();
  expect(lookups).toHaveLength(1);
  price_cents = 499;
  server.clock.set(new Date('2026-12-08T18:00:00Z'));
  await check();
  server.clock.set(new Date('2026-12-08T19:00:00Z'));
  await check();
  expect(lookups).toHaveLength(3);
});

it('waits longer after each failure, and keeps the last price', async () => {
  server.clock.set(new Date('2026-12-08T12:00:00Z'));
  await check();
  price_cents = unavailable('Amazon isn’t responding right now.');
  for (const minutes of [0, 9, 10, 29, 30]) {
    server.clock.set(new Date(Date.parse('2026-12-08T18:00:00Z') + minutes * 60_000));
    await check();
  }
  expect(lookups).toHaveLength(4);
  expect(await states()).toEqual(['amazon right', 'kobo unknown']);
});

it('emails about a wrong price at eight the evening before, and once the next morning', async () => {
  price_cents = 499;
  await server.advanceTo('2026-12-10T02:59:00Z');
  expect(await warningSubjects()).toEqual([]);
  await server.advanceTo('2026-12-10T03:00:00Z');
  const email = (await server.emailsTo(partner.email)).find(({ subject }) => subject.includes('too high'))!;
  expect(email.subject).toBe('The price of The Quiet Harbor at Amazon is too high');
  expect(email.text).toContain('it cost more at Amazon ($4.99)');
  expect(email.text).toContain('We can’t look up your price at Kobo.');
  const counts = [];
  for (const time of ['08:00', '13:59', '15:00', '16:30', '17:30', '19:00']) {
    server.clock.set(new Date(`2026-12-10T${time}:00Z`));
    await Promise.all([check(), check()]);
    counts.push((await warningSubjects()).length);
  }
  expect(counts).toEqual([1, 1, 2, 2, 2, 2]);
});

it('sends nothing if the price is corrected in time', async () => {
  price_cents = 499;
  server.clock.set(new Date('2026-12-08T12:00:00Z'));
  await check();
  price_cents = 99;
  await server.advanceTo('2026-12-10T12:00:00Z');
  await check();
  expect([await states(), await warningSubjects()]).toEqual([['amazon right', 'kobo unknown'], []]);
});

it('emails about a price that goes up during the deal: by day, once a day, and until the deal ends', async () => {
  server.clock.set(new Date('2026-12-08T12:00:00Z'));
  await check();
  price_cents = 499;
  const counts = [];
  for (const time of ['10T17:00', '10T19:00', '11T06:00', '11T13:30', '11T14:30', '11T20:00', '13T14:30', '14T20:00']) {
    server.clock.set(new Date(`2026-12-${time}:00Z`));
    await check();
    counts.push((await warningSubjects()).length);
  }
  expect(counts).toEqual([1, 1, 1, 1, 2, 2, 3, 3]);
  const email = (await server.emailsTo(partner.email)).find(({ subject }) => subject.includes('too high'))!;
  expect(email.text).toContain('lists your book at $0.99 until Sunday December 13th, 2026');
  expect(email.text).not.toContain('move the promotion');
});

it('watches again, without the old price, after the promotion was canceled and approved again', async () => {
  price_cents = 499;
  server.clock.set(new Date('2026-12-08T12:00:00Z'));
  await check();
  const { db } = server.deps;
  await db.promotion.update({ where: { id }, data: { cancelled_at: server.deps.now(), cancelled_by: 'user' } });
  server.clock.set(new Date('2026-12-08T14:00:00Z'));
  await check();
  await db.promotion.update({ where: { id }, data: { cancelled_at: null, cancelled_by: null } });
  expect((await states())[0]).toBe('amazon unknown');
  price_cents = 99;
  await check();
  expect((await states())[0]).toBe('amazon right');
});

it('looks up a book whose ASIN is added later', async () => {
  const { book_id, reviewed_store_urls } = await server.deps.db.promotion.findUniqueOrThrow({ where: { id } });
  const urls = { ...(reviewed_store_urls as object), amazon: 'https://www.amazon.com/shops/harbor' };
  await server.deps.db.promotion.update({ where: { id }, data: { reviewed_store_urls: urls } });
  await server.deps.db.book.update({ where: { id: book_id }, data: { asin: null } });
  server.clock.set(new Date('2026-12-08T12:00:00Z'));
  await check();
  expect(lookups).toEqual([]);
  await server.deps.db.book.update({ where: { id: book_id }, data: { asin: ASIN } });
  server.clock.set(new Date('2026-12-08T13:00:00Z'));
  await check();
  expect(lookups).toEqual([ASIN]);
});

it.each(['https://www.amazon.co.uk/dp/B0ABCDEFGH', 'https://amzn.to/3abcdef'])(
  'doesn’t judge %s by the price in US dollars',
  async (amazon) => {
    price_cents = 499;
    server.clock.set(new Date('2026-12-08T12:00:00Z'));
    await check();
    expect(await states()).toEqual(['amazon too_high', 'kobo unknown']);
    const { reviewed_store_urls } = await server.deps.db.promotion.findUniqueOrThrow({ where: { id } });
    const urls = { ...(reviewed_store_urls as object), amazon };
    await server.deps.db.promotion.update({ where: { id }, data: { reviewed_store_urls: urls } });
    server.clock.set(new Date('2026-12-08T13:00:00Z'));
    await check();
    expect([await states(), lookups]).toEqual([['amazon unknown', 'kobo unknown'], [ASIN]]);
  },
);

it('doesn’t watch canceled promotions', async () => {
  server.clock.set(new Date('2026-12-08T12:00:00Z'));
  await partner.post(`/promotions/${id}/cancel_approved`).send({}).expect(200);
  await check();
  expect([await watch(), lookups]).toEqual([null, []]);
});

it('neither fetches prices for a closed account nor warns it', async () => {
  price_cents = 499;
  server.clock.set(new Date('2026-12-08T12:00:00Z'));
  await check();
  expect(lookups).toEqual([ASIN]);
  await server.deps.db.partner.update({ where: { id: partner.id }, data: { deleted_at: START } });
  await server.advanceTo('2026-12-10T03:00:00Z');
  server.clock.set(new Date('2026-12-10T18:00:00Z'));
  await check();
  await check();
  expect([await warningSubjects(), lookups]).toEqual([[], [ASIN]]);
  expect(await server.deps.db.priceCheck.findFirst({ where: { promotion_id: id } })).toMatchObject({
    next_check_at: null,
  });
});

it('says that a newsletter that staff closed early can’t be changed anymore', async () => {
  price_cents = 499;
  server.clock.set(new Date('2026-12-10T15:30:00Z'));
  await freezeWithReaders(server, DATE);
  server.clock.set(new Date('2026-12-10T16:05:00Z'));
  await check();
  const email = (await server.emailsTo(partner.email)).find(({ subject }) => subject.includes('too high'))!;
  expect(email.text).toContain('lists your book at $0.99');
  expect(email.text).not.toContain('move the promotion');
  expect((await watch()).due_at).toBe('2026-12-10T15:30:00.000Z');
});
