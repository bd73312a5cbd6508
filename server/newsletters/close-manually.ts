/**
 * Closes a newsletter manually on its own date: early, or late if the scheduler didn't. Also counts its recipients and
 * those that a warm-up leaves out.
 */

import type { Newsletter } from '#prisma';
import { audit } from '#server/platform/audit.ts';
import { vancouverTime } from '#server/platform/clock.ts';
import { inLongTransaction } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { invalid, notFound } from '#server/platform/errors.ts';
import { type PlannedProvider, plannedProviders, runningWarmUp } from '#server/warm-up/days.ts';
import { readerCounts } from '#server/warm-up/reader-counts.ts';
import { toIsoDate } from '#shared/dates.ts';
import { PROVIDERS, type Provider } from '#shared/list-health.ts';
import type { NewsletterClosing } from '#shared/newsletters.ts';
import type { NewsletterWarmUp } from '#shared/warm-up.ts';
import { previewContent } from './content.ts';
import { freezeDraft, readFreezeRequest } from './freeze.ts';
import { countRecipients } from './freeze-readers.ts';
import { HELD_TEXT } from './held.ts';
import { UNDER_WAY } from './queries.ts';
import { conflictOrNotFound } from './service.ts';
import { isDailyOpen } from './weekly.ts';

/**
 * Freezes and sends the newsletter now. 422 if `date` isn't its date. 409 if the newsletter is already closed, held, or
 * empty, if its date isn't today, or if it's weekly and the daily one of its date isn't closed yet.
 */
export async function closeNewsletter(
  deps: Pick<Deps, 'db' | 'now' | 'log' | 'queue' | 'config'>,
  { id, actor, date }: { id: number; actor: { id: number }; date: string },
) {
  const newsletter = await deps.db.newsletter.findUnique({ where: { id } });
  if (!newsletter) throw notFound();
  if (toIsoDate(newsletter.newsletter_date) !== date)
    throw invalid({ newsletter_date: ['is not this newsletter’s date'] });
  const problem = await closingProblem(deps, newsletter);
  if (problem) throw await conflictOrNotFound(deps.db, id, problem);
  const { kind, newsletter_date } = newsletter;
  const request = await readFreezeRequest(deps, { date: toIsoDate(newsletter_date), kind });
  await inLongTransaction(deps.db, async (tx) => {
    const frozen = await freezeDraft(deps, tx, request);
    if (!frozen) throw await conflictOrNotFound(tx, id, CLOSED);
    const target = { action: 'freeze', entity: 'newsletter', entity_id: id };
    const [before, after] = [{ status: newsletter.status }, { status: frozen.status, frozen_at: frozen.frozen_at }];
    await audit(tx, deps.now(), { user_id: actor.id, ...target, before, after });
  });
}

/** Counts what closing the draft now would send. */
export async function previewClosing(deps: Pick<Deps, 'db' | 'config'>, id: number): Promise<NewsletterClosing> {
  const newsletter = await deps.db.newsletter.findUnique({ where: { id } });
  if (!newsletter) throw notFound();
  if (newsletter.status !== 'draft') throw await conflictOrNotFound(deps.db, id, CLOSED);
  const { deals, readers_count, is_estimate } = await recipientsOf(deps, newsletter);
  return {
    newsletter_id: id,
    newsletter_date: toIsoDate(newsletter.newsletter_date),
    ...{ deals_count: deals.length, readers_count, is_estimate },
  };
}

/** The deals of a draft if it closed now, and the numbers of its readers, in total and by provider. */
async function recipientsOf(deps: Pick<Deps, 'db' | 'config'>, newsletter: Newsletter) {
  const { id, kind, newsletter_date } = newsletter;
  const sibling = await deps.db.newsletter.findFirst({
    where: { newsletter_date, id: { not: id } },
    select: { id: true },
  });
  const { deals } = (await previewContent(deps, newsletter)).snapshot as { deals: object[] };
  const draft = { kind, newsletter_date, sibling_id: sibling?.id ?? null };
  return { deals, ...(await countRecipients(deps.db, draft, deals)) };
}

/**
 * The warm-up's plan for a draft, or its result so far for a closed newsletter; null without one. Remaining caps and
 * stops are the current ones, so a newsletter that isn't being sent anymore has none.
 */
export async function getNewsletterWarmUp(
  deps: Pick<Deps, 'db' | 'now' | 'config'>,
  id: number,
): Promise<NewsletterWarmUp | null> {
  const newsletter = await deps.db.newsletter.findUnique({ where: { id } });
  if (!newsletter) throw notFound();
  const isDraft = newsletter.status === 'draft';
  const isWeekly = newsletter.kind === 'weekly';
  if (!isDraft && !newsletter.warm_up_id) return null;
  const planned =
    isDraft || (await usesRunningWarmUp(deps, newsletter))
      ? await plannedProviders(deps, toIsoDate(newsletter.newsletter_date))
      : null;
  if (isDraft) {
    if (!planned) return null;
    const { providers } = await recipientsOf(deps, newsletter);
    const before = await dailyRecipients(deps, newsletter);
    return {
      providers: planned.map(({ provider, left: allowed, weekly_left, stop_reason }) => {
        const readers = providers.get(provider) ?? 0;
        const daily = allowed - weekly_left;
        const left = isWeekly ? allowed - Math.min(daily, before.get(provider) ?? 0) : daily;
        const counts = { readers, skipped: Math.max(0, readers - left), accepted: 0, undelivered: 0, waiting: 0 };
        return { provider, ...counts, left_today: left, stop_reason };
      }),
    };
  }
  const leftOf = (plan: PlannedProvider | undefined) => (plan ? plan.left - (isWeekly ? 0 : plan.weekly_left) : 0);
  const counts = await readerCounts(deps.db, { id });
  return {
    providers: PROVIDERS.flatMap((provider) => {
      const providerCounts = counts.get(provider);
      const plan = planned?.find((one) => one.provider === provider);
      if (!providerCounts) return [];
      return [{ provider, ...providerCounts, left_today: leftOf(plan), stop_reason: plan?.stop_reason ?? null }];
    }),
  };
}

/** True while the newsletter is being sent with the caps of the running warm-up. */
const usesRunningWarmUp = async ({ db, config }: Pick<Deps, 'db' | 'config'>, { status, warm_up_id }: Newsletter) =>
  UNDER_WAY.some((one) => one === status) && (await runningWarmUp(db, config))?.id === warm_up_id;

/** Readers by provider of the daily newsletter that closes before a weekly one and uses the same caps. */
async function dailyRecipients(
  deps: Pick<Deps, 'db' | 'config'>,
  { kind, newsletter_date }: Newsletter,
): Promise<ReadonlyMap<Provider, number>> {
  const where = { newsletter_date, kind: 'daily', status: 'draft' } as const;
  const daily = kind === 'weekly' ? await deps.db.newsletter.findFirst({ where }) : null;
  return daily ? (await recipientsOf(deps, daily)).providers : new Map();
}

const CLOSED = 'This newsletter is already closed.';

async function closingProblem(
  deps: Pick<Deps, 'db' | 'now' | 'config'>,
  newsletter: Newsletter,
): Promise<string | null> {
  if (newsletter.status !== 'draft') return CLOSED;
  if (newsletter.held_at) return HELD_TEXT;
  const [date, today] = [toIsoDate(newsletter.newsletter_date), vancouverTime(deps.now()).date];
  if (date < today)
    return 'You can close a newsletter only on its own date. This one will be closed or abandoned automatically.';
  if (date > today)
    return 'You can close a newsletter early only on its own date: until then, partners can still change their promotions.';
  if (newsletter.kind === 'weekly' && (await isDailyOpen(deps, date)))
    return 'Close this date’s daily newsletter first. The weekly one includes its deals.';
  const { snapshot } = await previewContent(deps, newsletter);
  if ((snapshot as { deals: unknown[] }).deals.length) return null;
  return newsletter.kind === 'weekly'
    ? 'This newsletter has no deals. None of the last seven days’ deals still run.'
    : 'This newsletter has no deals. Approve promotions for its date first.';
}
