/**
 * The most frequent search: public books by relevance, without a filter. One prepared statement, and a second one with
 * corrected words if it finds nothing. Popularity levels make a common word 14 times as fast as ranking every match.
 * The vocabulary makes a mistyped word 18 times as fast as comparing trigrams of whole titles (docs/performance.md).
 */
import { Prisma } from '#prisma';
import type { Pool } from '#server/platform/database.ts';
import { pageOf } from '#server/platform/http/lists.ts';
import { MAX_SEARCH_RESULTS } from '#shared/business.ts';
import { MAX_EXACT_TITLES, relevance, searchTermsSql } from './search.ts';

export type SearchPage = { total: number; ids: number[]; versions: string[] };
type SearchQuery = { q: string; page: number; per: number; sort_dir: 'asc' | 'desc' };

export async function findBooks(pool: Pool, { q, sort_dir, ...page }: SearchQuery): Promise<SearchPage> {
  const { skip, take } = pageOf(page);
  const find = async (kind: 'typed' | 'corrected') =>
    (await pool.query<SearchPage>({ ...STATEMENTS[sort_dir][kind], values: [q, take, skip] })).rows[0]!;
  const result = await find('typed');
  return result.total > 0 ? result : find('corrected');
}

/**
 * Words of books with at least this many ratings have separate indexes (`book_cards_words_3000`, and so on). The
 * thousand most popular matches are collected level by level, so that a search for a common word needn't read every
 * book that has it.
 */
const RATINGS = [3000, 300, 30] as const;
const LEVELS = [...RATINGS, 0].map((minRatings, level) => ({
  name: `level_${level}`,
  condition: [minRatings && `c.popularity >= ${minRatings}`, level && `c.popularity < ${RATINGS[level - 1]}`]
    .filter(Boolean)
    .join(' and '),
}));

const RELEVANCE = relevance(Prisma.sql`f`, Prisma.sql`key`, Prisma.sql`match`).sql;
const CARD = 'c.book_id as id, c.version, c.popularity, c.title_key, c.words';
const MOST_POPULAR_FIRST = 'order by c.popularity desc, c.book_id desc';

/** SQL of a level's limit: a thousand minus the rows of the levels before it. Postgres skips a level of limit 0. */
const remainingFor = (level: number) =>
  [MAX_SEARCH_RESULTS, ...LEVELS.slice(0, level).map(({ name }) => `(select count(*) from ${name})`)].join(' - ');

const levels = LEVELS.map(
  ({ name, condition }, level) => `
  ${name} as materialized (
    select ${CARD} from book_cards c
    where c.status = 'active' and ${condition} and c.words @@ (select index_terms from search_terms)
      and coalesce(c.words @@ (select filter_terms from search_terms), true) and c.title_key <> (select key from search_terms)
    ${MOST_POPULAR_FIRST} limit ${remainingFor(level)})`,
);

/** $1 is the text, $2 the limit, $3 the offset. */
const textFor = (direction: 'asc' | 'desc', corrected: boolean) => {
  const order = `order by place ${direction}, popularity desc, id desc`;
  return `
  with ${searchTermsSql({ corrected })}, ${levels},
  exact_titles as (
    select ${CARD} from book_cards c
    where c.status = 'active' and c.title_key = (select key from search_terms) and (c.words @@ (select match from search_terms)) is true
    ${MOST_POPULAR_FIRST} limit ${MAX_EXACT_TITLES}),
  found as materialized (
    select f.id, f.version, f.popularity, ${RELEVANCE} as place
    from search_terms, (table exact_titles ${LEVELS.map(({ name }) => `union all table ${name}`).join(' ')}) f),
  page as materialized (select * from found ${order} limit $2 offset $3)
  select least(count(*), ${MAX_SEARCH_RESULTS})::int as total,
    array(select id from page ${order}) as ids, array(select version from page ${order}) as versions
  from found`;
};

/** Statements that each connection prepares once. */
const statementsFor = (direction: 'asc' | 'desc') => ({
  typed: { name: `books-found ${direction}`, text: textFor(direction, false) },
  corrected: { name: `books-found ${direction} corrected`, text: textFor(direction, true) },
});
const STATEMENTS = { asc: statementsFor('asc'), desc: statementsFor('desc') };
