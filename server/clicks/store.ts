/**
 * Stores a batch of clicks with their sums, and looks up their targets, in one statement and one commit. See
 * docs/decisions/0045-record-clicks-before-redirecting.md.
 */
import type { UserAgentClass } from '#prisma';
import { vancouverTime } from '#server/platform/clock.ts';
import type { Pool } from '#server/platform/database.ts';
import type { Store } from '#shared/business.ts';
import type { ShareChannel } from '#shared/share-channels.ts';

export type ClickRequest = {
  /** Null for a hidden link. */
  promotion_id: number | null;
  store: Store | null;
  /** Both are null on our own pages. */
  newsletter_id: number | null;
  reader_id: number | null;
  clicked_at: Date;
  ip_hash: Buffer | null;
  /** For the IPv4 /24 or IPv6 /56. */
  subnet_hash: Buffer | null;
  /** For the IPv6 /48. */
  site_hash: Buffer | null;
  ua_class: UserAgentClass;
  /** Null in emails, and for visitors who didn't come through a link of the share kit. */
  channel: ShareChannel | null;
};

const MAX_ATTEMPTS = 3;
/** Error codes for a lock timeout and a deadlock: the statement was rolled back, so it can be repeated. */
const ROLLED_BACK = ['55P03', '40P01'];

/** Stores the clicks and returns each one's store address; null for invalid and hidden links. */
export async function storeClicks(
  pool: Pool,
  clicks: readonly ClickRequest[],
  attempts = MAX_ATTEMPTS,
): Promise<(string | null)[]> {
  const column = <K extends keyof ClickRequest>(name: K) => clicks.map((click) => click[name]);
  try {
    const { rows } = await pool.query<{ n: string; url: string }>({
      name: 'store-clicks',
      text: STATEMENT,
      values: [
        column('promotion_id'),
        column('store'),
        column('newsletter_id'),
        column('reader_id'),
        column('clicked_at').map((instant) => instant.toISOString()),
        column('ip_hash'),
        column('ua_class'),
        clicks.map(({ clicked_at }) => vancouverTime(clicked_at).date),
        column('subnet_hash'),
        column('site_hash'),
        column('channel'),
      ],
    });
    const urls = new Map(rows.map(({ n, url }) => [Number(n), url]));
    return clicks.map((_, index) => urls.get(index + 1) ?? null);
  } catch (error) {
    if (attempts > 1 && ROLLED_BACK.includes((error as { code?: string }).code ?? ''))
      return storeClicks(pool, clicks, attempts - 1);
    throw error;
  }
}

/** The approved address of an email's link; null for invalid and hidden links. */
export async function approvedUrl(
  pool: Pool,
  { promotion_id, newsletter_id, store }: Pick<ClickRequest, 'promotion_id' | 'newsletter_id' | 'store'>,
): Promise<string | null> {
  const { rows } = await pool.query<{ url: string | null }>(
    'select reviewed_store_urls ->> $3 as url from promotions where id = $1 and newsletter_id = $2',
    [promotion_id, newsletter_id, store],
  );
  return rows[0]?.url ?? null;
}

/**
 * `target` has the clicks whose promotion is in the click's newsletter (or, on our own pages, was sent) and was
 * approved with the click's store; `url` is the approved address. A click through a link of an erased reader is stored
 * without the reader and the hashes. Clicks on our own pages are stored as free, so that settlement needn't read them.
 * Counts are updated in the order of their keys, so that two processes can't deadlock.
 */
const STATEMENT = `
  with requested as (
    select promotion_id, store::"Store", newsletter_id, readers.id as reader_id, clicked_at, case when not is_erased then ip_hash end as ip_hash,
      case when not is_erased then subnet_hash end as subnet_hash, case when not is_erased then site_hash end as site_hash,
      ua_class::"UserAgentClass", day, channel, n,
      (case when newsletter_id is null and promotion_id is not null then 'site' else 'newsletter' end)::"ClickSource" as source
    from unnest($1::int[], $2::text[], $3::int[], $4::int[], $5::timestamptz[], $6::bytea[], $7::text[], $8::date[], $9::bytea[], $10::bytea[], $11::text[])
      with ordinality as click (promotion_id, store, newsletter_id, reader_id, clicked_at, ip_hash, ua_class, day, subnet_hash, site_hash, channel, n)
      left join readers on readers.id = click.reader_id
      cross join lateral (select click.reader_id is not null and readers.id is null as is_erased) reader
  ), target as (
    select * from (
      select r.*, p.reviewed_store_urls ->> r.store::text as url
      from requested r join promotions p on p.id = r.promotion_id
        and (p.newsletter_id = r.newsletter_id or (r.newsletter_id is null and p.sent_at is not null))) found
    where url is not null
  ), logged as (
    insert into click_logs (promotion_id, newsletter_id, reader_id, source, store, clicked_at, ip_hash, subnet_hash, site_hash, ua_class, billable)
    select promotion_id, newsletter_id, reader_id, source, store, clicked_at, ip_hash, subnet_hash, site_hash, ua_class, case when source = 'site' then false end from requested
    where promotion_id is null or n in (select n from target)
    order by n
  ), counted as (
    insert into click_rollups (promotion_id, hour, store, source, clicks)
    select promotion_id, date_trunc('hour', clicked_at, 'UTC'), store, source, count(*) from target
    group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (promotion_id, hour, store, source) do update set clicks = click_rollups.clicks + excluded.clicks
  ), shared as (
    insert into channel_clicks (promotion_id, channel, clicks)
    select promotion_id, channel, count(*) from target where channel is not null group by 1, 2 order by 1, 2
    on conflict (promotion_id, channel) do update set clicks = channel_clicks.clicks + excluded.clicks
  ), summed as (
    insert into click_days (day, source, clicks)
    select day, source, count(*) from target group by 1, 2 order by 1, 2
    on conflict (day, source) do update set clicks = click_days.clicks + excluded.clicks
  )
  select n, url from target`;
