import {
  DeliveryList,
  DeliveryListQuery,
  DeliveryResolution,
  DeliveryResponse,
  MailEventsResponse,
} from '#shared/deliveries.ts';
import { Invalid, NotFound } from './errors.ts';
import { type Api, conflictWith } from './operation.ts';

export const deliveriesApi = {
  listDeliveries: {
    method: 'get',
    path: '/api/v1/newsletters/{id}/deliveries',
    summary: 'List a newsletter’s deliveries; state=uncertain for uncertain ones',
    access: 'user',
    query: DeliveryListQuery,
    responses: { 200: DeliveryList },
  },
  resolveDelivery: {
    method: 'post',
    path: '/api/v1/newsletters/{id}/deliveries/{reader_id}/resolve',
    summary: 'Resolve an uncertain delivery: mark it as delivered, or send it again at the risk of a duplicate',
    access: 'user',
    body: DeliveryResolution,
    example: { outcome: 'accepted' },
    responses: { 200: DeliveryResponse, 409: conflictWith(DeliveryResponse.shape) },
  },
  events: {
    method: 'post',
    path: '/api/v1/mail/events',
    summary:
      'Receive signed bounce, complaint, and unsubscribe events (Deckle-Signature); 404 while MAIL_EVENTS_SECRET isn’t set',
    access: 'public',
    isBare: true,
    responses: { 200: MailEventsResponse, 404: NotFound, 422: Invalid },
  },
} satisfies Api;
