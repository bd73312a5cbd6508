/** Postgres checks: reachable, supported version and collation, migrated, clock in sync, jobs running. */
import { databaseProblem } from '#server/platform/database-claim.ts';
import type { Deps } from '#server/platform/deps.ts';
import { compareMigrations, FROM_DEVELOPMENT } from '#server/platform/migrations.ts';
import { bad, type Finding, good, note } from './finding.ts';

/** The first version with the collation below. */
const MIN_VERSION = 17;
const COLLATION = 'builtin C.UTF-8, UTF8';
const MAX_SKEW_SECONDS = 2;
const MAX_IDLE_HOURS = 26;

type DatabaseDeps = Pick<Deps, 'pool' | 'clock'>;
const queryRow = async ({ pool }: DatabaseDeps, sql: string) => (await pool.query(sql)).rows[0];

export async function checkDatabase(deps: DatabaseDeps): Promise<Finding> {
  const { version } = await queryRow(deps, `select current_setting('server_version_num')::int / 10000 as version`);
  if (version < MIN_VERSION)
    return bad(
      `Postgres ${version} is older than ${MIN_VERSION}. Install ${MIN_VERSION} or newer and restore a backup into it.`,
    );
  const { collation } = await queryRow(
    deps,
    `select concat(case datlocprovider when 'b' then 'builtin' when 'i' then 'icu' else 'libc' end, ' ',
       coalesce(datlocale, datcollate), ', ', pg_encoding_to_char(encoding)) as collation
     from pg_database where datname = current_database()`,
  );
  return collation === COLLATION ? good(`Postgres ${version}, ${collation}`) : bad(wrongCollation(collation));
}

const wrongCollation = (collation: string) =>
  `The database’s collation is ${collation}, not ${COLLATION}: search and unique names would ignore case in some languages only. Make a new \
database with “create database … template template0 encoding 'UTF8' locale 'C' locale_provider builtin builtin_locale 'C.UTF-8'” and \
restore a backup into it.`;

export async function checkMigrations({ pool }: DatabaseDeps): Promise<Finding> {
  const { applied, pending, unfinished, failed, unknown, isFromDevelopment } = await compareMigrations(pool);
  if (isFromDevelopment) return bad(FROM_DEVELOPMENT);
  const namesOf = (migrations: { name: string }[]) => migrations.map(({ name }) => name).join(', ');
  if (unfinished.length) return bad(`unfinished: ${namesOf(unfinished)} (run npm run migrate for instructions)`);
  if (unknown.length) return bad(`from a newer version: ${unknown.join(', ')}`);
  if (failed.length) return bad(failed.map(({ name, logs }) => `${name} failed: ${logs}`).join('; '));
  return pending.length
    ? bad(`pending: ${namesOf(pending)} (run npm run migrate to apply them)`)
    : good(`${applied.length} migrations`);
}

/** Checks that the database was used in the same Stripe mode, and that real use has no demo data. */
export async function checkOwner({ pool, config }: Pick<Deps, 'pool' | 'config'>): Promise<Finding> {
  const problem = await databaseProblem(pool, config);
  return problem ? bad(problem) : good('The database matches this configuration.');
}

/** Checks the clock's skew: deadlines are set by our clock and compared with Postgres's. */
export async function checkClock(deps: DatabaseDeps): Promise<Finding> {
  const { at } = await queryRow(deps, 'select clock_timestamp() as at');
  const seconds = Math.abs(deps.clock.now().getTime() - at.getTime()) / 1000;
  return seconds <= MAX_SKEW_SECONDS
    ? good('The clocks agree.')
    : bad(`This machine’s clock and the database’s differ by ${Math.round(seconds)} seconds. Sync both with NTP.`);
}

/** Checks that daily jobs run: a day without any means that no worker is running. */
export async function checkWorker(deps: DatabaseDeps): Promise<Finding> {
  const { hours } = await queryRow(
    deps,
    `select extract(epoch from clock_timestamp() - max(finished_at)) / 3600 as hours from job_runs`,
  );
  if (hours === null) return note('No daily job has run yet. Start Deckle with ROLE=all or ROLE=worker.');
  return hours <= MAX_IDLE_HOURS
    ? good('The schedule runs.')
    : bad(`No daily job has finished for ${Math.round(hours)} hours. Check that a worker is running.`);
}

export async function checkStaff(deps: DatabaseDeps): Promise<Finding> {
  const { admins } = await queryRow(
    deps,
    `select count(*)::int as admins from users where role = 'admin' and disabled_at is null`,
  );
  return admins
    ? good(`${admins} administrators`)
    : bad('There’s no administrator. Create one: npm run user:create -- --role admin …');
}

export async function checkReplica(deps: DatabaseDeps & Pick<Deps, 'reads' | 'config'>): Promise<Finding> {
  if (!deps.config.DATABASE_READ_URL) return good('No read replica is configured.');
  const [row] = await deps.reads.$queryRaw<{ replica: boolean; seconds: number | null }[]>`
    select pg_is_in_recovery() as replica, extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp())::float8 as seconds`;
  if (!row!.replica) return bad('DATABASE_READ_URL doesn’t respond or isn’t a replica, so reads go to the primary.');
  return good(`The replica responds and replayed its last change ${Math.round(row!.seconds ?? 0)} seconds ago.`);
}
