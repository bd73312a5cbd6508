/** Deletes technical rows that are no longer needed. */
import { DAY_MS } from '#shared/durations.ts';
import { RETENTION_DAYS } from '#shared/retention.ts';
import type { Deps } from './deps.ts';
import { purgeSecurityLog } from './security-log.ts';

/** An expired token is kept this long to explain why someone was signed out. */
const TOKEN_DAYS = 1;
/** A revoked API key is kept this long to identify a program that still uses it. */
const REVOKED_KEY_DAYS = 90;
const JOB_RUN_DAYS = 90;
const CAPTURED_MAIL_DAYS = 30;

/** Idempotent: a second run finds nothing. */
export async function purgeOldRows(deps: Pick<Deps, 'db' | 'now' | 'config'>) {
  const { db, now, config } = deps;
  const daysAgo = (days: number) => new Date(now().getTime() - days * DAY_MS);
  await db.authToken.deleteMany({ where: { expires_at: { lt: daysAgo(TOKEN_DAYS) } } });
  await db.apiKey.deleteMany({ where: { revoked_at: { lt: daysAgo(REVOKED_KEY_DAYS) } } });
  await db.webhookDelivery.deleteMany({ where: { created_at: { lt: daysAgo(RETENTION_DAYS.webhook_log) } } });
  // The newest completed run of each job determines where it continues.
  await db.$executeRaw`
    delete from job_runs old where business_date < ${daysAgo(JOB_RUN_DAYS)}::date and exists (
      select 1 from job_runs newer
      where newer.job = old.job and newer.business_date > old.business_date and newer.finished_at is not null)`;
  // Keeps the amount spent, but not the hash of the requester's address.
  await db.aiRequest.updateMany({
    where: { created_at: { lt: daysAgo(RETENTION_DAYS.ai_ip_hashes) }, ip_hash: { not: null } },
    data: { ip_hash: null },
  });
  // Leases of processes that died.
  await db.$executeRaw`delete from leases where expires_at < now() - interval '1 day'`;
  // Keys are honored for a day.
  await db.$executeRaw`delete from idempotency_keys where created_at < now() - interval '1 day'`;
  await purgeSecurityLog(deps);
  if (config.isSandbox) await db.capturedMail.deleteMany({ where: { at: { lt: daysAgo(CAPTURED_MAIL_DAYS) } } });
}
