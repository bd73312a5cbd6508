/** Load while the primary fails: bookings, with a record of the acknowledged ones, and charges. */
import type { Person } from '#server/testing/factories.ts';
import { charge, createPaymentAccounts, insertUnpaidPromotions, type PaymentAccounts } from './money-accounts.ts';
import type { ScaledCluster } from './processes-cluster.ts';
import { dateIn, insertBooks, insertPartners, post, promotionBody } from './slots-calls.ts';

type IsOver = () => boolean;

const BOOKERS = 4;
const BOOKS_PER_INSERT = 10;
const FIRST_DAY = 10;
const DAYS = 60;
const CATEGORY = 6;
const BOOKING_PAUSE_MS = 200;
const CHARGE_PAUSE_MS = 500;
const PROMOTIONS_PER_PARTNER = 4;
const CHARGES_PER_PROMOTION = 3;
const RETRY_MS = 500;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Retries the fault test's own database work until it succeeds. Rows of failed attempts stay unused. */
async function retry<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch {
      await pause(RETRY_MS);
    }
  }
}

type Booking = { id: number; requestedAt: number };
export type Bookings = { acknowledged: Booking[]; unexpected: string[]; done: Promise<unknown> };

/** Starts partners who submit one booking after another. */
export async function startBooking(cluster: ScaledCluster, isOver: IsOver): Promise<Bookings> {
  const partners = await insertPartners(cluster, BOOKERS);
  const acknowledged: Booking[] = [];
  const unexpected: string[] = [];
  const book = async (partner: Person, book_id: number, count: number) => {
    const date = dateIn(FIRST_DAY + (count % DAYS));
    const body = { ...promotionBody(book_id, { date, category_id: CATEGORY }), addon_ids: [] };
    const requestedAt = performance.now();
    const server = cluster.servers[count % cluster.servers.length]!;
    const response = await post(server, '/promotions', partner, body).catch((error: Error) => error);
    if (response instanceof Error) unexpected.push(`no response: ${response.message}`);
    else if (response.status === 201) acknowledged.push({ id: response.body!.promotion!.id, requestedAt });
    else if (response.status !== 503 || !response.retryAfter)
      unexpected.push(`${response.status} ${JSON.stringify(response.body)}`);
  };
  const bookUntilOver = async (partner: Person) => {
    for (let count = 0; !isOver(); ) {
      const owners = Array<Person>(BOOKS_PER_INSERT).fill(partner);
      for (const book_id of await retry(() => insertBooks(cluster.pool, owners, CATEGORY))) {
        await book(partner, book_id, count++);
        await pause(BOOKING_PAUSE_MS);
      }
    }
  };
  return { acknowledged, unexpected, done: Promise.all(partners.map(bookUntilOver)) };
}

/** Charges unpaid promotions, each by several simultaneous requests. Returns those promotions and their partners. */
export async function chargeUntil(cluster: ScaledCluster, isOver: IsOver) {
  const owed = new Map<number, PaymentAccounts>();
  while (!isOver()) {
    const { accounts, ids } = await retry(async () => {
      const accounts = await createPaymentAccounts(cluster);
      return { accounts, ids: await insertUnpaidPromotions(cluster, accounts, PROMOTIONS_PER_PARTNER) };
    });
    for (const id of ids) {
      owed.set(id, accounts);
      await Promise.all(
        Array.from({ length: CHARGES_PER_PROMOTION }, (_, index) =>
          charge({ server: cluster.servers[index % cluster.servers.length]! }, accounts, id).catch(() => null),
        ),
      );
      await pause(CHARGE_PAUSE_MS);
    }
  }
  return owed;
}
