import { Alert } from '#client/ui/Alert.tsx';
import { Button } from '#client/ui/Button.tsx';
import { type Payment, useConfirm } from './confirmation.ts';
import { openStripe } from './open-stripe.ts';

type Props = { promotion_id: number; payment: Payment; publishableKey: string; children: string };

/** A button that opens the bank's confirmation over the page, through Stripe. */
export function StripeConfirmButton({ promotion_id, payment, publishableKey, children }: Props) {
  const confirm = useConfirm(promotion_id, () => confirmWithBank(publishableKey, payment));
  return (
    <>
      {confirm.error && <Alert kind="error">{confirm.error.message}</Alert>}
      <Button type="button" busy={confirm.isPending} onClick={() => confirm.mutate()}>
        {children}
      </Button>
    </>
  );
}

/** Confirms the payment. Throws a message for the partner if Stripe doesn't load or the bank refuses. */
async function confirmWithBank(
  publishableKey: string,
  { client_secret, payment_method_id }: Pick<Payment, 'client_secret' | 'payment_method_id'>,
) {
  const stripe = await openStripe(publishableKey);
  const { error } = await stripe.confirmCardPayment(client_secret, { payment_method: payment_method_id });
  if (error) throw new Error(error.message ?? 'We couldn’t confirm the payment. Please try again.');
}
