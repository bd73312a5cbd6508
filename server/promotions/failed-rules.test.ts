/** The failed submission rules in the review queue's list. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import {
  type Client,
  createPromotion,
  createStaff,
  insertPartners,
  type PartnerClient,
} from '#server/testing/factories.ts';

let server: TestServer;
let staff: Client & { id: number };
beforeAll(async () => {
  server = await startTestServer();
  staff = await createStaff(server);
});
afterAll(() => server.close());

const LIST = '/promotions?sort_col=id&sort_dir=asc&joins=failed_rules';

it('lists the failed rules of each undecided promotion, as its rule check reports them', async () => {
  const [one, other] = (await insertPartners(server, 2)) as [PartnerClient, PartnerClient];
  const fine = await createPromotion(server, { partner: one, requested_date: '2026-12-10' });
  const repeated = await createPromotion(server, { partner: other, requested_date: '2026-12-11' });
  const poor = await createPromotion(server, { partner: other, requested_date: '2026-12-12' });
  const approved = await createPromotion(server, { partner: one, requested_date: '2026-12-13' });
  await staff.post(`/promotions/${approved.id}/approve`).expect(200);
  const { db } = server.deps;
  // Two books without an author don't count as the same author's.
  const authorless = await createPromotion(server, { partner: one, requested_date: '2026-12-14' });
  const otherAuthorless = await createPromotion(server, {
    partner: other,
    requested_date: '2026-12-14',
    category_id: 2,
    book: { category_id: 2 },
  });
  await db.book.updateMany({
    where: { id: { in: [authorless.book.id, otherAuthorless.book.id] } },
    data: { author_id: null },
  });
  await db.promotion.update({ where: { id: poor.id }, data: { book_id: repeated.book.id } });
  await db.book.update({ where: { id: repeated.book.id }, data: { rating_avg: 2.1, rating_count: 900 } });
  await db.creditCard.updateMany({ where: { partner_id: other.id }, data: { is_card_valid: false } });

  const { promotions } = (await staff.get(LIST).expect(200)).body;
  const failed = Object.fromEntries(
    promotions.map(({ id, failed_rules }: { id: number; failed_rules: string[] }) => [id, failed_rules]),
  );
  expect(failed).toEqual({
    [fine.id]: [],
    [repeated.id]: ['rating_too_low', 'repeat_too_soon', 'no_card'],
    [poor.id]: ['rating_too_low', 'repeat_too_soon', 'no_card'],
    [approved.id]: [],
    [authorless.id]: [],
    [otherAuthorless.id]: ['no_card'],
  });
  for (const id of [fine.id, repeated.id, poor.id]) {
    const { rules } = (await staff.post('/promotions/check').send({ promotion_id: id }).expect(200)).body;
    const codes = rules.filter(({ passed }: { passed: boolean }) => !passed).map(({ code }: { code: string }) => code);
    expect(codes).toEqual(failed[id]);
  }
  const alone = (await staff.get(`/promotions/${poor.id}?joins=failed_rules`).expect(200)).body.promotion;
  expect(alone.failed_rules).toEqual(failed[poor.id]);
  const [own] = (await one.get(LIST).expect(200)).body.promotions;
  expect(own).not.toHaveProperty('failed_rules');
});
