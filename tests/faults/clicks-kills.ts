/** Kills: every redirected click is stored, whenever the process is killed, and the sums equal the stored clicks. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { linkToken, mailKey } from '#server/clicks/token.ts';
import { openDatabase, type Pool } from '#server/platform/database.ts';
import { seededRandom } from '#server/platform/random.ts';
import { seedDay } from '../load/newsletter-seed.ts';
import { type ChildOrder, SECRET } from './clicks-child.ts';

const DATE = '2026-12-02';
const SENT = '2026-12-02T17:00:00.000Z';
const PROMOTIONS = 20;
const VISITORS = 64;
const MOST_CLICKS_PER_LIFE = 600;

type Trial = { databaseUrl: string; kills: number; seed: number };
type Outcome = { answered: number; stored: number; violations: string[] };

export const clickKillsTrial = (trial: Trial) => clickUnderKills({ ...trial, answersFirst: false });

/** Redirects before storing, so clicks must be lost. */
export async function answeredFirst(trial: Trial): Promise<'red' | 'green'> {
  const { violations } = await clickUnderKills({ ...trial, answersFirst: true });
  return violations.some((text) => text.includes('lost')) ? 'red' : 'green';
}

async function clickUnderKills({
  databaseUrl,
  kills,
  seed,
  answersFirst,
}: Trial & { answersFirst: boolean }): Promise<Outcome> {
  const { db, pool } = openDatabase(databaseUrl, { connections: 2 });
  const dataDir = mkdtempSync(join(tmpdir(), 'deckle-child-'));
  const dice = seededRandom(seed);
  const answered = new Set<number>();
  try {
    const mail = await seedSent(pool);
    for (let kill = 0; kill < kills; kill++) {
      const { child, url } = await start({ databaseUrl, dataDir, answersFirst });
      const last = answered.size + dice.between(1, MOST_CLICKS_PER_LIFE);
      // Readers are numbered across all processes, including those whose click wasn't answered.
      const first = 1 + kill * 1_000_000;
      await visit({ url, mail, answered, first, until: () => answered.size >= last, end: () => child.kill('SIGKILL') });
      if (child.signalCode === null) await once(child, 'exit');
    }
    return await compare(pool, answered);
  } finally {
    await db.$disconnect();
    if (!pool.ended) await pool.end();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Creates the only newsletter, sent; returns its id and its promotions. */
export async function seedSent(pool: Pool) {
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

async function start(order: ChildOrder): Promise<{ child: ChildProcess; url: string }> {
  const file = fileURLToPath(new URL('./clicks-child.ts', import.meta.url));
  const flags = ['--disable-warning=ExperimentalWarning', file, JSON.stringify(order)];
  const child = spawn(process.execPath, flags, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const [port] = (await Promise.race([once(child, 'message'), once(child, 'exit').then(() => [null])])) as [unknown];
  if (typeof port !== 'number') throw new Error('the process that follows links didn’t start');
  return { child, url: `http://127.0.0.1:${port}` };
}

type Visits = {
  url: string;
  mail: { newsletter_id: number; promotion_ids: readonly number[] };
  answered: Set<number>;
  first: number;
  until: () => boolean;
  end: () => void;
};

/** Simulates many visitors, each click by a different reader, until the process has ended. */
async function visit({ url, mail, answered, first, until, end }: Visits) {
  let reader_id = first;
  const visitor = async () => {
    for (;;) {
      const own = reader_id++;
      const key = mailKey(SECRET, { newsletter_id: mail.newsletter_id, reader_id: own });
      const promotion_id = mail.promotion_ids[own % mail.promotion_ids.length]!;
      const token = linkToken(key, promotion_id, own % 2 ? 'amazon' : 'kobo');
      const res = await fetch(`${url}/${token}`, { redirect: 'manual' }).catch(() => null);
      if (!res) return;
      if (res.status !== 302) throw new Error(`a good link was answered with ${res.status}`);
      answered.add(own);
      if (until()) end();
    }
  };
  await Promise.all(Array.from({ length: VISITORS }, visitor));
}

export async function compare(pool: Pool, answered: ReadonlySet<number>): Promise<Outcome> {
  const { rows } = await pool.query<{ reader_id: number }>('select reader_id from click_logs');
  const times = Map.groupBy(rows, ({ reader_id }) => reader_id);
  const lost = [...answered].filter((reader) => !times.has(reader)).length;
  const twice = [...times.values()].filter((own) => own.length > 1).length;
  const sums = await pool.query<{ rollups: number; days: number }>(
    `select (select coalesce(sum(clicks), 0)::int from click_rollups) as rollups, (select coalesce(sum(clicks), 0)::int from click_days) as days`,
  );
  const { rollups, days } = sums.rows[0]!;
  const violations = [
    ...(lost ? [`${lost} answered clicks are lost`] : []),
    ...(twice ? [`${twice} clicks are stored twice`] : []),
    ...(rollups === rows.length ? [] : [`${rollups} clicks in the sums by hour, ${rows.length} are stored`]),
    ...(days === rows.length ? [] : [`${days} clicks in the sums by day, ${rows.length} are stored`]),
  ];
  return { answered: answered.size, stored: rows.length, violations };
}
