/** Events that endpoints can subscribe to. Without zod, because screens list them. */
export const WEBHOOK_EVENTS = [
  'promotion.submitted',
  'promotion.approved',
  'promotion.declined',
  'promotion.sent',
  'promotion.settled',
  'invoice.paid',
  'invoice.failed',
  'invoice.refunded',
  'newsletter.sent',
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

export const MAX_WEBHOOK_ENDPOINTS = 10;
/** The number of deliveries in an endpoint's log. */
export const WEBHOOK_LOG_LENGTH = 50;
