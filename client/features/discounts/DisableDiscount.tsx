import { useMutation } from '@tanstack/react-query';
import { Panel } from '#client/ui/app/Panel.tsx';
import { Button } from '#client/ui/Button.tsx';
import type { Discount } from '#shared/discounts.ts';
import { saveDiscount } from './api.ts';

/** In place of the form, for an editor who may only stop a code that an administrator offers. */
export function DisableDiscount({ discount, onSaved }: { discount: Discount; onSaved: (saved: Discount) => void }) {
  const disabling = useMutation({
    mutationFn: () => saveDiscount(discount.id, { enabled: false }),
    meta: { success: 'The discount was disabled.' },
    onSuccess: onSaved,
  });
  return (
    <Panel
      title="For administrators"
      lead="This code takes off more than half of the cost or has no usage limit, so only an administrator can change it."
    >
      {discount.enabled && (
        <div>
          <Button type="button" busy={disabling.isPending} onClick={() => disabling.mutate()}>
            Disable the discount
          </Button>
        </div>
      )}
    </Panel>
  );
}
