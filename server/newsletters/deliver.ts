/**
 * Delivers the queued emails of one range of a newsletter.
 *
 * At most `window` rows are marked in flight, which bounds what a crash can leave uncertain: two per SMTP connection
 * (one being sent and one ready), or several hundred when the provider accepts idempotency keys, because uncertain
 * emails can then be sent again safely.
 */
import { withGenericPlan } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { mailKeys } from '#server/platform/mail-keys.ts';
import { recordMailEvent } from '#server/readers/bounces.ts';
import { LOG_OPT_OUT_JOB, optOutKey } from '#server/readers/opt-out-log.ts';
import { judgeProvider, openDay } from '#server/warm-up/days.ts';
import type { Provider } from '#shared/list-health.ts';
import type { AbortReason, createAbortMonitor } from './abort-monitor.ts';
import { type Compose, type DeliveryResult, deliverOne, type InFlightDelivery, requeuedResult } from './deliver-one.ts';
import {
  type BatchResult,
  type Candidate,
  commitBatch,
  dueDeferredRows,
  type KeyedCandidate,
  type LeasedRange,
  queuedAfter,
  READ_AHEAD,
  skipRows,
  type WarmUpQuota,
  writeLateOutcomes,
  writeOutcomes,
} from './delivery-log.ts';
import { pauseAutomatically } from './pause.ts';
import type { createSendProgress } from './send-progress.ts';
import { createWorkPool, type WorkPool } from './work-pool.ts';

/** A process's work on one newsletter, over several ranges. */
export type SenderRun = {
  deps: Pick<Deps, 'db' | 'pool' | 'now' | 'log' | 'metrics' | 'queue' | 'config' | 'mail'>;
  compose: Compose;
  monitor: ReturnType<typeof createAbortMonitor>;
  progress: ReturnType<typeof createSendProgress>;
  /** The warm-up whose caps apply. */
  warm_up_id: number | null;
};
type Send = SenderRun & { range: LeasedRange };

const IDEMPOTENT_WINDOW = 400;

/** Delivers until no row is left or it must stop; returns why it stopped. */
export async function deliverQueued(run: SenderRun, range: LeasedRange): Promise<AbortReason | null> {
  const { deps, monitor, progress } = run;
  const send = { ...run, range };
  const { isIdempotent, connections } = deps.mail;
  const window = isIdempotent ? IDEMPOTENT_WINDOW : 2 * connections;
  const queued = queuedRows(deps, range);
  const quota = quotaOf(run, range);
  const emails = createWorkPool<InFlightDelivery, DeliveryResult>(connections, (marked) => deliverOne(send, marked));
  let unwritten: DeliveryResult[] = [];
  try {
    for (;;) {
      const results = emails.drainResults();
      unwritten = results;
      const stop = monitor.check(results);
      if (stop) results.push(...emails.drainPending().map(requeuedResult));
      const isEnding = stop || quota?.isExhausted();
      const next = isEnding ? [] : withMessageIds(send, await queued.next(window - emails.size()));
      if (!results.length && !next.length && !emails.size()) {
        if (!stop) await quota?.skipRest();
        return stop;
      }
      if (results.length || next.length) {
        unwritten = [...results, ...next.map(requeuedResult)];
        await recordBounces({ deps, newsletter_id: range.newsletter_id }, progress.bouncesOf(results));
        const batch = {
          now: deps.now(),
          outcomes: results.map(deliveryOutcomeOf),
          next,
          quota: await quota?.today(results),
        };
        const committed = await withGenericPlan(deps.pool, (db) => commitBatch(db, range, batch));
        const marked = committed.reader_ids;
        unwritten = [];
        // Before anything that can fail, because a marked email that isn't sent or requeued would become uncertain.
        emails.add(next.filter(({ reader_id }) => marked.has(reader_id)).map(markInFlight));
        await quota?.add(results, committed);
        if (next.length && !marked.size && !committed.isExhausted && (await progress.isPausedOrEnded()))
          monitor.pause();
        const problem = await progress.add(results);
        if (problem) await deps.db.$transaction((tx) => pauseAutomatically(deps, tx, range.newsletter_id, problem));
      }
      await emails.waitFor(window / 2);
    }
  } catch (error) {
    await saveOutcomesWithRetry(send, emails, unwritten);
    throw error;
  }
}

/** The warm-up's cap as it applies to a range, or null without one. */
function quotaOf({ deps, warm_up_id }: SenderRun, range: LeasedRange) {
  if (!warm_up_id || !range.provider) return null;
  const provider = range.provider as Provider;
  let isExhausted = false;
  let not_accepted_in_a_row = 0;
  const isTrouble = ({ outcome }: DeliveryResult) => outcome.state === 'deferred' || outcome.state === 'bounced';
  // An address that doesn't exist says nothing about the provider's opinion of us.
  const isDeferredOrRefused = (result: DeliveryResult) => isTrouble(result) && result.event !== 'hard_bounce';
  return {
    isExhausted: () => isExhausted,
    today: async (results: readonly DeliveryResult[]): Promise<WarmUpQuota> => ({
      warm_up_id,
      date: await openDay(deps, warm_up_id),
      bad_addresses: results.filter(({ event }) => event === 'hard_bounce').map(({ outcome }) => outcome.reader_id),
    }),
    add: async (results: readonly DeliveryResult[], committed: BatchResult) => {
      isExhausted = committed.isExhausted;
      for (const result of results)
        not_accepted_in_a_row =
          result.outcome.state === 'accepted' ? 0 : not_accepted_in_a_row + Number(isDeferredOrRefused(result));
      if (results.some(isTrouble)) await judgeProvider(deps, { warm_up_id, provider, not_accepted_in_a_row });
    },
    skipRest: async () => {
      if (isExhausted) await skipRows(deps.pool, range, { warm_up_id, date: await openDay(deps, warm_up_id) });
    },
  };
}

type QueuedRows = { next(count: number): Promise<Candidate[]> };

/** Reads a range's queued rows in order and ahead of their use, then deferred rows that are due again. */
function queuedRows({ pool, mail, now }: Pick<Send['deps'], 'pool' | 'mail' | 'now'>, range: LeasedRange): QueuedRows {
  let rows: Candidate[] = [];
  let cursor = 0;
  let ahead: Promise<Candidate[]> | null = read();

  function read() {
    const reading = queuedAfter(pool, range, cursor);
    // An error is thrown where the read is awaited. If sending ends before that, the error doesn't matter.
    reading.catch(() => {});
    return reading;
  }
  return {
    next: async (count) => {
      if (count <= 0) return [];
      while (!rows.length && ahead) {
        rows = await ahead;
        cursor = rows.at(-1)?.reader_id ?? cursor;
        for (const row of rows) if (row.attempts > 0) row.may_have_arrived = mail.isIdempotent;
        ahead = rows.length === READ_AHEAD ? read() : null;
      }
      if (!rows.length) rows = await dueDeferredRows(pool, range, now());
      return rows.splice(0, count);
    },
  };
}

const deliveryOutcomeOf = ({ outcome }: DeliveryResult) => outcome;
const markInFlight = (candidate: KeyedCandidate): InFlightDelivery => ({ ...candidate, marked_at: performance.now() });

function withMessageIds({ deps, range }: Send, candidates: readonly Candidate[]): KeyedCandidate[] {
  const host = new URL(deps.config.appUrl).hostname;
  return candidates.map((candidate) => {
    const keys = mailKeys(deps.config.appSecret, { newsletter_id: range.newsletter_id, id: candidate.reader_id });
    return { ...candidate, keys, message_id: `<${keys.delivery}@${host}>` };
  });
}

/**
 * Records bounces before the rows are written: after a crash in between, a bounce may be reported twice, but is
 * recorded once. In the other order, it would be lost.
 */
export async function recordBounces(
  { deps, newsletter_id }: Pick<SenderRun, 'deps'> & { newsletter_id: number },
  results: readonly DeliveryResult[],
) {
  for (const { event: type, outcome } of results) {
    if (!type) continue;
    const { reader_id, failure } = outcome;
    const event = { type, newsletter_id, reader_id, mail_id: null, email: null, at: deps.now(), diagnostic: failure };
    await deps.db.$transaction(async (tx) => {
      const dedupe = `hand-over ${newsletter_id} ${reader_id}`;
      const { isNew, optOut } = await recordMailEvent(deps, tx, { ...event, dedupe });
      // A job writes the log entry, because no caller waits for it here.
      if (isNew && optOut)
        await deps.queue.send(tx, LOG_OPT_OUT_JOB, { key: optOutKey(deps, { ...optOut, at: event.at }) });
    });
  }
}

const RESCUE_TRIES = 10;
const RESCUE_WAIT_MS = 1_000;

/**
 * After a database error or the loss of the lease: waits for the emails in flight and writes their outcomes, retrying
 * if the database fails.
 */
async function saveOutcomesWithRetry(
  { deps, range, progress }: Send,
  emails: WorkPool<InFlightDelivery, DeliveryResult>,
  unwritten: readonly DeliveryResult[],
) {
  const results = [...unwritten, ...emails.drainPending().map(requeuedResult)];
  while (!emails.isIdle()) await emails.waitFor(Number.POSITIVE_INFINITY);
  results.push(...emails.drainResults());
  const outcomes = results.map(deliveryOutcomeOf);
  for (let attempt = 0; attempt < RESCUE_TRIES && !deps.pool.ending; attempt++) {
    try {
      await recordBounces({ deps, newsletter_id: range.newsletter_id }, progress.bouncesOf(results));
      await writeOutcomes(deps.pool, range, deps.now(), outcomes);
      // Without the lease, the statement above has written nothing.
      return void (await writeLateOutcomes(deps.pool, range, deps.now(), outcomes));
    } catch {
      await new Promise((resolve) => setTimeout(resolve, RESCUE_WAIT_MS));
    }
  }
}
