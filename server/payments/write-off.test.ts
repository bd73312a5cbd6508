/**
 * Write-offs: the invoice is voided, and the credit and discount it used are returned. An amount that is waived because
 * it's too small uses no credit.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import {
  type Client,
  createPartner,
  createPromotion,
  createStaff,
  type PartnerClient,
  tablesChangedBy,
} from '#server/testing/factories.ts';
import {
  chargeAsPartner,
  invoicesOf,
  readAsPartner,
  SET_UP_TIMEOUT_MS,
  type UnpaidPromotion,
} from '#server/testing/unpaid-promotions.ts';

const TOP_SPOT_ADDON_ID = 1;
const REASON = 'The newsletter showed the wrong price.';

let server: TestServer;
let staff: Client;
let waiting: UnpaidPromotion;
let failed: UnpaidPromotion;
let small: UnpaidPromotion;
const creditOf = async ({ partner }: { partner: PartnerClient }) =>
  (await server.deps.db.partner.findUniqueOrThrow({ where: { id: partner.id } })).credit_cents;
const usesOf = async (code: string) =>
  (await server.deps.db.discount.findUniqueOrThrow({ where: { code } })).used_count;

beforeAll(async () => {
  server = await startTestServer();
  staff = await createStaff(server, 'admin');
  await staff.post('/discounts').send({ code: 'DOLLAR', kind: 'fixed_cents', value: 100 }).expect(201);
  await staff.post('/discounts').send({ code: 'NEARLY', kind: 'fixed_cents', value: 970 }).expect(201);
  const make = async (category_id: number, card: string, discount_code: string | null, credit_cents: number) => {
    const partner = await createPartner(server, { card });
    const input = {
      partner,
      category_id,
      addon_ids: [TOP_SPOT_ADDON_ID],
      discount_code,
      days: 2,
      book: { category_id },
    };
    const { id } = await createPromotion(server, input);
    await staff.post(`/promotions/${id}/approve`).expect(200);
    await server.deps.db.partner.update({ where: { id: partner.id }, data: { credit_cents } });
    return { id, partner };
  };
  waiting = await make(1, 'pm_card_visa', 'DOLLAR', 350);
  failed = await make(2, 'pm_card_chargeCustomerFail', null, 0);
  small = await make(3, 'pm_card_visa', 'NEARLY', 500);
  await server.advanceTo('2026-12-03T17:00:00Z');
  await server.deps.db.creditCard.updateMany({
    where: { partner_id: waiting.partner.id },
    data: { is_card_valid: false },
  });
  await server.advanceTo('2026-12-06T17:00:00Z');
  staff = await createStaff(server, 'admin');
}, SET_UP_TIMEOUT_MS);
afterAll(() => server.close());

const writeOff = ({ id }: UnpaidPromotion) => staff.post(`/promotions/${id}/cancel_approved`).send({ reason: REASON });
const idsInLane = async () =>
  (await staff.get('/promotions?lane=payment_failed').expect(200)).body.promotions.map(({ id }: { id: number }) => id);
const emailsAbout = async ({ partner }: UnpaidPromotion, start: string) =>
  (await server.emailsTo(partner.email)).filter(({ subject }) => subject.startsWith(start));

describe('a write-off', () => {
  it('is refused to editors, and changes nothing', async () => {
    const editor = await createStaff(server, 'editor');
    const changed = await tablesChangedBy(server, async () => {
      const res = await editor.post(`/promotions/${waiting.id}/cancel_approved`).send({ reason: REASON }).expect(422);
      expect(res.body.errors.base).toEqual(['Only administrators can do this. Ask one to help.']);
    });
    expect(changed).toEqual([]);
    const shown = async (client: Client) =>
      (await client.get(`/promotions/${waiting.id}`).expect(200)).body.promotion.actions;
    expect(await shown(editor)).not.toContain('cancel_approved');
    expect(await shown(staff)).toContain('cancel_approved');
  });

  it('of an open invoice voids it, returns the credit and the discount, and emails the partner', async () => {
    expect(await invoicesOf(waiting)).toMatchObject([
      { status: 'open', subtotal_cents: 1000, discount_cents: 100, credit_cents: 350, total_cents: 550 },
    ]);
    expect([await creditOf(waiting), await usesOf('DOLLAR')]).toEqual([0, 1]);
    const res = await writeOff(waiting).expect(200);
    expect(res.body.promotion).toMatchObject({ display_status: 'cancelled', cancel_reason: REASON });
    expect(await invoicesOf(waiting)).toMatchObject([{ status: 'void', total_cents: 550 }]);
    expect([await creditOf(waiting), await usesOf('DOLLAR')]).toEqual([350, 0]);
    const [email, ...more] = await emailsAbout(waiting, 'You owe nothing: we voided the $5.50 invoice');
    expect(more).toEqual([]);
    expect(email!.text).toContain(REASON);
    expect(email!.text).toContain('We returned the $3.50 of credit that this invoice used.');
    expect(await emailsAbout(waiting, 'Canceled:')).toEqual([]);
    await writeOff(waiting).expect(409);
    expect(await creditOf(waiting)).toBe(350);
  });

  it('of a failed invoice ends its retries', { timeout: 90_000 }, async () => {
    expect(await readAsPartner(failed)).toMatchObject({ display_status: 'payment failed' });
    expect(await idsInLane()).toEqual([failed.id]);
    await writeOff(failed).expect(200);
    expect(await idsInLane()).toEqual([]);
    const promotion = await readAsPartner(failed);
    expect(promotion).toMatchObject({ display_status: 'cancelled', actions: [] });
    expect(promotion.stripe_errors).toMatchObject([{ resolved_at: expect.any(String) }]);
    await chargeAsPartner(failed).expect(409);
    await server.advanceTo('2026-12-14T17:00:00Z');
    expect(await server.deps.db.chargeAttempt.count({ where: { promotion_id: failed.id } })).toBe(1);
    const [email] = await emailsAbout(failed, 'You owe nothing: we voided the $10.00 invoice');
    expect(email!.text).not.toContain('credit');
  });
});

it('uses the code, but no credit, for an amount that is too small to charge after the code', async () => {
  expect(await invoicesOf(small)).toMatchObject([
    { status: 'paid', subtotal_cents: 1000, discount_cents: 970, credit_cents: 0, total_cents: 0 },
  ]);
  const [{ lines }] = await invoicesOf(small);
  expect(lines.at(-1)).toMatchObject({ description: 'Waived (below minimum charge)', amount_cents: -30 });
  expect([await creditOf(small), await usesOf('NEARLY')]).toEqual([500, 1]);
  const res = await small.partner.get('/discounts/validate/NEARLY').expect(422);
  expect(res.body.errors.base).toEqual([
    'This discount code has already been used on this account. Leave the field empty, or enter another code.',
  ]);
});
