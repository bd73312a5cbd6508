/**
 * Judges the clicks on one promotion. Settlement does this once and stores the result permanently. See
 * docs/decisions/0089-judge-running-promotions-without-a-lock.md.
 */
import { Prisma } from '#prisma';
import type { Tx } from '#server/platform/database.ts';
import { CONFIRMED_BY_IMPORT } from '#server/readers/active.ts';
import type { Store } from '#shared/business.ts';
import { CLICK_LIMITS, type HoldRule } from '#shared/click-rules.ts';
import { DAY_MS } from '#shared/durations.ts';
import { RETENTION_DAYS } from '#shared/retention.ts';
import {
  type Click,
  classifyClicks,
  type Decision,
  type HiddenVisit,
  holdKey,
  type ReaderFacts,
  type Verdict,
} from './classify.ts';
import { isAlias, mailboxOf, ownedDomainOf } from './mailbox.ts';
import { type OtherReader, usualNewcomerShare } from './newcomers.ts';

export type SentPromotion = {
  id: number;
  newsletter_id: number | null;
  partner_uid: string;
  /** Start of the newsletter's freeze; there are no clicks before that. */
  frozen_at: Date | null;
  click_window_ends_at: Date;
};
type StoredClick = Click & { store: Store | null };
export type Judged = StoredClick & Verdict;

/** Single clicks are deleted after this time. */
const HISTORY_MS = RETENTION_DAYS.clicks * DAY_MS;
/** Maximum number of readers of other promotions from whom the usual share of newcomers is computed. */
const MAX_SAMPLED = 1_000;

/**
 * Judges a promotion and stores the result permanently. Returns the numbers of all and of billable clicks from the
 * newsletter; clicks on our own pages are free.
 */
export async function judgeClicks(tx: Tx, promotion: SentPromotion): Promise<{ total: number; billable: number }> {
  const judged = await computeVerdicts(tx, promotion);
  await storeHolds(tx, promotion.id, judged);
  await tx.$executeRaw`
    update click_logs set billable = v.billable, invalid_reason = v.reason::"InvalidReason"
    from unnest(${judged.map(({ id }) => id)}::bigint[], ${judged.map(({ clicked_at }) => clicked_at.toISOString())}::timestamptz[],
      ${judged.map(({ billable }) => billable)}::boolean[], ${judged.map(({ invalid_reason }) => invalid_reason)}::text[])
      as v(id, clicked_at, billable, reason)
    where click_logs.id = v.id and click_logs.clicked_at = v.clicked_at`;
  await saveVerdictCounts(tx, promotion.id, judged);
  return { total: judged.length, billable: judged.filter(({ billable }) => billable).length };
}

/** Judges as settlement would now, without storing anything. */
export async function computeVerdicts(tx: Tx, promotion: SentPromotion): Promise<Judged[]> {
  const clicks = await clicksOfReaders(tx, promotion);
  const verdicts = classifyClicks(clicks, {
    promotion_id: promotion.id,
    window_ends_at: promotion.click_window_ends_at,
    readers: await readerFacts(tx, promotion, clicks),
    hidden_visits: await hiddenVisits(tx, promotion, clicks),
    usual_newcomer_share: usualNewcomerShare(await otherReaders(tx, promotion), {
      is_young: await isYoungInstallation(tx, promotion),
      own_readers: countReaders(clicks, promotion.id),
    }),
    decisions: await decisionsOn(tx, promotion.id),
  });
  const byId = new Map(clicks.map((click) => [click.id, click]));
  return verdicts.map((verdict): Judged => ({ ...byId.get(verdict.id)!, ...verdict }));
}

/** The verdicts of a settled promotion, in chronological order; the rule that held a click isn't stored. */
export const storedVerdicts = (tx: Tx, promotion: SentPromotion) => tx.$queryRaw<Judged[]>`
  select id, promotion_id, reader_id, source::text, store::text, clicked_at, ua_class::text, billable, invalid_reason::text,
    encode(ip_hash, 'hex') as network, encode(subnet_hash, 'hex') as subnet, encode(site_hash, 'hex') as prefix48, null as hold
  from click_logs
  where promotion_id = ${promotion.id} and source = 'newsletter' and billable is not null and clicked_at >= ${startOf(promotion)}
  order by clicked_at, id`;

/** Bounds for `clicked_at`, so that Postgres reads only the partitions that can hold these clicks. */
const startOf = ({ frozen_at, click_window_ends_at }: SentPromotion) =>
  frozen_at ?? new Date(click_window_ends_at.getTime() - 30 * DAY_MS);
const historyOf = (promotion: SentPromotion) => ({
  from: new Date(startOf(promotion).getTime() - HISTORY_MS),
  to: startOf(promotion),
});

async function decisionsOn(tx: Tx, promotion_id: number): Promise<ReadonlyMap<string, Decision>> {
  const rows = await tx.$queryRaw<(Decision & { rule: never; subject: string })[]>`
    select rule, subject, decision::text, seen_until as until from click_holds
    where promotion_id = ${promotion_id} and decision is not null`;
  return new Map(rows.map(({ decision, until, ...hold }) => [holdKey(hold), { decision, until }]));
}

/**
 * Replaces the undecided groups with those of this judgment, and updates the decided ones: an excluded group covers all
 * its clicks; a counted group covers the clicks that staff counted and those held since. Call it with the promotion
 * locked.
 */
export async function storeHolds(tx: Tx, promotion_id: number, judged: readonly Judged[]) {
  const groups = Map.groupBy(
    judged.filter(({ hold }) => hold),
    ({ hold }) => holdKey(hold!),
  );
  await tx.clickHold.deleteMany({ where: { promotion_id, decision: null } });
  const decided = await tx.clickHold.findMany({ where: { promotion_id } });
  for (const { rule, subject, decision, seen_clicks, seen_until, first_at } of decided) {
    const key = holdKey({ rule: rule as HoldRule, subject });
    const held = groups.get(key) ?? [];
    groups.delete(key);
    const clicks = decision === 'count' ? seen_clicks! + held.length : held.length;
    const last_at = held.at(-1)?.clicked_at ?? seen_until!;
    await tx.clickHold.update({
      where: { promotion_id_rule_subject: { promotion_id, rule, subject } },
      data: { clicks, last_at, first_at: decision === 'count' ? first_at : (held[0]?.clicked_at ?? first_at) },
    });
  }
  await tx.clickHold.createMany({
    data: [...groups.values()].map((held) => ({
      promotion_id,
      ...held[0]!.hold!,
      clicks: held.length,
      first_at: held[0]!.clicked_at,
      last_at: held.at(-1)!.clicked_at,
    })),
  });
}

/**
 * All newsletter clicks on the promotion, and its readers' clicks on other links in the same email. Each part uses an
 * index.
 */
const clicksOfReaders = (tx: Tx, promotion: SentPromotion) => tx.$queryRaw<StoredClick[]>`
  with own as materialized (
    select * from click_logs
    where promotion_id = ${promotion.id} and source = 'newsletter' and clicked_at >= ${startOf(promotion)}),
  beside as (
    select c.* from (select distinct reader_id from own) reader join click_logs c on c.reader_id = reader.reader_id
    where c.newsletter_id = ${promotion.newsletter_id} and c.promotion_id is distinct from ${promotion.id}
      and c.clicked_at >= ${startOf(promotion)})
  select c.id, c.promotion_id, c.reader_id, c.source::text, c.store::text, c.clicked_at, c.ua_class::text,
    encode(c.ip_hash, 'hex') as network, encode(c.subnet_hash, 'hex') as subnet, encode(c.site_hash, 'hex') as prefix48
  from (select * from own union all select * from beside) c`;

/** SQL of the row t of imported_readers for a reader r whom an import confirmed. */
const IMPORT = Prisma.sql`left join imported_readers t on t.reader_id = r.id and ${CONFIRMED_BY_IMPORT}`;
/**
 * SQL of the time when a reader r, joined with `IMPORT`, confirmed. An import confirms its readers together, so the
 * day of the consent counts.
 */
const CONFIRMED_AT = Prisma.sql`least(r.confirmed_at, t.consented_on::timestamp at time zone 'UTC')`;

type ReaderRow = {
  reader_id: number;
  email: string | null;
  confirmed_at: Date | null;
  is_imported: boolean;
  newsletters: number;
  days: number;
  networks: string[] | null;
};

/** Facts about these readers, with their counted clicks in earlier newsletters. */
export async function readerFacts(
  tx: Tx,
  promotion: SentPromotion,
  clicks: readonly Pick<Click, 'reader_id'>[],
): Promise<ReadonlyMap<number, ReaderFacts>> {
  const ids = [...new Set(clicks.map((click) => click.reader_id).filter((reader) => reader !== null))];
  const { from, to } = historyOf(promotion);
  const rows = await tx.$queryRaw<ReaderRow[]>`
    select r.id as reader_id, r.email::text, ${CONFIRMED_AT} as confirmed_at, t.reader_id is not null as is_imported,
      earlier.newsletters, earlier.days, earlier.networks
    from readers r ${IMPORT} cross join lateral (
      select count(distinct c.newsletter_id)::int as newsletters,
        coalesce(extract(epoch from max(c.clicked_at) - min(c.clicked_at)) / 86400, 0)::float8 as days,
        array_agg(distinct encode(c.ip_hash, 'hex')) filter (where c.ip_hash is not null) as networks
      from click_logs c
      where c.reader_id = r.id and c.billable and c.clicked_at >= ${from} and c.clicked_at < ${to}) earlier
    where r.id = any(${ids}::int[])`;
  const partner = mailboxOf(promotion.partner_uid);
  const staff = new Set((await tx.user.findMany({ select: { uid: true } })).map(({ uid }) => mailboxOf(uid)));
  return new Map(
    rows.map(({ reader_id, email, newsletters, days, networks, ...confirmation }): [number, ReaderFacts] => {
      const mailbox = email && mailboxOf(email);
      const address = { mailbox, owned_domain: email && ownedDomainOf(email), is_alias: !!email && isAlias(email) };
      const is_staff = !!mailbox && staff.has(mailbox);
      const earlier = { newsletters, days, networks: networks ?? [] };
      return [reader_id, { ...address, ...confirmation, is_staff, is_partner: mailbox === partner, earlier }];
    }),
  );
}

const countReaders = (clicks: readonly Click[], id: number) =>
  new Set(clicks.filter(({ promotion_id }) => promotion_id === id).map(({ reader_id }) => reader_id)).size;

/** Visits to hidden links, rounded down to minutes because a link may be followed any number of times. */
async function hiddenVisits(tx: Tx, promotion: SentPromotion, clicks: readonly Click[]) {
  const networks = [...new Set(clicks.map(({ network }) => network).filter((network) => network !== null))];
  return tx.$queryRaw<HiddenVisit[]>`
    select distinct encode(c.ip_hash, 'hex') as network, date_trunc('minute', c.clicked_at) as at
    from click_logs c
    where c.promotion_id is null and c.newsletter_id = ${promotion.newsletter_id} and c.clicked_at >= ${startOf(promotion)}
      and c.ip_hash = any(select decode(network, 'hex') from unnest(${networks}::text[]) network)`;
}

/**
 * Readers who clicked other promotions of the newsletter but not this one, so that a click farm can't make its share
 * look usual by clicking others, too. Each reader counts once, and those who followed a hidden link are left out. The
 * rules' limit per network keeps mass sign-ups from filling the sample; it is scaled up if the sample is larger than
 * this promotion's readers.
 */
async function otherReaders(tx: Tx, promotion: SentPromotion): Promise<OtherReader[]> {
  const { known, newcomer_ms, network } = CLICK_LIMITS;
  const { from, to } = historyOf(promotion);
  return tx.$queryRaw<OtherReader[]>`
    with own as materialized (
      select distinct reader_id from click_logs where promotion_id = ${promotion.id} and clicked_at >= ${to} and reader_id is not null
    ), scanned as materialized (
      select distinct reader_id from click_logs
      where promotion_id is null and newsletter_id = ${promotion.newsletter_id} and clicked_at >= ${to} and reader_id is not null
    ), clicked as (
      select distinct on (c.reader_id) c.reader_id, c.clicked_at, c.ip_hash, c.subnet_hash, c.site_hash
      from promotions p join click_logs c on c.promotion_id = p.id
      where p.newsletter_id = ${promotion.newsletter_id} and p.id <> ${promotion.id}
        and c.source = 'newsletter' and c.ua_class = 'person' and c.clicked_at >= ${to} and c.reader_id is not null
      order by c.reader_id, c.clicked_at
    ), ranked as (
      select *, row_number() over (partition by coalesce(ip_hash, int4send(reader_id)) order by clicked_at, reader_id) as place
      from clicked c
      where not exists (select 1 from own where own.reader_id = c.reader_id)
        and not exists (select 1 from scanned where scanned.reader_id = c.reader_id)
    ), sampled as (
      select * from ranked
      where place <= ${network.unknown_readers} * greatest(1, least((select count(*) from clicked), ${MAX_SAMPLED})::float8 / greatest(1, (select count(*) from own)))
      order by md5(reader_id::text || ${String(promotion.frozen_at?.getTime())}) limit ${MAX_SAMPLED}
    )
    select r.email::text, ${CONFIRMED_AT} as confirmed_at, t.reader_id is not null as is_imported, sampled.clicked_at,
      encode(sampled.ip_hash, 'hex') as network,
      encode(sampled.subnet_hash, 'hex') as subnet, encode(sampled.site_hash, 'hex') as prefix48,
      coalesce(${CONFIRMED_AT} >= ${new Date(to.getTime() - newcomer_ms)} and not coalesce(earlier.is_known, false), false) as is_newcomer
    from sampled join readers r on r.id = sampled.reader_id ${IMPORT} cross join lateral (
      select count(distinct c.newsletter_id) >= ${known.newsletters}
        and max(c.clicked_at) - min(c.clicked_at) >= ${known.apart_ms}::float8 * interval '1 millisecond' as is_known
      from click_logs c
      where c.reader_id = r.id and c.billable and c.clicked_at >= ${from} and c.clicked_at < ${to}) earlier
    order by sampled.clicked_at`;
}

/** True until the readers of the first settled promotion can't be newcomers anymore. */
async function isYoungInstallation(tx: Tx, promotion: SentPromotion): Promise<boolean> {
  const settled_at = { lt: new Date(historyOf(promotion).to.getTime() - CLICK_LIMITS.newcomer_ms) };
  return (await tx.promotion.findFirst({ where: { settled_at }, select: { id: true } })) === null;
}

/** Saves the number of clicks per store and outcome, which stays when single clicks are deleted. */
async function saveVerdictCounts(tx: Tx, promotion_id: number, judged: readonly Judged[]) {
  const kinds = Map.groupBy(judged, ({ store, invalid_reason }) => `${store} ${invalid_reason}`);
  await tx.clickVerdict.createMany({
    data: [...kinds.values()].map((clicks) => {
      const { store, invalid_reason } = clicks[0]!;
      return { promotion_id, store: store!, outcome: invalid_reason ?? 'billable', clicks: clicks.length };
    }),
  });
}
