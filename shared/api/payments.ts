/** Costs, clicks, and payments of promotions. */
import * as z from 'zod';
import { PaymentConfirmation, RefundInput } from '#shared/billing.ts';
import { AnswerInput, HeldClicks, HoldDecision, PromotionsWithHeldClicks, QuestionInput } from '#shared/held-clicks.ts';
import { EstimateQuery, EstimateResponse, PromotionClicks, PromotionResponse } from '#shared/promotions.ts';
import { Invalid, NotFound } from './errors.ts';
import { type Api, conflictWith } from './operation.ts';

const conflict = conflictWith(PromotionResponse.shape);
const responses = { 200: PromotionResponse, 409: conflict } as const;

export const paymentsApi = {
  estimate: {
    method: 'get',
    path: '/api/v1/promotions/estimate',
    summary: 'Estimate the cost of a promotion in a category',
    access: 'both',
    query: EstimateQuery,
    exampleQuery: { category_id: '1', price_type: 'free' },
    responses: { 200: EstimateResponse, 404: NotFound },
  },
  estimateOf: {
    method: 'get',
    path: '/api/v1/promotions/{id}/estimate',
    summary: 'Estimate a promotion’s cost',
    access: 'owner or user',
    responses: { 200: EstimateResponse },
  },
  clicks: {
    method: 'get',
    path: '/api/v1/promotions/{id}/clicks',
    summary: 'Get clicks by hour and store: raw, billable, and excluded by reason',
    details: 'Until the 72-hour window has ended, the figures are provisional and may change.',
    access: 'owner or user',
    responses: { 200: PromotionClicks },
  },
  questionClicks: {
    method: 'post',
    path: '/api/v1/promotions/{id}/click_question',
    summary: 'Ask about a promotion’s click count, up to 30 days after the result',
    access: 'owner',
    body: QuestionInput,
    example: { question: 'Why did so few clicks count?' },
    responses: { 201: PromotionClicks },
  },
  suspicious: {
    method: 'get',
    path: '/api/v1/held_clicks',
    summary: 'List promotions that have undecided held clicks or an open question',
    access: 'user',
    responses: { 200: PromotionsWithHeldClicks },
  },
  heldClicks: {
    method: 'get',
    path: '/api/v1/promotions/{id}/held_clicks',
    summary: 'List a promotion’s held clicks and the evidence, starting with the first held click',
    access: 'user',
    responses: { 200: HeldClicks },
  },
  decideHeld: {
    method: 'post',
    path: '/api/v1/promotions/{id}/held_clicks',
    summary: 'Bill or exclude held clicks; only administrators can bill them',
    access: 'user',
    body: HoldDecision,
    example: {
      rule: 'domain',
      subject: 'example.com',
      decision: 'exclude',
      clicks: 13,
      decided_at: null,
      note: 'Fake addresses at one domain.',
    },
    responses: { 200: HeldClicks, 409: conflictWith({ held_clicks: HeldClicks }) },
  },
  answerQuestion: {
    method: 'post',
    path: '/api/v1/promotions/{id}/click_answer',
    summary: 'Answer the question about the counted clicks',
    access: 'user',
    body: AnswerInput,
    example: { answer: 'They came from one network.' },
    responses: { 200: HeldClicks },
  },
  charge: {
    method: 'post',
    path: '/api/v1/promotions/{id}/charge',
    summary: 'Charge the amount due to the default card',
    details:
      'Safe to repeat: a promotion never has more than one open charge. If the card is declined, the response is 422 with the promotion and the reason.',
    access: 'owner or user',
    scope: 'money',
    rateLimited: 'charges',
    responses: { ...responses, 422: Invalid.extend(z.object(PromotionResponse.shape).partial().shape) },
  },
  confirmPayment: {
    method: 'post',
    path: '/api/v1/promotions/{id}/confirm_payment',
    summary: 'Start confirming a payment that the partner’s bank wants authenticated, or report the result',
    access: 'owner',
    scope: 'money',
    rateLimited: 'charges',
    hasSecrets: true,
    responses: { 200: PaymentConfirmation, 409: conflict },
  },
  refund: {
    method: 'post',
    path: '/api/v1/promotions/{id}/refund',
    summary: 'Refund a payment in part or in full',
    access: 'admin',
    scope: 'money',
    body: RefundInput,
    example: { amount_cents: 100, reason: 'The wrong price was shown.' },
    rateLimited: 'charges',
    responses,
  },
} satisfies Api;
