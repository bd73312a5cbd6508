import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import {
  type Client,
  createPromotion,
  createStaff,
  insertPartners,
  MYSTERY,
  type PartnerClient,
  tablesChangedBy,
} from '#server/testing/factories.ts';

const TOP_SPOT_ADDON_ID = 1;

let server: TestServer;
let staff: Client;
let partner: PartnerClient;
beforeAll(async () => {
  server = await startTestServer();
  staff = await createStaff(server, 'admin');
  [partner] = (await insertPartners(server, 1)) as [PartnerClient];
  await staff.post('/discounts').send({ code: 'HALF', kind: 'percent', value: 50, per_partner_limit: 9 }).expect(201);
});
afterAll(() => server.close());

let day = 3;
const create = (fields: Parameters<typeof createPromotion>[1] = {}) =>
  createPromotion(server, { partner, days: ++day, addon_ids: [TOP_SPOT_ADDON_ID], discount_code: 'HALF', ...fields });
const createApproved = async (fields: Parameters<typeof createPromotion>[1] = {}) => {
  const made = await create(fields);
  await staff.post(`/promotions/${made.id}/approve`).expect(200);
  return made;
};

/** [number of slots taken, whether the top spot is free, uses of the code] */
async function resourcesOn(date: string) {
  const where = { newsletter_date_category_id: { newsletter_date: new Date(date), category_id: MYSTERY } };
  const { promotions_in_total } = await server.deps.db.newsletterPromotionCount.findUniqueOrThrow({ where });
  const topSpot = await partner.get(`/addons/top_of_newsletter/check_availability?date=${date}&category_id=${MYSTERY}`);
  const discount = await server.deps.db.discount.findUniqueOrThrow({ where: { code: 'HALF' } });
  return [promotions_in_total, topSpot.body.available, discount.used_count];
}

async function expectConflict(client: Client, path: string, message: string, status: string) {
  await client.get('/promotions').expect(200); // Records the session's use now, so that the next request doesn't.
  const changed = await tablesChangedBy(server, async () => {
    const res = await client.post(path).send({ reason: 'Again' });
    expect([path, res.status, res.body.errors]).toEqual([path, 409, { base: [message], full_messages: [message] }]);
    expect(res.body.promotion.display_status).toBe(status);
  });
  expect(changed).toEqual([]);
}

describe('a promotion in review', () => {
  it('can be withdrawn by its partner once, which releases everything it held', async () => {
    const { id, date } = await create();
    expect(await resourcesOn(date)).toEqual([0, false, 1]);
    const res = await partner.post(`/promotions/${id}/cancel`).send({ reason: 'Another date' }).expect(200);
    expect(res.body.promotion).toMatchObject({
      display_status: 'cancelled',
      cancelled_at: '2026-12-01T15:00:00.000Z',
      cancelled_by: 'partner',
      cancel_reason: 'Another date',
      addons: [{ state: 'released' }],
      actions: [],
    });
    expect(await resourcesOn(date)).toEqual([0, true, 0]);
    expect((await server.emailsTo(partner.email)).map(({ text }) => text)).toContainEqual(
      expect.stringMatching(/You canceled your promotion\.[\s\S]*Another date/),
    );
    await expectConflict(
      partner,
      `/promotions/${id}/cancel`,
      'This promotion’s status is “cancelled”, so it can’t be canceled this way.',
      'cancelled',
    );
  });

  it('can be withdrawn by staff too, even with an open question', async () => {
    const { id } = await create();
    await staff.post(`/promotions/${id}/partner_feedback`).send({ message: 'Why?' }).expect(200);
    const res = await staff.post(`/promotions/${id}/cancel`).expect(200);
    expect(res.body.promotion).toMatchObject({ cancelled_by: 'user', cancel_reason: null });
  });

  it('accepts only the cancel call that matches its status, before and after approval', async () => {
    const { id } = await create();
    await expectConflict(
      partner,
      `/promotions/${id}/cancel_approved`,
      'This promotion’s status is “awaiting review”, so it can’t be canceled.',
      'awaiting review',
    );
    await staff.post(`/promotions/${id}/approve`).expect(200);
    for (const client of [partner, staff])
      await expectConflict(
        client,
        `/promotions/${id}/cancel`,
        'This promotion’s status is “awaiting promotion date”, so it can’t be canceled this way.',
        'awaiting promotion date',
      );
    await partner.post(`/promotions/${id}/cancel_approved`).expect(200);
  });

  it('reports a reason that is too long', async () => {
    const { id } = await create();
    const changed = await tablesChangedBy(server, async () => {
      const res = await partner
        .post(`/promotions/${id}/cancel`)
        .send({ reason: 'x'.repeat(501) })
        .expect(422);
      expect(res.body.errors.reason).toEqual(['is too long (at most 500 characters)']);
    });
    expect(changed).toEqual([]);
    await partner.post(`/promotions/${id}/cancel`).expect(200);
  });
});

describe('an approved promotion', () => {
  it('can be canceled free of charge, which also releases its slot', async () => {
    const { id, date } = await createApproved();
    expect(await resourcesOn(date)).toEqual([1, false, 1]);
    const res = await partner.post(`/promotions/${id}/cancel_approved`).send({ reason: 'Ill' }).expect(200);
    expect(res.body.promotion).toMatchObject({
      display_status: 'cancelled',
      cancelled_by: 'partner',
      cancel_reason: 'Ill',
      invoice_id: null,
    });
    expect(await resourcesOn(date)).toEqual([0, true, 0]);
  });

  it('is canceled once by simultaneous requests', async () => {
    const { id, date } = await createApproved();
    const other = await createApproved({ days: day, addon_ids: [], discount_code: null });
    expect(other.date).toBe(date);
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, i) => (i % 2 ? staff : partner).post(`/promotions/${id}/cancel_approved`)),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
    expect(await resourcesOn(date)).toEqual([1, true, 0]);
    expect(await server.deps.db.promotionEvent.count({ where: { promotion_id: id, action: 'cancel_approved' } })).toBe(
      1,
    );
  });

  it('can be canceled by its partner until 09:59:59 on the day, and by staff until it is frozen', async () => {
    const [late, inTime, byStaff] = [
      await createApproved({ days: 1, addon_ids: [] }),
      await createApproved({ days: 1, addon_ids: [] }),
      await createApproved({ days: 1, addon_ids: [] }),
    ];
    expect(late!.date).toBe('2026-12-02');
    // The cutoff has come, but the newsletter isn't frozen yet.
    server.clock.set(new Date('2026-12-02T17:00:00.000Z'));
    staff = await createStaff(server, 'admin');
    await expectConflict(
      partner,
      `/promotions/${late!.id}/cancel_approved`,
      'The newsletter closed at 10:00 AM Pacific Time, so this promotion can’t be changed anymore.',
      'awaiting promotion date',
    );
    await staff.post(`/promotions/${byStaff!.id}/cancel_approved`).expect(200);
    server.clock.set(new Date('2026-12-02T16:59:59.999Z'));
    await partner.post(`/promotions/${inTime!.id}/cancel_approved`).expect(200);
    await server.advanceTo('2026-12-02T17:00:00.000Z');
    for (const client of [partner, staff])
      await expectConflict(
        client,
        `/promotions/${late!.id}/cancel_approved`,
        'This promotion’s status is “successfully sent”, so it can’t be canceled.',
        'successfully sent',
      );
  });
});
