/** Sends a newsletter with processes that are killed midway, and counts emails by outcome. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Pool } from '#server/platform/database.ts';
import { seededRandom } from '#server/platform/random.ts';
import type { MailChildOptions } from './mail-child.ts';

/** Creates a function that returns a random integer from 0 to `sides - 1`. Equal seeds give equal sequences. */
export function seededInt(seed: number) {
  const { between } = seededRandom(seed);
  return (sides: number) => between(0, sides - 1);
}

type Sink = { accepted: Map<string, number> };
/** `watch` sets the callback for every email that the sink accepts. */
export type WatchableSink = Sink & { watch: (onAccepted: () => void) => void };

export type Tally = {
  emails: number;
  /** Kills that were made: fewer than requested if the newsletter was sent sooner. */
  kills: number;
  /** Readers who got the newsletter more than once. */
  duplicates: number;
  /** Readers who got nothing and aren't listed as uncertain. */
  missing: number;
  /** Deliveries recorded as accepted whose email never arrived. */
  falselyAccepted: number;
  /** Deliveries listed as uncertain. */
  uncertain: number;
  /** Largest number of deliveries that a single kill left in the state `handing_over`. */
  maxUncertainPerKill: number;
};

export async function sendUnderKills({
  pool,
  sink,
  options,
  emails,
  kills,
  seed,
}: {
  pool: Pool;
  sink: WatchableSink;
  options: MailChildOptions;
  emails: number;
  kills: number;
  seed: number;
}): Promise<Tally> {
  const roll = seededInt(seed);
  let maxUncertainPerKill = 0;
  let done = 0;
  let killsMade = 0;
  for (; killsMade < kills; killsMade++) {
    const child = startSender(options);
    const emailsBeforeKill = 1 + roll(Math.max(1, Math.floor((2 * (emails - done)) / (kills - killsMade + 1))));
    await Promise.race([waitForEmails(sink, emailsBeforeKill), once(child, 'exit')]);
    if (child.exitCode !== null) break;
    child.kill('SIGKILL');
    await once(child, 'exit');
    maxUncertainPerKill = Math.max(maxUncertainPerKill, await countHandingOver(pool, options.newsletter_id));
    done = sink.accepted.size;
  }
  for (let run = 0; run < 5 && !(await isSent(pool, options.newsletter_id)); run++) {
    const child = startSender(options);
    const [code] = (await once(child, 'exit')) as [number];
    if (code !== 0) throw new Error(`the sender ended with ${code}: ${stderrOf.get(child)}`);
  }
  const tally = await tallyDeliveries(pool, sink, options.newsletter_id);
  return { emails, kills: killsMade, maxUncertainPerKill, ...tally };
}

export const stderrOf = new WeakMap<ChildProcess, string>();

export function startSender(options: MailChildOptions) {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', 'tests/faults/mail-child.ts', JSON.stringify(options)],
    { stdio: ['ignore', 'ignore', 'pipe'], env: { NODE_COMPILE_CACHE: join(options.dataDir, 'compiled') } },
  );
  child.stderr!.on('data', (chunk) => stderrOf.set(child, `${stderrOf.get(child) ?? ''}${chunk}`.slice(-2_000)));
  return child;
}

export const waitForEmails = (sink: WatchableSink, count: number) =>
  new Promise<void>((resolve) => {
    let remaining = count;
    sink.watch(() => {
      remaining--;
      if (remaining === 0) resolve();
    });
  });

/**
 * Waits until the killed process's statements have ended, deletes all leases, and counts deliveries in `handing_over`.
 */
async function countHandingOver(pool: Pool, newsletter_id: number) {
  for (let attempt = 0; attempt < 500; attempt++) {
    const { rows } = await pool.query(
      `select 1 from pg_stat_activity where datname = current_database() and state <> 'idle' and query like '%deliveries%'
         and pid <> pg_backend_pid()`,
    );
    if (!rows.length) break;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await pool.query('delete from leases');
  const { rows } = await pool.query<{ count: number }>(
    "select count(*)::int as count from deliveries where newsletter_id = $1 and state = 'handing_over'",
    [newsletter_id],
  );
  return rows[0]!.count;
}

export async function isSent(pool: Pool, id: number) {
  const { rows } = await pool.query<{ status: string }>('select status from newsletters where id = $1', [id]);
  return rows[0]!.status === 'sent';
}

export async function tallyDeliveries(pool: Pool, { accepted }: Sink, newsletter_id: number) {
  const { rows } = await pool.query<{ email: string; state: string }>(
    'select r.email::text as email, d.state from deliveries d join readers r on r.id = d.reader_id where d.newsletter_id = $1',
    [newsletter_id],
  );
  const countRows = (matches: (row: { email: string; state: string }) => boolean) => rows.filter(matches).length;
  return {
    duplicates: countRows(({ email }) => (accepted.get(email) ?? 0) > 1),
    missing: countRows(({ email, state }) => !accepted.has(email) && state !== 'uncertain'),
    falselyAccepted: countRows(({ email, state }) => !accepted.has(email) && state === 'accepted'),
    uncertain: countRows(({ state }) => state === 'uncertain'),
  };
}
