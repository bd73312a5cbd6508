/** A list that an administrator imported some weeks ago. Its file is deleted, as after every import. */
import type { PoolClient } from 'pg';
import { ImportCounts, type ImportHead, type ImportMapping, type RowProblem } from '#shared/reader-imports.ts';
import type { SeedTime } from './seed-time.ts';

/** Lines of the rows with problems. */
const PROBLEMS: Partial<Record<RowProblem, readonly number[]>> = {
  duplicate: [48, 131, 214, 215, 390],
  not_subscribed: [17, 92, 93, 260, 301, 302, 418],
  role_address: [5, 77],
  invalid_address: [166, 349],
  bounced: [203],
  no_consent_date: [12, 29, 61, 88, 104, 150, 177, 231, 277, 320, 333, 401],
  unknown_genre: [40, 119, 288, 371],
};
const ROWS = 426;
const EXISTING = 9;
/** Long enough for readers who didn't answer to be deleted. */
const HOURS_AGO = 45 * 24;

const HEAD: ImportHead = {
  header: ['Subscriber Email', 'Opt-In Date', 'Source', 'Imported On', 'Opt-In Status', 'Genres'],
  delimiter: ',',
  sample: [],
  program: 'Written Word Media',
};
const MAPPING: ImportMapping = {
  columns: ['email', 'consented_on', 'consent_source', null, 'status', 'genres'],
  day_first: false,
  consent_source: null,
  genres: [],
  category_ids: [1],
};

export async function addReaderImport(client: PoolClient, { user, time }: { user: number; time: SeedTime }) {
  const problems = Object.fromEntries(Object.entries(PROBLEMS).map(([reason, lines]) => [reason, lines.length]));
  const ask = problems.no_consent_date!;
  const refused = Object.values(problems).reduce((sum, rows) => sum + rows, 0) - ask - problems.unknown_genre!;
  const confirm = ROWS - EXISTING - ask - refused;
  const results = { rows: ROWS, existing: EXISTING, refused, confirm, ask, confirmed: confirm, asked: ask };
  const { rows } = await client.query<{ id: number }>(
    `insert into reader_imports (status, file_name, file_bytes, received, digest, head, mapping, counts, user_id,
       file_cursor, line_cursor, row_cursor, created_at, started_at, finished_at)
     values ('done', 'giveaway-subscribers.csv', 31482, 31482, encode(sha256('giveaway-subscribers.csv'), 'hex'), $1, $2, $3, $4,
       31482, 427, 427, $5, $6, $6) returning id`,
    [HEAD, MAPPING, ImportCounts.parse({ ...results, problems }), user, time.ago(HOURS_AGO), time.ago(HOURS_AGO - 0.1)],
  );
  const lines = Object.entries(PROBLEMS).flatMap(([reason, list]) => list.map((line) => ({ line, reason })));
  await client.query(
    `insert into reader_import_problems (import_id, line, reason)
     select $1, line, reason from jsonb_to_recordset($2) as p(line int, reason text)`,
    [rows[0]!.id, JSON.stringify(lines)],
  );
}
