/** What the panel at /u reads and writes. Users only; the registry says what each of them may. */
import { type Response, Router } from 'express';
import * as z from 'zod';
import { requireUser, sessionOf } from '#server/auth/guards.ts';
import type { Deps } from '#server/platform/deps.ts';
import { missing } from '#server/platform/errors.ts';
import { sendCsv } from '#server/platform/http/csv.ts';
import { metaOf } from '#server/platform/http/lists.ts';
import { bodyOf } from '#server/platform/http/params.ts';
import { actOn, createRecord, editRecord } from './change.ts';
import { describeFor } from './describe.ts';
import { type By, type Entity, maySee, type Row } from './entity.ts';
import { healthOf } from './health.ts';
import { parseExportQuery, parseListQuery } from './list-query.ts';
import { presentRecord } from './present.ts';
import { actionsFor, allRecords, linkedTo, pageOfRecords, recordById, trailOf } from './records.ts';
import { REGISTRY } from './registry.ts';

export function adminRoutes(deps: Deps): Router {
  const router = Router();
  router.use(requireUser);

  router.get('/registry', (req, res) => {
    NoQuery.parse(req.query);
    res.json(describeFor(REGISTRY, byOf(res)));
  });
  router.get('/health', async (req, res) => {
    NoQuery.parse(req.query);
    res.json(await healthOf(deps));
  });
  router.get('/trail', async (req, res) => {
    NoQuery.parse(req.query);
    const hidden = REGISTRY.filter((entity) => !maySee(entity, byOf(res))).map(({ singular }) => singular);
    res.json({ audit_events: await trailOf(deps, { entity: { notIn: hidden } }) });
  });

  router.get('/:entity.csv', async (req, res) => {
    const entity = entityOf(req, res);
    const { name, fields, computed = {} } = entity;
    await sendCsv(res, {
      name: `${name}.csv`,
      columns: ['id', ...Object.keys({ ...fields, ...computed }).filter((field) => field !== 'id')],
      rows: allRecords(deps, entity, parseExportQuery(entity, req.query)),
      rowOf: (row) => presentRecord(entity, row, { revealed: false }),
      cast: { boolean: String, object: (value) => JSON.stringify(value) },
    });
  });
  router.get('/:entity', async (req, res) => {
    const entity = entityOf(req, res);
    const query = parseListQuery(entity, req.query);
    const { rows, total } = await pageOfRecords(deps, entity, query);
    res.json({
      [entity.name]: rows.map((row) => presentRecord(entity, row, { revealed: false })),
      meta: metaOf(query, total),
    });
  });
  router.post('/:entity', async (req, res) => {
    const entity = entityOf(req, res);
    const row = await createRecord(deps, entity, byOf(res), bodyOf(req));
    res.status(201).json(await answer(entity, row, byOf(res)));
  });
  router.get('/:entity/:record', async (req, res) => {
    NoQuery.parse(req.query);
    const entity = entityOf(req, res);
    res.json(await answer(entity, await recordById(deps.db, entity, req.params.record), byOf(res)));
  });
  router.patch('/:entity/:record', async (req, res) => {
    const entity = entityOf(req, res);
    const row = await editRecord(deps, entity, { id: req.params.record, by: byOf(res), body: bodyOf(req) });
    res.json(await answer(entity, row, byOf(res)));
  });
  router.post('/:entity/:record/:action', async (req, res) => {
    const entity = entityOf(req, res);
    const action = entity.actions?.find(({ name }) => name === req.params.action);
    if (!action) throw missing();
    const { record: id } = req.params;
    const { row, message } = await actOn(deps, entity, { id, by: byOf(res), action, body: bodyOf(req) });
    const record = row ? await answer(entity, row, byOf(res), action.reveals) : { [entity.singular]: null };
    res.json({ ...record, message });
  });
  return router;

  async function answer(entity: Entity, row: Row, by: By, revealed = false) {
    const record = presentRecord(entity, row, { revealed });
    const [audit_events, linked] = await Promise.all([
      trailOf(deps, { entity: entity.singular, entity_id: String(record.id) }),
      linkedTo(deps, { entity, id: String(record.id), by, registry: REGISTRY }),
    ]);
    const page = entity.page?.(row) ?? null;
    return { [entity.singular]: record, audit_events, linked, actions: actionsFor(entity, row, by), page };
  }
}

const NoQuery = z.strictObject({});

const byOf = (res: Response) => sessionOf(res).account as By;

/** What the caller may not see is not there: 403 would sign them out (spec §6). */
function entityOf({ params }: { params: { entity?: string } }, res: Response): Entity {
  const entity = REGISTRY.find(({ name }) => name === params.entity);
  if (!entity || !maySee(entity, byOf(res))) throw missing();
  return entity;
}
