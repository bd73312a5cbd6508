/**
 * Starts the run's Postgres cluster with two template databases, both migrated and one with reference data. Stops the
 * cluster at the end.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { seedReferenceData } from '../../prisma/seed/reference.ts';
import { registerJobs } from '../jobs.ts';
import { openDatabase } from '../platform/database.ts';
import type { Deps } from '../platform/deps.ts';
import { startEmbeddedPostgres } from '../platform/embedded-postgres.ts';
import { createLog } from '../platform/log.ts';
import { migrate } from '../platform/migrations.ts';
import { createQueue } from '../platform/queue.ts';
import { PREFIX, removeAbandoned } from './abandoned.ts';
import { tempRoot } from './temp-root.ts';

/** Trades durability, which these tests don't need, for speed. */
const FAST = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' };

export default async function setup(project: TestProject) {
  await removeAbandoned();
  const folder = mkdtempSync(join(tempRoot(), PREFIX));
  writeFileSync(join(folder, 'owner'), String(process.pid));
  const postgres = await startEmbeddedPostgres(folder, FAST);
  const url = (database: string) => postgres.url(database);

  await query(url('postgres'), 'create database template_migrated');
  await migrate(url('template_migrated'));
  await prepareQueue(url('template_migrated'));
  await query(url('postgres'), 'create database template_reference template template_migrated');
  const { db, pool } = openDatabase(url('template_reference'));
  await seedReferenceData({ db });
  await db.$disconnect();
  await pool.end();
  project.provide('databaseUrl', url('postgres'));

  return async () => {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}

/** Creates the queue's tables and its queues, so that no test file has to. */
async function prepareQueue(url: string) {
  const { db, pool } = openDatabase(url);
  const queue = createQueue(pool, createLog('silent'));
  registerJobs({ queue } as Deps);
  await queue.open();
  await queue.stop();
  await db.$disconnect();
  await pool.end();
}

async function query(url: string, sql: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(sql);
  await client.end();
}
