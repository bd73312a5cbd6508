/** Webhooks: events that Deckle posts to programs of partners and staff. */
import * as z from 'zod';
import { anyText, requiredLine } from './params.ts';
import { WEBHOOK_EVENTS } from './webhook-events.ts';

const Events = z.array(z.enum(WEBHOOK_EVENTS));

export const WebhookEndpoint = z.object({
  id: z.int(),
  name: z.string(),
  url: z.string(),
  events: Events,
  created_at: z.string(),
});
export type WebhookEndpoint = z.infer<typeof WebhookEndpoint>;
export const WebhookEndpointList = z.object({ webhook_endpoints: z.array(WebhookEndpoint) });
export const WebhookEndpointResponse = z.object({ webhook_endpoint: WebhookEndpoint });
/** `secret` signs the endpoint's deliveries; it is shown only here. */
export const CreatedWebhookEndpoint = z.object({ webhook_endpoint: WebhookEndpoint, secret: z.string() });
export const WebhookSecret = z.object({ secret: z.string() });

/** The server also refuses http and private hosts, unless the operator allows the host. */
const Target = anyText(500).transform((value, context) => {
  const url = URL.canParse(value) ? new URL(value) : null;
  if (url && /^https?:$/.test(url.protocol) && !url.username && !url.password && !url.hash) return url.href;
  context.addIssue({ code: 'custom', message: 'isn’t a valid web address' });
  return z.NEVER;
});

const fields = {
  name: requiredLine(60),
  url: Target,
  events: Events.min(1, 'needs at least one event').transform((events) =>
    WEBHOOK_EVENTS.filter((event) => events.includes(event)),
  ),
};
export const WebhookEndpointInput = z.strictObject(fields);
export type WebhookEndpointInput = z.infer<typeof WebhookEndpointInput>;
export const WebhookEndpointPatch = z.strictObject(fields).partial();
export type WebhookEndpointPatch = z.infer<typeof WebhookEndpointPatch>;

export const WebhookDelivery = z.object({
  id: z.int(),
  /** The same for every attempt and endpoint, so that receivers can recognize duplicates. */
  event_id: z.string(),
  event: z.enum([...WEBHOOK_EVENTS, 'test']),
  created_at: z.string(),
  attempts: z.int(),
  /** The status of the endpoint's response to the last attempt; null without a response. */
  last_status: z.int().nullable(),
  /** The reason why the last attempt failed. */
  last_error: z.string().nullable(),
  delivered_at: z.string().nullable(),
  /** Null once it's delivered or abandoned. */
  next_try_at: z.string().nullable(),
});
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;
export const WebhookRedelivery = z.strictObject({ delivery_id: z.int().min(1) });
export const WebhookDeliveryList = z.object({ webhook_deliveries: z.array(WebhookDelivery) });
export const WebhookDeliveryResponse = z.object({ webhook_delivery: WebhookDelivery });
