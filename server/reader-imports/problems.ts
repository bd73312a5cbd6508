import type { Deps } from '#server/platform/deps.ts';

const BATCH = 1_000;

/** The problems of an import's rows, in the order of their lines. */
export async function* problemsOf({ db }: Pick<Deps, 'db'>, import_id: number) {
  for (let line = 0; ; ) {
    const where = { import_id, line: { gt: line } };
    const rows = await db.readerImportProblem.findMany({ where, orderBy: { line: 'asc' }, take: BATCH });
    yield* rows;
    if (rows.length < BATCH) return;
    line = rows.at(-1)!.line;
  }
}
