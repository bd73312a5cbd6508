import {
  CreatedWebhookEndpoint,
  WebhookDeliveryList,
  WebhookDeliveryResponse,
  WebhookEndpointInput,
  WebhookEndpointList,
  WebhookEndpointPatch,
  WebhookEndpointResponse,
  WebhookRedelivery,
  WebhookSecret,
} from '#shared/webhooks.ts';
import { Conflict } from './errors.ts';
import type { Api } from './operation.ts';

/**
 * Partners get the events of their own promotions and invoices, and of the newsletters that their promotions are in;
 * staff get all events.
 */
export const webhooksApi = {
  list: {
    method: 'get',
    path: '/api/v1/webhook_endpoints',
    summary: 'List your webhook endpoints',
    access: 'both',
    // The endpoints' URLs may be secrets, so staff who view a partner's screens don't see them.
    scope: null,
    responses: { 200: WebhookEndpointList },
  },
  create: {
    method: 'post',
    path: '/api/v1/webhook_endpoints',
    summary: 'Add a webhook endpoint; returns its secret once',
    details:
      'Events are signed with the secret, which is shown only here. Send a test event before you rely on the endpoint.',
    access: 'both',
    rateLimited: 'webhooks',
    hasSecrets: true,
    body: WebhookEndpointInput,
    example: { name: 'Sales dashboard', url: 'https://dashboard.example.com/deckle', events: ['promotion.settled'] },
    responses: { 201: CreatedWebhookEndpoint, 409: Conflict },
  },
  update: {
    method: 'patch',
    path: '/api/v1/webhook_endpoints/{id}',
    summary: 'Update a webhook endpoint',
    access: 'own',
    body: WebhookEndpointPatch,
    example: { events: ['promotion.settled', 'invoice.paid'] },
    responses: { 200: WebhookEndpointResponse },
  },
  remove: {
    method: 'delete',
    path: '/api/v1/webhook_endpoints/{id}',
    summary: 'Remove a webhook endpoint with its log',
    access: 'both',
    responses: { 204: null },
  },
  replaceSecret: {
    method: 'post',
    path: '/api/v1/webhook_endpoints/{id}/secret',
    summary: 'Replace a webhook endpoint’s secret; returns the new one once',
    access: 'own',
    rateLimited: 'webhooks',
    hasSecrets: true,
    responses: { 200: WebhookSecret },
  },
  test: {
    method: 'post',
    path: '/api/v1/webhook_endpoints/{id}/test',
    summary: 'Send a test event to a webhook endpoint',
    access: 'own',
    rateLimited: 'webhooks',
    responses: { 201: WebhookDeliveryResponse },
  },
  deliveries: {
    method: 'get',
    path: '/api/v1/webhook_endpoints/{id}/deliveries',
    summary: 'List a webhook endpoint’s last 50 deliveries',
    access: 'own',
    scope: null,
    responses: { 200: WebhookDeliveryList },
  },
  redeliver: {
    method: 'post',
    path: '/api/v1/webhook_endpoints/{id}/redeliver',
    summary: 'Resend a delivery with the same event ID',
    access: 'own',
    rateLimited: 'webhooks',
    body: WebhookRedelivery,
    example: { delivery_id: 1 },
    responses: { 200: WebhookDeliveryResponse },
  },
} as const satisfies Api;
