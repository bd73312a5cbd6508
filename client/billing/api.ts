import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#client/api/http.ts';
import {
  CreditCardAnswer,
  CreditCardList,
  type CreditCardPatch,
  type Invoice,
  InvoiceList,
  SetupIntent,
} from '#shared/billing.ts';
import { MAX_PER_PAGE } from '#shared/business.ts';
import { SUCCESS_TEXTS } from '#shared/errors.ts';

const role = 'partner';

const CARDS = ['partner', 'credit_cards'];
export const INVOICES = ['partner', 'invoices'];

export const cardsQuery = () =>
  queryOptions({
    queryKey: CARDS,
    queryFn: async () =>
      (await call('/credit_cards', { role, query: { per: MAX_PER_PAGE }, schema: CreditCardList })).credit_cards,
  });

type InvoiceFilters = { page?: number; per?: number; status?: Invoice['status']; promotion_id?: number };

export const invoicesQuery = (filters: InvoiceFilters) =>
  queryOptions({
    queryKey: [...INVOICES, filters],
    queryFn: () => call('/invoices', { role, query: filters, schema: InvoiceList }),
    placeholderData: keepPreviousData,
  });

export const startSetup = () => call('/stripe/setup_intent', { method: 'POST', role, schema: SetupIntent });

export const useAddCard = () =>
  useCardChange(SUCCESS_TEXTS.cardAdded, (payment_method_id: string) =>
    call('/credit_cards', { method: 'POST', role, body: { payment_method_id }, schema: CreditCardAnswer }),
  );

export const useMakeDefault = () =>
  useCardChange(SUCCESS_TEXTS.defaultCard, (id: number) =>
    call(`/credit_cards/${id}/make_default`, { method: 'PATCH', role, schema: CreditCardAnswer }),
  );

export const useRemoveCard = () =>
  useCardChange(SUCCESS_TEXTS.cardRemoved, (id: number) => call(`/credit_cards/${id}`, { method: 'DELETE', role }));

export const changeExpiry = (id: number, body: CreditCardPatch) =>
  call(`/credit_cards/${id}`, { method: 'PATCH', role, body, schema: CreditCardAnswer });

/** Every change of a card may change which one is the default, and whether a promotion may be booked. */
export function useCardsChanged() {
  const client = useQueryClient();
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: CARDS }),
      client.invalidateQueries({ queryKey: ['partner', 'promotion check'] }),
    ]);
}

function useCardChange<Input>(success: string, mutationFn: (input: Input) => Promise<unknown>) {
  const changed = useCardsChanged();
  return useMutation({ mutationFn, meta: { success }, onSuccess: changed });
}
