/**
 * The days of a warm-up. Each day starts with the caps that follow from the last day that was opened. A provider is
 * stopped as soon as its complaints, bounces, or deferrals pass a limit. The rules are in shared/warm-up.ts; the parts
 * of a cap in docs/decisions/0167-split-caps-of-a-warm-up.md.
 */
import type { WarmUp, WarmUpProvider } from '#prisma';
import { alertSupport } from '#server/emails/enqueue.ts';
import { vancouverInstant, vancouverTime } from '#server/platform/clock.ts';
import { type Config, sendingDomain } from '#server/platform/config.ts';
import type { Database, Tx } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { addDays, daysBetween, isWeeklyDate, parseDate, toIsoDate } from '#shared/dates.ts';
import type { Provider } from '#shared/list-health.ts';
import { formatDate } from '#shared/long-dates.ts';
import { paths } from '#shared/paths.ts';
import {
  COMPLETE_DAYS,
  capsOf,
  type DayCounts,
  type Demand,
  findStop,
  isComplete,
  nextStage,
  partsOf,
  quietDaysAfter,
  STOP_WINDOW_DAYS,
  type StopCause,
} from '#shared/warm-up.ts';

export const runningWarmUp = (db: Database | Tx, config: Pick<Config, 'MAIL_FROM'>) =>
  db.warmUp.findFirst({ where: { domain: sendingDomain(config), ended_at: null } });

/** Locks the providers of a warm-up until the end of the transaction. */
const lockProviders = (tx: Tx, warm_up_id: number) =>
  tx.$queryRaw`select 1 from warm_up_providers where warm_up_id = ${warm_up_id} order by provider for no key update`;

/** Locks a warm-up and then its providers. Everything that changes both locks them in this order. */
export async function lockWarmUp(tx: Tx, warm_up_id: number) {
  await tx.$queryRaw`select 1 from warm_ups where id = ${warm_up_id} for no key update`;
  await lockProviders(tx, warm_up_id);
}

/**
 * Opens the current Vancouver day, with the caps that follow from the last opened day, unless another process has. Ends
 * the warm-up instead if it is complete (shared/warm-up.ts). Returns the day.
 */
export async function openDay({ db, now }: Pick<Deps, 'db' | 'now'>, warm_up_id: number): Promise<string> {
  const today = vancouverTime(now()).date;
  const where = { warm_up_id, opened_on: parseDate(today) };
  if (!(await db.warmUpProvider.count({ where })))
    await db.$transaction((tx) => openLocked(tx, { warm_up_id, today, now: now() }));
  return today;
}

async function openLocked(tx: Tx, { warm_up_id, today, now }: { warm_up_id: number; today: string; now: Date }) {
  await lockWarmUp(tx, warm_up_id);
  const date = parseDate(today);
  const warmUp = await tx.warmUp.findUniqueOrThrow({ where: { id: warm_up_id }, include: { providers: true } });
  if (warmUp.ended_at || warmUp.providers.some(({ opened_on }) => opened_on && opened_on >= date)) return;
  const earlier = await tx.warmUpDay.findMany({
    where: { warm_up_id, date: { gte: parseDate(addDays(today, -2 * COMPLETE_DAYS)) } },
    orderBy: { date: 'asc' },
  });
  if (isComplete(earlier.map((day) => ({ ...day, date: toIsoDate(day.date) })))) {
    await tx.warmUp.update({ where: { id: warm_up_id }, data: { ended_at: now, is_completed: true } });
    return;
  }
  const demand = (await demandFrom(tx, today))(today);
  for (const { provider, stage, cap, isOver, stop_cause } of plansOf(warmUp, warmUp.providers, { date, earlier })) {
    await tx.warmUpProvider.update({
      where: { warm_up_id_provider: { warm_up_id, provider } },
      data: { stage, opened_on: date, ...(isOver ? { ...NOT_STOPPED, judged_from: date } : {}) },
    });
    await tx.warmUpDay.create({
      data: {
        ...{ warm_up_id, provider, date, stage, cap, ...partsOf(cap, demand) },
        stop_cause: isOver ? null : stop_cause,
      },
    });
  }
}

/** Matches imports whose readers are asked for permission. */
export const ASKING = { status: 'done', asking: 'on' } as const;

/**
 * Returns a function of a date: whether permission emails are due, and on Saturdays the share of weekly readers, which
 * is the weekly newsletter's part of each cap.
 */
async function demandFrom(db: Database | Tx, from: string): Promise<(date: string) => Demand> {
  const due = await db.importedReader.findFirst({
    where: { ask_at: { lt: vancouverInstant(addDays(from, 1), 0) }, import: ASKING },
    select: { reader_id: true },
  });
  const [{ weekly }] = await db.$queryRaw<[{ weekly: number }]>`
    select coalesce(sum(readers) filter (where frequency = 'weekly')::float / nullif(sum(readers), 0), 0) as weekly
    from reader_counts where category_id = 0`;
  return (date) => ({ hasPermissionEmails: due !== null, weekly_share: isWeeklyDate(date) ? weekly : 0 });
}

/**
 * Reserves part of each cap for permission emails that became due after the day was opened, if the day's newsletters
 * have left any. Returns the days of the providers that aren't stopped.
 */
export async function reservePermission({ db }: Pick<Deps, 'db'>, warm_up_id: number, date: string) {
  const where = { warm_up_id, date: parseDate(date), permission_cap: 0 };
  for (const { provider, cap } of await db.warmUpDay.findMany({ where })) {
    const { permission_cap } = partsOf(cap, { hasPermissionEmails: true, weekly_share: 0 });
    await db.$executeRaw`
      update warm_up_days set permission_cap = least(${permission_cap}, greatest(0, cap - handed_over - weekly_left))
      where warm_up_id = ${warm_up_id} and provider = ${provider} and date = ${date}::date and permission_cap = 0`;
  }
  const stopped = await db.warmUpProvider.findMany({ where: { warm_up_id, stopped_at: { not: null } } });
  const days = await db.warmUpDay.findMany({ where: { warm_up_id, date: parseDate(date) } });
  return days.filter(({ provider }) => !stopped.some((one) => one.provider === provider));
}

/** The stages and caps on a day that hasn't started. `isOver` is true if the provider's stop ends by then. */
function plansOf(
  warmUp: WarmUp,
  providers: readonly WarmUpProvider[],
  { date, earlier }: { date: Date; earlier: readonly (DayCounts & { provider: string })[] },
) {
  const plans = providers.map((row) => {
    const { provider, stage, stopped_at, stop_cause, resumes_on } = row;
    const isOver = resumes_on !== null && resumes_on <= date;
    const next = nextStage({
      stage,
      stop: stopped_at ? { cause: stop_cause as StopCause, isOver } : null,
      last: earlier.findLast((day) => day.provider === provider) ?? null,
      isPaused: warmUp.paused_at !== null,
    });
    return { ...row, stage: next, isOver };
  });
  const caps = capsOf(warmUp, plans);
  return plans.map((plan, index) => ({ ...plan, cap: caps[index]! }));
}

export type PlannedProvider = {
  provider: Provider;
  share: number;
  cap: number;
  /** Newsletters' emails that may still be handed over on the day; 0 while the provider is stopped. */
  left: number;
  /** The part of `left` that is for the weekly newsletter. */
  weekly_left: number;
  stop_reason: string | null;
};

type PlanDeps = Pick<Deps, 'db' | 'now' | 'config'>;

/** The emails that the running warm-up allows on a date, planned if the date hasn’t started; null without a warm-up. */
export async function plannedProviders(
  deps: PlanDeps,
  on = vancouverTime(deps.now()).date,
): Promise<PlannedProvider[] | null> {
  return (await plannedDays(deps, { from: on, days: 1 }))?.[0]?.providers ?? null;
}

export type PlannedDay = { date: string; providers: PlannedProvider[] };

/**
 * The emails that the running warm-up allows on several days. Assumes that each day has a newsletter that uses its
 * caps, and that no further provider is stopped. Stopped providers resume when they are due.
 */
export async function plannedDays(
  { db, config }: PlanDeps,
  { from, days }: { from: string; days: number },
): Promise<PlannedDay[] | null> {
  const warmUp = await runningWarmUp(db, config);
  if (!warmUp) return null;
  const where = { warm_up_id: warmUp.id };
  let providers = await db.warmUpProvider.findMany({ where });
  const opened = providers.map(({ provider, opened_on }) => ({ provider, date: opened_on ?? parseDate(from) }));
  let earlier: LastDay[] = await db.warmUpDay.findMany({ where: { ...where, OR: opened } });
  const demandOn = await demandFrom(db, from);
  return Array.from({ length: days }, (_, index) => {
    const date = addDays(from, index);
    const plans = plansOf(warmUp, providers, { date: parseDate(date), earlier }).map((plan, index) => {
      const { opened_on } = plan;
      const today = opened_on && opened_on >= parseDate(date) ? earlier.find(isSameProvider(plan)) : undefined;
      const { stage, stop_cause } = providers[index]!;
      return today
        ? { ...plan, ...today, stage, stop_cause, isOver: false }
        : { ...plan, ...UNUSED, ...partsOf(plan.cap, demandOn(date)) };
    });
    providers = plans.map((plan) => ({ ...plan, ...(plan.isOver ? NOT_STOPPED : {}) }));
    earlier = plans.map((plan) => ({ ...plan, handed_over: plan.cap, accepted: Math.max(plan.accepted, plan.cap) }));
    return { date, providers: plans.map(toPlannedProvider) };
  });
}

type LastDay = DayCounts & { provider: string; permission_cap: number; weekly_left: number };
const UNUSED = { handed_over: 0, accepted: 0, deferred: 0, hard_bounces: 0, complaints: 0 };
const isSameProvider =
  ({ provider }: { provider: string }) =>
  (day: { provider: string }) =>
    day.provider === provider;

function toPlannedProvider(plan: WarmUpProvider & Omit<LastDay, 'provider'> & { isOver: boolean }): PlannedProvider {
  const { provider, share, cap, permission_cap, handed_over, weekly_left } = plan;
  const isStopped = plan.stopped_at !== null && !plan.isOver;
  const left = isStopped ? 0 : cap - permission_cap - handed_over;
  return {
    ...{ provider: provider as Provider, share, cap, left, weekly_left: Math.min(left, weekly_left) },
    stop_reason: isStopped ? plan.stop_reason : null,
  };
}

const NOT_STOPPED = { stopped_at: null, stop_cause: null, stop_reason: null, resumes_on: null };

type JudgeDeps = Pick<Deps, 'db' | 'now' | 'queue' | 'config' | 'log'>;
type ProviderToJudge = { warm_up_id: number; provider: Provider; not_accepted_in_a_row?: number };

/**
 * Counts newsletters' bounces and complaints at the provider by the day on which the emails were handed over, and stops
 * the provider if these or its deferrals pass a limit. Senders see the stop before they mark their next batch.
 */
export const judgeProvider = (deps: JudgeDeps, { warm_up_id, provider, not_accepted_in_a_row = 0 }: ProviderToJudge) =>
  deps.db.$transaction(async (tx) => {
    await lockProviders(tx, warm_up_id);
    const where = { warm_up_id_provider: { warm_up_id, provider } };
    const row = await tx.warmUpProvider.findUnique({ where, include: { warm_up: { select: { ended_at: true } } } });
    if (!row?.opened_on || row.warm_up.ended_at) return;
    const since = addDays(toIsoDate(row.opened_on), 1 - STOP_WINDOW_DAYS);
    await countEvents(tx, { warm_up_id, provider, since, until: toIsoDate(row.opened_on) });
    // A stop for deferrals ends the next day, so it mustn't prevent a longer one.
    if (row.stopped_at && row.stop_cause !== 'deferrals') return;
    const from = row.judged_from && row.judged_from > parseDate(since) ? row.judged_from : parseDate(since);
    const days = await tx.warmUpDay.findMany({
      where: { warm_up_id, provider, date: { gte: from } },
      orderBy: { date: 'asc' },
    });
    const stop = findStop(provider, days, { not_accepted_in_a_row });
    if (!stop || (row.stopped_at && stop.cause === 'deferrals')) return;
    const { cause, reason } = stop;
    const quietDays = quietDaysAfter(cause);
    // If the last day was opened long ago, the quiet days count from today.
    const resumes_on = parseDate(
      [addDays(toIsoDate(row.opened_on), 1 + quietDays), addDays(vancouverTime(deps.now()).date, quietDays)]
        .sort()
        .at(-1)!,
    );
    const stopped = { stopped_at: deps.now(), stop_cause: cause, stop_reason: reason, resumes_on };
    await tx.warmUpProvider.update({ where, data: stopped });
    await tx.warmUpDay.updateMany({
      where: { warm_up_id, provider, date: row.opened_on },
      data: { stop_cause: cause },
    });
    deps.log.warn({ warm_up_id, provider, cause }, 'warm-up stopped a provider');
    if (cause === 'deferrals') return;
    await alertSupport(deps, tx, {
      once: `warm-up-${warm_up_id}-${provider}-${toIsoDate(row.opened_on)}`,
      headline: 'The warm-up stopped sending to a provider',
      message: `${reason} We won’t send newsletters or permission emails to this provider until ${formatDate(toIsoDate(resumes_on))}, and then at a lower cap if possible. Find the cause before you resume sending sooner.`,
      path: paths.adminListHealth(),
    });
  });

/**
 * Counts again from `mail_events`, so a repeated run changes nothing, and the next one makes up for a failed one.
 * Several reports about one email count once.
 */
function countEvents(
  tx: Tx,
  { warm_up_id, provider, since, until }: { warm_up_id: number; provider: Provider; since: string; until: string },
) {
  const dates = Array.from({ length: daysBetween(since, until) + 1 }, (_, index) => addDays(since, index));
  const starts = dates.map((date) => vancouverInstant(date, 0));
  const ends = dates.map((date) => vancouverInstant(addDays(date, 1), 0));
  return tx.$executeRaw`
    update warm_up_days w set complaints = c.complaints, hard_bounces = c.hard_bounces
    from (
      select day.date, count(distinct (n.id, e.reader_id)) filter (where e.type = 'complaint') as complaints,
        count(distinct (n.id, e.reader_id)) filter (where e.type = 'hard_bounce') as hard_bounces
      from newsletters n join mail_events e on e.newsletter_id = n.id
        join deliveries d on d.newsletter_id = n.id and d.reader_id = e.reader_id
        join unnest(${dates}::date[], ${starts}::timestamptz[], ${ends}::timestamptz[]) as day (date, starts_at, ends_at)
          on d.handed_over_at >= day.starts_at and d.handed_over_at < day.ends_at
      where n.warm_up_id = ${warm_up_id} and n.newsletter_date >= ${since}::date - 1 and d.provider = ${provider}
      group by day.date) c
    where w.warm_up_id = ${warm_up_id} and w.provider = ${provider} and w.date = c.date`;
}

/** Judges the provider of a delivery that bounced or drew a complaint, if the newsletter's warm-up is still running. */
export async function judgeDelivery(deps: JudgeDeps, delivery: { newsletter_id: number; reader_id: number }) {
  const found = await deps.db.delivery.findFirst({
    where: { ...delivery, provider: { not: '' }, newsletter: { warm_up: { ended_at: null } } },
    select: { provider: true, newsletter: { select: { warm_up_id: true } } },
  });
  if (found)
    await judgeProvider(deps, { warm_up_id: found.newsletter.warm_up_id!, provider: found.provider as Provider });
}
