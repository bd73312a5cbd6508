/**
 * The only file outside tests that loads the Stripe package; cards, refunds, disputes, and lists are in stripe-*.ts.
 * Charges, refunds, disputes, and cards are converted to our own types, and an unknown outcome is reported as unknown.
 */
import { createRequire } from 'node:module';
import type Stripe from 'stripe';
import type { Config } from '#server/platform/config.ts';
import type { Deps } from '#server/platform/deps.ts';
import { externalCall } from '#server/platform/failpoints.ts';
import { lazy } from '#server/platform/memoize.ts';

/** Loaded on the first call: its 200 files would take a quarter of the startup time. */
const stripe = (): typeof Stripe => require('stripe');
const require = createRequire(import.meta.url);

const TIMEOUT_MS = 25_000;
const DAY_SECONDS = 86_400;

/** `host` and `port` point the real package at the sandbox. */
export const createStripe = (
  secretKey: string,
  address: { host?: string; port?: number; protocol?: 'http' | 'https' } = {},
) => new (stripe())(secretKey, { ...address, timeout: TIMEOUT_MS, maxNetworkRetries: 0, telemetry: false });

/** Address and keys of a fake Stripe. */
type Fake = { secretKey: string; webhookSecret: string; host: string; port: number; protocol: 'http' };

/** Builds the client from the configuration; `fake` is the sandbox used instead of Stripe. */
export function stripeFromConfig(config: Config, fake: Fake | null): Deps['stripe'] {
  const { secretKey, webhookSecret, ...address } = fake ?? {
    secretKey: config.STRIPE_SECRET_KEY!,
    webhookSecret: config.STRIPE_WEBHOOK_SECRET ?? '',
  };
  const api = lazy(() => createStripe(secretKey, address));
  return {
    ...(fake
      ? { mode: 'sandbox', publishableKey: null }
      : { mode: config.stripeMode, publishableKey: config.STRIPE_PUBLISHABLE_KEY ?? null }),
    webhookSecret,
    get api() {
      return api();
    },
  };
}

export type StripeApi = Deps['stripe']['api'];

/** A declined charge, with Stripe's codes and message if there are any. */
export type Decline = {
  payment_intent_id: string | null;
  type: string;
  code: string;
  decline_code: string | null;
  message: string;
};

export type Captured = { kind: 'succeeded'; payment_intent_id: string; charge_id: string; amount_cents: number };

export type ChargeOutcome =
  | Captured
  | { kind: 'declined'; decline: Decline }
  /**
   * The charge may or may not have happened. Within a day, retry with the same key unless it is spent: Stripe only
   * replays the failure stored for it, or it was used for another charge.
   */
  | { kind: 'unknown'; is_key_spent?: boolean };

/** Charges a stored card off-session. Within a day, the same idempotency key never charges twice. */
export async function chargeOffSession(
  api: StripeApi,
  charge: {
    idempotency_key: string;
    amount_cents: number;
    customer_id: string;
    payment_method_id: string;
    description: string;
    metadata: Record<string, string>;
  },
): Promise<ChargeOutcome> {
  try {
    const intent = await externalCall('stripe.charge', () =>
      api.paymentIntents.create(
        {
          amount: charge.amount_cents,
          currency: 'usd',
          customer: charge.customer_id,
          payment_method: charge.payment_method_id,
          allowed_payment_method_types: ['card'],
          off_session: true,
          confirm: true,
          description: charge.description,
          metadata: charge.metadata,
        },
        { idempotencyKey: charge.idempotency_key },
      ),
    );
    return chargeOutcomeOf(intent);
  } catch (error) {
    return outcomeOfError(error);
  }
}

function chargeOutcomeOf(intent: Stripe.PaymentIntent): ChargeOutcome {
  if (intent.status === 'succeeded') {
    const charge_id = idOf(intent.latest_charge) ?? intent.id;
    return { kind: 'succeeded', payment_intent_id: intent.id, charge_id, amount_cents: intent.amount_received };
  }
  if (intent.status === 'processing') return { kind: 'unknown' };
  const error = intent.last_payment_error;
  return {
    kind: 'declined',
    decline: {
      payment_intent_id: intent.id,
      type: error?.type ?? 'card_error',
      code: error?.code ?? intent.status,
      decline_code: error?.decline_code || null,
      message: error?.message ?? 'The card wasn’t charged.',
    },
  };
}

/** Only a refusal by Stripe is a decline; a timeout, 5xx, conflict, or rate limit leaves the outcome unknown. */
function outcomeOfError(error: unknown): ChargeOutcome {
  if (error instanceof stripe().errors.StripeCardError || error instanceof stripe().errors.StripeInvalidRequestError) {
    return {
      kind: 'declined',
      decline: {
        payment_intent_id: error.payment_intent?.id ?? null,
        type: error.type === 'StripeCardError' ? 'card_error' : 'invalid_request_error',
        code: error.code ?? 'invalid_request',
        decline_code: error.decline_code || null,
        message: error.message,
      },
    };
  }
  return { kind: 'unknown', is_key_spent: isKeySpent(error) };
}

/** True if the idempotency key was used with other parameters, or Stripe only replayed the failure stored for it. */
export const isKeySpent = (error: unknown) =>
  error instanceof stripe().errors.StripeIdempotencyError || isReplayed(error);

/** True if Stripe only replayed the failure stored for the key. */
export const isReplayed = (error: unknown) =>
  error instanceof stripe().errors.StripeError && error.headers?.['idempotent-replayed'] === 'true';

type PaymentSearch = {
  customer_id: string;
  attempt_id: number;
  promotion_id: number;
  amount_cents: number;
  /** Ids of payments that the database already has. */
  known: readonly string[];
  /** Payments are searched from a day before this instant. */
  since: Date;
};

/**
 * Finds the outcome of a charge whose key can't be used anymore, among payments that the database doesn't have. In
 * order of preference: a successful or processing payment of the attempt; one for the same promotion by another
 * attempt, which a restored backup may lack; or any other payment of the attempt. If there is none, no money was taken.
 */
export async function findCharge(
  api: StripeApi,
  { customer_id: customer, since, ...search }: PaymentSearch,
): Promise<ChargeOutcome> {
  const created = { gte: Math.floor(since.getTime() / 1000) - DAY_SECONDS };
  const intents = await externalCall('stripe.find_charge', () =>
    api.paymentIntents.list({ customer, created, limit: 100 }).autoPagingToArray({ limit: MAX_PAYMENTS }),
  );
  const ofPromotion = intents.filter(
    ({ id, metadata }) => metadata.promotion_id === String(search.promotion_id) && !search.known.includes(id),
  );
  const ofAttempt = ofPromotion.filter(
    ({ metadata, amount }) => metadata.attempt_id === String(search.attempt_id) && amount === search.amount_cents,
  );
  const isSuccessful = ({ status }: Stripe.PaymentIntent) => status === 'succeeded' || status === 'processing';
  const intent = ofAttempt.find(isSuccessful) ?? ofPromotion.find(isSuccessful) ?? ofAttempt[0];
  return intent ? chargeOutcomeOf(intent) : { kind: 'declined', decline: NOT_PROCESSED };
}

/** More payments than a partner makes in the weeks during which a charge is retried. */
const MAX_PAYMENTS = 1_000;

const NOT_PROCESSED: Decline = {
  payment_intent_id: null,
  type: 'api_error',
  code: 'processing_error',
  decline_code: null,
  message: 'We couldn’t process the payment. Please try again.',
};

/**
 * Stripe's message if it refused a call, or null for other errors. The message is for the cardholder if the card was
 * declined, and for developers if the request was invalid.
 */
export const refusalOf = (error: unknown) =>
  error instanceof stripe().errors.StripeCardError || error instanceof stripe().errors.StripeInvalidRequestError
    ? error.message
    : null;

const MAX_SIGNATURE_AGE_SECONDS = 300;

/** The event of a signed webhook; throws if the signature is wrong or too old. */
export const eventOf = (api: StripeApi, body: Buffer, signature: string, secret: string, now: Date) =>
  api.webhooks.constructEvent(body, signature, secret, MAX_SIGNATURE_AGE_SECONDS, undefined, now.getTime());

export type StripeEvent = Stripe.Event;
export type StripeCharge = Stripe.Charge;
export type StripeRefund = Stripe.Refund;
export type StripePaymentMethod = Stripe.PaymentMethod;

/** True for any error of Stripe's client, including a failed connection. */
export const isStripeError = (error: unknown) => error instanceof stripe().errors.StripeError;

/** True if the request was wrong. Stripe's message is for developers and names ids. */
export const isInvalidRequest = (error: unknown) => error instanceof stripe().errors.StripeInvalidRequestError;

/** True if Stripe reported that the resource doesn't exist. */
export const isUnknownToStripe = (error: unknown) => isInvalidRequest(error) && error.code === 'resource_missing';

/** The current state of a payment, for the server and, with `client_secret`, for the partner's browser. */
export async function paymentIntentById(api: StripeApi, id: string) {
  const intent = await externalCall('stripe.retrieve_payment', () => api.paymentIntents.retrieve(id));
  return {
    customer: idOf(intent.customer),
    metadata: intent.metadata,
    amount_cents: intent.amount,
    outcome: chargeOutcomeOf(intent),
    client_secret: intent.client_secret,
    last_error: intent.last_payment_error,
  };
}

/** The id of a Stripe reference, which is either an id or the expanded object. */
export const idOf = (thing: string | { id: string } | null | undefined): string | null =>
  typeof thing === 'string' ? thing : (thing?.id ?? null);
