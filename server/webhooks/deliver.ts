/**
 * Sends due deliveries. Each may arrive more than once and in any order; receivers recognize duplicates by the event's
 * id.
 */
import type { Deps } from '#server/platform/deps.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/durations.ts';
import { post, secretOf, signedHeaders } from './post.ts';

/** Pauses after each failed attempt; the last attempt is a day after the first. */
const PAUSES_MS = [15_000, MINUTE_MS, 10 * MINUTE_MS, HOUR_MS, 3 * HOUR_MS, 6 * HOUR_MS, 14 * HOUR_MS];
const BATCH_SIZE = 50;
/** Maximum for one endpoint in a batch, so that a slow endpoint doesn't hold up the others. */
const MAX_PER_ENDPOINT = 5;

type DueDelivery = {
  id: number;
  event_id: string;
  event: string;
  data: object;
  created_at: Date;
  attempts: number;
  next_try_at: Date | null;
  url: string;
  secret_salt: Uint8Array;
};

/**
 * Safe to run in several processes: each claims different rows. If a process dies, its rows are retried, except those
 * in their final attempt.
 */
export async function deliverWebhooks(deps: Pick<Deps, 'db' | 'now' | 'config'>): Promise<void> {
  const due = await claimDue(deps);
  await Promise.all(due.map((delivery) => deliver(deps, delivery)));
}

/**
 * Counts the attempt and schedules the next one before anything is sent. Every endpoint gets one delivery before any
 * gets a second. The last error stays until this attempt has a result, in case the process dies in the final attempt.
 */
const claimDue = ({ db, now }: Pick<Deps, 'db' | 'now'>) => db.$queryRaw<DueDelivery[]>`
  with due as (
    select d.id from webhook_endpoints e left join users u on u.id = e.user_id cross join lateral (
      select id, next_try_at, row_number() over (order by next_try_at, id) as place from (
        select id, next_try_at from webhook_deliveries where endpoint_id = e.id and next_try_at <= ${now()}
        order by next_try_at, id limit ${MAX_PER_ENDPOINT} for update skip locked) due) d
    where u.disabled_at is null
    order by d.place, d.next_try_at, d.id limit ${BATCH_SIZE})
  update webhook_deliveries d
  set attempts = d.attempts + 1, next_try_at = ${now()}::timestamptz
    + (${PAUSES_MS}::float8[])[d.attempts + 1] * interval '1 millisecond'
  from due, webhook_endpoints e
  where d.id = due.id and e.id = d.endpoint_id
  returning d.id, d.event_id, d.event, d.data, d.created_at, d.attempts, d.next_try_at, e.url, e.secret_salt`;

async function deliver({ db, now, config }: Pick<Deps, 'db' | 'now' | 'config'>, delivery: DueDelivery) {
  const { id, event_id, event, data, created_at, attempts, next_try_at, url, secret_salt } = delivery;
  const body = JSON.stringify({ id: event_id, type: event, created_at: created_at.toISOString(), data });
  const headers = signedHeaders(secretOf(config.appSecret, secret_salt), { id: event_id, at: now(), body });
  const { status, error } = await post(url, { body, headers, privateHosts: config.WEBHOOK_PRIVATE_HOSTS });
  // Discards the result if a redelivery was requested during the call. `attempts` alone can't tell, because a
  // redelivery resets it.
  await db.webhookDelivery.updateMany({
    where: { id, attempts, next_try_at },
    data: {
      last_status: status,
      last_error: error,
      ...(error ? {} : { delivered_at: now(), next_try_at: null }),
    },
  });
}
