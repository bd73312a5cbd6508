/**
 * Presence and claims in the review queue. Both lapse by the database's clock, so a tab that dies is gone within
 * seconds, and processes with different clocks agree.
 */
import type { Pool } from '#server/platform/database.ts';
import { MAX_ID } from '#shared/params.ts';
import type { ReviewLive, ReviewPresenceInput } from '#shared/review-live.ts';

/** Three of the client's intervals. */
const LAPSE = "interval '12 seconds'";
/** Time after which a lapsed row is deleted, by the next call of any tab. */
const DELETED_AFTER = "interval '1 minute'";

/**
 * Stores what a tab shows, and claims the promotions of `deciding`. The claim's primary key decides a race: a claim of
 * another account stays until it lapses, unless it's the one to take over. Claims that the tab doesn't list anymore
 * end.
 */
export async function savePresence(
  pool: Pool,
  user_id: number,
  { tab, promotion_id, deciding, take_over }: ReviewPresenceInput,
) {
  await pool.query({
    text: `
      with lapsed as (
        delete from review_viewers where (expires_at < now() - ${DELETED_AFTER} and tab <> $1) or (tab = $1 and user_id = $2 and $3::int is null)
      ), ended as (
        delete from review_claims
        where (expires_at < now() - ${DELETED_AFTER} or (tab = $1 and user_id = $2)) and promotion_id <> all ($4::int[])
      ), viewer as (
        insert into review_viewers (tab, user_id, promotion_id, expires_at)
        select $1, $2, id, now() + ${LAPSE} from promotions where id = $3
        on conflict (tab) do update set promotion_id = excluded.promotion_id, expires_at = excluded.expires_at
          where review_viewers.user_id = excluded.user_id
      )
      insert into review_claims (promotion_id, tab, user_id, expires_at)
      select id, $1, $2, now() + ${LAPSE} from promotions where id = any ($4) order by id
      on conflict (promotion_id) do update
        set tab = excluded.tab, user_id = excluded.user_id, expires_at = excluded.expires_at
        where review_claims.user_id = excluded.user_id or review_claims.expires_at <= now()
          or review_claims.promotion_id = $5`,
    values: [tab, user_id, promotion_id, deciding, take_over ?? null],
  });
}

/** How far below the latest id an event can still appear, because ids are assigned before their transactions commit. */
const LATE_EVENTS = 500;

type LiveRow = Omit<ReviewLive, 'changed'> & {
  events: (ReviewLive['changed'][number] & { id: number })[];
  sessions: { id: number; is_admin: boolean }[];
};

type LiveQuery = {
  /** Reads the first events with ids greater than this one; null reads the latest ones, and the default none. */
  after?: number | null | undefined;
  /** Ids of events to leave out, because the caller already has them. */
  seen?: readonly number[];
  /** Tokens of sessions; those that are still valid are in the result. */
  tokens?: readonly number[];
};

/**
 * Reads the queue's shared state with one statement, in which each part uses an index. If there are more events than the
 * limit, `last_event_id` is the last one read, so that the next call reads the others.
 */
export async function readLive(
  { pool, now }: { pool: Pool; now: () => Date },
  { after = MAX_ID, seen = [], tokens = [] }: LiveQuery = {},
): Promise<LiveRow> {
  const { rows } = await pool.query<LiveRow>({
    text: `-- The live review queue
      with last as (select coalesce(max(id), 0) as id from promotion_events),
      fresh as (
        select id, promotion_id, case when actor = 'user' then actor_id end as user_id from promotion_events
        where id > coalesce($1::int, (select id from last) - ${LATE_EVENTS}) and id <> all ($2::int[])
        order by id limit ${LATE_EVENTS}
      )
      select (select case when count(*) = ${LATE_EVENTS} then max(fresh.id) else (select id from last) end from fresh) as last_event_id,
        (select coalesce(json_agg(fresh order by id), '[]') from fresh) as events,
        (select coalesce(json_agg(one order by promotion_id, user_id), '[]') from (
          select distinct v.promotion_id, v.user_id, u.name from review_viewers v join users u on u.id = v.user_id
          where v.expires_at > now()) one) as viewers,
        (select coalesce(json_agg(one order by promotion_id), '[]') from (
          select c.promotion_id, c.user_id, u.name from review_claims c join users u on u.id = c.user_id
          where c.expires_at > now()) one) as claims,
        (select coalesce(json_agg(one), '[]') from (
          select t.id, u.role = 'admin' as is_admin from auth_tokens t join users u on t.resource_type = 'user' and u.id = t.resource_id
          where t.id = any ($3::int[]) and t.expires_at > $4 and u.disabled_at is null) one) as sessions`,
    values: [after, seen, tokens, now()],
  });
  return rows[0]!;
}

/** The id above which events can still appear. */
export const lastFinalEventId = (last_event_id: number) => last_event_id - LATE_EVENTS;

export const presentLive = ({ viewers, claims, last_event_id, events }: LiveRow): ReviewLive => ({
  viewers,
  claims,
  last_event_id,
  changed: events.map(({ promotion_id, user_id }) => ({ promotion_id, user_id })),
});
