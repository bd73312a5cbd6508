/** API of the admin panel at /u. The registry decides what each staff member may see and do. */
import { implement } from '#server/api/implement.ts';
import type { Session } from '#server/auth/guards.ts';
import type { DailyJob } from '#server/platform/daily.ts';
import type { Deps } from '#server/platform/deps.ts';
import { adminsOnly, notFound } from '#server/platform/errors.ts';
import { sendCsv } from '#server/platform/http/csv.ts';
import { metaOf } from '#server/platform/http/lists.ts';
import { loadListHealth } from '#server/readers/list-health.ts';
import type { AdminRecord } from '#shared/admin.ts';
import { adminApi } from '#shared/api/admin.ts';
import type { Success } from '#shared/api/operation.ts';
import { entityText, recordText, verbText } from '#shared/audit-words.ts';
import { paths } from '#shared/paths.ts';
import { createRecord, editRecord, runAction } from './change.ts';
import { describeFor } from './describe.ts';
import { auditEvents } from './entities/audit_events.ts';
import { promotionEvents } from './entities/promotion_events.ts';
import { canView, type Entity, type Row, type StaffMember } from './entity.ts';
import { checkHealth } from './health.ts';
import { parseExportQuery, parseListQuery } from './list-query.ts';
import { presentRecord } from './present.ts';
import {
  actionsFor,
  actorKey,
  allRecords,
  auditEntriesOf,
  countLinked,
  findNames,
  pageOfRecords,
  recordById,
  recordKey,
  refusalsFor,
} from './records.ts';
import { REGISTRY } from './registry.ts';

type AdminPage = Success<typeof adminApi.list>;

/** `jobs` are the daily jobs whose runs the health screen checks. */
export function adminRoutes(deps: Deps, jobs: readonly DailyJob[]) {
  return implement(adminApi, {
    registry: ({ session }) => describeFor(REGISTRY, staffIn(session)),
    health: () => checkHealth(deps, jobs),
    listHealth: async () => ({ list_health: await loadListHealth(deps) }),
    auditLog: async ({ session }) => {
      const hidden = REGISTRY.filter((entity) => !canView(entity, staffIn(session))).map(({ singular }) => singular);
      return {
        audit_events: await auditEntriesOf(deps, { entity: { notIn: hidden } }, visibilityFor(staffIn(session))),
      };
    },

    csv: async ({ entity: name, session, req, res }) => {
      const entity = visibleEntity(name, session);
      const { fields, computed = {} } = entity;
      await sendCsv(res, {
        name: `${name}.csv`,
        columns: ['id', ...Object.keys({ ...fields, ...computed }).filter((field) => field !== 'id')],
        rows: allRecords(deps, entity, parseExportQuery(entity, req.query)),
        rowOf: (row) => presentRecord(entity, row, { revealed: false }),
        cast: { boolean: String, object: (value) => JSON.stringify(value) },
      });
    },
    list: async ({ entity: name, session, req }) => {
      const entity = visibleEntity(name, session);
      const query = parseListQuery(entity, req.query);
      const { rows, total } = await pageOfRecords(deps, entity, query);
      const records = rows.map((row) => presentRecord(entity, row, { revealed: false }));
      if (HISTORIES.includes(entity)) await nameHistory(entity, records, staffIn(session));
      return { [entity.name]: records, meta: metaOf(query, total) } as AdminPage;
    },
    create: async ({ entity: name, session, body }) => {
      const entity = changeableEntity(name, session);
      return recordReply(entity, await createRecord(deps, entity, staffIn(session), body), staffIn(session));
    },
    show: async ({ entity: name, record, session }) => {
      const entity = visibleEntity(name, session);
      return recordReply(entity, await recordById(deps.db, entity, record), staffIn(session));
    },
    update: async ({ entity: name, record: id, session, body }) => {
      const entity = changeableEntity(name, session);
      const actor = staffIn(session);
      return recordReply(entity, await editRecord(deps, entity, { id, actor, body }), actor);
    },
    act: async ({ entity: name, record: id, action: actionName, session, body }) => {
      const entity = changeableEntity(name, session);
      const action = entity.actions?.find((candidate) => candidate.name === actionName);
      if (!action) throw notFound();
      const actor = staffIn(session);
      const { row, message } = await runAction(deps, entity, { id, actor, action, body });
      const record = row ? await recordReply(entity, row, actor, action.reveals) : { [entity.singular]: null };
      return { ...record, message };
    },
  });

  async function recordReply(entity: Entity, row: Row, actor: StaffMember, revealed = false) {
    const record = presentRecord(entity, row, { revealed });
    if (HISTORIES.includes(entity)) await nameHistory(entity, [record], actor);
    const actions = actionsFor(entity, row, actor);
    const [refusals, audit_events, linked] = await Promise.all([
      refusalsFor(deps.db, entity, row, actions),
      auditEntriesOf(deps, { entity: entity.singular, entity_id: String(record.id) }, visibilityFor(actor)),
      countLinked(deps, { entity, id: String(record.id), actor, registry: REGISTRY }),
    ]);
    const page = entity.page?.(row) ?? null;
    return { [entity.singular]: record, audit_events, linked, actions, refusals, page };
  }

  /** Adds the names and links of each entry's person and record. Entries of the audit log also get a sentence. */
  async function nameHistory(entity: Entity, records: AdminRecord[], actor: StaffMember) {
    const isAuditLog = entity === auditEvents;
    const recordField = isAuditLog ? 'entity_id' : 'promotion_id';
    const events = records as unknown as (Parameters<typeof findNames>[1][number] & { action: string } & AdminRecord)[];
    const audited = events.map((event) => ({
      ...{ actor: event.actor, actor_id: event.actor_id },
      entity: isAuditLog ? event.entity : 'promotion',
      entity_id: String(event[recordField]),
    }));
    const { actor_names, records: named } = await findNames(deps.db, audited, visibilityFor(actor));
    for (const [index, event] of events.entries()) {
      const person = actor_names.get(actorKey(event));
      const record = named.get(recordKey(audited[index]!));
      if (isAuditLog) {
        const changed = record ? `${entityText(event)} ${record.title}` : recordText(event);
        event.record_title = `${person ?? event.actor} ${verbText(event)} ${changed}`;
      }
      event.labels = { ...(person && { actor_id: person }), ...(record && { [recordField]: record.title }) };
      event.links = {
        ...(person &&
          canSeeActor(event.actor, actor) && {
            actor_id: paths.adminRecord(ACTOR_LISTS[event.actor]!, event.actor_id!),
          }),
        ...(record && { [recordField]: paths.adminRecord(record.list, record.id) }),
        at: paths.adminRecord(entity.name, event.id),
      };
    }
  }
}

/** Lists of the people who can make changes. */
const ACTOR_LISTS: { [actor: string]: string } = { user: 'staff', partner: 'partners' };
const canSeeActor = (role: string, actor: StaffMember) =>
  REGISTRY.some((entity) => entity.name === ACTOR_LISTS[role] && canView(entity, actor));

const HISTORIES: readonly Entity[] = [auditEvents, promotionEvents];

const visibilityFor = (actor: StaffMember) => ({ registry: REGISTRY, actor });

const staffIn = ({ account }: Session) => account as StaffMember;

/** Responds with 404 for an entity that the caller may not see, because the client signs out after a 403. */
function visibleEntity(name: string, session: Session): Entity {
  const entity = entityNamed(name);
  if (!canView(entity, staffIn(session))) throw notFound();
  return entity;
}

/** Finds the entity to change. Gives a caller who may not see it an explanation, not the 404 that reads get. */
function changeableEntity(name: string, session: Session): Entity {
  const entity = entityNamed(name);
  if (!canView(entity, staffIn(session))) throw adminsOnly();
  return entity;
}

function entityNamed(name: string): Entity {
  const entity = REGISTRY.find((candidate) => candidate.name === name);
  if (!entity) throw notFound();
  return entity;
}
