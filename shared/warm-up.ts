/**
 * The warm-up of a new sending domain: daily caps by mailbox provider, the rules for growing and shrinking them, and
 * the rules for stopping a provider. See docs/decisions/0146-warm-up-by-provider.md.
 */
import * as z from 'zod';
import { PROVIDER_NAMES, PROVIDERS, type Provider, percent, shouldStop } from './list-health.ts';

/** Emails on the first day, and each day's cap as a percentage of the previous day's. */
export const DEFAULT_SCHEDULE = { first_cap: 500, growth_percent: 150 } as const;
export const MIN_GROWTH_PERCENT = 110;
export const MAX_GROWTH_PERCENT = 200;
export const MIN_FIRST_CAP = 10;
export const MAX_FIRST_CAP = 100_000;
/** Suggest a warm-up at this many active readers, if fewer emails than active readers went out in the last 30 days. */
export const SUGGESTED_FROM_READERS = 3_000;
/**
 * Readers who confirmed in the last 30 days, or gave their consent then if they were imported, are emailed after
 * engaged readers and before the rest.
 */
export const RECENT_DAYS = 30;
/**
 * A warm-up is complete after this many sending days without a skipped reader or a stopped provider: a full week, to
 * include the weekly newsletter.
 */
export const COMPLETE_DAYS = 7;
/** Days without newsletters for a provider with too many complaints or bounces. */
export const QUIET_DAYS = 3;
/** Complaints and bounces are also summed over this many days, because a low-volume day has too few. */
export const STOP_WINDOW_DAYS = 7;
/** The percentage of a provider's cap that is kept for permission emails on days when some are due. */
const PERMISSION_PERCENT = 10;
/** Larger than any list; keeps the cap within a 32-bit column. */
const MAX_CAP = 100_000_000;

export const STOP_CAUSES = ['deferrals', 'complaints', 'bounces'] as const;
export type StopCause = (typeof STOP_CAUSES)[number];

/** Maximum shares of emails, and the minimum counts for them to be significant. */
const LIMITS = {
  deferred: { hold: 0.02, step_back: 0.05, min: 5 },
  hard_bounces: { hold: 0.02, step_back: 0.03, min: 3 },
  complaints: { hold: 0.001, step_back: 0.002, min: 2 },
} as const;
const DEFERRALS_STOP = { share: 0.1, min: 10, in_a_row: 20 } as const;
/** Growth steps to undo when sending resumes after a stop. */
const STEPS_BACK: Record<StopCause, number> = { deferrals: 2, complaints: 3, bounces: 3 };
/** Share of the cap that must be used before it grows. */
const MIN_USE_TO_GROW = 0.5;

export type Schedule = { first_cap: number; growth_percent: number };

/**
 * The caps of providers on a day, rounded by largest remainder. Those of providers with readers add up to the
 * schedule's total, except that each is at least one. A provider without readers starts with a cap of one email, for
 * readers who are imported later.
 */
export function capsOf(
  { first_cap, growth_percent }: Schedule,
  providers: readonly { share: number; stage: number }[],
): number[] {
  const exact = providers.map(({ share, stage }) =>
    Math.min(MAX_CAP, (share > 0 ? first_cap * share : 1) * (growth_percent / 100) ** stage),
  );
  const caps = exact.map((cap, index) => Math.max(1, providers[index]!.share > 0 ? Math.floor(cap) : Math.round(cap)));
  const withReaders = [...caps.keys()].filter((index) => providers[index]!.share > 0);
  const sumOf = (list: readonly number[]) => withReaders.reduce((sum, index) => sum + list[index]!, 0);
  const byRemainder = withReaders.toSorted((a, b) => exact[b]! - caps[b]! - (exact[a]! - caps[a]!));
  const missing = Math.round(sumOf(exact)) - sumOf(caps);
  for (const index of byRemainder.slice(0, Math.max(0, missing))) caps[index]! += 1;
  const largest = withReaders.toSorted((a, b) => caps[b]! - caps[a]!)[0];
  if (missing < 0 && largest !== undefined) caps[largest] = Math.max(1, caps[largest]! + missing);
  return caps;
}

/**
 * The stage from which a changed schedule continues, so that a cap doesn't jump: a new growth percentage applies only
 * to later days, and a higher first cap raises only the caps below it. A lower first cap lowers all caps.
 */
export function stageAfterChange(stage: number, { before, after }: { before: Schedule; after: Schedule }): number {
  const stepsIn = (factor: number) => Math.log(factor) / Math.log(after.growth_percent / 100);
  const grown = stepsIn((before.growth_percent / 100) ** stage);
  const raised = stepsIn(Math.max(1, after.first_cap / before.first_cap));
  // Rounding errors of the logarithms must not cost a step.
  return Math.max(0, Math.floor(grown - raised + 1e-6));
}

/**
 * A day's demand for parts of each cap: whether permission emails are due, and the weekly newsletter's share of
 * readers, which is 0 on days without one.
 */
export type Demand = { hasPermissionEmails: boolean; weekly_share: number };

/** The parts of a cap for permission emails and the weekly newsletter. The daily newsletter gets the rest. */
export function partsOf(
  cap: number,
  { hasPermissionEmails, weekly_share }: Demand,
): { permission_cap: number; weekly_left: number } {
  const permission_cap = hasPermissionEmails
    ? Math.min(cap - 1, Math.max(1, Math.floor((cap * PERMISSION_PERCENT) / 100)))
    : 0;
  return { permission_cap, weekly_left: Math.round((cap - permission_cap) * weekly_share) };
}

/** Counts of one provider's day. */
export type DayCounts = {
  cap: number;
  handed_over: number;
  accepted: number;
  deferred: number;
  hard_bounces: number;
  complaints: number;
};

const attemptsOf = ({ accepted, deferred, hard_bounces }: DayCounts) => accepted + deferred + hard_bounces;

/** The next day's step after a day without a stop: 1, 0, or -1. */
export function stepAfter(day: DayCounts): 1 | 0 | -1 {
  const exceeds = (limit: 'hold' | 'step_back') =>
    (['deferred', 'hard_bounces', 'complaints'] as const).some((kind) => {
      const sent = kind === 'complaints' ? day.accepted : attemptsOf(day);
      return day[kind] >= LIMITS[kind].min && day[kind] > sent * LIMITS[kind][limit];
    });
  if (exceeds('step_back')) return -1;
  if (exceeds('hold')) return 0;
  return day.handed_over >= day.cap * MIN_USE_TO_GROW ? 1 : 0;
}

export type Stop = { cause: StopCause; reason: string };

/**
 * Returns a reason to stop sending to a provider, or null. `days` is the window, today last. `not_accepted_in_a_row`
 * counts deferred and refused emails since the provider last accepted one, except to addresses that don't exist.
 */
export function findStop(
  provider: Provider,
  days: readonly DayCounts[],
  { not_accepted_in_a_row = 0 }: { not_accepted_in_a_row?: number } = {},
): Stop | null {
  const today = days.at(-1);
  if (!today) return null;
  const name = PROVIDER_NAMES[provider];
  const countsOverLimit = [today, sumOfDays(days)].find((counts) => shouldStop({ ...counts, soft_bounces: 0 }));
  if (countsOverLimit) {
    const { accepted, complaints, hard_bounces } = countsOverLimit;
    const complaintRate = complaints / Math.max(1, accepted);
    return shouldStop({ accepted, complaints, hard_bounces: 0, soft_bounces: 0 })
      ? {
          cause: 'complaints',
          reason: `${name}: readers marked ${percent(Math.min(1, complaintRate), 2)} of emails as spam (${complaints} of ${accepted}).`,
        }
      : {
          cause: 'bounces',
          reason: `${name}: ${hard_bounces} of ${accepted + hard_bounces} emails hard-bounced.`,
        };
  }
  const { deferred } = today;
  const attempts = attemptsOf(today);
  const isDeferring =
    (deferred >= DEFERRALS_STOP.min && deferred >= attempts * DEFERRALS_STOP.share) ||
    not_accepted_in_a_row >= DEFERRALS_STOP.in_a_row;
  return isDeferring
    ? { cause: 'deferrals', reason: `${name} deferred or refused ${deferred} of ${attempts} emails today.` }
    : null;
}

export const sumOfDays = (days: readonly DayCounts[]): DayCounts =>
  days.reduce(
    (sum, day) => ({
      cap: sum.cap + day.cap,
      handed_over: sum.handed_over + day.handed_over,
      accepted: sum.accepted + day.accepted,
      deferred: sum.deferred + day.deferred,
      hard_bounces: sum.hard_bounces + day.hard_bounces,
      complaints: sum.complaints + day.complaints,
    }),
    { cap: 0, handed_over: 0, accepted: 0, deferred: 0, hard_bounces: 0, complaints: 0 },
  );

/** Full days without newsletters after the day of the stop. */
export const quietDaysAfter = (cause: StopCause): number => (cause === 'deferrals' ? 0 : QUIET_DAYS);

/**
 * A provider's stage on a new day. `last` is its most recent earlier day, or null. A stopped provider keeps its stage;
 * one that resumes steps back.
 */
export function nextStage({
  stage,
  stop,
  last,
  isPaused,
}: {
  stage: number;
  stop: { cause: StopCause; isOver: boolean } | null;
  last: DayCounts | null;
  isPaused: boolean;
}): number {
  if (stop) return stop.isOver ? Math.max(0, stage - STEPS_BACK[stop.cause]) : stage;
  if (!last) return stage;
  const step = stepAfter(last);
  return Math.max(0, stage + (isPaused ? Math.min(0, step) : step));
}

/** True if no reader was skipped and no provider stopped in the last COMPLETE_DAYS sending days. */
export const isComplete = (
  days: readonly { date: string; handed_over: number; skipped: number; stop_cause: string | null }[],
): boolean => {
  const sendingDates = [...new Set(days.filter(({ handed_over }) => handed_over > 0).map(({ date }) => date))]
    .sort()
    .slice(-COMPLETE_DAYS);
  return (
    sendingDates.length === COMPLETE_DAYS &&
    days.every(({ date, skipped, stop_cause }) => date < sendingDates[0]! || (skipped === 0 && stop_cause === null))
  );
};

const count = z.int().min(0);
const Cap = z.int().min(MIN_FIRST_CAP).max(MAX_FIRST_CAP);
const Growth = z.int().min(MIN_GROWTH_PERCENT).max(MAX_GROWTH_PERCENT);

const ProviderDay = z.object({
  date: z.iso.date(),
  stage: count,
  cap: count,
  /** The parts of the cap that are kept for permission emails, and for weekly emails that haven't been handed over yet. */
  permission_cap: count,
  weekly_left: count,
  handed_over: count,
  accepted: count,
  deferred: count,
  hard_bounces: count,
  complaints: count,
  skipped: count,
  /** Why it was stopped during the day, or all day. */
  stop_cause: z.enum(STOP_CAUSES).nullable(),
});

/** Counts of newsletters' readers. Each of the `readers` is accepted, skipped, undelivered, or waiting. */
const ReaderCounts = z.object({
  readers: count,
  accepted: count,
  /** Left out by a cap or a stop. */
  skipped: count,
  /** Bounced, uncertain, or not to be emailed anymore (unsubscribed, paused, or erased since, for example). */
  undelivered: count,
  /** Not sent yet. */
  waiting: count,
});
export type ReaderCounts = z.infer<typeof ReaderCounts>;

export const WarmUp = z.object({
  id: z.int(),
  domain: z.string(),
  first_cap: count,
  growth_percent: count,
  started_at: z.string(),
  paused_at: z.string().nullable(),
  ended_at: z.string().nullable(),
  /** True if it ended automatically, after COMPLETE_DAYS without a skipped reader or a stopped provider. */
  is_completed: z.boolean(),
  providers: z.array(
    z.object({
      provider: z.enum(PROVIDERS),
      /** Its share of the readers when the warm-up started. */
      share: z.number(),
      /** The cap of the latest of `days`; if there are none, that of the current stage. */
      cap: count,
      stopped_at: z.string().nullable(),
      stop_cause: z.enum(STOP_CAUSES).nullable(),
      stop_reason: z.string().nullable(),
      resumes_on: z.iso.date().nullable(),
      /** The last 30 days, the oldest first. */
      days: z.array(ProviderDay),
      /** Readers of the last day's newsletters. */
      last_day: ReaderCounts,
    }),
  ),
});
export type WarmUp = z.infer<typeof WarmUp>;

/** Providers whose readers get newsletters. One without readers has a cap, too, for those who are imported later. */
export const providersInUse = ({ providers }: Pick<WarmUp, 'providers'>) =>
  providers.filter(
    ({ share, days, last_day }) => share > 0 || last_day.readers > 0 || days.some(({ handed_over }) => handed_over > 0),
  );

/** Figures that suggest a warm-up. */
const Suggestion = z.object({ active_readers: count, recent_emails: count });
export const WarmUpsResponse = z.object({
  /** The running one first, then newest first. */
  warm_ups: z.array(WarmUp),
  /** The domain of the newsletters' sender. */
  domain: z.string(),
  /** Null while one runs, or if none is needed. */
  suggestion: Suggestion.nullable(),
});
export type WarmUpsResponse = z.infer<typeof WarmUpsResponse>;
export const WarmUpResponse = z.object({ warm_up: WarmUp });
export const WarmUpInput = z.strictObject({ first_cap: Cap, growth_percent: Growth });
export type WarmUpInput = z.infer<typeof WarmUpInput>;
export const WarmUpPatch = z.strictObject({
  first_cap: Cap.optional(),
  growth_percent: Growth.optional(),
  is_paused: z.boolean().optional(),
});
export type WarmUpPatch = z.infer<typeof WarmUpPatch>;
export const WarmUpProviderInput = z.strictObject({ provider: z.enum(PROVIDERS) });

/** A newsletter's emails by provider: planned before it closes, and counted afterward. */
export const NewsletterWarmUp = z.object({
  providers: z.array(
    z.object({
      provider: z.enum(PROVIDERS),
      /** In a draft, `skipped` readers would be left out. */
      ...ReaderCounts.shape,
      /** The newsletter's emails that the provider's cap still allows on its date; 0 while the provider is stopped. */
      left_today: count,
      stop_reason: z.string().nullable(),
    }),
  ),
});
export type NewsletterWarmUp = z.infer<typeof NewsletterWarmUp>;

export const NewsletterWarmUpResponse = z.object({ warm_up: NewsletterWarmUp.nullable() });
