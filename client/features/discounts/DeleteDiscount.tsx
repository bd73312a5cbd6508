import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '#client/app/router.ts';
import { askFirst } from '#client/ui/app/dialogs.tsx';
import { Button } from '#client/ui/Button.tsx';
import type { Discount } from '#shared/discounts.ts';
import { paths } from '#shared/paths.ts';
import { DISCOUNTS, deleteDiscount, discountQuery } from './api.ts';

/** A code that was ever used stays; the server says so. */
export function DeleteDiscount({ discount: { id, code } }: { discount: Discount }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const removal = useMutation({
    mutationFn: () => deleteDiscount(id),
    meta: { success: 'The discount was deleted.' },
    async onSuccess() {
      await navigate(paths.userDiscounts());
      client.removeQueries(discountQuery(id));
      void client.invalidateQueries({ queryKey: DISCOUNTS });
    },
  });
  return (
    <div>
      <Button
        type="button"
        look="danger"
        busy={removal.isPending}
        onClick={() =>
          askFirst({
            title: `Delete ${code}?`,
            text: 'The code is gone for good. A code that was used cannot be deleted; disable it instead.',
            confirm: 'Delete the discount',
            onConfirm: () => removal.mutate(),
          })
        }
      >
        Delete the discount
      </Button>
    </div>
  );
}
