/** Counts of the permission emails of an import. */
import { Prisma } from '#prisma';
import { vancouverDaySql, vancouverTime } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { notFound } from '#server/platform/errors.ts';
import { findStopCause } from '#server/readers/list-health.ts';
import { addDays } from '#shared/dates.ts';
import { type ImportCampaign, ImportCounts } from '#shared/reader-imports.ts';
import { RETENTION_DAYS } from '#shared/retention.ts';
import { countPermissionEmailsToday, MAX_PERMISSION_EMAILS } from './permission.ts';

type CampaignRow = {
  /** Readers to ask who haven't been deleted since. */
  remaining: number;
  asked: number;
  reminded: number;
  confirmed: number;
  declined: number;
  bounced: number;
  not_asked: number;
  to_remind: number;
  last_reminder_at: Date | null;
};

/**
 * Counts an import's permission emails and their results. `unanswered` are the other readers to ask who have been
 * deleted since: they didn't answer, asked to be erased, or were removed by an undo of the import.
 */
export async function loadCampaign(deps: Pick<Deps, 'db' | 'now'>, id: number): Promise<ImportCampaign> {
  const { db, now } = deps;
  const row = await db.readerImport.findUnique({ where: { id } });
  if (!row) throw notFound();
  const readers = ImportCounts.parse(row.counts).asked;
  const [{ remaining, to_remind, last_reminder_at, ...counts }] = await db.$queryRaw<[CampaignRow]>`
    select count(*)::int as remaining,
      (count(*) filter (where permission_emails > 0))::int as asked,
      (count(*) filter (where permission_emails = ${MAX_PERMISSION_EMAILS}))::int as reminded,
      (count(*) filter (where r.confirmed_at is not null))::int as confirmed,
      (count(*) filter (where r.confirmed_at is null and r.status in ('unsubscribed', 'complained')))::int as declined,
      (count(*) filter (where r.confirmed_at is null and r.status = 'bounced'))::int as bounced,
      (count(*) filter (where permission_emails = 0 and ask_at is not null))::int as not_asked,
      (count(*) filter (where permission_emails > 0 and ask_at is not null))::int as to_remind,
      max(ask_at) filter (where permission_emails > 0) as last_reminder_at
    from imported_readers i join readers r on r.id = i.reader_id
    where i.import_id = ${id}
      and (i.consented_on is null or i.consent_source is null or i.confirmed_at is not null)`;
  const { never_asked } = row;
  const unanswered = Math.max(0, readers - remaining - never_asked);
  const emails_left = MAX_PERMISSION_EMAILS * counts.not_asked + to_remind;
  const sent_today = await countPermissionEmailsToday(deps, id);
  const emails_after_today = Math.max(0, emails_left - Math.max(0, row.daily_emails - sent_today));
  const daysLeft = Math.ceil(emails_after_today / row.daily_emails);
  const today = vancouverTime(now()).date;
  const lowerBounds = [
    addDays(today, Math.max(daysLeft, counts.not_asked ? RETENTION_DAYS.confirmation_link : 0)),
    last_reminder_at ? vancouverTime(last_reminder_at).date : today,
  ];
  const ends_on = emails_left ? lowerBounds.toSorted().at(-1)! : null;
  return {
    ...{ readers, asked: counts.asked + unanswered, reminded: counts.reminded + unanswered },
    ...{ confirmed: counts.confirmed, declined: counts.declined, bounced: counts.bounced, unanswered },
    ...{ not_asked: counts.not_asked, never_asked, sent_today, days: await emailsByDay(db, id), emails_left, ends_on },
    stopped_because: emails_left ? await findStopCause(deps) : null,
  };
}

const emailsByDay = (db: Database, import_id: number) => db.$queryRaw<ImportCampaign['days']>`
  select ${Prisma.raw(vancouverDaySql('m.created_at'))}::text as date,
    (count(*) filter (where not (m.props ->> 'is_reminder')::boolean))::int as first_emails,
    (count(*) filter (where (m.props ->> 'is_reminder')::boolean))::int as reminders
  from imported_readers i join mails m on m.reader_id = i.reader_id
  where i.import_id = ${import_id} and m.template = 'reader_permission'
  group by 1 order by 1 desc limit 30`;
