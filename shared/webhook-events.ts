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

/** The event that an action on a promotion sends, if any. */
export const WEBHOOK_OF_ACTION: { [action: string]: WebhookEvent } = {
  submit: 'promotion.submitted',
  approve: 'promotion.approved',
  reject: 'promotion.declined',
  send: 'promotion.sent',
  settle: 'promotion.settled',
};

export const MAX_WEBHOOK_ENDPOINTS = 10;
/** Maximum number of deliveries shown in an endpoint's log. */
export const MAX_LISTED_DELIVERIES = 50;
