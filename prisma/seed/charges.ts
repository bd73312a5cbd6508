/**
 * Charges of the demo's paid invoices, in the fake Stripe and in the database, so that they can be refunded and
 * disputed.
 */
import type { PoolClient } from 'pg';
import type Stripe from 'stripe';
import type { ChargeAttempt } from '#prisma';

type Charge = {
  id: string;
  amount: number;
  created: number;
  customer: string;
  payment_intent: string;
  payment_method: string;
  description: string;
  metadata: { promotion_id: string; attempt_id: string };
};

const SUCCEEDED = `charge_attempts where state = 'succeeded' and payment_intent_id like 'pi_demo%'`;

/** Charges with the ids that the ledger's entries use. */
async function chargesIn(client: PoolClient): Promise<Charge[]> {
  const { rows } = await client.query<ChargeAttempt>(`select * from ${SUCCEEDED} order by id`);
  return rows.map(
    ({ id, promotion_id, number, amount_cents, settled_at, customer_id, payment_method_id, payment_intent_id }) => ({
      id: `ch_demo${promotion_id}a${number}`,
      amount: amount_cents,
      created: Math.floor(settled_at!.getTime() / 1000),
      customer: customer_id,
      payment_intent: payment_intent_id!,
      payment_method: payment_method_id,
      description: `Deckle promotion ${promotion_id}`,
      metadata: { promotion_id: String(promotion_id), attempt_id: String(id) },
    }),
  );
}

/** Adds the charges to the fake Stripe and the database. Adds nothing at the real Stripe, which refuses the call. */
export async function addCharges(client: PoolClient, stripe: Stripe) {
  const charges = await chargesIn(client);
  const isFake = await stripe.rawRequest('POST', '/v1/test_helpers/charges', { charges: JSON.stringify(charges) }).then(
    () => true,
    () => false,
  );
  if (!isFake) return;
  await client.query(
    `insert into captured_charges (id, charge_attempt_id, invoice_id, payment_intent_id, captured_cents, captured_at)
     select 'ch_demo' || promotion_id || 'a' || number, id, invoice_id, payment_intent_id, amount_cents, settled_at
     from ${SUCCEEDED}
     on conflict do nothing`,
  );
}
