/** Clicks under kills: every redirected click is stored, and the sums equal the stored clicks. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { linkKey, linkToken } from '#server/clicks/token.ts';
import { openDatabase, type Pool } from '#server/platform/database.ts';
import { seededRandom } from '#server/platform/random.ts';
import { seedDay } from '../load/newsletter-seed.ts';
import { type ClickChildOptions, SECRET } from './clicks-child.ts';

const DATE = '2026-12-02';
const SENT = '2026-12-02T17:00:00.000Z';
const PROMOTIONS = 20;
const VISITORS = 64;
const MAX_CLICKS_PER_PROCESS = 600;

type Trial = { databaseUrl: string; kills: number; seed: number };
type Outcome = { redirected: number; stored: number; violations: string[] };

export const clickKillsTrial = (trial: Trial) => clickUnderKills({ ...trial, redirectsFirst: false });

/** Runs the control: redirects before storing, so clicks must be lost. */
export async function redirectedFirst(trial: Trial): Promise<'red' | 'green'> {
  const { violations } = await clickUnderKills({ ...trial, redirectsFirst: true });
  return violations.some((text) => text.includes('lost')) ? 'red' : 'green';
}

async function clickUnderKills({
  databaseUrl,
  kills,
  seed,
  redirectsFirst,
}: Trial & { redirectsFirst: boolean }): Promise<Outcome> {
  const { db, pool } = openDatabase(databaseUrl, { connections: 2 });
  const dataDir = mkdtempSync(join(tmpdir(), 'deckle-child-'));
  const random = seededRandom(seed);
  const redirected = new Set<number>();
  try {
    const mail = await seedSentNewsletter(pool);
    for (let kill = 0; kill < kills; kill++) {
      const { child, url } = await start({ databaseUrl, dataDir, redirectsFirst });
      const last = redirected.size + random.between(1, MAX_CLICKS_PER_PROCESS);
      // Readers are numbered across all processes, including those whose click wasn't redirected.
      const first = 1 + kill * 1_000_000;
      await visit({
        url,
        mail,
        redirected,
        first,
        until: () => redirected.size >= last,
        killProcess: () => child.kill('SIGKILL'),
      });
      if (child.signalCode === null) await once(child, 'exit');
    }
    return await compare(pool, redirected);
  } finally {
    await db.$disconnect();
    if (!pool.ended) await pool.end();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Creates one sent newsletter and returns its id and its promotions. */
export async function seedSentNewsletter(pool: Pool) {
  await pool.query('truncate partners, readers, newsletters, click_logs, click_rollups, click_days cascade');
  await seedDay(pool, { readers: 1, promotions: PROMOTIONS, date: DATE });
  const { rows } = await pool.query<{ newsletter_id: number; promotion_ids: number[] }>(
    `with sent as (
       insert into newsletters (newsletter_date, status, frozen_at, sent_at) values ($1::date, 'sent', $2, $2) returning id),
     updated as (update promotions set newsletter_id = sent.id, sent_at = $2 from sent returning promotions.id)
     select (select id from sent) as newsletter_id, array(select id from updated) as promotion_ids`,
    [DATE, SENT],
  );
  return rows[0]!;
}

async function start(options: ClickChildOptions): Promise<{ child: ChildProcess; url: string }> {
  const file = fileURLToPath(new URL('./clicks-child.ts', import.meta.url));
  const flags = ['--disable-warning=ExperimentalWarning', file, JSON.stringify(options)];
  const child = spawn(process.execPath, flags, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const [port] = (await Promise.race([once(child, 'message'), once(child, 'exit').then(() => [null])])) as [unknown];
  if (typeof port !== 'number') throw new Error('the process that follows links didn’t start');
  return { child, url: `http://127.0.0.1:${port}` };
}

type Visits = {
  url: string;
  mail: { newsletter_id: number; promotion_ids: readonly number[] };
  redirected: Set<number>;
  first: number;
  until: () => boolean;
  killProcess: () => void;
};

/** Simulates many visitors, each click by a different reader, until the process has ended. */
async function visit({ url, mail, redirected, first, until, killProcess }: Visits) {
  let reader_id = first;
  const visitor = async () => {
    for (;;) {
      const clickReader = reader_id++;
      const key = linkKey(SECRET, { newsletter_id: mail.newsletter_id, reader_id: clickReader });
      const promotion_id = mail.promotion_ids[clickReader % mail.promotion_ids.length]!;
      const token = linkToken(key, promotion_id, clickReader % 2 ? 'amazon' : 'kobo');
      const res = await fetch(`${url}/${token}`, { redirect: 'manual' }).catch(() => null);
      if (!res) return;
      if (res.status !== 302) throw new Error(`a valid link got ${res.status}`);
      redirected.add(clickReader);
      if (until()) killProcess();
    }
  };
  await Promise.all(Array.from({ length: VISITORS }, visitor));
}

export async function compare(pool: Pool, redirected: ReadonlySet<number>): Promise<Outcome> {
  const { rows } = await pool.query<{ reader_id: number }>('select reader_id from click_logs');
  const times = Map.groupBy(rows, ({ reader_id }) => reader_id);
  const lost = [...redirected].filter((reader) => !times.has(reader)).length;
  const duplicated = [...times.values()].filter((rowsOfReader) => rowsOfReader.length > 1).length;
  const sums = await pool.query<{ rollups: number; days: number }>(
    `select (select coalesce(sum(clicks), 0)::int from click_rollups) as rollups, (select coalesce(sum(clicks), 0)::int from click_days) as days`,
  );
  const { rollups, days } = sums.rows[0]!;
  const violations = [
    ...(lost ? [`${lost} redirected clicks are lost`] : []),
    ...(duplicated ? [`${duplicated} clicks are stored twice`] : []),
    ...(rollups === rows.length ? [] : [`${rollups} clicks in the sums by hour, ${rows.length} are stored`]),
    ...(days === rows.length ? [] : [`${days} clicks in the sums by day, ${rows.length} are stored`]),
  ];
  return { redirected: redirected.size, stored: rows.length, violations };
}
