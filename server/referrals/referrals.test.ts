/** From a payment to the referrer's credit and back: each step, concurrency, and database constraints. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReferralEntry } from '#prisma';
import { DAILY } from '#server/schedule.ts';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import {
  type Client,
  createPartner,
  createStaff,
  type PartnerClient,
  tablesChangedBy,
  visitor,
} from '#server/testing/factories.ts';
import { chargeAsPartner, createUnpaidPromotions, type UnpaidPromotion } from '#server/testing/unpaid-promotions.ts';
import { makeRewardsAvailable } from './due.ts';
import { adjustRewardForRefund, earnReward } from './earn.ts';

let server: TestServer;
let staff: Client & { id: number };
let unpaid: UnpaidPromotion[];
beforeAll(async () => {
  server = await startTestServer();
  unpaid = await createUnpaidPromotions(
    server,
    Array.from({ length: 14 }, () => 'pm_card_visa'),
  );
  staff = await createStaff(server, 'admin');
}, 120_000);
afterAll(() => server.close());

const times = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => make(index));
const createReferrer = (card = 'pm_card_mastercard') => createPartner(server, { card });

/** Lets a partner referred by `referrer` pay for a ten-dollar promotion. */
async function payPromotion(
  referrer: PartnerClient,
): Promise<UnpaidPromotion & { entry: ReferralEntry | null; invoice_id: number }> {
  const promotion = unpaid.pop()!;
  await server.deps.db.partner.update({ where: { id: promotion.partner.id }, data: { referrer_id: referrer.id } });
  await chargeAsPartner(promotion).expect(200);
  const { invoice_id } = await server.deps.db.promotion.findUniqueOrThrow({ where: { id: promotion.id } });
  const entry = await server.deps.db.referralEntry.findFirst({ where: { invoice_id: invoice_id! } });
  return { ...promotion, entry, invoice_id: invoice_id! };
}

const entryOf = (id: number) => server.deps.db.referralEntry.findUniqueOrThrow({ where: { id } });
const creditOf = async ({ id }: { id: number }) =>
  (await server.deps.db.partner.findUniqueOrThrow({ where: { id } })).credit_cents;
const invoicesOf = async (partner: Client) =>
  (await partner.get('/invoices?sort_dir=asc').expect(200)).body.invoices as {
    invoice_type: string;
    total_cents: number;
    lines: { amount_cents: number }[];
  }[];
const refund = ({ id }: UnpaidPromotion, amount_cents?: number) =>
  staff.post(`/promotions/${id}/refund`).send({ reason: 'A broken link', ...(amount_cents ? { amount_cents } : {}) });

/** Moves the rewards past their thirty days, and runs the job. */
async function passPendingPeriod(...ids: number[]) {
  const { db, now } = server.deps;
  await db.referralEntry.updateMany({ where: { id: { in: ids } }, data: { available_at: now() } });
  await makeRewardsAvailable(server.deps);
}

it('shows an invited partner the welcome credit until their first promotion is settled', async () => {
  const referrer = await createReferrer();
  const { partner } = unpaid.at(-1)!;
  const welcomeCredit = async () => (await partner.get('/referrals').expect(200)).body.program.welcome_credit_cents;
  expect(await welcomeCredit()).toBe(0);
  await server.deps.db.partner.update({ where: { id: partner.id }, data: { referrer_id: referrer.id } });
  const newcomer = await createPartner(server);
  await server.deps.db.partner.update({ where: { id: newcomer.id }, data: { referrer_id: referrer.id } });
  const { body } = await newcomer.get('/referrals').expect(200);
  expect(body.program.welcome_credit_cents).toBe(1000);
  expect(await welcomeCredit()).toBe(0);
});

describe('a payment', () => {
  it('earns a fifth for the referrer, pending for thirty days', async () => {
    const referrer = await createReferrer();
    const { entry, partner } = await payPromotion(referrer);
    expect(entry).toMatchObject({
      partner_id: referrer.id,
      referred_id: partner.id,
      kind: 'reward',
      amount_cents: 200,
      state: 'pending',
      available_at: new Date('2027-01-05T17:00:00Z'),
    });
    await makeRewardsAvailable(server.deps);
    expect(await creditOf(referrer)).toBe(0);
    const { body } = await referrer.get('/referrals').expect(200);
    expect(body).toMatchObject({
      referrals: [{ id: entry!.id, kind: 'reward', amount_cents: 200, state: 'pending' }],
      meta: { total_count: 1 },
      totals: { pending_cents: 200, available_cents: 0, held_cents: 0 },
      program: { sign_ups: 1, visits: 0 },
    });
    expect(body.program.link).toBe(`${server.url}/?aff_id=${body.program.code}`);
    expect(body.referrals[0]).not.toHaveProperty('referred_id');
    expect(body.referrals[0]).not.toHaveProperty('invoice_id');
  });

  it('earns once, even if it is recorded repeatedly', async () => {
    const { entry, invoice_id } = await payPromotion(await createReferrer());
    const invoice = await server.deps.db.invoice.findUniqueOrThrow({ where: { id: invoice_id } });
    const again = () => server.deps.db.$transaction((tx) => earnReward(server.deps, tx, invoice));
    await Promise.all(times(8, again));
    expect(await server.deps.db.referralEntry.findMany({ where: { invoice_id } })).toEqual([entry]);
  });

  it('(control) earns repeatedly without the unique index', async () => {
    const { invoice_id } = await payPromotion(await createReferrer());
    const { db, pool } = server.deps;
    const invoice = await db.invoice.findUniqueOrThrow({ where: { id: invoice_id } });
    await pool.query('drop index referral_entries_invoice_id_kind_key');
    await Promise.all(times(8, () => db.$transaction((tx) => earnReward(server.deps, tx, invoice))));
    expect((await db.referralEntry.deleteMany({ where: { invoice_id } })).count).toBe(9);
    await pool.query('create unique index referral_entries_invoice_id_kind_key on referral_entries (invoice_id, kind)');
  });

  it('earns nothing after twelve months, or for a closed account', async () => {
    const referrer = await createReferrer();
    const oldest = unpaid.at(-1)!;
    const created_at = new Date('2025-12-06T17:00:00Z');
    await server.deps.db.partner.update({ where: { id: oldest.partner.id }, data: { created_at } });
    expect((await payPromotion(referrer)).entry).toBeNull();
    await server.deps.db.partner.update({ where: { id: referrer.id }, data: { deleted_at: server.deps.now() } });
    expect((await payPromotion(referrer)).entry).toBeNull();
  });
});

describe('after thirty days', () => {
  it('turns a reward into credit with one invoice, even if several processes run the job', async () => {
    const referrer = await createReferrer();
    const { entry } = await payPromotion(referrer);
    await server.deps.db.referralEntry.update({ where: { id: entry!.id }, data: { available_at: server.deps.now() } });
    const counts = await Promise.all(times(5, () => makeRewardsAvailable(server.deps)));
    expect(counts.reduce((sum, count) => sum + count)).toBe(1);
    expect(await creditOf(referrer)).toBe(200);
    expect(await invoicesOf(referrer)).toMatchObject([
      { invoice_type: 'referral_reward', status: 'paid', total_cents: -200, lines: [{ amount_cents: -200 }] },
    ]);
    expect(await entryOf(entry!.id)).toMatchObject({ state: 'available', reward_invoice_id: expect.any(Number) });
  });

  it('keeps a reward pending while its payment is disputed, until the dispute is won', async () => {
    const { db, stripe } = server.deps;
    const referrer = await createReferrer();
    const promotion = await payPromotion(referrer);
    const { id: charge } = await db.capturedCharge.findFirstOrThrow({ where: { invoice_id: promotion.invoice_id } });
    const raised = await stripe.api.rawRequest('POST', `/v1/test_helpers/charges/${charge}/dispute`, {});
    const { id } = raised as unknown as { id: string };
    await server.settle();
    await passPendingPeriod(promotion.entry!.id);
    expect(await entryOf(promotion.entry!.id)).toMatchObject({ state: 'pending' });
    expect(await creditOf(referrer)).toBe(0);
    await stripe.api.rawRequest('POST', `/v1/test_helpers/disputes/${id}/close`, { outcome: 'won' });
    await server.settle();
    await passPendingPeriod(promotion.entry!.id);
    expect(await entryOf(promotion.entry!.id)).toMatchObject({ state: 'available' });
    expect(await creditOf(referrer)).toBe(200);
  });

  it('keeps the rest of a reward pending after a lost dispute until staff clear the dispute', async () => {
    const { db, stripe } = server.deps;
    const referrer = await createReferrer();
    const promotion = await payPromotion(referrer);
    const { id: charge } = await db.capturedCharge.findFirstOrThrow({ where: { invoice_id: promotion.invoice_id } });
    const raised = await stripe.api.rawRequest('POST', `/v1/test_helpers/charges/${charge}/dispute`, {});
    const { id } = raised as unknown as { id: string };
    const lost = { outcome: 'lost', amount: 600 };
    await stripe.api.rawRequest('POST', `/v1/test_helpers/disputes/${id}/close`, lost);
    await server.settle();
    await passPendingPeriod(promotion.entry!.id);
    expect(await entryOf(promotion.entry!.id)).toMatchObject({ state: 'pending', clawed_back_cents: 120 });
    await staff.post(`/admin/disputes/${id}/clear`).send({ reason: 'Paid by transfer.' }).expect(200);
    await passPendingPeriod(promotion.entry!.id);
    expect(await entryOf(promotion.entry!.id)).toMatchObject({ state: 'available' });
    expect(await creditOf(referrer)).toBe(80);
  });

  it('turns rewards into credit in a job that runs every day', () => {
    expect(DAILY.find(({ name }) => name === 'referrals.make_available')).toMatchObject({ run: makeRewardsAvailable });
  });
});

describe('a refund', () => {
  it('takes back its share of a pending reward, and eventually all of it', async () => {
    const referrer = await createReferrer();
    const promotion = await payPromotion(referrer);
    await refund(promotion, 333).expect(200);
    // A fifth of the $6.67 that remains paid is $1.33.
    expect(await entryOf(promotion.entry!.id)).toMatchObject({
      state: 'pending',
      amount_cents: 200,
      clawed_back_cents: 67,
    });
    await refund(promotion).expect(200);
    expect(await entryOf(promotion.entry!.id)).toMatchObject({
      state: 'clawed_back',
      clawed_back_cents: 200,
      owed_cents: 0,
    });
    await passPendingPeriod(promotion.entry!.id);
    expect(await creditOf(referrer)).toBe(0);
    expect(await invoicesOf(referrer)).toEqual([]);
  });

  it('takes back credit, and deducts spent credit from the next reward', async () => {
    const referrer = await createReferrer();
    const promotion = await payPromotion(referrer);
    await passPendingPeriod(promotion.entry!.id);
    await server.deps.db.partner.update({ where: { id: referrer.id }, data: { credit_cents: 50 } });
    await refund(promotion).expect(200);
    expect(await creditOf(referrer)).toBe(0);
    expect(await entryOf(promotion.entry!.id)).toMatchObject({
      state: 'clawed_back',
      clawed_back_cents: 200,
      owed_cents: 150,
    });
    expect((await referrer.get('/referrals').expect(200)).body.totals).toMatchObject({
      clawed_back_cents: 200,
      owed_cents: 150,
    });
    const next = await payPromotion(referrer);
    await passPendingPeriod(next.entry!.id);
    expect(await creditOf(referrer)).toBe(50);
    expect((await entryOf(promotion.entry!.id)).owed_cents).toBe(0);
    const invoices = await invoicesOf(referrer);
    expect(invoices.map(({ invoice_type, total_cents }) => [invoice_type, total_cents])).toEqual([
      ['referral_reward', -200],
      ['credit_adjustment', 0],
      ['referral_reward', -50],
    ]);
  });

  it('that fails restores the reward', async () => {
    const referrer = await createReferrer();
    const promotion = await payPromotion(referrer);
    await passPendingPeriod(promotion.entry!.id);
    await server.deps.db.partner.update({ where: { id: referrer.id }, data: { credit_cents: 50 } });
    await refund(promotion).expect(200);
    // Processes Stripe's webhook, which would otherwise count as a change below.
    await server.settle();
    const { db } = server.deps;
    expect(await entryOf(promotion.entry!.id)).toMatchObject({ state: 'clawed_back', owed_cents: 150 });
    const failedRefund = { where: { id: promotion.invoice_id }, data: { refunded_cents: { decrement: 1000 } } };
    await db.$transaction(async (tx) => {
      await adjustRewardForRefund(server.deps, tx, promotion.invoice_id, -1000);
      await tx.invoice.update(failedRefund);
    });
    expect(await entryOf(promotion.entry!.id)).toMatchObject({
      state: 'available',
      clawed_back_cents: 0,
      owed_cents: 0,
    });
    expect(await creditOf(referrer)).toBe(50);
    // A repeated call changes nothing.
    const changed = await tablesChangedBy(server, () =>
      db.$transaction((tx) => adjustRewardForRefund(server.deps, tx, promotion.invoice_id)),
    );
    expect(changed).toEqual([]);
  });
});

describe('a card shared by referrer and referred partner', () => {
  it("holds the reward until staff release it, after which the pair's next one isn't held", async () => {
    const referrer = await createReferrer('pm_card_visa');
    const { entry, partner } = await payPromotion(referrer);
    expect(entry!.state).toBe('held');
    await passPendingPeriod(entry!.id);
    expect(await creditOf(referrer)).toBe(0);
    const path = `/referrals/${entry!.id}/release`;
    await referrer.post(path).send({}).expect(403);
    const responses = await Promise.all(times(4, () => staff.post(path).send({ reason: 'One household.' })));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect(responses.find(({ status }) => status === 409)!.body.referral).toMatchObject({ id: entry!.id });
    expect(await creditOf(referrer)).toBe(200);
    const next = await server.deps.db.invoice.create({
      data: {
        number: 9001,
        partner_id: partner.id,
        date: new Date('2026-12-06'),
        lines: [],
        subtotal_cents: 1000,
        total_cents: 1000,
      },
    });
    await server.deps.db.$transaction((tx) => earnReward(server.deps, tx, next));
    const where = { invoice_id_kind: { invoice_id: next.id, kind: 'reward' } };
    expect(await server.deps.db.referralEntry.findUnique({ where })).toMatchObject({ state: 'pending' });
    const audits = await server.deps.db.auditEvent.findMany({ where: { action: 'referral.release' } });
    expect(audits).toMatchObject([{ actor_id: staff.id, entity_id: String(entry!.id), reason: 'One household.' }]);
  });

  it("is also noticed when it's added after the payment", async () => {
    const referrer = await createReferrer();
    const { entry } = await payPromotion(referrer);
    expect(entry!.state).toBe('pending');
    await referrer.post('/credit_cards').send({ payment_method_id: 'pm_card_visa' }).expect(201);
    await passPendingPeriod(entry!.id);
    expect(await entryOf(entry!.id)).toMatchObject({ state: 'held', reward_invoice_id: null });
    await staff.post(`/referrals/${entry!.id}/reject`).send({}).expect(422);
    const reason = 'Both accounts belong to the same person.';
    const res = await staff.post(`/referrals/${entry!.id}/reject`).send({ reason }).expect(200);
    expect(res.body.referral).toMatchObject({ state: 'rejected' });
    await staff.post(`/referrals/${entry!.id}/release`).send({}).expect(409);
    await passPendingPeriod(entry!.id);
    expect(await creditOf(referrer)).toBe(0);
  });
});

describe('paying out', () => {
  const cashOut = (id: number) => staff.post(`/referrals/${id}/cash_out`).send({ reference: 'Transfer 4711' });

  /** A referrer with one available reward of this many cents. */
  async function createReward(cents: number) {
    const referrer = await createReferrer();
    const { id: referred_id } = await createPartner(server, { card: null });
    const amounts = { subtotal_cents: 6000, total_cents: 6000 };
    const invoice = await server.deps.db.invoice.create({
      data: {
        ...amounts,
        number: 10_000 + referred_id,
        partner_id: referred_id,
        date: new Date('2026-12-06'),
        lines: [],
      },
    });
    const entry = await server.deps.db.referralEntry.create({
      data: {
        partner_id: referrer.id,
        referred_id,
        invoice_id: invoice.id,
        kind: 'reward',
        amount_cents: cents,
        available_at: server.deps.now(),
      },
    });
    await makeRewardsAvailable(server.deps);
    return { referrer, entry };
  }

  it('requires at least fifty dollars', async () => {
    const { entry, referrer } = await createReward(4999);
    const res = await cashOut(entry.id).expect(409);
    expect(res.body.errors.base).toEqual(['Only $49.99 is available; the minimum payout is $50.00.']);
    expect(await creditOf(referrer)).toBe(4999);
  });

  it('takes the credit once from simultaneous requests, and leaves an invoice and an audit entry', async () => {
    const { entry, referrer } = await createReward(6000);
    await server.deps.db.partner.update({ where: { id: referrer.id }, data: { credit_cents: 5500 } });
    await referrer.post(`/referrals/${entry.id}/cash_out`).send({ reference: 'me' }).expect(403);
    const responses = await Promise.all(times(6, () => cashOut(entry.id)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    const { body } = responses.find(({ status }) => status === 200)!;
    expect(body).toMatchObject({
      referral: { state: 'cashed_out' },
      cash_out: { amount_cents: 5500, referral_ids: [entry.id] },
    });
    expect(await creditOf(referrer)).toBe(0);
    expect(
      (await invoicesOf(referrer)).map((invoice) => [
        invoice.invoice_type,
        invoice.lines.map((line) => line.amount_cents),
      ]),
    ).toEqual([
      ['referral_reward', [-6000]],
      ['credit_adjustment', [5500, -5500]],
    ]);
    expect(await server.deps.db.auditEvent.count({ where: { action: 'referral.cash_out' } })).toBe(1);
  });
});

describe('the referral program', () => {
  it("counts a link's visits by day, regardless of the code's case, and doesn't reveal which codes exist", async () => {
    const referrer = await createReferrer();
    const { code } = (await referrer.get('/referrals').expect(200)).body.program;
    const visit = (body: object) => visitor(server).post('/referrals/visits').send(body);
    const responses = await Promise.all(times(6, (i) => visit({ code: i % 2 ? code : code.toUpperCase() })));
    expect(responses.map(({ status, text }) => [status, text])).toEqual(times(6, () => [204, '']));
    const unknown = await visit({ code: 'nobody-has-this' }).expect(204);
    expect(unknown.text).toBe('');
    await visit({}).expect(422);
    expect(await server.deps.db.referralVisit.findMany({ where: { partner_id: referrer.id } })).toEqual([
      { partner_id: referrer.id, date: new Date('2026-12-06'), visits: 6 },
    ]);
    expect((await referrer.get('/referrals').expect(200)).body.program.visits).toBe(6);
  });

  it("shows staff all entries, or one partner's", async () => {
    const all = (await staff.get('/referrals?per=100').expect(200)).body;
    expect(all.program).toBeNull();
    const [first] = all.referrals;
    const filtered = (await staff.get(`/referrals?partner_id=${first.partner_id}`).expect(200)).body;
    expect(filtered.meta.total_count).toBeLessThan(all.meta.total_count);
    expect(filtered.program.code).toEqual(expect.any(String));
    expect(filtered.referrals[0]).toHaveProperty('referred_id');
    await staff.get('/referrals?kind=reward').expect(422);
  });
});
