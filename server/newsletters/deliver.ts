/**
 * Delivers the queued emails of one newsletter.
 *
 * At most `window` rows are marked in flight, which bounds what a crash can leave uncertain: two per SMTP connection
 * (one being sent and one ready), or several hundred when the provider accepts idempotency keys, because uncertain
 * emails can then be sent again safely.
 */
import type { Pool } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { mailKeys } from '#server/platform/mail-keys.ts';
import { recordMailEvent } from '#server/readers/bounces.ts';
import { LOG_OPT_OUT, optOutKey } from '#server/readers/opt-out-log.ts';
import { type AbortReason, createAbortMonitor } from './abort-monitor.ts';
import { type Compose, type DeliveryResult, deliverOne, type InFlightDelivery, requeue } from './deliver-one.ts';
import {
  type Candidate,
  commitBatch,
  dueDeferredRows,
  type MarkedCandidate,
  queuedAfter,
  READ_AHEAD,
  writeOutcomes,
} from './delivery-log.ts';
import { pauseAutomatically } from './pause.ts';
import { createSendProgress } from './send-progress.ts';
import type { SenderClient } from './sender-lock.ts';
import { type WorkPool, workPool } from './work-pool.ts';

export type Send = { deps: Deps; db: SenderClient; newsletter_id: number; compose: Compose };

const IDEMPOTENT_WINDOW = 400;

/** Delivers until no row is left or it must stop; returns why it stopped. */
export async function deliverQueued(send: Send): Promise<AbortReason | null> {
  const { deps, db, newsletter_id } = send;
  const { isIdempotent, connections } = deps.mail;
  const window = isIdempotent ? IDEMPOTENT_WINDOW : 2 * connections;
  const waiting = queuedRows(deps.pool, newsletter_id, () => deps.now());
  const mails = workPool<InFlightDelivery, DeliveryResult>(connections, (marked) => deliverOne(send, marked));
  const progress = createSendProgress(deps, newsletter_id);
  const watch = createAbortMonitor(deps.mail);
  let unwritten: DeliveryResult[] = [];
  try {
    for (;;) {
      const handed = mails.drainResults();
      unwritten = handed;
      const stop = watch.check(handed);
      if (stop) handed.push(...mails.drainPending().map(requeue));
      const next = stop ? [] : withMessageIds(send, await waiting.next(window - mails.size()));
      if (!handed.length && !next.length && !mails.size()) return stop;
      if (handed.length || next.length) {
        unwritten = [...handed, ...next.map(requeue)];
        await recordBounces(send, handed);
        const marked = await commitBatch(db, newsletter_id, {
          now: deps.now(),
          outcomes: handed.map(deliveryOutcomeOf),
          next,
        });
        unwritten = [];
        mails.add(next.filter(({ reader_id }) => marked.has(reader_id)).map(markInFlight));
        if (next.length && !marked.size && (await progress.isPaused())) watch.pause();
        const problem = await progress.add(handed);
        if (problem) await deps.db.$transaction((tx) => pauseAutomatically(deps, tx, newsletter_id, problem));
      }
      await mails.waitFor(window / 2);
    }
  } catch (error) {
    await saveOutcomesOffline(send, mails, unwritten);
    throw error;
  }
}

type QueuedRows = { next(count: number): Promise<Candidate[]> };

/** Reads a newsletter's queued rows in order and ahead of their use, then deferred rows that are due again. */
function queuedRows(db: Pool, newsletter_id: number, now: () => Date): QueuedRows {
  let rows: Candidate[] = [];
  let cursor = 0;
  let ahead: Promise<Candidate[]> | null = read();

  function read() {
    const reading = queuedAfter(db, newsletter_id, cursor);
    // The error surfaces where the read is awaited; if sending ended before, it doesn't matter.
    reading.catch(() => {});
    return reading;
  }
  return {
    next: async (count) => {
      if (count <= 0) return [];
      while (!rows.length && ahead) {
        rows = await ahead;
        cursor = rows.at(-1)?.reader_id ?? cursor;
        ahead = rows.length === READ_AHEAD ? read() : null;
      }
      if (!rows.length) rows = await dueDeferredRows(db, newsletter_id, now());
      return rows.splice(0, count);
    },
  };
}

const deliveryOutcomeOf = ({ outcome }: DeliveryResult) => outcome;
const markInFlight = (candidate: MarkedCandidate): InFlightDelivery => ({ ...candidate, marked_at: performance.now() });

function withMessageIds({ deps, newsletter_id }: Send, candidates: readonly Candidate[]): MarkedCandidate[] {
  const host = new URL(deps.config.appUrl).hostname;
  return candidates.map((candidate) => {
    const keys = mailKeys(deps.config.appSecret, { newsletter_id, id: candidate.reader_id });
    return { ...candidate, keys, message_id: `<${keys.delivery}@${host}>` };
  });
}

/**
 * Records bounces before the rows are written: reporting one twice records it once, but not reporting it would lose it.
 */
async function recordBounces({ deps, newsletter_id }: Send, handed: readonly DeliveryResult[]) {
  for (const { event: type, outcome } of handed) {
    if (!type) continue;
    const { reader_id, failure } = outcome;
    const event = { type, newsletter_id, reader_id, mail_id: null, email: null, at: deps.now(), diagnostic: failure };
    await deps.db.$transaction(async (tx) => {
      const dedupe = `hand-over ${newsletter_id} ${reader_id}`;
      const { isNews, optOut } = await recordMailEvent(deps, tx, { ...event, dedupe });
      // No response waits for the log entry here, so a job writes it.
      if (isNews && optOut)
        await deps.queue.send(tx, LOG_OPT_OUT, { key: optOutKey(deps, { ...optOut, at: event.at }) });
    });
  }
}

const RESCUE_TRIES = 10;
const RESCUE_WAIT_MS = 1_000;

/**
 * After the connection and its lock are lost: lets emails in flight finish and writes their outcomes on another
 * connection.
 */
async function saveOutcomesOffline(
  { deps, newsletter_id }: Send,
  mails: WorkPool<InFlightDelivery, DeliveryResult>,
  unwritten: readonly DeliveryResult[],
) {
  const handed = [...unwritten, ...mails.drainPending().map(requeue)];
  while (!mails.isIdle()) await mails.waitFor(Number.POSITIVE_INFINITY);
  const outcomes = [...handed, ...mails.drainResults()].map(deliveryOutcomeOf);
  for (let tried = 0; tried < RESCUE_TRIES && !deps.pool.ending; tried++) {
    try {
      return void (await writeOutcomes(deps.pool, newsletter_id, deps.now(), outcomes));
    } catch {
      await new Promise((resolve) => setTimeout(resolve, RESCUE_WAIT_MS));
    }
  }
}
