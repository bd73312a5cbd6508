/** A real Postgres for the tests: one cluster per run, one migrated template, a copy of it per test file. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { openDatabase } from '#server/platform/database.ts';

const ownName = () => `test_${randomBytes(6).toString('hex')}`;

/** A database for one test file: migrated and with the reference data, only migrated, or empty. Answers its URL, how to work on it and how to drop it. */
export async function createTestDatabase(template: 'reference' | 'migrated' | 'empty' = 'reference') {
  const admin = inject('databaseUrl');
  const name = ownName();
  // The log, which nobody will replay, would take twice as long.
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

export type Opened = ReturnType<typeof openDatabase>;

/** Work on connections of its own, whose statistics are complete when they have ended. */
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
