/** Exports of deliveries and of jobs: rows that change between batches neither repeat nor skip others. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import type { Row } from './entity.ts';
import { parseExportQuery } from './list-query.ts';
import { allRecords } from './records.ts';
import { REGISTRY } from './registry.ts';

const READERS = 1204;
const BATCH = 500;

let server: TestServer;
let newsletters: number[];
let readers: number[];
beforeAll(async () => {
  server = await startTestServer();
  const { db, pool } = server.deps;
  await db.reader.createMany({
    data: Array.from({ length: READERS }, (_, n) => ({ email: `reader-${n}@example.test`, stores: [] })),
  });
  readers = (await db.reader.findMany({ select: { id: true }, orderBy: { id: 'asc' } })).map(({ id }) => id);
  const created = ['2026-11-29', '2026-11-30'].map((date) =>
    db.newsletter.create({
      data: { newsletter_date: new Date(date), kind: 'weekly', status: 'sent', subject: '', preheader: '' },
    }),
  );
  newsletters = (await Promise.all(created)).map(({ id }) => id).sort((a, b) => a - b);
  await pool.query(
    `insert into deliveries (newsletter_id, reader_id, state)
     select newsletter.id, reader.id, 'accepted' from unnest($1::int[]) newsletter (id), unnest($2::int[]) reader (id)`,
    [newsletters, readers],
  );
});
afterAll(() => server.close());

/** Exports the list. `between` runs after each batch, with the rows so far. */
async function exportOf(name: string, filters = {}, between?: (rows: readonly Row[]) => Promise<unknown>) {
  const entity = REGISTRY.find((candidate) => candidate.name === name)!;
  const rows: Row[] = [];
  for await (const row of allRecords(server.deps, entity, parseExportQuery(entity, filters))) {
    rows.push(row);
    if (rows.length % BATCH === 0) await between?.(rows);
  }
  return rows;
}

const idsOf = (rows: readonly Row[]) => rows.map(({ newsletter_id, reader_id }) => `${newsletter_id}-${reader_id}`);
const expected = (newsletter: number, ids = readers) => ids.toReversed().map((reader) => `${newsletter}-${reader}`);

it('exports deliveries in the list’s order, in statements without an offset', async () => {
  const query = vi.spyOn(server.deps.pool, 'query');
  const rows = await exportOf('deliveries');
  // The queue uses the same pool, with plain texts.
  const statements = query.mock.calls.flatMap(([statement]) => (statement as unknown as { text?: string }).text ?? []);
  query.mockRestore();
  expect(idsOf(rows)).toEqual([...expected(newsletters[1]!), ...expected(newsletters[0]!)]);
  expect(statements).toHaveLength(7);
  for (const statement of statements) {
    expect(statement).toContain('"deliveries"');
    expect(statement).not.toMatch(/\boffset\b/i);
  }
  expect(idsOf(await exportOf('deliveries', { newsletter_id: String(newsletters[0]) }))).toEqual(
    expected(newsletters[0]!),
  );
});

it('neither repeats nor skips deliveries when others change or are deleted between batches', async () => {
  const { db } = server.deps;
  const newsletter_id = newsletters[1]!;
  const gone = new Set<unknown>();
  const remove = async (reader_id: number) => {
    gone.add(reader_id);
    await db.delivery.delete({ where: { newsletter_id_reader_id: { newsletter_id, reader_id } } });
  };
  const later = readers[0]!;
  const changed = readers[1]!;
  const rows = await exportOf('deliveries', { newsletter_id: String(newsletter_id) }, async (soFar) => {
    // The last row, an earlier one, and one that is still to come.
    for (const index of [soFar.length - 1, soFar.length - 200]) await remove(soFar[index]!.reader_id as number);
    if (soFar.length > BATCH) return;
    await remove(later);
    await db.delivery.update({
      where: { newsletter_id_reader_id: { newsletter_id, reader_id: changed } },
      data: { state: 'bounced' },
    });
  });
  expect(gone.size).toBe(5);
  expect(idsOf(rows)).toEqual(expected(newsletter_id, readers.slice(1)));
  expect(rows.at(-1)).toMatchObject({ reader_id: changed, state: 'bounced' });
});

it('exports every job once, by queue and id, while others are added and deleted', async () => {
  const { pool } = server.deps;
  const insert = async (count: number) =>
    (
      await pool.query<{ id: string }>(
        `insert into pgboss.job (name) select 'promotions.charge' from generate_series(1, $1) returning id`,
        [count],
      )
    ).rows.map(({ id }) => id);
  const before = await insert(BATCH + 2);
  const rows = await exportOf('jobs', { name: 'promotions.charge' }, async (soFar) => {
    await insert(1);
    await pool.query('delete from pgboss.job where id = $1', [soFar[0]!.id]);
  });
  const exported = rows.map(({ id }) => id as string);
  expect(exported).toEqual(expect.arrayContaining(before));
  expect(exported).toEqual([...new Set(exported)].toSorted());
});
