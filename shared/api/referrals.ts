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
    summary: 'Get the partner’s referral link with its visits and rewards; all rewards for staff',
    access: 'both',
    query: ReferralListQuery,
    answers: { 200: ReferralList },
  },
  countVisit: {
    method: 'post',
    path: '/api/v1/referrals/visits',
    summary: 'Count a visit through a partner’s referral link',
    access: 'public',
    body: ReferralVisitInput,
    example: { code: 'hartwell' },
    limited: 'referral visits',
    answers: { 204: null },
  },
  release: {
    method: 'post',
    path: '/api/v1/referrals/{id}/release',
    summary: 'Release a held reward',
    access: 'admin',
    body: ReferralRelease,
    example: { reason: 'Two authors of one household.' },
    answers: { 200: ReferralAnswer, 409: conflictWith(ReferralAnswer.shape) },
  },
  reject: {
    method: 'post',
    path: '/api/v1/referrals/{id}/reject',
    summary: 'Reject a held or pending reward',
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
