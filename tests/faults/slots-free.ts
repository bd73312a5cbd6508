/** A released slot, for whatever reason, is free for the next partner within five seconds. */
import { systemClock } from '#server/platform/clock.ts';
import type { Deps } from '#server/platform/deps.ts';
import { createLog } from '#server/platform/log.ts';
import { createQueue, type Queue } from '#server/platform/queue.ts';
import { declineUnanswered } from '#server/promotions/review.ts';
import { insertStaff, type Person } from '#server/testing/factories.ts';
import type { Cluster } from '../cluster.ts';
import { seededInt } from './kills.ts';
import { bodyOf, dateIn, inParallel, insertBooks, insertPartners, post, postUntilDecided } from './slots-calls.ts';

const LANES = 8;
/** Crashes are expensive, so only one in this many sequences has one. */
const CRASH_EVERY = 40;
const FREE_WITHIN_MS = 5_000;
const PAUSE_MS = 100;
const CATEGORIES = [1, 2, 3, 4];
const WEEK_AND_DAY_MS = 8 * 86_400_000;

export type Trial = { sequences: number; seed: number };
export type SlotReleaseOutcome = { violations: string[]; ends: Record<string, number>; slowestMs: number };

export const slotsAreFree = (cluster: Cluster, trial: Trial): Promise<SlotReleaseOutcome> => run(cluster, trial);

/** The control: a database that never releases an add-on. It must be red. */
export async function freeWithoutGuard(cluster: Cluster, trial: Trial): Promise<'red' | 'green'> {
  await cluster.pool.query(`
    create function keep_held() returns trigger language plpgsql as 'begin new.state := old.state; return new; end';
    create trigger keep_held before update on promotion_addons for each row
      when (new.state = 'released') execute function keep_held()`);
  const { violations } = await run(cluster, { ...trial, withinMs: 500 });
  await cluster.pool.query('drop trigger keep_held on promotion_addons');
  return violations.length ? 'red' : 'green';
}

type Lane = { slot: { date: string; category_id: number }; people: [Person, Person]; books: [number, number] };
type End = (id: number, lane: Lane) => Promise<void>;

async function run(
  cluster: Cluster,
  { sequences, seed, withinMs = FREE_WITHIN_MS }: Trial & { withinMs?: number },
): Promise<SlotReleaseOutcome> {
  const staff = await insertStaff({ db: cluster.db, now: systemClock.now });
  const lanes = await makeLanes(cluster);
  const roll = seededInt(seed);
  const queue = createQueue(cluster.pool, createLog('silent'));
  await queue.open();
  const ends = endsOf(cluster, staff, queue);
  const names = Object.keys(ends);
  const plans = Array.from({ length: sequences }, (_, i) =>
    i % CRASH_EVERY === CRASH_EVERY / 2 ? 'crash' : names[roll(names.length)]!,
  );
  const outcome: SlotReleaseOutcome = { violations: [], ends: {}, slowestMs: 0 };
  // Each lane has its own slot, so that only that slot is measured.
  await inParallel(LANES, lanes, async (lane, index) => {
    for (let i = index; i < plans.length; i += LANES) {
      const plan = plans[i]!;
      const ended = plan === 'crash' ? await crash(cluster, lane) : await takeAndEnd(cluster, lane, ends[plan]!);
      const freeMs = ended === null ? null : await nextTakes(cluster, lane, staff, withinMs);
      outcome.ends[plan] = (outcome.ends[plan] ?? 0) + 1;
      if (freeMs === null) outcome.violations.push(`sequence ${i}: the slot was not free ${withinMs} ms after ${plan}`);
      outcome.slowestMs = Math.max(outcome.slowestMs, freeMs ?? 0);
    }
  });
  await queue.stop();
  return outcome;
}

/** Gives each lane a top spot and, because its category has one slot a day, that slot too. */
async function makeLanes(cluster: Cluster): Promise<Lane[]> {
  await cluster.pool.query('update categories set daily_slots = 1 where id = any($1::int[])', [CATEGORIES]);
  await cluster.pool.query('update newsletter_promotion_counts set capacity = 1 where category_id = any($1::int[])', [
    CATEGORIES,
  ]);
  const lanes: Lane[] = [];
  for (let index = 0; index < LANES; index++) {
    const category_id = CATEGORIES[index % CATEGORIES.length]!;
    const slot = { category_id, date: dateIn(20 + Math.floor(index / CATEGORIES.length)) };
    const people = (await insertPartners(cluster, 2)) as [Person, Person];
    lanes.push({ slot, people, books: (await insertBooks(cluster.pool, people, category_id)) as [number, number] });
  }
  return lanes;
}

const serverOf = ({ servers }: Cluster, turn: number) => servers[turn % servers.length]!;

function endsOf(cluster: Cluster, staff: Person, queue: Queue): Record<string, End> {
  const on = async (person: Person, path: string, body: object = {}) => {
    const { status } = await postUntilDecided(serverOf(cluster, person.id), path, person, body);
    if (status !== 200) throw new Error(`${path} was answered with ${status}`);
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
    reject: (id) => on(staff, `/promotions/${id}/reject`, { reason_codes: ['other'], message: 'Not for us.' }),
    'cancel by the partner': (id, { people }) => on(people[0], `/promotions/${id}/cancel`),
    'cancel by staff': (id) => on(staff, `/promotions/${id}/cancel`),
    'cancel after approval': async (id, { people }) => {
      await on(staff, `/promotions/${id}/approve`);
      await on(people[0], `/promotions/${id}/cancel_approved`, { reason: 'The sale was moved.' });
    },
    'time-out': async (id) => {
      await on(staff, `/promotions/${id}/partner_feedback`, { message: 'May we use another category?' });
      await declineUnanswered(deps, id);
    },
  };
}

/** Takes a slot and ends its use, or returns null if the slot couldn't be taken. */
async function takeAndEnd(cluster: Cluster, lane: Lane, end: End): Promise<true | null> {
  const { slot, people, books } = lane;
  const { status, body } = await postUntilDecided(
    serverOf(cluster, people[0].id),
    '/promotions',
    people[0],
    bodyOf(books[0], slot),
  );
  if (status !== 201) return null;
  await end(body!.promotion!.id, lane);
  return true;
}

/** Kills a server that has taken the slot but not committed. */
async function crash(cluster: Cluster, { slot, people, books }: Lane): Promise<true> {
  const victim = await cluster.start({ failpoints: 'promotion.submitting=kill' });
  const answer = await post(victim, '/promotions', people[0], bodyOf(books[0], slot)).catch(() => null);
  if (answer) throw new Error(`the server lived on and answered ${answer.status}`);
  await victim.exited;
  return true;
}

/**
 * Another partner books the slot, has it approved, and cancels. Returns the time from the end to the start of the
 * successful booking; null if one that started later than `withinMs` was still refused. A busy answer isn't a refusal.
 */
async function nextTakes(
  cluster: Cluster,
  { slot, people, books }: Lane,
  staff: Person,
  withinMs: number,
): Promise<number | null> {
  const [, next] = people;
  const ended = performance.now();
  for (;;) {
    const begunMs = performance.now() - ended;
    const { status, body } = await post(serverOf(cluster, next.id), '/promotions', next, bodyOf(books[1], slot));
    if (status === 201) return (await goThrough(cluster, body!.promotion!.id, next, staff)) ? begunMs : null;
    if (status !== 503 && begunMs > withinMs) return null;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

/** True if the day's slot was free too; it is then released. */
async function goThrough(cluster: Cluster, id: number, partner: Person, staff: Person): Promise<boolean> {
  const { status } = await postUntilDecided(serverOf(cluster, staff.id), `/promotions/${id}/approve`, staff);
  const path = `/promotions/${id}/cancel${status === 200 ? '_approved' : ''}`;
  const gone = await postUntilDecided(serverOf(cluster, partner.id), path, partner, {
    reason: 'It was for the trial.',
  });
  return status === 200 && gone.status === 200;
}
