/** Load while processes are killed: clicks, bookings, and charges. Each continues until the time is up. */
import { linkKey, linkToken } from '#server/clicks/token.ts';
import { TEST_SECRET } from '../cluster.ts';
import { createReader, seedSentNewsletter } from './clicks-kills.ts';
import {
  charge,
  createPaymentAccounts,
  insertUnpaidPromotions,
  OWED_CENTS,
  type PaymentAccounts,
} from './money-accounts.ts';
import { findMoneyViolations } from './money-assertions.ts';
import type { ScaledCluster } from './processes-cluster.ts';
import { raceForSlots } from './slots-race.ts';

type IsOver = () => boolean;

const VISITORS = 6;
const CLICK_PAUSE_MS = 20;
const ATTEMPTS = 1_000;
/** Days from today to the first slots that are booked: later than the newsletter whose links are followed. */
const FIRST_DAY = 20;
const DAYS_PER_ROUND = 5;
const PROMOTIONS_PER_PARTNER = 4;
const CHARGES_PER_PROMOTION = 3;
const SETTLE_TIMEOUT_MS = 240_000;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

type FollowedLinks = {
  /** Readers whose clicks were redirected. */
  redirected: ReadonlySet<number>;
  /** Responses that are neither a redirect nor a 503, and a run without any redirect. */
  violations: string[];
};

/**
 * Starts visitors who follow the links of a sent newsletter. `done` resolves once the time is up. A killed process
 * doesn't respond.
 */
export async function followLinks(
  cluster: Pick<ScaledCluster, 'pool'> & { servers: readonly { url: string }[] },
  isOver: IsOver,
): Promise<{ done: Promise<FollowedLinks> }> {
  const { newsletter_id, promotion_ids } = await seedSentNewsletter(cluster.pool);
  const redirected = new Set<number>();
  const unexpected = new Map<number, number>();
  let reader_id = 1;
  const simulateVisitor = async () => {
    while (!isOver()) {
      const clickReader = reader_id++;
      await createReader(cluster.pool, clickReader);
      const key = linkKey(TEST_SECRET, { newsletter_id, reader_id: clickReader });
      const token = linkToken(
        key,
        promotion_ids[clickReader % promotion_ids.length]!,
        clickReader % 2 ? 'amazon' : 'kobo',
      );
      const url = `${cluster.servers[clickReader % cluster.servers.length]!.url}/${token}`;
      const res = await fetch(url, { redirect: 'manual', headers: { connection: 'close' } }).catch(() => null);
      if (res?.status === 302) redirected.add(clickReader);
      else if (res && res.status !== 503) unexpected.set(res.status, (unexpected.get(res.status) ?? 0) + 1);
      await pause(CLICK_PAUSE_MS);
    }
  };
  const done = Promise.all(Array.from({ length: VISITORS }, simulateVisitor)).then(() => ({
    redirected,
    violations: [
      ...[...unexpected].map(([status, links]) => `${links} valid links got ${status}`),
      ...(redirected.size ? [] : ['no click was redirected']),
    ],
  }));
  return { done };
}

/** Runs races for slots one after another, each for later days than the one before. */
export async function bookSlots(cluster: ScaledCluster, isOver: IsOver, seed: number) {
  const violations: string[] = [];
  let attempts = 0;
  for (let round = 0; !isOver(); round++) {
    const from = FIRST_DAY + round * DAYS_PER_ROUND;
    const race = await raceForSlots(cluster, { attempts: ATTEMPTS, seed: seed + round, from });
    violations.push(...race.violations);
    attempts += ATTEMPTS;
  }
  return { violations, attempts };
}

/** Charges unpaid promotions, each by several simultaneous requests through different processes. */
export async function chargeConcurrently(cluster: ScaledCluster, isOver: IsOver) {
  const owed = new Map<number, PaymentAccounts>();
  while (!isOver()) {
    // A new partner each time, because of the rate limit.
    const accounts = await createPaymentAccounts(cluster);
    const ids = await insertUnpaidPromotions(cluster, accounts, PROMOTIONS_PER_PARTNER);
    for (const id of ids) owed.set(id, accounts);
    await Promise.all(
      ids.flatMap((id) => Array.from({ length: CHARGES_PER_PROMOTION }, (_, i) => tryCharge(cluster, accounts, id, i))),
    );
  }
  return { count: owed.size, violations: async () => paymentViolations(cluster, owed) };
}

const tryCharge = (cluster: ScaledCluster, accounts: PaymentAccounts, id: number, web: number) =>
  charge({ server: cluster.servers[web % cluster.servers.length]! }, accounts, id).catch(() => null);

/**
 * Returns the violations after the worker has settled unknown results and every remaining promotion has been charged.
 */
export async function paymentViolations(cluster: ScaledCluster, owed: ReadonlyMap<number, PaymentAccounts>) {
  const ids = [...owed.keys()];
  const deadline = performance.now() + SETTLE_TIMEOUT_MS;
  let open = await unpaidAmong(cluster, ids);
  while (open.length && performance.now() < deadline) {
    for (const [index, id] of open.entries()) await tryCharge(cluster, owed.get(id)!, id, index);
    await pause(2_000);
    open = await unpaidAmong(cluster, ids);
  }
  return findMoneyViolations(cluster, new Map(ids.map((id) => [id, { charged: OWED_CENTS, refunded: 0 }])));
}

async function unpaidAmong({ pool }: ScaledCluster, owed: readonly number[]) {
  const { rows } = await pool.query<{ id: number }>(
    'select id from promotions where id = any($1::int[]) and paid_at is null order by id',
    [owed],
  );
  return rows.map(({ id }) => id);
}
