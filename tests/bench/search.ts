/** c: search over all books, through the API, against ranking every match and against trigrams of whole titles. */
import pg from 'pg';
import { milliseconds, quantile, type Row, timed, type World } from './rig.ts';

const CALLS = 60;
const KINDS = [
  { id: 'c1', what: 'one word', words: ['torigate', 'silurcrest', 'penanham'] },
  { id: 'c2', what: 'two words', words: ['torigate house', 'silurcrest songs', 'penanham house'] },
  { id: 'c3', what: 'a word of every third title', words: ['house'] },
  { id: 'c4', what: 'a mistyped word', words: ['torigaet', 'silurcrset', 'penahnam'] },
] as const;
const RANKED = `
  select book_id from book_cards where words @@ to_tsquery('simple', replace($1, ' ', ' & ')) and status = 'active'
  order by ts_rank(words, to_tsquery('simple', replace($1, ' ', ' & '))) desc limit 20`;
const TRIGRAMS = 'select id from books where title % $1 order by similarity(title, $1) desc limit 20';
const GOAL_MS = 10;

export async function measure({ product, databaseUrl }: World): Promise<Row[]> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const p99 = async (words: readonly string[], search: (text: string) => Promise<unknown>, calls = CALLS) => {
    const taken: number[] = [];
    for (let n = 0; n < calls; n += 1) taken.push(await timed(() => search(words[n % words.length]!)));
    return quantile(taken, 0.99);
  };
  const rows: Row[] = [];
  for (const { id, what, words } of KINDS) {
    const sql = id === 'c4' ? TRIGRAMS : RANKED;
    const plain = await p99(words, (text) => client.query(sql, [text]), 8);
    const ours = await p99(words, (text) => found(`${product}/api/v1/books?public=true&q=${encodeURIComponent(text)}`));
    rows.push({
      id,
      what: `search, ${what} (p99), against ${id === 'c4' ? 'trigrams of whole titles' : 'ts_rank of every match'}`,
      control: milliseconds(plain),
      ours: milliseconds(ours),
      ratio: plain / ours,
      goal: `≤ ${GOAL_MS} ms`,
      met: ours <= GOAL_MS,
    });
  }
  await client.end();
  return rows;
}

async function found(url: string) {
  const { books } = (await (await fetch(url)).json()) as { books: unknown[] };
  if (!books.length) throw new Error(`nothing found at ${url}`);
}
