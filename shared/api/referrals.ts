import {
  ReferralAnswer,
  ReferralCashOut,
  ReferralCashOutAnswer,
  ReferralList,
  ReferralListQuery,
  ReferralRejection,
  ReferralRelease,
  ReferralVisitInput,
} from '#shared/referral-records.ts';
import { type Api, conflictWith } from './operation.ts';

export const referralsApi = {
  list: {
    method: 'get',
    path: '/api/v1/referrals',
    summary: "The partner's link, what it brought and what it earned; all rewards for staff",
    access: 'both',
    query: ReferralListQuery,
    answers: { 200: ReferralList },
  },
  countVisit: {
    method: 'post',
    path: '/api/v1/referrals/visits',
    summary: "Count a visitor whom a partner's link brought",
    access: 'public',
    body: ReferralVisitInput,
    example: { code: 'hartwell' },
    limited: 'referral visits',
    answers: { 204: null },
  },
  release: {
    method: 'post',
    path: '/api/v1/referrals/{id}/release',
    summary: 'Let a held reward go on',
    access: 'admin',
    body: ReferralRelease,
    example: { reason: 'Two authors of one household.' },
    answers: { 200: ReferralAnswer, 409: conflictWith(ReferralAnswer.shape) },
  },
  reject: {
    method: 'post',
    path: '/api/v1/referrals/{id}/reject',
    summary: 'Refuse a held or pending reward',
    access: 'admin',
    body: ReferralRejection,
    example: { reason: 'Both accounts are of one person.' },
    answers: { 200: ReferralAnswer, 409: conflictWith(ReferralAnswer.shape) },
  },
  cashOut: {
    method: 'post',
    path: '/api/v1/referrals/{id}/cash_out',
    summary: "Pay out all available rewards of the entry's partner, from $50",
    access: 'admin',
    body: ReferralCashOut,
    example: { reference: 'Transfer of 2026-12-01' },
    answers: { 200: ReferralCashOutAnswer, 409: conflictWith(ReferralAnswer.shape) },
  },
} satisfies Api;
