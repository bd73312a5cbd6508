/** The Postgres that Deckle needs, checked before migrating and by `npm run doctor`. */
import type pg from 'pg';

/** The first version with the collation below. */
export const MIN_VERSION = 17;
const COLLATION = 'builtin C.UTF-8, UTF8';

type Facts = { version: number; collation: string; is_standby: boolean };

export async function readDatabaseFacts(client: Pick<pg.ClientBase, 'query'>): Promise<Facts> {
  const { rows } = await client.query<Facts>(
    `select current_setting('server_version_num')::int / 10000 as version, pg_is_in_recovery() as is_standby,
       concat(case datlocprovider when 'b' then 'builtin' when 'i' then 'icu' else 'libc' end, ' ',
         coalesce(to_jsonb(d) ->> 'datlocale', datcollate), ', ', pg_encoding_to_char(encoding)) as collation
     from pg_database d where datname = current_database()`,
  );
  return rows[0]!;
}

/** The reason why Deckle can't use this database, and what to do, or null if it can. */
export function requirementProblem({ version, collation, is_standby }: Facts): string | null {
  if (version < MIN_VERSION)
    return `Postgres ${version} is older than ${MIN_VERSION}. Install ${MIN_VERSION} or newer and restore a backup into it.`;
  if (is_standby)
    return 'DATABASE_URL points to a standby, which refuses writes. Set it to the primary, or to a proxy that points to it.';
  if (collation !== COLLATION)
    return `The database’s collation is ${collation}, not ${COLLATION}: search and uniqueness checks would ignore case in only some languages. Create a new \
database with “create database … template template0 encoding 'UTF8' locale 'C' locale_provider builtin builtin_locale 'C.UTF-8'” and \
restore a backup into it.`;
  return null;
}
