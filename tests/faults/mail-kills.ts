/**
 * Sends a newsletter under SIGKILL. With idempotency keys, no email is missing or duplicated; over SMTP none is
 * duplicated, and the few uncertain ones are listed.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '#server/platform/database.ts';
import { sendUnderKills, type Tally } from './kills.ts';
import { currentBusinessDate, seedNewsletter } from './mail-seed.ts';
import { HTTP_KEY, startHttpSink, startSmtpSink } from './mail-sinks.ts';
import { controlResult } from './verdict.ts';

export type Transport = 'smtp' | 'http';
type Trial = { databaseUrl: string; transport: Transport; emails: number; kills: number; seed: number };

/** Two emails for each of the eight connections. */
const MAX_UNCERTAIN_PER_KILL = 16;
const CONTROL = { emails: 400, kills: 1 };

export async function killsTrial(trial: Trial): Promise<{ violations: string[]; tally: Tally }> {
  const tally = await send(trial);
  const { kills, duplicates, missing, falselyAccepted, uncertain, maxUncertainPerKill } = tally;
  const maxPerKill = trial.transport === 'smtp' ? MAX_UNCERTAIN_PER_KILL : 0;
  const violations = [
    ...(duplicates ? [`${duplicates} readers got the newsletter twice`] : []),
    ...(missing ? [`${missing} readers got nothing and aren’t listed as uncertain`] : []),
    ...(falselyAccepted ? [`${falselyAccepted} emails are recorded as accepted but never arrived`] : []),
    ...(uncertain > maxPerKill * kills ? [`${uncertain} uncertain emails after ${kills} kills`] : []),
    ...(maxPerKill && maxUncertainPerKill > maxPerKill
      ? [`one kill left ${maxUncertainPerKill} uncertain emails`]
      : []),
  ];
  return { violations, tally };
}

/**
 * Runs the control: SMTP treated as idempotent, or a provider that ignores idempotency keys. Someone must get the
 * newsletter twice.
 */
export async function killsWithoutGuard(trial: Pick<Trial, 'databaseUrl' | 'transport' | 'seed'>) {
  const { duplicates } = await send({ ...trial, ...CONTROL, isGuarded: false });
  return controlResult(duplicates > 0);
}

async function send({
  databaseUrl,
  transport,
  emails,
  kills,
  seed,
  isGuarded = true,
}: Trial & { isGuarded?: boolean }): Promise<Tally> {
  const { db, pool } = openDatabase(databaseUrl, { connections: 4 });
  const dataDir = mkdtempSync(join(tmpdir(), 'deckle-child-'));
  const sink =
    transport === 'smtp'
      ? await startSmtpSink({ keepsMessages: false })
      : await startHttpSink({ keepsMessages: false, shouldIgnoreKeys: !isGuarded });
  const mail: Record<string, string> =
    transport === 'smtp' ? { SMTP_URL: sink.url } : { MAIL_HTTP_URL: sink.url, MAIL_HTTP_KEY: HTTP_KEY };
  try {
    await pool.query('truncate readers, reader_categories, deliveries, newsletters cascade');
    const newsletter_id = await seedNewsletter(pool, { readers: emails, deals: 60, date: currentBusinessDate() });
    const options = { databaseUrl, newsletter_id, dataDir, mail, pretendsIdempotence: !isGuarded };
    return await sendUnderKills({ pool, sink, options, emails, kills, seed });
  } finally {
    await sink.close();
    await db.$disconnect();
    if (!pool.ended) await pool.end();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
