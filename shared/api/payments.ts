/** Cost and payment of promotions. */
import * as z from 'zod';
import { PaymentConfirmation, RefundInput } from '#shared/billing.ts';
import { AnswerInput, HeldClicks, HoldDecision, QuestionInput, SuspiciousPromotions } from '#shared/held-clicks.ts';
import { EstimateAnswer, EstimateQuery, PromotionAnswer, PromotionClicks } from '#shared/promotions.ts';
import { Invalid, NotFound } from './errors.ts';
import { type Api, conflictWith } from './operation.ts';

const conflict = conflictWith(PromotionAnswer.shape);
const answers = { 200: PromotionAnswer, 409: conflict } as const;

export const paymentsApi = {
  estimate: {
    method: 'get',
    path: '/api/v1/promotions/estimate',
    summary: 'Get the usual cost of a promotion in a category',
    access: 'both',
    query: EstimateQuery,
    exampleQuery: { category_id: '1', price_type: 'free' },
    answers: { 200: EstimateAnswer, 404: NotFound },
  },
  estimateOf: {
    method: 'get',
    path: '/api/v1/promotions/{id}/estimate',
    summary: 'Estimate a promotion’s cost',
    access: 'owner or user',
    answers: { 200: EstimateAnswer },
  },
  clicks: {
    method: 'get',
    path: '/api/v1/promotions/{id}/clicks',
    summary: 'Get clicks by hour and store: raw, billable, and excluded by reason',
    access: 'owner or user',
    answers: { 200: PromotionClicks },
  },
  questionClicks: {
    method: 'post',
    path: '/api/v1/promotions/{id}/click_question',
    summary: 'Question the counted clicks within 30 days of the result',
    access: 'owner',
    body: QuestionInput,
    example: { question: 'Why did so few clicks count?' },
    answers: { 201: PromotionClicks },
  },
  suspicious: {
    method: 'get',
    path: '/api/v1/held_clicks',
    summary: 'Promotions with held clicks to decide about, or an open question',
    access: 'user',
    answers: { 200: SuspiciousPromotions },
  },
  heldClicks: {
    method: 'get',
    path: '/api/v1/promotions/{id}/held_clicks',
    summary: 'Held clicks with the evidence from the first one on',
    access: 'user',
    answers: { 200: HeldClicks },
  },
  decideHeld: {
    method: 'post',
    path: '/api/v1/promotions/{id}/held_clicks',
    summary: 'Count or exclude held clicks',
    access: 'user',
    body: HoldDecision,
    example: { rule: 'domain', subject: 'example.com', decision: 'exclude' },
    answers: { 200: HeldClicks },
  },
  answerQuestion: {
    method: 'post',
    path: '/api/v1/promotions/{id}/click_answer',
    summary: 'Answer the question about the counted clicks',
    access: 'user',
    body: AnswerInput,
    example: { answer: 'They came from one network.' },
    answers: { 200: HeldClicks },
  },
  charge: {
    method: 'post',
    path: '/api/v1/promotions/{id}/charge',
    summary: 'Charge the amount due to the default card',
    access: 'owner or user',
    limited: 'charges',
    answers: { ...answers, 422: Invalid.extend(z.object(PromotionAnswer.shape).partial().shape) },
  },
  confirmPayment: {
    method: 'post',
    path: '/api/v1/promotions/{id}/confirm_payment',
    summary: 'Begin or finish a payment that the bank asks the partner to confirm',
    access: 'owner',
    limited: 'charges',
    answers: { 200: PaymentConfirmation, 409: conflict },
  },
  refund: {
    method: 'post',
    path: '/api/v1/promotions/{id}/refund',
    summary: 'Refund a payment in part or in full',
    access: 'admin',
    body: RefundInput,
    example: { amount_cents: 100, reason: 'The wrong price was shown.' },
    limited: 'charges',
    answers,
  },
} satisfies Api;
