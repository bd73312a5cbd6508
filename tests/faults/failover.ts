/**
 * Kills the primary of three synchronously replicated Postgres nodes again and again while promotions are booked and
 * charged, links are followed, and a newsletter is sent. No acknowledged write is lost, nobody is emailed twice, and
 * writes are back within 30 seconds. See docs/decisions/0169-commit-on-a-standby-too.md.
 */
import { openDatabase, type Pool } from '#server/platform/database.ts';
import { migrate } from '#server/platform/migrations.ts';
import { seedReferenceData } from '../../prisma/seed/reference.ts';
import { compareClicks } from './clicks-kills.ts';
import { ASYNCHRONOUS, type PostgresCluster, withPostgresCluster } from './failover-cluster.ts';
import { type Bookings, chargeUntil, startBooking } from './failover-load.ts';
import { describeVersions, findPrograms, type Programs } from './failover-packages.ts';
import {
  describeTimes,
  type FailoverOutcome,
  failoverControl,
  failoverViolations,
  seconds,
} from './failover-verdict.ts';
import { isSent, seededInt, tallyDeliveries } from './kills.ts';
import { currentBusinessDate, seedNewsletter } from './mail-seed.ts';
import { type SmtpSink, startSmtpSink } from './mail-sinks.ts';
import { type ScaledCluster, withScaledCluster } from './processes-cluster.ts';
import { followLinks, paymentViolations } from './processes-load.ts';
import { verdict } from './verdict.ts';

const WEBS = 2;
const CONTROL_ROUNDS = 1;
/** Delay of each email. With it, about a thousand are sent per round. */
const EMAIL_DELAY_MS = 250;
const READERS_PER_ROUND = 1_500;
const DEALS = 20;
/** Emails that must arrive before a kill, so that the newsletter is being sent. */
const EMAILS_BEFORE_KILL = 40;
/** Time that the primary writes without a standby before it's killed. */
const STALL_MS = 1_500;
const MAX_PAUSE_MS = 2_000;
const SENDING_TIMEOUT_MS = 300_000;
const WRITING_TIMEOUT_MS = 180_000;
const SETTLING_TIMEOUT_MS = 600_000;
const POLL_MS = 50;

export const trials = [{ id: 'failovers', size: 20, run }];

/** Returns what this machine lacks for the trial, or null. */
export function unmetRequirement(): string | null {
  const programs = findPrograms();
  return typeof programs === 'string' ? programs : null;
}

/** `size` is the number of rounds. */
async function run(size: number, seed: number) {
  const programs = findPrograms() as Programs;
  const outcome = await runOnCluster(programs, {}, { rounds: size, seed });
  const violations = failoverViolations(outcome);
  const control = await runOnCluster(programs, ASYNCHRONOUS, { rounds: CONTROL_ROUNDS, seed });
  const { bookings, outages, rejoins, emails } = outcome;
  const notes = [
    describeVersions(programs),
    `writes back after ${describeTimes(outages)} seconds; killed node back after ${describeTimes(rejoins)}`,
    `${bookings} bookings acknowledged, ${outcome.notes}; emails: ${JSON.stringify(emails)}`,
    `control: ${control.lostBookings} of ${control.bookings} acknowledged bookings lost`,
  ];
  return verdict(size, violations, failoverControl(control), notes.join('\n  '));
}

type Rounds = { rounds: number; seed: number };
type Outcome = FailoverOutcome & { notes: string };

const runOnCluster = (programs: Programs, settings: object, rounds: Rounds): Promise<Outcome> =>
  withPostgresCluster(programs, settings, async (postgres) => {
    await prepare(postgres.databaseUrl);
    let delayMs = EMAIL_DELAY_MS;
    const sink = await startSmtpSink({ keepsMessages: false, delayMs: () => delayMs });
    const stopDelaying = () => {
      delayMs = 0;
    };
    try {
      return await withScaledCluster(
        postgres.databaseUrl,
        (cluster) => failRepeatedly({ cluster, postgres, sink, stopDelaying, ...rounds }),
        { webs: WEBS, env: { SMTP_URL: sink.url } },
      );
    } finally {
      await sink.close();
    }
  });

async function prepare(databaseUrl: string) {
  await migrate(databaseUrl);
  const { db, pool } = openDatabase(databaseUrl, { connections: 2 });
  await seedReferenceData({ db });
  await db.$disconnect();
  if (!pool.ended) await pool.end();
}

type Trial = Rounds & {
  cluster: ScaledCluster;
  postgres: PostgresCluster;
  sink: SmtpSink;
  stopDelaying: () => void;
};

async function failRepeatedly(trial: Trial): Promise<Outcome> {
  const { cluster, sink, rounds } = trial;
  const { pool } = cluster;
  let hasEnded = false;
  const isOver = () => hasEnded;
  const date = currentBusinessDate();
  // The worker creates the newsletters of the coming days when it starts; `followLinks` then deletes them.
  await waitUntil(WRITING_TIMEOUT_MS, 'started its schedule', () => hasNewsletter(pool, date));
  const clicks = await followLinks(cluster, isOver);
  // Frees the address and the date that `followLinks` has used, because `seedNewsletter` may need them.
  await pool.query(`update readers set email = 'earlier-' || email`);
  await pool.query(`update newsletters set newsletter_date = $1::date - 1 where status = 'sent'`, [date]);
  const readers = rounds * READERS_PER_ROUND;
  const newsletter_id = await seedNewsletter(pool, { readers, deals: DEALS, date });
  const bookings = await startBooking(cluster, isOver);
  const charges = chargeUntil(cluster, isOver);
  const times = await failInRounds(trial, bookings).finally(() => {
    hasEnded = true;
    trial.stopDelaying();
  });
  const [{ redirected, violations: badLinks }, owed] = await Promise.all([clicks.done, charges, bookings.done]);
  const { stored, violations } = await compareClicks(pool, redirected);
  const lostBookings = await countLost(cluster, bookings);
  // A database that lost writes can't finish its work.
  const isIntact = lostBookings === 0;
  if (isIntact) await waitUntil(SETTLING_TIMEOUT_MS, 'sent the newsletter', () => isSent(pool, newsletter_id));
  return {
    ...times,
    bookings: bookings.acknowledged.length,
    lostBookings,
    clicks: [...badLinks, ...violations],
    payments: isIntact ? await paymentViolations(cluster, owed) : [],
    unexpected: bookings.unexpected,
    emails: await tallyDeliveries(pool, sink, newsletter_id),
    notes: `${redirected.size} clicks redirected, ${stored} stored, ${owed.size} promotions to charge`,
  };
}

async function failInRounds({ postgres, sink, rounds, seed }: Trial, { acknowledged }: Bookings) {
  const roll = seededInt(seed);
  const outages: number[] = [];
  const rejoins: number[] = [];
  for (let round = 1; round <= rounds; round++) {
    const target = countReaders(sink) + EMAILS_BEFORE_KILL;
    await waitUntil(SENDING_TIMEOUT_MS, 'continued to send', async () => countReaders(sink) >= target);
    await pause(roll(MAX_PAUSE_MS));
    await postgres.stallReplication();
    await pause(STALL_MS);
    const restart = await postgres.killPrimary();
    const killedAt = performance.now();
    const isBack = async () => acknowledged.some(({ requestedAt }) => requestedAt > killedAt);
    await waitUntil(WRITING_TIMEOUT_MS, 'acknowledged a booking', isBack);
    outages.push(performance.now() - killedAt);
    restart();
    await postgres.waitUntilComplete();
    rejoins.push(performance.now() - killedAt);
    console.error(`round ${round}: writes back after ${seconds(outages.at(-1)!)} seconds`);
  }
  return { outages, rejoins };
}

const hasNewsletter = async (pool: Pool, date: string) =>
  (await pool.query('select 1 from newsletters where newsletter_date = $1', [date])).rowCount !== 0;

/** Counts readers who got the newsletter. The sink also gets the partners' receipts. */
const countReaders = ({ accepted }: SmtpSink) => [...accepted.keys()].filter((to) => to.startsWith('reader-')).length;

async function countLost({ pool }: ScaledCluster, { acknowledged }: Bookings): Promise<number> {
  const ids = acknowledged.map(({ id }) => id);
  const { rows } = await pool.query<{ stored: number }>(
    'select count(*)::int as stored from promotions where id = any($1::int[])',
    [ids],
  );
  return ids.length - rows[0]!.stored;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function waitUntil(timeoutMs: number, what: string, isTrue: () => Promise<boolean>) {
  const deadline = performance.now() + timeoutMs;
  while (!(await isTrue())) {
    if (performance.now() > deadline) throw new Error(`Deckle hasn’t ${what} within ${timeoutMs / 1000} seconds.`);
    await pause(POLL_MS);
  }
}
