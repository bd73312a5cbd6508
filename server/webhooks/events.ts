/**
 * Records events for the endpoints that subscribed to them, in the transaction that causes the event. See
 * docs/decisions/0119-webhooks-from-an-outbox.md.
 */
import { randomUUID } from 'node:crypto';
import { Prisma } from '#prisma';
import type { Tx } from '#server/platform/database.ts';
import type { WebhookEvent } from '#shared/webhook-events.ts';

type Announcement = {
  event: WebhookEvent;
  /** The partners whose endpoints get the event. Endpoints of staff get every event. */
  partner_ids: readonly number[];
  /** References to the records; receivers read the rest from the API. */
  data: object;
};

/** Queues a delivery for each subscribed endpoint, without waiting for one that is being removed. */
export const announce = (tx: Tx, at: Date, { event, partner_ids, data }: Announcement) => tx.$executeRaw`
  insert into webhook_deliveries (endpoint_id, event_id, event, data, created_at, next_try_at)
  select e.id, ${`evt_${randomUUID()}`}, ${event}, ${JSON.stringify(data)}::jsonb, ${at}, ${at}
  from webhook_endpoints e left join users u on u.id = e.user_id
  where ${event} = any(e.events) and ((u.id is not null and u.disabled_at is null) or e.partner_id in (${Prisma.join([0, ...partner_ids])}))
  for key share of e skip locked`;
