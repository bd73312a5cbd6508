/** Slot release trial: a slot that is released for any reason is free for another partner within five seconds. */
import { systemClock } from '#server/platform/clock.ts';
import type { Deps } from '#server/platform/deps.ts';
import { createLog } from '#server/platform/log.ts';
import { createQueue, type Queue } from '#server/platform/queue.ts';
import { declineUnanswered } from '#server/promotions/review.ts';
import { insertStaff, type Person } from '#server/testing/factories.ts';
import type { Cluster } from '../cluster.ts';
import { seededInt } from './kills.ts';
import {
  dateIn,
  insertBooks,
  insertPartners,
  post,
  postUntilDecided,
  processInParallel,
  promotionBody,
} from './slots-calls.ts';
import { type ControlResult, controlResult } from './verdict.ts';

const TRACKS = 8;
/** Number of sequences per crash, because crashes are expensive. */
const SEQUENCES_PER_CRASH = 40;
const MAX_RELEASE_MS = 5_000;
const PAUSE_MS = 100;
const CATEGORIES = [1, 2, 3, 4];
const WEEK_AND_DAY_MS = 8 * 86_400_000;

export type Trial = { sequences: number; seed: number };
export type SlotReleaseOutcome = { violations: string[]; releases: Record<string, number>; slowestMs: number };

export const slotReleaseTrial = (cluster: Cluster, trial: Trial): Promise<SlotReleaseOutcome> =>
  runSequences(cluster, trial);

/** Runs the control: a database that never releases an add-on. It must be red. */
export async function slotReleaseWithoutGuard(cluster: Cluster, trial: Trial): Promise<ControlResult> {
  await cluster.pool.query(`
    create function keep_held() returns trigger language plpgsql as 'begin new.state := old.state; return new; end';
    create trigger keep_held before update on promotion_addons for each row
      when (new.state = 'released') execute function keep_held()`);
  const { violations } = await runSequences(cluster, { ...trial, maxReleaseMs: 500 });
  await cluster.pool.query('drop trigger keep_held on promotion_addons');
  return controlResult(violations.length > 0);
}

type Track = { slot: { date: string; category_id: number }; partners: [Person, Person]; books: [number, number] };
type Release = (id: number, track: Track) => Promise<void>;

async function runSequences(
  cluster: Cluster,
  { sequences, seed, maxReleaseMs = MAX_RELEASE_MS }: Trial & { maxReleaseMs?: number },
): Promise<SlotReleaseOutcome> {
  const staff = await insertStaff({ db: cluster.db, now: systemClock.now });
  const tracks = await createTracks(cluster);
  const roll = seededInt(seed);
  const queue = createQueue(cluster.pool, createLog('silent'));
  await queue.open();
  const releases = releasesOf(cluster, staff, queue);
  const names = Object.keys(releases);
  const plans = Array.from({ length: sequences }, (_, i) =>
    i % SEQUENCES_PER_CRASH === SEQUENCES_PER_CRASH / 2 ? 'crash' : names[roll(names.length)]!,
  );
  const outcome: SlotReleaseOutcome = { violations: [], releases: {}, slowestMs: 0 };
  // Each track has a separate slot, so that tracks don't affect each other.
  await processInParallel(TRACKS, tracks, async (track, index) => {
    for (let i = index; i < plans.length; i += TRACKS) {
      const plan = plans[i]!;
      let wasReleased = true;
      if (plan === 'crash') await crashWhileBooking(cluster, track);
      else wasReleased = await bookAndRelease(cluster, track, releases[plan]!);
      const freeMs = wasReleased ? await timeUntilFree(cluster, track, staff, maxReleaseMs) : null;
      outcome.releases[plan] = (outcome.releases[plan] ?? 0) + 1;
      if (!wasReleased) outcome.violations.push(`sequence ${i}: the slot couldn’t be booked before ${plan}`);
      else if (freeMs === null)
        outcome.violations.push(`sequence ${i}: the slot wasn’t free ${maxReleaseMs} ms after ${plan}`);
      outcome.slowestMs = Math.max(outcome.slowestMs, freeMs ?? 0);
    }
  });
  await queue.stop();
  return outcome;
}

/** Creates tracks, each with a top spot and, because its category has one slot a day, that slot too. */
async function createTracks(cluster: Cluster): Promise<Track[]> {
  await cluster.pool.query('update categories set daily_slots = 1 where id = any($1::int[])', [CATEGORIES]);
  await cluster.pool.query('update newsletter_promotion_counts set capacity = 1 where category_id = any($1::int[])', [
    CATEGORIES,
  ]);
  const tracks: Track[] = [];
  for (let index = 0; index < TRACKS; index++) {
    const category_id = CATEGORIES[index % CATEGORIES.length]!;
    const slot = { category_id, date: dateIn(20 + Math.floor(index / CATEGORIES.length)) };
    const partners = (await insertPartners(cluster, 2)) as [Person, Person];
    tracks.push({
      slot,
      partners,
      books: (await insertBooks(cluster.pool, partners, category_id)) as [number, number],
    });
  }
  return tracks;
}

const serverOf = ({ servers }: Cluster, turn: number) => servers[turn % servers.length]!;

function releasesOf(cluster: Cluster, staff: Person, queue: Queue): Record<string, Release> {
  const postAs = async (person: Person, path: string, body: object = {}) => {
    const { status } = await postUntilDecided(serverOf(cluster, person.id), path, person, body);
    if (status !== 200) throw new Error(`${path} got ${status}`);
  };
  const later = () => new Date(systemClock.now().getTime() + WEEK_AND_DAY_MS);
  const deps = {
    db: cluster.db,
    pool: cluster.pool,
    queue,
    now: later,
    config: { appUrl: 'http://127.0.0.1' },
  } as unknown as Deps;
  return {
    reject: (id) => postAs(staff, `/promotions/${id}/reject`, { reason_codes: ['other'], message: 'Not for us.' }),
    'cancel by the partner': (id, { partners }) => postAs(partners[0], `/promotions/${id}/cancel`),
    'cancel by staff': (id) => postAs(staff, `/promotions/${id}/cancel`),
    'cancel after approval': async (id, { partners }) => {
      await postAs(staff, `/promotions/${id}/approve`);
      await postAs(partners[0], `/promotions/${id}/cancel_approved`, { reason: 'The sale was moved.' });
    },
    'time-out': async (id) => {
      await postAs(staff, `/promotions/${id}/partner_feedback`, { message: 'May we use another category?' });
      await declineUnanswered(deps, id);
    },
  };
}

/** Books a slot and releases it. Returns false if the slot couldn't be booked. */
async function bookAndRelease(cluster: Cluster, track: Track, release: Release): Promise<boolean> {
  const { slot, partners, books } = track;
  const { status, body } = await postUntilDecided(
    serverOf(cluster, partners[0].id),
    '/promotions',
    partners[0],
    promotionBody(books[0], slot),
  );
  if (status !== 201) return false;
  await release(body!.promotion!.id, track);
  return true;
}

/** Starts a server that kills itself after it has reserved the slot, before the commit. */
async function crashWhileBooking(cluster: Cluster, { slot, partners, books }: Track) {
  const server = await cluster.start({ failpoints: 'promotion.submitting=kill' });
  const response = await post(server, '/promotions', partners[0], promotionBody(books[0], slot)).catch(() => null);
  if (response) throw new Error(`the server survived and responded with ${response.status}`);
  await server.exited;
}

/**
 * Lets another partner book the slot, have it approved, and cancel. Returns the time from the release to the start of
 * the successful booking. Returns null if that booking can't be approved and canceled, or if none succeeds within
 * `maxReleaseMs`. A later success still counts if a server was busy before it (503).
 */
async function timeUntilFree(
  cluster: Cluster,
  { slot, partners, books }: Track,
  staff: Person,
  maxReleaseMs: number,
): Promise<number | null> {
  const [, next] = partners;
  const releasedAt = performance.now();
  let wasBusy = false;
  for (;;) {
    const elapsedMs = performance.now() - releasedAt;
    const { status, body } = await post(serverOf(cluster, next.id), '/promotions', next, promotionBody(books[1], slot));
    if (status === 201) {
      const isFree = await approveAndCancel(cluster, body!.promotion!.id, next, staff);
      return isFree && (wasBusy || elapsedMs <= maxReleaseMs + PAUSE_MS) ? elapsedMs : null;
    }
    wasBusy ||= status === 503;
    if (status !== 503 && elapsedMs > maxReleaseMs) return null;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

/** Approves and cancels the booking. Returns true if both succeed, so the day's slot was free, too. */
async function approveAndCancel(cluster: Cluster, id: number, partner: Person, staff: Person): Promise<boolean> {
  const { status } = await postUntilDecided(serverOf(cluster, staff.id), `/promotions/${id}/approve`, staff);
  const path = `/promotions/${id}/cancel${status === 200 ? '_approved' : ''}`;
  const cancellation = await postUntilDecided(serverOf(cluster, partner.id), path, partner, {
    reason: 'It was for the trial.',
  });
  return status === 200 && cancellation.status === 200;
}
