/** A newsletter from draft to delivery, and a category's calendar. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import {
  type Client,
  type CreatedPromotion,
  createPromotion,
  createReader,
  createStaff,
  freezeWithReaders,
  insertPartners,
  MYSTERY,
  type PartnerClient,
  tablesChangedBy,
  tokensFor,
  visitor,
} from '#server/testing/factories.ts';
import { freezeNewsletter } from './freeze.ts';
import { resumeNewsletters } from './send.ts';
import { ensureNewsletters } from './service.ts';

const TOP_SPOT_ADDON_ID = 1;
const ROMANCE = 6;

type Reader = { email: string; uuid: string };

async function mailOf(server: TestServer, { email }: Reader) {
  const mails = (await server.emailsTo(email)).filter(({ headers }) => 'list-unsubscribe' in headers);
  expect(mails.length).toBeLessThanOrEqual(1);
  return mails[0] ?? null;
}

const newsletterOn = (server: TestServer, date: string) =>
  server.deps.db.newsletter.findUniqueOrThrow({
    where: { newsletter_date_kind: { newsletter_date: new Date(date), kind: 'daily' } },
  });

describe('a newsletter', () => {
  const DATE = '2026-12-02';
  let server: TestServer;
  let staff: Client & { id: number };
  let partner: PartnerClient;
  let id: number;
  const promotions: Record<'first' | 'second' | 'top' | 'archived' | 'romance', CreatedPromotion> = {} as never;

  const book = async (name: keyof typeof promotions, fields: Parameters<typeof createPromotion>[1] = {}) => {
    const promotion = await createPromotion(server, {
      partner,
      book: { title: `The ${name} book`, category_id: fields?.category_id ?? MYSTERY },
      ...fields,
    });
    await staff.post(`/promotions/${promotion.id}/approve`).expect(200);
    promotions[name] = promotion;
  };

  beforeAll(async () => {
    server = await startTestServer();
    staff = await createStaff(server, 'admin');
    [partner] = (await insertPartners(server, 1)) as [PartnerClient];
    id = (await newsletterOn(server, DATE)).id;
    await staff.post('/discounts').send({ code: 'BACK', kind: 'percent', value: 10 }).expect(201);
    await book('first');
    await book('second', { sale_price_cents: 0 });
    await book('top', { addon_ids: [TOP_SPOT_ADDON_ID] });
    await book('archived', { discount_code: 'BACK' });
    await book('romance', { category_id: ROMANCE });
  });
  afterAll(() => server.close());

  it('uses up an id only for a new draft, because deliveries are partitioned by it', async () => {
    const lastId = async () =>
      (await server.deps.pool.query<{ last: number }>(`select last_value::int as last from newsletters_id_seq`))
        .rows[0]!.last;
    const first = await lastId();
    await ensureNewsletters(server.deps, '2026-12-05');
    const before = await lastId();
    await ensureNewsletters(server.deps, '2026-12-05');
    expect(await lastId()).toBe(before);
    await ensureNewsletters(server.deps, '2026-12-06');
    expect(await lastId()).toBe(before + 2);
    await server.deps.db.newsletter.deleteMany({ where: { id: { gt: first } } });
  });

  it('is a draft that only staff can see, with its promotions', async () => {
    const { body } = await staff.get(`/newsletters/${id}?joins[]=promotions`).expect(200);
    expect(body.newsletter).toMatchObject({
      id,
      newsletter_date: DATE,
      status: 'draft',
      subject: '',
      promotions_count: 5,
      deliveries_total: 0,
      frozen_at: null,
    });
    expect(body.newsletter.promotions).toHaveLength(5);
    expect(body.newsletter.promotions[0]).toMatchObject({
      book: { title: 'The first book' },
      partner: { id: partner.id },
    });
    expect(body.newsletter).not.toHaveProperty('snapshot');
    const days = '/newsletters?kind=daily&sort_col=newsletter_date&sort_dir=asc&date_from=2026-12-02';
    const { newsletters, meta } = (await staff.get(days).expect(200)).body;
    expect(newsletters[0]).toMatchObject({ id, kind: 'daily', promotions_count: 5 });
    expect(newsletters[1]).toMatchObject({ newsletter_date: '2026-12-03', promotions_count: 0 });
    expect(meta).toEqual({ total_count: 13, page: 1, per: 20 });
    await partner.get(`/newsletters/${id}`).expect(403);
  });

  it('accepts a subject, a preheader, and an order of promotions while it is a draft', async () => {
    const order = [promotions.second.id, promotions.romance.id, promotions.first.id, promotions.top.id];
    const words = {
      subject: 'Five books for Wednesday',
      preheader: 'And one of them is free',
    };
    const res = await staff
      .patch(`/newsletters/${id}`)
      .send({ ...words, promotion_ids: order })
      .expect(200);
    expect(res.body.newsletter).toMatchObject({ status: 'draft', subject: 'Five books for Wednesday' });
    expect(res.body.newsletter.promotions.map((promotion: { id: number }) => promotion.id)).toEqual([
      ...order,
      promotions.archived.id,
    ]);
    // Without a subject, the close writes one from the deals.
    const { body: cleared } = await staff.patch(`/newsletters/${id}`).send({ subject: ' ' }).expect(200);
    expect(cleared.newsletter.subject).toBe('');
    await staff.patch(`/newsletters/${id}`).send({ subject: words.subject }).expect(200);
    const elsewhere = await createPromotion(server, { days: 5 });
    await staff.post(`/promotions/${elsewhere.id}/approve`).expect(200);
    const changed = await tablesChangedBy(server, async () => {
      for (const [body, field, message] of [
        [{ subject: 'x'.repeat(151) }, 'subject', 'is too long (at most 150 characters)'],
        [{ promotion_ids: ['x'] }, 'promotion_ids', 'must be a number'],
        [{ promotion_ids: [...order, elsewhere.id] }, 'promotion_ids', 'must all be promotions of this newsletter'],
        [{ promotion_ids: [999_999] }, 'promotion_ids', 'must all be promotions of this newsletter'],
      ] as const)
        expect((await staff.patch(`/newsletters/${id}`).send(body).expect(422)).body.errors[field]).toEqual([message]);
    });
    expect(changed).toEqual([]);
  });

  it('is sent to the readers who still want it and have a matching deal, and contains their matches', async () => {
    const mystery = await createReader(server);
    const both = await createReader(server, { category_ids: [MYSTERY, ROMANCE], stores: ['kobo'] });
    const free = await createReader(server, { free_only: true });
    const withoutEmail = {
      other_genre: await createReader(server, { category_ids: [11] }),
      other_store: await createReader(server, { stores: ['ibooks'] }),
      free_romance: await createReader(server, { category_ids: [ROMANCE], free_only: true }),
      weekly: await createReader(server, { frequency: 'weekly' }),
      paused: await createReader(server),
      unsubscribed_before: await createReader(server),
      unsubscribed_after: await createReader(server),
      changed_genre: await createReader(server),
    };
    await visitor(server).patch(`/readers/${withoutEmail.paused.uuid}`).send({ paused_until: DATE }).expect(200);
    await visitor(server).post(`/readers/${withoutEmail.unsubscribed_before.uuid}/unsubscribe`).expect(200);
    await server.deps.db.book.update({ where: { id: promotions.archived.book.id }, data: { status: 'archived' } });

    server.clock.set(new Date('2026-12-02T17:00:00Z'));
    await freezeWithReaders(server, DATE);
    expect(await newsletterOn(server, DATE)).toMatchObject({ status: 'frozen', deliveries_total: 5 });
    // Between freeze and delivery, one reader unsubscribes, one changes genres, and a book is renamed.
    await visitor(server).post(`/readers/${withoutEmail.unsubscribed_after.uuid}/unsubscribe`).expect(200);
    await visitor(server)
      .patch(`/readers/${withoutEmail.changed_genre.uuid}`)
      .send({ category_ids: [11] })
      .expect(200);
    await partner.patch(`/books/${promotions.first.book.id}`).send({ title: 'Renamed in haste' }).expect(200);
    await server.settle();

    const mail = (await mailOf(server, mystery))!;
    expect(mail.subject).toBe('Five books for Wednesday');
    const titles = (text: string) =>
      [...text.matchAll(/The (top|second|first|romance|archived) book|Renamed/g)].map(([found]) => found);
    const uniqueTitles = [...new Set(titles(mail.text))];
    // The paid top spot comes first, then the staff's order; titles are those of the freeze.
    expect(uniqueTitles).toEqual(['The top book', 'The second book', 'The first book']);
    expect([...new Set(titles((await mailOf(server, both))!.text))]).toEqual([
      'The top book',
      'The second book',
      'The first book',
      'The romance book',
    ]);
    expect([...new Set(titles((await mailOf(server, free))!.text))]).toEqual(['The second book']);
    expect(tokensFor(server, (await mailOf(server, both))!.text, promotions.first.id)).toHaveLength(1);
    expect(tokensFor(server, mail.text, promotions.first.id)).toHaveLength(2);
    for (const [name, reader] of Object.entries(withoutEmail))
      expect([name, await mailOf(server, reader)]).toEqual([name, null]);
    expect(await newsletterOn(server, DATE)).toMatchObject({ status: 'sent', delivered_count: 3 });
    const states = await server.deps.db.delivery.groupBy({ by: ['state'], _count: true, orderBy: { state: 'asc' } });
    expect(states).toEqual([
      { state: 'accepted', _count: 3 },
      { state: 'suppressed', _count: 2 },
    ]);
  });

  it('can be unsubscribed from with one click, by POST only', async () => {
    const reader = await server.deps.db.reader.findFirstOrThrow({
      where: { free_only: true, deliveries: { some: {} } },
    });
    const mail = (await mailOf(server, { email: reader.email!, uuid: reader.uuid }))!;
    expect(mail.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
    const url = /<(http[^>]+)>, <mailto:[^>]+>/.exec(mail.headers['list-unsubscribe']!)![1]!;
    const path = url.slice(`${server.url}/api/v1`.length);
    await visitor(server).get(path).redirects(0).expect(302);
    expect((await server.deps.db.reader.findUniqueOrThrow({ where: { id: reader.id } })).status).toBe('active');
    await visitor(server).post(path).type('form').send('List-Unsubscribe=One-Click').expect(200);
    expect((await server.deps.db.reader.findUniqueOrThrow({ where: { id: reader.id } })).status).toBe('unsubscribed');
  });

  it('leaves out an archived book, tells the partner why, and releases the code', async () => {
    const { id: promotion_id } = promotions.archived;
    const { promotion } = (await partner.get(`/promotions/${promotion_id}?joins=events`).expect(200)).body;
    expect(promotion).toMatchObject({
      display_status: 'unable to send',
      unable_to_send_at: '2026-12-02T17:00:00.000Z',
      unable_reason: 'The book is archived.',
      click_window_ends_at: null,
      newsletter_id: null,
      actions: [],
    });
    expect(promotion.events.at(-1)).toMatchObject({ actor: 'system', action: 'fail_to_send', to: 'unable to send' });
    const discount = await server.deps.db.discount.findUniqueOrThrow({ where: { code: 'BACK' } });
    expect(discount.used_count).toBe(0);
    const texts = (await server.emailsTo(partner.email)).map(({ text }) => text);
    expect(texts.some((text) => text.includes('The book is archived.'))).toBe(true);
  });

  it('marks its promotions as sent, and opens their click window for 72 hours', async () => {
    const { promotion } = (await partner.get(`/promotions/${promotions.first.id}`).expect(200)).body;
    expect(promotion).toMatchObject({
      display_status: 'successfully sent',
      newsletter_id: id,
      position: 4,
      frozen_at: '2026-12-02T17:00:00.000Z',
      sent_at: '2026-12-02T17:00:00.000Z',
      click_window_ends_at: '2026-12-05T17:00:00.000Z',
    });
  });

  it("can't be changed once it is closed", async () => {
    staff = await createStaff(server, 'admin');
    const changed = await tablesChangedBy(server, async () => {
      const res = await staff.patch(`/newsletters/${id}`).send({ subject: 'Too late', promotion_ids: [] }).expect(409);
      const message = 'This newsletter is already closed, so it can no longer be changed.';
      expect(res.body).toEqual({
        errors: { base: [message], full_messages: [message] },
        newsletter: expect.objectContaining({
          id,
          status: 'sent',
          subject: 'Five books for Wednesday',
          promotions_count: 4,
        }),
      });
      await freezeNewsletter(server.deps, DATE);
      await resumeNewsletters(server.deps);
    });
    expect(changed).toEqual([]);
  });

  it('is canceled and sent to nobody if it has no promotions', async () => {
    await server.advanceTo('2026-12-03T17:00:00Z');
    expect(await newsletterOn(server, '2026-12-03')).toMatchObject({ status: 'cancelled', deliveries_total: 0 });
  });

  it('frozen by a process that died is sent once', async () => {
    staff = await createStaff(server, 'admin');
    await book('first', { days: 2, book: { title: 'The first book', asin: 'B0SECONDGO' } });
    const reader = await createReader(server);
    server.clock.set(new Date(`${promotions.first.date}T17:00:00Z`));
    await freezeWithReaders(server, promotions.first.date);
    await Promise.all([resumeNewsletters(server.deps), resumeNewsletters(server.deps), server.settle()]);
    expect(await mailOf(server, reader)).not.toBeNull();
    expect(await newsletterOn(server, promotions.first.date)).toMatchObject({ status: 'sent' });
  });
});

describe("a category's calendar", () => {
  it('has the next sixty days, even those without promotions, and counts approved promotions', async () => {
    const server = await startTestServer();
    try {
      const staff = await createStaff(server, 'admin');
      const [partner] = (await insertPartners(server, 1)) as [PartnerClient];
      const { id } = await createPromotion(server, { partner, addon_ids: [TOP_SPOT_ADDON_ID] });
      const days = async (query = '') => {
        const { body } = await partner.get(`/newsletter_promotion_counts?category_id=${MYSTERY}${query}`).expect(200);
        return body;
      };
      const beforeApproval = await days('&page=0');
      expect(beforeApproval.meta).toEqual({ total_count: 60, page: 1, per: 60 });
      const third = await days('&per=7&page=3');
      expect(third.meta).toEqual({ total_count: 60, page: 3, per: 7 });
      expect(third.newsletter_promotion_counts).toHaveLength(7);
      expect((await days('&date_to=2026-11-30')).meta).toEqual({ total_count: 0, page: 1, per: 1 });
      const [today, tomorrow] = beforeApproval.newsletter_promotion_counts;
      expect(today).toEqual({
        id: expect.any(Number),
        newsletter_date: '2026-12-01',
        category_id: MYSTERY,
        promotions_in_total: 0,
        places_left: 4,
        top_of_newsletter_available: true,
      });
      expect(tomorrow).toMatchObject({ promotions_in_total: 0, places_left: 4, top_of_newsletter_available: false });
      expect(beforeApproval.newsletter_promotion_counts.at(-1).newsletter_date).toBe('2027-01-29');
      await staff.post(`/promotions/${id}/approve`).expect(200);
      expect((await days()).newsletter_promotion_counts[1]).toMatchObject({ promotions_in_total: 1, places_left: 3 });
      server.clock.set(new Date('2026-12-01T17:00:00Z'));
      expect((await days()).newsletter_promotion_counts[0].newsletter_date).toBe('2026-12-02');
      for (const query of ['&page=x', '&bogus=1', '&date_from=2026-02-30', '&per=0x', '&per=0', '&per=101'])
        await partner.get(`/newsletter_promotion_counts?category_id=${MYSTERY}${query}`).expect(422);
    } finally {
      await server.close();
    }
  });
});
