/** Load while processes are killed. Each kind continues until the time is over, and repeats unanswered requests. */
import { linkToken, mailKey } from '#server/clicks/token.ts';
import { TEST_SECRET } from '../cluster.ts';
import { seedSent } from './clicks-kills.ts';
import {
  charge,
  createPaymentAccounts,
  insertUnpaidPromotions,
  OWED_CENTS,
  type PaymentAccounts,
} from './money-accounts.ts';
import { violationsOf } from './money-assertions.ts';
import type { ScaledCluster } from './processes-cluster.ts';
import { raceForSlots } from './slots-race.ts';

type IsOver = () => boolean;

const VISITORS = 6;
const BETWEEN_CLICKS_MS = 20;
const ATTEMPTS = 1_000;
/** After the newsletter whose links are followed. */
const FIRST_DAY = 20;
const DAYS_OF_A_ROUND = 5;
const OWED = 4;
const SAME_CLICKS = 3;
const SETTLED_WITHIN_MS = 240_000;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Starts immediately with a sent newsletter; resolves to the visitors, and later to the readers whose clicks were
 * answered.
 */
export async function followLinks(cluster: ScaledCluster, isOver: IsOver): Promise<{ answered: Promise<Set<number>> }> {
  const { newsletter_id, promotion_ids } = await seedSent(cluster.pool);
  const answered = new Set<number>();
  let reader_id = 1;
  const visitor = async () => {
    while (!isOver()) {
      const own = reader_id++;
      const key = mailKey(TEST_SECRET, { newsletter_id, reader_id: own });
      const token = linkToken(key, promotion_ids[own % promotion_ids.length]!, own % 2 ? 'amazon' : 'kobo');
      const url = `${cluster.servers[own % cluster.servers.length]!.url}/${token}`;
      const res = await fetch(url, { redirect: 'manual', headers: { connection: 'close' } }).catch(() => null);
      if (res?.status === 302) answered.add(own);
      await pause(BETWEEN_CLICKS_MS);
    }
  };
  return { answered: Promise.all(Array.from({ length: VISITORS }, visitor)).then(() => answered) };
}

/** A race for fifty slots after the other, each for later days. */
export async function bookSlots(cluster: ScaledCluster, isOver: IsOver, seed: number) {
  const violations: string[] = [];
  let attempts = 0;
  for (let round = 0; !isOver(); round++) {
    const from = FIRST_DAY + round * DAYS_OF_A_ROUND;
    const race = await raceForSlots(cluster, { attempts: ATTEMPTS, seed: seed + round, from });
    violations.push(...race.violations);
    attempts += ATTEMPTS;
  }
  return { violations, attempts };
}

/** Unpaid promotions, each charged by several simultaneous clicks through different processes. */
export async function chargeConcurrently(cluster: ScaledCluster, isOver: IsOver) {
  const owed = new Map<number, PaymentAccounts>();
  while (!isOver()) {
    // A new partner each time, because of the rate limit.
    const people = await createPaymentAccounts(cluster);
    const ids = await insertUnpaidPromotions(cluster, people, OWED);
    for (const id of ids) owed.set(id, people);
    await Promise.all(
      ids.flatMap((id) => Array.from({ length: SAME_CLICKS }, (_, i) => tryCharge(cluster, people, id, i))),
    );
  }
  return { count: owed.size, violations: async () => wrongWith(cluster, owed) };
}

const tryCharge = (cluster: ScaledCluster, people: PaymentAccounts, id: number, web: number) =>
  charge({ server: cluster.servers[web % cluster.servers.length]! }, people, id).catch(() => null);

/** Violations, once the worker has settled what a kill left unknown and every remaining promotion has been charged. */
async function wrongWith(cluster: ScaledCluster, owed: ReadonlyMap<number, PaymentAccounts>) {
  const ids = [...owed.keys()];
  const deadline = performance.now() + SETTLED_WITHIN_MS;
  let open = await unpaidOf(cluster, ids);
  while (open.length && performance.now() < deadline) {
    for (const [index, id] of open.entries()) await tryCharge(cluster, owed.get(id)!, id, index);
    await pause(2_000);
    open = await unpaidOf(cluster, ids);
  }
  return violationsOf(cluster, new Map(ids.map((id) => [id, { charged: OWED_CENTS, refunded: 0 }])));
}

async function unpaidOf({ pool }: ScaledCluster, owed: readonly number[]) {
  const { rows } = await pool.query<{ id: number }>(
    'select id from promotions where id = any($1::int[]) and paid_at is null order by id',
    [owed],
  );
  return rows.map(({ id }) => id);
}
