/** Checks of the database: version and collation, migrations, owner, clock, jobs, staff, replicas, and retention. */
import { clockDifference } from '#server/platform/clock-check.ts';
import { databaseProblem } from '#server/platform/database-claim.ts';
import { readDatabaseFacts, requirementProblem } from '#server/platform/database-requirements.ts';
import type { Deps } from '#server/platform/deps.ts';
import { compareMigrations, FROM_DEVELOPMENT } from '#server/platform/migrations.ts';
import { checkHistory } from '#server/platform/purge-history.ts';
import { describeLag } from '#server/platform/replica.ts';
import { formatCount } from '#shared/counts.ts';
import { bad, type Finding, good, note } from './finding.ts';

const MAX_SKEW_SECONDS = 2;
const MAX_IDLE_HOURS = 26;

type DatabaseDeps = Pick<Deps, 'pool'>;
const queryRow = async ({ pool }: DatabaseDeps, sql: string) => (await pool.query(sql)).rows[0];

export async function checkDatabase({ pool }: Pick<Deps, 'pool'>): Promise<Finding> {
  const facts = await readDatabaseFacts(pool);
  const problem = requirementProblem(facts);
  return problem ? bad(problem) : good(`Postgres ${facts.version}, ${facts.collation}`);
}

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

/** Checks that the database was used with the same Stripe mode, and has demo data only in the demo. */
export async function checkOwner({ pool, config }: Pick<Deps, 'pool' | 'config'>): Promise<Finding> {
  const problem = await databaseProblem(pool, config);
  return problem ? bad(problem) : good('The database matches this configuration.');
}

/** Checks this machine's clock, not the demo's: with a wrong one, newsletters would close at the wrong time. */
export async function checkClock(deps: DatabaseDeps): Promise<Finding> {
  const seconds = Math.abs(await clockDifference(deps)) / 1000;
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
    ? good('Scheduled jobs are running.')
    : bad(`No daily job has finished in the last ${Math.round(hours)} hours. Check that a worker is running.`);
}

export async function checkStaff(deps: DatabaseDeps): Promise<Finding> {
  const { admins } = await queryRow(
    deps,
    `select count(*)::int as admins from users where role = 'admin' and disabled_at is null`,
  );
  return admins
    ? good(formatCount(admins, 'administrator'))
    : bad('There’s no administrator. Create one: npm run user:create -- --role admin …');
}

/** Checks the replicas that have a slot, from the primary's side, and the one in DATABASE_READ_URL. */
export async function checkReplica({
  pool,
  replica,
  config,
}: Pick<Deps, 'pool' | 'replica' | 'config'>): Promise<Finding> {
  const { rows: slots } = await pool.query<ReplicationSlot>(
    `select slot_name as name, active as is_active, coalesce(wal_status = 'lost', false) as is_lost,
       ceil(coalesce(pg_wal_lsn_diff(pg_current_wal_lsn(), coalesce(replay_lsn, restart_lsn)), 0) / 1048576)::int as megabytes
     from pg_replication_slots left join pg_stat_replication on pid = active_pid where slot_type = 'physical' order by 1`,
  );
  const lost = slots.find(({ is_lost }) => is_lost);
  if (lost)
    return bad(
      `The primary no longer has the changes that the replica of slot ${lost.name} is missing. Copy the primary to the replica again; with Docker Compose, restart the replica.`,
    );
  const inactive = slots.find(({ is_active }) => !is_active);
  if (inactive)
    return bad(
      `No replica is connected to slot ${inactive.name}, for which the primary keeps ${inactive.megabytes} MB of changes. Start the replica, or drop the slot: select pg_drop_replication_slot('${inactive.name}').`,
    );
  if (replica) {
    const { lagSeconds, isUsed } = replica();
    if (Number.isNaN(lagSeconds))
      return bad('DATABASE_READ_URL doesn’t respond or isn’t a replica, so reads go to the primary.');
    const lag = `The replica is ${describeLag(lagSeconds, isUsed ? null : config.DATABASE_READ_MAX_LAG_SECONDS)}`;
    return isUsed ? good(`${lag}.`) : bad(`${lag}, so reads go to the primary.`);
  }
  return slots.length
    ? good(
        slots
          .map(({ name, megabytes }) => `The replica of slot ${name} is connected, ${megabytes} MB behind.`)
          .join(' '),
      )
    : good('No read replica is configured.');
}

export async function checkRetention(deps: Pick<Deps, 'pool' | 'now' | 'config'>): Promise<Finding> {
  const { limits, overdue } = await checkHistory(deps);
  return overdue.length
    ? bad(
        `Rows past their retention period haven’t been deleted: ${overdue.join(', ')}. Check that a worker runs overnight, and see the logs of the jobs rows.purge_history and deliveries.partition.`,
      )
    : good(`Kept: ${limits.join(', ')}.`);
}

type ReplicationSlot = { name: string; is_active: boolean; is_lost: boolean; megabytes: number };
