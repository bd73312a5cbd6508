/** Held referral rewards and payouts in the admin panel. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ReferralState } from '#prisma';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { type Client, createPartner, createStaff, insertPartners, tablesChangedBy } from '#server/testing/factories.ts';

let server: TestServer;
let admin: Client & { id: number };
let editor: Client & { id: number };
beforeAll(async () => {
  server = await startTestServer();
  admin = await createStaff(server, 'admin');
  editor = await createStaff(server, 'editor');
});
afterAll(() => server.close());

const createReferrer = (credit_cents = 0) =>
  createPartner(server, { card: null }).then(async ({ id }) => {
    await server.deps.db.partner.update({ where: { id }, data: { credit_cents } });
    return id;
  });

async function createEntry(partner_id: number, state: ReferralState, { amount_cents = 200, is_due = true } = {}) {
  const { db, now } = server.deps;
  const [referred] = await insertPartners(server, 1);
  const { id: invoice_id } = await db.invoice.create({
    data: {
      number: 10_000 + referred!.id,
      partner_id: referred!.id,
      date: new Date('2026-12-01'),
      lines: [],
      subtotal_cents: 6000,
      total_cents: 6000,
    },
  });
  const available_at = new Date(now().getTime() + (is_due ? -1 : 1) * 1000);
  const { id } = await db.referralEntry.create({
    data: { partner_id, referred_id: referred!.id, invoice_id, kind: 'reward', amount_cents, state, available_at },
  });
  return id;
}

const path = (id: number) => `/admin/referral_entries/${id}`;
const creditOf = async (id: number) => (await server.deps.db.partner.findUniqueOrThrow({ where: { id } })).credit_cents;
const auditOf = (id: number) =>
  server.deps.db.auditEvent.findMany({ where: { entity: 'referral_entry', entity_id: String(id) } });
const actionsOn = async (id: number, client: Client = admin) => (await client.get(path(id)).expect(200)).body.actions;

it('releases a held reward as credit if it’s due, and as pending otherwise', async () => {
  const partner_id = await createReferrer();
  const [due, early] = [
    await createEntry(partner_id, 'held'),
    await createEntry(partner_id, 'held', { is_due: false }),
  ];
  expect(await actionsOn(due)).toEqual(['release', 'reject']);
  const released = await admin
    .post(`${path(due)}/release`)
    .send({ reason: 'One household.' })
    .expect(200);
  expect(released.body).toMatchObject({
    message: 'The credit was released. The partner has it now, less anything they owed.',
    referral_entry: { state: 'available' },
    actions: ['cash_out'],
  });
  expect(await creditOf(partner_id)).toBe(200);
  expect(await auditOf(due)).toMatchObject([
    { action: 'referral.release', actor_id: admin.id, after: { state: 'available' }, reason: 'One household.' },
  ]);
  const pending = await admin
    .post(`${path(early)}/release`)
    .send({ reason: '' })
    .expect(200);
  expect(pending.body).toMatchObject({
    message: 'The credit was released. The partner will get it once it’s due and the payment isn’t disputed.',
    referral_entry: { state: 'pending' },
    actions: ['reject'],
  });
  expect(await creditOf(partner_id)).toBe(200);
  expect((await auditOf(early)).map(({ reason }) => reason)).toEqual([null]);
  await admin
    .post(`${path(early)}/release`)
    .send({})
    .expect(409);
});

it('declines held and pending rewards, with a reason', async () => {
  const partner_id = await createReferrer();
  for (const state of ['held', 'pending'] as const) {
    const id = await createEntry(partner_id, state);
    await admin
      .post(`${path(id)}/reject`)
      .send({ reason: '' })
      .expect(422);
    const { body } = await admin
      .post(`${path(id)}/reject`)
      .send({ reason: 'The same person.' })
      .expect(200);
    expect(body).toMatchObject({
      message: 'The credit was declined.',
      referral_entry: { state: 'rejected' },
      actions: [],
    });
    expect(await auditOf(id)).toMatchObject([{ action: 'referral.reject', reason: 'The same person.' }]);
  }
  expect(await creditOf(partner_id)).toBe(0);
});

it('pays out available rewards from $50, once', async () => {
  const partner_id = await createReferrer(4999);
  const id = await createEntry(partner_id, 'available', { amount_cents: 4999 });
  const tooLow = 'Only $49.99 is available; the minimum payout is $50.00.';
  expect((await admin.get(path(id)).expect(200)).body.refusals).toEqual({ cash_out: tooLow });
  const refused = await admin
    .post(`${path(id)}/cash_out`)
    .send({ reference: 'Transfer 4711' })
    .expect(409);
  expect(refused.body.errors.base).toEqual([tooLow]);

  await server.deps.db.partner.update({ where: { id: partner_id }, data: { credit_cents: 5500 } });
  const other = await createEntry(partner_id, 'available', { amount_cents: 501 });
  expect((await admin.get(path(id)).expect(200)).body.refusals).toEqual({});
  await admin
    .post(`${path(id)}/cash_out`)
    .send({ reference: '' })
    .expect(422);
  // The panel and the API both lock the partner first. A payout from any entry pays out all of the partner's entries.
  const responses = await Promise.all(
    [id, other, id, other, id, other].flatMap((entry) => [
      admin.post(`${path(entry)}/cash_out`).send({ reference: 'Transfer 4711' }),
      admin.post(`/referrals/${entry}/cash_out`).send({ reference: 'Transfer 4711' }),
    ]),
  );
  expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 11 }, () => 409)]);
  expect(await creditOf(partner_id)).toBe(0);
  const audits = [...(await auditOf(id)), ...(await auditOf(other))];
  expect(audits).toMatchObject([{ after: { amount_cents: 5500, referral_ids: [id, other] }, reason: 'Transfer 4711' }]);
});

it('names the amount to transfer', async () => {
  const partner_id = await createReferrer(6000);
  const id = await createEntry(partner_id, 'available', { amount_cents: 6000 });
  const { body } = await admin
    .post(`${path(id)}/cash_out`)
    .send({ reference: 'Transfer 4712' })
    .expect(200);
  expect(body).toMatchObject({
    message: 'Transfer $60.00 to the partner. The amount is also in the audit log below.',
    referral_entry: { state: 'cashed_out' },
    actions: [],
  });
  expect(await auditOf(id)).toMatchObject([{ action: 'referral.cash_out', after: { amount_cents: 6000 } }]);
});

it('leaves decisions to administrators', async () => {
  const partner_id = await createReferrer(6000);
  const [held, available] = [
    await createEntry(partner_id, 'held'),
    await createEntry(partner_id, 'available', { amount_cents: 6000 }),
  ];
  expect([await actionsOn(held, editor), await actionsOn(available, editor)]).toEqual([[], []]);
  const changed = await tablesChangedBy(server, async () => {
    await editor
      .post(`${path(held)}/release`)
      .send({})
      .expect(422);
    await editor
      .post(`${path(held)}/reject`)
      .send({ reason: 'No.' })
      .expect(422);
    await editor
      .post(`${path(available)}/cash_out`)
      .send({ reference: 'me' })
      .expect(422);
  });
  expect(changed).toEqual([]);
});

it('warns about held rewards in system health', async () => {
  const { db } = server.deps;
  await db.referralEntry.updateMany({ where: { state: 'held' }, data: { state: 'rejected' } });
  const check = async () =>
    (await editor.get('/admin/health').expect(200)).body.checks.find(
      ({ name }: { name: string }) => name === 'referrals',
    );
  expect(await check()).toMatchObject({ level: 'ok', text: 'None are held.' });
  const partner_id = await createReferrer();
  const id = await createEntry(partner_id, 'held');
  expect(await check()).toMatchObject({
    level: 'warn',
    text: '1 is held until an administrator releases or declines it.',
    numbers: { held: 1 },
    see: '/u/referral_entries?state=held',
  });
  await createEntry(partner_id, 'held');
  expect((await check()).text).toBe('2 are held until an administrator releases or declines them.');
  const { body } = await editor.get('/admin/referral_entries?state=held&sort_dir=asc').expect(200);
  expect([body.meta.total_count, body.referral_entries[0].id]).toEqual([2, id]);
});
