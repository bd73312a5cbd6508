import * as z from 'zod';
import {
  CreditCardAnswer,
  CreditCardInput,
  CreditCardList,
  CreditCardListQuery,
  CreditCardPatch,
  InvoiceCsvQuery,
  InvoiceList,
  InvoiceListQuery,
  SetupIntent,
} from '#shared/billing.ts';
import { Invalid, Unreadable } from './errors.ts';
import { conflictWith, type Operation } from './operation.ts';

export const billingOperations: readonly Operation[] = [
  {
    method: 'get',
    path: '/api/v1/credit_cards',
    summary: "The partner's cards, the default first",
    access: 'partner',
    query: CreditCardListQuery,
    answers: { 200: CreditCardList },
  },
  {
    method: 'post',
    path: '/api/v1/credit_cards',
    summary: 'Keep a card that Stripe knows',
    access: 'partner',
    body: CreditCardInput,
    example: { payment_method_id: 'pm_card_visa' },
    answers: { 201: CreditCardAnswer },
  },
  {
    method: 'patch',
    path: '/api/v1/credit_cards/{id}',
    summary: "Change a card's expiry",
    access: 'owner',
    body: CreditCardPatch,
    example: { exp_month: 12, exp_year: 2031 },
    answers: { 200: CreditCardAnswer },
  },
  {
    method: 'patch',
    path: '/api/v1/credit_cards/{id}/make_default',
    summary: 'Charge this card from now on',
    access: 'owner',
    answers: { 200: CreditCardAnswer },
  },
  {
    method: 'delete',
    path: '/api/v1/credit_cards/{id}',
    summary: 'Remove a card; the last one stays while a promotion needs it',
    access: 'owner',
    answers: { 204: null, 409: conflictWith(CreditCardAnswer.shape) },
  },
  {
    method: 'post',
    path: '/api/v1/stripe/setup_intent',
    summary: "What Stripe's form needs to take a card",
    access: 'partner',
    answers: { 200: SetupIntent, 422: Invalid },
  },
  {
    method: 'post',
    path: '/api/v1/stripe/webhook',
    summary: "Stripe's events, signed",
    access: 'public',
    answers: { 200: z.object({ received: z.literal(true) }), 400: Unreadable },
  },
  {
    method: 'get',
    path: '/api/v1/invoices',
    summary: "The partner's invoices, the newest first; all of them for staff",
    access: 'both',
    query: InvoiceListQuery,
    answers: { 200: InvoiceList },
  },
  {
    method: 'get',
    path: '/api/v1/invoices.csv',
    summary: 'The same invoices as a table for spreadsheets',
    access: 'both',
    query: InvoiceCsvQuery,
    answers: { 200: 'text/csv' },
  },
  {
    method: 'get',
    path: '/api/v1/invoices/{id}.pdf',
    summary: 'One invoice to print or file',
    access: 'owner or user',
    answers: { 200: 'application/pdf' },
  },
];
