/** Imports a list of readers with processes that are killed at random, and looks for readers lost or created twice. */
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { type Database, openDatabase, type Pool } from '#server/platform/database.ts';
import { createLog } from '#server/platform/log.ts';
import { createQueue } from '#server/platform/queue.ts';
import { checkImport, startImport } from '#server/reader-imports/imports.ts';
import { createImport, storePart } from '#server/reader-imports/upload.ts';
import { WORK_ON_IMPORT } from '#server/reader-imports/work.ts';
import { emailHash } from '#server/readers/suppression.ts';
import { IMPORT_PART_BYTES, type ImportMapping, isWorking } from '#shared/reader-imports.ts';
import type { ImportChildOptions } from './import-child.ts';
import { type ListPlan, writeList } from './import-file.ts';
import { seededInt } from './kills.ts';

export type ImportTrial = { databaseUrl: string; rows: number; kills: number; rowsPerBatch: number; seed: number };
export type ImportOutcome = { violations: string[]; kills: number; starts: number; peakMb: number };

const APP_SECRET = 'a secret of the trial, long enough';
const NOW = new Date('2026-12-01T15:00:00Z');

export async function importUnderKills(
  { databaseUrl, rows, kills, rowsPerBatch, seed }: ImportTrial,
  { forgetsMark = false } = {},
): Promise<ImportOutcome> {
  const { db, pool } = openDatabase(databaseUrl, { connections: 3 });
  const queue = createQueue(pool, createLog('silent'));
  queue.handle(WORK_ON_IMPORT, async () => {});
  try {
    await pool.query('truncate readers, suppressions, reader_imports restart identity cascade');
    const roll = seededInt(seed);
    const plan = writeList(rows, roll);
    const deps = { db, queue, now: () => NOW, config: { appSecret: APP_SECRET } as never };
    for (const { email, reason } of plan.suppressed)
      await db.suppression.create({ data: { email_hash: emailHash(deps, email), reason, at: NOW } });
    const user_id = await staffIn(db);
    const id = await uploadList(deps, user_id, plan.file);
    const { mapping } = await db.readerImport.findUniqueOrThrow({ where: { id } });
    const genres = ['Mystery', 'Cozy Mystery', 'Romance', 'Fantasy', 'Horror'].map((genre) => ({
      genre,
      category_id: 1,
    }));
    await checkImport(deps, id, { ...(mapping as ImportMapping), genres });
    const options = { databaseUrl, appSecret: APP_SECRET, id, rowsPerBatch, forgetsMark };
    let [killed, starts, peakMb] = [0, 0, 0];
    // Killed after a part of the batches that are expected in each of the two steps.
    const batchesPerKill = Math.max(1, Math.floor((2 * rows) / rowsPerBatch / (kills + 4)));
    const maxStarts = kills * 2 + 10;
    for (; starts < maxStarts; starts += 1) {
      const { status } = await db.readerImport.findUniqueOrThrow({ where: { id } });
      if (status === 'checked') await startImport(deps, { id, user_id, daily_emails: 500 });
      else if (!isWorking(status)) break;
      const child = startChild(options);
      if (killed < kills || forgetsMark) {
        await waitForProgress(pool, id, batchesPerKill * rowsPerBatch, child.ended);
        // Anywhere within a batch.
        await new Promise((resolve) => setTimeout(resolve, roll(40)));
        child.kill();
      }
      const ended = await child.ended;
      if (ended.isKilled) killed += 1;
      peakMb = Math.max(peakMb, ended.peakMb);
    }
    return { violations: await violationsIn(pool, id, plan), kills: killed, starts, peakMb };
  } finally {
    await queue.stop();
    await db.$disconnect();
    if (!pool.ended) await pool.end();
  }
}

/** Runs the control: without the resume mark, rows are read twice, or the import never ends. */
export async function importWithoutMark(trial: ImportTrial): Promise<'red' | 'green'> {
  const { violations } = await importUnderKills(trial, { forgetsMark: true });
  return violations.length ? 'red' : 'green';
}

async function staffIn(db: Database) {
  const data = {
    uid: `importer-${process.hrtime.bigint()}@example.test`,
    name: 'Ida',
    role: 'admin',
    encrypted_password: 'x',
  } as const;
  return (await db.user.create({ data })).id;
}

async function uploadList(deps: { db: Database; now(): Date }, user_id: number, file: Buffer) {
  const { id } = await createImport(deps, { user_id, file_name: 'list.csv', file_bytes: file.length });
  for (let offset = 0; offset < file.length; offset += IMPORT_PART_BYTES)
    await storePart(deps, { id, offset, bytes: file.subarray(offset, offset + IMPORT_PART_BYTES) });
  return id;
}

function startChild(options: ImportChildOptions) {
  const flags = ['--disable-warning=ExperimentalWarning', 'tests/faults/import-child.ts', JSON.stringify(options)];
  const child = spawn(process.execPath, flags, { stdio: ['ignore', 'pipe', 'pipe'] });
  const exit = new Promise<[number | null, string | null]>((resolve) => {
    child.once('exit', (code, signal) => resolve([code, signal]));
  });
  const ended = Promise.all([exit, text(child.stdout), text(child.stderr)]).then(([[code, signal], output, errors]) => {
    if (signal === null && code !== 0) throw new Error(`the process ended with ${code}: ${errors}`);
    const { peakMb = 0 } = output ? (JSON.parse(output) as { peakMb: number }) : {};
    return { isKilled: signal === 'SIGKILL', peakMb };
  });
  return { ended, kill: () => child.kill('SIGKILL') };
}

/** Waits until so many more rows are handled, or the process has ended. */
async function waitForProgress(pool: Pool, id: number, rows: number, ended: Promise<unknown>) {
  const handled = async () => {
    const { rows: found } = await pool.query<{ handled: number }>(
      'select line_cursor + row_cursor as handled from reader_imports where id = $1',
      [id],
    );
    return found[0]!.handled;
  };
  let isOver = false;
  void ended.then(() => {
    isOver = true;
  });
  const from = await handled();
  for (let least = from; !isOver && least < from + rows; least = await handled())
    await new Promise((resolve) => setTimeout(resolve, 5));
}

type FoundReader = {
  id: number;
  email: string;
  status: string;
  consented_on: string | null;
  consent_source: string | null;
  categories: number[];
};

/** Compares each reader, each reported line, and the counts with the plan. */
async function violationsIn(pool: Pool, id: number, plan: ListPlan, categoriesOf: CategoriesOf): Promise<string[]> {
  const found: FoundReader[] = [];
  // Also readers whom no import knows.
  for (let after: number | undefined = 0; after !== undefined; ) {
    const { rows }: { rows: FoundReader[] } = await pool.query<FoundReader>(
      `select r.id, r.email::text as email, r.status::text as status, i.consented_on::text as consented_on, i.consent_source,
       array(select category_id from reader_categories where reader_id = r.id order by category_id) as categories
     from readers r left join imported_readers i on i.reader_id = r.id and i.import_id = $1
     where r.id > $2 order by r.id limit 10000`,
      [id, after],
    );
    found.push(...rows);
    after = rows.at(-1)?.id;
  }
  const planned = [...plan.readers].map(
    ([email, { genres, ...reader }]) => [email, factsOf({ ...reader, categories: categoriesOf(genres) })] as const,
  );
  const statusOf = new Map(found.map(({ email, status }) => [email, status]));
  const lost = (emails: string[], status: string) => emails.filter((email) => statusOf.get(email) !== status).length;
  const { rows: problems } = await pool.query<{ line: number; reason: string }>(
    'select line, reason from reader_import_problems where import_id = $1',
    [id],
  );
  const wrong = problems.filter(({ line, reason }) => plan.problems.get(line) !== reason);
  const { rows: imports } = await pool.query<{ status: string; confirmed: number; asked: number; rows: number }>(
    `select status::text as status, coalesce((counts ->> 'confirmed')::int, 0) as confirmed,
       coalesce((counts ->> 'asked')::int, 0) as asked, coalesce((counts ->> 'rows')::int, 0) as rows
     from reader_imports where id = $1`,
    [id],
  );
  const { status, confirmed, asked } = imports[0]!;
  const says = (count: number, words: string) => (count ? [`${count} ${words}`] : []);
  return [
    ...(status === 'done' ? [] : [`the import is ${status}`]),
    ...says(lost(plan.active, 'active'), 'readers with consent were lost'),
    ...says(lost(plan.pending, 'pending'), 'readers to ask were lost'),
    ...says(found.length - plan.active.length - plan.pending.length, 'readers too many'),
    ...says(wrong.length, `problems that nobody made, such as ${JSON.stringify(wrong[0])}`),
    ...says(plan.problems.size - problems.length, 'bad rows were not reported'),
    ...says(confirmed - plan.active.length, 'confirmed readers were counted twice or not at all'),
    ...says(asked - plan.pending.length, 'readers to ask were counted twice or not at all'),
  ];
}
