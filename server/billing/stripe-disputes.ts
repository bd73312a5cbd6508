import { externalCall } from '#server/platform/failpoints.ts';
import { idOf, type StripeApi } from './stripe.ts';

export type DisputeFacts = {
  id: string;
  charge_id: string;
  amount_cents: number;
  reason: string;
  /** False for an inquiry and a prevented dispute, which move no money. */
  funds_withdrawn: boolean;
  /** True if Stripe prevented it before the bank opened it. A refund that Stripe made instead has its own events. */
  is_prevented: boolean;
  /**
   * Deadline for evidence, or null if no response is needed. Stripe still reports the date after evidence is submitted.
   */
  due_by: Date | null;
  outcome: 'won' | 'lost' | null;
};

/** The current state of a dispute at Stripe. */
export async function disputeById(api: StripeApi, id: string): Promise<DisputeFacts> {
  const dispute = await externalCall('stripe.retrieve_dispute', () => api.disputes.retrieve(id));
  const { due_by } = dispute.evidence_details;
  return {
    id: dispute.id,
    charge_id: idOf(dispute.charge) ?? '',
    amount_cents: dispute.amount,
    reason: dispute.reason,
    funds_withdrawn: !dispute.status.startsWith('warning_') && dispute.status !== 'prevented',
    is_prevented: dispute.status === 'prevented',
    due_by: dispute.status.endsWith('needs_response') && due_by ? new Date(due_by * 1000) : null,
    outcome: OUTCOMES[dispute.status] ?? null,
  };
}

/** A closed inquiry and a prevented dispute took no money, so they count as won. */
const OUTCOMES: Record<string, 'won' | 'lost'> = { won: 'won', warning_closed: 'won', prevented: 'won', lost: 'lost' };
