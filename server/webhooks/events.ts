/**
 * Records events for the endpoints that subscribed to them, in the transaction that causes the event. See
 * docs/decisions/0119-webhooks-from-an-outbox.md.
 */
import { randomUUID } from 'node:crypto';
import type { Tx } from '#server/platform/database.ts';
import type { WebhookEvent } from '#shared/webhook-events.ts';

type Announcement = {
  event: WebhookEvent;
  /** Partners whose subscribed endpoints get the event. Subscribed endpoints of active staff get it, too. */
  partner_ids: readonly number[];
  /** The records' ids and some of their fields; receivers read the rest from the API. */
  data: object;
};

export const announce = (tx: Tx, at: Date, announcement: Announcement) => announceAll(tx, at, [announcement]);

/** Queues a delivery for each subscribed endpoint, except endpoints that are being removed right now. */
export const announceAll = (tx: Tx, at: Date, announcements: readonly Announcement[]) => tx.$executeRaw`
  insert into webhook_deliveries (endpoint_id, event_id, event, data, created_at, next_try_at)
  select e.id, a.event_id, a.event, a.data, ${at}, ${at}
  from jsonb_to_recordset(${JSON.stringify(announcements.map((one) => ({ ...one, event_id: `evt_${randomUUID()}` })))}::jsonb)
      as a (event_id text, event text, data jsonb, partner_ids int[])
    join webhook_endpoints e on a.event = any(e.events)
    left join users u on u.id = e.user_id
  where (u.id is not null and u.disabled_at is null) or e.partner_id = any(a.partner_ids)
  for key share of e skip locked`;
