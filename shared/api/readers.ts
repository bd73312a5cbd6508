import * as z from 'zod';
import {
  ReaderAnswer,
  ReaderConfirmation,
  ReaderExport,
  ReaderInput,
  ReaderPatch,
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
    answers: { 201: Message },
  },
  confirm: {
    method: 'post',
    path: '/api/v1/readers/confirm',
    summary: 'Confirm an address with the email’s token',
    access: 'public',
    body: ReaderConfirmation,
    example: { token: 'of-the-mail' },
    answers: { 200: ReaderAnswer },
  },
  show: {
    method: 'get',
    path: '/api/v1/readers/{uuid}',
    summary: 'Get a reader’s preferences',
    access: 'public',
    answers: { 200: ReaderAnswer },
  },
  update: {
    method: 'patch',
    path: '/api/v1/readers/{uuid}/',
    summary: 'Update a reader’s preferences',
    access: 'public',
    body: ReaderPatch,
    example: { frequency: 'weekly', category_ids: [1] },
    answers: { 200: ReaderAnswer },
  },
  unsubscribe: {
    method: 'post',
    path: '/api/v1/readers/{uuid}/unsubscribe',
    summary: 'Unsubscribe from all newsletters',
    access: 'public',
    body: ReaderUnsubscription,
    example: { reason: 'Too many books' },
    answers: { 200: ReaderAnswer },
  },
  export: {
    method: 'get',
    path: '/api/v1/readers/{uuid}/export',
    summary: 'Export everything stored about a reader',
    access: 'public',
    answers: { 200: ReaderExport },
  },
  erase: {
    method: 'delete',
    path: '/api/v1/readers/{uuid}',
    summary: 'Erase a reader',
    access: 'public',
    answers: { 204: null },
  },
  unsubscribePage: {
    method: 'get',
    path: '/api/v1/unsubscribe/{token}',
    summary: 'Redirect to the unsubscribe page; changes nothing',
    access: 'public',
    answers: { 302: null },
  },
  oneClickUnsubscribe: {
    method: 'post',
    path: '/api/v1/unsubscribe/{token}',
    summary: 'Unsubscribe with one click (RFC 8058)',
    access: 'public',
    answers: { 200: Message },
  },
} satisfies Api;
