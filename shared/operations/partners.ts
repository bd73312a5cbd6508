import * as z from 'zod';
import { PartnerUnsubscription } from '#shared/auth.ts';
import { PartnerExport } from '#shared/partners.ts';
import type { Operation } from './operation.ts';

export const partnerOperations: readonly Operation[] = [
  {
    method: 'post',
    path: '/api/v1/partners/unsubscribe',
    summary: 'No more reminder or recapture mails, by the token of such a mail',
    access: 'public',
    body: PartnerUnsubscription,
    example: { kind: 'reminder', token: 'of-the-mail' },
    answers: { 200: z.object({ message: z.string() }) },
  },
  {
    method: 'get',
    path: '/api/v1/partners/export',
    summary: 'Everything we hold of you, as one file',
    access: 'partner',
    answers: { 200: PartnerExport },
  },
];
