import { outside } from '#server/platform/failpoints.ts';
import { type Api, idOf } from './stripe.ts';

export type DisputeFacts = {
  id: string;
  charge_id: string;
  amount_cents: number;
  reason: string;
  /** An inquiry only asks: no money has moved. */
  funds_withdrawn: boolean;
  /** The last moment at which Stripe takes evidence; null once it takes none. */
  due_by: Date | null;
  outcome: 'won' | 'lost' | null;
};

/** The current state of a dispute that a webhook spoke of. */
export async function disputeById(api: Api, id: string): Promise<DisputeFacts> {
  const dispute = await outside('stripe.retrieve_dispute', () => api.disputes.retrieve(id));
  return {
    id: dispute.id,
    charge_id: idOf(dispute.charge) ?? '',
    amount_cents: dispute.amount,
    reason: dispute.reason,
    funds_withdrawn: !dispute.status.startsWith('warning_'),
    due_by: dispute.evidence_details.due_by ? new Date(dispute.evidence_details.due_by * 1000) : null,
    outcome: OUTCOMES[dispute.status] ?? null,
  };
}

/** An inquiry that was closed took nothing, which is as good as won. */
const OUTCOMES: Record<string, 'won' | 'lost'> = { won: 'won', warning_closed: 'won', prevented: 'won', lost: 'lost' };
