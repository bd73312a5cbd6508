/** Administrators' actions: start, change, and end a warm-up, pause its growth, and resume sending to a provider. */
import type { WarmUp as WarmUpRow } from '#prisma';
import { audit } from '#server/platform/audit.ts';
import { vancouverTime } from '#server/platform/clock.ts';
import { sendingDomain } from '#server/platform/config.ts';
import type { Database, Tx } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { conflict, notFound } from '#server/platform/errors.ts';
import { PROVIDER, warmUpSuggestion } from '#server/readers/list-health.ts';
import { addDays, parseDate, toIsoDate } from '#shared/dates.ts';
import { PROVIDERS, type Provider } from '#shared/list-health.ts';
import {
  capsOf,
  type StopCause,
  stageAfterChange,
  type WarmUp,
  type WarmUpInput,
  type WarmUpPatch,
  type WarmUpsResponse,
} from '#shared/warm-up.ts';
import { lockWarmUp, runningWarmUp } from './days.ts';
import { readerCounts } from './reader-counts.ts';

type ManageDeps = Pick<Deps, 'db' | 'now' | 'config'>;
type WithActor = { actor: { id: number } };

const SHOWN_DAYS = 30;
/** The running warm-up and a few earlier ones. */
const MAX_LISTED = 5;
/** Number of random readers whose providers decide how the first cap is split. */
const SAMPLE_READERS = 20_000;

export async function startWarmUp(
  { db, now, config }: ManageDeps,
  { actor, schedule }: WithActor & { schedule: WarmUpInput },
): Promise<number> {
  const shares = await sharesOf(db);
  return db.$transaction(async (tx) => {
    const data = { ...schedule, domain: sendingDomain(config), started_at: now() };
    const [started] = await tx.warmUp.createManyAndReturn({ data, skipDuplicates: true });
    if (!started) {
      const running = await runningWarmUp(tx, config);
      throw conflict('A warm-up of this domain is running already.', {
        warm_up: await warmUpById({ db: tx, now }, running!.id),
      });
    }
    const warm_up_id = started.id;
    await tx.warmUpProvider.createMany({ data: shares.map((share) => ({ warm_up_id, ...share })) });
    await audit(tx, now(), {
      ...{ user_id: actor.id, action: 'start', entity: 'warm_up', entity_id: warm_up_id },
      after: { ...data, shares },
    });
    return warm_up_id;
  });
}

/** Each provider's share of the readers. The sample is ordered by uuid, so it is random and read from an index. */
async function sharesOf(db: Database): Promise<{ provider: Provider; share: number }[]> {
  const found = await db.$queryRaw<{ provider: Provider; readers: number }[]>`
    select ${PROVIDER} as provider, count(*)::int as readers
    from (select email from readers where status = 'active' and email is not null order by uuid limit ${SAMPLE_READERS}) r group by 1`;
  const all = found.reduce((sum, { readers }) => sum + readers, 0);
  const readersAt = (provider: Provider) => found.find((one) => one.provider === provider)?.readers ?? 0;
  return PROVIDERS.map((provider) => ({ provider, share: all ? readersAt(provider) / all : 1 / PROVIDERS.length }));
}

/** Changes take effect on the next day that starts, because the current day's cap may be used up. */
export const updateWarmUp = (
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { id, actor, patch: { is_paused, ...schedule } }: WithActor & { id: number; patch: WarmUpPatch },
) =>
  db.$transaction(async (tx) => {
    const before = await lockRunning({ db: tx, now }, id);
    const paused_at = is_paused === undefined ? before.paused_at : is_paused ? (before.paused_at ?? now()) : null;
    const after = await tx.warmUp.update({ where: { id }, data: { ...schedule, paused_at } });
    for (const { provider, stage } of await tx.warmUpProvider.findMany({ where: { warm_up_id: id } }))
      await tx.warmUpProvider.update({
        where: { warm_up_id_provider: { warm_up_id: id, provider } },
        data: { stage: stageAfterChange(stage, { before, after }) },
      });
    await audit(tx, now(), {
      ...{ user_id: actor.id, action: 'update', entity: 'warm_up', entity_id: id, before: auditedFields(before) },
      after: auditedFields(after),
    });
  });

const auditedFields = ({ first_cap, growth_percent, paused_at, ended_at }: WarmUpRow) => ({
  ...{ first_cap, growth_percent, paused_at, ended_at },
});

/**
 * Ends the warm-up. From then on, newsletters go to everybody. In one that is being sent, readers who were already left
 * out stay left out.
 */
export const endWarmUp = ({ db, now }: Pick<Deps, 'db' | 'now'>, { id, actor }: WithActor & { id: number }) =>
  db.$transaction(async (tx) => {
    const before = await lockRunning({ db: tx, now }, id);
    const after = await tx.warmUp.update({ where: { id }, data: { ended_at: now() } });
    await audit(tx, now(), {
      ...{ user_id: actor.id, action: 'end', entity: 'warm_up', entity_id: id, before: auditedFields(before) },
      after: auditedFields(after),
    });
  });

/** Sending continues with the next day that starts, at a lower cap if possible. */
export const resumeProvider = (
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { id, actor, provider }: WithActor & { id: number; provider: Provider },
) =>
  db.$transaction(async (tx) => {
    await lockRunning({ db: tx, now }, id);
    const today = vancouverTime(now()).date;
    const where = { warm_up_id_provider: { warm_up_id: id, provider } };
    const state = await tx.warmUpProvider.findUniqueOrThrow({ where });
    if (!state.stopped_at)
      throw conflict('Sending to this provider isn’t stopped.', { warm_up: await warmUpById({ db: tx, now }, id) });
    const isOpen = state.opened_on !== null && toIsoDate(state.opened_on) >= today;
    const resumes_on = parseDate(isOpen ? addDays(today, 1) : today);
    await tx.warmUpProvider.update({ where, data: { resumes_on } });
    await audit(tx, now(), {
      ...{ user_id: actor.id, action: 'resume', entity: 'warm_up', entity_id: id },
      before: { provider, stop_reason: state.stop_reason, resumes_on: state.resumes_on },
      after: { provider, resumes_on },
    });
  });

const NO_READERS = { readers: 0, accepted: 0, skipped: 0, undelivered: 0, waiting: 0 };

type ReadDeps = { db: Database | Tx; now: Deps['now'] };

async function lockRunning({ db, now }: { db: Tx; now: Deps['now'] }, id: number): Promise<WarmUpRow> {
  await lockWarmUp(db, id);
  const found = await db.warmUp.findUnique({ where: { id } });
  if (!found) throw notFound();
  if (found.ended_at) throw conflict('This warm-up has ended.', { warm_up: await warmUpById({ db, now }, id) });
  return found;
}

export async function warmUpById({ db, now }: ReadDeps, id: number): Promise<WarmUp> {
  const since = parseDate(addDays(vancouverTime(now()).date, -SHOWN_DAYS));
  const include = { providers: true, days: { where: { date: { gt: since } }, orderBy: { date: 'asc' } } } as const;
  const { providers, days, ...row } = await db.warmUp.findUniqueOrThrow({ where: { id }, include });
  const firstCaps = capsOf(row, providers);
  const date = days.at(-1)?.date;
  const counts = date ? await readerCounts(db, { warm_up_id: id, newsletter_date: date }) : null;
  return {
    id,
    domain: row.domain,
    first_cap: row.first_cap,
    growth_percent: row.growth_percent,
    started_at: row.started_at.toISOString(),
    paused_at: row.paused_at?.toISOString() ?? null,
    ended_at: row.ended_at?.toISOString() ?? null,
    is_completed: row.is_completed,
    providers: PROVIDERS.flatMap((provider) => {
      const index = providers.findIndex((one) => one.provider === provider);
      const state = providers[index];
      if (!state) return [];
      const providerDays = days.filter((day) => day.provider === provider);
      return [
        {
          ...{ provider, share: state.share, cap: providerDays.at(-1)?.cap ?? firstCaps[index]! },
          stopped_at: state.stopped_at?.toISOString() ?? null,
          stop_cause: state.stop_cause as StopCause | null,
          stop_reason: state.stop_reason,
          resumes_on: state.resumes_on ? toIsoDate(state.resumes_on) : null,
          days: providerDays.map(({ date: on, stop_cause, ...day }) => ({
            date: toIsoDate(on),
            ...{ stage: day.stage, cap: day.cap, handed_over: day.handed_over, accepted: day.accepted },
            ...{ permission_cap: day.permission_cap, weekly_left: day.weekly_left },
            ...{ deferred: day.deferred, hard_bounces: day.hard_bounces, complaints: day.complaints },
            ...{ skipped: day.skipped, stop_cause: stop_cause as StopCause | null },
          })),
          last_day: counts?.get(provider) ?? NO_READERS,
        },
      ];
    }),
  };
}

export async function listWarmUps({ db, now, config }: ManageDeps): Promise<WarmUpsResponse> {
  const domain = sendingDomain(config);
  const latest = await db.warmUp.findMany({
    where: { domain },
    select: { id: true, ended_at: true },
    orderBy: [{ ended_at: { sort: 'desc', nulls: 'first' } }, { id: 'desc' }],
    take: MAX_LISTED,
  });
  const warm_ups = await Promise.all(latest.map(({ id }) => warmUpById({ db, now }, id)));
  const isRunning = latest.some(({ ended_at }) => !ended_at);
  return { warm_ups, domain, suggestion: isRunning ? null : await warmUpSuggestion({ db, now }) };
}
