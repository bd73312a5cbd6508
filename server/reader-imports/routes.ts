import { implement } from '#server/api/implement.ts';
import type { Deps } from '#server/platform/deps.ts';
import { notFound } from '#server/platform/errors.ts';
import { sendCsv } from '#server/platform/http/csv.ts';
import { readerImportsApi } from '#shared/api/reader-imports.ts';
import { ROW_PROBLEMS, type RowProblem } from '#shared/reader-imports.ts';
import { loadCampaign } from './campaign.ts';
import { suggestCategory } from './columns.ts';
import { exportReaders } from './export.ts';
import { canUndo, checkImport, discardImport, startImport, undoImport, updateImport } from './imports.ts';
import { presentImport } from './presenter.ts';
import { problemsOf } from './problems.ts';
import { createImport, generalCategories, storePart } from './upload.ts';
import { planUndo } from './work.ts';

type ImportRow = Parameters<typeof presentImport>[0];

const MAX_LISTED = 20;

export function readerImportRoutes(deps: Deps) {
  const present = async (rows: readonly ImportRow[]) => {
    const categories = await generalCategories(deps.db);
    const suggest = (genre: string) => suggestCategory(genre, categories);
    return {
      reader_imports: rows.map((row) => presentImport(row, { canUndo: canUndo(row, deps.now()), suggest })),
      categories: categories.map(({ id, name }) => ({ category_id: id, name })),
    };
  };
  const reply = async (row: ImportRow | null) => {
    if (!row) throw notFound();
    return { reader_import: (await present([row])).reader_imports[0]! };
  };
  const current = async (id: number) => reply(await deps.db.readerImport.findUnique({ where: { id } }));

  return implement(readerImportsApi, {
    list: async () => {
      const where = { status: { not: 'discarded' as const } };
      return present(await deps.db.readerImport.findMany({ where, orderBy: { id: 'desc' }, take: MAX_LISTED }));
    },
    create: async ({ actor, body }) => reply(await createImport(deps, { user_id: actor.id, ...body })),
    show: ({ id }) => current(id),
    storePart: async ({ id, query, readFile }) => {
      await current(id);
      return reply(await storePart(deps, { id, offset: query.offset, bytes: await readFile() }));
    },
    check: async ({ id, body }) => {
      await checkImport(deps, id, body);
      return current(id);
    },
    start: async ({ id, actor, body }) => {
      await startImport(deps, { id, user_id: actor.id, ...body });
      return current(id);
    },
    update: async ({ id, actor, body }) => {
      await updateImport(deps, { id, user_id: actor.id, patch: body });
      return current(id);
    },
    campaign: async ({ id }) => ({ campaign: await loadCampaign(deps, id) }),
    discard: async ({ id, actor }) => {
      await discardImport(deps, { id, user_id: actor.id });
      return current(id);
    },
    undoPlan: async ({ id }) => {
      await current(id);
      return { undo_plan: await planUndo(deps, id) };
    },
    undo: async ({ id, actor }) => {
      await undoImport(deps, { id, user_id: actor.id });
      return current(id);
    },
    export: ({ actor, res }) => exportReaders(deps, res, actor.id),
    problems: async ({ id, res }) => {
      await current(id);
      await sendCsv(res, {
        name: `import-${id}-problems.csv`,
        columns: ['line', 'reason', 'effect', 'explanation'],
        rows: problemsOf(deps, id),
        rowOf: ({ line, reason }) => {
          const { effect, label } = ROW_PROBLEMS[reason as RowProblem];
          return { line, reason, effect, explanation: label };
        },
      });
    },
  });
}
