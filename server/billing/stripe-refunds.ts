/** Creates and lists refunds at Stripe. */
import { externalCall } from '#server/platform/failpoints.ts';
import { isReplayed, refusalOf, type StripeApi, type StripeRefund } from './stripe.ts';

export type RefundOutcome =
  | { kind: 'succeeded'; stripe_refund_id: string; amount_cents: number }
  | { kind: 'failed'; stripe_refund_id: string | null; failure: string }
  /**
   * The refund may or may not have happened, or the bank hasn't answered yet. `is_key_spent`: Stripe only repeats an
   * earlier failure for this key.
   */
  | { kind: 'unknown'; is_key_spent?: boolean };

type RefundRequest = {
  id: number;
  promotion_id: number;
  captured_charge_id: string;
  amount_cents: number;
  idempotency_key: string;
  cause: 'staff' | 'surplus' | 'stripe';
};

/** Refunds all or part of a charge. Repeating an idempotency key within a day never refunds twice. */
export async function createRefund(api: StripeApi, request: RefundRequest): Promise<RefundOutcome> {
  try {
    return refundOutcomeOf(
      await externalCall('stripe.refund', () =>
        api.refunds.create(
          {
            charge: request.captured_charge_id,
            amount: request.amount_cents,
            reason: request.cause === 'surplus' ? 'duplicate' : 'requested_by_customer',
            metadata: { refund_id: String(request.id), promotion_id: String(request.promotion_id) },
          },
          { idempotencyKey: request.idempotency_key },
        ),
      ),
    );
  } catch (error) {
    const failure = refusalOf(error);
    if (failure) return { kind: 'failed', stripe_refund_id: null, failure };
    return { kind: 'unknown', is_key_spent: isReplayed(error) };
  }
}

/** More refunds than a charge of at most $60 can have. */
const MAX_REFUNDS = 10_000;

export type FoundRefund = {
  stripe_refund_id: string;
  refund_id: number | null;
  amount_cents: number;
  outcome: RefundOutcome;
};

/** The refunds of a charge, made here or in Stripe's dashboard. `refund_id` is our id, from the metadata. */
export async function listRefunds(api: StripeApi, charge: string): Promise<FoundRefund[]> {
  const refunds = await externalCall('stripe.list_refunds', () =>
    api.refunds.list({ charge, limit: 100 }).autoPagingToArray({ limit: MAX_REFUNDS }),
  );
  return refunds.map((refund) => ({
    stripe_refund_id: refund.id,
    refund_id: Number(refund.metadata?.refund_id) || null,
    amount_cents: refund.amount,
    outcome: refundOutcomeOf(refund),
  }));
}

/** A refund can stay `pending` at the bank, and can become `failed` days later. */
function refundOutcomeOf({ id, amount, status, failure_reason }: StripeRefund): RefundOutcome {
  if (status === 'succeeded') return { kind: 'succeeded', stripe_refund_id: id, amount_cents: amount };
  if (status === 'failed' || status === 'canceled') {
    const failure =
      status === 'failed'
        ? `The bank rejected the refund (${failure_reason ?? status}).`
        : 'The refund was canceled at Stripe.';
    return { kind: 'failed', stripe_refund_id: id, failure };
  }
  return { kind: 'unknown' };
}
