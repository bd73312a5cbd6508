/** A promotion never runs on a date its partner didn't agree to: staff propose a date, and the partner confirms it. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
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

const TOP_SPOT_ADDON_ID = 1;
const PROPOSED = '2026-12-20';

let server: TestServer;
let staff: Client & { id: number };
let partner: PartnerClient;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  server.clock.set(START);
  const { db } = server.deps;
  await db.promotionAddon.updateMany({ data: { state: 'released' } });
  await db.newsletterPromotionCount.updateMany({ data: { promotions_in_total: 0 } });
  staff = await createStaff(server);
  [partner] = (await insertPartners(server, 1)) as [PartnerClient];
});

const create = (fields: Parameters<typeof createPromotion>[1] = {}) =>
  createPromotion(server, { partner, requested_date: '2026-12-08', ...fields });
const propose = (id: number, body: object = { promotion_date: PROPOSED }, client: Client = staff) =>
  client.post(`/promotions/${id}/propose_date`).send(body);
const confirm = (id: number, promotion_date = PROPOSED, client: Client = partner) =>
  client.post(`/promotions/${id}/confirm_date`).send({ promotion_date });
const approve = (id: number, body: object = {}) => staff.post(`/promotions/${id}/approve`).send(body);
const fill = (date: string) =>
  server.deps.db.newsletterPromotionCount.updateMany({
    where: { newsletter_date: new Date(date), category_id: MYSTERY },
    data: { promotions_in_total: 4 },
  });
const NOT_NAMED =
  'The partner didn’t request this date. If the promotion is approved, reopen it first. Then propose the date (propose_date); the promotion can run once the partner confirms.';

describe("a date that the partner didn't name", () => {
  it("can't be proposed if the rules would refuse it at approval", async () => {
    const booked = await create({ requested_date: PROPOSED, deal_ends_on: '2026-12-31' });
    const { id } = await create({ requested_date: '2027-02-08', deal_ends_on: '2027-02-28' });
    await server.deps.db.promotion.update({ where: { id }, data: { book_id: booked.book.id } });
    expect((await propose(id).expect(422)).body.codes).toEqual(['repeat_too_soon']);
  });

  it("can't be approved, and staff can't write it into the booking", async () => {
    const { id } = await create({ alternate_dates: ['2026-12-10'], deal_ends_on: '2026-12-31' });
    const approved = await create({ requested_date: '2026-12-09', deal_ends_on: '2026-12-31' });
    await approve(approved.id).expect(200);
    const changed = await tablesChangedBy(server, async () => {
      const refused = await approve(id, { promotion_date: PROPOSED }).expect(422);
      expect(refused.body).toMatchObject({ codes: ['date_not_named'], errors: { promotion_date: [NOT_NAMED] } });
      for (const each of [id, approved.id])
        for (const [field, value] of [
          ['requested_date', PROPOSED],
          ['alternate_dates', ['2026-12-10', PROPOSED]],
        ] as const) {
          const { body } = await staff
            .patch(`/promotions/${each}/`)
            .send({ [field]: value })
            .expect(422);
          expect(body).toMatchObject({ codes: ['date_not_named'], errors: { [field]: [NOT_NAMED] } });
        }
    });
    expect(changed).toEqual([]);
  });

  it('is refused when staff move a booking, but named dates are accepted, even after approval', async () => {
    const { id } = await create({ alternate_dates: ['2026-12-10'], deal_ends_on: '2026-12-31' });
    const move = async (requested_date: string) => {
      const { body } = await staff.patch(`/promotions/${id}/`).send({ requested_date }).expect(200);
      const { promotion_date, alternate_dates } = body.promotion;
      return [body.promotion.requested_date, promotion_date, alternate_dates];
    };
    expect(await move('2026-12-10')).toEqual(['2026-12-10', null, ['2026-12-08']]);
    await approve(id).expect(200);
    expect(await move('2026-12-08')).toEqual(['2026-12-08', '2026-12-08', ['2026-12-10']]);
    await staff.patch(`/promotions/${id}/`).send({ alternate_dates: [] }).expect(200);
    await staff.patch(`/promotions/${id}/`).send({ requested_date: '2026-12-10' }).expect(422);
  });
});

describe('a proposed date', () => {
  it('is sent to the partner, confirmed with one call, and can then be approved', async () => {
    const author = await createPartner(server);
    const { id } = await create({
      partner: author,
      addon_ids: [TOP_SPOT_ADDON_ID],
      alternate_dates: ['2026-12-09'],
      deal_ends_on: '2026-12-12',
    });
    const asked = await propose(id, { promotion_date: PROPOSED, message: 'Both days are full.' }).expect(200);
    expect(asked.body.promotion).toMatchObject({
      display_status: 'awaiting partner feedback',
      approval_status: 'awaiting_feedback',
      requested_date: '2026-12-08',
      proposed_date: PROPOSED,
      feedback_requested_at: START.toISOString(),
      answer_by: '2026-12-08T15:00:00.000Z',
      staff_message: 'We’d like to run this promotion on Sunday December 20th, 2026.\n\nBoth days are full.',
    });
    const [mail] = (await server.emailsTo(author.email)).filter(({ subject }) => subject.startsWith('Can we run'));
    expect(mail!.text).toContain('run your promotion on Sunday December 20th, 2026');
    expect(mail!.text).toContain('Both days are full.');
    expect(mail!.text).toContain(`${server.url}/partners/promotions/${id}/edit`);
    const own = (await author.get(`/promotions/${id}`).expect(200)).body.promotion;
    expect(own.actions).toEqual(['submit_feedback', 'confirm_date', 'edit', 'cancel']);

    const confirmed = await confirm(id, PROPOSED, author).expect(200);
    expect(confirmed.body.promotion).toMatchObject({
      display_status: 'feedback submitted',
      requested_date: PROPOSED,
      alternate_dates: ['2026-12-09'],
      deal_ends_on: '2026-12-23',
      proposed_date: null,
      partner_feedback: 'Yes, please run it on Sunday December 20th, 2026.',
    });
    const topSpotPath = `/addons/top_of_newsletter/check_availability?date=${PROPOSED}&category_id=${MYSTERY}`;
    expect((await author.get(topSpotPath).expect(200)).body.reason).toBe('taken');
    const done = await approve(id, { promotion_date: PROPOSED }).expect(200);
    expect(done.body.promotion).toMatchObject({ promotion_date: PROPOSED, display_status: 'awaiting promotion date' });
    const events = (await staff.get(`/promotions/${id}?joins=events`)).body.promotion.events;
    expect(events.map(({ actor, action }: { actor: string; action: string }) => `${actor} ${action}`)).toEqual([
      'partner submit',
      'user propose_date',
      'partner confirm_date',
      'user approve',
    ]);
  });

  it('changes nothing until the partner confirms exactly that date, and is confirmed only once', async () => {
    const { id } = await create();
    const [other] = (await insertPartners(server, 1)) as [PartnerClient];
    await propose(id).expect(200);
    const changed = await tablesChangedBy(server, async () => {
      await partner.get(`/promotions/${id}`).expect(200);
      const { body } = await confirm(id, '2026-12-21').expect(422);
      expect(body.errors.promotion_date).toEqual(['is not the date our editors proposed']);
      await confirm(id, PROPOSED, other).expect(404);
      await confirm(id, PROPOSED, staff).expect(403);
      await approve(id, { promotion_date: PROPOSED }).expect(422);
    });
    expect(changed).toEqual([]);
    const responses = await Promise.all(Array.from({ length: 5 }, () => confirm(id)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
  });

  it("can't be confirmed after another answer or another question", async () => {
    const { id } = await create();
    await confirm(id).expect(409);
    await propose(id).expect(200);
    await partner.post(`/promotions/${id}/partner_feedback`).send({ feedback: 'Not in the holidays.' }).expect(200);
    await confirm(id).expect(409);
    await staff.post(`/promotions/${id}/partner_feedback`).send({ message: 'When then?' }).expect(200);
    await confirm(id).expect(409);
    await partner.post(`/promotions/${id}/partner_feedback`).send({ feedback: 'In spring.' }).expect(200);
    const again = await propose(id).expect(200);
    expect(again.body.promotion).toMatchObject({ proposed_date: PROPOSED, partner_feedback: null });
  });

  it('must be open and free, both when proposed and when confirmed', async () => {
    const { id } = await create({ addon_ids: [TOP_SPOT_ADDON_ID] });
    const { body } = await propose(id, { promotion_date: '2026-11-30' }).expect(422);
    expect(body.errors.promotion_date).toEqual(['must be a date whose newsletter is still open']);
    await propose(id, { promotion_date: '2027-03-05' }).expect(422);
    expect((await propose(id, { promotion_date: '2026-12-08' }).expect(422)).body.errors.promotion_date).toEqual([
      'The partner requested this date. Approve the promotion for it instead.',
    ]);
    await fill('2026-12-19');
    expect((await propose(id, { promotion_date: '2026-12-19' }).expect(409)).body.code).toBe('date_full');
    await create({ requested_date: '2026-12-18', addon_ids: [TOP_SPOT_ADDON_ID] });
    expect((await propose(id, { promotion_date: '2026-12-18' }).expect(409)).body.errors.base).toEqual([
      'The top spot is already taken for this date and category.',
    ]);
    await propose(id).expect(200);
    await fill(PROPOSED);
    expect((await confirm(id).expect(409)).body.code).toBe('date_full');
    await server.deps.db.newsletterPromotionCount.updateMany({ data: { promotions_in_total: 0 } });
    const late = await create();
    await propose(late.id, { promotion_date: '2026-12-05' }).expect(200);
    server.clock.set(new Date('2026-12-05T17:00:00Z'));
    const closed = await confirm(late.id, '2026-12-05').expect(422);
    expect(closed.body.errors.promotion_date).toEqual(['must be a date whose newsletter is still open']);
  });

  it('must be confirmed before its newsletter closes, even if the question stays open longer', async () => {
    const { id } = await create();
    const { body } = await propose(id, { promotion_date: '2026-12-05' }).expect(200);
    expect(body.promotion.answer_by).toBe('2026-12-08T15:00:00.000Z');
    const [mail] = (await server.emailsTo(partner.email)).filter(({ subject }) => subject.startsWith('Can we run'));
    expect(mail!.text).toMatch(/Confirm by +Dec 5, 2026, 10:00\sAM Pacific Time\n/);
    expect(mail!.text).toMatch(/Answer by +Dec 8, 2026, 8:00\sAM Pacific Time\n/);
  });

  it('keeps the question open until its own newsletter closes, if all named dates have closed', async () => {
    const { id } = await create({ requested_date: '2026-12-02' });
    server.clock.set(new Date('2026-12-02T18:00:00Z'));
    staff = await createStaff(server);
    const { body } = await propose(id, { promotion_date: '2026-12-05' }).expect(200);
    expect(body.promotion.answer_by).toBe('2026-12-05T17:00:00.000Z');
    const status = async () => (await partner.get(`/promotions/${id}`).expect(200)).body.promotion.display_status;
    await server.advanceTo('2026-12-04T17:05:00Z');
    expect(await status()).toBe('awaiting partner feedback');
    await server.advanceTo('2026-12-05T17:05:00Z');
    expect(await status()).toBe('declined');
  });
});
