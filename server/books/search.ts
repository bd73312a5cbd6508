/**
 * Book search by the words of title, subtitle, author, and series. All typed words (of more than eight, the first
 * eight) must match; the last may be incomplete. If nothing matches, mistyped words are corrected. See
 * docs/decisions/0069-search-cards-beside-books.md.
 */
import { Prisma } from '#prisma';
import type { Database } from '#server/platform/database.ts';
import { MAX_SEARCH_RESULTS } from '#shared/business.ts';

/** Search terms for book_cards: the typed words in normalized spelling, and a tsquery of them or their corrections. */
export type Words = { key: string; match: string };

const MAX_WORDS = 8;
/** Shorter unknown words are too ambiguous to correct. */
const MIN_CORRECTED_LENGTH = 4;
const MAX_CORRECTIONS = 3;
export const MAX_EXACT_TITLES = 100;
/** Above this number of known completions, the index is searched by prefix. */
const MAX_EXPANSIONS = 50;
const MAX_COUNTED_WORDS = 2000;
/**
 * Cost estimate: reading one card that doesn't match takes as long as skipping this many books of a word in the index.
 */
const SKIP_COST = 75;

/**
 * The search words of a text, or null if it has none. `corrected` replaces unknown words that aren't too short with the
 * closest known ones.
 */
export async function findSearchTerms(db: Database, text: string, { corrected = false } = {}): Promise<Words | null> {
  const [row] = await db.$queryRawUnsafe<(Words | { key: null })[]>(
    `with ${searchTermsSql({ corrected })} select key, match::text from search_terms`,
    text,
  );
  return row?.key ? row : null;
}

/**
 * The common table expression `search_terms` for the text $1, with one row. `key` and `match` are as in `Words`, but
 * null if the text has no word. `match` also comes in two parts: `index_terms` searches an index, and `filter_terms`
 * (may be null) filters the cards found. For a common word or a mere prefix, an index would read every book that has
 * it, so `index_terms` has the rarer words, and the known completions of a prefix. Normalized words contain neither
 * quotes nor backslashes, so they can be quoted safely.
 */
export const searchTermsSql = ({ corrected }: { corrected: boolean }) => `
  typed as (
    select word, at, at = cardinality(words) as is_last
    from (select $1::text as text offset 0) input, -- hides the text from the planner, so that it keeps one plan for all texts
      lateral (select (string_to_array(plain_words(text), ' '))[1:${MAX_WORDS}] as words) plain, unnest(words) with ordinality as u (word, at)),
  alternatives as materialized (select word, at, is_last, ${corrected ? `coalesce(${NEAREST}, array[word])` : 'array[word]'} as words from typed),
  terms as (
    select word, at, term, coalesce(expanded, term) as expanded,
      coalesce(books <= ${SKIP_COST} * min(books) over (), false) as is_rare
    from alternatives,
      lateral (select string_agg('''' || w || case when is_last then ''':*' else '''' end, ' | ') as term from unnest(words) w) t,
      lateral (${EXPANDED}) s),
  search_terms as materialized (
    select string_agg(word, ' ' order by at) as key,
      to_tsquery('simple', '(' || string_agg(term, ') & (' order by at) || ')') as match,
      to_tsquery('simple', '(' || string_agg(expanded, ') & (' order by at) filter (where is_rare) || ')') as index_terms,
      to_tsquery('simple', '(' || string_agg(term, ') & (' order by at) filter (where not is_rare) || ')') as filter_terms
    from terms)`;

const NEAREST = `
  (select nullif(array(
    select w.word from book_words w where w.word % typed.word
    order by similarity(w.word, typed.word) desc, w.books desc, w.word limit ${MAX_CORRECTIONS}), '{}')
  where length(word) >= ${MIN_CORRECTED_LENGTH} and not exists (select from book_words w where w.word = typed.word))`;

/**
 * `books` is null for text that Postgres doesn't consider a word. Only the last word is matched by prefix, and
 * expanded.
 */
const EXPANDED = `
  select case when numnode(to_tsquery('simple', term)) > 0 then coalesce(sum(w.books), 0) end as books,
    case when is_last and count(*) <= ${MAX_EXPANSIONS} then string_agg('''' || w.word || '''', ' | ') end as expanded
  from unnest(words) start, lateral (
    select b.word, b.books from book_words b
    where b.word collate "C" >= start and b.word collate "C" <= case when is_last then start || chr(1114111) else start end
    limit ${MAX_COUNTED_WORDS}) w`;

/**
 * Ranks the exact title first, then titles that start with the words, then by where the words are: in the title, the
 * author, or the series and subtitle.
 */
export const relevance = (card: Prisma.Sql, key: Prisma.Sql, match: Prisma.Sql): Prisma.Sql => Prisma.sql`
  ((${card}.title_key = ${key})::int * 4 + starts_with(${card}.title_key, ${key})::int * 2 + ts_rank(${card}.words, ${match}))`;

/** Selects the most popular matches, and exact titles even if a thousand more popular books match. */
export const mostPopular = ({ key, match }: Words, select: Prisma.Sql, from: Prisma.Sql): Prisma.Sql => Prisma.sql`
  (select ${select} ${from} and c.words @@ ${match}::tsquery and c.title_key <> ${key} order by c.popularity desc, c.book_id desc limit ${MAX_SEARCH_RESULTS})
  union all
  (select ${select} ${from} and c.words @@ ${match}::tsquery and c.title_key = ${key} order by c.popularity desc, c.book_id desc limit ${MAX_EXACT_TITLES})`;
