/** Decisions on many promotions at the same time. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import {
  type Client,
  type CreatedPromotion,
  completeBooks,
  createAuthor,
  createPromotion,
  createStaff,
  insertPartners,
} from '#server/testing/factories.ts';
import { addDays, parseDate } from '#shared/dates.ts';
import { decideMany } from './decide-many.ts';

let server: TestServer;
let staff: Client & { id: number };
beforeAll(async () => {
  server = await startTestServer();
  staff = await createStaff(server);
});
afterAll(() => server.close());

let day = 1;
/** Promotions of different partners, each on a different day. */
async function create(count: number): Promise<CreatedPromotion[]> {
  const partners = await insertPartners(server, count);
  const created = [];
  for (const partner of partners) created.push(await createPromotion(server, { partner, days: ++day }));
  await completeBooks(server);
  return created;
}
const targets = (promotions: readonly { id: number }[]) => promotions.map(({ id }) => ({ id }));
const decide = (body: object) => staff.post('/promotions/decisions').send(body);
const resultsOf = async (body: object) => (await decide(body).expect(200)).body.results;
const statusOf = async ({ id }: { id: number }) =>
  (await staff.get(`/promotions/${id}`).expect(200)).body.promotion.display_status;
const emailsOf = async ({ partner }: CreatedPromotion) =>
  (await server.emailsTo(partner.email)).map(({ subject }) => subject);

it('approves what meets every rule, and says why the others weren’t approved', async () => {
  const [good, short, cardless, decided, outdated] = (await create(5)) as [CreatedPromotion, ...CreatedPromotion[]];
  const { db } = server.deps;
  await db.book.update({ where: { id: short!.book.id }, data: { page_count: 12 } });
  await db.creditCard.updateMany({ where: { partner_id: cardless!.partner.id }, data: { is_card_valid: false } });
  await staff.post(`/promotions/${decided!.id}/approve`).expect(200);
  const promotions = [
    ...targets([short!, good, cardless!, decided!]),
    { id: outdated!.id, review_version: 'an older version' },
    { id: 999_999 },
  ];
  const results = await resultsOf({ decision: 'approve', promotions });
  expect(results.map(({ id }: { id: number }) => id)).toEqual(promotions.map(({ id }) => id));
  expect(results).toMatchObject([
    {
      outcome: 'refused',
      reason:
        'This promotion fails 1 rule: The book must have at least 50 pages (20 for children’s books, 30 for short stories).',
    },
    { outcome: 'approved', reason: null },
    { outcome: 'refused', reason: expect.stringContaining('card') },
    {
      outcome: 'refused',
      reason: 'This promotion’s status is “awaiting promotion date”, so it can’t be approved.',
      last_event: { action: 'approve', actor: 'user', actor_name: expect.any(String), seconds_ago: expect.any(Number) },
    },
    { outcome: 'refused', reason: 'This promotion changed after you opened it. Review it again, then decide.' },
    { outcome: 'refused', reason: 'This promotion doesn’t exist.' },
  ]);
  expect(await statusOf(good)).toBe('awaiting promotion date');
  expect(await statusOf(short!)).toBe('awaiting review');
  const entries = await server.deps.db.auditEvent.findMany({
    where: { entity: 'promotion', entity_id: String(good.id), actor_id: staff.id },
  });
  expect(entries.map(({ action }) => action)).toEqual(['approve']);
  await server.settle();
  expect((await emailsOf(good)).filter((subject) => /approved/i.test(subject))).toHaveLength(1);
});

it('doesn’t approve a promotion whose current price the store contradicts', async () => {
  const [promotion] = (await create(1)) as [CreatedPromotion];
  const store_data = { asin: 'B0DEMO0001', list_price_cents: 299 };
  await server.deps.db.book.update({ where: { id: promotion.book.id }, data: { store_data } });
  const body = { decision: 'approve', promotions: [{ id: promotion.id }] };
  expect((await resultsOf(body))[0]).toMatchObject({
    outcome: 'refused',
    reason:
      'The store’s regular price is $2.99, and the partner’s current price is $4.99. Check both, then decide on this promotion individually.',
  });
  expect(await statusOf(promotion)).toBe('awaiting review');
  await staff.post(`/promotions/${promotion.id}/approve`).expect(200);
});

it('doesn’t approve a promotion whose book has no cover or no author', async () => {
  const [bare, anonymous, both, complete] = (await create(4)) as [CreatedPromotion, ...CreatedPromotion[]];
  const { db } = server.deps;
  await db.book.update({ where: { id: bare.book.id }, data: { cover: null } });
  await db.book.update({ where: { id: anonymous!.book.id }, data: { author_id: null } });
  await db.book.update({ where: { id: both!.book.id }, data: { cover: null, author_id: null } });
  const promotions = targets([bare, anonymous!, both!, complete!]);
  const reason = (missing: string) => `The book has ${missing}. Check its entry, then decide on it individually.`;
  expect(await resultsOf({ decision: 'approve', promotions })).toMatchObject([
    { outcome: 'refused', reason: reason('no cover') },
    { outcome: 'refused', reason: reason('no author') },
    { outcome: 'refused', reason: reason('no cover and no author') },
    { outcome: 'approved' },
  ]);
  expect(await statusOf(bare)).toBe('awaiting review');
  await staff.post(`/promotions/${bare.id}/approve`).expect(200);
});

it('declines with one reason and message, and needs a message for “other”', async () => {
  const promotions = await create(2);
  const body = { decision: 'reject', promotions: targets(promotions), reason_codes: ['other'] };
  const refused = await decide(body).expect(422);
  expect(refused.body.errors.message).toEqual(['You chose “See the message from our editors.” Write that message.']);
  expect(await resultsOf({ ...body, message: 'We would rather see the sequels.' })).toMatchObject([
    { outcome: 'declined' },
    { outcome: 'declined' },
  ]);
  await server.settle();
  for (const { partner } of promotions)
    expect((await server.emailsTo(partner.email)).map(({ text }) => text).join('\n')).toContain(
      'We would rather see the sequels.',
    );
});

it('moves promotions to one date: approves those whose partner named it, and proposes it to the others', async () => {
  const [named, other] = (await create(2)) as [CreatedPromotion, CreatedPromotion];
  const body = {
    decision: 'move',
    promotions: targets([named, other]),
    promotion_date: named.date,
    message: 'Quiet day.',
  };
  expect(await resultsOf(body)).toMatchObject([{ outcome: 'approved' }, { outcome: 'proposed' }]);
  const { promotion } = (await staff.get(`/promotions/${other.id}`).expect(200)).body;
  expect(promotion).toMatchObject({ display_status: 'awaiting partner feedback', proposed_date: named.date });
  expect(promotion.staff_message).toContain('Quiet day.');
  const past = { ...body, promotions: targets([other]), promotion_date: addDays(named.date, -60) };
  expect(await resultsOf(past)).toMatchObject([{ outcome: 'refused' }]);
});

it('approves for the date that the editor chose if the partner named it, and otherwise proposes it', async () => {
  const [alternate, unnamed, plain] = (await create(3)) as [CreatedPromotion, CreatedPromotion, CreatedPromotion];
  const chosen = addDays(alternate.date, 30);
  await server.deps.db.promotion.update({
    where: { id: alternate.id },
    data: { alternate_dates: [parseDate(chosen)], deal_ends_on: parseDate(chosen) },
  });
  const promotions = [
    { id: alternate.id, promotion_date: chosen },
    { id: unnamed.id, promotion_date: chosen },
    { id: plain.id },
  ];
  expect(await resultsOf({ decision: 'approve', promotions })).toMatchObject([
    { outcome: 'approved' },
    { outcome: 'proposed' },
    { outcome: 'approved' },
  ]);
  const shown = async ({ id }: CreatedPromotion) => (await staff.get(`/promotions/${id}`).expect(200)).body.promotion;
  expect(await shown(alternate)).toMatchObject({ promotion_date: chosen });
  expect(await shown(unnamed)).toMatchObject({ promotion_date: null, proposed_date: chosen });
  expect(await shown(plain)).toMatchObject({ promotion_date: plain.date });
  await decide({ decision: 'reject', reason_codes: ['content_policy'], promotions }).expect(422);
});

it('proposes no date for a promotion that changed after the editor read it', async () => {
  const [promotion] = (await create(1)) as [CreatedPromotion];
  const promotions = [
    { ...targets([promotion])[0]!, promotion_date: addDays(promotion.date, 30), review_version: 'old' },
  ];
  expect(await resultsOf({ decision: 'approve', promotions })).toMatchObject([
    { outcome: 'refused', reason: expect.stringContaining('changed after you opened it') },
  ]);
  expect(await statusOf(promotion)).toBe('awaiting review');
});

it('checks the rules for the date that promotions are moved to', async () => {
  const { db } = server.deps;
  const [full] = (await create(1)) as [CreatedPromotion];
  const chosen = addDays(full.date, 40);
  const other = await createPromotion(server, { partner: full.partner, days: ++day });
  const { id: author_id } = await createAuthor(full.partner);
  await db.book.updateMany({ where: { id: { in: [full.book.id, other.book.id] } }, data: { author_id } });
  await db.promotion.updateMany({
    where: { id: { in: [full.id, other.id] } },
    data: { alternate_dates: [parseDate(chosen)], deal_ends_on: parseDate(chosen) },
  });
  await db.$executeRaw`
    insert into newsletter_promotion_counts (newsletter_date, category_id, capacity, promotions_in_total)
    select requested_date, category_id, 1, 1 from promotions where id = ${full.id}
    on conflict (newsletter_date, category_id) do update set capacity = 1, promotions_in_total = 1`;
  const body = { decision: 'move', promotions: targets([full, other]), promotion_date: chosen };
  expect(await resultsOf(body)).toMatchObject([
    { id: full.id, outcome: 'approved' },
    { id: other.id, outcome: 'refused', reason: expect.stringContaining('author') },
  ]);
});

it('decides on no more promotions after its time limit', async () => {
  const promotions = await create(2);
  const body = {
    decision: 'reject' as const,
    promotions: targets(promotions),
    reason_codes: ['content_policy' as const],
  };
  const results = await decideMany(server.deps, staff, body, 0);
  expect(results).toEqual(
    promotions.map(({ id }) => ({
      id,
      outcome: 'refused',
      reason: 'This took too long, so your decision on this promotion wasn’t saved. Please try again.',
    })),
  );
  expect(await statusOf(promotions[0]!)).toBe('awaiting review');
});

it('decides each promotion once when two editors decide on the same ones', async () => {
  const promotions = await create(4);
  const colleague = await createStaff(server);
  const body = { promotions: targets(promotions) };
  const [approvals, refusals] = await Promise.all([
    decide({ ...body, decision: 'approve' }).expect(200),
    colleague
      .post('/promotions/decisions')
      .send({ ...body, decision: 'reject', reason_codes: ['content_policy'] })
      .expect(200),
  ]);
  const outcomes = (res: typeof approvals) => res.body.results.map(({ outcome }: { outcome: string }) => outcome);
  const pairs = outcomes(approvals).map((outcome: string, index: number) => [outcome, outcomes(refusals)[index]]);
  for (const pair of pairs) expect(pair.filter((outcome: string) => outcome === 'refused')).toHaveLength(1);
  await server.settle();
  const counts = await server.deps.db.promotionEvent.groupBy({
    by: ['promotion_id'],
    where: { promotion_id: { in: promotions.map(({ id }) => id) }, action: { in: ['approve', 'reject'] } },
    _count: true,
  });
  expect(counts.map(({ _count }) => _count)).toEqual([1, 1, 1, 1]);
});

it('refuses repeated ids, more than a hundred, and partners', async () => {
  const [promotion] = (await create(1)) as [CreatedPromotion];
  const [target] = targets([promotion]);
  await decide({ decision: 'approve', promotions: [target, target] }).expect(422);
  const many = Array.from({ length: 101 }, (_, index) => ({ id: index + 1 }));
  await decide({ decision: 'approve', promotions: many }).expect(422);
  await promotion.partner
    .post('/promotions/decisions')
    .send({ decision: 'approve', promotions: [target] })
    .expect(403);
  expect(await statusOf(promotion)).toBe('awaiting review');
});
