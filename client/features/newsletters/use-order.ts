import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Newsletter } from '#shared/newsletters.ts';
import { NEWSLETTERS, newsletterQuery, saveNewsletter } from './api.ts';
import { inOrder } from './newsletter-order.ts';

/** Saves an order. It shows at once; several in a row are sent one after the other, and the last one's answer counts. */
export function useOrder(id: number) {
  const client = useQueryClient();
  const { queryKey } = newsletterQuery(id);
  const mutationKey = ['newsletter order', id];
  return useMutation({
    mutationKey,
    scope: { id: mutationKey.join(' ') },
    mutationFn: (promotion_ids: number[]) => saveNewsletter(id, { promotion_ids }),
    async onMutate(promotion_ids) {
      await client.cancelQueries({ queryKey });
      client.setQueryData<Newsletter>(
        queryKey,
        (before) => before && { ...before, promotions: inOrder(before.promotions ?? [], promotion_ids) },
      );
    },
    onSettled: () => {
      if (client.isMutating({ mutationKey }) === 1) void client.invalidateQueries({ queryKey: NEWSLETTERS });
    },
  });
}
