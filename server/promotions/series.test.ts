/** Several books of a series, submitted together: all or none. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import {
  createAuthor,
  createBook,
  createPartner,
  type PartnerClient,
  promotionInput,
  tablesChangedBy,
} from '#server/testing/factories.ts';

const TOP_SPOT_ADDON_ID = 1;
let server: TestServer;
let partner: PartnerClient;
let books: number[];
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  partner = await createPartner(server);
  const { id: author_id } = await createAuthor(partner);
  books = [];
  for (const series_number of [1, 2, 3])
    books.push(
      (await createBook(partner, { title: `Part ${series_number}`, author_id, series: 'Harbor', series_number })).id,
    );
});

/** Input for a promotion of the book at `index`, `days` days after the open newsletter. */
const part = (index: number, days: number, input: object = {}) => ({
  ...promotionInput(server, books[index]!, {}, days),
  ...input,
});
const submit = (promotions: object[], more: object = {}) =>
  partner.post('/promotions/series').send({ promotions, ...more });
const count = () => server.deps.db.promotion.count({ where: { partner_id: partner.id } });

it('submits a promotion for each book, with an email each', async () => {
  const { body } = await submit([part(0, 2), part(1, 9), part(2, 16)]).expect(201);
  expect(body.promotions).toMatchObject(
    books.map((book_id) => ({ book_id, display_status: 'awaiting review', book: { id: book_id } })),
  );
  const emails = await server.emailsTo(partner.email);
  expect(emails.filter(({ subject }) => /Part [123]/.test(subject))).toHaveLength(3);
});

it('reports the errors of all promotions, including conflicts between them and with earlier ones, and stores none', async () => {
  await partner.post('/promotions').send(part(2, 3)).expect(201);
  const bad = [part(0, 2), part(1, 2, { sale_price_cents: 499 }), part(2, 20)];
  const changed = await tablesChangedBy(server, async () => {
    const { body } = await submit(bad).expect(422);
    expect(Object.keys(body.errors)).toEqual([
      'promotions.1.sale_price_cents',
      'promotions.1.requested_date',
      'promotions.2.requested_date',
      'full_messages',
    ]);
    expect(body.codes).toEqual(['discount_too_small', 'repeat_too_soon', 'author_twice']);
  });
  expect(changed).toEqual([]);
});

it('shows conflicts in a dry run, which stores nothing', async () => {
  const changed = await tablesChangedBy(server, async () => {
    const { series_check } = (await submit([part(0, 2), part(1, 2)], { dry_run: true }).expect(200)).body;
    expect(series_check.bookable).toBe(false);
    expect(Object.keys(series_check.errors)).toEqual(['promotions.1.requested_date']);
    const good = (await submit([part(0, 2), part(1, 3)], { dry_run: true }).expect(200)).body;
    expect(good).toEqual({ series_check: { bookable: true, errors: {} } });
  });
  expect(changed).toEqual([]);
  expect(await server.emailsTo(partner.email)).toEqual([]);
});

it('reports a missing card once, along with all other problems', async () => {
  await server.deps.db.creditCard.deleteMany({ where: { partner_id: partner.id } });
  const bad = [part(0, 2, { sale_price_cents: 499 }), part(1, 2), part(2, 2)];
  const { series_check } = (await submit(bad, { dry_run: true }).expect(200)).body;
  expect(Object.keys(series_check.errors)).toEqual([
    'promotions.0.sale_price_cents',
    'base',
    'promotions.1.requested_date',
    'promotions.2.requested_date',
  ]);
  expect(series_check.errors.base).toHaveLength(1);
  const { body } = await submit(bad).expect(422);
  expect(body.codes).toEqual(['discount_too_small', 'author_twice', 'no_card']);
  expect(await count()).toBe(0);
  expect(await server.emailsTo(partner.email)).toEqual([]);
});

it('books none when the top spot of one is already taken', async () => {
  const rival = await createPartner(server);
  const { id } = await createBook(rival);
  const top = { addon_ids: [TOP_SPOT_ADDON_ID] };
  await rival
    .post('/promotions')
    .send(promotionInput(server, id, top, 9))
    .expect(201);
  const { body } = await submit([part(0, 2, top), part(1, 9, top)]);
  expect(Object.keys(body.errors)[0]).toMatch(/^promotions\.1\./);
  expect(await count()).toBe(0);
});

it('submits a repeated request once, and only one of several simultaneous requests', async () => {
  const promotions = [part(0, 2), part(1, 9)];
  const key = randomUUID();
  const withKey = () => partner.post('/promotions/series').set('Idempotency-Key', key).send({ promotions });
  const first = await withKey().expect(201);
  const again = await withKey().expect(201);
  expect([again.headers['idempotent-replayed'], again.body]).toEqual(['true', first.body]);
  expect(await count()).toBe(2);

  const others = [part(2, 30), part(0, 40), part(1, 50)];
  const statuses = (await Promise.all([1, 2, 3, 4].map(() => submit(others)))).map(({ status }) => status);
  expect(statuses.sort()).toEqual([201, 422, 422, 422]);
  expect(await count()).toBe(5);
});

it('refuses books of different series, the same book twice, more than five, and discount codes', async () => {
  const base = ['Choose two or more books from the same series by the same author, each only once.'];
  const { id: single } = await createBook(partner);
  for (const promotions of [
    [part(0, 2), promotionInput(server, single, {}, 9)],
    [part(0, 2), part(0, 40)],
  ]) {
    expect((await submit(promotions).expect(422)).body.errors.base).toEqual(base);
  }
  const six = [2, 9, 16, 23, 30, 37].map((days) => promotionInput(server, single, {}, days));
  expect(Object.keys((await submit(six).expect(422)).body.errors)).toContain('promotions');
  const coded = await submit([part(0, 2, { discount_code: 'GUESS' }), part(1, 9)]).expect(422);
  expect(coded.body.errors.promotions[0]).toContain('discount_code');
});
