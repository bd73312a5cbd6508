/** Promotions that owe ten dollars each, for payment tests. */
import { chargeAutomatically } from '#server/payments/charge.ts';
import { CHARGE_JOB } from '#server/payments/settle.ts';
import type { TestServer } from './app.ts';
import { createPartner, createPromotion, createStaff, type PartnerClient } from './factories.ts';

const TOP_SPOT_ADDON_ID = 1;
/** Categories whose top spot costs ten dollars. A newsletter has one top spot per category. */
const CATEGORIES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14, 15, 16];
const CUTOFF = '2026-12-03T17:00:00Z';
export const WINDOW_END = '2026-12-06T17:00:00Z';

/** Timeout of hooks and tests that create these promotions: five simulated days take long on a busy machine. */
export const SET_UP_TIMEOUT_MS = 180_000;

export type UnpaidPromotion = { id: number; partner: PartnerClient };

/**
 * Creates a promotion per card, at most fifteen, that is sent and settled but not charged. Moves the clock to the end
 * of the click window.
 */
export async function createUnpaidPromotions(server: TestServer, cards: readonly string[]): Promise<UnpaidPromotion[]> {
  const staff = await createStaff(server);
  const unpaid: UnpaidPromotion[] = [];
  for (const [index, card] of cards.entries()) {
    const category_id = CATEGORIES[index]!;
    const partner = await createPartner(server, { card });
    const input = { partner, category_id, addon_ids: [TOP_SPOT_ADDON_ID], days: 2, book: { category_id } };
    const { id } = await createPromotion(server, input);
    await staff.post(`/promotions/${id}/approve`).expect(200);
    unpaid.push({ id, partner });
  }
  await server.advanceTo(CUTOFF);
  await withoutCharging(
    server,
    unpaid.map(({ id }) => id),
    () => server.advanceTo(WINDOW_END),
  );
  return unpaid;
}

/** Later than any test's clock, so that the sweep never charges the untried invoices. */
const FUTURE = new Date('2027-12-31T00:00:00Z');

/** Skips the automatic charges of these promotions during `work`, so that their invoices are unpaid and untried. */
export async function withoutCharging({ deps }: TestServer, ids: readonly number[], work: () => Promise<unknown>) {
  deps.queue.handle<{ id: number }>(CHARGE_JOB, async (data) => {
    if (!ids.includes(data.id)) await chargeAutomatically(deps, data);
  });
  await work();
  await deps.db.invoice.updateMany({ where: { promotion_id: { in: [...ids] } }, data: { created_at: FUTURE } });
  deps.queue.handle<{ id: number }>(CHARGE_JOB, (data) => chargeAutomatically(deps, data));
}

/** Charges a promotion as its partner. */
export const chargeAsPartner = ({ id, partner }: UnpaidPromotion) => partner.post(`/promotions/${id}/charge`);

/** Returns a promotion as its partner sees it. */
export const readAsPartner = async ({ id, partner }: UnpaidPromotion, joins = 'stripe_errors,events') =>
  (await partner.get(`/promotions/${id}?joins=${joins}`).expect(200)).body.promotion;

export const invoicesOf = async ({ id, partner }: UnpaidPromotion) =>
  (await partner.get(`/invoices?promotion_id=${id}&sort_col=id`).expect(200)).body.invoices;

export const advanceSeconds = (server: TestServer, seconds: number) =>
  server.clock.set(new Date(server.clock.now().getTime() + seconds * 1000));

/** Returns a promotion's ledger entries as [kind, cents] in order. */
export async function ledgerOf(server: TestServer, { id }: UnpaidPromotion) {
  const entries = await server.deps.db.ledgerEntry.findMany({
    where: { invoice: { promotion_id: id } },
    orderBy: { id: 'asc' },
  });
  return entries.map(({ kind, amount_cents }) => [kind, amount_cents]);
}

/** Returns the cents charged and refunded for a promotion, from the journal of the fake Stripe. */
export function movementsAtStripe(server: TestServer, { id }: UnpaidPromotion) {
  const effects = server.stripe
    .journal()
    .flatMap((entry) => entry.effects)
    .filter(({ metadata }) => (metadata as Record<string, string> | undefined)?.promotion_id === String(id));
  const sum = (type: string) =>
    effects.filter((effect) => effect.type === type).reduce((cents, { amount }) => cents + Number(amount), 0);
  return { charged: sum('charge.succeeded'), refunded: sum('refund.created') };
}
