import * as z from 'zod';
import { EmailVerificationAnswer, EmailVerificationProof, PartnerUnsubscription } from '#shared/auth.ts';
import { PartnerExport } from '#shared/partners.ts';
import { Conflict } from './errors.ts';
import type { Api } from './operation.ts';

export const partnersApi = {
  unsubscribe: {
    method: 'post',
    path: '/api/v1/partners/unsubscribe',
    summary: 'Stop reminder or win-back emails, by the token of such an email',
    access: 'public',
    body: PartnerUnsubscription,
    example: { kind: 'reminder', token: 'of-the-mail' },
    answers: { 200: z.object({ message: z.string() }) },
  },
  export: {
    method: 'get',
    path: '/api/v1/partners/export',
    summary: 'Everything we hold of you, as one file',
    access: 'partner',
    answers: { 200: PartnerExport },
  },
  emailVerification: {
    method: 'get',
    path: '/api/v1/partners/email_verification',
    summary: 'Get whether your address is verified',
    access: 'partner',
    answers: { 200: EmailVerificationAnswer },
  },
  resendVerification: {
    method: 'post',
    path: '/api/v1/partners/email_verification',
    summary: 'Send the verification email again; 409 when the address is verified',
    access: 'partner',
    limited: true,
    answers: { 200: EmailVerificationAnswer, 409: Conflict },
  },
  verifyEmail: {
    method: 'post',
    path: '/api/v1/partners/verify_email',
    summary: 'Verify a partner’s address with the token of the email',
    access: 'public',
    body: EmailVerificationProof,
    example: { token: 'of-the-email' },
    answers: { 200: z.object({ message: z.string() }) },
  },
} satisfies Api;
