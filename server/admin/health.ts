/** System health. Every check has a sentence for people, and the numbers behind it. */
import { readFileSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { unpaidInvoice } from '#server/billing/queries.ts';
import { overdueDrafts } from '#server/newsletters/overdue.ts';
import { UNDER_WAY } from '#server/newsletters/queries.ts';
import { businessDate, isZoneDataCurrent } from '#server/platform/clock.ts';
import { clockDifference, describeDifference, isClockWrong, reportedDifference } from '#server/platform/clock-check.ts';
import { type DailyJob, dueRuns } from '#server/platform/daily.ts';
import type { Deps } from '#server/platform/deps.ts';
import { openDates } from '#server/platform/open-dates.ts';
import { describeLag } from '#server/platform/replica.ts';
import { leftOutBecause } from '#server/promotions/reviewed.ts';
import { awaitingStaffWhere, laneCounts } from '#server/promotions/status-conditions.ts';
import { undecidedClosingNext, WARNING_HOURS } from '#server/promotions/undecided.ts';
import type { AdminHealth, HealthLevel } from '#shared/admin.ts';
import { formatCount } from '#shared/counts.ts';
import { addDays, formatInstant, parseDate, toIsoDate } from '#shared/dates.ts';
import { DAY_MS, MINUTE_MS } from '#shared/durations.ts';
import { formatDate } from '#shared/long-dates.ts';
import { formatCents } from '#shared/money.ts';
import { paths } from '#shared/paths.ts';

type Check = AdminHealth['checks'][number];
/** Seconds for which a due job may be pending before the queue's check warns or alarms. */
const PENDING_TOO_LONG_SECONDS = { warn: 60, bad: 600 };
/** Age at which an unconfirmed charge has an unknown result. A sweep checks charges every minute. */
const UNKNOWN_AFTER_MS = 2 * MINUTE_MS;
const FREE_GB = { warn: 5, bad: 1 };
const GB = 1024 ** 3;
const AT_RISK_DAYS = 7;

export async function checkHealth(
  deps: Pick<Deps, 'db' | 'pool' | 'now' | 'log' | 'config' | 'stripe' | 'replica'>,
  jobs: readonly DailyJob[],
): Promise<AdminHealth> {
  const now = deps.now();
  const runCheck = async (name: string, label: string, check: () => CheckResult | Promise<CheckResult>) => ({
    name,
    label,
    see: null,
    ...(await readOrLog(deps, name, check, FAILED_CHECK)),
  });
  const checks: Check[] = await Promise.all([
    runCheck('database', 'Database', () => checkDatabase(deps)),
    runCheck('replica', 'Read replica', () => checkReadReplica(deps)),
    runCheck('queue', 'Queue', () => checkQueue(deps)),
    runCheck('failed_jobs', 'Failed jobs', () => checkFailedJobs(deps)),
    runCheck('mails', 'Emails', () => checkEmails(deps)),
    runCheck('deliveries', 'Newsletter deliveries', () => checkDeliveries(deps)),
    runCheck('reviews', 'Reviews', () => checkReviews(deps)),
    runCheck('promotions_at_risk', 'Promotions at risk', () => checkPromotionsAtRisk(deps)),
    runCheck('held', 'Held newsletters', () => checkHeldNewsletters(deps)),
    runCheck('charges', 'Charges', () => checkCharges(deps)),
    runCheck('referrals', 'Referral rewards', () => checkReferrals(deps)),
    runCheck('disputes', 'Disputes', () => checkDisputes(deps)),
    runCheck('schedule', 'Schedule', () => checkSchedule(deps, jobs)),
    runCheck('clock', 'Clock', () => checkClock(deps)),
    runCheck('disk', 'Disk', () => checkDisk(deps)),
    runCheck('zone_data', 'Time zone data', checkZoneData),
  ]);
  const worst = (['bad', 'warn', 'ok'] as const).find((level) => checks.some((check) => check.level === level));
  return {
    level: worst ?? 'ok',
    checks,
    disputes: await readOrLog(deps, 'disputes', () => openDisputes(deps), []),
    schedule: await readOrLog(deps, 'schedule', () => lastRuns(deps), []),
    versions: await readVersions(deps),
    counts: await readOrLog<AdminHealth['counts']>(deps, 'counts', () => countRecords(deps), {}),
    now: now.toISOString(),
    business_date: businessDate(now),
  };
}

type CheckResult = Pick<Check, 'level' | 'text' | 'numbers'> & { see?: string };

const FAILED_CHECK: CheckResult = {
  level: 'bad',
  text: 'This check failed. The server’s log says why.',
  numbers: {},
};

/** Reads a part of the screen. If that fails, logs the error and returns `fallback`. */
async function readOrLog<T>(
  { log }: Pick<Deps, 'log'>,
  part: string,
  read: () => T | Promise<T>,
  fallback: T,
): Promise<T> {
  try {
    return await read();
  } catch (err) {
    log.error({ err, part }, 'health not read');
    return fallback;
  }
}

const levelOf = (value: number, { warn, bad }: { warn: number; bad: number }): HealthLevel =>
  value >= bad ? 'bad' : value >= warn ? 'warn' : 'ok';

async function checkDatabase({ pool }: Pick<Deps, 'pool'>): Promise<CheckResult> {
  const { rows } = await pool.query(
    `select pg_database_size(current_database())::float8 as bytes,
       (select count(*)::int from pg_stat_activity where datname = current_database()) as connections,
       (select setting::int from pg_settings where name = 'max_connections') as max_connections`,
  );
  const { bytes, connections, max_connections } = rows[0];
  return {
    level: levelOf(connections / max_connections, { warn: 0.7, bad: 0.9 }),
    text: `${formatSize(bytes)}; ${connections} of ${max_connections} connections are open.`,
    numbers: { bytes, connections, max_connections },
  };
}

function checkReadReplica({ replica, config }: Pick<Deps, 'replica' | 'config'>): CheckResult {
  if (!replica) return { level: 'ok', text: 'None is configured.', numbers: {} };
  const { lagSeconds, isUsed } = replica();
  if (Number.isNaN(lagSeconds))
    return {
      level: 'warn',
      text: 'Doesn’t respond or isn’t a replica, so everything is read from the primary.',
      numbers: { used: 0 },
    };
  const lag = describeLag(lagSeconds, isUsed ? null : config.DATABASE_READ_MAX_LAG_SECONDS);
  return {
    level: isUsed ? 'ok' : 'warn',
    text: isUsed ? `It’s ${lag}.` : `It’s ${lag}, so everything is read from the primary.`,
    numbers: { used: Number(isUsed), ...(Number.isFinite(lagSeconds) && { lag_seconds: Math.round(lagSeconds) }) },
  };
}

async function checkQueue({ pool }: Pick<Deps, 'pool'>): Promise<CheckResult> {
  const { rows } = await pool.query(
    `select count(*) filter (where state in ('created', 'retry'))::int as waiting,
       count(*) filter (where state = 'active')::int as active,
       coalesce(extract(epoch from now() - min(start_after) filter (where state in ('created', 'retry') and start_after <= now())), 0)::float8 as oldest_seconds
     from pgboss.job where state < 'completed'`,
  );
  const { waiting, active, oldest_seconds } = rows[0];
  return {
    level: levelOf(oldest_seconds, PENDING_TOO_LONG_SECONDS),
    text: waiting
      ? `Pending jobs: ${waiting}, ${oldest_seconds ? `the oldest for ${formatDuration(oldest_seconds)}` : 'none due yet'}; ${active} running.`
      : `No pending jobs; ${active} running.`,
    numbers: { waiting, active, oldest_seconds: Math.round(oldest_seconds) },
    see: '/u/jobs',
  };
}

async function checkFailedJobs({ pool }: Pick<Deps, 'pool'>): Promise<CheckResult> {
  const { rows } = await pool.query(
    `select name, count(*)::int as failed from pgboss.job where state = 'failed' group by name order by name`,
  );
  const failed = rows.reduce((sum, row) => sum + row.failed, 0);
  return {
    level: failed ? 'warn' : 'ok',
    text: failed ? rows.map((row) => `${row.failed} × ${row.name}`).join(', ') : 'None.',
    numbers: { failed, ...Object.fromEntries(rows.map((row) => [row.name, row.failed])) },
    see: '/u/jobs?state=failed',
  };
}

async function checkEmails({ db }: Pick<Deps, 'db'>): Promise<CheckResult> {
  const states = await db.mail.groupBy({ by: ['state'], _count: true, where: { state: { in: ['queued', 'failed'] } } });
  const countOf = (state: string) => states.find((row) => row.state === state)?._count ?? 0;
  const [queued, failed] = [countOf('queued'), countOf('failed')];
  return {
    level: failed ? 'warn' : 'ok',
    text: `${queued} queued, ${failed} failed.`,
    numbers: { queued, failed },
    see: failed ? '/u/mails?state=failed' : '/u/mails',
  };
}

async function checkDeliveries({ db, pool }: Pick<Deps, 'db' | 'pool'>): Promise<CheckResult> {
  const [{ rows }, paused] = await Promise.all([
    pool.query(
      'select count(*)::int as in_doubt from (select from deliveries where is_uncertain limit 1000) uncertain',
    ),
    db.newsletter.count({ where: { paused_at: { not: null }, status: { in: [...UNDER_WAY] } } }),
  ]);
  const { in_doubt } = rows[0];
  return {
    level: paused ? 'bad' : in_doubt ? 'warn' : 'ok',
    text: `${in_doubt === 1000 ? '1,000 or more' : in_doubt} uncertain; ${paused ? `${formatCount(paused, 'paused newsletter')}.` : 'no paused newsletters.'}`,
    numbers: { in_doubt, paused },
    see: '/u/deliveries?state=uncertain',
  };
}

/** Finds approved promotions of the coming week that their newsletters would leave out. */
async function checkPromotionsAtRisk({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<CheckResult> {
  const from = businessDate(now());
  const booked = await db.promotion.findMany({
    where: {
      approval_status: 'approved',
      frozen_at: null,
      cancelled_at: null,
      unable_to_send_at: null,
      sent_at: null,
      promotion_date: { gte: parseDate(from), lte: parseDate(addDays(from, AT_RISK_DAYS)) },
    },
    include: { book: { include: { author: true } } },
    relationLoadStrategy: 'join',
    orderBy: [{ promotion_date: 'asc' }, { id: 'asc' }],
  });
  const atRisk = booked.flatMap((promotion) => {
    const problem = leftOutBecause(promotion);
    return problem ? [{ ...promotion, problem }] : [];
  });
  const [first] = atRisk;
  return {
    level: first ? 'warn' : 'ok',
    text: first
      ? `${atRisk.length} won’t be sent as ${atRisk.length === 1 ? 'it is' : 'they are'}. Next: ${first.book.title} on ${formatDate(toIsoDate(first.promotion_date!))}. ${first.problem}`
      : 'Every promotion booked for the coming week can be sent.',
    numbers: { at_risk: atRisk.length },
    ...(first ? { see: paths.userPromotion(first.id) } : {}),
  };
}

async function checkHeldNewsletters({ db }: Pick<Deps, 'db'>): Promise<CheckResult> {
  const count = await db.newsletter.count({ where: { held_at: { not: null } } });
  return {
    level: count ? 'bad' : 'ok',
    text: count
      ? count === 1
        ? 'One is held until an administrator says whether it was sent.'
        : `${count} are held until an administrator says whether they were sent.`
      : 'None are held.',
    numbers: { held: count },
    see: '/u/newsletters?has_held_at=true',
  };
}

/**
 * Warns a day before the open newsletter closes with undecided promotions, and alarms in its last two hours. Also warns
 * of promotions that missed their dates.
 */
async function checkReviews({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<CheckResult> {
  const [undecided, { date_passed }] = await Promise.all([
    undecidedClosingNext(db, now()),
    laneCounts(db, await openDates(db, now())),
  ]);
  const [early, last] = WARNING_HOURS;
  const { date, hours_left } = undecided;
  const closing = hours_left <= early ? undecided.promotions.length : 0;
  const texts = [
    closing &&
      `${closing} undecided; the newsletter for ${formatDate(date)} closes in ${formatDuration(hours_left * 3600)}.`,
    date_passed && `Promotions that missed their dates and need new ones: ${date_passed}.`,
  ].filter(Boolean);
  return {
    level: closing && hours_left <= last ? 'bad' : closing || date_passed ? 'warn' : 'ok',
    text: texts.join(' ') || `No undecided promotions close within ${early} hours.`,
    numbers: { closing, date_passed },
    see: paths.userPromotions(),
  };
}

async function checkCharges({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<CheckResult> {
  const before = new Date(now().getTime() - UNKNOWN_AFTER_MS);
  const [unknown, open_differences] = await Promise.all([
    db.chargeAttempt.count({ where: { state: 'claimed', claimed_at: { lt: before } } }),
    db.ledgerDifference.count({ where: { resolved_at: null } }),
  ]);
  return {
    level: unknown || open_differences ? 'bad' : 'ok',
    text: `Charges with an unknown result: ${unknown}. Differences between the ledger and Stripe: ${open_differences}.`,
    numbers: { unknown, open_differences },
    see: open_differences ? '/u/ledger_differences?has_resolved_at=false' : '/u/charge_attempts?state=claimed',
  };
}

async function checkReferrals({ db }: Pick<Deps, 'db'>): Promise<CheckResult> {
  const held = await db.referralEntry.count({ where: { state: 'held' } });
  return {
    level: held ? 'warn' : 'ok',
    text: held
      ? `${held} ${held === 1 ? 'is' : 'are'} held until an administrator releases or declines ${held === 1 ? 'it' : 'them'}.`
      : 'None are held.',
    numbers: { held },
    see: '/u/referral_entries?state=held',
  };
}

/**
 * Remaining time below which a dispute is urgent. After the deadline, Stripe accepts no evidence, and the dispute is
 * lost.
 */
const ANSWER_SOON_MS = 2 * DAY_MS;

const MAX_DISPUTES_SHOWN = 50;
const OPEN_DISPUTE = { outcome: null } as const;

/** Finds disputes that the bank hasn't decided, most urgent first. */
async function openDisputes({ db }: Pick<Deps, 'db'>): Promise<AdminHealth['disputes']> {
  const rows = await db.dispute.findMany({
    where: OPEN_DISPUTE,
    include: {
      captured_charge: {
        include: { charge_attempt: { include: { promotion: { include: { book: { select: { title: true } } } } } } },
      },
    },
    orderBy: [{ due_by: { sort: 'asc', nulls: 'last' } }, { opened_at: 'asc' }],
    take: MAX_DISPUTES_SHOWN,
  });
  return rows.map(({ id, amount_cents, reason, funds_withdrawn, due_by, captured_charge: { charge_attempt } }) => ({
    id,
    amount_cents,
    reason,
    funds_withdrawn,
    due_by: due_by?.toISOString() ?? null,
    promotion_id: charge_attempt.promotion_id,
    book_title: charge_attempt.promotion.book.title,
  }));
}

async function checkDisputes(deps: Pick<Deps, 'db' | 'now'>): Promise<CheckResult> {
  const [first] = await openDisputes(deps);
  const { _count: open, _sum } = await deps.db.dispute.aggregate({
    where: OPEN_DISPUTE,
    _count: true,
    _sum: { amount_cents: true },
  });
  const isUrgent = first?.due_by && Date.parse(first.due_by) - deps.now().getTime() < ANSWER_SOON_MS;
  const amount_cents = _sum.amount_cents ?? 0;
  return {
    level: isUrgent ? 'bad' : open ? 'warn' : 'ok',
    text: first
      ? `${open} open, ${formatCents(amount_cents)} in total.${first.due_by ? ` The next response is due by ${formatInstant(first.due_by)}.` : ''}`
      : 'None are open.',
    numbers: { open, amount_cents },
    see: '/u/disputes?has_closed_at=false',
  };
}

/** Time after which an unfinished run counts as failed. */
const ABANDONED_MS = 10 * MINUTE_MS;
/** Time after which a due run that hasn't started is late. Jobs run one after another, so some start a little later. */
const LATE_START_MS = 30 * MINUTE_MS;

async function checkSchedule(deps: Pick<Deps, 'db' | 'now'>, jobs: readonly DailyJob[]): Promise<CheckResult> {
  const [drafts, { failed, unstarted }] = await Promise.all([overdueDrafts(deps), problemRuns(deps, jobs)]);
  const overdue = drafts.length;
  return {
    level: overdue || failed || unstarted ? 'bad' : 'ok',
    text: overdue
      ? `The newsletter for ${formatDate(toIsoDate(drafts[0]!.newsletter_date))} hasn’t closed on time.`
      : failed
        ? `${formatCount(failed, 'job')} didn’t finish. Check the server’s log.`
        : unstarted
          ? `${formatCount(unstarted, 'due job')} ${unstarted === 1 ? 'hasn’t' : 'haven’t'} started. Check that a worker is running.`
          : 'All due jobs have run.',
    numbers: { failed, unstarted, late: overdue },
    see: '/u/job_runs',
  };
}

/** Counts the runs of all dates that didn't finish, and those that are due but haven't started. */
async function problemRuns({ db, now }: Pick<Deps, 'db' | 'now'>, jobs: readonly DailyJob[]) {
  const before = (duration: number) => new Date(now().getTime() - duration);
  const unfinished = await db.jobRun.findMany({
    where: { finished_at: null, job: { in: jobs.map(({ name }) => name) } },
  });
  const started = new Set(unfinished.map(({ job, business_date }) => `${job} ${toIsoDate(business_date)}`));
  const due = await dueRuns({ db }, before(LATE_START_MS), jobs);
  return {
    failed: unfinished.filter(({ failure, started_at }) => failure || started_at < before(ABANDONED_MS)).length,
    unstarted: due.filter(({ job, date }) => !started.has(`${job.name} ${date}`)).length,
  };
}

async function lastRuns({ pool }: Pick<Deps, 'pool'>): Promise<AdminHealth['schedule']> {
  const { rows } = await pool.query(
    `select distinct on (job) job, business_date::text, started_at, finished_at, failure
     from job_runs order by job, business_date desc`,
  );
  return rows.map(({ job, business_date, started_at, finished_at, failure }) => ({
    job,
    business_date,
    started_at: started_at?.toISOString() ?? null,
    finished_at: finished_at?.toISOString() ?? null,
    failure,
  }));
}

async function checkClock(deps: Pick<Deps, 'pool'>): Promise<CheckResult> {
  const [difference, reported] = await Promise.all([clockDifference(deps), reportedDifference(deps)]);
  const seconds = (milliseconds: number) => Math.round(milliseconds / 1000);
  const numbers = { difference_seconds: seconds(difference), worker_difference_seconds: seconds(reported ?? 0) };
  if (reported !== null)
    return {
      level: 'bad',
      text: `A worker isn’t running its daily jobs or closing newsletters: ${describeDifference(reported)}. Sync that machine’s clock.`,
      numbers,
    };
  if (isClockWrong(difference))
    return { level: 'bad', text: `On this web server ${describeDifference(difference)}.`, numbers };
  return { level: 'ok', text: 'Matches the database’s clock.', numbers };
}

async function checkDisk({ config }: Pick<Deps, 'config'>): Promise<CheckResult> {
  const { bavail, blocks, bsize } = await statfs(config.DECKLE_DATA_DIR);
  const free = bavail * bsize;
  return {
    level: free < FREE_GB.bad * GB ? 'bad' : free < FREE_GB.warn * GB ? 'warn' : 'ok',
    text: `${formatSize(free)} of ${formatSize(blocks * bsize)} free on the disk that holds the data.`,
    numbers: { free_bytes: free, total_bytes: blocks * bsize },
  };
}

const checkZoneData = (): CheckResult =>
  isZoneDataCurrent()
    ? { level: 'ok', text: 'Up to date: British Columbia stays on UTC−7.', numbers: { fresh: 1 } }
    : {
        level: 'warn',
        text: 'Out of date. Deckle corrects Vancouver times automatically; upgrade Node when you can.',
        numbers: { fresh: 0 },
      };

const PACKAGE = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string };

async function readVersions({ pool, stripe }: Pick<Deps, 'pool' | 'stripe'>) {
  const { rows } = await pool.query<{ server_version: string }>('show server_version').catch(() => ({ rows: [] }));
  return {
    deckle: PACKAGE.version,
    node: process.version,
    postgres: rows[0]?.server_version ?? 'unknown',
    zone_data: process.versions.tz ?? 'unknown',
    stripe: stripe.mode,
  };
}

/**
 * Counts the records of the lists that the screen's counts link to. Each count equals the list's total, unless the list
 * is so long that it stops counting earlier.
 */
async function countRecords({ db }: Pick<Deps, 'db'>) {
  const [toReview, partners, readers, books, unpaid_invoices] = await Promise.all([
    db.promotion.count({ where: awaitingStaffWhere(db) }),
    db.partner.count({ where: { deleted_at: null } }),
    db.reader.count({ where: { status: 'active' } }),
    db.book.count({ where: { status: 'active' } }),
    db.invoice.count({ where: unpaidInvoice }),
  ]);
  return { reviewable: toReview, partners, readers, books, unpaid_invoices };
}

const formatSize = (bytes: number) =>
  bytes < GB ? `${Math.round(bytes / 1024 ** 2)} MB` : `${(bytes / GB).toFixed(1)} GB`;

const formatDuration = (seconds: number) =>
  seconds < 90
    ? formatCount(Math.round(seconds), 'second')
    : seconds < 5400
      ? `${Math.round(seconds / 60)} minutes`
      : `${Math.round(seconds / 3600)} hours`;
