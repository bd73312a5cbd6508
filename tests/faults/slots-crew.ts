/** People, books and servers for the trials of slots: written straight into the database, since thousands are needed. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { issueToken } from '#server/auth/tokens.ts';
import { promotionToday, systemClock } from '#server/platform/clock.ts';
import { type Database, openDatabase, type Pool } from '#server/platform/database.ts';
import { freePort } from '#server/testing/free-port.ts';
import { addDays } from '#shared/dates.ts';
import { type ChildServer, startChildServer } from './child-server.ts';

export type Person = { id: number; headers: Record<string, string> };
export type Crew = { databaseUrl: string; db: Database; pool: Pool; servers: ChildServer[]; dataDir: string };

export async function withCrew<T>(
  databaseUrl: string,
  processes: number,
  work: (crew: Crew) => Promise<T>,
): Promise<T> {
  const crew = await hireCrew(databaseUrl, processes);
  try {
    const result = await work(crew);
    for (const { process: child, output } of crew.servers)
      if (child.exitCode !== null || child.signalCode !== null) throw new Error(`a server is gone:\n${output()}`);
    return result;
  } finally {
    await dismiss(crew);
  }
}

/** Several servers on one database, and a few connections of our own. */
export async function hireCrew(databaseUrl: string, processes: number): Promise<Crew> {
  const dataDir = mkdtempSync(join(tmpdir(), 'deckle-slots-'));
  const crew: Crew = { databaseUrl, dataDir, servers: [], ...openDatabase(databaseUrl, { connections: 6 }) };
  try {
    for (let i = 0; i < processes; i++) crew.servers.push(await hire(crew));
    return crew;
  } catch (error) {
    await dismiss(crew);
    throw error;
  }
}

export async function dismiss({ servers, db, pool, dataDir }: Crew) {
  await Promise.all(servers.map((server) => server.kill()));
  await db.$disconnect();
  if (!pool.ended) await pool.end();
  rmSync(dataDir, { recursive: true, force: true });
}

/** One more server; with `failpoints` it dies where they say. */
export const hire = async ({ databaseUrl, dataDir }: { databaseUrl: string; dataDir: string }, failpoints?: string) =>
  startChildServer({
    databaseUrl,
    dataDir: mkdtempSync(join(dataDir, 'server-')),
    port: await freePort(),
    ...(failpoints ? { failpoints } : {}),
  });

let serial = 0;

export async function addPartners({ db }: Crew, count: number): Promise<Person[]> {
  const people: Person[] = [];
  for (let i = 0; i < count; i++) {
    const name = `slots-${process.pid}-${++serial}`;
    const uid = `${name}@example.test`;
    const data = { uid, name: 'Ada Quill', encrypted_password: 'none', referral_code: name };
    const { id } = await db.partner.create({ data });
    const card = { payment_method_id: `pm_of_${name}`, brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2090 };
    await db.creditCard.create({ data: { ...card, partner_id: id, is_default: true } });
    people.push({ id, headers: await headersOf(db, 'partner', id, uid) });
  }
  return people;
}

export async function addStaff({ db }: Crew): Promise<Person> {
  const uid = `slots-staff-${process.pid}-${++serial}@example.test`;
  const { id } = await db.user.create({ data: { uid, name: 'Nora Whitlock', encrypted_password: 'none' } });
  return { id, headers: await headersOf(db, 'user', id, uid) };
}

async function headersOf(db: Database, role: 'partner' | 'user', id: number, uid: string) {
  const issued = await db.$transaction((tx) => issueToken(tx, systemClock.now(), { role, id }));
  return { 'resource-type': role, 'access-token': issued.token, client: issued.client, uid };
}

/** One per owner given, in that order. */
export async function addBooks({ pool }: Crew, owners: readonly Person[], category_id: number): Promise<number[]> {
  const { rows } = await pool.query<{ id: number }>(
    `insert into books (partner_id, title, slug, category_id, description, page_count, amazon_url, updated_at)
     select owner, 'The Quiet Harbour', 'the-quiet-harbour', $2, $3, 240, 'https://www.amazon.com/dp/B0ABCDEFGH', now()
     from unnest($1::int[]) with ordinality as o(owner, place) order by place returning id`,
    [
      owners.map(({ id }) => id),
      category_id,
      'A harbour town, a drowned ferryman, and a ledger that nobody wants found.',
    ],
  );
  return rows.map(({ id }) => id);
}

export const dateIn = (days: number) => addDays(promotionToday(systemClock.now()), days);

export const bodyOf = (book_id: number, { date, category_id }: { date: string; category_id: number }) => ({
  book_id,
  category_id,
  requested_date: date,
  deal_ends_on: addDays(date, 6),
  current_price_cents: 499,
  sale_price_cents: 99,
  addon_ids: [1],
});

export type Answer = { status: number; body: { promotion?: { id: number } } | null };

export async function post(server: ChildServer, path: string, { headers }: Person, body: object = {}): Promise<Answer> {
  const res = await fetch(`${server.url}/api/v1${path}`, {
    method: 'POST',
    // A connection each: a kept one may be closed by the server just when it is used again.
    headers: { ...headers, 'content-type': 'application/json', connection: 'close' },
    body: JSON.stringify(body),
  });
  return { status: res.status, body: (await res.json().catch(() => null)) as Answer['body'] };
}

const BUSY = 503;
const PATIENCE_MS = 60_000;
const PAUSE_MS = 100;

/** Asks again who is too busy, or is gone: a second try finds what the first one did, if it did anything. */
export async function postUntilDecided(...request: Parameters<typeof post>): Promise<Answer> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const answer = await post(...request).catch(() => ({ status: BUSY, body: null }));
    if (answer.status !== BUSY || performance.now() > deadline) return answer;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

/** Does all work with so many hands at once; each takes the next. */
export async function byHands<T>(hands: number, work: readonly T[], act: (one: T, index: number) => Promise<void>) {
  let next = 0;
  const hand = async () => {
    for (let index = next++; index < work.length; index = next++) await act(work[index]!, index);
  };
  await Promise.all(Array.from({ length: hands }, hand));
}
