import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase } from '#server/testing/database.ts';
import { type Database, openDatabase, type Pool } from './database.ts';
import {
  isCheckViolation,
  isDatabaseUnavailable,
  isForeignKeyViolation,
  isRecordMissing,
  isUniqueViolation,
} from './database-errors.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: Database;
let pool: Pool;

beforeAll(async () => {
  database = await createTestDatabase();
  ({ db, pool } = openDatabase(database.url));
  await db.tag.create({ data: { slug: 'noir', name: 'Noir' } });
});
afterAll(async () => {
  await db.$disconnect();
  if (!pool.ended) await pool.end();
  await database.drop();
});

const errorOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => expect.unreachable(),
    (error) => error,
  );

const KINDS = { isUniqueViolation, isCheckViolation, isForeignKeyViolation, isRecordMissing, isDatabaseUnavailable };
const kindsOf = (error: unknown) => Object.entries(KINDS).flatMap(([name, isKind]) => (isKind(error) ? [name] : []));

const INSERT = `insert into tags (slug, name) values ('noir', 'Noir')`;
const OVERBOOK = `
  insert into newsletter_promotion_counts (newsletter_date, category_id, capacity, promotions_in_total)
  select '2026-12-01', id, 1, 2 from categories limit 1`;
/** A COMMIT error as Prisma passes it on. */
const atCommit = Object.assign(new Error('terminating connection'), { cause: { originalCode: '57P01' } });
const raiseSqlState = (code: string) =>
  pool.query(`do $$ begin raise exception 'lock timeout' using errcode = '${code}'; end $$`);

describe('a write that Postgres refuses', () => {
  it('names the unique index with every client', async () => {
    const data = { slug: 'noir', name: 'Noir' };
    for (const work of [() => db.tag.create({ data }), () => db.$executeRawUnsafe(INSERT), () => pool.query(INSERT)]) {
      const error = await errorOf(work());
      expect(kindsOf(error)).toEqual(['isUniqueViolation']);
      expect(isUniqueViolation(error, 'tags_name_key')).toBe(true);
      expect(isUniqueViolation(error, 'name')).toBe(false);
    }
  });

  it('is a check violation with every client', async () => {
    for (const work of [() => db.$executeRawUnsafe(OVERBOOK), () => pool.query(OVERBOOK)])
      expect(kindsOf(await errorOf(work()))).toEqual(['isCheckViolation']);
  });

  it('is a foreign key violation when it refers to nothing, or something refers to it', async () => {
    const nothing = db.blogTag.create({ data: { blog_id: 99, tag_id: 99 } });
    expect(kindsOf(await errorOf(nothing))).toEqual(['isForeignKeyViolation']);
    const inUse = db.superCategory.delete({ where: { id: 1 } });
    expect(kindsOf(await errorOf(inUse))).toEqual(['isForeignKeyViolation']);
    expect(kindsOf(await errorOf(raiseSqlState('23001')))).toEqual(['isForeignKeyViolation']);
  });

  it('is a missing record when there is no such row', async () => {
    const update = db.tag.update({ where: { id: 99 }, data: { name: 'Cozy' } });
    expect(kindsOf(await errorOf(update))).toEqual(['isRecordMissing']);
  });
});

describe('an unavailable database', () => {
  it('is recognized by deadlocks, by lock, statement, and idle timeouts, and by shutdowns', async () => {
    for (const code of ['55P03', '40P01', '57014', '25P03', '53300', '57P01', '57P02', '57P03', '57P05', '08006'])
      expect(kindsOf(await errorOf(raiseSqlState(code)))).toEqual(['isDatabaseUnavailable']);
    const slow = db.$transaction(async (tx) => {
      await tx.$executeRaw`set local statement_timeout = 50`;
      await tx.$queryRaw`select pg_sleep(5)::text`;
    });
    expect(kindsOf(await errorOf(slow))).toEqual(['isDatabaseUnavailable']);
  });

  it('is recognized when the connection ended before the commit', () => {
    expect(kindsOf(atCommit)).toEqual(['isDatabaseUnavailable']);
  });

  it('is recognized when the connection was refused', async () => {
    const nowhere = openDatabase('postgres://nobody@127.0.0.1:1/nothing');
    expect(kindsOf(await errorOf(nowhere.db.tag.count()))).toEqual(['isDatabaseUnavailable']);
    expect(kindsOf(await errorOf(nowhere.pool.query('select 1')))).toEqual(['isDatabaseUnavailable']);
    await nowhere.pool.end();
  });

  it('is recognized when a proxy that has no primary ends the connection', async () => {
    for (const end of [(socket: Socket) => socket.destroy(), (socket: Socket) => socket.resetAndDestroy()]) {
      const proxy = createServer(end);
      await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
      const { db, pool } = openDatabase(`postgres://127.0.0.1:${(proxy.address() as AddressInfo).port}/nothing`);
      for (const work of [
        () => db.tag.count(),
        () => pool.query('select 1'),
        () => db.$transaction((tx) => tx.tag.count()),
      ])
        expect(kindsOf(await errorOf(work()))).toEqual(['isDatabaseUnavailable']);
      await pool.end();
      proxy.close();
    }
  });

  it('is recognized when a standby refuses a write', async () => {
    const readOnly = openDatabase(
      `${database.url}?options=${encodeURIComponent('-c default_transaction_read_only=on')}`,
    );
    for (const work of [
      () => readOnly.db.tag.create({ data: { slug: 'cozy', name: 'Cozy' } }),
      () => readOnly.pool.query(INSERT),
    ])
      expect(kindsOf(await errorOf(work()))).toEqual(['isDatabaseUnavailable']);
    await readOnly.pool.end();
  });

  it('is recognized when no connection was available in time', async () => {
    const { db: waiting, pool: full } = openDatabase(database.url, { connections: 1 });
    const holder = await full.connect();
    const errors = await Promise.all([
      errorOf(full.query('select 1')),
      errorOf(waiting.tag.count()),
      errorOf(waiting.$transaction((tx) => tx.tag.count())),
    ]);
    holder.release();
    expect(errors.map(kindsOf)).toEqual([
      ['isDatabaseUnavailable'],
      ['isDatabaseUnavailable'],
      ['isDatabaseUnavailable'],
    ]);
    await full.end();
  });
});

it('leaves other errors unclassified, regardless of their message', async () => {
  const wordy = [
    await errorOf(raiseSqlState('P0001')),
    new Error('lock timeout'),
    Object.assign(new Error('23505 Unable to start a transaction'), { code: 'E1' }),
    '23505',
    null,
    undefined,
  ];
  expect(wordy.map(kindsOf)).toEqual(wordy.map(() => []));
});
