/**
 * Benchmark c: search over all books through the API, compared with ranking every match and with trigrams of whole
 * titles.
 */
import { Agent, get } from 'node:http';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { recountWords } from '#server/books/vocabulary.ts';
import { openDatabase } from '#server/platform/database.ts';
import { type BenchTarget, formatMs, measureMs, quantile, type Row } from './harness.ts';

const WARM_UP = 300;
const CALLS = 300;
const CONTROL = { warmUp: 2, calls: 8 };
const RANKED = `
  select book_id from book_cards where words @@ to_tsquery('simple', replace($1, ' ', ' & ')) and status = 'active'
  order by ts_rank(words, to_tsquery('simple', replace($1, ' ', ' & '))) desc limit 20`;
const TRIGRAMS = 'select id from books where title % $1 order by similarity(title, $1) desc limit 20';
const GOAL_MS = 10;

/**
 * Searches for words of titles. Only the common word repeats, so the warm-up doesn't cache the other results.
 */
export async function measure({ product, databaseUrl }: BenchTarget): Promise<Row[]> {
  await countWords(databaseUrl);
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const words = await wordsOfTitles(client, WARM_UP + CALLS);
  const kinds = [
    { id: 'c1', description: 'one word', texts: words },
    { id: 'c2', description: 'two words', texts: words.map((word, n) => `${word} ${n % 3 ? 'songs' : 'house'}`) },
    { id: 'c3', description: 'a word of every third title', texts: words.map(() => 'house') },
    { id: 'c4', description: 'a mistyped word', texts: words.map(swapLetters) },
  ] as const;
  const rows: Row[] = [];
  for (const { id, description, texts } of kinds) {
    const sql = id === 'c4' ? TRIGRAMS : RANKED;
    const runControl = (text: string) => client.query(sql, [text]);
    await p99(texts.slice(0, CONTROL.warmUp), runControl);
    const control = await p99(texts.slice(CONTROL.warmUp, CONTROL.warmUp + CONTROL.calls), runControl);
    const result = await timeSearches(product, texts);
    rows.push({
      id,
      description: `search, ${description} (p99), against ${id === 'c4' ? 'trigrams of whole titles' : 'ts_rank of every match'}`,
      control: formatMs(control),
      result: formatMs(result),
      ratio: control / result,
      goal: `≤ ${GOAL_MS} ms`,
      isMet: result <= GOAL_MS,
    });
  }
  await client.end();
  return rows;
}

/** Counts words, as the daily job does. */
async function countWords(databaseUrl: string) {
  const { db, pool } = openDatabase(databaseUrl, { connections: 1 });
  await recountWords({ db });
  await db.$disconnect();
  if (!pool.ended) await pool.end();
}

async function wordsOfTitles(client: pg.Client, count: number) {
  const { rows } = await client.query<{ word: string }>(
    `select split_part(title_key, ' ', 2) as word
     from book_cards where book_id % (select greatest(1, books / 1500) from book_counts where category_id = 0) = 0
     group by 1 order by md5(split_part(title_key, ' ', 2)) limit $1`,
    [count],
  );
  if (rows.length < count) throw new Error(`only ${rows.length} words in the titles`);
  return rows.map(({ word }) => word);
}

/** Swaps the two letters before the last one. */
const swapLetters = (word: string) => word.slice(0, -3) + word.at(-2) + word.at(-3) + word.at(-1);

/**
 * Searches one after the other over a keep-alive connection and accepts compression, like a browser. Times are from the
 * request to the last byte.
 */
async function timeSearches(product: string, texts: readonly string[]) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const search = async (text: string) => {
    const url = `${product}/api/v1/books?public=true&q=${encodeURIComponent(text)}`;
    responses.push([url, await bytesOf(agent, url)]);
  };
  const responses: [url: string, bytes: Buffer][] = [];
  for (const text of texts.slice(0, WARM_UP)) await search(text);
  const p99Ms = await p99(texts.slice(WARM_UP), search);
  agent.destroy();
  for (const [url, bytes] of responses)
    if (!JSON.parse(gunzipSync(bytes).toString()).books.length) throw new Error(`nothing found at ${url}`);
  return p99Ms;
}

async function p99(texts: readonly string[], search: (text: string) => Promise<unknown>) {
  const durations: number[] = [];
  for (const text of texts) durations.push(await measureMs(() => search(text)));
  return quantile(durations, 0.99);
}

const bytesOf = (agent: Agent, url: string) =>
  new Promise<Buffer>((resolve, reject) => {
    get(url, { agent, headers: { 'accept-encoding': 'gzip' } }, async (res) => {
      const parts: Buffer[] = [];
      for await (const part of res) parts.push(part);
      resolve(Buffer.concat(parts));
    }).once('error', reject);
  });
