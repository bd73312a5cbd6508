/**
 * Removes a closed account's payment data. Invoices, charges, and refunds stay, because bookkeeping laws require them.
 */
import type { Tx } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { isUnknownToStripe } from './stripe.ts';
import {
  cancelSetup,
  cardsOfCustomer,
  detachCard,
  eraseCustomerDetails,
  openSetupsOfCustomer,
} from './stripe-cards.ts';

export const REMOVE_CUSTOMER_JOB = 'billing.forget_customer';

/** Removes the cards here and queues the removal at Stripe, in the transaction that closes the account. */
export async function scheduleCustomerRemoval(deps: Pick<Deps, 'now' | 'queue'>, tx: Tx, partner_id: number) {
  await removeCards(tx, deps.now(), partner_id);
  const { stripe_customer_id } = await tx.partner.findUniqueOrThrow({ where: { id: partner_id } });
  if (stripe_customer_id) await deps.queue.send(tx, REMOVE_CUSTOMER_JOB, { partner_id });
}

/**
 * Removes all cards, so none is charged again. Fingerprints are kept only for partners who got a welcome credit or
 * referred others, so that a new account with the same card gets no credit without review (docs/product.md#referrals).
 */
const removeCards = (tx: Tx, now: Date, partner_id: number) => tx.$executeRaw`
  update credit_cards set is_default = false, removed_at = coalesce(removed_at, ${now}),
    fingerprint = case when exists (select from referral_entries where kind = 'welcome' and partner_id = ${partner_id})
      or exists (select from partners where referrer_id = ${partner_id}) then fingerprint end
  where partner_id = ${partner_id}`;

/**
 * Job handler. It throws while Stripe is unreachable, or if a setup is confirmed before it's canceled, so that the queue
 * retries.
 */
export async function removeCustomer(
  { db, stripe: { api } }: Pick<Deps, 'db' | 'stripe'>,
  { partner_id }: { partner_id: number },
) {
  const { stripe_customer_id } = await db.partner.findUniqueOrThrow({ where: { id: partner_id } });
  try {
    await eraseCustomerDetails(api, stripe_customer_id!);
    for (const setup of await openSetupsOfCustomer(api, stripe_customer_id!)) await cancelSetup(api, setup);
    for (const card of await cardsOfCustomer(api, stripe_customer_id!))
      await detachCard(api, card).catch(ignoreUnknown);
  } catch (error) {
    ignoreUnknown(error);
  }
}

/** Ignores that a customer or card is already gone; throws other errors. */
function ignoreUnknown(error: unknown) {
  if (!isUnknownToStripe(error)) throw error;
}
