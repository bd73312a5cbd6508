import { DeliveryAnswer, DeliveryList, DeliveryListQuery, DeliveryResolution, MailEventsAnswer } from '#shared/mail.ts';
import { Invalid, NotFound } from './errors.ts';
import { type Api, conflictWith } from './operation.ts';

export const mailApi = {
  listDeliveries: {
    method: 'get',
    path: '/api/v1/newsletters/{id}/deliveries',
    summary: 'Where each mail of a newsletter is; those in doubt by ?state=uncertain',
    access: 'user',
    query: DeliveryListQuery,
    answers: { 200: DeliveryList },
  },
  resolveDelivery: {
    method: 'post',
    path: '/api/v1/newsletters/{id}/deliveries/{reader_id}/resolve',
    summary: 'Settle a mail in doubt: it arrived, or it is sent again at the risk of arriving twice',
    access: 'user',
    body: DeliveryResolution,
    example: { outcome: 'accepted' },
    answers: { 200: DeliveryAnswer, 409: conflictWith(DeliveryAnswer.shape) },
  },
  events: {
    method: 'post',
    path: '/api/v1/mail/events',
    summary: 'Bounces and complaints, signed (Deckle-Signature); not found while MAIL_EVENTS_SECRET is unset',
    access: 'public',
    isBare: true,
    answers: { 200: MailEventsAnswer, 404: NotFound, 422: Invalid },
  },
} satisfies Api;
