import { queryOptions, useMutation } from '@tanstack/react-query';
import { waitingListApi } from '#shared/api/waiting-list.ts';
import type { WaitingInput } from '#shared/waiting-list.ts';
import { clientFor } from './client.ts';
import { useRefreshPromotions } from './partner-promotions.ts';

const waitingList = clientFor(waitingListApi, 'partner');
const WAITING = ['partner', 'waiting list'];

/** The full dates that the partner waits for, and the slots held for the partner. */
export const waitingQuery = () =>
  queryOptions({
    queryKey: WAITING,
    queryFn: async () => (await waitingList.list()).waiting_entries,
  });

/** Mutations that join or leave a waiting list or book a held slot. Each reloads the list and the slots. */
export function useWaitingList({ onBooked }: { onBooked?: (promotion_id: number) => void } = {}) {
  const refreshPromotions = useRefreshPromotions();
  const onSettled = refreshPromotions;
  return {
    join: useMutation({
      mutationFn: (body: WaitingInput) => waitingList.join({ body }),
      meta: { success: 'You’re on the waiting list.' },
      onSettled,
    }),
    leave: useMutation({
      mutationFn: (id: number) => waitingList.leave({ id }),
      meta: { success: 'You left the waiting list.' },
      onSettled,
    }),
    accept: useMutation({
      mutationFn: async (id: number) => (await waitingList.accept({ id })).promotion,
      meta: { success: 'Your promotion was submitted. We’ll email you our decision.' },
      // A callback passed to `mutate` wouldn't run, because the entry leaves the screen first.
      onSuccess: ({ id }) => onBooked?.(id),
      onSettled,
    }),
  };
}
