/**
 * Reads and writes the delivery rows of a newsletter's ranges of readers, which record how far sending has come, and
 * the counts of those rows. A row is marked `handing_over` before its email is handed over and unmarked when the
 * outcome is known, so after a crash or a lost response exactly the marked rows are uncertain. See
 * docs/decisions/0026-at-most-once-over-smtp.md and docs/decisions/0074-delivery-marks.md.
 */
import type { DeliveryState, NewsletterRange } from '#prisma';
import type { Database, Pool, Tx } from '#server/platform/database.ts';
import { heldLeaseSql, type Lease, LeaseLostError } from '#server/platform/leases.ts';
import type { Recipient } from './personalize.ts';

/** A recipient of the next batch, and the number of earlier attempts. */
export type Candidate = Omit<Recipient, 'message_id' | 'keys'> & {
  attempts: number;
  /** True for an email whose earlier response was lost, over HTTP. */
  may_have_arrived?: boolean;
};
export type KeyedCandidate = Candidate & Recipient;

export type DeliveryOutcome = {
  reader_id: number;
  /** The number of earlier attempts, as in `Candidate`. */
  attempts: number;
  /**
   * queued: nothing was handed over, so it doesn't count as an attempt. handing_over: the response was lost, so the row
   * stays marked.
   */
  state: DeliveryState;
  failure: string | null;
  link_count: number;
  next_attempt_at: Date | null;
};

type Queryable = Pick<Pool, 'query'>;

/** A range that this process may change until it loses the lease. */
export type LeasedRange = NewsletterRange & { lease: Pick<Lease, 'name' | 'fence'> };

type RangeKey = Pick<
  NewsletterRange,
  'newsletter_id' | 'is_engaged' | 'is_recent' | 'provider' | 'after_reader' | 'last_reader'
>;

export const leaseNameOf = ({ newsletter_id, number }: Pick<NewsletterRange, 'newsletter_id' | 'number'>) =>
  `newsletter ${newsletter_id} range ${number}`;
/** The same name in SQL. */
const LEASE_NAME = `'newsletter ' || $1::int || ' range ' || $2::int`;

/** Parameters $1 to $3 of the statements that need the lease. */
const leasedKeyOf = ({ newsletter_id, number, lease }: LeasedRange) => [newsletter_id, number, lease.fence];
/**
 * A table without a row once another process has taken over the range, so that statements with HAS_LEASE write nothing.
 */
const LEASE = `lease as materialized (${heldLeaseSql({ name: LEASE_NAME, fence: '$3' })})`;
const HAS_LEASE = 'exists (select from lease)';
const THIS_RANGE = 'g.newsletter_id = $1 and g.number = $2';

/** Parameters of `inRange`, in its order. */
const rangeValuesOf = ({ after_reader, last_reader, is_engaged, is_recent, provider }: RangeKey) => [
  ...[after_reader, last_reader, is_engaged, is_recent, provider],
];
/** Condition for the rows `d` of a range. Its parameters begin at `$first`, except the newsletter's ID, which is $1. */
const inRange = (first: number) =>
  `d.newsletter_id = $1 and d.reader_id > $${first} and d.reader_id <= $${first + 1} and d.is_engaged = $${first + 2}
    and d.is_recent = $${first + 3} and d.provider = $${first + 4}`;

/** Small enough that rows are used before the garbage collector promotes them to the old generation. */
export const READ_AHEAD = 200;

/** The next queued rows by keyset, with the data their emails need. */
export async function queuedAfter(db: Queryable, range: RangeKey, reader_id: number): Promise<Candidate[]> {
  const { rows } = await db.query<Candidate>({
    name: 'deliveries-waiting',
    text: candidates(`d.state = 'queued'`),
    values: [
      range.newsletter_id,
      ...rangeValuesOf({ ...range, after_reader: Math.max(reader_id, range.after_reader) }),
    ],
  });
  return rows;
}

/** Deferred rows that are due again. */
export async function dueDeferredRows(db: Queryable, range: RangeKey, now: Date): Promise<Candidate[]> {
  const { rows } = await db.query<Candidate>({
    name: 'deliveries-deferred',
    text: candidates(`d.state = 'deferred' and d.next_attempt_at <= $7`),
    values: [range.newsletter_id, ...rangeValuesOf(range), now],
  });
  return rows;
}

/**
 * Reads the rows first, then each row's reader: `offset 0` keeps Postgres from a join that would walk through all
 * earlier readers again for every batch. Readers' lists are read only for rows with `has_list`.
 */
const candidates = (condition: string) => `
  with rows as materialized (
    select reader_id, attempts, has_list from deliveries d
    where ${inRange(2)} and ${condition} order by reader_id limit ${READ_AHEAD}),
  newsletter as materialized (select kind from newsletters where id = $1),
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
      frequency::text <> (select kind::text from newsletter) as list_only,
      array(select category_id from reader_categories c where c.reader_id = d.reader_id) as category_ids
    from readers where id = d.reader_id offset 0) r
  order by d.reader_id`;

/** True if reader r still wants newsletter e, by their current status, frequency, list alerts, and pause. */
const STILL_WANTED = `r.status = 'active' and r.email is not null
  and (r.frequency::text = e.kind::text
    or r.list_alerts and e.kind = 'daily' and extract(isodow from e.newsletter_date) <> 6)
  and (r.paused_until is null or r.paused_until < e.newsletter_date)`;

/** Checks the reader of an email that was marked a while ago. Also false if another process now has the range. */
export async function isStillEligible(db: Queryable, range: LeasedRange, reader_id: number): Promise<boolean> {
  const { rows } = await db.query({
    name: 'deliveries-still-wanted',
    text: `with ${LEASE}
      select 1 from readers r join newsletters e on e.id = $1 where r.id = $4 and ${STILL_WANTED} and ${HAS_LEASE}`,
    values: [...leasedKeyOf(range), reader_id],
  });
  return rows.length > 0;
}

/** A day of a warm-up. `bad_addresses` are readers among the outcomes whose address doesn't exist. */
export type WarmUpQuota = { warm_up_id: number; date: string; bad_addresses: number[] };

type DeliveryBatch = {
  now: Date;
  outcomes: readonly DeliveryOutcome[];
  next: readonly Pick<KeyedCandidate, 'reader_id' | 'message_id'>[];
  /** The day of the warm-up whose cap applies. */
  quota?: WarmUpQuota | null;
};

export type BatchResult = {
  reader_ids: Set<number>;
  /** True if the warm-up hands over no further emails of the range today. */
  isExhausted: boolean;
};

/**
 * Writes the outcomes of some emails, marks the next ones, and counts both in one statement, so that the marked rows
 * never exceed the sender's limit of emails in flight, nor the day's cap of a warm-up. Returns the marked rows'
 * readers, without those who no longer want the newsletter, those beyond the cap, and those whose row another process
 * changed; none while the newsletter is paused or ended. Throws if another process has taken over the range.
 */
export async function commitBatch(
  db: Queryable,
  range: LeasedRange,
  { now, outcomes, next, quota = null }: DeliveryBatch,
): Promise<BatchResult> {
  const { rows } = await db.query<{ reader_ids: number[]; is_exhausted: boolean }>({
    name: quota ? 'deliveries-batch-warm-up' : 'deliveries-batch',
    text: quota ? WARM_UP_BATCH : BATCH,
    values: [
      ...writeValues(range, now, outcomes),
      next.map(({ reader_id }) => reader_id),
      next.map(({ message_id }) => message_id),
      ...(quota ? [quota.warm_up_id, range.provider, quota.date, quota.bad_addresses] : []),
    ],
  });
  if (!rows.length) throw new LeaseLostError(range.lease);
  return { reader_ids: new Set(rows[0]!.reader_ids), isExhausted: rows[0]!.is_exhausted };
}

/** Adds rows in their new states to the range's counts. They were queued, deferred, or in flight before. */
const addToCounts = (rows: string) => `
  update newsletter_ranges g set accepted = g.accepted + c.accepted, bounced = g.bounced + c.bounced,
    suppressed = g.suppressed + c.suppressed, uncertain = g.uncertain + c.uncertain
  from (select ${COUNTS} from (${rows}) d) c
  where ${THIS_RANGE} and ${HAS_LEASE} and c.accepted + c.bounced + c.suppressed + c.uncertain > 0`;

const COUNTED = ['accepted', 'bounced', 'suppressed', 'uncertain'] as const;
const COUNTS = COUNTED.map((state) => `count(*) filter (where d.state = '${state}') as ${state}`).join(', ');

/**
 * If the retry of a deferred row handed nothing over, the row is deferred again: a queued row with attempts would mean
 * that its email may have arrived. Such a row is recognized by the `next_attempt_at` of its deferral. A row whose
 * response was lost keeps at least one attempt for the same reason, but further lost responses don't bring it closer to
 * a soft bounce.
 */
const WRITE = `
  update deliveries d set
    state = case when o.state = 'queued' and d.next_attempt_at is not null then 'deferred' else o.state end,
    failure = case when o.state = 'queued' then d.failure else o.failure end, link_count = o.link_count,
    next_attempt_at = case when o.state = 'queued' then d.next_attempt_at else o.next_attempt_at end,
    accepted_at = case when o.state = 'accepted' then $4::timestamptz end,
    attempts = d.attempts - (o.state = 'queued' or o.state = 'handing_over' and d.attempts > 1)::int
  from unnest($5::int[], $6::"DeliveryState"[], $7::text[], $8::int[], $9::timestamptz[])
    as o(reader_id, state, failure, link_count, next_attempt_at)
  where d.newsletter_id = $1 and d.reader_id = o.reader_id and d.state = 'handing_over' and ${HAS_LEASE}
  returning d.reader_id, o.state`;

/**
 * True for a row that was queued again after an uncertain hand-over. It keeps the time of that hand-over, because the
 * key's lifetime starts then. Rows that staff queue again have no time, because staff accept a second email.
 */
const MAY_HAVE_ARRIVED = `(d.state = 'queued' and d.attempts > 0 and d.handed_over_at is not null)`;

type WarmUpParts = { quota: string; isAllowed: string; reserved: string; isExhausted: string };

const batchStatement = ({ quota, isAllowed, reserved, isExhausted }: WarmUpParts) => `
  with ${LEASE},
  written as (${WRITE}),
  ${quota}
  marked as (
    update deliveries d set
      state = case when ${STILL_WANTED} then 'handing_over' when ${MAY_HAVE_ARRIVED} then 'uncertain' else 'suppressed' end::"DeliveryState",
      attempts = d.attempts + 1, message_id = n.message_id,
      handed_over_at = case when ${MAY_HAVE_ARRIVED} then d.handed_over_at else $4 end
    from unnest($10::int[], $11::text[]) with ordinality as n(reader_id, message_id, place) join readers r on r.id = n.reader_id
      join newsletters e on e.id = $1 and e.paused_at is null and e.ended_at is null
    where d.newsletter_id = $1 and d.reader_id = n.reader_id and d.state in ('queued', 'deferred') and ${HAS_LEASE} ${isAllowed}
    returning d.reader_id, d.state
  ),
  ${reserved}
  counted as (${addToCounts(`select state from written union all select state from marked`)})
  select array(select reader_id from marked where state = 'handing_over') as reader_ids, ${isExhausted} as is_exhausted
  from lease`;

const BATCH = batchStatement({ quota: '', isAllowed: '', reserved: '', isExhausted: 'false' });

/**
 * Adds the limits of a warm-up to the batch. Locks the provider's day, so that only one process at a time uses its cap.
 * Marks at most what is left of the cap, and counts the marked emails as handed over. Leaves room for permission emails
 * and, if the newsletter is daily, for the weekly one. Emails that return to the queue, or whose response was lost, no
 * longer count. Marks nothing while sending to the provider is stopped. Once the warm-up has ended, there is no limit.
 */
const WARM_UP_BATCH = batchStatement({
  quota: `
  today as materialized (
    select cap - permission_cap - handed_over - case when (select kind from newsletters where id = $1) = 'daily' then weekly_left else 0 end
      as left_today
    from warm_up_days where warm_up_id = $12 and provider = $13 and date = $14::date for no key update),
  quota as materialized (
    select case when w.ended_at is not null then ${2 ** 30} when p.stopped_at is not null then 0
      else greatest(0, coalesce((select left_today from today), 0)) end as left_today
    from warm_ups w join warm_up_providers p on p.warm_up_id = w.id and p.provider = $13 where w.id = $12),`,
  isAllowed: 'and n.place <= (select left_today from quota)',
  reserved: `
  reserved as (
    update warm_up_days w set
      handed_over = case when u.ended_at is null then greatest(0, w.handed_over + c.marked - c.requeued) else w.handed_over end,
      weekly_left = case when n.kind = 'weekly' then greatest(0, w.weekly_left - c.marked + c.requeued) else w.weekly_left end,
      accepted = w.accepted + c.accepted, deferred = w.deferred + c.deferred
    from warm_ups u, (
      select (select count(*) from marked where state = 'handing_over') as marked,
        count(*) filter (where state in ('queued', 'handing_over')) as requeued, count(*) filter (where state = 'accepted') as accepted,
        count(*) filter (where state = 'deferred' or state = 'bounced' and reader_id <> all($15::int[])) as deferred
      from written) c, newsletters n
    where n.id = $1 and u.id = $12 and w.warm_up_id = $12 and w.provider = $13 and w.date = $14::date),`,
  isExhausted: `(select left_today <= (select count(*) from marked where state = 'handing_over') from quota)`,
});

/** Writes outcomes without marking further rows, after a database error. Writes nothing once the lease is lost. */
export const writeOutcomes = (db: Queryable, range: LeasedRange, now: Date, outcomes: readonly DeliveryOutcome[]) =>
  db.query(
    `with ${LEASE}, written as (${WRITE}) ${addToCounts('select state from written')}`,
    writeValues(range, now, outcomes),
  );

/**
 * Writes which emails the relay accepted or refused, for a sender whose range another process has taken over. Only rows
 * of the same attempt change. Other outcomes are dropped, even for emails that weren't handed over, because the row is
 * now the other process's.
 */
export const writeLateOutcomes = (
  db: Queryable,
  { newsletter_id, number }: LeasedRange,
  now: Date,
  outcomes: readonly DeliveryOutcome[],
) => {
  const final = outcomes.filter(({ state }) => state === 'accepted' || state === 'bounced');
  return db.query(
    `with known as materialized (
       select o.*, d.state as former
       from unnest($4::int[], $5::int[], $6::"DeliveryState"[], $7::text[], $8::int[])
           as o(reader_id, attempts, state, failure, link_count)
         join deliveries d on d.newsletter_id = $1 and d.reader_id = o.reader_id
       where d.state in ('handing_over', 'uncertain') and d.attempts = o.attempts + 1
       order by d.reader_id for update of d),
     written as (
       update deliveries d set state = o.state, failure = o.failure, link_count = o.link_count,
         accepted_at = case when o.state = 'accepted' then $3::timestamptz end
       from known o where d.newsletter_id = $1 and d.reader_id = o.reader_id
       returning o.state, o.former)
     update newsletter_ranges g set accepted = g.accepted + c.accepted, bounced = g.bounced + c.bounced, uncertain = g.uncertain - c.resolved
     from (select ${COUNTS}, count(*) filter (where d.former = 'uncertain') as resolved from written d) c
     where ${THIS_RANGE} and c.accepted + c.bounced > 0`,
    [
      ...[newsletter_id, number, now],
      final.map((outcome) => outcome.reader_id),
      final.map((outcome) => outcome.attempts),
      final.map((outcome) => outcome.state),
      final.map((outcome) => outcome.failure),
      final.map((outcome) => outcome.link_count),
    ],
  );
};

const writeValues = (range: LeasedRange, now: Date, outcomes: readonly DeliveryOutcome[]) => [
  ...leasedKeyOf(range),
  now,
  outcomes.map((outcome) => outcome.reader_id),
  outcomes.map((outcome) => outcome.state),
  outcomes.map((outcome) => outcome.failure),
  outcomes.map((outcome) => outcome.link_count),
  outcomes.map((outcome) => outcome.next_attempt_at),
];

/**
 * Resolves rows that a dead sender or a lost response left marked, and notes the transport that takes over. While the
 * provider still remembers an idempotency key, the row is queued again. Otherwise the email may have arrived, so the
 * row becomes uncertain and isn't sent again automatically. The same applies to rows that an earlier call queued again,
 * if their email still isn't confirmed.
 */
export const resolveInFlightRows = (
  db: Queryable,
  range: LeasedRange,
  { keysValidSince, transport }: { keysValidSince: Date | null; transport: string | null },
) =>
  db.query(
    `with ${LEASE},
     resolved as (
       update deliveries d set
         state = case when handed_over_at > $9::timestamptz then 'queued' else 'uncertain' end::"DeliveryState",
         failure = case when handed_over_at > $9::timestamptz then null else $10 end, next_attempt_at = null
       where ${inRange(4)} and (d.state = 'handing_over' or $12 and ${MAY_HAVE_ARRIVED}) and ${HAS_LEASE}
       returning d.state)
     update newsletter_ranges g set transport = coalesce($11, g.transport),
       uncertain = g.uncertain + (select count(*) from resolved where state = 'uncertain')
     where ${THIS_RANGE} and ${HAS_LEASE}`,
    [
      ...leasedKeyOf(range),
      ...rangeValuesOf(range),
      keysValidSince,
      'Sending stopped before the relay confirmed this email. Check the relay’s log.',
      transport,
      // Over SMTP only staff queue a row again, and an unreachable relay mustn't undo that.
      range.transport === 'http',
    ],
  );

const ABANDONED = 'The newsletter was ended before this email went out.';

/**
 * Abandons the queued and deferred rows, with $9 as their failure. A row that was requeued after an uncertain hand-over
 * becomes uncertain, because its email may have arrived.
 */
const ABANDON = `
  update deliveries d set
    state = case when d.state = 'queued' and d.attempts > 0 then 'uncertain' else 'suppressed' end::"DeliveryState",
    failure = $9, next_attempt_at = null
  where ${inRange(4)} and d.state in ('queued', 'deferred') and ${HAS_LEASE}
  returning d.state`;

export const abandonRows = (db: Queryable, range: LeasedRange) =>
  db.query(`with ${LEASE}, abandoned as (${ABANDON}) ${addToCounts('select state from abandoned')}`, [
    ...leasedKeyOf(range),
    ...rangeValuesOf(range),
    ABANDONED,
  ]);

const SKIPPED = 'Left out by the warm-up: this mailbox provider’s daily cap was reached, or sending to it was stopped.';

/** Leaves out the emails that a warm-up doesn't hand over today: an email a day late is worse than none. */
export const skipRows = (db: Queryable, range: LeasedRange, { warm_up_id, date }: Omit<WarmUpQuota, 'bad_addresses'>) =>
  db.query(
    `with ${LEASE},
     skipped as (${ABANDON}),
     day as (
       update warm_up_days set skipped = skipped + (select count(*) from skipped where state = 'suppressed')
       where warm_up_id = $10 and provider = $8 and date = $11::date)
     update newsletter_ranges g set suppressed = g.suppressed + c.suppressed, skipped = g.skipped + c.suppressed,
       uncertain = g.uncertain + c.uncertain
     from (select ${COUNTS} from skipped d) c
     where ${THIS_RANGE} and ${HAS_LEASE} and c.suppressed + c.uncertain > 0`,
    [...leasedKeyOf(range), ...rangeValuesOf(range), SKIPPED, warm_up_id, date],
  );

/** Marks the rows of a newsletter that was sent before a restore as accepted. */
export const acceptRows = (db: Queryable, range: LeasedRange, { sent_at }: { sent_at: Date }) =>
  db.query(
    `with ${LEASE},
     updated as (
       update deliveries d set state = 'accepted', accepted_at = $9
       where ${inRange(4)} and d.state in ('queued', 'handing_over', 'deferred') and ${HAS_LEASE}
       returning d.state)
     ${addToCounts('select state from updated')}`,
    [...leasedKeyOf(range), ...rangeValuesOf(range), sent_at],
  );

/**
 * Stores when the range's next deferred email is due, and marks the range as done if no row is queued or in flight.
 * Doesn't recount: the statements that change rows update the counts, which stay when readers are erased.
 */
export const saveRangeProgress = (db: Database, range: LeasedRange, now: Date) =>
  db.$transaction(async (tx) => {
    const { newsletter_id, number } = range;
    // Locked before the rows are read, so that no row that staff queue again is missed.
    await tx.$queryRaw`
      select 1 from newsletter_ranges where newsletter_id = ${newsletter_id} and number = ${number} for no key update`;
    await tx.$executeRawUnsafe(SAVE_PROGRESS, ...leasedKeyOf(range), ...rangeValuesOf(range), now);
  });

const SAVE_PROGRESS = `
  with ${LEASE}
  update newsletter_ranges g set retry_at = c.retry_at, done_at = case when not c.is_open then coalesce(g.done_at, $9) end
  from (select min(d.next_attempt_at) filter (where d.state = 'deferred') as retry_at,
          coalesce(bool_or(d.state in ('queued', 'handing_over')), false) as is_open
        from deliveries d where ${inRange(4)} and d.state in ('queued', 'handing_over', 'deferred')) c
  where ${THIS_RANGE} and ${HAS_LEASE}`;

type CountedState = Exclude<(typeof COUNTED)[number], 'suppressed'>;

/** Moves one delivery between the counts of its range. Queuing one again reopens the range. */
export const moveCount = (
  tx: Tx,
  { newsletter_id, reader_id }: { newsletter_id: number; reader_id: number },
  { from, to }: { from: CountedState | 'handing_over'; to: CountedState | 'queued' },
) => {
  const change = (state: CountedState) => Number(to === state) - Number(from === state);
  return tx.$executeRaw`
    update newsletter_ranges g set accepted = g.accepted + ${change('accepted')}, bounced = g.bounced + ${change('bounced')},
      uncertain = g.uncertain + ${change('uncertain')}, done_at = case when ${to} <> 'queued' then g.done_at end
    from deliveries d
    where d.newsletter_id = ${newsletter_id} and d.reader_id = ${reader_id} and g.newsletter_id = d.newsletter_id
      and d.reader_id > g.after_reader and d.reader_id <= g.last_reader
      and (d.is_engaged, d.is_recent, d.provider) = (g.is_engaged, g.is_recent, g.provider)`;
};

/**
 * True if any email was or may have been delivered, including rows that a crash left marked and those requeued after
 * that.
 */
export async function hasReachedReaders(db: Pick<Tx, '$queryRaw'>, newsletter_id: number): Promise<boolean> {
  const [found] = await db.$queryRaw<{ has_gone_out: boolean }[]>`
    select exists (
      select from newsletter_ranges g where g.newsletter_id = ${newsletter_id} and (g.accepted + g.uncertain > 0 or
        g.done_at is null and exists (
          select from deliveries d
          where d.newsletter_id = g.newsletter_id and d.reader_id > g.after_reader and d.reader_id <= g.last_reader
            and (d.is_engaged, d.is_recent, d.provider) = (g.is_engaged, g.is_recent, g.provider)
            and d.attempts > 0 and d.state in ('accepted', 'uncertain', 'handing_over', 'queued')))) as has_gone_out`;
  return found!.has_gone_out;
}

/** Locks the newsletter's row, so that no bounce is lost, and adds up its ranges' counts in it. */
export async function saveTotals(tx: Tx, id: number) {
  await tx.$queryRaw`select 1 from newsletters where id = ${id} for no key update`;
  await tx.$executeRaw`
    update newsletters set delivered_count = c.accepted, bounced_count = c.bounced
    from (select coalesce(sum(accepted), 0) as accepted, coalesce(sum(bounced), 0) as bounced
          from newsletter_ranges where newsletter_id = ${id}) c
    where id = ${id}`;
}
