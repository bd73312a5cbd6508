/**
 * Lists built from whole small tables that rarely change, memoized until a row is added, changed, or deleted. Each
 * request asks Postgres for the tables' version, so no process ever shows an old list. See
 * docs/decisions/0172-memoize-lists-of-small-tables.md.
 */
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Tx } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { shareNextRun, singleFlight } from '#server/platform/memoize.ts';
import { MemoizedResponse } from './implement.ts';

/** Lists of the same tables in different orders, on different pages, and by different filters. */
const MAX_LISTS = 50;

/**
 * `tables` names every table that `build` reads; each has an `id`. `key` tells inputs with different lists apart.
 * `build` gets a transaction that sees the version's rows.
 */
export function memoizeList<In, Out>(
  { db, pool }: Pick<Deps, 'db' | 'pool'>,
  { tables, key }: { tables: readonly [string, ...string[]]; key: (input: In) => string },
  build: (tx: Tx, input: In) => Promise<Out>,
): (input: In) => Promise<MemoizedResponse<Out>> {
  const statement = { name: `version of ${tables}`, text: versionOf(tables) };
  const lists = new LRUCache<string, MemoizedResponse<Out>>({ max: MAX_LISTS });
  const rebuild = singleFlight(
    async ({ input }: { input: In; name: string }) =>
      db.$transaction(
        async (tx) => {
          const [row] = await tx.$queryRawUnsafe<{ version: string }[]>(statement.text);
          const list = responseOf(await build(tx, input));
          lists.set(`${row!.version} ${key(input)}`, list);
          return list;
        },
        { isolationLevel: 'RepeatableRead' },
      ),
    ({ name }) => name,
  );
  const readVersion = shareNextRun(
    async () => (await pool.query<{ version: string }>(statement)).rows[0]!.version,
    () => statement.name,
  );
  return async (input) => {
    const name = `${await readVersion(null)} ${key(input)}`;
    return lists.get(name) ?? rebuild({ input, name });
  };
}

/** `xmin` is the transaction that wrote the row as it is now, so any change of a table changes its hash. */
const versionOf = (tables: readonly string[]) =>
  `select concat_ws(' ', ${tables.map((table) => `(select coalesce(bit_xor(hashtextextended(id || ' ' || xmin::text, 0)), 0) from ${table})`)}) as version`;

function responseOf<T>(value: T) {
  const json = Buffer.from(JSON.stringify(value));
  return new MemoizedResponse(value, {
    json: () => json,
    etag: `W/"${createHash('sha1').update(json).digest('base64url')}"`,
  });
}
