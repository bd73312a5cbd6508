/** A partner's cards. Stripe stores the card; Deckle stores its brand, last four digits, expiry, and fingerprint. */
import type { CreditCard } from '#prisma';
import { vancouverTime } from '#server/platform/clock.ts';
import type { Database, Tx } from '#server/platform/database.ts';
import { isUniqueViolation } from '#server/platform/database-errors.ts';
import type { Deps } from '#server/platform/deps.ts';
import { conflict, invalid, notFound, notSignedIn, unavailable } from '#server/platform/errors.ts';
import type { CreditCardListQuery } from '#shared/billing.ts';
import { isCardChargeable, isCardExpired } from '#shared/cards.ts';
import { REMOVE_CUSTOMER_JOB } from './customer-removal.ts';
import { type DeclineCodes, isExpiry } from './declines.ts';
import { presentCard } from './presenter.ts';
import { unpaidInvoice } from './queries.ts';
import { isInvalidRequest, isStripeError, refusalOf } from './stripe.ts';
import {
  attachCard,
  type CardFacts,
  createCustomer,
  createSetupIntent,
  detachCard,
  retrieveCard,
  updateCard,
} from './stripe-cards.ts';

const UNREACHABLE = 'We can’t reach our payment provider right now. Please try again in a minute.';

/** Filter for a partner's default card, unless it's marked invalid. Its expiry still has to be checked. */
export const validDefaultCard = { is_default: true, removed_at: null, is_card_valid: true } as const;

/** The default card, or null if there is none, or it's invalid or has expired. */
export async function chargeableCard(
  db: Database | Tx,
  { partner_id, now }: { partner_id: number; now: Date },
): Promise<CreditCard | null> {
  const card = await db.creditCard.findFirst({ where: { ...validDefaultCard, partner_id } });
  return card && !isExpired(card, now) ? card : null;
}

/** The ids of those partners whose default card is chargeable. */
export async function partnersWithCard(
  db: Database | Tx,
  { partner_ids, now }: { partner_ids: number[]; now: Date },
): Promise<ReadonlySet<number>> {
  const cards = await db.creditCard.findMany({ where: { ...validDefaultCard, partner_id: { in: partner_ids } } });
  return new Set(cards.filter((card) => !isExpired(card, now)).map(({ partner_id }) => partner_id));
}

/** Starts adding a card. Doesn't return the secret if the account was closed during the request. */
export async function startSetup(deps: Pick<Deps, 'db' | 'stripe' | 'queue'>, partner_id: number) {
  const intent = await mapCardErrors(async () =>
    createSetupIntent(deps.stripe.api, await findOrCreateCustomer(deps, partner_id)),
  );
  if (!(await deps.db.$transaction((tx) => lockOpenAccount(deps, tx, partner_id)))) throw notSignedIn();
  return { client_secret: intent.client_secret!, publishable_key: deps.stripe.publishableKey, mode: deps.stripe.mode };
}

/** The partner's Stripe customer, created when first needed. */
async function findOrCreateCustomer(deps: Pick<Deps, 'db' | 'stripe' | 'queue'>, partner_id: number) {
  const partner = await deps.db.partner.findUniqueOrThrow({ where: { id: partner_id } });
  if (partner.stripe_customer_id) return partner.stripe_customer_id;
  const stripe_customer_id = await createCustomer(deps.stripe.api, partner);
  const isOpen = await deps.db.$transaction(async (tx) => {
    // A simultaneous request may have stored another customer.
    await tx.partner.updateMany({ where: { id: partner_id, stripe_customer_id: null }, data: { stripe_customer_id } });
    return lockOpenAccount(deps, tx, partner_id);
  });
  if (!isOpen) throw notSignedIn();
  return (await deps.db.partner.findUniqueOrThrow({ where: { id: partner_id } })).stripe_customer_id!;
}

/**
 * Locks the partner's row, and returns false if the account was closed during the request. Then the removal at Stripe
 * is repeated, since the request may have added a customer or card after the first removal.
 */
async function lockOpenAccount(deps: Pick<Deps, 'queue'>, tx: Tx, partner_id: number) {
  await lockCards(tx, partner_id);
  const { deleted_at } = await tx.partner.findUniqueOrThrow({ where: { id: partner_id } });
  if (deleted_at) await deps.queue.send(tx, REMOVE_CUSTOMER_JOB, { partner_id });
  return deleted_at === null;
}

/**
 * Stores a card that Stripe knows: attaches it if it has no customer, and refuses it if it belongs to another customer,
 * or if the bank has refused the same number permanently. The card becomes the default unless the current default is
 * chargeable. If the account was closed during the request, the removal of the customer at Stripe is repeated, which
 * detaches the card.
 */
export async function addCard(
  deps: Pick<Deps, 'db' | 'now' | 'stripe' | 'queue'>,
  partner_id: number,
  payment_method_id: string,
): Promise<CreditCard> {
  const customer = await mapCardErrors(() => findOrCreateCustomer(deps, partner_id));
  const facts = await mapCardErrors(() => attachToCustomer(deps, partner_id, payment_method_id, customer));
  let card: CreditCard | null;
  try {
    card = await deps.db.$transaction(async (tx) => {
      if (!(await lockOpenAccount(deps, tx, partner_id))) return null;
      const current = await tx.creditCard.findFirst({ where: { partner_id, is_default: true } });
      const is_default = !current || !isChargeable(current, deps.now());
      if (is_default) await clearDefault(tx, partner_id);
      const { customer: _, ...columns } = facts;
      return tx.creditCard.create({ data: { ...columns, partner_id, is_default, created_at: deps.now() } });
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    // A removed card that couldn't be detached still belongs to the customer.
    const known = await deps.db.creditCard.findUnique({ where: { payment_method_id: facts.payment_method_id } });
    const problem = known?.removed_at ? 'was removed. Please enter the card again' : 'is already one of your cards';
    throw invalid({ payment_method_id: [problem] });
  }
  // Closing the account ended all sessions, so this request gets the same answer as later ones.
  if (!card) throw notSignedIn();
  return card;
}

async function attachToCustomer(
  deps: Pick<Deps, 'db' | 'stripe'>,
  partner_id: number,
  id: string,
  customer: string,
): Promise<CardFacts> {
  const facts = await retrieveCard(deps.stripe.api, id);
  if (facts.customer && facts.customer !== customer)
    throw invalid({ payment_method_id: ['isn’t one of your payment methods'] });
  if (await wasRefused(deps.db, partner_id, facts)) throw invalid({ payment_method_id: [NOT_USABLE] });
  return facts.customer ? facts : attachCard(deps.stripe.api, id, customer);
}

/** True if the bank has refused the partner's card with this number permanently, even if the card was removed since. */
const wasRefused = async (db: Database, partner_id: number, { fingerprint }: CardFacts) =>
  fingerprint !== null &&
  (await db.creditCard.count({ where: { partner_id, fingerprint, refused_at: { not: null } } })) > 0;

/** Takes back the bank's permanent refusal of a card's number, on behalf of an administrator. */
export async function allowCharges(tx: Tx, now: Date, card: CreditCard): Promise<CreditCard> {
  await tx.creditCard.updateMany({ where: sameNumber(card), data: { refused_at: null } });
  return tx.creditCard.update({ where: { id: card.id }, data: { is_card_valid: !isExpired(card, now) } });
}

/** The default card first, then the others in the query's order. */
export const listCards = (
  db: Database,
  partner_id: number,
  { sort_col, sort_dir }: Pick<CreditCardListQuery, 'sort_col' | 'sort_dir'>,
) =>
  db.creditCard.findMany({
    where: { partner_id, removed_at: null },
    orderBy: [{ is_default: 'desc' }, { [sort_col]: sort_dir }, { id: sort_dir }],
  });

export async function makeDefault(deps: Pick<Deps, 'db' | 'now'>, partner_id: number, id: number): Promise<CreditCard> {
  return deps.db.$transaction(async (tx) => {
    await lockCards(tx, partner_id);
    const card = await readCard(tx, partner_id, id);
    if (!isChargeable(card, deps.now()) && (await countPromotionsNeedingCard(tx, partner_id)))
      throw conflict('A promotion needs a card that can be charged, and this one can’t. Choose or add another card.', {
        credit_card: presentCard(card),
      });
    await clearDefault(tx, partner_id);
    return tx.creditCard.update({ where: { id }, data: { is_default: true } });
  });
}

const clearDefault = (tx: Tx, partner_id: number) =>
  tx.creditCard.updateMany({ where: { partner_id, is_default: true }, data: { is_default: false } });

/**
 * Changes a card's expiry, its only editable field, at Stripe and here. That reactivates an expired card, not a refused
 * one.
 */
export async function updateExpiry(
  deps: Pick<Deps, 'db' | 'now' | 'stripe'>,
  partner_id: number,
  id: number,
  expiry: { exp_month?: number | undefined; exp_year?: number | undefined },
) {
  const card = await readCard(deps.db, partner_id, id);
  const exp_month = expiry.exp_month ?? card.exp_month;
  const exp_year = expiry.exp_year ?? card.exp_year;
  if (isExpired({ exp_month, exp_year }, deps.now())) throw invalid({ exp_year: ['is in the past'] });
  await mapCardErrors(() => updateCard(deps.stripe.api, card.payment_method_id, { exp_month, exp_year }));
  // A single statement, because the bank may refuse the card concurrently.
  await deps.db.$executeRaw`
    update credit_cards set exp_month = ${exp_month}, exp_year = ${exp_year}, is_card_valid = refused_at is null where id = ${id}`;
  return deps.db.creditCard.findUniqueOrThrow({ where: { id } });
}

/** Marks the card invalid after a final refusal: permanently, with all cards of its number, unless it had only expired. */
export async function refuseCard(tx: Tx, now: Date, { id, ...refusal }: DeclineCodes & { id: number }) {
  if (isExpiry(refusal)) return tx.creditCard.update({ where: { id }, data: { is_card_valid: false } });
  const card = await tx.creditCard.findUniqueOrThrow({ where: { id } });
  return tx.creditCard.updateMany({ where: sameNumber(card), data: { is_card_valid: false, refused_at: now } });
}

/** The partner's cards with the same number, removed ones included. */
const sameNumber = ({ id, partner_id, fingerprint }: CreditCard) =>
  fingerprint === null ? { id } : { partner_id, fingerprint };

/**
 * Removes a card, unless it is the last card (or the last chargeable one) while a promotion is submitted, approved, or
 * unpaid. If it was the default, the newest chargeable card becomes the default, or the newest one if none is
 * chargeable. The lock on the partner's row orders this against submissions and approvals.
 */
export async function removeCard(deps: Pick<Deps, 'db' | 'now' | 'log' | 'stripe'>, partner_id: number, id: number) {
  const card = await deps.db.$transaction(async (tx) => {
    await lockCards(tx, partner_id);
    const removed = await readCard(tx, partner_id, id);
    const others = await tx.creditCard.findMany({
      where: { partner_id, removed_at: null, id: { not: id } },
      orderBy: { id: 'desc' },
    });
    const next = others.find((other) => isChargeable(other, deps.now())) ?? others[0];
    const leavesNoValidCard = !next || (isChargeable(removed, deps.now()) && !isChargeable(next, deps.now()));
    if (leavesNoValidCard && (await countPromotionsNeedingCard(tx, partner_id))) {
      throw conflict('A promotion still needs a card, and you have no other valid one. Add another card first.', {
        credit_card: presentCard(removed),
      });
    }
    await tx.creditCard.update({ where: { id }, data: { removed_at: deps.now(), is_default: false } });
    if (removed.is_default && next) await tx.creditCard.update({ where: { id: next.id }, data: { is_default: true } });
    return removed;
  });
  // The card is marked as removed either way, so no new charge uses it even if Stripe still has it.
  await detachCard(deps.stripe.api, card.payment_method_id).catch((error) =>
    deps.log.warn({ err: error }, 'card not detached'),
  );
}

/** Counts the promotions that need a card: those submitted, approved, or unpaid. */
const countPromotionsNeedingCard = (tx: Tx, partner_id: number) =>
  tx.promotion.count({
    where: {
      partner_id,
      cancelled_at: null,
      unable_to_send_at: null,
      AND: [
        { OR: [{ approval_status: null }, { approval_status: { not: 'rejected' } }] },
        { OR: [{ settled_at: null }, { invoice: unpaidInvoice }] },
      ],
    },
  });

async function readCard(db: Database | Tx, partner_id: number, id: number) {
  const card = await db.creditCard.findFirst({ where: { id, partner_id, removed_at: null } });
  if (!card) throw notFound();
  return card;
}

/** Serializes additions and removals of a partner's cards, and changes of the default. */
const lockCards = (tx: Tx, partner_id: number) =>
  tx.$queryRaw`select id from partners where id = ${partner_id} for update`;

export const isExpired = (card: Pick<CreditCard, 'exp_month' | 'exp_year'>, now: Date) =>
  isCardExpired(card, vancouverTime(now).date);

const isChargeable = (card: CreditCard, now: Date) => isCardChargeable(card, vancouverTime(now).date);

/** Marks cards invalid once their expiry month has passed in Vancouver. */
export async function expireCards(deps: Pick<Deps, 'db' | 'now'>) {
  const [year, month] = vancouverTime(deps.now()).date.split('-').map(Number) as [number, number];
  await deps.db.creditCard.updateMany({
    where: { is_card_valid: true, OR: [{ exp_year: { lt: year } }, { exp_year: year, exp_month: { lt: month } }] },
    data: { is_card_valid: false },
  });
}

const NOT_USABLE = 'We couldn’t use this card. Add another one, or contact us if that doesn’t help.';

/**
 * Turns a refusal by Stripe into a 422, and Stripe's other errors into a 503. The 422 has Stripe's message if
 * cardholders may read it.
 */
async function mapCardErrors<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal) throw invalid({ payment_method_id: [isInvalidRequest(error) ? NOT_USABLE : refusal] });
    if (isStripeError(error)) throw unavailable(UNREACHABLE);
    throw error;
  }
}
