/**
 * Applies migrations and records them in `_prisma_migrations` like `prisma migrate deploy`, without Prisma's engine.
 *
 * A migration and its row are written in one transaction: after a failure or a kill, none of its changes are kept, and
 * the next start retries it. A file whose first line is `-- deckle: no transaction` runs without one, for statements
 * that Postgres refuses in a transaction; if such a migration doesn't finish, a person has to resolve it.
 * See docs/decisions/0066-migrations-in-our-own-code.md.
 */
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { readDatabaseFacts, requirementProblem } from './database-requirements.ts';

export const MIGRATIONS_FOLDER = 'prisma/migrations';
/**
 * An arbitrary key: the lock lets one process migrate while the others wait. It belongs to a transaction rather than
 * being a lease, because the table of leases is itself created by a migration.
 */
export const MIGRATION_LOCK = 4_237_001;
const LOCK_ATTEMPT_MS = 5_000;
const MAX_LOCK_ATTEMPTS = 120;
const MIN_LOCK_PAUSE_MS = 10;
const MAX_LOCK_PAUSE_MS = 250;
/** A statement that waits for a table also blocks conflicting queries behind it. */
const TABLE_LOCK_MS = 5_000;
const NO_TRANSACTION = /^-- deckle: no transaction\s*$/;
const TRANSACTION_CONTROL = /^\s*(begin|start\s+transaction|commit|rollback)(\s+(work|transaction))?\s*;/im;

export type Migration = { name: string; sql: string };
type Options = {
  folder?: string;
  /** Called every few seconds with a message about who holds the migration lock. */
  onWait?: (message: string) => void;
  lockAttemptMs?: number;
  maxLockAttempts?: number;
};
type Queryable = Pick<pg.ClientBase, 'query'>;
type Row = { name: string; finished_at: Date | null; rolled_back_at: Date | null; logs: string | null };

/** A reason why a migration wasn't applied or resolved, with what to do about it. */
export class MigrationError extends Error {}

/** Applies pending migrations and returns their names. */
export async function migrate(databaseUrl: string, options: Options = {}): Promise<string[]> {
  await withConnection(databaseUrl, refuseUnsuitableDatabase);
  const applied: string[] = [];
  for (;;) {
    // Each migration has its own transaction, which takes and releases the lock.
    const name = await withMigrationLock(databaseUrl, options, (client) => applyNext(client, databaseUrl, options));
    if (name === null) return applied;
    applied.push(name);
  }
}

async function refuseUnsuitableDatabase(client: pg.Client) {
  const problem = requirementProblem(await readDatabaseFacts(client));
  if (problem) throw new MigrationError(problem);
}

/** Applies the first pending migration in the open transaction, and returns its name; null if there is none. */
async function applyNext(client: pg.Client, databaseUrl: string, { folder }: Options): Promise<string | null> {
  const { pending, unfinished, unknown, isFromDevelopment } = await compareMigrations(client, folder);
  if (isFromDevelopment) throw new MigrationError(FROM_DEVELOPMENT);
  if (unfinished.length) throw new MigrationError(unfinished.map(unfinishedMessage).join('\n'));
  if (unknown.length) throw new MigrationError(unknownMessage(unknown));
  const [migration] = pending;
  if (!migration) return null;
  if (!(await canMigrate(client))) throw new MigrationError(NOT_THE_OWNER);
  await apply(client, databaseUrl, migration);
  return migration.name;
}

/** Records a migration as applied by hand, or an unfinished one as rolled back. */
export const resolveMigration = (
  databaseUrl: string,
  name: string,
  as: 'applied' | 'rolled-back',
  options: Options = {},
): Promise<void> =>
  withMigrationLock(databaseUrl, options, async (client) => {
    const migration = readMigrations(options.folder).find((candidate) => candidate.name === name);
    const isFinished = (await readRows(client)).some((row) => row.name === name && row.finished_at);
    if (isFinished) throw new MigrationError(`Migration ${name} is already applied. There is nothing to resolve.`);
    if (as === 'applied' && !migration) throw new MigrationError(`There is no migration ${name}. Check its name.`);
    await createTable(client);
    const { rowCount } = await client.query(
      'update _prisma_migrations set rolled_back_at = now() where migration_name = $1 and finished_at is null and rolled_back_at is null',
      [name],
    );
    if (as === 'applied') await insertRow(client, migration!, 'resolved');
    if (as === 'rolled-back' && !rowCount)
      throw new MigrationError(`Migration ${name} has no unfinished run. There is nothing to resolve.`);
  });

/** Compares the migrations in the folder with those recorded in the database. */
export async function compareMigrations(client: Queryable, folder = MIGRATIONS_FOLDER) {
  const migrations = readMigrations(folder);
  const rows = await readRows(client);
  const applied = rows.filter((row) => row.finished_at).map(({ name }) => name);
  return {
    applied,
    /** True if the database has migrations that the first one of 0.1.0 replaced. */
    isFromDevelopment: applied.length > 0 && !applied.includes(migrations[0]!.name),
    pending: migrations.filter(({ name }) => !applied.includes(name)),
    unfinished: rows.filter((row) => !row.finished_at && !row.rolled_back_at),
    failed: rows.filter((row) => row.rolled_back_at && row.logs && !applied.includes(row.name)),
    unknown: applied.filter((name) => migrations.every((migration) => migration.name !== name)),
  };
}

const NOT_THE_OWNER =
  'The database hasn’t been migrated, and the role in DATABASE_URL doesn’t own it. Start the worker first, or run npm run migrate as the owner.';

async function canMigrate(client: Queryable): Promise<boolean> {
  const { rows } = await client.query(`select has_schema_privilege('public', 'create') as is_allowed`);
  return rows[0].is_allowed;
}

export const readMigrations = (folder = MIGRATIONS_FOLDER): Migration[] =>
  readdirSync(folder)
    .filter((name) => existsSync(join(folder, name, 'migration.sql')))
    .sort()
    .map((name) => ({ name, sql: readFileSync(join(folder, name, 'migration.sql'), 'utf8') }));

/** Applies a migration in the transaction that holds the lock, or on its own connection if it runs without one. */
async function apply(client: pg.Client, databaseUrl: string, migration: Migration) {
  if (NO_TRANSACTION.test(firstLine(migration.sql)))
    return withConnection(databaseUrl, (other) => applyWithoutTransaction(other, migration));
  if (TRANSACTION_CONTROL.test(migration.sql))
    throw new MigrationError(
      `Migration ${migration.name} begins or ends a transaction. Remove that statement: a migration runs in one transaction.`,
    );
  try {
    await createTable(client);
    await client.query(`set local lock_timeout = ${TABLE_LOCK_MS}`);
    await client.query(migration.sql);
    await insertRow(client, migration, 'finished');
    await client.query('commit');
  } catch (error) {
    const logs = describeError(error, migration);
    await client.query('rollback').catch(() => undefined);
    await insertFailure(client, migration, logs).catch(() => undefined);
    throw new MigrationError(failureMessage(migration.name, logs, error));
  }
}

/**
 * Applies a migration on a second connection, while the first one's transaction holds the lock. No lock_timeout:
 * `create index concurrently` waits for old transactions without blocking reads or writes.
 */
async function applyWithoutTransaction(client: pg.Client, migration: Migration) {
  await createTable(client);
  const id = await insertRow(client, migration, 'running');
  try {
    await client.query('set lock_timeout = 0');
    await client.query('set statement_timeout = 0');
    await client.query(migration.sql);
    await client.query('update _prisma_migrations set finished_at = now(), applied_steps_count = 1 where id = $1', [
      id,
    ]);
  } catch (error) {
    const logs = describeError(error, migration);
    await client.query('update _prisma_migrations set logs = $2 where id = $1', [id, logs]).catch(() => undefined);
    throw new MigrationError(unfinishedMessage({ name: migration.name, logs }));
  }
}

/** Keeps only the last failure of a migration; otherwise a restarting container would add a row each time. */
async function insertFailure(client: pg.Client, migration: Migration, logs: string) {
  await createTable(client);
  await client.query('delete from _prisma_migrations where migration_name = $1 and rolled_back_at is not null', [
    migration.name,
  ]);
  await insertRow(client, migration, 'failed', logs);
}

/** A migration that a person marked as applied has 0 steps, as after `prisma migrate resolve`. */
async function insertRow(
  client: Queryable,
  { name, sql }: Migration,
  state: 'running' | 'finished' | 'failed' | 'resolved',
  logs: string | null = null,
) {
  const id = randomUUID();
  const checksum = createHash('sha256').update(sql).digest('hex');
  const isFinished = state === 'finished' || state === 'resolved';
  await client.query(
    `insert into _prisma_migrations (id, checksum, migration_name, logs, started_at, finished_at, rolled_back_at, applied_steps_count)
     values ($1, $2, $3, $4, now(), case when $5 then clock_timestamp() end, case when $6 then now() end, $7)`,
    [id, checksum, name, logs, isFinished, state === 'failed', state === 'finished' ? 1 : 0],
  );
  return id;
}

async function readRows(client: Queryable): Promise<Row[]> {
  if (!(await hasTable(client))) return [];
  const { rows } = await client.query<Row>(
    'select migration_name as name, finished_at, rolled_back_at, logs from _prisma_migrations order by started_at',
  );
  return rows;
}

async function hasTable(client: Queryable): Promise<boolean> {
  const { rows } = await client.query(`select to_regclass('_prisma_migrations') is not null as has_table`);
  return rows[0].has_table;
}

/** The table as Prisma's engine creates it. */
async function createTable(client: Queryable) {
  if (await hasTable(client)) return;
  await client.query(`
    create table _prisma_migrations (
      id varchar(36) primary key not null,
      checksum varchar(64) not null,
      finished_at timestamptz,
      migration_name varchar(255) not null,
      logs text,
      rolled_back_at timestamptz,
      started_at timestamptz not null default now(),
      applied_steps_count integer not null default 0
    )`);
}

/**
 * Runs `work` in a transaction that holds the migration lock, and commits it. After a kill, Postgres holds the lock
 * until that transaction's running statement has ended, so that no other process migrates at the same time.
 */
const withMigrationLock = <T>(databaseUrl: string, options: Options, work: (client: pg.Client) => Promise<T>) =>
  withConnection(databaseUrl, async (client) => {
    await lock(client, options);
    const result = await work(client);
    await client.query('commit');
    return result;
  });

/** Ends the connection afterward, and with it a transaction that an error left open. */
async function withConnection<T>(databaseUrl: string, work: (client: pg.Client) => Promise<T>) {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'deckle migrations' });
  // A lost connection also rejects the running query.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Begins the transaction that holds the lock. */
async function lock(client: pg.Client, options: Options) {
  const { onWait = console.warn, lockAttemptMs = LOCK_ATTEMPT_MS, maxLockAttempts = MAX_LOCK_ATTEMPTS } = options;
  for (let attempt = 1; ; attempt++) {
    const end = performance.now() + lockAttemptMs;
    for (let pause = MIN_LOCK_PAUSE_MS; ; pause = Math.min(2 * pause, MAX_LOCK_PAUSE_MS)) {
      if (await tryLock(client)) return;
      if (performance.now() > end) break;
      await setTimeout(pause);
    }
    const holder = await readLockHolder(client);
    if (attempt === maxLockAttempts) throw new MigrationError(lockedMessage(holder));
    onWait(`Waiting for another process to finish migrating the database: ${holder}.`);
  }
}

/**
 * Doesn't wait inside the statement: the holder's `create index concurrently` would wait for that statement's snapshot,
 * so each would wait for the other.
 */
async function tryLock(client: pg.Client): Promise<boolean> {
  await client.query(
    'begin; set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0; set local lock_timeout = 0',
  );
  const { rows } = await client.query('select pg_try_advisory_xact_lock($1) as has_lock', [MIGRATION_LOCK]);
  if (!rows[0].has_lock) await client.query('rollback');
  return rows[0].has_lock;
}

async function readLockHolder(client: pg.Client): Promise<string> {
  const { rows } = await client.query(
    `select pid, application_name, host(client_addr) as client_addr, to_char(query_start at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as since
     from pg_locks join pg_stat_activity using (pid)
     where locktype = 'advisory' and classid = 0 and objid = $1 and objsubid = 1 and granted
       and pg_locks.database = (select oid from pg_database where datname = current_database())`,
    [MIGRATION_LOCK],
  );
  const [holder] = rows;
  if (!holder) return 'it may have just finished';
  const address = holder.client_addr ? ` from ${holder.client_addr}` : '';
  return `Postgres process ${holder.pid} (“${holder.application_name}”${address}), busy since ${holder.since} UTC`;
}

const firstLine = (sql: string) => sql.split('\n', 1)[0]!;

const isLockTimeout = (error: unknown) => error instanceof pg.DatabaseError && error.code === '55P03';

/** The Postgres error in one line, with the line of the file if Postgres knows it. */
function describeError(error: unknown, { sql }: Migration): string {
  if (!(error instanceof pg.DatabaseError)) return (error as Error).message;
  const { message, code, detail, hint, position } = error;
  const at = position ? `line ${sql.slice(0, Number(position) - 1).split('\n').length}: ` : '';
  const more = [detail, hint].filter(Boolean).map((text) => ` ${text}`);
  return `${at}${message} (${code}).${more.join('')}`;
}

function failureMessage(name: string, logs: string, error: unknown) {
  // A connection lost during the commit leaves the outcome unknown; the next start finds out.
  if (!(error instanceof pg.DatabaseError)) return `Migration ${name} was interrupted: ${logs}\nStart again.`;
  const advice = isLockTimeout(error)
    ? 'Another session is using the table. Start Deckle again when it has finished.'
    : isRefusedInTransaction(error)
      ? 'Move that statement to its own migration, and make “-- deckle: no transaction” its first line.'
      : `Fix the cause and start Deckle again. If the migration’s changes are already in the database, run: ${resolveCommand(name, 'applied')}`;
  return `Migration ${name} failed: ${logs}\nNone of its changes were kept. ${advice}`;
}

const isRefusedInTransaction = (error: unknown) => error instanceof pg.DatabaseError && error.code === '25001';

const unfinishedMessage = ({ name, logs }: Pick<Row, 'name' | 'logs'>) =>
  `Migration ${name} didn’t finish${logs ? `: ${logs}` : '.'}
Part of it may be in the database. Check, and complete or undo it by hand. Then run
  ${resolveCommand(name, 'applied')}       if all of its changes are in the database, or
  ${resolveCommand(name, 'rolled-back')}   if none of them are. Deckle will then apply the migration at the next start.`;

export const FROM_DEVELOPMENT = `This database was made by a development version before 0.1.0, which can’t be upgraded.
Back up what you need, then start with an empty database. To empty the embedded one, stop Deckle and delete DECKLE_DATA_DIR/postgres;
in Docker, remove the volume deckle_postgres-data.`;

const unknownMessage = (names: string[]) =>
  `The database has migrations that this version of Deckle doesn’t know: ${names.join(', ')}.
A newer version made them. Start that version, or restore the backup you made before the upgrade.`;

const lockedMessage = (holder: string) =>
  `Another process is still migrating the database: ${holder}.
Start Deckle again when it has finished. If it hangs, end it with pg_terminate_backend(pid).`;

const resolveCommand = (name: string, as: string) => `npm run migrate -- --resolve ${name} ${as}`;
