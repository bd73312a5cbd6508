import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { ApiError } from '#client/api/api-error.ts';
import { startCardSetup, useAddCard } from '#client/api/billing.ts';
import { errorText } from '#client/api/error-messages.ts';
import { Alert } from '#client/ui/Alert.tsx';
import { Button } from '#client/ui/Button.tsx';
import { Skeleton } from '#client/ui/Skeletons.tsx';
import { Stack } from '#client/ui/Stack.tsx';
import { useShell } from '#client/ui/shell.ts';
import { openStripe } from './open-stripe.ts';

type Props = { publishableKey: string; onAdded: () => void };

/** Stripe's own card field. The number goes from the browser to Stripe and never to us. */
export function StripeCardForm({ publishableKey, onAdded }: Props) {
  const [isDark] = useState(() => matchMedia('(prefers-color-scheme: dark)').matches);
  const { support_email } = useShell();
  const setup = useQuery({
    queryKey: ['partner', 'card setup', publishableKey],
    queryFn: async () => {
      const [stripe, intent] = await Promise.all([openStripe(publishableKey), startCardSetup()]);
      return { stripe, intent };
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    meta: { silent: true },
  });
  if (!setup.data && setup.error)
    return (
      <Alert kind="error" title={errorText(setup.error, support_email)}>
        <Button type="button" look="quiet" busy={setup.isFetching} onClick={() => void setup.refetch()}>
          Try again
        </Button>
      </Alert>
    );
  if (!setup.data) return <Skeleton height={220} />;
  const { stripe, intent } = setup.data;
  return (
    <Elements
      key={intent.client_secret}
      stripe={stripe}
      options={{ clientSecret: intent.client_secret, appearance: { theme: isDark ? 'night' : 'stripe' } }}
    >
      <CardField onAdded={onAdded} onRefused={() => void setup.refetch()} />
    </Elements>
  );
}

type FieldProps = {
  onAdded: () => void;
  /** Called if we refused the card that Stripe confirmed. The next card needs a new setup. */
  onRefused: () => void;
};

function CardField({ onAdded, onRefused }: FieldProps) {
  const stripe = useStripe();
  const elements = useElements();
  const add = useAddCard();
  const confirm = useConfirmOnce(() => confirmCard(stripe, elements));
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (confirm.isPending || add.isPending) return;
    confirm.mutate(undefined, {
      onSuccess: (id) => add.mutate(id, { onSuccess: onAdded, onError: (error) => isRefusal(error) && onRefused() }),
    });
  };
  return (
    <form onSubmit={onSubmit}>
      <Stack>
        <PaymentElement />
        {confirm.error && <Alert kind="error">{confirm.error.message}</Alert>}
        <Button type="submit" disabled={!stripe} busy={confirm.isPending || add.isPending}>
          Add this card
        </Button>
      </Stack>
    </form>
  );
}

/** Confirms a setup only once, as Stripe requires. If saving the card fails, a retry doesn't confirm again. */
function useConfirmOnce(confirm: () => Promise<string>) {
  const confirmedMethodId = useRef<string>(undefined);
  return useMutation({
    mutationFn: async () => (confirmedMethodId.current ??= await confirm()),
    meta: { silent: true },
  });
}

const isRefusal = (error: Error) => error instanceof ApiError && error.status === 422;

/** Confirms the card with the bank and returns the payment method's id. Throws a message for the partner on failure. */
async function confirmCard(stripe: ReturnType<typeof useStripe>, elements: ReturnType<typeof useElements>) {
  if (!stripe || !elements) throw new Error('The card field is still loading.');
  const { error, setupIntent } = await stripe.confirmSetup({ elements, redirect: 'if_required' });
  const method = setupIntent?.payment_method;
  if (error || !method) throw new Error(error?.message ?? 'We couldn’t confirm the card. Please try again.');
  return typeof method === 'string' ? method : method.id;
}
