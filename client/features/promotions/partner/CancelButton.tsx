import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useState } from 'react';
import { useCancel } from '#client/api/partner-promotions.ts';
import type { Promotion } from '#shared/promotions.ts';

/** Asks first, and for a reason if the partner likes to give one. */
export function CancelButton({ promotion }: { promotion: Promotion }) {
  const cancel = useCancel();
  const ask = () =>
    modals.open({
      title: 'Cancel this promotion?',
      centered: true,
      closeButtonProps: { 'aria-label': 'Close' },
      children: <CancelForm onCancel={(reason) => cancel.mutate({ promotion, reason })} />,
    });
  return (
    <Button size="md" variant="subtle" color="red" loading={cancel.isPending} onClick={ask}>
      Cancel promotion
    </Button>
  );
}

function CancelForm({ onCancel }: { onCancel: (reason: string) => void }) {
  const [reason, setReason] = useState('');
  const close = () => modals.closeAll();
  const confirm = () => {
    onCancel(reason);
    close();
  };
  return (
    <Stack>
      <Text>Its place becomes free for others. It costs nothing, and a discount code you used is yours again.</Text>
      <Textarea
        label="Reason, if you like"
        maxLength={500}
        autosize
        minRows={2}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <Group justify="flex-end">
        <Button variant="default" size="md" onClick={close}>
          Keep it
        </Button>
        <Button color="red" size="md" onClick={confirm}>
          Cancel promotion
        </Button>
      </Group>
    </Stack>
  );
}
