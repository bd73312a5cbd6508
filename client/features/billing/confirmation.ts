/** A payment that the bank accepts only after the cardholder confirms it. */
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { clientFor } from '#client/api/client.ts';
import { paymentsApi } from '#shared/api/payments.ts';
import type { PaymentConfirmation } from '#shared/billing.ts';
import { paths } from '#shared/paths.ts';
import type { Promotion } from '#shared/promotions.ts';
import { SUCCESS_TEXTS } from '#shared/success-texts.ts';

export type Payment = NonNullable<PaymentConfirmation['payment']>;

const CONFIRMATION_REQUIRED_CODE = 'authentication_required';

export const needsConfirmation = ({ stripe_errors = [] }: Pick<Promotion, 'stripe_errors'>) =>
  stripe_errors.find(({ resolved_at }) => resolved_at === null)?.code === CONFIRMATION_REQUIRED_CODE;

/** Requests the state of the confirmation. If Stripe already has the money, the server records the payment. */
const confirmationQuery = (promotion_id: number) =>
  queryOptions({
    queryKey: ['partner', 'payment confirmation', promotion_id],
    queryFn: () => clientFor(paymentsApi, 'partner').confirmPayment({ id: promotion_id }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  });

export const useConfirmation = (promotion_id: number) => useQuery(confirmationQuery(promotion_id));

/** Confirms the payment with the bank through `confirm`, then requests the result. */
export function useConfirm(promotion_id: number, confirm: () => Promise<void>) {
  const queryClient = useQueryClient();
  const { queryKey } = confirmationQuery(promotion_id);
  return useMutation({
    mutationFn: confirm,
    meta: { silent: true },
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
}

export const PAID_TEXT = SUCCESS_TEXTS.charged;

/** The sandbox's bank page, which leads back to the billing page. */
export const sandboxBankPage = ({ payment_intent_id, payment_method_id }: Payment, promotion_id: number) =>
  `/dev/stripe/confirm?${new URLSearchParams({
    payment_intent: payment_intent_id,
    payment_method: payment_method_id,
    back: paths.confirmPayment(promotion_id),
  })}`;
