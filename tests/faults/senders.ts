/**
 * Two processes send one newsletter over SMTP. The first is killed, and two others join. The second is stopped for
 * longer than its lease and continues after another process has taken over its range.
 */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase, type Pool } from '#server/platform/database.ts';
import { seededInt, startSender, stderrOf, tallyDeliveries, waitForEmails } from './kills.ts';
import { currentBusinessDate, seedNewsletter } from './mail-seed.ts';
import { startSmtpSink } from './mail-sinks.ts';
import { type ControlResult, controlResult } from './verdict.ts';

export type SendersTrial = { databaseUrl: string; emails: number; seed: number };

const RANGES = 8;
const LEASE_MS = 2_000;
/** Two emails per connection, eight connections each for the killed process and the stopped one. */
const MAX_UNCERTAIN = 2 * 16;
/** Delay of each email, so that both processes are still sending when one is killed. */
const DELAY_MS = 30;

export async function sendersTrial({ databaseUrl, emails, seed }: SendersTrial) {
  const { db, pool } = openDatabase(databaseUrl, { connections: 4 });
  const dataDir = mkdtempSync(join(tmpdir(), 'deckle-child-'));
  const sink = await startSmtpSink({ keepsMessages: false, delayMs: DELAY_MS });
  const roll = seededInt(seed);
  const children: ReturnType<typeof startSender>[] = [];
  try {
    await pool.query('truncate readers, reader_categories, deliveries, newsletters, leases cascade');
    const readersPerRange = Math.ceil(emails / RANGES);
    const newsletter_id = await seedNewsletter(pool, {
      readers: emails,
      deals: 60,
      date: currentBusinessDate(),
      readersPerRange,
    });
    const options = { databaseUrl, newsletter_id, dataDir, mail: { SMTP_URL: sink.url }, leaseMs: LEASE_MS };
    const start = () => {
      const child = startSender({ ...options, pretendsIdempotence: false });
      children.push(child);
      return child;
    };
    const killed = start();
    const stopped = start();
    await waitUntilEachHasHeldLease(pool, [killed, stopped]);
    await waitForEmails(sink, 1 + roll(Math.floor(emails / 8)));
    killed.kill('SIGKILL');
    await once(killed, 'exit');
    const joining = [start(), start()];
    await waitUntilEachHasHeldLease(pool, joining);
    stopped.kill('SIGSTOP');
    await Promise.race([waitForTakeover(pool, stopped.pid!), ...joining.map((child) => once(child, 'exit'))]);
    stopped.kill('SIGCONT');
    for (const child of [...joining, stopped]) {
      if (child.exitCode === null) await once(child, 'exit');
      if (child.exitCode !== 0) throw new Error(`a sender ended with ${child.exitCode}: ${stderrOf.get(child)}`);
    }
    return {
      ...(await tallyDeliveries(pool, sink, newsletter_id)),
      hasWrongCounts: await hasWrongCounts(pool, newsletter_id),
    };
  } finally {
    for (const child of children) child.kill('SIGKILL');
    await sink.close();
    await db.$disconnect();
    if (!pool.ended) await pool.end();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

export const senderViolations = (outcome: Awaited<ReturnType<typeof sendersTrial>>): string[] => {
  const { duplicates, missing, falselyAccepted, uncertain, hasWrongCounts } = outcome;
  return [
    ...(duplicates ? [`${duplicates} readers got the newsletter twice`] : []),
    ...(missing ? [`${missing} readers got nothing and aren’t listed as uncertain`] : []),
    ...(falselyAccepted ? [`${falselyAccepted} emails are recorded as accepted but never arrived`] : []),
    ...(uncertain > MAX_UNCERTAIN ? [`${uncertain} uncertain emails after one kill and one stop`] : []),
    ...(hasWrongCounts ? ['the stored counts differ from the deliveries'] : []),
  ];
};

/** Runs the control: every process acquires every lease, so that several send the same range. It must be red. */
export async function sendersWithoutLease(trial: SendersTrial): Promise<ControlResult> {
  const { db, pool } = openDatabase(trial.databaseUrl, { connections: 1 });
  await pool.query('alter table leases drop constraint leases_pkey');
  try {
    return controlResult(senderViolations(await sendersTrial(trial)).length > 0);
  } finally {
    await pool.query('truncate leases; alter table leases add primary key (name)');
    await db.$disconnect();
    if (!pool.ended) await pool.end();
  }
}

const waitUntil = async (isTrue: () => Promise<boolean>) => {
  while (!(await isTrue())) await new Promise((resolve) => setTimeout(resolve, 20));
};

const readLeaseHolders = async (pool: Pool): Promise<string[]> =>
  (await pool.query<{ holder: string }>('select distinct holder from leases')).rows.map(({ holder }) => holder);

/** Resolves when each of the processes has held a lease. */
async function waitUntilEachHasHeldLease(pool: Pool, children: readonly { pid?: number | undefined }[]) {
  const seen = new Set<string>();
  await waitUntil(async () => {
    for (const holder of await readLeaseHolders(pool)) seen.add(holder.split(' ').at(-1)!);
    return children.every(({ pid }) => seen.has(String(pid)));
  });
}

/** Resolves when the stopped process has lost its lease. */
const waitForTakeover = (pool: Pool, pid: number) =>
  waitUntil(async () => (await readLeaseHolders(pool)).every((holder) => !holder.endsWith(` ${pid}`)));

/** Returns true if the newsletter's or ranges' counts differ from the deliveries. */
async function hasWrongCounts(pool: Pool, newsletter_id: number): Promise<boolean> {
  const { rows } = await pool.query<{ differs: boolean }>(
    `select (n.delivered_count, g.accepted, g.uncertain) is distinct from (d.accepted, d.accepted, d.uncertain) as differs
     from newsletters n,
       (select sum(accepted) as accepted, sum(uncertain) as uncertain from newsletter_ranges where newsletter_id = $1) g,
       (select count(*) filter (where state = 'accepted') as accepted, count(*) filter (where state = 'uncertain') as uncertain
        from deliveries where newsletter_id = $1) d
     where n.id = $1`,
    [newsletter_id],
  );
  return rows[0]!.differs;
}
