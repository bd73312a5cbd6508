/**
 * Asks dormant readers, at most once a year, whether they still want the newsletter, and stops sending it to those who
 * don't answer. A click that counts, a visit to the preferences, or a new follow or saved book is an answer, too.
 * See docs/decisions/0147-ask-dormant-readers-once-then-stop.md.
 */
import { Prisma } from '#prisma';
import { enqueueEmail } from '#server/emails/enqueue.ts';
import { vancouverInstant, vancouverTime } from '#server/platform/clock.ts';
import { sendingDomain } from '#server/platform/config.ts';
import type { Tx } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { conflict, notFound } from '#server/platform/errors.ts';
import { listUnsubscribeHeader, mailKeys } from '#server/platform/mail-keys.ts';
import { processEach } from '#server/platform/process-each.ts';
import { parseDate, toIsoDate } from '#shared/dates.ts';
import { DAY_MS } from '#shared/durations.ts';
import { TIER_DAYS } from '#shared/list-health.ts';
import { paths, serverPaths } from '#shared/paths.ts';
import type { ReaderKeep } from '#shared/readers.ts';
import { ANSWER_DAYS, ASK_AGAIN_DAYS } from '#shared/sunset.ts';
import { hasConfirmed, hasUnsubscribed } from './active.ts';
import { COUNTED_CLICK, findStopCause, READERS_PER_RANGE } from './list-health.ts';
import { LOG_OPT_OUT_JOB, optOutKey } from './opt-out-log.ts';
import { canReturn, findSuppression } from './suppression.ts';

/** Questions ended, or readers restored, per transaction. Tests reduce it. */
export const sunsetBatch = { questions: 500 };

/** A click is stored a moment after it is made, and may be stored after the sweep that should have seen it. */
const LATE_CLICK_DAYS = 7;

type SunsetDeps = Pick<Deps, 'db' | 'now' | 'queue' | 'config' | 'log'>;

/** Daily job. Safe to repeat: the day's limit counts everyone asked since midnight. */
export async function sunsetDormant(deps: SunsetDeps): Promise<void> {
  await restoreClickers(deps);
  await endQuestions(deps);
  if (deps.config.SUNSET_DAILY_EMAILS > 0 && !(await isWarmingUp(deps)) && !(await findStopCause(deps)))
    await askDormant(deps);
}

/** Nobody is asked during a warm-up, because providers judge a new domain by how its first emails are received. */
const isWarmingUp = async ({ db, config }: SunsetDeps) =>
  (await db.warmUp.count({ where: { domain: sendingDomain(config), ended_at: null } })) > 0;

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS);

/** The day that a visit is stored with, in UTC. */
export const visitDay = (now: Date) => parseDate(toIsoDate(now));

/**
 * SQL condition on `readers r`: active or paused since an instant (in SQL). While paused, they get nothing to click.
 */
const activeSinceSql = (since: Prisma.Sql) => Prisma.sql`(
  r.confirmed_at >= ${since}
  or coalesce(greatest(r.visited_on, r.paused_until) >= (${since} at time zone 'UTC')::date, false)
  or exists (select from click_logs where reader_id = r.id and clicked_at >= ${since} and ${COUNTED_CLICK})
  or exists (select from reader_list_items where reader_id = r.id and created_at >= ${since}))`;

/** From a day before the question, because what happened just before may have been stored just after. */
const SINCE_ASKED = Prisma.sql`(q.asked_at - interval '1 day')`;

type Ended = { last: number | null; stopped: string[] };

/**
 * Ends questions that were answered, are overdue, or belong to readers who have left. If an overdue question's email
 * failed, deletes the question so that the reader is asked again, unless the address doesn't exist.
 */
async function endQuestions(deps: SunsetDeps) {
  const overdue = daysBefore(deps.now(), ANSWER_DAYS);
  for (let after: number | null = 0; after !== null; ) {
    after = await deps.db.$transaction(async (tx): Promise<number | null> => {
      // Readers are locked before their questions, as everywhere. Both updates check again what may have changed before
      // the lock.
      const [{ last, stopped }] = await tx.$queryRaw<[Ended]>`
        with due as materialized (
          select r.id, coalesce(m.sent_at, q.asked_at) <= ${overdue} and m.state is distinct from 'queued' as is_overdue,
            coalesce(m.state = 'failed' and m.bounced_at is null, false) as is_lost,
            r.status, ${activeSinceSql(SINCE_ASKED)} as is_active
          from sunset_questions q join readers r on r.id = q.reader_id
            left join lateral (
              select state, sent_at, bounced_at from mails
              where reader_id = r.id and template = 'reader_sunset' and created_at >= q.asked_at
              order by id desc limit 1) m on true
          where q.outcome is null and q.reader_id > ${after}
          order by q.reader_id limit ${sunsetBatch.questions} for update of r skip locked
        ), decided as (
          select id, (case when status <> 'active' then 'left' when is_active then 'kept'
            when is_overdue and not is_lost then 'sunset' end)::"SunsetOutcome" as outcome, is_overdue
          from due
        ), forgotten as (
          delete from sunset_questions q using decided d
          where q.reader_id = d.id and q.outcome is null and d.outcome is null and d.is_overdue
        ), ended as (
          update sunset_questions q set outcome = d.outcome, ended_at = ${deps.now()}
          from decided d where q.reader_id = d.id and q.outcome is null and d.outcome is not null
          returning q.reader_id, q.outcome
        ), stopped as (
          update readers set status = 'sunset', updated_at = ${deps.now()}
          where id in (select reader_id from ended where outcome = 'sunset') and status = 'active'
          returning email::text as email
        )
        select (select max(id) from due) as last, array(select email from stopped) as stopped`;
      await logOptOuts(deps, tx, 'sunset', stopped);
      return last;
    });
  }
}

/** Reactivates readers whose click was stored only after the sweep that stopped them. */
async function restoreClickers(deps: SunsetDeps) {
  await deps.db.$transaction(async (tx) => {
    const restored = await tx.$queryRaw<{ email: string }[]>`
      with back as materialized (
        select r.id from sunset_questions q join readers r on r.id = q.reader_id
        where q.outcome = 'sunset' and q.ended_at >= ${daysBefore(deps.now(), LATE_CLICK_DAYS)} and r.status = 'sunset'
          and exists (
            select from click_logs where reader_id = r.id and clicked_at >= ${SINCE_ASKED} and ${COUNTED_CLICK})
        order by r.id limit ${sunsetBatch.questions} for update of r skip locked
      ), ended as (
        update sunset_questions set outcome = 'kept', ended_at = ${deps.now()} where reader_id in (select id from back)
      )
      update readers set status = 'active', updated_at = ${deps.now()}
      where id in (select id from back) and status = 'sunset' returning email::text as email`;
    await logOptOuts(
      deps,
      tx,
      'confirmed',
      restored.map(({ email }) => email),
    );
  });
}

async function logOptOuts(deps: SunsetDeps, tx: Tx, kind: 'sunset' | 'confirmed', emails: readonly string[]) {
  const at = deps.now();
  if (emails.length)
    await deps.queue.send(tx, LOG_OPT_OUT_JOB, { key: emails.map((email) => optOutKey(deps, { kind, email, at })) });
}

/** Asks as many as the day's limit still allows, starting with the most recent click, visit, or confirmation. */
async function askDormant(deps: SunsetDeps) {
  const midnight = vancouverInstant(vancouverTime(deps.now()).date, 0);
  const asked = await deps.db.sunsetQuestion.count({ where: { asked_at: { gte: midnight } } });
  const left = deps.config.SUNSET_DAILY_EMAILS - asked;
  if (left > 0)
    await processEach(
      await dormantReaders(deps, left),
      (id) => deps.db.$transaction((tx) => ask(deps, tx, { id, midnight })),
      (error, id) => deps.log.error({ err: error, reader_id: id }, 'last question not queued'),
    );
}

type Dormant = { id: number; active_at: Date };

/** Reads a range of readers per statement, so that no statement takes longer as the list grows. */
async function dormantReaders({ db, now }: SunsetDeps, limit: number): Promise<number[]> {
  const since = Prisma.sql`${daysBefore(now(), TIER_DAYS.lapsed)}::timestamptz`;
  let first: Dormant[] = [];
  for (let after: number | null = 0; after !== null; ) {
    const [range]: { last: number | null }[] = await db.$queryRaw`
      select max(id) as last from (
        select id from readers where status = 'active' and id > ${after} order by id limit ${READERS_PER_RANGE}) range`;
    const last: number | null = range!.last;
    if (last === null) break;
    const found = await db.$queryRaw<Dormant[]>`
      with clicked as materialized (
        select reader_id, max(clicked_at) as at from click_logs
        where reader_id > ${after} and reader_id <= ${last} and ${COUNTED_CLICK} group by reader_id)
      select r.id, greatest(r.confirmed_at, clicked.at, r.visited_on::timestamptz) as active_at
      from readers r left join clicked on clicked.reader_id = r.id left join sunset_questions q on q.reader_id = r.id
      where r.id > ${after} and r.id <= ${last} and ${dormantSql(since)}
        and (q.asked_at is null or q.asked_at < ${daysBefore(now(), ASK_AGAIN_DAYS)})
      order by active_at desc, r.id limit ${limit}`;
    first = [...first, ...found]
      .toSorted((a, b) => b.active_at.getTime() - a.active_at.getTime() || a.id - b.id)
      .slice(0, limit);
    after = last;
  }
  return first.map(({ id }) => id);
}

const dormantSql = (since: Prisma.Sql) => Prisma.sql`
  r.status = 'active' and r.email is not null and r.confirmed_at is not null and not ${activeSinceSql(since)}`;

/**
 * Stores the question and queues its email together. The database ensures that nobody is asked twice within a year, and
 * that two simultaneous sweeps together stay within the day's limit.
 */
async function ask(deps: SunsetDeps, tx: Tx, { id, midnight }: { id: number; midnight: Date }): Promise<void> {
  const { config, now } = deps;
  const since = Prisma.sql`${daysBefore(now(), TIER_DAYS.lapsed)}::timestamptz`;
  const [locked] = await tx.$queryRaw<object[]>`
    select 1 from readers r where id = ${id} and ${dormantSql(since)} for update`;
  if (!locked) return;
  const { email, uuid, categories } = await tx.reader.findUniqueOrThrow({
    where: { id },
    include: { categories: { select: { category: true }, orderBy: { category: { position: 'asc' } } } },
  });
  const suppressed = await findSuppression(deps, tx, email!);
  if (suppressed && !canReturn(now(), suppressed)) return;
  await tx.$executeRaw`select pg_advisory_xact_lock(hashtext('sunset questions'))`;
  const asked = await tx.$executeRaw`
    insert into sunset_questions (reader_id, asked_at)
    select ${id}, ${now()}
    where (select count(*) from sunset_questions where asked_at >= ${midnight}) < ${config.SUNSET_DAILY_EMAILS}
    on conflict (reader_id) do update set asked_at = excluded.asked_at, outcome = null, ended_at = null
    where sunset_questions.asked_at < ${daysBefore(now(), ASK_AGAIN_DAYS)}`;
  if (!asked) return;
  const { unsubscribe } = mailKeys(config.appSecret, { newsletter_id: 0, id });
  await enqueueEmail(deps, tx, {
    to: email!,
    owner: { reader_id: id },
    template: 'reader_sunset',
    once: `reader-sunset-${id}-${toIsoDate(now())}`,
    props: {
      category_names: categories.map(({ category }) => category.name),
      answer_by: vancouverTime(new Date(now().getTime() + ANSWER_DAYS * DAY_MS)).date,
      keep_url: config.appUrl + paths.readerKeep(uuid),
      // Not the preferences: opening them is an answer, and scanners open links.
      unsubscribe_url: config.appUrl + serverPaths.readerUnsubscribe(unsubscribe),
      list_unsubscribe: listUnsubscribeHeader(config, unsubscribe),
    },
  });
}

/** Stores the day of a visit to the preferences, without changing `updated_at`. */
export const recordVisit = ({ db, now }: Pick<Deps, 'db' | 'now'>, uuid: string) =>
  db.$executeRaw`
    update readers set visited_on = ${visitDay(now())}::date
    where uuid = ${uuid}::uuid and visited_on is distinct from ${visitDay(now())}::date`;

/**
 * Keeps the newsletter, or starts it again, which also confirms a sign-up since the stop. Without fewer emails or a pause
 * as the answer, an earlier pause ends.
 */
export const keepReader = (deps: Pick<Deps, 'db' | 'now' | 'queue' | 'config'>, uuid: string, answer: ReaderKeep) =>
  deps.db.$transaction(async (tx) => {
    const [locked] = await tx.$queryRaw<object[]>`select 1 from readers where uuid = ${uuid}::uuid for update`;
    const reader = locked && (await tx.reader.findUnique({ where: { uuid }, include: { question: true } }));
    if (!reader?.email) throw notFound();
    const { id, email, status, question } = reader;
    const isStopped =
      status === 'sunset' || (status === 'pending' && question?.outcome === 'sunset' && !hasUnsubscribed(reader));
    if (!isStopped && status !== 'active')
      throw conflict(
        ['bounced', 'complained'].includes(status) || (await findSuppression(deps, tx, email))?.reason === 'complained'
          ? 'This link can’t restart the newsletter anymore.'
          : 'This link can’t restart the newsletter anymore. To get it again, sign up on the home page.',
      );
    const { frequency, paused_until } = answer;
    const row = await tx.reader.update({
      where: { id },
      data: {
        ...{ status: 'active', visited_on: visitDay(deps.now()), updated_at: deps.now() },
        ...(!hasConfirmed(reader) && { confirmed_at: deps.now() }),
        ...(frequency && { frequency }),
        ...(paused_until && { paused_until: parseDate(paused_until) }),
        ...(!frequency && !paused_until && { paused_until: null }),
      },
      include: { categories: { select: { category_id: true } } },
    });
    await endQuestion(deps, tx, id);
    const optOut = { kind: 'confirmed', email, at: deps.now() } as const;
    if (isStopped) await deps.queue.send(tx, LOG_OPT_OUT_JOB, { key: optOutKey(deps, optOut) });
    return row;
  });

/** Ends the question of a reader who stays or has come back. */
export const endQuestion = ({ now }: Pick<Deps, 'now'>, tx: Tx, reader_id: number) =>
  tx.sunsetQuestion.updateMany({
    where: { reader_id, OR: [{ outcome: null }, { outcome: { not: 'kept' } }] },
    data: { outcome: 'kept', ended_at: now() },
  });

/** Stops a reader again after a restore, because the opt-out log says that they were stopped at `at` (replay.ts). */
export async function repeatSunset(tx: Tx, { id, at }: { id: number; at: Date }) {
  const { count } = await tx.reader.updateMany({
    where: { id, status: 'active', confirmed_at: { lte: at } },
    data: { status: 'sunset' },
  });
  const ended = { outcome: 'sunset', ended_at: at } as const;
  const asked_at = daysBefore(at, ANSWER_DAYS);
  if (count)
    await tx.sunsetQuestion.upsert({
      where: { reader_id: id },
      create: { reader_id: id, asked_at, ...ended },
      update: ended,
    });
}
