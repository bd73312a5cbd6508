/**
 * All limits of a code at booking, also under concurrency, and the release of its use when a promotion is canceled or
 * declined.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { declineUnanswered } from '#server/promotions/review.ts';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import {
  type Client,
  createBook,
  createPromotion,
  createStaff,
  insertPartners,
  type PartnerClient,
  promotionInput,
} from '#server/testing/factories.ts';
import { FEEDBACK_DAYS } from '#shared/business.ts';
import { DAY_MS } from '#shared/durations.ts';
import { reserveDiscount } from './service.ts';

let server: TestServer;
let staff: Client & { id: number };
beforeAll(async () => {
  server = await startTestServer();
  staff = await createStaff(server, 'admin');
});
afterAll(() => server.close());

let serial = 0;
const createCode = async (fields: object = {}): Promise<{ id: number; code: string }> => {
  const input = { code: `USES-${++serial}`, kind: 'percent', value: 25, ...fields };
  return (await staff.post('/discounts').send(input).expect(201)).body.discount;
};
const partners = (count: number) => insertPartners(server, count);
const onePartner = async () => (await partners(1))[0]!;
const countByStatus = (responses: readonly { status: number }[]) =>
  Object.fromEntries(
    [...Map.groupBy(responses, ({ status }) => status)].map(([status, group]) => [status, group.length]),
  );
const usesOf = async (id: number) => ({
  usedCount: (await server.deps.db.discount.findUniqueOrThrow({ where: { id } })).used_count,
  unreleased: await server.deps.db.discountUse.count({ where: { discount_id: id, state: { not: 'released' } } }),
});

/** Each partner books a different book with the code, all at the same time. */
async function bookTogether(bookers: readonly PartnerClient[], discount_code: string) {
  const bodies: object[] = [];
  for (const partner of bookers) bodies.push(promotionInput(server, (await createBook(partner)).id, { discount_code }));
  return Promise.all(bookers.map((partner, i) => partner.post('/promotions').send(bodies[i]!)));
}

describe('simultaneous requests for the last use', () => {
  it('let one of fifty succeed', async () => {
    const { id, code } = await createCode({ usage_limit: 1 });
    expect(countByStatus(await bookTogether(await partners(50), code))).toEqual({ 201: 1, 422: 49 });
    expect(await usesOf(id)).toEqual({ usedCount: 1, unreleased: 1 });
  });

  it("(control) all succeed if uses aren't counted", async () => {
    const { id, code } = await createCode({ usage_limit: 1 });
    await server.deps.pool.query(
      `create function forget_uses() returns trigger language plpgsql as 'begin new.used_count := 0; return new; end';
       create trigger forget_uses before update on discounts for each row execute function forget_uses()`,
    );
    const responses = await bookTogether(await partners(10), code);
    await server.deps.pool.query('drop trigger forget_uses on discounts; drop function forget_uses');
    expect(countByStatus(responses)).toEqual({ 201: 10 });
    expect((await usesOf(id)).unreleased).toBe(10);
  });
});

describe('twelve simultaneous requests by one partner', () => {
  /** Bypasses the booking and its lock on the partner, so that only the code's own guard is tested. */
  async function reserveTwelve(per_partner_limit: number) {
    const { id, code } = await createCode({ per_partner_limit });
    const partner = await onePartner();
    const promotions: { id: number; book_id: number }[] = [];
    for (let i = 0; i < 12; i++) {
      const { id: promotion_id, book } = await createPromotion(server, { partner });
      promotions.push({ id: promotion_id, book_id: book.id });
    }
    const { db, now } = server.deps;
    const results = await Promise.allSettled(
      promotions.map(({ id: promotion_id, book_id }) =>
        db.$transaction((tx) =>
          reserveDiscount(tx, now(), { code, promotion_id, book_id, partner_id: partner.id, category_id: 1 }),
        ),
      ),
    );
    return { ...(await usesOf(id)), refused: results.filter(({ status }) => status === 'rejected').length };
  }

  it('succeed as often as the per-partner limit allows', async () => {
    expect(await reserveTwelve(3)).toEqual({ usedCount: 3, unreleased: 3, refused: 9 });
  });
});

describe('a booking with a code', () => {
  it.each<[string, (at: { partner: PartnerClient; book_id: number }) => object, number]>([
    ['for this partner', ({ partner }) => ({ partner_id: partner.id }), 201],
    ['for another partner', () => ({ partner_id: 1 }), 422],
    ['for the book', ({ book_id }) => ({ book_id }), 201],
    ['for the category', () => ({ category_id: 1 }), 201],
    ['for another category', () => ({ category_id: 3 }), 422],
    ['that begins later', () => ({ starts_at: '2026-12-01T15:00:00.001Z' }), 422],
    ['that begins now', () => ({ starts_at: '2026-12-01T15:00:00Z' }), 201],
    ['that ends now', () => ({ ends_at: '2026-12-01T15:00:00Z' }), 422],
    ['that ends a moment later', () => ({ ends_at: '2026-12-01T15:00:00.001Z' }), 201],
    ['that is disabled', () => ({ enabled: false }), 422],
    ['for first promotions, as the first', () => ({ first_promotion_only: true }), 201],
  ])('%s', async (_, fields, status) => {
    await onePartner();
    const partner = await onePartner();
    const { id: book_id } = await createBook(partner);
    const { id, code } = await createCode(fields({ partner, book_id }));
    await partner
      .post('/promotions')
      .send(promotionInput(server, book_id, { discount_code: code }))
      .expect(status);
    const unreleased = status === 201 ? 1 : 0;
    expect(await usesOf(id)).toEqual({ usedCount: unreleased, unreleased });
  });

  it('for another book is refused', async () => {
    const partner = await onePartner();
    const [{ id: booked }, { id: other }] = [await createBook(partner), await createBook(partner)];
    const { code } = await createCode({ book_id: other });
    await partner
      .post('/promotions')
      .send(promotionInput(server, booked, { discount_code: code }))
      .expect(422);
  });

  it("limited to first promotions is refused for the second; a canceled one doesn't count", async () => {
    const partner = await onePartner();
    const first = await createPromotion(server, { partner });
    const { code } = await createCode({ first_promotion_only: true });
    const { id: book_id } = await createBook(partner);
    const body = promotionInput(server, book_id, { discount_code: code });
    await partner.post('/promotions').send(body).expect(422);
    await partner.post(`/promotions/${first.id}/cancel`).expect(200);
    await partner.post('/promotions').send(body).expect(201);
  });

  it("limited to a category can't be moved out of it", async () => {
    const { code } = await createCode({ category_id: 1 });
    const { id, partner } = await createPromotion(server, { partner: await onePartner(), discount_code: code });
    const res = await partner.patch(`/promotions/${id}`).send({ category_id: 3 }).expect(422);
    expect(res.body.errors.category_id).toEqual(['isn’t covered by this promotion’s discount code']);
  });

  it('that is later limited to another category still allows other changes', async () => {
    const { code } = await createCode({});
    const { id, partner } = await createPromotion(server, { partner: await onePartner(), discount_code: code });
    await server.deps.db.discount.update({ where: { code }, data: { category_id: 3 } });
    await partner.patch(`/promotions/${id}`).send({ partner_note: 'Hi' }).expect(200);
    await partner.patch(`/promotions/${id}`).send({ category_id: 4 }).expect(422);
  });
});

describe('the use is released', () => {
  it.each<[string, (id: number, partner: PartnerClient) => PromiseLike<unknown>]>([
    ['on cancel', (id, partner) => partner.post(`/promotions/${id}/cancel`).expect(200)],
    [
      'on decline',
      (id) =>
        staff
          .post(`/promotions/${id}/reject`)
          .send({ reason_codes: ['other'], message: 'Not for us.' })
          .expect(200),
    ],
    [
      'when a question remains unanswered',
      async (id) => {
        await staff.post(`/promotions/${id}/partner_feedback`).send({ message: 'Which cover?' }).expect(200);
        const now = () => new Date(server.deps.now().getTime() + FEEDBACK_DAYS * DAY_MS);
        await declineUnanswered({ ...server.deps, now }, id);
      },
    ],
    [
      'on cancel after approval',
      async (id, partner) => {
        await staff.post(`/promotions/${id}/approve`).expect(200);
        await partner.post(`/promotions/${id}/cancel_approved`).send({ reason: 'No time.' }).expect(200);
      },
    ],
  ])('%s', async (_, end) => {
    const partner = await onePartner();
    const { id, code } = await createCode({ usage_limit: 1 });
    const promotion = await createPromotion(server, { partner, discount_code: code, days: 5 });
    expect(await usesOf(id)).toEqual({ usedCount: 1, unreleased: 1 });
    await end(promotion.id, partner);
    expect(await usesOf(id)).toEqual({ usedCount: 0, unreleased: 0 });
  });
});
