import { Suspense } from 'react';
import { lazyPart } from '#client/api/lazy-part.tsx';
import { Alert } from '#client/ui/Alert.tsx';
import { Skeleton } from '#client/ui/Skeletons.tsx';
import { useShell } from '#client/ui/shell.ts';
import { SandboxCardForm } from './SandboxCardForm.tsx';

const StripeCardForm = lazyPart('card form', async () => (await import('./StripeCardForm.tsx')).StripeCardForm);

/** The form that fits this installation: Stripe's card field, or the sandbox's list of test cards. */
export function AddCard({ onAdded }: { onAdded: () => void }) {
  const { stripe, support_email } = useShell();
  if (stripe.mode === 'sandbox') return <SandboxCardForm onAdded={onAdded} />;
  if (!stripe.publishable_key) {
    return <Alert kind="warning">Cards cannot be added at the moment. Please write to {support_email}.</Alert>;
  }
  return (
    <Suspense fallback={<Skeleton height={220} />}>
      <StripeCardForm publishableKey={stripe.publishable_key} onAdded={onAdded} />
    </Suspense>
  );
}
