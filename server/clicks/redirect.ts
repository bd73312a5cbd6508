/** Follows a tracked link: the click is stored before the answer names the store, in one statement. */
import type { UserAgentClass } from '#prisma';
import type { Deps } from '#server/platform/deps.ts';
import { mac } from '#server/platform/signed.ts';
import { readToken, type TrackedLink } from './token.ts';

export type Visit = { ua_class: UserAgentClass; ip: string | undefined };

/** The address to send the visitor to; null for a token that leads nowhere. */
export async function followLink(deps: Deps, token: string, visit: Visit): Promise<string | null> {
  const link = readToken(deps.config.appSecret, token);
  if (!link) return null;
  const ip_hash = visit.ip ? mac(deps.config.appSecret, 'ip', visit.ip) : null;
  return link.kind === 'honeypot' ? logHoneypot(deps, link, visit, ip_hash) : logClick(deps, link, visit, ip_hash);
}

/** Nobody sees this link, so who follows it is a machine; it is sent to the front page like a lost guest. */
async function logHoneypot(
  deps: Deps,
  { newsletter_id, reader_id }: TrackedLink,
  { ua_class }: Visit,
  ip_hash: Buffer | null,
) {
  await deps.db.clickLog.create({
    data: {
      newsletter_id,
      reader_id,
      source: 'newsletter',
      clicked_at: deps.now(),
      ip_hash: ip_hash && new Uint8Array(ip_hash),
      ua_class,
    },
  });
  return '/';
}

async function logClick(
  deps: Deps,
  link: TrackedLink & { kind: 'store' },
  { ua_class }: Visit,
  ip_hash: Buffer | null,
) {
  const fromMail = link.newsletter_id > 0;
  const { rows } = await deps.pool.query<{ url: string | null }>({
    name: 'follow-link',
    // target: the promotion, if it is in that newsletter (or, on our own pages, was sent), and its book's address at the store
    text: `
      with target as (
        select p.id, case $3
          when 'amazon' then b.amazon_url when 'ibooks' then b.ibooks_url when 'barnes_and_noble' then b.barnes_and_noble_url
          when 'google_play' then b.google_play_url else b.kobo_url end as url
        from promotions p join books b on b.id = p.book_id
        where p.id = $1 and (p.newsletter_id = $2 or ($2 is null and p.sent_at is not null))
      ), logged as (
        insert into click_logs (promotion_id, newsletter_id, reader_id, source, store, clicked_at, ip_hash, ua_class)
        select id, $2, $4, $5::"ClickSource", $3::"Store", $6, $7, $8::"UserAgentClass" from target where url is not null
      ), counted as (
        insert into click_rollups (promotion_id, hour, store, clicks)
        select id, date_trunc('hour', $6::timestamptz), $3::"Store", 1 from target where url is not null
        on conflict (promotion_id, hour, store) do update set clicks = click_rollups.clicks + 1
      )
      select url from target`,
    values: [
      link.promotion_id,
      fromMail ? link.newsletter_id : null,
      link.store,
      fromMail ? link.reader_id : null,
      fromMail ? 'newsletter' : 'site',
      deps.now(),
      ip_hash,
      ua_class,
    ],
  });
  return rows[0]?.url ?? null;
}
