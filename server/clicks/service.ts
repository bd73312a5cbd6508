/** The clicks on one promotion as partners and staff see them, from stored counts, which outlive single clicks. */
import type { ClickOutcome } from '#prisma';
import type { Pool } from '#server/platform/database.ts';
import type { Store } from '#shared/business.ts';
import type { PromotionClicks } from '#shared/promotions.ts';

/**
 * Counts by hour and store as parallel arrays, which Postgres and JavaScript handle faster than objects. `seconds` are
 * since 1970; all are null without clicks.
 */
type HourColumns = {
  seconds: number[] | null;
  stores: Store[] | null;
  clicks: number[] | null;
  from_mail: number[] | null;
};
type Row = HourColumns & {
  delivered: number | null;
  followers: number;
  verdicts: VerdictCount[] | null;
  holds: StoredHold[] | null;
  questions: PromotionClicks['questions'] | null;
  channels: PromotionClicks['channels'] | null;
};
type StoredHold = PromotionClicks['holds'][number] & { seen_clicks: number | null };
type Sums = Pick<
  PromotionClicks,
  | 'clicks'
  | 'by_store'
  | 'raw'
  | 'billable'
  | 'site'
  | 'channels'
  | 'excluded'
  | 'settled'
  | 'holds'
  | 'questions'
  | 'delivered'
  | 'followers'
>;
type VerdictCount = { store: Store; outcome: ClickOutcome; clicks: number };

/**
 * Counts clicks by hour and store for the chart, and raw, billable, and excluded ones for the table. After settlement,
 * the table shows the settlement's results.
 */
export async function promotionClicks(pool: Pool, { id, settled }: { id: number; settled: boolean }): Promise<Sums> {
  const { rows } = await pool.query<Row>({ ...SUMS, values: [id, settled] });
  const hours = hoursOf(rows[0]!);
  const verdicts = rows[0]!.verdicts ?? [];
  const fromMail: readonly { store: Store; clicks: number }[] = settled
    ? verdicts
    : hours.filter(({ from_mail }) => from_mail > 0).map(({ store, from_mail }) => ({ store, clicks: from_mail }));
  const billable = verdicts.filter(({ outcome }) => outcome === 'billable');
  const by_store = [...Map.groupBy(fromMail, ({ store }) => store)].map(([store, clicks]) => ({
    store,
    raw: sumOf(clicks),
    billable: sumOf(billable.filter((verdict) => verdict.store === store)),
  }));
  return {
    clicks: hours.flatMap(({ hour, store, from_mail }) => (from_mail > 0 ? [{ hour, store, clicks: from_mail }] : [])),
    delivered: rows[0]!.delivered,
    followers: rows[0]!.followers,
    by_store: by_store.sort((a, b) => b.raw - a.raw),
    raw: sumOf(fromMail),
    billable: sumOf(billable),
    site: hours.reduce((sum, { clicks, from_mail }) => sum + clicks - from_mail, 0),
    channels: rows[0]!.channels ?? [],
    excluded: excludedOf(verdicts),
    settled,
    holds: (rows[0]!.holds ?? []).flatMap(splitHold),
    questions: (rows[0]!.questions ?? []).map((question) => ({
      ...question,
      asked_at: toUtc(question.asked_at)!,
      answered_at: toUtc(question.answered_at),
    })),
  };
}

/** Splits off clicks that joined a counted group after the decision, because they're held. */
function splitHold({ seen_clicks, ...hold }: StoredHold): PromotionClicks['holds'] {
  const times = { first_at: toUtc(hold.first_at)!, last_at: toUtc(hold.last_at)! };
  const later = hold.decision === 'count' ? hold.clicks - seen_clicks! : 0;
  const decided = { ...hold, ...times, clicks: hold.clicks - later };
  return later ? [decided, { ...decided, clicks: later, decision: null }] : [decided];
}

const hoursOf = ({ seconds, stores, clicks, from_mail }: HourColumns) =>
  (seconds ?? []).map((second, index) => ({
    hour: new Date(second * 1000).toISOString(),
    store: stores![index]!,
    clicks: clicks![index]!,
    from_mail: from_mail![index]!,
  }));

/** Formats an instant like the rest of the API; Postgres returns it with an offset. */
const toUtc = (instant: string | null) => instant && new Date(instant).toISOString();

/** A prepared statement. $1 is the promotion, $2 is true if it is settled. */
const SUMS = {
  name: 'promotion-clicks',
  text: `
  select to_json(array_agg(extract(epoch from hour)::bigint)) as seconds, to_json(array_agg(store)) as stores,
    to_json(array_agg(clicks)) as clicks, to_json(array_agg(from_mail)) as from_mail,
    (select coalesce(s.delivered, n.delivered_count) from promotions p left join promotion_stats s on s.promotion_id = p.id
      left join newsletters n on n.id = p.newsletter_id where p.id = $1 and p.sent_at is not null) as delivered,
    (select count(distinct l.reader_id)::int from reader_list_items l join readers r on r.id = l.reader_id
      where l.promotion_id = $1 and r.status = 'active') as followers,
    (select json_agg(json_build_object('channel', channel, 'clicks', clicks) order by clicks desc, channel)
      from channel_clicks where promotion_id = $1) as channels,
    (select json_agg(v order by store, outcome) from click_verdicts v where promotion_id = $1 and $2::boolean) as verdicts,
    (select json_agg(json_build_object('rule', rule, 'clicks', clicks, 'first_at', first_at, 'last_at', last_at, 'decision', decision, 'seen_clicks', seen_clicks) order by first_at, rule, subject)
      from click_holds where promotion_id = $1) as holds,
    (select json_agg(json_build_object('question', question, 'asked_at', asked_at, 'answer', answer, 'answered_at', answered_at) order by id)
      from click_questions where promotion_id = $1) as questions
  from (
    select hour, store, sum(clicks) as clicks, coalesce(sum(clicks) filter (where source = 'newsletter'), 0) as from_mail
    from click_rollups where promotion_id = $1 group by hour, store order by hour, store) hours`,
};

const sumOf = (rows: readonly { clicks: number }[]) => rows.reduce((sum, { clicks }) => sum + clicks, 0);

const excludedOf = (verdicts: readonly VerdictCount[]) =>
  [...Map.groupBy(verdicts, ({ outcome }) => outcome)]
    .filter(([outcome]) => outcome !== 'billable')
    .map(([reason, clicks]) => ({ reason, clicks: sumOf(clicks) }));
