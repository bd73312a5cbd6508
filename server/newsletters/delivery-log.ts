/**
 * The delivery rows of one newsletter, which are the cursor of its sending. A row is marked `handing_over` before its
 * email is handed over and unmarked when the outcome is known, so after a crash exactly the marked rows are uncertain.
 * See docs/decisions/0026-at-most-once-over-smtp.md.
 */
import type { DeliveryState } from '#prisma';
import type { Pool } from '#server/platform/database.ts';
import type { Recipient } from './personalize.ts';

/** A recipient of the next batch, and the number of earlier attempts. */
export type Candidate = Omit<Recipient, 'message_id' | 'keys'> & { attempts: number };
export type MarkedCandidate = Candidate & Recipient;

export type DeliveryOutcome = {
  reader_id: number;
  /** queued: nothing was handed over, so it doesn't count as an attempt. */
  state: Exclude<DeliveryState, 'handing_over'>;
  failure: string | null;
  link_count: number;
  next_attempt_at: Date | null;
};

type Queryable = Pick<Pool, 'query'>;

/** Small enough that rows are used before the garbage collector promotes them to the old generation. */
export const READ_AHEAD = 200;

/** The next queued rows by keyset, with the data their emails need. */
export async function queuedAfter(db: Queryable, newsletter_id: number, reader_id: number): Promise<Candidate[]> {
  const { rows } = await db.query<Candidate>({
    name: 'deliveries-waiting',
    text: candidates(`state = 'queued' and reader_id > $2`),
    values: [newsletter_id, reader_id],
  });
  return rows;
}

/** Deferred rows that are due again. */
export async function dueDeferredRows(db: Queryable, newsletter_id: number, now: Date): Promise<Candidate[]> {
  const { rows } = await db.query<Candidate>({
    name: 'deliveries-deferred',
    text: candidates(`state = 'deferred' and next_attempt_at <= $2`),
    values: [newsletter_id, now],
  });
  return rows;
}

/**
 * Reads the rows first, then each row's reader: `offset 0` keeps Postgres from a join that would walk through all
 * earlier readers again for every batch. Readers' lists are read only for rows with `has_list`.
 */
const candidates = (condition: string) => `
  with rows as materialized (
    select reader_id, attempts, has_list from deliveries
    where newsletter_id = $1 and ${condition} order by reader_id limit ${READ_AHEAD}),
  named as materialized (
    select deal.* from newsletters n, jsonb_to_recordset(n.snapshot -> 'deals') as deal(author_id int, book_id int)
    where n.id = $1)
  select d.reader_id, d.attempts, r.*, case when d.has_list then json_build_object(
    'items', array(
      select json_build_object('author_id', l.author_id, 'series', l.series, 'book_id', l.book_id, 'max_price_cents', l.max_price_cents)
      from reader_list_items l where l.reader_id = d.reader_id
        and (l.author_id in (select author_id from named) or l.book_id in (select book_id from named))),
    'has_adult_genre', exists (
      select from reader_categories rc join categories c on c.id = rc.category_id
      where rc.reader_id = d.reader_id and c.is_adult)) end as list
  from rows d cross join lateral (
    select uuid, email::text as email, stores::text[] as stores, free_only, max_price_cents, adult_ok,
      array(select category_id from reader_categories c where c.reader_id = d.reader_id) as category_ids
    from readers where id = d.reader_id offset 0) r
  order by d.reader_id`;

/** True if reader r still wants newsletter e: the conditions of the freeze, on current data. */
const STILL_WANTED = `r.status = 'active' and r.email is not null and r.frequency::text = e.kind::text
  and (r.paused_until is null or r.paused_until < e.newsletter_date)`;

/** For an email that was marked a while ago. */
export async function isStillEligible(db: Queryable, newsletter_id: number, reader_id: number): Promise<boolean> {
  const { rows } = await db.query({
    name: 'deliveries-still-wanted',
    text: `select 1 from readers r join newsletters e on e.id = $1 where r.id = $2 and ${STILL_WANTED}`,
    values: [newsletter_id, reader_id],
  });
  return rows.length > 0;
}

type DeliveryBatch = {
  now: Date;
  outcomes: readonly DeliveryOutcome[];
  next: readonly Pick<MarkedCandidate, 'reader_id' | 'message_id'>[];
};

/**
 * Writes the outcomes of some emails and marks the next ones in one statement, so that the marked rows never exceed the
 * window. Returns the marked ids, leaving out readers who have unsubscribed, paused, or changed their frequency since
 * the freeze, rows that another process changed, and everything while the newsletter is paused.
 */
export async function commitBatch(
  db: Queryable,
  newsletter_id: number,
  { now, outcomes, next }: DeliveryBatch,
): Promise<Set<number>> {
  const { rows } = await db.query<{ reader_id: number }>({
    name: 'deliveries-turn',
    text: `
      with written as (${WRITE}),
      marked as (
        update deliveries d set
          state = case when ${STILL_WANTED} then 'handing_over' else 'suppressed' end::"DeliveryState",
          attempts = d.attempts + 1, handed_over_at = $2, message_id = n.message_id
        from unnest($8::int[], $9::text[]) as n(reader_id, message_id) join readers r on r.id = n.reader_id
          join newsletters e on e.id = $1 and e.paused_at is null
        where d.newsletter_id = $1 and d.reader_id = n.reader_id and d.state in ('queued', 'deferred')
        returning d.reader_id, d.state
      )
      select reader_id from marked where state = 'handing_over'`,
    values: [
      ...writeValues(newsletter_id, now, outcomes),
      next.map(({ reader_id }) => reader_id),
      next.map(({ message_id }) => message_id),
    ],
  });
  return new Set(rows.map(({ reader_id }) => reader_id));
}

/** Writes outcomes without marking further rows, for a sender that lost its connection. */
export const writeOutcomes = (db: Queryable, newsletter_id: number, now: Date, outcomes: readonly DeliveryOutcome[]) =>
  db.query(WRITE, writeValues(newsletter_id, now, outcomes));

/** Also overwrites a row that another sender has since marked uncertain, because this sender knows the outcome. */
const WRITE = `
  update deliveries d set state = o.state, failure = o.failure, link_count = o.link_count, next_attempt_at = o.next_attempt_at,
    accepted_at = case when o.state = 'accepted' then $2::timestamptz end, attempts = d.attempts - (o.state = 'queued')::int
  from unnest($3::int[], $4::"DeliveryState"[], $5::text[], $6::int[], $7::timestamptz[])
    as o(reader_id, state, failure, link_count, next_attempt_at)
  where d.newsletter_id = $1 and d.reader_id = o.reader_id and d.state in ('handing_over', 'uncertain')`;

const writeValues = (newsletter_id: number, now: Date, outcomes: readonly DeliveryOutcome[]) => [
  newsletter_id,
  now,
  outcomes.map((outcome) => outcome.reader_id),
  outcomes.map((outcome) => outcome.state),
  outcomes.map((outcome) => outcome.failure),
  outcomes.map((outcome) => outcome.link_count),
  outcomes.map((outcome) => outcome.next_attempt_at),
];

/**
 * Resolves rows that a dead sender left marked. With idempotency keys they return to the queue while the provider still
 * remembers the keys; otherwise the email may have arrived, so the row becomes uncertain and isn't sent again.
 */
export const resolveAbandoned = (db: Queryable, newsletter_id: number, { resendAfter }: { resendAfter: Date | null }) =>
  db.query(
    `update deliveries set
       state = case when handed_over_at > $2::timestamptz then 'queued' else 'uncertain' end::"DeliveryState",
       failure = case when handed_over_at > $2::timestamptz then null else $3 end
     where newsletter_id = $1 and state = 'handing_over'`,
    [newsletter_id, resendAfter, 'Sending stopped before the relay confirmed this email. Check the relay’s log.'],
  );

const ABANDONED = 'The newsletter was ended before this email went out.';
const SETTLE_BATCH = 5_000;

type Settlement = { cursor: number; from: string; set: string; value: unknown };

/**
 * Settles the next batch of rows in its own transaction; returns the next cursor, null at the end. `set` may refer to
 * `value` as $3.
 */
async function settleRows(
  db: Queryable,
  newsletter_id: number,
  { cursor, from, set, value }: Settlement,
): Promise<number | null> {
  const { rows } = await db.query<{ last: number | null }>(
    `with batch as materialized (
       select reader_id from deliveries
       where newsletter_id = $1 and reader_id > $2 and state in (${from}) order by reader_id limit ${SETTLE_BATCH}),
     settled as (
       update deliveries d set ${set}
       from batch where d.newsletter_id = $1 and d.reader_id = batch.reader_id and d.state in (${from}))
     select max(reader_id) as last from batch`,
    [newsletter_id, cursor, value],
  );
  return rows[0]!.last;
}

/**
 * Abandons the next batch of queued and deferred rows. A row that was requeued after an uncertain hand-over may have
 * arrived, so it becomes uncertain.
 */
export const abandonRows = (db: Queryable, newsletter_id: number, cursor: number) =>
  settleRows(db, newsletter_id, {
    cursor,
    from: `'queued', 'deferred'`,
    set: `state = case when d.state = 'queued' and d.attempts > 0 then 'uncertain' else 'suppressed' end::"DeliveryState",
      failure = $3, next_attempt_at = null`,
    value: ABANDONED,
  });

/** Marks the next batch of a newsletter that was sent before a restore as accepted. */
export const acceptRows = (
  db: Queryable,
  newsletter_id: number,
  { cursor, sent_at }: { cursor: number; sent_at: Date },
) =>
  settleRows(db, newsletter_id, {
    cursor,
    from: `'queued', 'handing_over', 'deferred'`,
    set: `state = 'accepted', accepted_at = $3`,
    value: sent_at,
  });

/**
 * True if any email was or may have been delivered, including rows that a crash left marked and those requeued after
 * that.
 */
export async function hasReachedReaders(db: Queryable, newsletter_id: number): Promise<boolean> {
  const { rows } = await db.query<{ has_gone_out: boolean }>(
    `select exists (
       select 1 from deliveries where newsletter_id = $1
         and (state in ('accepted', 'uncertain', 'handing_over') or (state = 'queued' and attempts > 0))) as has_gone_out`,
    [newsletter_id],
  );
  return rows[0]!.has_gone_out;
}

/** Recounts from the rows, because a crash may have lost increments. */
export const recount = (db: Queryable, newsletter_id: number) =>
  db.query(
    `update newsletters set delivered_count = c.accepted, bounced_count = c.bounced
     from (select count(*) filter (where state = 'accepted') as accepted, count(*) filter (where state = 'bounced') as bounced
           from deliveries where newsletter_id = $1 and state in ('accepted', 'bounced')) c
     where id = $1`,
    [newsletter_id],
  );
