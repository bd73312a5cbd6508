/**
 * Derived tables: copies and totals of other rows, maintained by triggers or by the statements that write those rows. A
 * restore by other tools or a manual change can leave them wrong. Each is compared with its sources, and rebuilt from
 * them on request.
 */
import { vancouverDaySql } from '#server/platform/clock.ts';
import { inLongTransaction, type Tx } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { bad, type Finding, good } from './finding.ts';

type DerivedTable = {
  table: string;
  key: string[];
  /** The compared columns. */
  columns: string[];
  /** The correct rows: a select of the key and the columns. */
  expected: string;
  /** Condition for rows that can be compared; by default all. */
  scope?: string;
  /** Set if a key can have several rows: the column that is summed. A correction inserts one more row. */
  sum?: string;
  /** The table's rows aren't derived, only these columns: a correction adds and removes none. */
  keepsRows?: true;
  /** Values of additional columns in an added row. */
  extraValues?: Record<string, string>;
};

/**
 * Clicks are deleted after 400 days but their totals are kept, so totals are compared from the first complete hour and
 * day on.
 */
const OLDEST_CLICK = '(select min(clicked_at) from click_logs)';
const FIRST_HOUR = `(date_trunc('hour', ${OLDEST_CLICK}, 'UTC') + interval '1 hour')`;
const FIRST_DAY = `(${vancouverDaySql(OLDEST_CLICK)} + 1)`;
/** Ranges of the newest newsletters, because a large readership has millions of deliveries a day. */
const NEWEST_RANGES = 'newsletter_id in (select distinct newsletter_id from newsletter_ranges order by 1 desc limit 7)';
/** Newsletters marked as sent. While one is being sent, its totals are only as new as its last batch. */
const HAS_FINAL_TOTALS = "newsletter_id in (select id from newsletters where status = 'sent')";
const IS_SETTLED_WITH_CLICKS = `promotion_id in (select id from promotions where settled_at is not null and sent_at >= ${OLDEST_CLICK})`;

/** Derived tables in the order of rebuilding: cards change words and counts. */
export const DERIVED_TABLES: DerivedTable[] = [
  {
    table: 'book_cards',
    key: ['book_id'],
    columns: [
      'status',
      'partner_id',
      'author_id',
      'category_id',
      'secondary_category_id',
      'popularity',
      'title_key',
      'words',
    ],
    expected: `
      select b.id as book_id, b.status, b.partner_id, b.author_id, b.category_id, b.secondary_category_id,
        coalesce(b.rating_count, 0) as popularity, plain_words(b.title) as title_key,
        card_words(b.title, a.name, b.series, b.subtitle) as words
      from books b left join authors a on a.id = b.author_id`,
    extraValues: { version: "nextval('book_versions')" },
  },
  {
    table: 'book_words',
    key: ['word'],
    columns: [],
    expected: 'select distinct word from book_cards, unnest(tsvector_to_array(words)) word',
    // Words that no card has anymore are deleted once a day.
    scope: 'exists (select from book_cards where words @@ quote_literal(word)::tsquery)',
  },
  {
    table: 'book_counts',
    key: ['category_id'],
    columns: ['books'],
    expected: `
      select ids.id as category_id, count(book_id)::int as books
      from (select 0 as id union select id from categories) ids
        left join (select book_id, id from book_cards, counts_of(status, category_id, secondary_category_id) id) counted on counted.id = ids.id
      group by 1 having ids.id = 0 or count(book_id) > 0`,
    scope: 'category_id = 0 or books <> 0',
    extraValues: { changed: "nextval('book_versions')" },
  },
  {
    table: 'click_rollups',
    key: ['promotion_id', 'hour', 'store', 'source'],
    columns: ['clicks'],
    expected: `
      select promotion_id, date_trunc('hour', clicked_at, 'UTC') as hour, store, source, count(*)::int as clicks
      from click_logs where promotion_id is not null and store is not null and clicked_at >= ${FIRST_HOUR} group by 1, 2, 3, 4`,
    scope: `hour >= ${FIRST_HOUR}`,
  },
  {
    table: 'click_days',
    key: ['day', 'source'],
    columns: ['clicks'],
    expected: `
      select ${vancouverDaySql('clicked_at')} as day, source, count(*)::int as clicks
      from click_logs where promotion_id is not null and ${vancouverDaySql('clicked_at')} >= ${FIRST_DAY} group by 1, 2`,
    scope: `day >= ${FIRST_DAY}`,
  },
  {
    table: 'click_verdicts',
    key: ['promotion_id', 'store', 'outcome'],
    columns: ['clicks'],
    expected: `
      select promotion_id, store, case when billable then 'billable' else invalid_reason::text end::"ClickOutcome" as outcome, count(*)::int as clicks
      from click_logs where source = 'newsletter' and store is not null and billable is not null and ${IS_SETTLED_WITH_CLICKS} group by 1, 2, 3`,
    scope: IS_SETTLED_WITH_CLICKS,
  },
  {
    table: 'promotion_stats',
    key: ['promotion_id'],
    columns: ['category_id', 'price_type', 'promotion_date', 'clicks_billable'],
    expected: `
      select id as promotion_id, category_id, price_type, coalesce(promotion_date, requested_date) as promotion_date, clicks_billable
      from promotions where settled_at is not null`,
    extraValues: {
      delivered: `(select coalesce(delivered_count, 0) from promotions p left join newsletters n on n.id = p.newsletter_id where p.id = promotion_id)`,
      clicks_per_thousand: `(select coalesce(1000.0 * clicks_billable / nullif(delivered_count, 0), 0) from promotions p left join newsletters n on n.id = p.newsletter_id where p.id = promotion_id)`,
    },
  },
  {
    table: 'newsletter_promotion_counts',
    key: ['newsletter_date', 'category_id'],
    columns: ['promotions_in_total'],
    // A frozen promotion keeps its slot.
    expected: `
      select newsletter_date, category_id, count(*)::int as promotions_in_total from (
        select promotion_date as newsletter_date, category_id from promotions
        where approval_status = 'approved' and (cancelled_at is null or sent_at is not null) and (unable_to_send_at is null or frozen_at is not null)
        union all select date, category_id from waiting_entries where offered_at is not null) used_slots
      group by 1, 2`,
    scope: 'promotions_in_total <> 0',
    extraValues: {
      capacity: '(select greatest(daily_slots, promotions_in_total) from categories where id = category_id)',
    },
  },
  {
    table: 'newsletter_ranges',
    key: ['newsletter_id', 'number'],
    columns: ['accepted', 'bounced', 'suppressed', 'uncertain', 'erased'],
    // Erased deliveries are still counted, by their outcome or, if that wasn't known, as erased.
    expected: `
      select newsletter_id, number, case when is_right then g_accepted else accepted end as accepted,
        case when is_right then g_bounced else bounced end as bounced, case when is_right then g_suppressed else suppressed end as suppressed,
        uncertain, case when is_right then g_erased else missing end as erased
      from (
        select g.newsletter_id, g.number, g.accepted as g_accepted, g.bounced as g_bounced, g.suppressed as g_suppressed, g.erased as g_erased,
          c.*, g.deliveries - c.rows as missing,
          least(g.accepted - c.accepted, g.bounced - c.bounced, g.suppressed - c.suppressed) >= 0 and g.uncertain = c.uncertain
            and g.accepted - c.accepted + g.bounced - c.bounced + g.suppressed - c.suppressed + g.erased = g.deliveries - c.rows as is_right
        from newsletter_ranges g cross join lateral (
          select count(*)::int as rows, count(*) filter (where state = 'accepted')::int as accepted,
            count(*) filter (where state = 'bounced')::int as bounced, count(*) filter (where state = 'suppressed')::int as suppressed,
            count(*) filter (where state = 'uncertain')::int as uncertain
          from deliveries d where d.newsletter_id = g.newsletter_id and (d.is_engaged, d.is_recent, d.provider) = (g.is_engaged, g.is_recent, g.provider)
            and d.reader_id > g.after_reader and d.reader_id <= g.last_reader) c
        where g.${NEWEST_RANGES}) counted`,
    scope: NEWEST_RANGES,
  },
  {
    table: 'newsletters',
    key: ['id'],
    columns: ['delivered_count', 'bounced_count'],
    expected: `
      select g.newsletter_id as id, sum(g.accepted)::int as delivered_count, sum(g.bounced)::int as bounced_count
      from newsletter_ranges g where g.${HAS_FINAL_TOTALS} group by 1`,
    scope: `id in (select newsletter_id from newsletter_ranges where ${HAS_FINAL_TOTALS})`,
    keepsRows: true,
  },
  {
    table: 'reader_counts',
    key: ['category_id', 'frequency', 'free_only'],
    columns: ['readers'],
    expected: `
      select c.category_id, r.frequency, r.free_only, count(*)::int as readers
      from readers r
        cross join lateral (select 0 as category_id union all select category_id from reader_categories where reader_id = r.id) c
      where is_counted_reader(r.status, r.confirmed_at) group by 1, 2, 3`,
    sum: 'readers',
  },
  {
    table: 'discounts',
    key: ['id'],
    columns: ['used_count'],
    expected: `
      select id, (select count(*)::int from discount_uses where discount_id = discounts.id and state <> 'released') as used_count
      from discounts`,
    keepsRows: true,
  },
];

export async function checkDerived({ db }: Pick<Deps, 'db'>): Promise<Finding> {
  const wrong = await inLongTransaction(db, async (tx) => {
    const counts: string[] = [];
    for (const derived of DERIVED_TABLES) {
      const rows = await countWrong(tx, derived);
      if (rows) counts.push(`${derived.table} (${rows})`);
    }
    return counts;
  });
  if (!wrong.length) return good(`${DERIVED_TABLES.length} derived tables match their sources.`);
  return bad(
    `Some derived rows don’t match their sources: ${wrong.join(', ')}. To rebuild them, run: npm run doctor -- --rebuild`,
  );
}

async function countWrong(tx: Tx, derived: DerivedTable): Promise<number> {
  const { key, columns, expected } = derived;
  const keys = key.join(', ');
  const row = (side: string) =>
    `(${[`${side}.exists_here`, ...columns.map((column) => `${side}.${column}`)].join(', ')})`;
  const [result] = await tx.$queryRawUnsafe<{ wrong: number }[]>(`
    select count(*)::int as wrong
    from (select *, true as exists_here from (${expected}) rows) e
      full join (select *, true as exists_here from (${storedRows(derived)}) rows) a using (${keys})
    where row${row('e')} is distinct from row${row('a')}`);
  return result!.wrong;
}

/** The rows that can be compared, with one row for each key. */
const storedRows = ({ table, key, scope = 'true', sum }: DerivedTable) =>
  sum
    ? `select ${key.join(', ')}, sum(${sum})::int as ${sum} from ${table} group by ${key.join(', ')} having sum(${sum}) <> 0`
    : `select * from ${table} where ${scope}`;

/**
 * Rebuilds wrong rows and returns the tables that changed. Each table is locked against changes while it's rebuilt,
 * so the site may keep running.
 */
export async function rebuildDerived({ db }: Pick<Deps, 'db'>): Promise<string[]> {
  const changed: string[] = [];
  for (const derived of DERIVED_TABLES) if (await rebuild(db, derived)) changed.push(derived.table);
  return changed;
}

const rebuild = (db: Deps['db'], derived: DerivedTable) =>
  inLongTransaction(db, async (tx) => {
    const { table, key, columns, expected, scope = 'true', sum, keepsRows, extraValues = {} } = derived;
    await tx.$executeRawUnsafe(`lock table ${table} in share row exclusive mode`);
    if (sum) return (await addDifferences(tx, derived)) > 0;
    const keyCondition = key.map((column) => `e.${column} = ${table}.${column}`).join(' and ');
    const names = [...key, ...columns, ...Object.keys(extraValues)].join(', ');
    const values = [...key, ...columns, ...Object.values(extraValues)].join(', ');
    const updates = columns.map((column) => `${column} = e.${column}`);
    const differenceCondition =
      columns.map((column) => `${table}.${column} is distinct from e.${column}`).join(' or ') || 'false';
    const updated = updates.length
      ? await tx.$executeRawUnsafe(
          `update ${table} set ${updates.join(', ')} from (${expected}) e where ${keyCondition} and (${differenceCondition})`,
        )
      : 0;
    if (keepsRows) return updated > 0;
    const removed = await tx.$executeRawUnsafe(removalSql(table, expected, { keyCondition, scope }));
    const added = await tx.$executeRawUnsafe(
      `insert into ${table} (${names}) select ${values} from (${expected}) e where not exists (select from ${table} where ${keyCondition})`,
    );
    return updated + removed + added > 0;
  });

const addDifferences = (tx: Tx, derived: DerivedTable) => {
  const { table, key, expected, sum } = derived;
  const keys = key.join(', ');
  const difference = `coalesce(e.${sum}, 0) - coalesce(a.${sum}, 0)`;
  return tx.$executeRawUnsafe(`
    insert into ${table} (${keys}, ${sum}) select ${keys}, ${difference}
    from (${expected}) e full join (${storedRows(derived)}) a using (${keys}) where ${difference} <> 0`);
};

/** SQL that removes rows without a source. The capacity row of a day stays when nothing is booked. */
const removalSql = (
  table: string,
  expected: string,
  { keyCondition, scope }: { keyCondition: string; scope: string },
) =>
  table === 'newsletter_promotion_counts'
    ? `update ${table} set promotions_in_total = 0 where (${scope}) and not exists (select from (${expected}) e where ${keyCondition})`
    : `delete from ${table} where (${scope}) and not exists (select from (${expected}) e where ${keyCondition})`;
