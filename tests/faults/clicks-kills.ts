/** Clicks under kills: every redirected click is stored, and the hourly and daily sums equal the stored clicks. */
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
import { type ControlResult, controlResult } from './verdict.ts';

const DATE = '2026-12-02';
const SENT = '2026-12-02T17:00:00.000Z';
const PROMOTIONS = 20;
const VISITORS = 64;
const MAX_CLICKS_PER_PROCESS = 600;

type Trial = { databaseUrl: string; kills: number; seed: number };
type ClickOutcome = { redirected: number; stored: number; violations: string[] };

export const clickKillsTrial = (trial: Trial) => clickUnderKills({ ...trial, redirectsBeforeStoring: false });

/** Runs the control: redirects before storing, so clicks must be lost. */
export async function clickKillsWithoutGuard(trial: Trial): Promise<ControlResult> {
  const { violations } = await clickUnderKills({ ...trial, redirectsBeforeStoring: true });
  return controlResult(violations.some((text) => text.includes('lost')));
}

async function clickUnderKills({
  databaseUrl,
  kills,
  seed,
  redirectsBeforeStoring,
}: Trial & { redirectsBeforeStoring: boolean }): Promise<ClickOutcome> {
  const { db, pool } = openDatabase(databaseUrl, { connections: 2 });
  const dataDir = mkdtempSync(join(tmpdir(), 'deckle-child-'));
  const random = seededRandom(seed);
  const redirected = new Set<number>();
  try {
    const newsletter = await seedSentNewsletter(pool);
    for (let kill = 0; kill < kills; kill++) {
      const { child, url } = await startChild({ databaseUrl, dataDir, redirectsBeforeStoring });
      const target = redirected.size + random.between(1, MAX_CLICKS_PER_PROCESS);
      // Each process has separate reader ids, because a killed one may have stored clicks that it didn't redirect.
      const firstReader = 1 + kill * 1_000_000;
      await visit({
        pool,
        url,
        newsletter,
        redirected,
        firstReader,
        isDone: () => redirected.size >= target,
        killProcess: () => child.kill('SIGKILL'),
      });
      if (child.signalCode === null) await once(child, 'exit');
    }
    return await compareClicks(pool, redirected);
  } finally {
    await db.$disconnect();
    if (!pool.ended) await pool.end();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/**
 * Creates one sent newsletter in emptied tables; returns the ids of the newsletter and of its promotions. A running
 * worker may have created the draft again.
 */
export async function seedSentNewsletter(pool: Pool) {
  await pool.query('truncate partners, readers, newsletters, click_logs, click_rollups, click_days cascade');
  await seedDay(pool, { readers: 1, promotions: PROMOTIONS, date: DATE });
  const { rows } = await pool.query<{ newsletter_id: number; promotion_ids: number[] }>(
    `with sent as (
       insert into newsletters (newsletter_date, status, frozen_at, sent_at) values ($1::date, 'sent', $2, $2)
       on conflict (newsletter_date, kind) do update set status = 'sent', frozen_at = $2, sent_at = $2 returning id),
     updated as (update promotions set newsletter_id = sent.id, sent_at = $2 from sent returning promotions.id)
     select (select id from sent) as newsletter_id, array(select id from updated) as promotion_ids`,
    [DATE, SENT],
  );
  return rows[0]!;
}

/** A click is stored with its reader only if that reader exists. */
export const createReader = (pool: Pool, id: number) =>
  pool.query('insert into readers (id) values ($1) on conflict do nothing', [id]);

async function startChild(options: ClickChildOptions): Promise<{ child: ChildProcess; url: string }> {
  const file = fileURLToPath(new URL('./clicks-child.ts', import.meta.url));
  const flags = ['--disable-warning=ExperimentalWarning', file, JSON.stringify(options)];
  const child = spawn(process.execPath, flags, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const [port] = (await Promise.race([once(child, 'message'), once(child, 'exit').then(() => [null])])) as [unknown];
  if (typeof port !== 'number') throw new Error('the click process didn’t start');
  return { child, url: `http://127.0.0.1:${port}` };
}

type Visits = {
  pool: Pool;
  url: string;
  newsletter: { newsletter_id: number; promotion_ids: readonly number[] };
  redirected: Set<number>;
  firstReader: number;
  isDone: () => boolean;
  killProcess: () => void;
};

/** Simulates concurrent visitors until the server has been killed. Each click is by a different reader. */
async function visit({ pool, url, newsletter, redirected, firstReader, isDone, killProcess }: Visits) {
  let reader_id = firstReader;
  const simulateVisitor = async () => {
    for (;;) {
      const clickReader = reader_id++;
      await createReader(pool, clickReader);
      const key = linkKey(SECRET, { newsletter_id: newsletter.newsletter_id, reader_id: clickReader });
      const promotion_id = newsletter.promotion_ids[clickReader % newsletter.promotion_ids.length]!;
      const token = linkToken(key, promotion_id, clickReader % 2 ? 'amazon' : 'kobo');
      const res = await fetch(`${url}/${token}`, { redirect: 'manual' }).catch(() => null);
      if (!res) return;
      if (res.status !== 302) throw new Error(`a valid link got ${res.status}`);
      redirected.add(clickReader);
      if (isDone()) killProcess();
    }
  };
  await Promise.all(Array.from({ length: VISITORS }, simulateVisitor));
}

export async function compareClicks(pool: Pool, redirected: ReadonlySet<number>): Promise<ClickOutcome> {
  const { rows } = await pool.query<{ reader_id: number }>('select reader_id from click_logs');
  const rowsByReader = Map.groupBy(rows, ({ reader_id }) => reader_id);
  const lost = [...redirected].filter((reader) => !rowsByReader.has(reader)).length;
  const duplicated = [...rowsByReader.values()].filter((rowsOfReader) => rowsOfReader.length > 1).length;
  const sums = await pool.query<{ rollups: number; days: number }>(
    `select (select coalesce(sum(clicks), 0)::int from click_rollups) as rollups, (select coalesce(sum(clicks), 0)::int from click_days) as days`,
  );
  const { rollups, days } = sums.rows[0]!;
  const violations = [
    ...(lost ? [`${lost} redirected clicks are lost`] : []),
    ...(duplicated ? [`${duplicated} clicks are stored twice`] : []),
    ...(rollups === rows.length ? [] : [`the hourly sums show ${rollups} clicks, ${rows.length} are stored`]),
    ...(days === rows.length ? [] : [`the daily sums show ${days} clicks, ${rows.length} are stored`]),
  ];
  return { redirected: redirected.size, stored: rows.length, violations };
}
