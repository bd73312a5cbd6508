/** The current session, and the account's other sessions. */
import * as z from 'zod';
import { AccountSessionList, CurrentPartner, CurrentUser, type Role } from '#shared/auth.ts';
import { AuthRefusal } from './errors.ts';
import type { Api } from './operation.ts';

const done = z.literal(true);

const sessionsApi = <R extends Role, S extends z.ZodRawShape>(role: R, Account: z.ZodObject<S>) => {
  const base = `/api/v1/${role}-auth` as const;
  return {
    validateToken: {
      method: 'get',
      path: `${base}/validate_token`,
      summary: 'Get the signed-in account',
      access: role,
      auth: true,
      responses: { 200: z.object({ success: done, data: Account }), 401: AuthRefusal },
    },
    signOut: {
      method: 'delete',
      path: `${base}/sign_out`,
      summary: 'Sign out',
      access: role,
      auth: true,
      responses: { 200: z.object({ success: done }), 404: AuthRefusal },
    },
    list: {
      method: 'get',
      path: `${base}/sessions`,
      summary: 'List the sessions of your account',
      access: role,
      responses: { 200: AccountSessionList },
    },
    end: {
      method: 'delete',
      path: `${base}/sessions/{id}`,
      summary: 'End one session of your account',
      access: role,
      responses: { 204: null },
    },
    endOthers: {
      method: 'delete',
      path: `${base}/sessions`,
      summary: 'Sign out of all other sessions',
      access: role,
      responses: { 204: null },
    },
  } as const satisfies Api;
};

export const partnerSessionsApi = sessionsApi('partner', CurrentPartner);
export const userSessionsApi = sessionsApi('user', CurrentUser);
