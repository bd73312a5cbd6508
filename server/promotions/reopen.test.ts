/** Reopening: staff return a declined, canceled, or approved promotion to review. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { START, startTestServer, type TestServer } from '#server/testing/app.ts';
import {
  type Client,
  createPartner,
  createPromotion,
  createStaff,
  insertPartners,
  MYSTERY,
  type PartnerClient,
  tablesChangedBy,
} from '#server/testing/factories.ts';
import { addDays } from '#shared/dates.ts';

const TOP_SPOT_ADDON_ID = 1;

let server: TestServer;
let staff: Client & { id: number };
let partner: PartnerClient;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  server.clock.set(START);
  staff = await createStaff(server, 'admin');
  [partner] = (await insertPartners(server, 1)) as [PartnerClient];
});

let day = 1;
const create = (fields: Parameters<typeof createPromotion>[1] = {}) =>
  createPromotion(server, { partner, days: ++day, ...fields });
const reopen = (id: number, body: object = {}) => staff.post(`/promotions/${id}/reopen`).send(body);
const reject = (id: number) =>
  staff
    .post(`/promotions/${id}/reject`)
    .send({ reason_codes: ['cover_quality'], message: 'Too dark.' })
    .expect(200);
const takenOn = async (date: string) => {
  const where = { newsletter_date_category_id: { newsletter_date: new Date(date), category_id: MYSTERY } };
  return (await server.deps.db.newsletterPromotionCount.findUniqueOrThrow({ where })).promotions_in_total;
};
const code = (name: string, fields: object = {}) =>
  staff
    .post('/discounts')
    .send({ code: name, kind: 'percent', value: 20, ...fields })
    .expect(201);

async function expectRefused(id: number, message: string) {
  const changed = await tablesChangedBy(server, async () => {
    const { body } = await reopen(id).expect(409);
    expect(body.errors.base).toEqual([message]);
    expect(body.promotion.id).toBe(id);
  });
  expect(changed).toEqual([]);
}

it('returns a declined promotion to review with its add-on and code, and tells the partner', async () => {
  const author = await createPartner(server);
  await code('AGAIN', { usage_limit: 1 });
  const { id, date } = await create({ partner: author, addon_ids: [TOP_SPOT_ADDON_ID], discount_code: 'AGAIN' });
  await staff.post(`/promotions/${id}/partner_feedback`).send({ message: 'Which cover?' }).expect(200);
  await author.patch(`/promotions/${id}/`).send({ partner_feedback: 'The dark one.' }).expect(200);
  const declined = await reject(id);
  expect(declined.body.promotion.actions).toEqual(['reopen']);
  const res = await reopen(id, { message: 'The new cover is fine.' }).expect(200);
  expect(res.body.promotion).toMatchObject({
    display_status: 'awaiting review',
    approval_status: null,
    reason_codes: [],
    staff_message: 'The new cover is fine.',
    ...{ partner_feedback: null, feedback_submitted_at: null, reviewed_at: null },
    addons: [{ state: 'held', price_cents: 1000 }],
  });
  const topSpotPath = `/addons/top_of_newsletter/check_availability?date=${date}&category_id=${MYSTERY}`;
  expect((await author.get(topSpotPath)).body.reason).toBe('taken');
  expect((await server.deps.db.discount.findUniqueOrThrow({ where: { code: 'AGAIN' } })).used_count).toBe(1);
  const [mail] = (await server.emailsTo(author.email)).filter(({ subject }) =>
    subject.startsWith('We’re taking another look'),
  );
  expect(mail!.text).toContain('The new cover is fine.');
  const { events } = (await staff.get(`/promotions/${id}?joins=events`)).body.promotion;
  expect(events.at(-1)).toMatchObject({ action: 'reopen', actor: 'user', from: 'declined', to: 'awaiting review' });
  const audited = { entity: 'promotion', entity_id: String(id), action: 'reopen' };
  expect(await server.deps.db.auditEvent.count({ where: { ...audited, actor_id: staff.id } })).toBe(1);
  await staff.post(`/promotions/${id}/approve`).expect(200);
});

it('returns a promotion that staff canceled after approval, without a slot until it is approved again', async () => {
  const { id, date } = await create();
  await staff.post(`/promotions/${id}/approve`).expect(200);
  await staff.post(`/promotions/${id}/cancel_approved`).send({ reason: 'A slip.' }).expect(200);
  const res = await reopen(id).expect(200);
  expect(res.body.promotion).toMatchObject({
    display_status: 'awaiting review',
    promotion_date: null,
    cancelled_at: null,
    cancelled_by: null,
    cancel_reason: null,
  });
  expect(await takenOn(date)).toBe(0);
  await staff.post(`/promotions/${id}/approve`).expect(200);
  expect(await takenOn(date)).toBe(1);
});

it('returns a wrongly approved promotion to review: frees its slot, keeps its top spot and code, and sends one email', async () => {
  const author = await createPartner(server);
  await code('SLIP', { usage_limit: 1 });
  const top = await create({ addon_ids: [TOP_SPOT_ADDON_ID] });
  const alternate = addDays(top.date, 40);
  const { id } = await create({ partner: author, alternate_dates: [alternate], discount_code: 'SLIP', days: 60 });
  await server.deps.db.promotionAddon.create({
    data: {
      promotion_id: id,
      addon_id: TOP_SPOT_ADDON_ID,
      date: new Date(alternate),
      category_id: MYSTERY,
      price_cents: 1000,
    },
  });
  await staff.post(`/promotions/${id}/approve`).send({ promotion_date: alternate }).expect(200);
  expect(await takenOn(alternate)).toBe(1);
  const res = await reopen(id, { message: 'We read the wrong sample.' }).expect(200);
  expect(res.body.promotion).toMatchObject({
    ...{ display_status: 'awaiting review', promotion_date: null, reviewed_at: null },
    addons: [{ state: 'held', price_cents: 1000 }],
  });
  expect(await takenOn(alternate)).toBe(0);
  expect(await server.deps.db.promotionAddon.findFirstOrThrow({ where: { promotion_id: id } })).toMatchObject({
    date: new Date(alternate),
  });
  expect((await server.deps.db.discount.findUniqueOrThrow({ where: { code: 'SLIP' } })).used_count).toBe(1);
  const again = (await server.emailsTo(author.email)).filter(({ subject }) => subject.startsWith('We’re taking'));
  expect(again).toHaveLength(1);
  expect(again[0]!.text).toContain('Until we approve it again, it isn’t booked for a newsletter.');
  expect(again[0]!.text).toContain('We read the wrong sample.');
  const events = await server.deps.db.promotionEvent.findMany({ where: { promotion_id: id, action: 'reopen' } });
  expect(events).toMatchObject([{ from: 'awaiting promotion date', to: 'awaiting review', actor_id: staff.id }]);
  await staff.post(`/promotions/${id}/approve`).expect(200);
});

it('reopens an approved promotion once, and only if its newsletter is open and none of its changes await a decision', async () => {
  const approved = async () => {
    const promotion = await create();
    await staff.post(`/promotions/${promotion.id}/approve`).expect(200);
    return promotion;
  };
  const first = await approved();
  const responses = await Promise.all(Array.from({ length: 5 }, () => reopen(first.id)));
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
  expect(await takenOn(first.date)).toBe(0);

  const changed = await approved();
  await partner.patch(`/promotions/${changed.id}/`).send({ sale_price_cents: 199 }).expect(200);
  await expectRefused(
    changed.id,
    'The partner changed this promotion after you approved it. Decide on the changes first.',
  );

  const closed = await approved();
  await server.deps.db.promotion.update({ where: { id: closed.id }, data: { frozen_at: START } });
  await expectRefused(closed.id, 'The newsletter is already being sent, so this promotion can no longer be changed.');

  const late = await approved();
  server.clock.set(new Date(`${late.date}T17:00:00Z`));
  staff = await createStaff(server, 'admin');
  await expectRefused(
    late.id,
    'The newsletter closed at 10:00 AM Pacific Time, so this promotion can’t be reopened anymore.',
  );
  // Staff can still change it until it is frozen.
  const { body } = await staff.post(`/promotions/${late.id}/approve`).expect(409);
  expect(body.errors.base).toEqual(['This promotion’s status is “awaiting promotion date”, so it can’t be approved.']);
});

it('refuses partners, promotions that the partner canceled, and a second reopening', async () => {
  const canceled = await create();
  await partner.post(`/promotions/${canceled.id}/cancel`).expect(200);
  await expectRefused(canceled.id, 'This promotion’s status is “cancelled”, so it can’t be reopened.');
  const { id } = await create();
  await reject(id);
  await partner.post(`/promotions/${id}/reopen`).expect(403);
  const responses = await Promise.all(Array.from({ length: 5 }, () => reopen(id)));
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
});

it('refuses to reopen if the top spot, the code, the account, or every date is no longer available', async () => {
  const first = await create({ addon_ids: [TOP_SPOT_ADDON_ID] });
  await reject(first.id);
  await create({ requested_date: first.date, addon_ids: [TOP_SPOT_ADDON_ID] });
  await expectRefused(first.id, 'The top spot is already taken for this date and category.');

  await code('ONCE', { usage_limit: 1 });
  const second = await create({ discount_code: 'ONCE' });
  await reject(second.id);
  await create({ discount_code: 'ONCE' });
  await expectRefused(
    second.id,
    'The discount code ONCE can’t be used anymore, so this promotion can’t be reopened. Ask the partner to submit it again without the code.',
  );

  const [deletedPartner] = (await insertPartners(server, 1)) as [PartnerClient];
  const closed = await create({ partner: deletedPartner });
  await reject(closed.id);
  await server.deps.db.partner.update({ where: { id: deletedPartner.id }, data: { deleted_at: START } });
  await expectRefused(closed.id, 'This partner’s account was deleted, so you can’t reopen the promotion.');

  const third = await create({ requested_date: '2026-12-03' });
  await reject(third.id);
  const newsletter = { newsletter_date_kind: { newsletter_date: new Date('2026-12-03'), kind: 'daily' } } as const;
  await server.deps.db.newsletter.update({ where: newsletter, data: { status: 'frozen' } });
  await expectRefused(third.id, 'All of the partner’s dates have closed. Ask them to submit the promotion again.');
  await server.deps.db.newsletter.update({ where: newsletter, data: { status: 'draft' } });
  server.clock.set(new Date('2026-12-03T17:00:00Z'));
  staff = await createStaff(server, 'admin');
  await expectRefused(third.id, 'This promotion’s status is “declined”, so it can’t be reopened.');
});
