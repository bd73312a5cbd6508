/**
 * Permission emails to imported readers without provable consent: one email and one reminder. These readers get no
 * newsletter before they are confirmed.
 */
import { enqueueEmail } from '#server/emails/enqueue.ts';
import { vancouverInstant, vancouverTime } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { fencedDatabase, whileLeased } from '#server/platform/leases.ts';
import { listUnsubscribeHeader, mailKeys, oneClickUrl } from '#server/platform/mail-keys.ts';
import { processEach } from '#server/platform/process-each.ts';
import { sha256, sign } from '#server/platform/signed.ts';
import { findStopCause, PROVIDER } from '#server/readers/list-health.ts';
import { findSuppression } from '#server/readers/suppression.ts';
import { ASKING, openDay, reservePermission, runningWarmUp } from '#server/warm-up/days.ts';
import { DAY_MS, HOUR_MS } from '#shared/durations.ts';
import { hasWebAddress } from '#shared/params.ts';
import { ASK_FROM_HOUR, ASK_UNTIL_HOUR } from '#shared/reader-imports.ts';
import { RETENTION_DAYS } from '#shared/retention.ts';

export const MAX_PERMISSION_EMAILS = 2;
/** After a pause or an outage, a run sends at most this many times its even share of the day's emails, rounded up. */
const MAX_PACE = 2;
/** Runs are a minute apart. */
const RUNS_PER_DAY = (ASK_UNTIL_HOUR - ASK_FROM_HOUR) * 60;

type PermissionDeps = Pick<Deps, 'db' | 'pool' | 'now' | 'queue' | 'config' | 'log'>;

/**
 * Asks readers from 8:00 to 20:00 in Vancouver. The lease keeps two workers from exceeding the daily limit together.
 */
export async function askForPermission(deps: PermissionDeps): Promise<void> {
  const fraction = fractionOfDay(deps.now());
  if (!fraction) return;
  await whileLeased(deps.pool, 'permission emails', async (lease) => {
    const fenced = fencedDatabase(deps.db, lease);
    const asking_at = { asking_at: deps.now() };
    const warmUp = await runningWarmUp(deps.db, deps.config);
    // Imports that were waiting for a decision about a warm-up start asking once one runs.
    if (warmUp)
      await deps.db.readerImport.updateMany({ where: { asking: 'waiting' }, data: { asking: 'on', ...asking_at } });
    const imports = await deps.db.readerImport.findMany({
      where: { ...ASKING, readers: { some: { ask_at: { lte: deps.now() } } } },
      orderBy: { id: 'asc' },
    });
    if (!imports.length || (await shouldStop(deps))) return;
    const askReaders = async ({ id, daily_emails }: (typeof imports)[number]) => {
      const left = Math.ceil(daily_emails * fraction) - (await countPermissionEmailsToday(deps, id));
      const take = Math.max(0, Math.min(left, Math.ceil((MAX_PACE * daily_emails) / RUNS_PER_DAY)));
      const due = warmUp
        ? await dueInWarmUp(deps, { id, take, fraction, warm_up_id: warmUp.id })
        : await dueReaders(deps, id, take);
      await processEach(
        due,
        (reader) =>
          fenced
            .$transaction((tx) => askReader(deps, tx, reader))
            .catch(async (error) => {
              await fenced.$transaction((tx) => postpone(deps, tx, reader));
              throw error;
            }),
        (error, { reader_id }) => deps.log.error({ err: error, reader_id }, 'permission email not queued'),
      );
      if (due.length) await deps.db.readerImport.update({ where: { id }, data: asking_at });
    };
    await processEach(imports, askReaders, (error, { id }) =>
      deps.log.error({ err: error, import_id: id }, 'permission emails of an import interrupted'),
    );
  });
}

/** Pause after a failure, during which the import's other readers are asked. */
const RETRY_MS = HOUR_MS;

const postpone = ({ now }: PermissionDeps, tx: Tx, { reader_id }: Due) =>
  tx.importedReader.updateMany({
    where: { reader_id, ask_at: { lte: now() } },
    data: { ask_at: new Date(now().getTime() + RETRY_MS) },
  });

/** The fraction of a day's emails (0 to 1) that may have been sent by now, to spread them over the day; 0 at night. */
function fractionOfDay(now: Date): number {
  const { hour } = vancouverTime(now);
  if (hour < ASK_FROM_HOUR || hour >= ASK_UNTIL_HOUR) return 0;
  return ((hour - ASK_FROM_HOUR) * 60 + now.getUTCMinutes() + 1) / RUNS_PER_DAY;
}

/** Remembered between runs, so that a stop is logged once and not every minute. */
let isStopped = false;

/** True while too many of the last week's permission emails and last questions were marked as spam or bounced. */
async function shouldStop(deps: PermissionDeps): Promise<boolean> {
  const wasStopped = isStopped;
  isStopped = (await findStopCause(deps)) !== null;
  if (isStopped && !wasStopped) deps.log.warn('permission emails stopped: too many complaints or bounces');
  return isStopped;
}

const startOfToday = ({ now }: Pick<Deps, 'now'>) => vancouverInstant(vancouverTime(now()).date, 0);

export const countPermissionEmailsToday = (deps: Pick<Deps, 'db' | 'now'>, import_id: number) =>
  deps.db.mail.count({
    where: {
      ...{ template: 'reader_permission', reader: { imported: { import_id } } },
      created_at: { gte: startOfToday(deps) },
    },
  });

type Due = { reader_id: number; permission_emails: number };

const dueReaders = ({ db, now }: PermissionDeps, import_id: number, take: number): Promise<Due[]> =>
  db.importedReader.findMany({
    where: { import_id, ask_at: { lte: now() } },
    select: { reader_id: true, permission_emails: true },
    // Reminders come first, because the links in the first emails expire.
    orderBy: [{ permission_emails: 'desc' }, { reader_id: 'asc' }],
    take,
  });

/** Due readers during a warm-up: per provider, at most as many as its permission cap allows by this time of day. */
async function dueInWarmUp(
  deps: PermissionDeps,
  { id, take, fraction, warm_up_id }: { id: number; take: number; fraction: number; warm_up_id: number },
): Promise<Due[]> {
  const { db, now } = deps;
  const days = await reservePermission(deps, warm_up_id, await openDay(deps, warm_up_id));
  return db.$queryRaw`
    with quotas as materialized (
      select q.provider, q.allowed - (
        select count(*) from mails m join readers r on r.id = m.reader_id
        where m.template = 'reader_permission' and m.created_at >= ${startOfToday(deps)} and ${PROVIDER} = q.provider) as left_now
      from unnest(${days.map(({ provider }) => provider)}::text[],
        ${days.map(({ permission_cap }) => Math.ceil(permission_cap * fraction))}::int[]) as q (provider, allowed))
    select due.* from quotas q cross join lateral (
      select i.reader_id, i.permission_emails from imported_readers i join readers r on r.id = i.reader_id
      where i.import_id = ${id} and i.ask_at <= ${now()} and ${PROVIDER} = q.provider
      order by i.permission_emails desc, i.reader_id
      limit greatest(0, least(q.left_now, ${take}))) due
    order by due.permission_emails desc, due.reader_id limit ${take}`;
}

/**
 * A guarded UPDATE lets one caller send. Anyone who has signed up, left, complained, or bounced since isn’t asked
 * anymore.
 */
async function askReader(deps: PermissionDeps, tx: Tx, { reader_id, permission_emails }: Due): Promise<void> {
  const { config, now } = deps;
  const number = permission_emails + 1;
  const next = new Date(now().getTime() + RETENTION_DAYS.confirmation_link * DAY_MS);
  const { count } = await tx.importedReader.updateMany({
    where: { reader_id, permission_emails, ask_at: { lte: now() } },
    data: { permission_emails: number, ask_at: number < MAX_PERMISSION_EMAILS ? next : null },
  });
  if (!count) return;
  await tx.$queryRaw`select id from readers where id = ${reader_id} for update`;
  const reader = await tx.reader.findUnique({
    where: { id: reader_id },
    include: {
      imported: true,
      mails: { where: { bounced_at: { not: null } }, select: { id: true }, take: 1 },
      categories: { select: { category: true }, orderBy: { category: { position: 'asc' } } },
    },
  });
  if (!reader?.email) return;
  // The reminder repeats the token, so that both links work.
  const token = sign(config.appSecret, 'permission', Buffer.from(reader.uuid.replaceAll('-', ''), 'hex'));
  const hash = sha256(token);
  const hasOtherLink = reader.confirm_token_hash !== null && !hash.equals(reader.confirm_token_hash);
  if (
    reader.status !== 'pending' ||
    reader.confirmed_at ||
    hasOtherLink ||
    reader.mails.length > 0 ||
    (await findSuppression(deps, tx, reader.email))
  ) {
    await tx.importedReader.update({ where: { reader_id }, data: { ask_at: null, permission_emails } });
    return;
  }
  // Not the reader's own change, so `updated_at` stays: undoing the import removes or unsubscribes readers who haven't
  // done anything.
  await tx.$executeRaw`
    update readers set confirm_token_hash = ${new Uint8Array(hash)}, confirm_sent_at = ${now()} where id = ${reader_id}`;
  const { unsubscribe } = mailKeys(config.appSecret, { newsletter_id: 0, id: reader_id });
  const source = reader.imported!.consent_source;
  await enqueueEmail(deps, tx, {
    to: reader.email,
    owner: { reader_id },
    template: 'reader_permission',
    once: `reader-permission-${reader_id}-${number}`,
    props: {
      is_reminder: number > 1,
      list_name: source && !hasWebAddress(source) ? source : null,
      category_names: reader.categories.map(({ category }) => category.name),
      confirm_url: `${config.appUrl}/readers/confirm?token=${token}`,
      // Redirects to a page whose text depends on whether the reader has confirmed since.
      unsubscribe_url: oneClickUrl(config, unsubscribe),
      list_unsubscribe: listUnsubscribeHeader(config, unsubscribe),
    },
  });
}
