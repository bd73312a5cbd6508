/** What the shell asks and reports, and the contract itself. */
import * as z from 'zod';
import { Session } from '#shared/auth.ts';
import { ClientError } from '#shared/client-errors.ts';
import type { Operation } from './operation.ts';

export const webOperations: readonly Operation[] = [
  {
    method: 'get',
    path: '/api/v1/session',
    summary: 'The business clock, and which parts are stand-ins',
    access: 'public',
    answers: { 200: Session },
  },
  {
    method: 'post',
    path: '/api/v1/client_errors',
    summary: 'What went wrong in a browser; answered alike whatever was sent',
    access: 'public',
    body: ClientError,
    example: { error_id: 'k3v9q2', message: 'x is undefined', stack: null, path: '/books' },
    answers: { 204: null },
  },
  {
    method: 'get',
    path: '/api/v1/openapi.json',
    summary: 'This document',
    access: 'public',
    answers: { 200: z.looseObject({ openapi: z.literal('3.1.0') }) },
  },
];
