/**
 * A newsletter of a warm-up whose sender is killed repeatedly. The relay counts each provider's emails independently.
 * An email that a killed process may have handed over counts, so no provider ever gets more than its cap.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { registerJobs } from '#server/jobs.ts';
import type { Pool } from '#server/platform/database.ts';
import { startWarmUp } from '#server/warm-up/manage.ts';
import { sendUnderKills, type Tally } from './kills.ts';
import { currentBusinessDate } from './mail-seed.ts';
import { startMailServer } from './mail-server.ts';
import { startSmtpSink } from './mail-sinks.ts';
import { DOMAINS, insertFrozenNewsletter, insertReaders } from './warm-up-list.ts';

type KillsTrial = { databaseUrl: string; readers: number; kills: number; seed: number; isGuarded?: boolean };

/** Two emails for each of the eight connections. */
const MAX_UNCERTAIN_PER_KILL = 16;

export async function warmUpUnderKills({ databaseUrl, readers, kills, seed, isGuarded = true }: KillsTrial) {
  const sink = await startSmtpSink({ keepsMessages: false });
  const mail = { SMTP_URL: sink.url };
  const server = await startMailServer(databaseUrl, mail);
  const { pool } = server.deps;
  registerJobs(server.deps);
  const dataDir = mkdtempSync(join(tmpdir(), 'deckle-child-'));
  try {
    await pool.query(
      'truncate readers, reader_categories, deliveries, newsletters, leases, warm_ups, mail_events, mails cascade',
    );
    await setControlTrigger(pool, { isGuarded });
    const counts = { gmail: readers * 0.6, yahoo: readers * 0.3, other: readers * 0.1 };
    await insertReaders(pool, counts, { confirmed_at: new Date('2026-03-01') });
    const first_cap = Math.round(readers / 2);
    await startWarmUp(server.deps, { actor: { id: 1 }, schedule: { first_cap, growth_percent: 150 } });
    const newsletter_id = await insertFrozenNewsletter(server.deps, currentBusinessDate());
    const options = { databaseUrl, newsletter_id, dataDir, mail, pretendsIdempotence: false };
    const tally = await sendUnderKills({ pool, sink, options, emails: first_cap, kills, seed });
    const countAccepted = (provider: keyof typeof DOMAINS) =>
      [...sink.accepted.keys()].filter((to) => to.endsWith(`@${DOMAINS[provider]}`)).length;
    const days = await readDays(pool);
    return { violations: violationsOf(days, { countAccepted, tally, readers }), tally, days };
  } finally {
    await server.close();
    await sink.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/**
 * Drops the control's trigger, and creates it again unless `isGuarded`. With it, nothing counts as handed over, so no
 * cap is used up.
 */
async function setControlTrigger(pool: Pool, { isGuarded }: { isGuarded: boolean }) {
  await pool.query(`
    drop trigger if exists control on warm_up_days;
    create or replace function control_without_reservation() returns trigger language plpgsql as $$ begin
      new.handed_over := old.handed_over; return new; end $$`);
  if (!isGuarded)
    await pool.query(
      'create trigger control before update on warm_up_days for each row execute function control_without_reservation()',
    );
}

type Day = { provider: keyof typeof DOMAINS; cap: number; handed_over: number; skipped: number };

const readDays = async (pool: Pool) =>
  (await pool.query<Day>('select provider, cap, handed_over, skipped from warm_up_days order by provider')).rows;

function violationsOf(
  days: readonly Day[],
  found: { countAccepted: (provider: Day['provider']) => number; tally: Tally; readers: number },
): string[] {
  const { countAccepted, tally, readers } = found;
  const violations: string[] = [];
  for (const { provider, cap, handed_over } of days) {
    const accepted = countAccepted(provider);
    if (accepted > cap) violations.push(`${provider} got ${accepted} emails, the cap is ${cap}`);
    if (accepted > handed_over) violations.push(`${provider} got ${accepted} emails, ${handed_over} are counted`);
  }
  const sum = (key: 'handed_over' | 'skipped') => days.reduce((total, day) => total + day[key], 0);
  if (tally.duplicates) violations.push(`${tally.duplicates} readers got the newsletter twice`);
  if (tally.falselyAccepted) violations.push(`${tally.falselyAccepted} accepted emails never arrived`);
  if (tally.uncertain > MAX_UNCERTAIN_PER_KILL * tally.kills) violations.push(`${tally.uncertain} uncertain emails`);
  // Readers who got nothing must be those counted as left out.
  if (tally.missing !== sum('skipped'))
    violations.push(`${tally.missing} got nothing, ${sum('skipped')} were left out`);
  if (sum('handed_over') + sum('skipped') !== readers)
    violations.push(`${sum('handed_over')} handed over and ${sum('skipped')} left out of ${readers} readers`);
  return violations;
}
