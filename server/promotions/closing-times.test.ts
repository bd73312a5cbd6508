/** Closing times of newsletters, and their effect on the review queue's lanes and on free slots. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { START, startTestServer, type TestServer } from '#server/testing/app.ts';
import {
  type Client,
  createPromotion,
  createStaff,
  insertPartners,
  MYSTERY,
  type PartnerClient,
} from '#server/testing/factories.ts';
import { AWAITING_STAFF, REVIEW_LANES, type ReviewLane, SEPARATE_LANES } from '#shared/status.ts';

let server: TestServer;
let staff: Client & { id: number };
let partner: PartnerClient;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  server.clock.set(START);
  await server.deps.db.promotion.updateMany({ data: { cancelled_at: START } });
  staff = await createStaff(server);
  [partner] = (await insertPartners(server, 1)) as [PartnerClient];
});

const read = async (id: number, client: Client = staff) =>
  (await client.get(`/promotions/${id}`).expect(200)).body.promotion;
const idsInLane = async (lane: string) =>
  (await staff.get(`/promotions?lane=${lane}&sort_col=id&sort_dir=asc`).expect(200)).body.promotions.map(
    ({ id }: { id: number }) => id,
  );
const counts = async () => (await staff.get('/promotions/lane_counts').expect(200)).body.lane_counts;
const EMPTY = {
  date_passed: 0,
  changed_after_approval: 0,
  closes_next: 0,
  feedback_answered: 0,
  to_decide: 0,
  payment_failed: 0,
};
const sorted = (ids: readonly number[]) => [...ids].sort((a, b) => a - b);
const closeByStaff = (date: string) =>
  server.deps.db.newsletter.update({
    where: { newsletter_date_kind: { newsletter_date: new Date(date), kind: 'daily' } },
    data: { status: 'frozen' },
  });
const reopenNewsletters = () => server.deps.db.newsletter.updateMany({ data: { status: 'draft' } });

describe('closes_at', () => {
  it('is the cutoff of the last open date, otherwise of the last named one, and null once decided', async () => {
    const { id } = await createPromotion(server, {
      partner,
      requested_date: '2026-12-04',
      alternate_dates: ['2026-12-08', '2026-12-06'],
      deal_ends_on: '2026-12-10',
    });
    const facts = async () => {
      const { closes_at, open_dates } = await read(id);
      return [closes_at, open_dates];
    };
    expect(await facts()).toEqual(['2026-12-08T17:00:00.000Z', ['2026-12-04', '2026-12-08', '2026-12-06']]);
    await closeByStaff('2026-12-08');
    expect(await facts()).toEqual(['2026-12-06T17:00:00.000Z', ['2026-12-04', '2026-12-06']]);
    await reopenNewsletters();
    server.clock.set(new Date('2026-12-08T17:00:00Z'));
    staff = await createStaff(server);
    expect(await facts()).toEqual(['2026-12-08T17:00:00.000Z', []]);
    server.clock.set(START);
    await staff.post(`/promotions/${id}/approve`).expect(200);
    expect(await facts()).toEqual([null, []]);
  });
});

describe('the lanes of the review queue', () => {
  it('separate promotions awaiting staff with an open date from those without one', async () => {
    const past = await createPromotion(server, { partner, requested_date: '2026-12-03' });
    const rescued = await createPromotion(server, {
      partner,
      requested_date: '2026-12-03',
      alternate_dates: ['2026-12-20'],
      deal_ends_on: '2026-12-21',
    });
    const ahead = await createPromotion(server, { partner, requested_date: '2026-12-21' });
    const asked = await createPromotion(server, { partner, requested_date: '2026-12-03' });
    await staff.post(`/promotions/${asked.id}/partner_feedback`).send({ message: 'Why?' }).expect(200);
    expect(await idsInLane('to_decide')).toEqual([past.id, rescued.id, ahead.id]);
    expect([await idsInLane('date_passed'), await counts()]).toEqual([[], { ...EMPTY, to_decide: 3 }]);

    server.clock.set(new Date('2026-12-03T17:00:00Z'));
    staff = await createStaff(server);
    expect(await idsInLane('to_decide')).toEqual([rescued.id, ahead.id]);
    expect(await idsInLane('date_passed')).toEqual([past.id]);
    expect(await counts()).toEqual({ ...EMPTY, to_decide: 2, date_passed: 1 });
    const csv = await staff.get('/promotions.csv?lane=date_passed').expect(200);
    expect(csv.text.trim().split('\n')).toHaveLength(2);
  });

  it('move a promotion to date_passed when staff close its only date before the cutoff', async () => {
    const { id } = await createPromotion(server, { partner, requested_date: '2026-12-05' });
    await closeByStaff('2026-12-05');
    expect([await idsInLane('to_decide'), await idsInLane('date_passed')]).toEqual([[], [id]]);
    await reopenNewsletters();
  });

  it('list promotions whose last open date is the next newsletter, and those with answered questions', async () => {
    const last = await createPromotion(server, { partner, requested_date: '2026-12-02' });
    const spare = await createPromotion(server, {
      partner,
      requested_date: '2026-12-02',
      alternate_dates: ['2026-12-09'],
      deal_ends_on: '2026-12-10',
    });
    const answered = await createPromotion(server, { partner, requested_date: '2026-12-12' });
    await staff.post(`/promotions/${answered.id}/partner_feedback`).send({ message: 'Why?' }).expect(200);
    await partner.post(`/promotions/${answered.id}/partner_feedback`).send({ feedback: 'Why not?' }).expect(200);
    server.clock.set(new Date('2026-12-01T18:00:00Z'));
    staff = await createStaff(server);
    expect(await idsInLane('closes_next')).toEqual([last.id]);
    expect(await idsInLane('feedback_answered')).toEqual([answered.id]);
    expect(await idsInLane('to_decide')).toEqual([last.id, spare.id, answered.id]);
    expect(await counts()).toEqual({ ...EMPTY, closes_next: 1, feedback_answered: 1, to_decide: 3 });
  });

  it('can be sorted by when each promotion’s last open newsletter closes, in pages', async () => {
    const late = await createPromotion(server, {
      partner,
      requested_date: '2026-12-03',
      alternate_dates: ['2026-12-20'],
      deal_ends_on: '2026-12-21',
    });
    const soon = await createPromotion(server, { partner, requested_date: '2026-12-05' });
    const next = await createPromotion(server, { partner, requested_date: '2026-12-08' });
    const page = async (query: string) => {
      const { promotions, meta } = (await staff.get(`/promotions?lane=to_decide&sort_col=closes_at&${query}`)).body;
      return [promotions.map(({ id }: { id: number }) => id), meta.total_count];
    };
    expect(await page('sort_dir=asc')).toEqual([[soon.id, next.id, late.id], 3]);
    expect(await page('sort_dir=asc&per=2&page=2')).toEqual([[late.id], 3]);
    expect(await page('sort_dir=desc')).toEqual([[late.id, next.id, soon.id], 3]);
    const refused = await staff.get('/promotions?sort_col=closes_at').expect(422);
    expect(refused.body.errors.sort_col).toEqual(['closes_at requires lane']);
  });

  it('base closes_next on the next open date, skipping one that staff closed early', async () => {
    const next = async () => (await staff.get('/promotions/lane_counts').expect(200)).body.closes_next;
    expect(await next()).toBe('2026-12-01');
    const { id } = await createPromotion(server, { partner, requested_date: '2026-12-02' });
    expect(await idsInLane('closes_next')).toEqual([]);
    await closeByStaff('2026-12-01');
    expect([await next(), await idsInLane('closes_next')]).toEqual(['2026-12-02', [id]]);
    await reopenNewsletters();
    server.clock.set(new Date('2026-12-01T18:00:00Z'));
    staff = await createStaff(server);
    expect(await next()).toBe('2026-12-02');
  });

  it('put each promotion awaiting staff in date_passed or to_decide, and have counts that match the lists', async () => {
    const { db } = server.deps;
    const { id } = await createPromotion(server, { partner, requested_date: '2026-12-20' });
    await staff.post(`/promotions/${id}/approve`).expect(200);
    server.clock.set(new Date('2026-12-03T18:00:00Z'));
    staff = await createStaff(server);
    // Combinations of facts that determine the lanes other than payment_failed.
    await db.$executeRaw`
      insert into promotions select made.* from promotions p
        cross join unnest(array[null, 'awaiting_feedback', 'approved', 'rejected']) status
        cross join (values (null, null), (null, 2), (2, null), (2, 2), (2, 1)) answer (requested, submitted)
        cross join (values ('2026-12-03', '{}'), ('2026-12-04', '{}'), ('2026-12-05', '{}'), ('2026-12-03', '{2026-12-04}'),
          ('2026-12-04', '{2026-12-03,2026-12-05}')) date (requested, alternate)
        cross join unnest(array[null, '{"partner_note": "Later."}'::jsonb]) changes
        cross join unnest(array[null, ${START}::timestamptz]) cancelled
        cross join unnest(array[null, ${START}::timestamptz]) unable
        cross join lateral jsonb_populate_record(p, jsonb_build_object('id', nextval('promotions_id_seq'),
          'approval_status', status, 'requested_date', date.requested, 'promotion_date', null,
          'alternate_dates', date.alternate::date[], 'proposed_changes', changes, 'cancelled_at', cancelled,
          'unable_to_send_at', unable,
          'feedback_requested_at', ${START}::timestamptz + answer.requested * interval '1 minute',
          'feedback_submitted_at', ${START}::timestamptz + answer.submitted * interval '1 minute')) made
      where p.id = ${id}`;
    await db.$executeRaw`
      with billed as (
        insert into invoices (number, partner_id, promotion_id, date, lines, subtotal_cents, total_cents, status)
        select p.id, partner_id, p.id, '2026-12-03', '[]', amount, amount,
          (array['open', 'failed'])[p.id % 3 % 2 + 1]::"InvoiceStatus"
        from promotions p cross join lateral (select case p.id % 7 when 0 then 0 else 100 end as amount) billed
        where p.id > ${id} and p.id % 4 = 0 returning id, promotion_id
      ), declined as (
        insert into stripe_errors (promotion_id, type, code, message, created_at, resolved_at)
        select promotion_id, 'card_error', 'card_declined', 'Declined.', ${START}::timestamptz, case promotion_id % 5 when 0 then ${START}::timestamptz end
        from billed where promotion_id % 8 = 0
      )
      update promotions p set invoice_id = billed.id, sent_at = ${START} from billed where billed.promotion_id = p.id`;

    const listed = async (query: string) => {
      const ids: number[] = [];
      for (let page = 1, total = 1; ids.length < total; page++) {
        const { body } = await staff.get(`/promotions?${query}&per=100&page=${page}`).expect(200);
        ids.push(...body.promotions.map((entry: { id: number }) => entry.id));
        total = body.meta.total_count;
      }
      return ids;
    };
    const lanes = Object.fromEntries(
      await Promise.all(REVIEW_LANES.map(async (lane) => [lane, await listed(`lane=${lane}`)] as const)),
    ) as Record<ReviewLane, number[]>;
    expect(Object.values(lanes).every(({ length }) => length > 3)).toBe(true);
    expect(await counts()).toEqual(Object.fromEntries(REVIEW_LANES.map((lane) => [lane, lanes[lane].length])));
    const separate = SEPARATE_LANES.flatMap((lane) => lanes[lane]);
    expect(new Set(separate).size).toBe(separate.length);
    const awaitingStaff = await Promise.all(
      AWAITING_STAFF.map((status) => listed(`display_status=${encodeURIComponent(status)}`)),
    );
    expect(sorted([...lanes.date_passed, ...lanes.to_decide])).toEqual(sorted(awaitingStaff.flat()));
    for (const part of [lanes.closes_next, lanes.feedback_answered])
      expect(part.every((one) => lanes.to_decide.includes(one))).toBe(true);
    await db.$executeRaw`update promotions set invoice_id = null where id > ${id}`;
  });

  it('are for staff only', async () => {
    await partner.get('/promotions/lane_counts').expect(403);
    for (const path of ['/promotions', '/promotions.csv'])
      expect((await partner.get(`${path}?lane=to_decide`).expect(422)).body.errors.lane).toEqual([
        'is available only to staff',
      ]);
    await staff.get('/promotions?lane=bogus').expect(422);
  });
});

describe('a closed date', () => {
  const slotsOn = async (date: string) => {
    const query = `category_id=${MYSTERY}&date_from=${date}&date_to=${date}&public=true`;
    const [day] = (await staff.get(`/newsletter_promotion_counts?${query}`).expect(200)).body
      .newsletter_promotion_counts;
    const topSpot = await staff.get(`/addons/top_of_newsletter/check_availability?date=${date}&category_id=${MYSTERY}`);
    return [day.promotions_in_total, day.places_left, day.top_of_newsletter_available, topSpot.body.reason];
  };

  it('has no free slots or top spot after the cutoff or once staff close it, but its bookings still count', async () => {
    const { id } = await createPromotion(server, { partner, requested_date: '2026-12-07' });
    await staff.post(`/promotions/${id}/approve`).expect(200);
    expect(await slotsOn('2026-12-07')).toEqual([1, 3, true, undefined]);
    server.clock.set(new Date('2026-12-07T16:00:00Z'));
    staff = await createStaff(server);
    expect(await slotsOn('2026-12-07')).toEqual([1, 3, true, undefined]);
    await closeByStaff('2026-12-07');
    expect(await slotsOn('2026-12-07')).toEqual([1, 0, false, 'past']);
    await reopenNewsletters();
    server.clock.set(new Date('2026-12-07T17:00:00Z'));
    expect(await slotsOn('2026-12-07')).toEqual([1, 0, false, 'past']);
  });
});
