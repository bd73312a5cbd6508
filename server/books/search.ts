/** Search over books by the words of title, author and series: all must match, the last one may be unfinished, mistyped ones are corrected. */
import { Prisma } from '#prisma';
import type { Database } from '#server/platform/database.ts';
import { MOST_FOUND } from '#shared/business.ts';

/** What a search asks of book_cards: the typed words in plain spelling, and the same as a text query. */
export type Words = { key: string; match: string };

const MOST_WORDS = 8;
/** A shorter word that is unknown could be anything. */
const SHORTEST_CORRECTED = 4;
const CORRECTIONS = 3;
export const MOST_OF_THAT_TITLE = 100;
/** Of more known words than these the index is asked by their beginning. */
const MOST_SPELLED_OUT = 50;
const MOST_COUNTED = 2000;
/** The index passes over so many books that one word stands in while a card is read and found to lack it. */
const PASSED_OVER = 75;

/** Null when there is no word in the text. `corrected`: each unknown word is replaced by the known ones nearest to it. */
export async function wordsOf(db: Database, text: string, { corrected = false } = {}): Promise<Words | null> {
  const [row] = await db.$queryRawUnsafe<(Words | { key: null })[]>(
    `with ${askedWords({ corrected })} select key, match::text from asked`,
    text,
  );
  return row?.key ? row : null;
}

/**
 * The common table `asked` for the text $1, one row: `key` and `match` of its `Words` (null without a word), and the same
 * in two parts: `sought`, what an index had best be asked for, and `rest` (perhaps null), what is then looked for in the cards. Of
 * a common word and of a mere beginning an index reads every book, so the rarer words are sought, the begun one spelled out.
 * Plain words hold neither quotes nor backslashes, so that they can stand in quotes.
 */
export const askedWords = ({ corrected }: { corrected: boolean }) => `
  typed as (
    select word, at, at = cardinality(words) as is_last
    from (select $1::text as text offset 0) whole, -- hidden: no plan is then better for one text than for all
      lateral (select (string_to_array(plain_words(text), ' '))[1:${MOST_WORDS}] as words) plain, unnest(words) with ordinality as u (word, at)),
  meant as materialized (select word, at, is_last, ${corrected ? `coalesce(${NEAREST}, array[word])` : 'array[word]'} as words from typed),
  terms as (
    select word, at, term, coalesce(spelled_out, term) as spelled_out,
      coalesce(books <= ${PASSED_OVER} * min(books) over (), false) as is_rare
    from meant,
      lateral (select string_agg('''' || w || case when is_last then ''':*' else '''' end, ' | ') as term from unnest(words) w) t,
      lateral (${SPELLED_OUT}) s),
  asked as materialized (
    select string_agg(word, ' ' order by at) as key,
      to_tsquery('simple', '(' || string_agg(term, ') & (' order by at) || ')') as match,
      to_tsquery('simple', '(' || string_agg(spelled_out, ') & (' order by at) filter (where is_rare) || ')') as sought,
      to_tsquery('simple', '(' || string_agg(term, ') & (' order by at) filter (where not is_rare) || ')') as rest
    from terms)`;

const NEAREST = `
  (select nullif(array(
    select w.word from book_words w where w.word % typed.word
    order by similarity(w.word, typed.word) desc, w.books desc, w.word limit ${CORRECTIONS}), '{}')
  where length(word) >= ${SHORTEST_CORRECTED} and not exists (select from book_words w where w.word = typed.word))`;

/** `books` is null of what Postgres takes for no word. Words may be followed by any letter but the last of all. */
const SPELLED_OUT = `
  select case when numnode(to_tsquery('simple', term)) > 0 then coalesce(sum(w.books), 0) end as books,
    case when is_last and count(*) <= ${MOST_SPELLED_OUT} then string_agg('''' || w.word || '''', ' | ') end as spelled_out
  from unnest(words) begun, lateral (
    select b.word, b.books from book_words b
    where b.word collate "C" >= begun and b.word collate "C" <= case when is_last then begun || chr(1114111) else begun end
    limit ${MOST_COUNTED}) w`;

/** The whole title first, then a title's beginning, then by where the words stand: title, author, series. */
export const relevance = (card: Prisma.Sql, key: Prisma.Sql, match: Prisma.Sql): Prisma.Sql => Prisma.sql`
  ((${card}.title_key = ${key})::int * 4 + starts_with(${card}.title_key, ${key})::int * 2 + ts_rank(${card}.words, ${match}))`;

/** Books of that very title come along even when a thousand better known ones match. */
export const bestKnown = ({ key, match }: Words, select: Prisma.Sql, from: Prisma.Sql): Prisma.Sql => Prisma.sql`
  (select ${select} ${from} and c.words @@ ${match}::tsquery and c.title_key <> ${key} order by c.popularity desc, c.book_id desc limit ${MOST_FOUND})
  union all
  (select ${select} ${from} and c.words @@ ${match}::tsquery and c.title_key = ${key} order by c.popularity desc, c.book_id desc limit ${MOST_OF_THAT_TITLE})`;
