/**
 * Dates that pass before staff decide: an apology with other dates, then a new date, or a cancellation after a week.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import {
  createAuthor,
  createPartner,
  createPromotion,
  createStaff,
  MYSTERY,
  type PartnerClient,
} from '#server/testing/factories.ts';
import { apologizeForPassedDates, cancelPassedPromotions } from './date-passed.ts';

const TOP_SPOT_ADDON_ID = 1;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const read = (id: number, partner: PartnerClient) => partner.get(`/promotions/${id}`).expect(200);
const factsOf = async (id: number) => server.deps.db.promotion.findUniqueOrThrow({ where: { id } });
const apologiesTo = async (partner: PartnerClient) =>
  (await server.emailsTo(partner.email)).filter(({ subject }) => subject.startsWith('We didn’t review'));
const fill = (date: string) =>
  server.deps.db.newsletterPromotionCount.updateMany({
    where: { newsletter_date: new Date(date), category_id: MYSTERY },
    data: { promotions_in_total: 4 },
  });

describe('when the last named date closes before a decision', () => {
  it('emails the partner one apology with the next dates they could book, however many processes run', async () => {
    const partner = await createPartner(server);
    const { id: author_id } = await createAuthor(partner);
    const { id } = await createPromotion(server, {
      partner,
      book: { author_id },
      requested_date: '2026-12-02',
      alternate_dates: ['2026-12-03'],
      addon_ids: [TOP_SPOT_ADDON_ID],
    });
    await fill('2026-12-05');
    await createPromotion(server, { requested_date: '2026-12-06', addon_ids: [TOP_SPOT_ADDON_ID] });
    await createPromotion(server, { partner, book: { author_id }, requested_date: '2026-12-07' });
    await server.advanceTo('2026-12-03T16:59:00Z');
    expect(await apologiesTo(partner)).toEqual([]);
    server.clock.set(new Date('2026-12-03T17:00:00Z'));
    await Promise.all(Array.from({ length: 5 }, () => apologizeForPassedDates(server.deps)));
    await server.advanceTo('2026-12-03T19:00:00Z');

    const [mail, ...more] = await apologiesTo(partner);
    expect(more).toEqual([]);
    const page = `${server.url}/partners/promotions/${id}/edit`;
    const links = [...mail!.text.matchAll(/edit\?date=(\S+)/g)].map(([, date]) => date);
    expect(links).toEqual(['2026-12-08', '2026-12-09', '2026-12-10']);
    expect(mail!.html).toContain(`href="${page}?date=2026-12-08"`);
    const { body } = await partner.get(`/promotions/${id}?joins=events`).expect(200);
    expect(body.promotion).toMatchObject({ display_status: 'awaiting review', actions: ['edit', 'cancel'] });
    expect(body.promotion.events.map(({ action }: { action: string }) => action)).toEqual(['submit', 'pass_date']);
  });

  it('keeps the promotion in the lane of passed dates until it has a new date', async () => {
    const partner = await createPartner(server);
    const { id } = await createPromotion(server, { partner, requested_date: '2026-12-05', category_id: 2 });
    await server.advanceTo('2026-12-05T17:05:00Z');
    const staff = await createStaff(server);
    const lane = async (name: string) =>
      (await staff.get(`/promotions?lane=${name}&per=100`).expect(200)).body.promotions.some(
        (one: { id: number }) => one.id === id,
      );
    await partner.patch(`/promotions/${id}/`).send({ partner_note: 'Any day will do.' }).expect(200);
    expect([await lane('to_decide'), await lane('date_passed')]).toEqual([false, true]);
    expect((await factsOf(id)).date_passed_at).not.toBeNull();
    const moved = { requested_date: '2026-12-09', alternate_dates: [], deal_ends_on: '2026-12-12' };
    await partner.patch(`/promotions/${id}/`).send(moved).expect(200);
    expect([await lane('to_decide'), await lane('date_passed')]).toEqual([true, false]);
    expect((await factsOf(id)).date_passed_at).toBeNull();
    // The new date passes too, so there is another apology.
    await server.advanceTo('2026-12-09T17:05:00Z');
    expect(await apologiesTo(partner)).toHaveLength(2);
  });
});

describe('a week after the last named date passed', () => {
  let partner: PartnerClient;
  let [untouched, moved, proposed, questioned, answered] = Array<number>(5).fill(0) as [
    number,
    number,
    number,
    number,
    number,
  ];
  const statusOf = async (id: number) => (await read(id, partner)).body.promotion.display_status;

  beforeAll(async () => {
    const admin = await createStaff(server, 'admin');
    await admin.post('/discounts').send({ code: 'WEEK', kind: 'percent', value: 20 }).expect(201);
    partner = await createPartner(server);
    const create = async (fields: object = {}) =>
      (await createPromotion(server, { partner, category_id: 3, requested_date: '2026-12-11', ...fields })).id;
    untouched = await create({ addon_ids: [TOP_SPOT_ADDON_ID], discount_code: 'WEEK' });
    moved = await create();
    proposed = await create();
    questioned = await create();
    answered = await create();
    await server.advanceTo('2026-12-11T17:05:00Z');
    const editor = await createStaff(server);
    await partner
      .patch(`/promotions/${moved}/`)
      .send({ requested_date: '2027-01-10', deal_ends_on: '2027-01-13' })
      .expect(200);
    await editor.post(`/promotions/${proposed}/propose_date`).send({ promotion_date: '2026-12-28' }).expect(200);
    for (const id of [questioned, answered])
      await editor.post(`/promotions/${id}/partner_feedback`).send({ message: 'Why?' }).expect(200);
    await partner.post(`/promotions/${answered}/partner_feedback`).send({ feedback: 'A sequel.' }).expect(200);
    await server.advanceTo('2026-12-18T17:00:00Z');
  });

  it('cancels an unmoved promotion with one email, and releases its code and top spot', async () => {
    expect(await statusOf(untouched)).toBe('awaiting review');
    await server.advanceTo('2026-12-18T17:03:00Z');
    await cancelPassedPromotions(server.deps);
    expect((await read(untouched, partner)).body.promotion).toMatchObject({
      display_status: 'cancelled',
      cancelled_by: 'system',
      cancel_reason: 'The newsletter closed before our review, and we got no new date or answer in time.',
      addons: [{ state: 'released' }],
    });
    expect((await partner.get('/discounts/validate/week')).status).toBe(200);
    const { used_count } = await server.deps.db.discount.findUniqueOrThrow({ where: { code: 'WEEK' } });
    expect(used_count).toBe(0);
    const mails = (await server.emailsTo(partner.email)).filter(({ subject }) => subject.startsWith('Canceled:'));
    expect(mails).toHaveLength(1);
    expect(mails[0]!.text).toContain('we got no new date or answer in time');
  });

  it('keeps a promotion that the partner moved', async () => {
    expect(await statusOf(moved)).toBe('awaiting review');
  });

  it('waits a week for the answer to a question or a proposed date, and cancels without one', async () => {
    expect((await read(questioned, partner)).body.promotion).toMatchObject({
      display_status: 'awaiting partner feedback',
      answer_by: expect.stringMatching(/^2026-12-18T17:0[5-9]/),
    });
    const question = (await server.emailsTo(partner.email)).find(({ subject }) =>
      subject.startsWith('Our editors have'),
    );
    expect(question!.text.replace(/\s+/g, ' ')).toMatch(
      /Answer by Dec 18, 2026, 10:0.* If we don’t hear from you by then, we’ll cancel the promotion/,
    );
    expect(await statusOf(proposed)).toBe('awaiting partner feedback');
    await server.advanceTo('2026-12-19T17:03:00Z');
    for (const id of [questioned, proposed])
      expect((await read(id, partner)).body.promotion).toMatchObject({
        display_status: 'cancelled',
        approval_status: 'awaiting_feedback',
        cancelled_by: 'system',
      });
  });

  it('keeps a promotion whose question the partner answered', async () => {
    expect(await statusOf(answered)).toBe('feedback submitted');
  });
});

describe('a date whose newsletter was closed early by staff', () => {
  it('leads to one apology, even if the partner edits the promotion before the cutoff', async () => {
    const partner = await createPartner(server);
    const { id } = await createPromotion(server, { partner, requested_date: '2026-12-22', category_id: 3 });
    server.clock.set(new Date('2026-12-22T12:00:00Z'));
    const where = { newsletter_date: new Date('2026-12-22'), kind: 'daily' } as const;
    await server.deps.db.newsletter.updateMany({ where, data: { status: 'cancelled' } });
    await apologizeForPassedDates(server.deps);
    const { date_passed_at } = await factsOf(id);
    expect(date_passed_at).not.toBeNull();
    await partner.patch(`/promotions/${id}/`).send({ partner_note: 'Any day will do.' }).expect(200);
    await apologizeForPassedDates(server.deps);
    expect((await factsOf(id)).date_passed_at).toEqual(date_passed_at);
    await server.settle();
    expect(await apologiesTo(partner)).toHaveLength(1);
  });
});

describe('a date that staff propose after the named ones passed', () => {
  it('must be confirmed before its newsletter closes, even if that is within the week', async () => {
    const partner = await createPartner(server);
    const { id } = await createPromotion(server, { partner, requested_date: '2026-12-25', category_id: 4 });
    await server.advanceTo('2026-12-25T17:05:00Z');
    const editor = await createStaff(server);
    const proposing = await editor
      .post(`/promotions/${id}/propose_date`)
      .send({ promotion_date: '2026-12-26' })
      .expect(200);
    expect(proposing.body.promotion.answer_by).toBe('2026-12-26T17:00:00.000Z');
    server.clock.set(new Date('2026-12-26T16:59:00Z'));
    await cancelPassedPromotions(server.deps);
    expect((await factsOf(id)).cancelled_at).toBeNull();
    server.clock.set(new Date('2026-12-26T17:00:00Z'));
    await cancelPassedPromotions(server.deps);
    expect(await factsOf(id)).toMatchObject({
      cancelled_by: 'system',
      cancel_reason: expect.stringMatching(/in time\.$/),
    });
  });
});
