/** Compares our records with the fake Stripe's journal, promotion by promotion. */
import type { Charge, Dispute, Event, PaymentIntent, Refund } from '#server/sandbox/stripe/objects.ts';
import type { PaymentHarness } from './money-harness.ts';

type RecordsHarness = Pick<PaymentHarness, 'stripe' | 'pool'>;

type StripeRecords = {
  charges: Charge;
  refunds: Refund;
  disputes: Dispute;
  events: Event;
  payment_intents: PaymentIntent;
};

/** Returns the latest state of each record of a kind in the fake's journal. */
export function fakeStripeRecords<K extends keyof StripeRecords>(
  { stripe }: Pick<RecordsHarness, 'stripe'>,
  kind: K,
): StripeRecords[K][] {
  const latest = new Map<string, StripeRecords[K]>();
  for (const { changes } of stripe.journal())
    for (const { collection, record } of changes)
      if (collection === kind) latest.set(record.id, record as StripeRecords[K]);
  return [...latest.values()];
}

/** Expected amounts in cents once everything is settled. */
export type Expected = { charged: number; refunded: number };

/** Returns the differences. Without any, no amount is lost, duplicated, or still open, and all records agree. */
export async function findMoneyViolations(
  harness: RecordsHarness,
  expected: ReadonlyMap<number, Expected>,
): Promise<string[]> {
  const ids = [...expected.keys()];
  const stripe = readStripeMovements(harness);
  const keys = keysPerAttempt(harness);
  const records = await recordedAmounts(harness, ids);
  return ids.flatMap((id) => {
    const { attempts, ...recorded } = records.get(id)!;
    const { charged, refunded } = expected.get(id)!;
    const moved = stripe.get(id) ?? { charges: [], refunds: [], charged: 0, refunded: 0 };
    const expectedRecords = {
      charged,
      refunded,
      ledger: [...moved.charges, ...moved.refunds].sort(),
      reserved: refunded,
      recorded: refunded,
      status: refunded === charged ? 'refunded' : 'paid',
      is_paid: true,
      succeeded: 1,
      open: 0,
    };
    const repeated = attempts.filter((attempt) => (keys.get(attempt)?.size ?? 0) > 1);
    const difference = (name: string, actual: object, expectedValue: object) =>
      JSON.stringify(actual) === JSON.stringify(expectedValue)
        ? []
        : [`promotion ${id}, ${name}: ${JSON.stringify(actual)}, not ${JSON.stringify(expectedValue)}`];
    return [
      ...difference('Stripe', { charged: moved.charged, refunded: moved.refunded }, { charged, refunded }),
      ...difference('records', recorded, expectedRecords),
      ...repeated.map((attempt) => `promotion ${id}: attempt ${attempt} was sent with ${keys.get(attempt)!.size} keys`),
    ];
  });
}

type Movements = { charges: string[]; refunds: string[]; charged: number; refunded: number };

/** Returns the charges and refunds that succeeded at Stripe, with their totals in cents, by promotion. */
export function readStripeMovements(harness: Pick<RecordsHarness, 'stripe'>): Map<number, Movements> {
  const byPromotion = new Map<number, Movements>();
  const movementsOf = (id: number) => {
    if (!byPromotion.has(id)) byPromotion.set(id, { charges: [], refunds: [], charged: 0, refunded: 0 });
    return byPromotion.get(id)!;
  };
  const promotionByCharge = new Map<string, number>();
  for (const { id, status, metadata, amount_captured } of fakeStripeRecords(harness, 'charges')) {
    if (status !== 'succeeded') continue;
    const movements = movementsOf(Number(metadata.promotion_id));
    promotionByCharge.set(id, Number(metadata.promotion_id));
    movements.charges.push(id);
    movements.charged += amount_captured;
  }
  for (const { id, status, charge, amount } of fakeStripeRecords(harness, 'refunds')) {
    if (status !== 'succeeded') continue;
    const movements = movementsOf(promotionByCharge.get(charge)!);
    movements.refunds.push(id);
    movements.refunded += amount;
  }
  return byPromotion;
}

/** Returns the idempotency keys sent for each attempt. */
function keysPerAttempt({ stripe }: Pick<RecordsHarness, 'stripe'>): Map<number, Set<string>> {
  const keys = new Map<number, Set<string>>();
  for (const { path, method, params, idempotency_key } of stripe.journal()) {
    if (method !== 'POST' || path !== '/v1/payment_intents' || !idempotency_key) continue;
    const attempt = Number((params?.metadata as { attempt_id?: string } | undefined)?.attempt_id);
    if (attempt) keys.set(attempt, (keys.get(attempt) ?? new Set()).add(idempotency_key));
  }
  return keys;
}

type RecordedAmounts = { attempts: number[] } & Record<string, unknown>;

async function recordedAmounts(
  { pool }: Pick<RecordsHarness, 'pool'>,
  ids: number[],
): Promise<Map<number, RecordedAmounts>> {
  const { rows } = await pool.query<{ id: number; attempts: number[] } & Record<string, unknown>>(
    `select p.id, array(select id from charge_attempts where promotion_id = p.id) as attempts,
       (select coalesce(sum(amount_cents), 0)::int from ledger_entries where invoice_id = i.id and kind = 'charge') as charged,
       (select coalesce(-sum(amount_cents), 0)::int from ledger_entries where invoice_id = i.id and kind = 'refund') as refunded,
       array(select stripe_id from ledger_entries where invoice_id = i.id order by stripe_id collate "C") as ledger,
       (select coalesce(sum(refunded_cents), 0)::int from captured_charges where invoice_id = i.id) as reserved,
       i.refunded_cents as recorded, i.status::text as status, p.paid_at is not null and i.paid_at is not null as is_paid,
       (select count(*)::int from charge_attempts where promotion_id = p.id and state = 'succeeded') as succeeded,
       (select count(*)::int from charge_attempts where promotion_id = p.id and state = 'claimed')
         + (select count(*)::int from refunds where promotion_id = p.id and state = 'claimed') as open
     from promotions p join invoices i on i.id = p.invoice_id where p.id = any($1::int[])`,
    [ids],
  );
  return new Map(rows.map(({ id, ...amounts }) => [id, amounts]));
}
