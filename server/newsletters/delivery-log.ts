/**
 * The delivery rows of one newsletter, which are the cursor of its send. A row is marked `handing_over` before the first byte of
 * its mail leaves and unmarked when the outcome is known; so after a crash the marked rows, and only they, are in doubt.
 * See docs/decisions/0026-at-most-once-over-smtp.md.
 */
import type { DeliveryState } from '#prisma';
import type { Pool } from '#server/platform/database.ts';
import type { Recipient } from './edition.ts';

/** Who the next mails go to, and how often it was tried before. */
export type Candidate = Omit<Recipient, 'message_id' | 'keys'> & { attempts: number };
export type MarkedCandidate = Candidate & Recipient;

export type Outcome = {
  reader_id: number;
  /** queued: nothing was handed over, so it counts as no attempt. */
  state: Exclude<DeliveryState, 'handing_over'>;
  failure: string | null;
  link_count: number;
  next_attempt_at: Date | null;
};

type Queryable = Pick<Pool, 'query'>;

/** Few enough that rows are used up before they count as old for the collection of garbage. */
export const READ_AHEAD = 200;

/** The next rows that wait, by keyset, with what their mails need. */
export async function waitingAfter(db: Queryable, newsletter_id: number, reader_id: number): Promise<Candidate[]> {
  const { rows } = await db.query<Candidate>({
    name: 'deliveries-waiting',
    text: candidates(`state = 'queued' and reader_id > $2`),
    values: [newsletter_id, reader_id],
  });
  return rows;
}

/** Those that were put off and are due again. */
export async function deferredUntil(db: Queryable, newsletter_id: number, now: Date): Promise<Candidate[]> {
  const { rows } = await db.query<Candidate>({
    name: 'deliveries-deferred',
    text: candidates(`state = 'deferred' and next_attempt_at <= $2`),
    values: [newsletter_id, now],
  });
  return rows;
}

/**
 * The rows first, then the reader of each, one by one: `offset 0` keeps Postgres from a join that walks through all readers up to
 * these, for every two hundred anew.
 */
const candidates = (condition: string) => `
  with rows as materialized (
    select reader_id, attempts from deliveries
    where newsletter_id = $1 and ${condition} order by reader_id limit ${READ_AHEAD})
  select d.reader_id, d.attempts, r.*
  from rows d cross join lateral (
    select uuid, email::text as email, stores::text[] as stores, free_only, max_price_cents, adult_ok,
      array(select category_id from reader_categories c where c.reader_id = d.reader_id) as category_ids
    from readers where id = d.reader_id offset 0) r
  order by d.reader_id`;

/** Whether reader r still wants edition e: the choices that the freeze asked, as they are now. */
const STILL_WANTED = `r.status = 'active' and r.email is not null and r.frequency::text = e.kind::text
  and (r.paused_until is null or r.paused_until < e.newsletter_date)`;

/** For an email that was marked a while ago. */
export async function isStillWanted(db: Queryable, newsletter_id: number, reader_id: number): Promise<boolean> {
  const { rows } = await db.query({
    name: 'deliveries-still-wanted',
    text: `select 1 from readers r join newsletters e on e.id = $1 where r.id = $2 and ${STILL_WANTED}`,
    values: [newsletter_id, reader_id],
  });
  return rows.length > 0;
}

type Turn = {
  now: Date;
  outcomes: readonly Outcome[];
  next: readonly Pick<MarkedCandidate, 'reader_id' | 'message_id'>[];
};

/**
 * One statement that writes what came of some mails and marks the next ones, so that the marked rows are never more than the
 * window. Answers the ids that it marked: not of readers who have left, paused, or changed their frequency since the freeze, nor of
 * rows that another process changed, nor while the newsletter is paused.
 */
export async function takeTurn(
  db: Queryable,
  newsletter_id: number,
  { now, outcomes, next }: Turn,
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

/** Only what came of mails; for the end of a sender that lost its connection. */
export const writeOutcomes = (db: Queryable, newsletter_id: number, now: Date, outcomes: readonly Outcome[]) =>
  db.query(WRITE, writeValues(newsletter_id, now, outcomes));

/** Also over an uncertain row that another sender listed since then: this one knows the outcome. */
const WRITE = `
  update deliveries d set state = o.state, failure = o.failure, link_count = o.link_count, next_attempt_at = o.next_attempt_at,
    accepted_at = case when o.state = 'accepted' then $2::timestamptz end, attempts = d.attempts - (o.state = 'queued')::int
  from unnest($3::int[], $4::"DeliveryState"[], $5::text[], $6::int[], $7::timestamptz[])
    as o(reader_id, state, failure, link_count, next_attempt_at)
  where d.newsletter_id = $1 and d.reader_id = o.reader_id and d.state in ('handing_over', 'uncertain')`;

const writeValues = (newsletter_id: number, now: Date, outcomes: readonly Outcome[]) => [
  newsletter_id,
  now,
  outcomes.map((outcome) => outcome.reader_id),
  outcomes.map((outcome) => outcome.state),
  outcomes.map((outcome) => outcome.failure),
  outcomes.map((outcome) => outcome.link_count),
  outcomes.map((outcome) => outcome.next_attempt_at),
];

/**
 * What a sender that died left marked. With idempotency keys it goes back to the queue while the provider still remembers them;
 * otherwise it may have arrived, so it is listed and not sent again.
 */
export const resolveAbandoned = (db: Queryable, newsletter_id: number, { resendAfter }: { resendAfter: Date | null }) =>
  db.query(
    `update deliveries set
       state = case when handed_over_at > $2::timestamptz then 'queued' else 'uncertain' end::"DeliveryState",
       failure = case when handed_over_at > $2::timestamptz then null else $3 end
     where newsletter_id = $1 and state = 'handing_over'`,
    [newsletter_id, resendAfter, 'The sending process stopped before the outcome was known.'],
  );

const ABANDONED = 'The newsletter was ended before this email went out.';
const ABANDON_BATCH = 5_000;

/**
 * Abandons the next batch of rows that wait, in a transaction of its own; answers the cursor for the next one, null at the end. A row
 * that went back to the queue from an uncertain hand-over may have arrived, so it stays uncertain.
 */
export async function abandonRows(db: Queryable, newsletter_id: number, cursor: number): Promise<number | null> {
  const { rows } = await db.query<{ last: number | null }>(
    `with batch as materialized (
       select reader_id from deliveries
       where newsletter_id = $1 and reader_id > $2 and state in ('queued', 'deferred') order by reader_id limit ${ABANDON_BATCH}),
     abandoned as (
       update deliveries d set
         state = case when d.state = 'queued' and d.attempts > 0 then 'uncertain' else 'suppressed' end::"DeliveryState",
         failure = $3, next_attempt_at = null
       from batch where d.newsletter_id = $1 and d.reader_id = batch.reader_id and d.state in ('queued', 'deferred'))
     select max(reader_id) as last from batch`,
    [newsletter_id, cursor, ABANDONED],
  );
  return rows[0]!.last;
}

/** Whether somebody has it, or may have it: also what a crash left marked, and what went back to the queue from there. */
export async function hasGoneOut(db: Queryable, newsletter_id: number): Promise<boolean> {
  const { rows } = await db.query<{ has_gone_out: boolean }>(
    `select exists (
       select 1 from deliveries where newsletter_id = $1
         and (state in ('accepted', 'uncertain', 'handing_over') or (state = 'queued' and attempts > 0))) as has_gone_out`,
    [newsletter_id],
  );
  return rows[0]!.has_gone_out;
}

/** From the rows themselves: a crash may have lost what was not added yet. */
export const recount = (db: Queryable, newsletter_id: number) =>
  db.query(
    `update newsletters set delivered_count = c.accepted, bounced_count = c.bounced
     from (select count(*) filter (where state = 'accepted') as accepted, count(*) filter (where state = 'bounced') as bounced
           from deliveries where newsletter_id = $1 and state in ('accepted', 'bounced')) c
     where id = $1`,
    [newsletter_id],
  );
