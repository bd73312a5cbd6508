/** Search over books by the words of title, author and series: all must match, the last one may be unfinished, mistyped ones are corrected. */
import { Prisma } from '#prisma';
import type { Database } from '#server/platform/database.ts';
import { MOST_FOUND } from '#shared/business.ts';

/** What a search asks of book_cards (`c`): the typed words in plain spelling, and the same as a text query. */
export type Words = { key: string; match: Prisma.Sql };

const MOST_WORDS = 8;
/** A shorter word that is unknown could be anything. */
const SHORTEST_CORRECTED = 4;
const CORRECTIONS = 3;

/** Null when there is no word in the text. */
export async function wordsOf(db: Database, text: string): Promise<Words | null> {
  const [row] = await db.$queryRaw<{ key: string }[]>`select plain_words(${text}) as key`;
  const key = row!.key.split(' ').filter(Boolean).slice(0, MOST_WORDS).join(' ');
  return key ? { key, match: matching(key.split(' ').map((word) => [word])) } : null;
}

/** The same search with each unknown word replaced by the known ones nearest to it; null when there is nothing to correct. */
export async function correctedWords(db: Database, { key }: Words): Promise<Words | null> {
  const typed = key.split(' ');
  const rows = await db.$queryRaw<{ typed: string; nearest: string[] }[]>`
    select typed, array(
      select word from book_words where word % typed order by similarity(word, typed) desc, books desc, word limit ${CORRECTIONS}) as nearest
    from unnest(${typed}::text[]) typed
    where length(typed) >= ${SHORTEST_CORRECTED} and not exists (select 1 from book_words where word = typed)`;
  const nearest = new Map(rows.filter((row) => row.nearest.length > 0).map((row) => [row.typed, row.nearest]));
  return nearest.size > 0 ? { key, match: matching(typed.map((word) => nearest.get(word) ?? [word])) } : null;
}

/** Plain words hold neither quotes nor backslashes, so that they can stand in quotes. */
function matching(alternatives: string[][]): Prisma.Sql {
  const last = alternatives.length - 1;
  const term = (word: string, at: number) => (at === last ? `'${word}':*` : `'${word}'`);
  const query = alternatives.map((words, at) => `(${words.map((word) => term(word, at)).join(' | ')})`).join(' & ');
  return Prisma.sql`to_tsquery('simple', ${query})`;
}

/** The whole title first, then a title's beginning, then by where the words stand: title, author, series. */
export const relevanceOf = ({ key, match }: Words): Prisma.Sql => Prisma.sql`
  ((c.title_key = ${key})::int * 4 + starts_with(c.title_key, ${key})::int * 2 + ts_rank(c.words, ${match}))`;

/** Books of that very title come along even when a thousand better known ones match. */
export const bestKnown = ({ key, match }: Words, select: Prisma.Sql, from: Prisma.Sql): Prisma.Sql => Prisma.sql`
  (select ${select} ${from} and c.words @@ ${match} and c.title_key <> ${key} order by c.popularity desc, c.book_id desc limit ${MOST_FOUND})
  union all
  (select ${select} ${from} and c.words @@ ${match} and c.title_key = ${key} order by c.popularity desc, c.book_id desc limit 100)`;
