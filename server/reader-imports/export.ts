/** The whole list of readers as CSV, in columns that an import recognizes. */
import { createHash } from 'node:crypto';
import type { Response } from 'express';
import { audit } from '#server/platform/audit.ts';
import type { Deps } from '#server/platform/deps.ts';
import { sendCsv } from '#server/platform/http/csv.ts';

const BATCH = 1_000;
/** The consent source of readers who confirmed our email, except those imported with provable consent. */
const OWN_SOURCE = 'Confirmed by email';

type ExportRow = {
  id: number;
  email: string;
  consented_on: string | null;
  consent_source: string | null;
  genres: string;
  status: string;
};

/** Streams the list. The audit log records the start and, with the file's SHA-256, the completion. */
export async function exportReaders(deps: Pick<Deps, 'db' | 'now'>, res: Response, user_id: number) {
  const hash = createHash('sha256');
  let rows = 0;
  const record = (action: string, after: object) =>
    deps.db.$transaction((tx) =>
      audit(tx, deps.now(), { user_id, action, entity: 'reader_export', entity_id: 'all', after }),
    );
  await record('export_readers', {});
  await sendCsv(res, {
    name: 'readers.csv',
    columns: ['email', 'consented_on', 'consent_source', 'genres', 'status'],
    rows: allReaders(deps),
    rowOf: ({ id: _, ...row }) => {
      rows += 1;
      return row;
    },
    onData: (chunk) => hash.update(chunk),
  });
  if (res.writableFinished) await record('readers_exported', { rows, sha256: hash.digest('hex') });
}

async function* allReaders({ db }: Pick<Deps, 'db'>): AsyncGenerator<ExportRow> {
  for (let after = 0; ; ) {
    const rows = await db.$queryRaw<ExportRow[]>`
      select r.id, r.email::text as email, r.status::text as status,
        coalesce(i.consented_on, (r.confirmed_at at time zone 'UTC')::date)::text as consented_on,
        case when i.reader_id is not null then i.consent_source when r.confirmed_at is not null then ${OWN_SOURCE} end as consent_source,
        coalesce((
          select string_agg(c.name, ';' order by c.position) from reader_categories rc join categories c on c.id = rc.category_id
          where rc.reader_id = r.id), '') as genres
      from readers r left join imported_readers i
        on i.reader_id = r.id and i.consented_on is not null and i.consent_source is not null
      where r.id > ${after} and r.email is not null
      order by r.id limit ${BATCH}`;
    yield* rows;
    if (rows.length < BATCH) return;
    after = rows.at(-1)!.id;
  }
}
