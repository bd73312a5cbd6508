/** The deliverability report that administrators get each Monday. */
import { enqueueEmail } from '#server/emails/enqueue.ts';
import { vancouverTime } from '#server/platform/clock.ts';
import { sendingDomain } from '#server/platform/config.ts';
import type { Deps } from '#server/platform/deps.ts';
import { loadListHealth, SENDING_DAYS, warmUpSuggestion } from '#server/readers/list-health.ts';
import { addDays, daysBetween, parseDate, toIsoDate } from '#shared/dates.ts';
import { comparedDays, type ListHealth, PROVIDER_DAYS, TIERS } from '#shared/list-health.ts';
import { formatDate } from '#shared/long-dates.ts';
import { paths } from '#shared/paths.ts';
import { providersInUse } from '#shared/warm-up.ts';
import { plannedDays, runningWarmUp } from './days.ts';
import { warmUpById } from './manage.ts';

const MONDAY = 1;

/** Sentences about providers that the warm-up has stopped, or about a warm-up to start. */
async function warmUpAdvice({ db, now, config }: Pick<Deps, 'db' | 'now' | 'config'>): Promise<string[]> {
  const domain = sendingDomain(config);
  const running = await db.warmUp.findFirst({
    where: { domain, ended_at: null },
    include: { providers: { where: { stopped_at: { not: null } }, orderBy: { provider: 'asc' } } },
  });
  if (running)
    return running.providers.map(
      ({ stop_reason, resumes_on }) =>
        `${stop_reason} The warm-up won’t send to this provider until ${formatDate(toIsoDate(resumes_on!))}.`,
    );
  const suggestion = await warmUpSuggestion({ db, now });
  if (!suggestion) return [];
  const [readers, emails] = [suggestion.active_readers, suggestion.recent_emails].map((count) =>
    count.toLocaleString('en-US'),
  );
  return [
    `You have ${readers} active readers, and ${emails} emails went out in the last ${SENDING_DAYS} days, so mailbox providers don’t know ${domain} yet. Start a warm-up before your next newsletter.`,
  ];
}

/** Daily job: emails the report of the last week on Mondays. */
export async function sendDeliverabilityReport(deps: Pick<Deps, 'db' | 'now' | 'queue' | 'config'>, run_date: string) {
  if (parseDate(run_date).getUTCDay() !== MONDAY) return;
  // A report delayed by an outage would have today's numbers.
  if (run_date < addDays(vancouverTime(deps.now()).date, -1)) return;
  const recipients = await reportRecipients(deps);
  const warm_up = await warmUpFigures(deps, run_date);
  const { days, providers, sources, advice } = await loadListHealth(deps);
  const toDo = [...(await warmUpAdvice(deps)), ...advice.map(({ text }) => text)];
  const [last, before] = comparedDays(days);
  const active = (day: ListHealth['days'][number] | undefined) =>
    day ? TIERS.reduce((sum, tier) => sum + day[tier], 0) : null;
  await deps.db.$transaction(async (tx) => {
    for (const { to, key } of recipients)
      await enqueueEmail(deps, tx, {
        to,
        owner: null,
        template: 'deliverability_report',
        once: `deliverability-${run_date}-${key}`,
        props: {
          date: run_date,
          active_readers: active(last),
          active_before: active(before),
          before_date: before?.date ?? null,
          dormant_readers: last?.dormant ?? null,
          providers: providers.filter(({ accepted, before }) => accepted + before.accepted > 0),
          confirmed: sources.reduce((sum, { confirmed }) => sum + confirmed, 0),
          warm_up,
          advice: toDo,
          list_health_url: deps.config.appUrl + paths.adminListHealth(),
          is_for_operator: key === 'operator',
        },
      });
  });
}

/** Active administrators who want the report; the operator's address on a site without active administrators. */
async function reportRecipients({
  db,
  config,
}: Pick<Deps, 'db' | 'config'>): Promise<{ to: string; key: number | 'operator' }[]> {
  const admins = await db.user.findMany({ where: { role: 'admin', disabled_at: null }, orderBy: { id: 'asc' } });
  if (!admins.length) return [{ to: config.operator.email, key: 'operator' }];
  return admins.filter(({ gets_reports }) => gets_reports).map(({ uid, id }) => ({ to: uid, key: id }));
}

/** Figures of the running warm-up for the report; null without one. */
async function warmUpFigures(deps: Pick<Deps, 'db' | 'now' | 'config'>, date: string) {
  const { db, config } = deps;
  const running = await runningWarmUp(db, config);
  if (!running) return null;
  const since = parseDate(addDays(date, -PROVIDER_DAYS));
  const { _sum } = await db.warmUpDay.aggregate({
    where: { warm_up_id: running.id, date: { gte: since, lt: parseDate(date) } },
    _sum: { accepted: true, skipped: true },
  });
  const inUse = new Set(providersInUse(await warmUpById(deps, running.id)).map(({ provider }) => provider));
  const planned = (await plannedDays(deps, { from: date, days: 2 })) ?? [];
  const [cap = 0, next_cap = 0] = planned.map(({ providers }) =>
    providers
      .filter(({ provider, stop_reason }) => inUse.has(provider) && !stop_reason)
      .reduce((sum, provider) => sum + provider.cap, 0),
  );
  return {
    day: daysBetween(vancouverTime(running.started_at).date, date) + 1,
    ...{ cap, next_cap, is_paused: running.paused_at !== null },
    ...{ accepted: _sum.accepted ?? 0, left_out: _sum.skipped ?? 0 },
  };
}
