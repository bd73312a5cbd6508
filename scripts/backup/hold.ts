/**
 * Holds newsletters that may have been sent after the backup was made: all unfinished ones up to the day of the restore
 * (server/newsletters/held.ts). Pauses permission emails that may have been sent since then.
 */
import type pg from 'pg';
import { vancouverTime } from '#server/platform/clock.ts';
import { RESTORED_KEY } from '#server/readers/replay.ts';

/** Records the restore, so that `restore`, or the next start, replays the opt-outs recorded since the backup. */
export const recordRestore = (client: pg.Client, { made_at, now }: { made_at: Date; now: Date }) =>
  client.query(
    'insert into settings (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value',
    [RESTORED_KEY, { restored_at: now, made_at, replay: null }],
  );

/**
 * Returns the held newsletters, as '2026-12-01 (daily)'. Runs in the transaction that restores the rows, so that no
 * server can start in between.
 */
export async function holdNewsletters(client: pg.Client, { made_at, now }: { made_at: Date; now: Date }) {
  const from = vancouverTime(made_at).date;
  const today = vancouverTime(now).date;
  // Drafts are created two weeks ahead; an older backup lacks the latest ones.
  await client.query(
    `insert into newsletters (newsletter_date, kind)
     select day::date, kind::"NewsletterKind"
     from generate_series($1::date, $2::date, interval '1 day') day cross join unnest(array['daily', 'weekly']) kind
     where kind = 'daily' or extract(isodow from day) = 6
     on conflict do nothing`,
    [from, today],
  );
  const { rows } = await client.query<{ name: string }>(
    `with held as (
       update newsletters n set held_at = $2 where newsletter_date <= $1::date and (
         status in ('draft', 'freezing', 'frozen', 'sending') or status = 'sent' and exists (
           select 1 from deliveries where newsletter_id = n.id and state in ('queued', 'handing_over', 'deferred')))
       returning newsletter_date, kind)
     select newsletter_date || ' (' || kind || ')' as name from held order by newsletter_date, kind`,
    [today, now],
  );
  return rows.map(({ name }) => name);
}

/**
 * Returns the ids of the paused imports: those with due permission emails, and those that may have imported more
 * readers since the backup. During a warm-up, waiting imports would start asking, too.
 */
export async function pausePermissionEmails(client: pg.Client, { now }: { now: Date }): Promise<number[]> {
  const { rows } = await client.query<{ id: number }>(
    `with paused as (
       update reader_imports i set asking = 'paused', asking_at = $1
       where (asking = 'on' or asking = 'waiting' and exists (select from warm_ups where ended_at is null))
         and (status = 'importing' or status = 'done' and exists (
           select from imported_readers where import_id = i.id and ask_at <= $1))
       returning id)
     select id from paused order by id`,
    [now],
  );
  return rows.map(({ id }) => id);
}
