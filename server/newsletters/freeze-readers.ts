/**
 * Chooses a freezing newsletter's recipients, one range of readers per transaction. The newsletter stores the last
 * reader of each range in the range's own transaction, so a process that dies leaves nothing half done, and the next
 * one continues after that reader. See docs/decisions/0114-freeze-readers-in-ranges.md.
 */
import { type NewsletterKind, Prisma } from '#prisma';
import type { Database, Tx } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { processEach } from '#server/platform/process-each.ts';
import { CONFIRMED_BY_IMPORT } from '#server/readers/active.ts';
import { PROVIDER } from '#server/readers/list-health.ts';
import type { Provider } from '#shared/list-health.ts';
import { RECENT_DAYS } from '#shared/warm-up.ts';
import { hasMissedWindow } from './abandon.ts';
import { SEND_NEWSLETTER_JOB } from './freeze.ts';
import { sendsListAlerts } from './weekly.ts';

/**
 * Readers per range; tests lower it. A range takes 0.2 to 0.4 s, or a second on an overloaded machine, which is far
 * below a statement's limit of 5 s.
 */
export const rangeSize = { readers: 10_000 };

/** Readers who followed a link in an email within this many days get the newsletter first. */
const ENGAGED_DAYS = 60;

type FreezingNewsletter = {
  id: number;
  kind: NewsletterKind;
  newsletter_date: Date;
  freeze_cursor: number;
  deliveries_total: number;
  sent_at: Date | null;
  warm_up_id: number | null;
  /** The date's other newsletter. */
  sibling_id: number | null;
};

/** Recipients are chosen from the readers after `freeze_cursor`. */
type FreezePosition = Pick<FreezingNewsletter, 'kind' | 'newsletter_date' | 'freeze_cursor' | 'sibling_id'>;

/** Job handler; repeating it continues where it stopped. */
export async function freezeReaders(deps: Pick<Deps, 'db' | 'now' | 'queue' | 'mail'>, { id }: { id: number }) {
  try {
    while (!deps.mail.isClosed()) {
      if (await deps.db.$transaction((tx) => freezeNextRange(deps, tx, id))) return;
    }
  } catch (error) {
    const failure = String((error as Error)?.message ?? error).slice(0, 500);
    await deps.db.newsletter.updateMany({ where: { id, status: 'freezing' }, data: { failure } });
    throw error;
  }
}

/** Continues newsletters whose freeze a crash or an error interrupted. Throws at the end if one failed. */
export async function continueFreezing(deps: Pick<Deps, 'db' | 'now' | 'log' | 'queue' | 'mail'>) {
  const freezing = await deps.db.newsletter.findMany({
    where: { status: 'freezing', held_at: null, ended_at: null },
    select: { id: true },
    orderBy: { id: 'asc' },
  });
  await processEach(
    freezing,
    (newsletter) => freezeReaders(deps, newsletter),
    (error, { id }) => deps.log.error({ err: error, newsletter_id: id }, 'newsletter recipients not frozen'),
  );
}

/** Freezes the next range. Returns true when none is left, or the freeze can't continue. */
async function freezeNextRange(deps: Pick<Deps, 'now' | 'queue'>, tx: Tx, id: number): Promise<boolean> {
  const newsletter = await lockFreezing(tx, id);
  // The sender ends a newsletter that is too late.
  if (!newsletter || (!newsletter.sent_at && hasMissedWindow(newsletter, deps.now()))) return true;
  const last = await lastOfRange(tx, newsletter);
  if (last === null) {
    await finishFreezing(deps, tx, newsletter);
    return true;
  }
  const chosen = await insertRecipients(tx, newsletter, last);
  const data = { freeze_cursor: last, deliveries_total: { increment: chosen }, failure: null };
  await tx.newsletter.update({ where: { id }, data, select: { id: true } });
  return false;
}

/** Locks the newsletter for one process, unless a restore holds it or it was ended. Other processes skip it. */
async function lockFreezing(tx: Tx, id: number): Promise<FreezingNewsletter | null> {
  const [newsletter] = await tx.$queryRaw<FreezingNewsletter[]>`
    select id, kind, newsletter_date, freeze_cursor, deliveries_total, sent_at, warm_up_id,
      (select other.id from newsletters other
       where other.newsletter_date = newsletters.newsletter_date and other.id <> newsletters.id) as sibling_id
    from newsletters
    where id = ${id} and status = 'freezing' and held_at is null and ended_at is null
    for no key update skip locked`;
  return newsletter ?? null;
}

async function lastOfRange(
  tx: Database | Tx,
  { freeze_cursor, ...newsletter }: Pick<FreezePosition, 'kind' | 'newsletter_date' | 'freeze_cursor'>,
): Promise<number | null> {
  const [range] = await tx.$queryRaw<{ last: number | null }[]>`
    select max(id) as last from (
      (select id from readers
       where status = 'active' and frequency = ${newsletter.kind}::"Frequency" and id > ${freeze_cursor}
       order by id limit ${rangeSize.readers})
      union
      (select id from readers
       where ${sendsListAlerts(newsletter)} and list_alerts and status = 'active' and id > ${freeze_cursor}
       order by id limit ${rangeSize.readers})
      order by id limit ${rangeSize.readers}) range`;
  return range!.last;
}

/**
 * Inserts one row per reader of the range whom at least one deal matches, by their preferences (`matchesPreferences` in
 * assemble.ts, in SQL) or by their list (`matchesItem` and `fitsList`), and the ranges in which their emails are sent.
 * Returns the number of recipients.
 *
 * During a warm-up, each provider's readers have separate ranges: engaged readers first, then recently confirmed ones,
 * then the rest. For an imported reader who hasn't confirmed here, the consent's date counts.
 */
async function insertRecipients(tx: Tx, newsletter: FreezingNewsletter, last: number): Promise<number> {
  const { id, freeze_cursor, newsletter_date, warm_up_id } = newsletter;
  const rangeColumns = warm_up_id
    ? Prisma.sql`coalesce(least(r.confirmed_at, t.consented_on) >= ${newsletter_date}::date - ${RECENT_DAYS}::int, false) as is_recent,
        ${PROVIDER} as provider
        from recipients join readers r using (id) left join imported_readers t on t.reader_id = r.id and ${CONFIRMED_BY_IMPORT}`
    : Prisma.sql`false as is_recent, '' as provider from recipients`;
  const deals = Prisma.sql`(select snapshot -> 'deals' from newsletters where id = ${id})`;
  const ranges = await tx.$queryRaw<{ deliveries: number }[]>`
    with ${recipientTables(newsletter, last, deals)},
    engaged as materialized (
      select distinct reader_id from click_logs
      where reader_id > ${freeze_cursor} and reader_id <= ${last} and source = 'newsletter' and ua_class = 'person'
        and clicked_at >= ${newsletter_date}::date - ${ENGAGED_DAYS}::int),
    inserted as (
      insert into deliveries (newsletter_id, reader_id, has_list, is_engaged, is_recent, provider)
      select ${id}::int, id, has_list, is_engaged, is_recent and not is_engaged, provider
      from (select id, has_list, id in (select reader_id from engaged) as is_engaged, ${rangeColumns}) parted
      on conflict do nothing
      returning is_engaged, is_recent, provider)
    insert into newsletter_ranges (newsletter_id, number, is_engaged, is_recent, provider, after_reader, last_reader, deliveries)
    select ${id}::int, (select coalesce(max(number), 0) from newsletter_ranges where newsletter_id = ${id})
      + row_number() over (order by is_engaged desc, is_recent desc, provider), is_engaged, is_recent, provider,
      ${freeze_cursor}, ${last}, count(*)
    from inserted group by is_engaged, is_recent, provider
    returning deliveries`;
  return ranges.reduce((total, { deliveries }) => total + deliveries, 0);
}

/**
 * The common table expressions up to `recipients`, for deals as JSON. Weekly readers who asked for list alerts also get
 * a daily newsletter's deals that are on their list, except on Saturdays. `list_matches` finds the lists by deal, so
 * readers without a list cost nothing. Readers who have or may have the date's other newsletter are skipped, even if
 * they have changed their frequency since.
 *
 * `limit 1` keeps Postgres from iterating by deal, which takes five times as long. The range is repeated for each
 * table, so that Postgres reads only the range of each, whatever join it chooses.
 */
function recipientTables(newsletter: FreezePosition, last: number, deals: Prisma.Sql) {
  const { kind, newsletter_date, freeze_cursor, sibling_id } = newsletter;
  const isRegular = Prisma.sql`r.frequency = ${kind}::"Frequency"`;
  const canGetIt = Prisma.sql`r.id > ${freeze_cursor} and r.id <= ${last}
    and r.status = 'active' and r.email is not null
    and (r.paused_until is null or r.paused_until < ${newsletter_date}::date)
    and not exists (
      select 1 from deliveries d
      where d.newsletter_id = ${sibling_id} and d.reader_id = r.id and d.reader_id > ${freeze_cursor} and d.reader_id <= ${last}
        and (d.state in ('handing_over', 'accepted', 'uncertain') or d.state = 'queued' and d.attempts > 0))`;
  return Prisma.sql`
  deals as materialized (
    select distinct deal.* from jsonb_to_recordset(${deals})
      as deal(category_id int, sale_price_cents int, is_adult boolean, stores text[])
  ), list_deals as materialized (
    select deal.* from jsonb_to_recordset(${deals})
      as deal(author_id int, series citext, book_id int, sale_price_cents int, is_adult boolean, stores text[])
  ), list_matches as materialized (
    select l.*, d.sale_price_cents, d.is_adult, d.stores
    from list_deals d cross join lateral (
      select reader_id, null::int as wish_cents from reader_list_items
      where author_id = d.author_id and (series = '' or series = d.series)
        and reader_id > ${freeze_cursor} and reader_id <= ${last}
      union all
      select reader_id, max_price_cents from reader_list_items
      where book_id = d.book_id and (max_price_cents is null or d.sale_price_cents <= max_price_cents)
        and reader_id > ${freeze_cursor} and reader_id <= ${last}
      offset 0) l
  ), listed as materialized (
    select distinct r.id
    from list_matches m cross join lateral (select * from readers where id = m.reader_id offset 0) r
    where ${canGetIt} and (${isRegular} or r.list_alerts and ${sendsListAlerts(newsletter)})
      and (r.stores = '{}' or r.stores::text[] && m.stores)
      and (m.wish_cents is not null or ((not r.free_only or m.sale_price_cents = 0)
        and (r.max_price_cents is null or m.sale_price_cents <= r.max_price_cents)))
      and (not m.is_adult or (r.adult_ok and exists (
        select 1 from reader_categories rc join categories c on c.id = rc.category_id where rc.reader_id = r.id and c.is_adult)))
  ), recipients as (
  select id, true as has_list from listed
  union all
  select r.id, r.id in (select reader_id from list_matches)
  from readers r
  where ${canGetIt} and ${isRegular}
    and r.id not in (select id from listed)
    and exists (
      select 1
      from reader_categories rc cross join lateral (
        select 1 from deals d
        where d.category_id = rc.category_id
          and (not r.free_only or d.sale_price_cents = 0)
          and (r.max_price_cents is null or d.sale_price_cents <= r.max_price_cents)
          and (r.adult_ok or not d.is_adult)
          and (r.stores = '{}' or r.stores::text[] && d.stores)
        limit 1) fitting
      where rc.reader_id = r.id and rc.reader_id > ${freeze_cursor} and rc.reader_id <= ${last})
  )`;
}

/** A count that takes longer is extrapolated from the readers counted until then. Tests lower it. */
export const countLimit = { ms: 3_000 };

/** Counts the readers who would get a draft if it closed now with these deals, in total and by mailbox provider. */
export async function countRecipients(
  db: Database,
  draft: Omit<FreezePosition, 'freeze_cursor'>,
  deals: readonly object[],
) {
  const started = performance.now();
  const json = Prisma.sql`${JSON.stringify(deals)}::jsonb`;
  let freeze_cursor = 0;
  const providers = new Map<Provider, number>();
  for (;;) {
    const range = { ...draft, freeze_cursor };
    const last = await lastOfRange(db, range);
    if (last === null) return countsOf(providers, 1);
    const rows = await db.$queryRaw<{ provider: Provider; count: number }[]>`
      with ${recipientTables(range, last, json)}
      select ${PROVIDER} as provider, count(*)::int as count from recipients join readers r using (id) group by 1`;
    for (const { provider, count } of rows) providers.set(provider, (providers.get(provider) ?? 0) + count);
    freeze_cursor = last;
    if (performance.now() - started > countLimit.ms) break;
  }
  // The readers of `lastOfRange`.
  const regular = { frequency: draft.kind };
  const audience = {
    status: 'active',
    ...(sendsListAlerts(draft) ? { OR: [regular, { list_alerts: true }] } : regular),
  } as const;
  const [counted, all] = await Promise.all([
    db.reader.count({ where: { ...audience, id: { lte: freeze_cursor } } }),
    db.reader.count({ where: audience }),
  ]);
  // `counted` is 0 if all of the counted readers have left since.
  return countsOf(providers, counted ? all / counted : 1);
}

function countsOf(counted: ReadonlyMap<Provider, number>, factor: number) {
  const readers = [...counted.values()].reduce((sum, count) => sum + count, 0);
  return {
    ...{ readers_count: Math.round(readers * factor), is_estimate: factor > 1 },
    providers: new Map([...counted].map(([provider, count]) => [provider, Math.round(count * factor)])),
  };
}

/** A daily newsletter is sent even without recipients: its promotions run on the site, and their click window opens. */
async function finishFreezing(deps: Pick<Deps, 'queue'>, tx: Tx, { id, kind, deliveries_total }: FreezingNewsletter) {
  const isEmpty = kind === 'weekly' && !deliveries_total;
  const data = { status: isEmpty ? 'cancelled' : 'frozen', failure: null } as const;
  await tx.newsletter.update({ where: { id }, data, select: { id: true } });
  if (!isEmpty) await deps.queue.send(tx, SEND_NEWSLETTER_JOB, { id });
}
