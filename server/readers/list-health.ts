/**
 * Counts readers by engagement and emails by mailbox provider, once a night, for staff and the Monday report. Also says
 * when to stop asking readers, and when to suggest a warm-up.
 */
import { Prisma } from '#prisma';
import { vancouverInstant, vancouverTime } from '#server/platform/clock.ts';
import type { Deps } from '#server/platform/deps.ts';
import { addDays, parseDate, toIsoDate } from '#shared/dates.ts';
import { DAY_MS } from '#shared/durations.ts';
import {
  adviceOn,
  type ListHealth,
  PROVIDER_DAYS,
  PROVIDER_DOMAINS,
  PROVIDERS,
  type Provider,
  type ProviderCounts,
  type QuestionCounts,
  SOURCE_DAYS,
  stopCauseOf,
  TIER_DAYS,
  TIERS,
  type Tier,
  TREND_DAYS,
} from '#shared/list-health.ts';
import { SIGN_UP_SOURCES, type SignUpSource } from '#shared/sign-up-sources.ts';
import { SUGGESTED_FROM_READERS, type WarmUpsResponse } from '#shared/warm-up.ts';

/** Each range is read by a separate statement, so that no statement takes longer as the list grows. */
export const READERS_PER_RANGE = 10_000;
/** Events are counted until this many days after the newsletter; providers report most complaints within days. */
const EVENT_DAYS = 30;
/** A domain that has sent little for this many days is new to the providers. */
export const SENDING_DAYS = 30;

/** SQL condition on `click_logs`: clicks that say something about a reader's interest. */
export const COUNTED_CLICK = Prisma.sql`source = 'newsletter' and ua_class = 'person' and billable is distinct from false`;

/** Daily job: counts the day before `run_date`. Repeating it replaces that day's counts. */
export async function countListHealth(deps: Pick<Deps, 'db'>, run_date: string) {
  const day = addDays(run_date, -1);
  const tiers = await countTiers(deps, run_date);
  const providers = await countProviders(deps, day);
  const row = { ...tiers, ...(await countQuestions(deps, day)) };
  const date = parseDate(day);
  await deps.db.$transaction(async (tx) => {
    await tx.readerTierDay.upsert({ where: { date }, create: { date, ...row }, update: row });
    await tx.providerDay.deleteMany({ where: { date } });
    await tx.providerDay.createMany({
      data: [...providers].map(([provider, counts]) => ({ date, provider, ...counts })),
    });
  });
}

async function countTiers({ db }: Pick<Deps, 'db'>, run_date: string): Promise<Record<Tier, number>> {
  const midnight = vancouverInstant(run_date, 0);
  const daysAgo = (days: number) => vancouverInstant(addDays(run_date, -days), 0);
  const total = Object.fromEntries(TIERS.map((tier) => [tier, 0])) as Record<Tier, number>;
  for (let after: number | null = 0; after !== null; ) {
    const rows: { last: number; tier: Tier; readers: number }[] = await db.$queryRaw`
      with range as (
        select id, confirmed_at from readers where status = 'active' and id > ${after} order by id limit ${READERS_PER_RANGE}),
      clicked as materialized (
        select reader_id, max(clicked_at) as at from click_logs
        where reader_id > ${after} and reader_id <= (select max(id) from range) and ${COUNTED_CLICK}
          and clicked_at >= ${daysAgo(TIER_DAYS.lapsed)} and clicked_at < ${midnight}
        group by reader_id)
      select max(max(id)) over ()::int as last, tier, count(*)::int as readers
      from (
        select id, case
          when at >= ${daysAgo(TIER_DAYS.engaged)} then 'engaged'
          when at is null and confirmed_at >= ${daysAgo(TIER_DAYS.engaged)} then 'new'
          when greatest(at, confirmed_at) >= ${daysAgo(TIER_DAYS.slipping)} then 'slipping'
          when greatest(at, confirmed_at) >= ${daysAgo(TIER_DAYS.lapsed)} then 'lapsed'
          else 'dormant' end as tier
        from range left join clicked on reader_id = id) tiered
      group by tier`;
    for (const { tier, readers } of rows) total[tier] += readers;
    after = rows[0]?.last ?? null;
  }
  return total;
}

/** The last questions asked on a day, and those whose outcome on that day was `kept` or `sunset`. */
async function countQuestions({ db }: Pick<Deps, 'db'>, day: string): Promise<QuestionCounts> {
  const during = { gte: vancouverInstant(day, 0), lt: vancouverInstant(addDays(day, 1), 0) };
  const [asked, kept, sunset] = await Promise.all([
    db.sunsetQuestion.count({ where: { asked_at: during } }),
    db.sunsetQuestion.count({ where: { ended_at: during, outcome: 'kept' } }),
    db.sunsetQuestion.count({ where: { ended_at: during, outcome: 'sunset' } }),
  ]);
  return { asked, kept, sunset };
}

/** The provider of the address of `readers r`, in SQL. */
export const PROVIDER = Prisma.sql`case ${Prisma.join(
  Object.entries(PROVIDER_DOMAINS).map(
    ([provider, domains]) =>
      Prisma.sql`when split_part(lower(r.email::text), '@', 2) ~ ${domains} then ${provider}::text`,
  ),
  ' ',
)} else 'other' end`;

const NONE: ProviderCounts = { accepted: 0, hard_bounces: 0, soft_bounces: 0, complaints: 0 };

/**
 * Emails of the day's newsletters, the day's permission emails and last questions, and the day's events about such
 * emails.
 */
async function countProviders({ db }: Pick<Deps, 'db'>, day: string): Promise<Map<Provider, ProviderCounts>> {
  const [midnight, nextMidnight] = [vancouverInstant(day, 0), vancouverInstant(addDays(day, 1), 0)];
  const counts = new Map<Provider, ProviderCounts>();
  const add = (provider: Provider, key: keyof ProviderCounts, number: number) => {
    const own = counts.get(provider) ?? { ...NONE };
    counts.set(provider, { ...own, [key]: own[key] + number });
  };
  const newsletters = await db.newsletter.findMany({
    where: { newsletter_date: parseDate(day) },
    select: { id: true },
  });
  for (const { id } of newsletters) {
    for (let after: number | null = 0; after !== null; ) {
      const rows: { last: number; provider: Provider; accepted: number }[] = await db.$queryRaw`
        with range as (
          select reader_id, state from deliveries
          where newsletter_id = ${id} and reader_id > ${after} order by reader_id limit ${READERS_PER_RANGE})
        select max(max(reader_id)) over ()::int as last, ${PROVIDER} as provider,
          (count(*) filter (where state = 'accepted'))::int as accepted
        from range join readers r on r.id = reader_id group by 2`;
      for (const { provider, accepted } of rows) add(provider, 'accepted', accepted);
      after = rows[0]?.last ?? null;
    }
  }
  const events = await db.$queryRaw<
    { provider: Provider; type: 'hard_bounce' | 'soft_bounce' | 'complaint'; number: number }[]
  >`
    select ${PROVIDER} as provider, e.type::text,
      count(distinct (e.newsletter_id, coalesce(e.reader_id, -e.id)))::int as number
    from mail_events e join newsletters n on n.id = e.newsletter_id left join readers r on r.id = e.reader_id
    where n.newsletter_date > ${addDays(day, -EVENT_DAYS)}::date and e.type <> 'unsubscribe'
      and e.received_at >= ${midnight} and e.received_at < ${nextMidnight}
    group by 1, 2`;
  for (const { provider, type, number } of events) add(provider, `${type}s`, number);
  for (const { provider, ...questions } of await countQuestionEmails({ db }, midnight, nextMidnight))
    for (const [key, number] of Object.entries(questions)) add(provider, key as keyof ProviderCounts, number);
  return counts;
}

/** Templates of emails that ask readers whether they want the newsletter. */
const QUESTION_TEMPLATES = ['reader_permission', 'reader_sunset'];

/**
 * Reason to stop asking readers, if too many of the last week's questions were marked as spam or bounced; otherwise
 * null.
 */
export async function findStopCause({ db, now }: Pick<Deps, 'db' | 'now'>) {
  const since = new Date(now().getTime() - PROVIDER_DAYS * DAY_MS);
  return stopCauseOf(sumOf(await countQuestionEmails({ db }, since, now())));
}

/**
 * Permission emails and last questions of a period, and the events reported in it, by provider. An event that doesn't
 * name an email counts if its reader was sent a permission email and never confirmed, so they got no newsletter.
 */
const countQuestionEmails = ({ db }: Pick<Deps, 'db'>, since: Date, until: Date) =>
  db.$queryRaw<({ provider: Provider } & ProviderCounts)[]>`
    with happened as (
      select id as mail_id, null as event_id, reader_id,
        case when state = 'sent' then 'accepted' else 'hard_bounce' end as what from mails
      where template = any(${QUESTION_TEMPLATES}) and created_at >= ${since} and created_at < ${until}
        and (state = 'sent') = (bounced_at is null) and state in ('sent', 'failed')
      union all
      select e.mail_id, case when e.mail_id is null then e.id end, e.reader_id, e.type::text from mail_events e
        join readers r on r.id = e.reader_id
        left join mails m on m.id = e.mail_id
      where e.newsletter_id is null and e.received_at >= ${since} and e.received_at < ${until}
        and case when e.mail_id is not null then m.template = any(${QUESTION_TEMPLATES}) else r.confirmed_at is null
          and exists (select from imported_readers where reader_id = e.reader_id and permission_emails > 0) end
    )
    select ${PROVIDER} as provider,
      (count(distinct (mail_id, event_id)) filter (where what = 'accepted'))::int as accepted,
      (count(distinct (mail_id, event_id)) filter (where what = 'hard_bounce'))::int as hard_bounces,
      (count(distinct (mail_id, event_id)) filter (where what = 'soft_bounce'))::int as soft_bounces,
      (count(distinct (mail_id, event_id)) filter (where what = 'complaint'))::int as complaints
    from happened join readers r on r.id = reader_id group by 1`;

export async function loadListHealth({ db, now, config }: Pick<Deps, 'db' | 'now' | 'config'>): Promise<ListHealth> {
  const today = vancouverTime(now()).date;
  const since = (days: number) => parseDate(addDays(today, -days));
  const [tierDays, providerDays, signUps, open] = await Promise.all([
    db.readerTierDay.findMany({ where: { date: { gte: since(TREND_DAYS) } }, orderBy: { date: 'asc' } }),
    db.providerDay.findMany({ where: { date: { gte: since(2 * PROVIDER_DAYS) } } }),
    db.signUpCount.findMany({ where: { date: { gt: since(2 * SOURCE_DAYS) } } }),
    db.sunsetQuestion.count({ where: { outcome: null } }),
  ]);
  const counted = {
    days: tierDays.map(({ date, ...tiers }) => ({ date: toIsoDate(date), ...tiers })),
    providers: PROVIDERS.map((provider) => {
      const own = providerDays.filter((day) => day.provider === provider);
      const isRecent = ({ date }: { date: Date }) => date >= since(PROVIDER_DAYS);
      return { provider, ...sumOf(own.filter(isRecent)), before: sumOf(own.filter((day) => !isRecent(day))) };
    }),
    sources: SIGN_UP_SOURCES.map((source) => sourceCounts(source, signUps, since(SOURCE_DAYS))),
  };
  const questions = { daily_emails: config.SUNSET_DAILY_EMAILS, open };
  return { ...counted, questions, advice: adviceOn({ ...counted, questions }) };
}

export const sumOf = (days: readonly ProviderCounts[]): ProviderCounts =>
  days.reduce(
    (sum, day) => ({
      accepted: sum.accepted + day.accepted,
      hard_bounces: sum.hard_bounces + day.hard_bounces,
      soft_bounces: sum.soft_bounces + day.soft_bounces,
      complaints: sum.complaints + day.complaints,
    }),
    NONE,
  );

type SignUpDay = { date: Date; source: string; sign_ups: number; confirmed: number };

function sourceCounts(source: SignUpSource, days: readonly SignUpDay[], from: Date) {
  const own = days.filter((day) => day.source === source);
  const recent = own.filter(({ date }) => date > from);
  const sum = (list: readonly SignUpDay[], key: 'sign_ups' | 'confirmed') =>
    list.reduce((total, day) => total + day[key], 0);
  return {
    source,
    sign_ups: sum(recent, 'sign_ups'),
    confirmed: sum(recent, 'confirmed'),
    confirmed_before: sum(own, 'confirmed') - sum(recent, 'confirmed'),
  };
}

/**
 * A warm-up is needed when many readers would get emails from a sender that the providers hardly know. `added` are
 * readers who are about to be imported.
 */
export async function warmUpSuggestion(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { added = 0 }: { added?: number } = {},
): Promise<WarmUpsResponse['suggestion']> {
  const since = parseDate(addDays(vancouverTime(now()).date, -SENDING_DAYS));
  const [readers, { _sum }] = await Promise.all([
    db.reader.count({ where: { status: 'active' } }),
    db.newsletter.aggregate({ where: { newsletter_date: { gt: since } }, _sum: { delivered_count: true } }),
  ]);
  const active_readers = readers + added;
  const recent_emails = _sum.delivered_count ?? 0;
  const isNeeded = active_readers >= SUGGESTED_FROM_READERS && recent_emails < active_readers;
  return isNeeded ? { active_readers, recent_emails } : null;
}
