import * as z from 'zod';
import {
  ReaderConfirmation,
  ReaderExport,
  ReaderInput,
  ReaderPatch,
  ReaderResponse,
  ReaderUnsubscription,
} from '#shared/readers.ts';
import type { Api } from './operation.ts';

const Message = z.object({ message: z.string() });

/** Readers have no session: the uuid, which only their emails contain, is the key. */
export const readersApi = {
  signUp: {
    method: 'post',
    path: '/api/v1/readers',
    summary: 'Sign up for the newsletter; we email a confirmation link',
    access: 'public',
    limited: true,
    body: ReaderInput,
    example: { email: 'reader@example.test', category_ids: [1] },
    responses: { 201: Message },
  },
  confirm: {
    method: 'post',
    path: '/api/v1/readers/confirm',
    summary: 'Confirm an address with the email’s token',
    access: 'public',
    body: ReaderConfirmation,
    example: { token: 'token-from-the-email' },
    responses: { 200: ReaderResponse },
  },
  show: {
    method: 'get',
    path: '/api/v1/readers/{uuid}',
    summary: 'Get a reader’s preferences',
    access: 'public',
    responses: { 200: ReaderResponse },
  },
  update: {
    method: 'patch',
    path: '/api/v1/readers/{uuid}/',
    summary: 'Update a reader’s preferences',
    access: 'public',
    body: ReaderPatch,
    example: { frequency: 'weekly', category_ids: [1] },
    responses: { 200: ReaderResponse },
  },
  unsubscribe: {
    method: 'post',
    path: '/api/v1/readers/{uuid}/unsubscribe',
    summary: 'Unsubscribe from all newsletters',
    access: 'public',
    body: ReaderUnsubscription,
    example: { reason: 'Too many books' },
    responses: { 200: ReaderResponse },
  },
  export: {
    method: 'get',
    path: '/api/v1/readers/{uuid}/export',
    summary: 'Export everything stored about a reader',
    access: 'public',
    responses: { 200: ReaderExport },
  },
  erase: {
    method: 'delete',
    path: '/api/v1/readers/{uuid}',
    summary: 'Erase a reader',
    access: 'public',
    responses: { 204: null },
  },
  unsubscribePage: {
    method: 'get',
    path: '/api/v1/unsubscribe/{token}',
    summary: 'Redirect to the unsubscribe page; changes nothing',
    access: 'public',
    responses: { 302: null },
  },
  oneClickUnsubscribe: {
    method: 'post',
    path: '/api/v1/unsubscribe/{token}',
    summary: 'Unsubscribe with one click (RFC 8058)',
    access: 'public',
    responses: { 200: Message },
  },
} satisfies Api;
