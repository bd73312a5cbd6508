/** Manual newsletter controls: list, close early, pause, and watch progress. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import {
  type Client,
  createPromotion,
  createReader,
  createStaff,
  freezeWithReaders,
  insertPartners,
  type PartnerClient,
  tablesChangedBy,
  visitor,
} from '#server/testing/factories.ts';

import { countLimit, rangeSize } from './freeze-readers.ts';

const TODAY = '2026-12-01';
const SATURDAY = '2026-12-05';

let server: TestServer;
let staff: Client & { id: number };
let partner: PartnerClient;
beforeEach(async () => {
  server = await startTestServer();
  staff = await createStaff(server);
  [partner] = (await insertPartners(server, 1)) as [PartnerClient];
});
afterEach(() => server.close());

const idOn = async (date: string, kind: 'daily' | 'weekly' = 'daily') => {
  const where = { newsletter_date_kind: { newsletter_date: new Date(date), kind } };
  return (await server.deps.db.newsletter.findUniqueOrThrow({ where })).id;
};

/** Approves a promotion for the open newsletter. */
async function bookToday(title = 'The Quiet Harbor') {
  const promotion = await createPromotion(server, { partner, book: { title } });
  // Today can't be requested anymore, so set the date directly, as if submitted the day before.
  await server.deps.db.promotion.update({ where: { id: promotion.id }, data: { requested_date: new Date(TODAY) } });
  await staff.post(`/promotions/${promotion.id}/approve`).expect(200);
  return promotion;
}

describe('the list of newsletters', () => {
  it('lists open and past newsletters newest first, then upcoming ones; `sort_dir=asc` reverses dates', async () => {
    server.clock.set(new Date('2026-12-05T18:00:00Z'));
    staff = await createStaff(server);
    await server.deps.db.newsletter.updateMany({ where: { id: await idOn('2026-12-04') }, data: { status: 'sent' } });
    const list = async (query: string) =>
      (await staff.get(`/newsletters?${query}`).expect(200)).body.newsletters.map(
        ({ newsletter_date, kind }: { newsletter_date: string; kind: string }) =>
          kind === 'weekly' ? `${newsletter_date} weekly` : newsletter_date,
      );
    const dateRange = 'date_from=2026-12-03&date_to=2026-12-08';
    const order = [
      '2026-12-06',
      '2026-12-05',
      '2026-12-05 weekly',
      '2026-12-04',
      '2026-12-03',
      '2026-12-07',
      '2026-12-08',
    ];
    expect(await list(dateRange)).toEqual(order);
    expect(await list(`${dateRange}&sort_col=recent&sort_dir=asc`)).toEqual([
      '2026-12-08',
      '2026-12-07',
      '2026-12-03',
      '2026-12-04',
      '2026-12-05',
      '2026-12-05 weekly',
      '2026-12-06',
    ]);
    expect([...(await list(`${dateRange}&per=4`)), ...(await list(`${dateRange}&per=4&page=2`))]).toEqual(order);
    expect(await list(`${dateRange}&kind=weekly`)).toEqual(['2026-12-05 weekly']);
    expect(await list(`${dateRange}&status=sent`)).toEqual(['2026-12-04']);
    await staff.get('/newsletters?kind=monthly').expect(422);
    await staff.get('/newsletters?sort_col=subject').expect(422);
  });
});

const freeze = (id: number, newsletter_date = TODAY, client: Client = staff) =>
  client.post(`/newsletters/${id}/freeze`).send({ newsletter_date });

describe('a newsletter’s figures', () => {
  it('include free slots, promotions awaiting review, a weekly draft’s deals, and the clicks so far', async () => {
    const { id: promotion_id } = await createPromotion(server, { partner, requested_date: SATURDAY });
    const fetchNewsletter = async (id: number, joins = '') =>
      (await staff.get(`/newsletters/${id}${joins}`).expect(200)).body.newsletter;
    const daily = await idOn(SATURDAY);
    const weekly = await idOn(SATURDAY, 'weekly');
    const before = await fetchNewsletter(daily);
    expect(before).toMatchObject({ promotions_count: 0, awaiting_review_count: 1 });
    await staff.post(`/promotions/${promotion_id}/approve`).expect(200);
    const places_left = before.places_left - 1;
    expect(await fetchNewsletter(daily)).toMatchObject({ promotions_count: 1, awaiting_review_count: 0, places_left });
    expect(await fetchNewsletter(weekly)).toMatchObject({
      promotions_count: 0,
      awaiting_review_count: 0,
      places_left: 0,
    });

    await createReader(server);
    server.clock.set(new Date('2026-12-05T15:00:00Z'));
    staff = await createStaff(server);
    await freeze(daily, SATURDAY).expect(200);
    await server.settle();
    expect(await fetchNewsletter(daily)).toMatchObject({ status: 'sent', places_left: 0 });
    const draft = await fetchNewsletter(weekly, '?joins=promotions');
    expect(draft).toMatchObject({ status: 'draft', promotions_count: 1 });
    expect(draft.promotions.map(({ id }: { id: number }) => id)).toEqual([promotion_id]);
    const [found] = (await staff.get('/newsletters?kind=weekly&date_from=2026-12-05&date_to=2026-12-05')).body
      .newsletters;
    expect(found).toMatchObject({ id: weekly, promotions_count: 1 });

    const clicksOf = async (id: number) =>
      (await staff.get(`/newsletters/${id}/progress`).set('Accept', 'application/json').expect(200)).body.progress
        .clicks_count;
    expect([await clicksOf(daily), await clicksOf(weekly)]).toEqual([0, null]);
    const hour = new Date('2026-12-05T15:00:00Z');
    for (const source of ['newsletter', 'site'] as const)
      await server.deps.db.clickRollup.create({ data: { promotion_id, hour, store: 'amazon', source, clicks: 3 } });
    expect([await clicksOf(daily), await clicksOf(weekly)]).toEqual([3, null]);
  });
});

describe('closing a newsletter early', () => {
  const expectRefusal = async (id: number, message: string, status: string, date = TODAY) => {
    const changed = await tablesChangedBy(server, async () => {
      const res = await freeze(id, date).expect(409);
      expect(res.body).toEqual({
        errors: { base: [message], full_messages: [message] },
        newsletter: expect.objectContaining({ id, status }),
      });
    });
    expect(changed).toEqual([]);
  };

  it('sends it right away, and not again at the cutoff', async () => {
    const promotion = await bookToday();
    const reader = await createReader(server);
    const id = await idOn(TODAY);
    const res = await freeze(id).expect(200);
    expect(res.body.newsletter).toMatchObject({ id, status: 'frozen', promotions_count: 1 });
    await server.settle();
    const sent = (await staff.get(`/newsletters/${id}`).expect(200)).body.newsletter;
    expect(sent).toMatchObject({ status: 'sent', deliveries_total: 1 });
    expect((await server.emailsTo(reader.email))[0]!.text).toContain('The Quiet Harbor');
    const shown = (await partner.get(`/promotions/${promotion.id}`).expect(200)).body.promotion;
    expect(shown).toMatchObject({ display_status: 'successfully sent', sent_at: '2026-12-01T15:00:00.000Z' });
    await server.advanceTo('2026-12-01T17:00:00Z');
    expect(await server.emailsTo(reader.email)).toHaveLength(2);
    const auditEvent = await server.deps.db.auditEvent.findFirstOrThrow({ where: { action: 'freeze' } });
    expect(auditEvent).toMatchObject({ entity: 'newsletter', entity_id: String(id), actor_id: staff.id });
  });

  it('previews its deals and readers, and refuses a mismatched date', async () => {
    await bookToday();
    for (const paused_until of [null, '2027-01-01']) {
      const { email } = await createReader(server);
      await server.deps.db.reader.update({
        where: { email },
        data: { paused_until: paused_until && new Date(paused_until) },
      });
    }
    await createReader(server, { frequency: 'weekly' });
    const id = await idOn(TODAY);
    const closing = async () => (await staff.get(`/newsletters/${id}/closing`).expect(200)).body.closing;
    const counted = { newsletter_id: id, newsletter_date: TODAY, deals_count: 1, readers_count: 1, is_estimate: false };
    expect(await closing()).toEqual(counted);
    rangeSize.readers = 1;
    countLimit.ms = 0;
    // Only the first of two daily readers is counted; the estimate extrapolates to both.
    expect(await closing()).toEqual({ ...counted, readers_count: 2, is_estimate: true });
    rangeSize.readers = 10_000;
    countLimit.ms = 3_000;
    const { body } = await freeze(id, '2026-12-02').expect(422);
    expect(body.errors.newsletter_date).toEqual(['is not this newsletter’s date']);
    await staff.post(`/newsletters/${id}/freeze`).send({}).expect(422);
    expect((await freeze(id).expect(200)).body.newsletter.status).toBe('frozen');
    await server.settle();
    expect((await staff.get(`/newsletters/${id}`).expect(200)).body.newsletter.deliveries_total).toBe(1);
    await staff.get(`/newsletters/${id}/closing`).expect(409);
    await partner.get(`/newsletters/${id}/closing`).expect(403);
  });

  it('estimates readers even if only weekly readers with list alerts were counted in time', async () => {
    await bookToday();
    const { email } = await createReader(server, { frequency: 'weekly' });
    await server.deps.db.reader.update({ where: { email }, data: { list_alerts: true } });
    await createReader(server);
    rangeSize.readers = 1;
    countLimit.ms = 0;
    const { body } = await staff.get(`/newsletters/${await idOn(TODAY)}/closing`).expect(200);
    rangeSize.readers = 10_000;
    countLimit.ms = 3_000;
    expect(body.closing).toMatchObject({ readers_count: 0, is_estimate: true });
  });

  it('lets only one of four simultaneous requests close the newsletter', async () => {
    await bookToday();
    const id = await idOn(TODAY);
    const responses = await Promise.all([1, 2, 3, 4].map(() => freeze(id)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    await expectRefusal(id, 'This newsletter is already closed.', 'frozen');
  });

  it('is refused on other days, while it is empty, and to everyone but staff', async () => {
    await expectRefusal(
      await idOn(TODAY),
      'This newsletter has no deals. Approve promotions for its date first.',
      'draft',
    );
    const ownDate =
      'You can close a newsletter early only on its own date: until then, partners can still change their promotions.';
    await expectRefusal(await idOn('2026-12-02'), ownDate, 'draft', '2026-12-02');
    await freeze(999_999).expect(404);
    await freeze(await idOn(TODAY), TODAY, partner).expect(403);
    await freeze(await idOn(TODAY), TODAY, visitor(server)).expect(401);
    server.clock.set(new Date('2026-12-02T15:00:00Z'));
    staff = await createStaff(server);
    const past = 'You can close a newsletter only on its own date. This one will be closed or abandoned automatically.';
    await expectRefusal(await idOn(TODAY), past, 'draft');
  });

  it("is refused for the weekly newsletter until that Saturday's daily one is closed", async () => {
    const { id } = await createPromotion(server, { partner, requested_date: SATURDAY });
    await staff.post(`/promotions/${id}/approve`).expect(200);
    await createReader(server, { frequency: 'weekly' });
    server.clock.set(new Date('2026-12-05T15:00:00Z'));
    staff = await createStaff(server);
    const weekly = await idOn(SATURDAY, 'weekly');
    const message = 'Close this date’s daily newsletter first. The weekly one includes its deals.';
    await expectRefusal(weekly, message, 'draft', SATURDAY);
    await freeze(await idOn(SATURDAY), SATURDAY).expect(200);
    const res = await freeze(weekly, SATURDAY).expect(200);
    expect(res.body.newsletter).toMatchObject({ kind: 'weekly', status: 'frozen' });
    await server.settle();
    const sent = (await staff.get(`/newsletters/${weekly}`).expect(200)).body.newsletter;
    expect(sent).toMatchObject({ status: 'sent', deliveries_total: 1 });
  });

  it('prevents moving a promotion to the newsletter’s date afterward', async () => {
    await bookToday();
    const dates = { requested_date: '2026-12-02', alternate_dates: ['2026-12-03'] };
    const other = await createPromotion(server, { partner, book: { title: 'Too Late' }, ...dates });
    await server.deps.db.promotion.update({ where: { id: other.id }, data: { alternate_dates: [new Date(TODAY)] } });
    await staff.post(`/promotions/${other.id}/approve`).expect(200);
    await freeze(await idOn(TODAY)).expect(200);
    const res = await staff.patch(`/promotions/${other.id}`).send({ requested_date: TODAY }).expect(422);
    expect(res.body).toMatchObject({
      errors: { requested_date: ['It’s too late to book that date. Choose a later one.'] },
      codes: ['date_past'],
    });
    const shown = (await partner.get(`/promotions/${other.id}`).expect(200)).body.promotion;
    expect(shown.promotion_date).toBe('2026-12-02');
  });

  it('refuses a late approval, and marks a promotion moved in later as unable to send', async () => {
    await bookToday();
    const lateApproval = await createPromotion(server, {
      partner,
      book: { title: 'Too Late' },
      requested_date: '2026-12-02',
    });
    const moved = await createPromotion(server, { partner, book: { title: 'Moved In' }, requested_date: '2026-12-02' });
    await staff.post(`/promotions/${moved.id}/approve`).expect(200);
    await freeze(await idOn(TODAY)).expect(200);
    await staff.post(`/promotions/${lateApproval.id}/approve`).send({ promotion_date: TODAY }).expect(422);
    await server.deps.db.promotion.update({ where: { id: moved.id }, data: { promotion_date: new Date(TODAY) } });
    await server.advanceTo('2026-12-01T17:00:00Z');
    const shown = (await partner.get(`/promotions/${moved.id}`).expect(200)).body.promotion;
    expect(shown).toMatchObject({
      display_status: 'unable to send',
      unable_reason: 'The newsletter for this date was already closed.',
    });
  });
});

describe('pausing a newsletter', () => {
  it('stops its emails until someone resumes it, with the reason on record', async () => {
    await bookToday();
    const reader = await createReader(server);
    const id = await idOn(TODAY);
    await freezeWithReaders(server, TODAY);
    const paused = await staff.post(`/newsletters/${id}/pause`).send({ reason: 'A wrong price' }).expect(200);
    expect(paused.body.newsletter).toMatchObject({
      status: 'frozen',
      paused_at: '2026-12-01T15:00:00.000Z',
      paused_reason: 'A wrong price',
    });
    await server.settle();
    expect(await server.emailsTo(reader.email)).toHaveLength(1);
    await staff.post(`/newsletters/${id}/pause`).expect(409);
    const resumed = await staff.post(`/newsletters/${id}/resume`).expect(200);
    expect(resumed.body.newsletter).toMatchObject({ paused_at: null, paused_reason: null });
    await server.settle();
    expect(await server.emailsTo(reader.email)).toHaveLength(2);
    const again = await staff.post(`/newsletters/${id}/resume`).expect(409);
    expect(again.body.newsletter).toMatchObject({ id, status: 'sent' });
  });

  it('is only for staff and only for newsletters being sent, with a reason of at most 500 characters', async () => {
    const id = await idOn(TODAY);
    const changed = await tablesChangedBy(server, async () => {
      await staff.post(`/newsletters/${id}/pause`).expect(409);
      await staff.post(`/newsletters/${id}/resume`).expect(409);
      await staff.post('/newsletters/999999/pause').expect(404);
      await staff
        .post(`/newsletters/${id}/pause`)
        .send({ reason: 'x'.repeat(501) })
        .expect(422);
      await partner.post(`/newsletters/${id}/pause`).expect(403);
      await partner.post(`/newsletters/${id}/resume`).expect(403);
    });
    expect(changed).toEqual([]);
  });
});

describe('watching a newsletter being sent', () => {
  /** The events of a stream until it ends. */
  const streamOf = async (id: number) => {
    const response = await fetch(`${server.url}/api/v1/newsletters/${id}/progress`, {
      headers: { ...staff.headers, accept: 'text/event-stream' },
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/);
    expect(response.headers.get('access-token')).toBe(staff.headers['access-token']);
    return (await response.text())
      .split('\n\n')
      .filter((event) => event.startsWith('event: progress'))
      .map((event) => JSON.parse(event.slice(event.indexOf('{'))).progress);
  };

  it('counts its emails by state', async () => {
    await bookToday();
    for (let i = 0; i < 2; i++) await createReader(server);
    const unsubscriber = await createReader(server);
    const id = await idOn(TODAY);
    const zeroCounts = {
      clicks_count: 0,
      delivered_count: 0,
      bounced_count: 0,
      suppressed_count: 0,
      uncertain_count: 0,
    };
    const progress = async () => (await staff.get(`/newsletters/${id}/progress`).expect(200)).body.progress;
    expect(await progress()).toEqual({
      newsletter_id: id,
      status: 'draft',
      paused_at: null,
      ended_at: null,
      deliveries_total: 0,
      ...zeroCounts,
      left_count: 0,
    });
    await freezeWithReaders(server, TODAY);
    expect(await progress()).toMatchObject({ status: 'frozen', deliveries_total: 3, ...zeroCounts, left_count: 3 });
    await visitor(server).post(`/readers/${unsubscriber.uuid}/unsubscribe`).expect(200);
    await server.settle();
    const sent = {
      status: 'sent',
      deliveries_total: 3,
      ...zeroCounts,
      delivered_count: 2,
      suppressed_count: 1,
      left_count: 0,
    };
    expect(await progress()).toMatchObject(sent);
    expect(await streamOf(id)).toEqual([expect.objectContaining(sent)]);
  });

  it('streams changes without repeats until the last email', async () => {
    await bookToday();
    await createReader(server);
    const id = await idOn(TODAY);
    await freezeWithReaders(server, TODAY);
    const stream = streamOf(id);
    await server.settle();
    const events = await stream;
    expect(events.at(-1)).toMatchObject({ status: 'sent', delivered_count: 1, left_count: 0 });
    expect(new Set(events.map((event) => JSON.stringify(event))).size).toBe(events.length);
  });

  it('ends the stream right away while the newsletter is paused', async () => {
    await bookToday();
    await createReader(server);
    const id = await idOn(TODAY);
    await freezeWithReaders(server, TODAY);
    await staff.post(`/newsletters/${id}/pause`).expect(200);
    expect(await streamOf(id)).toEqual([expect.objectContaining({ status: 'frozen', left_count: 1 })]);
  });

  it('is for staff only, and for existing newsletters', async () => {
    const id = await idOn(TODAY);
    await staff.get('/newsletters/999999/progress').expect(404);
    await staff.get('/newsletters/999999/progress').set('accept', 'text/event-stream').expect(404);
    await staff.get(`/newsletters/${id}/progress?every=1`).expect(422);
    await partner.get(`/newsletters/${id}/progress`).expect(403);
    await visitor(server).get(`/newsletters/${id}/progress`).set('accept', 'text/event-stream').expect(401);
  });
});
