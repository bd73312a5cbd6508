/** Judges the clicks of one promotion. Settlement does so once and stores the result for good. */
import type { Tx } from '#server/platform/database.ts';
import type { Store } from '#shared/business.ts';
import {
  type Click,
  classifyClicks,
  type Decision,
  type HiddenVisit,
  holdKey,
  type ReaderFacts,
  type Verdict,
} from './classify.ts';
import { mailboxOf, ownedDomainOf } from './mailbox.ts';

export type Sent = { id: number; newsletter_id: number | null; partner_uid: string; click_window_ends_at: Date };
type StoredClick = Click & { store: Store | null };
export type Judged = StoredClick & Verdict;

/** Returns the raw and billable clicks from the newsletter. All others are free (store.ts). */
export async function judgeClicks(tx: Tx, promotion: Sent): Promise<{ total: number; billable: number }> {
  const { judged } = await judge(tx, promotion);
  await storeHolds(tx, promotion.id, judged);
  await tx.$executeRaw`
    update click_logs set billable = v.billable, invalid_reason = v.reason::"InvalidReason"
    from unnest(${judged.map(({ id }) => id)}::bigint[], ${judged.map(({ clicked_at }) => clicked_at.toISOString())}::timestamptz[],
      ${judged.map(({ billable }) => billable)}::boolean[], ${judged.map(({ invalid_reason }) => invalid_reason)}::text[])
      as v(id, clicked_at, billable, reason)
    where click_logs.id = v.id and click_logs.clicked_at = v.clicked_at`;
  await keepVerdicts(tx, promotion.id, judged);
  return { total: judged.length, billable: judged.filter(({ billable }) => billable).length };
}

/** Judges without storing anything, as settlement would now. */
export async function judge(tx: Tx, promotion: Sent) {
  const clicks = await clicksOfReaders(tx, promotion);
  const readers = await readerFacts(tx, promotion, clicks);
  const verdicts = classifyClicks(clicks, {
    ...{ promotion_id: promotion.id, window_ends_at: promotion.click_window_ends_at, readers },
    hidden_visits: await hiddenVisits(tx, promotion, clicks),
    decisions: await decisionsOn(tx, promotion.id),
  });
  const byId = new Map(clicks.map((click) => [click.id, click]));
  return { judged: verdicts.map((verdict): Judged => ({ ...byId.get(verdict.id)!, ...verdict })), readers };
}

async function decisionsOn(tx: Tx, promotion_id: number): Promise<ReadonlyMap<string, Decision>> {
  const rows = await tx.$queryRaw<{ rule: never; subject: string; decision: Decision }[]>`
    select rule, subject, decision::text from click_holds where promotion_id = ${promotion_id} and decision is not null`;
  return new Map(rows.map(({ decision, ...hold }) => [holdKey(hold), decision]));
}

/** Replaces the undecided groups by those of this judgment; decided ones keep what staff saw. The promotion is locked. */
export async function storeHolds(tx: Tx, promotion_id: number, judged: readonly Judged[]) {
  const groups = [
    ...Map.groupBy(
      judged.filter(({ hold }) => hold),
      ({ hold }) => holdKey(hold!),
    ).values(),
  ];
  await tx.clickHold.deleteMany({ where: { promotion_id, decision: null } });
  await tx.clickHold.createMany({
    data: groups.map((own) => ({
      ...{ promotion_id, ...own[0]!.hold!, clicks: own.length },
      ...{ first_at: own[0]!.clicked_at, last_at: own.at(-1)!.clicked_at },
    })),
    skipDuplicates: true,
  });
}

/** Every click on the promotion in the newsletter, and what its readers clicked beside it in the same mail. Each part by an index of its own. */
const clicksOfReaders = (tx: Tx, { id, newsletter_id }: Sent) => tx.$queryRaw<StoredClick[]>`
  with own as materialized (select * from click_logs where promotion_id = ${id} and source = 'newsletter'),
  beside as (
    select c.* from (select distinct reader_id from own) reader join click_logs c on c.reader_id = reader.reader_id
    where c.newsletter_id = ${newsletter_id} and c.promotion_id is distinct from ${id})
  select c.id, c.promotion_id, c.reader_id, c.source::text, c.store::text, c.clicked_at, c.ua_class::text, encode(c.ip_hash, 'hex') as network
  from (select * from own union all select * from beside) c`;

type ReaderRow = {
  reader_id: number;
  email: string | null;
  confirmed_at: Date | null;
  is_staff: boolean;
  newsletters: number;
  networks: string[] | null;
};

/** With what was counted of these readers' clicks in earlier newsletters. */
async function readerFacts(tx: Tx, { newsletter_id, partner_uid }: Sent, clicks: readonly Click[]) {
  const ids = [...new Set(clicks.map((click) => click.reader_id).filter((reader) => reader !== null))];
  const rows = await tx.$queryRaw<ReaderRow[]>`
    select r.id as reader_id, r.email::text, r.confirmed_at, earlier.newsletters, earlier.networks,
      exists (select 1 from users u where u.uid = r.email) as is_staff
    from readers r cross join lateral (
      select count(distinct c.newsletter_id)::int as newsletters, array_agg(distinct encode(c.ip_hash, 'hex')) filter (where c.ip_hash is not null) as networks
      from click_logs c where c.reader_id = r.id and c.billable and c.newsletter_id <> ${newsletter_id}) earlier
    where r.id = any(${ids}::int[])`;
  const partner = mailboxOf(partner_uid);
  return new Map(
    rows.map(({ reader_id, email, confirmed_at, is_staff, newsletters, networks }): [number, ReaderFacts] => {
      const own = { mailbox: email && mailboxOf(email), owned_domain: email && ownedDomainOf(email) };
      const earlier = { newsletters, networks: networks ?? [] };
      return [reader_id, { ...own, confirmed_at, is_staff, is_partner: own.mailbox === partner, earlier }];
    }),
  );
}

/** By minute, because a hidden link may be followed any number of times. */
async function hiddenVisits(tx: Tx, { newsletter_id }: Sent, clicks: readonly Click[]) {
  const networks = [...new Set(clicks.map(({ network }) => network).filter((network) => network !== null))];
  return tx.$queryRaw<HiddenVisit[]>`
    select distinct encode(c.ip_hash, 'hex') as network, date_trunc('minute', c.clicked_at) as at
    from click_logs c
    where c.promotion_id is null and c.newsletter_id = ${newsletter_id}
      and c.ip_hash = any(select decode(network, 'hex') from unnest(${networks}::text[]) network)`;
}

/** The single clicks go after 400 days; these sums stay. */
async function keepVerdicts(tx: Tx, promotion_id: number, judged: readonly Judged[]) {
  const kinds = Map.groupBy(judged, ({ store, invalid_reason }) => `${store} ${invalid_reason}`);
  await tx.clickVerdict.createMany({
    data: [...kinds.values()].map((own) => {
      const { store, invalid_reason } = own[0]!;
      return { promotion_id, store: store!, outcome: invalid_reason ?? 'billable', clicks: own.length };
    }),
  });
}
