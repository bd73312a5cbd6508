import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { billingApi } from '#shared/api/billing.ts';
import { referralsApi } from '#shared/api/referrals.ts';
import type { CreditCardPatch, Invoice } from '#shared/billing.ts';
import { MAX_PER_PAGE } from '#shared/business.ts';
import { SUCCESS_TEXTS } from '#shared/success-texts.ts';
import { clientFor } from './client.ts';

const billing = clientFor(billingApi, 'partner');

const CARDS = ['partner', 'credit_cards'];
export const INVOICES = ['partner', 'invoices'];

export const cardsQuery = () =>
  queryOptions({
    queryKey: CARDS,
    queryFn: async () => (await billing.listCards({ query: { per: MAX_PER_PAGE } })).credit_cards,
  });

/** Credit in cents for an invited partner whose first promotion hasn't been settled yet; 0 for everyone else. */
export const welcomeCreditQuery = () =>
  queryOptions({
    queryKey: ['partner', 'welcome credit'],
    queryFn: async () =>
      (await clientFor(referralsApi, 'partner').list({ query: { per: 1 } })).program?.welcome_credit_cents ?? 0,
  });

type InvoiceFilters = { page?: number; per?: number; status?: Invoice['status']; promotion_id?: number };

export const invoicesQuery = (filters: InvoiceFilters) =>
  queryOptions({
    queryKey: [...INVOICES, filters],
    queryFn: () => billing.listInvoices({ query: filters }),
    placeholderData: keepPreviousData,
  });

export const startCardSetup = () => billing.startSetup();

export const useAddCard = () =>
  useCardChange(SUCCESS_TEXTS.cardAdded, (payment_method_id: string) =>
    billing.addCard({ body: { payment_method_id } }),
  );

export const useMakeDefault = () =>
  useCardChange(SUCCESS_TEXTS.defaultCard, (id: number) => billing.makeCardDefault({ id }));

export const useRemoveCard = () => useCardChange(SUCCESS_TEXTS.cardRemoved, (id: number) => billing.removeCard({ id }));

export const updateExpiry = (id: number, body: CreditCardPatch) => billing.changeCard({ id, body });

/** Returns a function that reloads the cards, and the booking check that depends on the default card. */
export function useRefreshCards() {
  const queryClient = useQueryClient();
  return () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: CARDS }),
      queryClient.invalidateQueries({ queryKey: ['partner', 'promotion check'] }),
    ]);
}

function useCardChange<Input>(success: string, mutationFn: (input: Input) => Promise<unknown>) {
  const refreshCards = useRefreshCards();
  // After a lost response, too, because the card may have been changed.
  return useMutation({ mutationFn, meta: { success }, onSettled: refreshCards });
}
