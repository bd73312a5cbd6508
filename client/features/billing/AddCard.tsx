import { type FormEvent, useState } from 'react';
import { useAddCard } from '#client/api/billing.ts';
import { lazyPart } from '#client/api/lazy-part.tsx';
import { Alert } from '#client/ui/Alert.tsx';
import { Button } from '#client/ui/Button.tsx';
import { Check, FieldGroup } from '#client/ui/Field.tsx';
import { Skeleton } from '#client/ui/Skeletons.tsx';
import { Stack } from '#client/ui/Stack.tsx';
import { useShell } from '#client/ui/shell.ts';

const StripeCardForm = lazyPart('card form', async () => (await import('./StripeCardForm.tsx')).StripeCardForm);

/** This installation's card form: Stripe's card field, or the sandbox's list of test cards. */
export function AddCard({ onAdded }: { onAdded: () => void }) {
  const { stripe, support_email } = useShell();
  if (stripe.mode === 'sandbox') return <SandboxCardForm onAdded={onAdded} />;
  if (!stripe.publishable_key) {
    return <Alert kind="warning">You can’t add a card right now. Please write to {support_email}.</Alert>;
  }
  return (
    <StripeCardForm placeholder={<Skeleton height={220} />} publishableKey={stripe.publishable_key} onAdded={onAdded} />
  );
}

/** A list of Stripe's test cards, because the sandbox takes no card numbers. */
function SandboxCardForm({ onAdded }: { onAdded: () => void }) {
  const [chosen, setChosen] = useState<string>(TEST_CARDS[0].payment_method_id);
  const add = useAddCard();
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate(chosen, { onSuccess: onAdded });
  };
  return (
    <form onSubmit={onSubmit}>
      <Stack>
        <FieldGroup label="Test card" hint="This is a sandbox: use a test card. You won’t be charged.">
          {TEST_CARDS.map(({ payment_method_id: id, label, behavior }) => (
            <Check
              key={id}
              type="radio"
              name="card"
              value={id}
              label={label}
              hint={behavior}
              checked={id === chosen}
              onChange={() => setChosen(id)}
            />
          ))}
        </FieldGroup>
        <div>
          <Button type="submit" busy={add.isPending}>
            Add this card
          </Button>
        </div>
      </Stack>
    </form>
  );
}

/** The test cards that the sandbox offers (https://docs.stripe.com/testing). */
const TEST_CARDS = [
  { payment_method_id: 'pm_card_visa', label: 'Visa 4242', behavior: 'Every charge succeeds.' },
  { payment_method_id: 'pm_card_mastercard', label: 'Mastercard 4444', behavior: 'Every charge succeeds.' },
  { payment_method_id: 'pm_card_amex', label: 'American Express 0005', behavior: 'Every charge succeeds.' },
  {
    payment_method_id: 'pm_card_chargeCustomerFail',
    label: 'Visa 0341',
    behavior: 'Can be saved; every charge is declined.',
  },
  {
    payment_method_id: 'pm_card_authenticationRequired',
    label: 'Visa 3184',
    behavior: 'Can be saved; each charge needs the cardholder’s confirmation.',
  },
  { payment_method_id: 'pm_card_chargeDeclined', label: 'Visa 0002', behavior: 'Declined when it’s saved.' },
  {
    payment_method_id: 'pm_card_chargeDeclinedInsufficientFunds',
    label: 'Visa 9995',
    behavior: 'Declined when it’s saved: insufficient funds.',
  },
] as const;
