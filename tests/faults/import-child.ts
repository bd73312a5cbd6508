/** Process that works on an import and may be killed: node tests/faults/import-child.ts '{"id": …}' */
import { openDatabase } from '#server/platform/database.ts';
import { createLog } from '#server/platform/log.ts';
import { createQueue } from '#server/platform/queue.ts';
import { importBatch, processImport } from '#server/reader-imports/work.ts';
import { LOG_OPT_OUT_JOB } from '#server/readers/opt-out-log.ts';

export type ImportChildOptions = {
  databaseUrl: string;
  appSecret: string;
  id: number;
  rowsPerBatch: number;
  /** For the control: begins at the start of its step, like a process without a resume mark. */
  forgetsMark: boolean;
};

const options = JSON.parse(process.argv[2]!) as ImportChildOptions;
importBatch.rows = options.rowsPerBatch;
/** Prints the memory in MB. Called repeatedly, because a killed process can't report at its end. */
const reportMemory = () => console.log(Math.round(process.memoryUsage.rss() / 2 ** 20));
const { db, pool } = openDatabase(options.databaseUrl, { connections: 3 });
if (options.forgetsMark)
  await pool.query(
    `update reader_imports set row_cursor = 0, rank_cursor = -2147483648, file_cursor = (head ->> 'bytes')::int, line_cursor = (head ->> 'lines')::int
     where id = $1 and status in ('checking', 'importing', 'undoing')`,
    [options.id],
  );
reportMemory();
setInterval(reportMemory, 50);
type Worker = Parameters<typeof processImport>[0];
const config = { appSecret: options.appSecret } as Worker['config'];
// Nobody runs the jobs that an import queues.
const queue = createQueue(pool, createLog('silent'));
queue.handle(LOG_OPT_OUT_JOB, async () => {});
await processImport(
  { db, config, queue, now: () => new Date('2026-12-01T15:00:00Z'), mail: { isClosed: () => false } },
  options,
);
reportMemory();
process.exit(0);
