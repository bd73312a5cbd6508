/** The app shell's session call, error reports, and the OpenAPI document. */
import * as z from 'zod';
import { ShellData } from '#shared/auth.ts';
import { ClientError } from '#shared/client-errors.ts';
import type { Api } from './operation.ts';

export const webApi = {
  session: {
    method: 'get',
    path: '/api/v1/session',
    summary: 'Get the business clock and the site’s public settings',
    access: 'public',
    responses: { 200: ShellData },
  },
  reportError: {
    method: 'post',
    path: '/api/v1/client_errors',
    summary: 'Report a browser error; always returns the same response',
    access: 'public',
    body: ClientError.nullable().catch(null),
    example: { error_id: 'k3v9q2', message: 'x is undefined', stack: null, path: '/books' },
    responses: { 204: null },
  },
  openApi: {
    method: 'get',
    path: '/api/v1/openapi.json',
    summary: 'Get the OpenAPI document',
    access: 'public',
    isBare: true,
    responses: { 200: z.looseObject({ openapi: z.literal('3.1.0') }) },
  },
} satisfies Api;
