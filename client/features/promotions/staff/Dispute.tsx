import { Alert } from '#client/ui/Alert.tsx';
import type { Invoice } from '#shared/billing.ts';
import { formatInstant } from '#shared/dates.ts';

/** What the cardholder's bank said against the charge, as far as it is known. */
export function Dispute({ invoice: { disputed_at, dispute_outcome } }: { invoice: Invoice }) {
  if (!disputed_at) return null;
  const since = `The charge was disputed on ${formatInstant(disputed_at)}.`;
  if (dispute_outcome === 'won') return <Alert title="The dispute was won">{since} The money stays.</Alert>;
  if (dispute_outcome === 'lost')
    return (
      <Alert kind="error" title="The dispute was lost">
        {since} The money went back to the cardholder for good.
      </Alert>
    );
  return (
    <Alert kind="warning" title="The cardholder’s bank disputes this charge">
      {since} Answer it in Stripe’s dashboard; the history below names the amount. Disputed money can’t be refunded.
    </Alert>
  );
}
