/** Slot race: many partners request the same few slots through several servers at the same time. */
import { systemClock } from '#server/platform/clock.ts';
import type { Pool } from '#server/platform/database.ts';
import { seededRandom } from '#server/platform/random.ts';
import { insertStaff, type Person } from '#server/testing/factories.ts';
import type { Cluster } from '../cluster.ts';
import {
  dateIn,
  insertBooks,
  insertPartners,
  postUntilDecided,
  processInParallel,
  promotionBody,
} from './slots-calls.ts';
import { type ControlResult, controlResult } from './verdict.ts';

const WORKERS = 48;
const PARTNERS = 100;
/** Number of top spots that each partner requests in a small race. */
const SLOTS_PER_PARTNER = 5;
/** Number of contested top spots, and of contested days with a category's slots. */
const SLOTS_PER_KIND = 25;
const TOP_CATEGORIES = [1, 2, 3, 4, 5];
const SLOT_CATEGORIES = [6, 7, 8, 9, 11];

export type Trial = { attempts: number; seed: number };
export type SlotRaceOutcome = { violations: string[]; statuses: Record<number, number> };

/** `from` is the first contested day, in days after the business date. */
export const raceForSlots = (cluster: Cluster, trial: Trial & { from?: number }): Promise<SlotRaceOutcome> =>
  race(cluster, { from: 10, ...trial });

/** Runs the control: a database without its guards. It must be red. */
export async function raceWithoutGuard(cluster: Cluster, trial: Trial): Promise<ControlResult> {
  await dropGuards(cluster.pool);
  const { violations } = await race(cluster, { ...trial, from: 40 });
  const isRed = (kind: string) => violations.some((text) => text.startsWith(kind));
  return controlResult(isRed('top spot') && isRed('slots'));
}

/** Drops the unique index and stops the counting of slots, for the rest of the database's life. */
export const dropGuards = (pool: Pool) =>
  pool.query(`
    drop index promotion_addons_one_per_slot;
    create function forget_slots() returns trigger language plpgsql as 'begin new.promotions_in_total := 0; return new; end';
    create trigger forget_slots before insert or update on newsletter_promotion_counts for each row execute function forget_slots()`);

type Slot = { date: string; category_id: number };
type Attempt = { person: Person; path: string; body: object };

async function race(cluster: Cluster, { attempts, seed, from }: Trial & { from: number }) {
  const attemptsPerSlot = Math.ceil(attempts / (2 * SLOTS_PER_KIND));
  const partners = await insertPartners(cluster, Math.min(PARTNERS, attemptsPerSlot * SLOTS_PER_PARTNER));
  const staff = await insertStaff({ db: cluster.db, now: systemClock.now });
  const topSpots = slotsOf(TOP_CATEGORIES, from);
  const dailySlots = slotsOf(SLOT_CATEGORIES, from);
  const all: Attempt[] = [
    ...(await createBookings(cluster, { topSpots, attemptsPerSlot, partners })),
    ...(await createApprovals(cluster, { dailySlots, attemptsPerSlot, partners, staff })),
  ];
  const statuses: Record<number, number> = {};
  await processInParallel(WORKERS, seededRandom(seed).shuffle(all), async ({ person, path, body }, index) => {
    const { status } = await postUntilDecided(cluster.servers[index % cluster.servers.length]!, path, person, body);
    statuses[status] = (statuses[status] ?? 0) + 1;
  });
  return {
    violations: [
      ...(await topSpotViolations(cluster.pool, topSpots)),
      ...(await slotViolations(cluster.pool, dailySlots)),
    ],
    statuses,
  };
}

const slotsOf = (categories: readonly number[], from: number): Slot[] =>
  categories.flatMap((category_id) =>
    Array.from({ length: SLOTS_PER_KIND / categories.length }, (_, day) => ({ category_id, date: dateIn(from + day) })),
  );

/** Prepares `attemptsPerSlot` bookings of each top spot, by the partners in turn. */
async function createBookings(
  cluster: Cluster,
  { topSpots, attemptsPerSlot, partners }: { topSpots: Slot[]; attemptsPerSlot: number; partners: Person[] },
) {
  const attempts: Attempt[] = [];
  for (const [index, slot] of topSpots.entries()) {
    const owners = Array.from(
      { length: attemptsPerSlot },
      (_, i) => partners[(index * attemptsPerSlot + i) % partners.length]!,
    );
    const books = await insertBooks(cluster.pool, owners, slot.category_id);
    attempts.push(
      ...owners.map((person, i) => ({ person, path: '/promotions', body: promotionBody(books[i]!, slot) })),
    );
  }
  return attempts;
}

/** Inserts `attemptsPerSlot` promotions for each day of a category, and prepares their approvals. */
async function createApprovals(
  { pool }: Cluster,
  {
    dailySlots,
    attemptsPerSlot,
    partners,
    staff,
  }: { dailySlots: Slot[]; attemptsPerSlot: number; partners: Person[]; staff: Person },
) {
  const attempts: Attempt[] = [];
  for (const { date, category_id } of dailySlots) {
    const owners = Array.from({ length: attemptsPerSlot }, (_, i) => partners[i % partners.length]!);
    const books = await insertBooks(pool, owners, category_id);
    const { rows } = await pool.query<{ id: number }>(
      `insert into promotions (partner_id, book_id, category_id, requested_date, alternate_dates, deal_ends_on, current_price_cents,
         sale_price_cents, price_type, cpc_cents, max_cost_cents, reason_codes, updated_at)
       select partner_id, id, category_id, $2::date, '{}', $2::date + 6, 499, 99, 'discounted', 15, 6000, '{}', now()
       from books where id = any($1::int[]) returning id`,
      [books, date],
    );
    attempts.push(...rows.map(({ id }) => ({ person: staff, path: `/promotions/${id}/approve`, body: {} })));
  }
  return attempts;
}

/** Reports top spots that aren't held exactly once. Many partners requested each. */
async function topSpotViolations(pool: Pool, slots: readonly Slot[]): Promise<string[]> {
  const heldCount = await readCounts(
    pool,
    `select date::text, category_id, count(*)::int as count from promotion_addons where state in ('held', 'confirmed') group by 1, 2`,
  );
  return slots
    .filter((slot) => heldCount(slot) !== 1)
    .map((slot) => `top spot ${nameOf(slot)} is held ${heldCount(slot)} times`);
}

/** Reports category days on which the approvals or the counter differ from the lower of requests and capacity. */
async function slotViolations(pool: Pool, slots: readonly Slot[]): Promise<string[]> {
  const approved = await readCounts(
    pool,
    `select promotion_date::text as date, category_id, count(*)::int as count from promotions where approval_status = 'approved' group by 1, 2`,
  );
  const counted = await readCounts(
    pool,
    'select newsletter_date::text as date, category_id, promotions_in_total as count from newsletter_promotion_counts',
  );
  const capacity = await readCounts(
    pool,
    'select newsletter_date::text as date, category_id, capacity as count from newsletter_promotion_counts',
  );
  const requested = await readCounts(
    pool,
    'select requested_date::text as date, category_id, count(*)::int as count from promotions group by 1, 2',
  );
  return slots.flatMap((slot) => {
    const expected = Math.min(capacity(slot), requested(slot));
    return approved(slot) === expected && counted(slot) === expected
      ? []
      : [`slots of ${nameOf(slot)}: ${approved(slot)} approved, ${counted(slot)} counted, not ${expected}`];
  });
}

const nameOf = ({ date, category_id }: Slot) => `${date} in category ${category_id}`;

/** Returns a function that looks up a slot's count in the query's rows. */
async function readCounts(pool: Pool, sql: string) {
  const { rows } = await pool.query<Slot & { count: number }>(sql);
  const counts = new Map(rows.map((row) => [nameOf(row), row.count]));
  return (slot: Slot) => counts.get(nameOf(slot)) ?? 0;
}
