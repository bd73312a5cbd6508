/**
 * Concurrent requests for scarce resources, or for one promotion, and changes during the close of a newsletter. Some
 * guards have a control: in a separate database without the guard, requests get more than is available.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freezeNewsletter } from '#server/newsletters/freeze.ts';
import { openDatabase } from '#server/platform/database.ts';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { countLockWaits, createTestDatabase } from '#server/testing/database.ts';
import {
  type Client,
  type CreatedPromotion,
  createAuthor,
  createBook,
  createPartner,
  createPromotion,
  createStaff,
  insertPartners,
  MYSTERY,
  type PartnerClient,
  promotionInput,
} from '#server/testing/factories.ts';

const TOP_SPOT = 1;
const DATE = '2026-12-02';

const repeat = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => make(index));

/** Counts each status: {200: 1, 409: 3}. */
const countStatuses = (responses: readonly { status: number }[]) =>
  Object.fromEntries(
    [...Map.groupBy(responses, ({ status }) => status)].map(([status, group]) => [status, group.length]),
  );

const countTakenSlots = async (server: TestServer, date = DATE) => {
  const where = { newsletter_date_category_id: { newsletter_date: new Date(date), category_id: MYSTERY } };
  return (await server.deps.db.newsletterPromotionCount.findUniqueOrThrow({ where })).promotions_in_total;
};

/** Waits until exactly this many statements wait for a lock. */
const waitForLockWaits = (server: TestServer, count: number) =>
  expect.poll(() => countLockWaits(server.deps)).toBe(count);

const withServer = (run: (server: TestServer) => Promise<void>) => async () => {
  const server = await startTestServer();
  try {
    await run(server);
  } finally {
    await server.close();
  }
};

/**
 * Lets twenty clients check whether something is free and then take it, in a database without the guard. Returns how
 * many got it.
 */
async function checkThenTake(sql: { prepare: string; check: string; take: string; count: string }): Promise<number> {
  const database = await createTestDatabase();
  const { pool } = openDatabase(database.url, { connections: 20 });
  try {
    await pool.query(sql.prepare);
    const checks = await Promise.all(repeat(20, () => pool.query(sql.check)));
    const free = checks.filter(({ rows }) => rows[0].free);
    await Promise.all(free.map(() => pool.query(sql.take)));
    return (await pool.query(sql.count)).rows[0].taken;
  } finally {
    await pool.end();
    await database.drop();
  }
}

describe('concurrent requests for one promotion', () => {
  let server: TestServer;
  let staff: Client[];
  let partner: PartnerClient;
  beforeAll(async () => {
    server = await startTestServer();
    staff = [await createStaff(server), await createStaff(server)];
    [partner] = (await insertPartners(server, 1)) as [PartnerClient];
  });
  afterAll(() => server.close());

  const eventsOf = ({ id }: CreatedPromotion, action: string[]) =>
    server.deps.db.promotionEvent.findMany({ where: { promotion_id: id, action: { in: action } } });

  it('approve it once, with one event, one slot, and one email', async () => {
    const promotion = await createPromotion(server, { partner });
    const responses = await Promise.all(repeat(4, (i) => staff[i % 2]!.post(`/promotions/${promotion.id}/approve`)));
    expect(countStatuses(responses)).toEqual({ 200: 1, 409: 3 });
    for (const { body } of responses.filter(({ status }) => status === 409))
      expect(body).toMatchObject({
        errors: { base: ['This promotion’s status is “awaiting promotion date”, so it can’t be approved.'] },
        promotion: { id: promotion.id, display_status: 'awaiting promotion date' },
      });
    expect(await eventsOf(promotion, ['approve'])).toHaveLength(1);
    expect(await countTakenSlots(server)).toBe(1);
    expect(await server.deps.db.mail.count({ where: { template: 'promotion_approved' } })).toBe(1);
  });

  it('either approve, cancel, or decline it', async () => {
    for (const [round, date] of ['2026-12-10', '2026-12-11', '2026-12-12', '2026-12-13'].entries()) {
      const promotion = await createPromotion(server, { partner, requested_date: date, deal_ends_on: '2026-12-20' });
      const path = `/promotions/${promotion.id}`;
      const requests = [
        () => staff[0]!.post(`${path}/approve`),
        () => partner.post(`${path}/cancel`),
        () => staff[1]!.post(`${path}/reject`).send({ reason_codes: ['other'], message: 'Not for us.' }),
      ];
      const inOrder = repeat(3, (i) => requests[(i + round) % 3]!);
      expect(countStatuses(await Promise.all(inOrder.map((send) => send())))).toEqual({ 200: 1, 409: 2 });
      const [event, ...more] = await eventsOf(promotion, ['approve', 'cancel', 'reject']);
      expect(more).toEqual([]);
      expect(await countTakenSlots(server, date)).toBe(event!.action === 'approve' ? 1 : 0);
    }
  });
});

describe('a partner who removes the only card', () => {
  let server: TestServer;
  let staff: Client;
  beforeAll(async () => {
    server = await startTestServer();
    staff = await createStaff(server);
  });
  afterAll(() => server.close());

  const PARTNERS = 12;
  const cardOf = async (partner: PartnerClient) =>
    (await server.deps.db.creditCard.findFirstOrThrow({ where: { partner_id: partner.id } })).id;
  const hasCard = async (partner: PartnerClient) =>
    (await server.deps.db.creditCard.count({ where: { partner_id: partner.id, removed_at: null } })) > 0;
  const datesOf = (index: number) => ({ requested_date: `2026-12-${10 + index}`, deal_ends_on: '2026-12-31' });

  it('keeps it when staff approve at the same time, so nothing is approved without a card', async () => {
    const partners = await insertPartners(server, PARTNERS);
    const promotions = await Promise.all(
      partners.map((partner, i) => createPromotion(server, { partner, ...datesOf(i) })),
    );
    const cards = await Promise.all(partners.map(cardOf));
    await Promise.all(
      promotions.flatMap(({ id }, i) => [
        partners[i]!.delete(`/credit_cards/${cards[i]}`),
        staff.post(`/promotions/${id}/approve`),
      ]),
    );
    const approved = await server.deps.db.promotion.findMany({ where: { approval_status: 'approved' } });
    for (const partner of partners)
      expect(await hasCard(partner)).toBe(approved.some(({ partner_id }) => partner_id === partner.id));
    expect(approved).toHaveLength(PARTNERS);
  });

  it('waits for a submission in progress and is refused', async () => {
    const admin = await createStaff(server, 'admin');
    await admin.post('/discounts').send({ code: 'QUARTER', kind: 'percent', value: 25 }).expect(201);
    const partners = await insertPartners(server, 3);
    const cards = await Promise.all(partners.map(cardOf));
    const books = await Promise.all(partners.map((partner) => createBook(partner)));
    const lockHolder = await server.deps.pool.connect();
    await lockHolder.query('begin');
    await lockHolder.query("select 1 from discounts where code = 'QUARTER' for update");
    // Submissions check the card before they wait for the code.
    const submissions = partners
      .map((partner, i) =>
        partner
          .post('/promotions')
          .send(promotionInput(server, books[i]!.id, { ...datesOf(i), discount_code: 'QUARTER' })),
      )
      .map((request) => Promise.resolve(request));
    await waitForLockWaits(server, 3);
    const removals = partners.map((partner, i) => Promise.resolve(partner.delete(`/credit_cards/${cards[i]}`)));
    await waitForLockWaits(server, 6);
    await lockHolder.query('commit');
    lockHolder.release();
    expect(countStatuses(await Promise.all(submissions))).toEqual({ 201: 3 });
    expect(countStatuses(await Promise.all(removals))).toEqual({ 409: 3 });
  });
});

describe('two promotions of one author that request the same newsletter at the same time', () => {
  let server: TestServer;
  let partner: PartnerClient;
  let author_id: number;
  beforeAll(async () => {
    server = await startTestServer();
    partner = await createPartner(server);
    ({ id: author_id } = await createAuthor(partner));
  });
  afterAll(() => server.close());

  const create = (input: { requested_date: string; alternate_dates?: string[] }) =>
    createPromotion(server, { partner, book: { author_id }, deal_ends_on: '2027-01-31', ...input });
  const move = ({ id }: CreatedPromotion, requested_date: string) =>
    partner.patch(`/promotions/${id}/`).send({ requested_date });

  it("aren't both moved there", async () => {
    const [a, b] = [await create({ requested_date: '2026-12-10' }), await create({ requested_date: '2026-12-11' })];
    for (const date of ['2026-12-14', '2026-12-15', '2026-12-16', '2026-12-17', '2026-12-18', '2026-12-19']) {
      const responses = await Promise.all([move(a, date), move(b, date)]);
      expect(countStatuses(responses)).toEqual({ 200: 1, 422: 1 });
      expect(responses.find(({ status }) => status === 422)!.body.codes).toEqual(['author_twice']);
    }
  });

  it("aren't both approved for the remaining alternate date", async () => {
    const staff = await createStaff(server);
    for (const [first, second, last] of [
      ['2027-01-04', '2027-01-05', '2027-01-06'],
      ['2027-01-07', '2027-01-08', '2027-01-09'],
      ['2027-01-10', '2027-01-11', '2027-01-12'],
    ] as const) {
      const alternate_dates = [last];
      const both = [
        await create({ requested_date: first, alternate_dates }),
        await create({ requested_date: second, alternate_dates }),
      ];
      await server.deps.db.newsletterPromotionCount.updateMany({
        where: { newsletter_date: { in: [new Date(first), new Date(second)] }, category_id: MYSTERY },
        data: { promotions_in_total: 4 },
      });
      const responses = await Promise.all(both.map(({ id }) => staff.post(`/promotions/${id}/approve`)));
      expect(countStatuses(responses)).toEqual({ 200: 1, 409: 1 });
      expect(await countTakenSlots(server, last)).toBe(1);
    }
  });
});

describe('twenty approvals for one category and date with four slots', () => {
  async function createTwenty(server: TestServer) {
    const [partner] = (await insertPartners(server, 1)) as [PartnerClient];
    const promotions: CreatedPromotion[] = [];
    for (let i = 0; i < 20; i++) promotions.push(await createPromotion(server, { partner }));
    return promotions;
  }

  it(
    'take four slots',
    withServer(async (server) => {
      const staff = await createStaff(server);
      const promotions = await createTwenty(server);
      const responses = await Promise.all(promotions.map(({ id }) => staff.post(`/promotions/${id}/approve`)));
      expect(countStatuses(responses)).toEqual({ 200: 4, 409: 16 });
      for (const { body } of responses.filter(({ status }) => status === 409))
        expect(body).toMatchObject({ code: 'date_full', promotion: { display_status: 'awaiting review' } });
      expect(await countTakenSlots(server)).toBe(4);
      const approved = await server.deps.db.promotion.count({ where: { approval_status: 'approved' } });
      expect(approved).toBe(4);
    }),
  );

  it('take more if the update has no condition and the table no check (control)', async () => {
    const taken = await checkThenTake({
      prepare: `alter table newsletter_promotion_counts drop constraint newsletter_promotion_counts_within_capacity;
        insert into newsletter_promotion_counts (newsletter_date, category_id, capacity) values ('${DATE}', ${MYSTERY}, 4)`,
      check: 'select promotions_in_total < capacity as free from newsletter_promotion_counts',
      take: 'update newsletter_promotion_counts set promotions_in_total = promotions_in_total + 1',
      count: 'select promotions_in_total as taken from newsletter_promotion_counts',
    });
    expect(taken).toBe(20);
  });
});

describe('a newsletter that closes while one of its promotions is being changed', () => {
  const LATER = '2026-12-08';
  let server: TestServer;
  let partner: PartnerClient;
  let staff: Client;
  beforeAll(async () => {
    server = await startTestServer();
    staff = await createStaff(server);
    [partner] = (await insertPartners(server, 1)) as [PartnerClient];
  });
  afterAll(() => server.close());

  const createApproved = async (requested_date: string) => {
    const { id } = await createPromotion(server, { partner, requested_date, deal_ends_on: '2026-12-20' });
    await staff.post(`/promotions/${id}/approve`).expect(200);
    return id;
  };

  /**
   * Blocks the change at the slots of `lockedDate`, after it has locked its promotion. Then starts to close the
   * newsletter of `date`, and lets both continue.
   */
  async function closeDuring(
    change: () => PromiseLike<{ status: number }>,
    { date, lockedDate }: { date: string; lockedDate: string },
  ) {
    const lockHolder = await server.deps.pool.connect();
    await lockHolder.query('begin');
    await lockHolder.query('select 1 from newsletter_promotion_counts where newsletter_date = $1 for update', [
      lockedDate,
    ]);
    const changeResponse = Promise.resolve(change());
    await waitForLockWaits(server, 1);
    const closing = freezeNewsletter(server.deps, date);
    await waitForLockWaits(server, 2);
    await lockHolder.query('commit');
    lockHolder.release();
    expect((await changeResponse).status).toBe(200);
    const { deals } = (await closing)!.snapshot as { deals: { promotion_id: number }[] };
    return deals.map(({ promotion_id }) => promotion_id);
  }

  it('leaves out a promotion that is moved to another date', async () => {
    const [unchanged, leftOut] = [await createApproved(DATE), await createApproved(DATE)];
    const move = () => partner.patch(`/promotions/${leftOut}/`).send({ requested_date: LATER });
    expect(await closeDuring(move, { date: DATE, lockedDate: LATER })).toEqual([unchanged]);
    expect((await partner.get(`/promotions/${leftOut}`)).body.promotion).toMatchObject({
      display_status: 'awaiting promotion date',
      promotion_date: LATER,
      newsletter_id: null,
    });
  });

  it('leaves out a promotion that is canceled, and still closes', async () => {
    const [unchanged, leftOut] = [await createApproved('2026-12-03'), await createApproved('2026-12-03')];
    const cancel = () => partner.post(`/promotions/${leftOut}/cancel_approved`);
    expect(await closeDuring(cancel, { date: '2026-12-03', lockedDate: '2026-12-03' })).toEqual([unchanged]);
    expect((await partner.get(`/promotions/${leftOut}`)).body.promotion.display_status).toBe('cancelled');
  });

  it('leaves out a promotion that staff reopen, and still closes', async () => {
    const date = '2026-12-04';
    const [unchanged, leftOut] = [await createApproved(date), await createApproved(date)];
    const reopen = () => staff.post(`/promotions/${leftOut}/reopen`).send({});
    expect(await closeDuring(reopen, { date, lockedDate: date })).toEqual([unchanged]);
    expect((await partner.get(`/promotions/${leftOut}`)).body.promotion).toMatchObject({
      display_status: 'awaiting review',
      newsletter_id: null,
    });
    await staff.post(`/promotions/${unchanged}/reopen`).send({}).expect(409);
  });

  it("doesn't touch an overdue promotion that is moved in the meantime", async () => {
    const overdue = await createApproved('2026-12-06');
    const move = () => partner.patch(`/promotions/${overdue}/`).send({ requested_date: LATER });
    expect(await closeDuring(move, { date: '2026-12-07', lockedDate: LATER })).toEqual([]);
    expect((await partner.get(`/promotions/${overdue}`)).body.promotion).toMatchObject({
      display_status: 'awaiting promotion date',
      promotion_date: LATER,
    });
  });
});

describe('fifty simultaneous requests for one top spot', () => {
  async function submitFifty(server: TestServer) {
    const partners = await insertPartners(server, 50);
    const bodies: object[] = [];
    for (const partner of partners)
      bodies.push(
        promotionInput(server, (await createBook(partner)).id, { requested_date: DATE, addon_ids: [TOP_SPOT] }),
      );
    const responses = await Promise.all(partners.map((partner, i) => partner.post('/promotions').send(bodies[i]!)));
    const held = await server.deps.db.promotionAddon.count({ where: { state: 'held' } });
    const promotions = await server.deps.db.promotion.count();
    return { responses, held, promotions };
  }

  it(
    'book it for one partner and submit nothing for the others',
    withServer(async (server) => {
      const { responses, held, promotions } = await submitFifty(server);
      expect(countStatuses(responses)).toEqual({ 201: 1, 409: 49 });
      expect([held, promotions]).toEqual([1, 1]);
      const message = 'The top spot is already taken for this date and category.';
      for (const { body } of responses.filter(({ status }) => status === 409))
        expect(body).toEqual({ errors: { base: [message], full_messages: [message] } });
    }),
  );

  it(
    'all succeed without the partial unique index (control)',
    withServer(async (server) => {
      await server.deps.pool.query('drop index promotion_addons_one_per_slot');
      const { responses, held } = await submitFifty(server);
      expect(countStatuses(responses)).toEqual({ 201: 50 });
      expect(held).toBe(50);
    }),
  );
});

describe('twenty partners with a single-use code', () => {
  async function submitTwenty(server: TestServer) {
    const staff = await createStaff(server);
    await staff.post('/discounts').send({ code: 'LAST', kind: 'percent', value: 50, usage_limit: 1 }).expect(201);
    const partners = await insertPartners(server, 20);
    const bodies: object[] = [];
    for (const partner of partners)
      bodies.push(promotionInput(server, (await createBook(partner)).id, { discount_code: 'LAST' }));
    const responses = await Promise.all(partners.map((partner, i) => partner.post('/promotions').send(bodies[i]!)));
    return { responses, discount: await server.deps.db.discount.findUniqueOrThrow({ where: { code: 'LAST' } }) };
  }

  it(
    'use it once, and the others submit nothing',
    withServer(async (server) => {
      const { responses, discount } = await submitTwenty(server);
      expect(countStatuses(responses)).toEqual({ 201: 1, 422: 19 });
      expect(discount.used_count).toBe(1);
      expect(await server.deps.db.discountUse.count()).toBe(1);
      expect(await server.deps.db.promotion.count()).toBe(1);
      for (const { body } of responses.filter(({ status }) => status === 422))
        expect(body.errors.discount_code).toEqual([
          'This discount code has been used up. Leave the field empty, or enter another code.',
        ]);
    }),
  );

  it('use it more often if the update has no condition and the table no check (control)', async () => {
    const taken = await checkThenTake({
      prepare: `alter table discounts drop constraint discounts_within_limit;
        insert into discounts (code, kind, value, usage_limit, updated_at) values ('LAST', 'percent', 50, 1, now())`,
      check: 'select used_count < usage_limit as free from discounts',
      take: 'update discounts set used_count = used_count + 1',
      count: 'select used_count as taken from discounts',
    });
    expect(taken).toBe(20);
  });
});

describe('fifty identical requests to charge', () => {
  async function chargeFiftyTimes(server: TestServer) {
    const staff = await createStaff(server);
    const partner = await createPartner(server);
    const { id } = await createPromotion(server, { partner, addon_ids: [TOP_SPOT] });
    await staff.post(`/promotions/${id}/approve`).expect(200);
    await server.advanceTo('2026-12-02T17:00:00Z');
    const cards = { where: { partner_id: partner.id } };
    await server.deps.db.creditCard.updateMany({ ...cards, data: { is_card_valid: false } });
    await server.advanceTo('2026-12-05T17:00:00Z');
    await server.deps.db.creditCard.updateMany({ ...cards, data: { is_card_valid: true } });
    const responses = await Promise.all(repeat(50, () => partner.post(`/promotions/${id}/charge`)));
    await server.settle();
    const journal = server.stripe.journal();
    const charges = journal.flatMap(({ effects }) => effects).filter(({ type }) => type === 'charge.succeeded');
    return { id, partner, responses, charges, intents: journal.filter(({ path }) => path === '/v1/payment_intents') };
  }

  it(
    'make one attempt and one charge',
    withServer(async (server) => {
      const { id, partner, responses, charges, intents } = await chargeFiftyTimes(server);
      expect(countStatuses(responses)).toEqual({ 200: 1, 409: 49 });
      for (const { body } of responses.filter(({ status }) => status === 409)) expect(body.promotion.id).toBe(id);
      expect(intents).toHaveLength(1);
      expect(charges).toMatchObject([{ amount: 1000 }]);
      expect(await server.deps.db.chargeAttempt.count()).toBe(1);
      expect(await server.deps.db.ledgerEntry.count()).toBe(1);
      expect((await partner.get(`/promotions/${id}`)).body.promotion.display_status).toBe('successfully sent');
    }),
  );
});
