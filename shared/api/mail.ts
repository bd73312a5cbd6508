import { DeliveryAnswer, DeliveryList, DeliveryListQuery, DeliveryResolution, MailEventsAnswer } from '#shared/mail.ts';
import { Invalid, NotFound } from './errors.ts';
import { type Api, conflictWith } from './operation.ts';

export const mailApi = {
  listDeliveries: {
    method: 'get',
    path: '/api/v1/newsletters/{id}/deliveries',
    summary: 'List a newsletter’s deliveries; state=uncertain for uncertain ones',
    access: 'user',
    query: DeliveryListQuery,
    answers: { 200: DeliveryList },
  },
  resolveDelivery: {
    method: 'post',
    path: '/api/v1/newsletters/{id}/deliveries/{reader_id}/resolve',
    summary: 'Settle an uncertain delivery: mark it as delivered, or send it again at the risk of a duplicate',
    access: 'user',
    body: DeliveryResolution,
    example: { outcome: 'accepted' },
    answers: { 200: DeliveryAnswer, 409: conflictWith(DeliveryAnswer.shape) },
  },
  events: {
    method: 'post',
    path: '/api/v1/mail/events',
    summary: 'Receive signed bounces and complaints (Deckle-Signature); 404 while MAIL_EVENTS_SECRET is unset',
    access: 'public',
    isBare: true,
    answers: { 200: MailEventsAnswer, 404: NotFound, 422: Invalid },
  },
} satisfies Api;
