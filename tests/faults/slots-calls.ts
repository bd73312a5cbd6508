/** Helpers of the slot trials: partners, books, bookings, and requests repeated until a server accepts or refuses. */
import { businessDate, systemClock } from '#server/platform/clock.ts';
import type { Pool } from '#server/platform/database.ts';
import { insertPartner, type Person } from '#server/testing/factories.ts';
import { addDays } from '#shared/dates.ts';
import type { ChildServer, Cluster } from '../cluster.ts';

export async function insertPartners({ db }: Pick<Cluster, 'db'>, count: number): Promise<Person[]> {
  const people: Person[] = [];
  for (let i = 0; i < count; i++) people.push(await insertPartner({ db, now: systemClock.now }));
  return people;
}

/** Inserts a book per owner and returns the ids in the same order. */
export async function insertBooks(pool: Pool, owners: readonly Person[], category_id: number): Promise<number[]> {
  const { rows } = await pool.query<{ id: number }>(
    `insert into books (partner_id, title, slug, category_id, description, page_count, amazon_url, updated_at)
     select owner, 'The Quiet Harbor', 'the-quiet-harbor', $2, $3, 240, 'https://www.amazon.com/dp/B0ABCDEFGH', now()
     from unnest($1::int[]) with ordinality as o(owner, ordinal) order by ordinal returning id`,
    [
      owners.map(({ id }) => id),
      category_id,
      'A harbor town, a drowned ferryman, and a ledger that nobody wants found.',
    ],
  );
  return rows.map(({ id }) => id);
}

export const dateIn = (days: number) => addDays(businessDate(systemClock.now()), days);

export const promotionBody = (book_id: number, { date, category_id }: { date: string; category_id: number }) => ({
  book_id,
  category_id,
  requested_date: date,
  deal_ends_on: addDays(date, 6),
  current_price_cents: 499,
  sale_price_cents: 99,
  addon_ids: [1],
});

export type ApiResponse = {
  status: number;
  body: { promotion?: { id: number } } | null;
  retryAfter: string | null;
};

export async function post(
  server: ChildServer,
  path: string,
  { headers }: Person,
  body: object = {},
): Promise<ApiResponse> {
  const res = await fetch(`${server.url}/api/v1${path}`, {
    method: 'POST',
    // A new connection, because a server may close a keep-alive one just when it's reused.
    headers: { ...headers, 'content-type': 'application/json', connection: 'close' },
    body: JSON.stringify(body),
  });
  return {
    status: res.status,
    body: (await res.json().catch(() => null)) as ApiResponse['body'],
    retryAfter: res.headers.get('retry-after'),
  };
}

const BUSY = 503;
const DECISION_TIMEOUT_MS = 60_000;
const PAUSE_MS = 100;

/** Repeats a request while the server is busy or stopped. An earlier attempt may have taken effect. */
export async function postUntilDecided(...request: Parameters<typeof post>): Promise<ApiResponse> {
  const deadline = performance.now() + DECISION_TIMEOUT_MS;
  for (;;) {
    const response = await post(...request).catch(() => ({ status: BUSY, body: null, retryAfter: null }));
    if (response.status !== BUSY || performance.now() > deadline) return response;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

/** Processes all items with the given number of concurrent workers. */
export async function processInParallel<T>(
  workers: number,
  items: readonly T[],
  processItem: (item: T, index: number) => Promise<void>,
) {
  let next = 0;
  const worker = async () => {
    for (let index = next++; index < items.length; index = next++) await processItem(items[index]!, index);
  };
  await Promise.all(Array.from({ length: workers }, worker));
}
