import { ContactInput, ContactResponse } from '#shared/contact.ts';
import type { Api } from './operation.ts';

export const contactApi = {
  send: {
    method: 'post',
    path: '/api/v1/contact',
    summary: 'Send a message to this site’s operator',
    access: 'public',
    body: ContactInput,
    example: {
      name: 'Ottilie Brandt',
      email: 'ottilie@example.test',
      message: 'May a box set run while one of its books is promoted?',
    },
    rateLimited: true,
    responses: { 201: ContactResponse },
  },
} satisfies Api;
