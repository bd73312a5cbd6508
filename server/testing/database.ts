/** Real Postgres for the tests, with one cluster per run, in which each test database is a copy of a template. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { openDatabase } from '#server/platform/database.ts';

const uniqueName = () => `test_${randomBytes(6).toString('hex')}`;

/**
 * Creates a test database: migrated with reference data, only migrated, or empty. Returns its URL and functions to work
 * on it and drop it.
 */
export async function createTestDatabase(template: 'reference' | 'migrated' | 'empty' = 'reference') {
  const admin = inject('databaseUrl');
  const name = uniqueName();
  // file_copy skips the write-ahead log, which would take twice as long and is never replayed.
  const from = template === 'empty' ? 'template1' : `template_${template}`;
  await run(admin, `create database ${name} template ${from} strategy file_copy`);
  const url = new URL(admin);
  url.pathname = `/${name}`;
  return {
    url: url.toString(),
    during: duringOn(url.toString()),
    drop: () => run(admin, `drop database if exists ${name} with (force)`),
  };
}

/** Returns how many statements are waiting for a lock of another transaction. */
export async function countLockWaits({ pool }: Pick<Opened, 'pool'>): Promise<number> {
  const { rowCount } = await pool.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rowCount!;
}

export type Opened = ReturnType<typeof openDatabase>;

/** Runs work on separate connections, because statistics are complete only once connections are closed. */
const duringOn =
  (url: string) =>
  async <T>(work: (opened: Opened) => Promise<T>): Promise<T> => {
    const opened = openDatabase(url, { connections: 2 });
    try {
      return await work(opened);
    } finally {
      await opened.db.$disconnect();
      if (!opened.pool.ended) await opened.pool.end();
    }
  };

async function run(url: string, sql: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

declare module 'vitest' {
  export interface ProvidedContext {
    databaseUrl: string;
  }
}
