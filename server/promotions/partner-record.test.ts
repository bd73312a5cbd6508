/** A partner's record, counted again from the demo's rows by other code, and the names of staff in events. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { vancouverTime } from '#server/platform/clock.ts';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { type Client, createPromotion, createStaff } from '#server/testing/factories.ts';
import { DAY_MS } from '#shared/durations.ts';
import { percentileOf } from './percentile.ts';

let server: TestServer;
let staff: Client & { id: number };
beforeAll(async () => {
  server = await startTestServer({ demo: true });
  staff = await createStaff(server);
}, 240_000);
afterAll(() => server.close());

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);

async function recount(partner_id: number) {
  const { db } = server.deps;
  const [partner, invoices, promotions, stats, disputes] = await Promise.all([
    db.partner.findUniqueOrThrow({ where: { id: partner_id } }),
    db.invoice.findMany({ where: { partner_id, invoice_type: 'promotion' } }),
    db.promotion.findMany({ where: { partner_id } }),
    db.promotionStat.findMany(),
    db.dispute.findMany({ include: { captured_charge: { include: { charge_attempt: true } } } }),
  ]);
  const own = new Set(promotions.map(({ id }) => id));
  const ranks = stats
    .filter(({ promotion_id }) => own.has(promotion_id))
    .sort((a, b) => b.promotion_date.getTime() - a.promotion_date.getTime() || b.promotion_id - a.promotion_id)
    .slice(0, 20)
    .flatMap((result) => {
      const others = stats.filter(
        (other) =>
          other.category_id === result.category_id &&
          other.price_type === result.price_type &&
          other.promotion_id !== result.promotion_id &&
          other.promotion_date <= result.promotion_date &&
          result.promotion_date.getTime() - other.promotion_date.getTime() <= 365 * DAY_MS,
      );
      const below = others.filter((other) => other.clicks_per_thousand < result.clicks_per_thousand).length;
      const equal = others.filter((other) => other.clicks_per_thousand === result.clicks_per_thousand).length;
      return percentileOf({ below, equal, sample_size: others.length }) ?? [];
    })
    .sort((a, b) => a - b);
  const middle = ranks.slice(Math.floor((ranks.length - 1) / 2), Math.floor(ranks.length / 2) + 1);
  const theirs = disputes.filter(({ captured_charge }) => captured_charge.charge_attempt.partner_id === partner_id);
  const withStatus = (...statuses: string[]) => invoices.filter(({ status }) => statuses.includes(status));
  return {
    partner_id,
    since: vancouverTime(partner.created_at).date,
    spent_cents: sum(withStatus('paid', 'refunded').map((one) => one.total_cents - one.refunded_cents)),
    unpaid_cents: sum(withStatus('open', 'failed').map((one) => one.total_cents)),
    written_off_cents: sum(withStatus('void').map((one) => one.total_cents)),
    sent: promotions.filter(({ sent_at }) => sent_at).length,
    declined: promotions.filter((one) => one.approval_status === 'rejected' && !one.cancelled_at).length,
    cancelled: promotions.filter(({ cancelled_by }) => cancelled_by === 'partner').length,
    median_percentile: ranks.length ? sum(middle) / middle.length : null,
    disputes: theirs.length,
    open_disputes: theirs.filter((one) => one.outcome !== 'won' && !one.cleared_at).length,
  };
}

it('returns the same record as an independent count, for each demo partner with promotions', async () => {
  const promotions = await server.deps.db.promotion.findMany({ distinct: ['partner_id'], orderBy: { id: 'desc' } });
  expect(promotions.length).toBeGreaterThan(5);
  const records = [];
  for (const { id, partner_id } of promotions) {
    const { partner_record } = (await staff.get(`/promotions/${id}/partner_record`).expect(200)).body;
    expect(partner_record).toEqual(await recount(partner_id));
    records.push(partner_record);
  }
  expect(records.some(({ spent_cents }) => spent_cents > 0)).toBe(true);
  expect(records.some(({ median_percentile }) => median_percentile !== null)).toBe(true);
}, 60_000);

it('shows an event by staff without a name if it doesn’t record who acted', async () => {
  const { id } = await createPromotion(server, { requested_date: '2026-12-21' });
  const event = { action: 'charge', from: 'awaiting payment', to: 'successfully sent', at: server.deps.now() };
  await server.deps.db.promotionEvent.create({ data: { ...event, promotion_id: id, actor: 'user', actor_id: null } });
  const { promotion } = (await staff.get(`/promotions/${id}?joins=events`).expect(200)).body;
  expect(promotion.events.at(-1)).toMatchObject({ action: 'charge', actor: 'user' });
  expect(promotion.events.at(-1)).not.toHaveProperty('actor_name');
});

it('names the editors of earlier decisions to staff only', async () => {
  const { id, partner } = await createPromotion(server, { requested_date: '2026-12-20' });
  await staff
    .post(`/promotions/${id}/reject`)
    .send({ reason_codes: ['too_short'] })
    .expect(200);
  const { name } = await server.deps.db.user.findUniqueOrThrow({ where: { id: staff.id } });
  const path = `/promotions/${id}?joins=reviewer,events`;
  const { promotion } = (await staff.get(path).expect(200)).body;
  expect(promotion.reviewed_by_name).toBe(name);
  expect(promotion.events.map(({ actor_name }: { actor_name?: string }) => actor_name)).toEqual([undefined, name]);
  const own = (await partner.get(path).expect(200)).body.promotion;
  expect(own).not.toHaveProperty('reviewed_by_name');
  expect(JSON.stringify(own)).not.toContain(name);
  await partner.get(`/promotions/${id}/partner_record`).expect(403);
});
