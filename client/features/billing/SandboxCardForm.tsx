import { Button, Radio, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useAddCard } from '#client/api/billing.ts';
import { TEST_CARDS } from './test-cards.ts';

/** The sandbox takes no card numbers: one of Stripe's test cards is chosen instead. */
export function SandboxCardForm({ onAdded }: { onAdded: () => void }) {
  const [chosen, setChosen] = useState<string>(TEST_CARDS[0].payment_method_id);
  const add = useAddCard();
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate(chosen, { onSuccess: onAdded });
  };
  return (
    <form onSubmit={onSubmit}>
      <Stack align="flex-start">
        <Radio.Group
          label="Test card"
          description="This installation runs in sandbox mode, so it takes test cards only. No money moves."
          value={chosen}
          onChange={setChosen}
        >
          <Stack mt="sm" gap="sm">
            {TEST_CARDS.map(({ payment_method_id, label, behaviour }) => (
              <Radio key={payment_method_id} value={payment_method_id} label={label} description={behaviour} />
            ))}
          </Stack>
        </Radio.Group>
        <Button type="submit" size="md" loading={add.isPending}>
          Add this card
        </Button>
      </Stack>
    </form>
  );
}
