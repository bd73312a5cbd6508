import { Actor, type AuditEvent } from '#prisma';
import type { Tx } from '#server/platform/database.ts';
import { likePattern } from '#server/platform/http/lists.ts';
import { ACTIONS_BY_VERB, ENTITY_WORDS, recordText, verbText } from '#shared/audit-words.ts';
import { entity, type Where } from '../entity.ts';
import { choice, id, instant, json, link, longText, text } from '../fields.ts';

/** Maximum number of records of each kind that a search by name finds, newest first. */
const MAX_MATCHES = 1000;

/**
 * Builds the condition for changes by or to people with that name or address, to books with that title and their
 * promotions, and to saved views with that name.
 */
async function nameCondition(q: string, db: Tx): Promise<Where> {
  const pattern = likePattern(q);
  const found = await db.$queryRaw<{ entity: string; ids: string[] }[]>`
    select entity, array_agg(id::text) as ids from (
      (select 'user' as entity, id from users where name ilike ${pattern} or uid ilike ${pattern}
        order by id desc limit ${MAX_MATCHES})
      union all (select 'partner', id from partners where name ilike ${pattern} or uid ilike ${pattern}
        order by id desc limit ${MAX_MATCHES})
      union all (select 'reader', id from readers where email = ${q}::citext)
      union all (select 'saved_view', id from saved_views where name ilike ${pattern} order by id desc limit ${MAX_MATCHES})
      union all (select 'book', id from books where title ilike ${pattern} order by id desc limit ${MAX_MATCHES})
      union all (select 'promotion', p.id from promotions p join books b on b.id = p.book_id
        where b.title ilike ${pattern} order by p.id desc limit ${MAX_MATCHES})) named
    group by entity`;
  const actors = found.filter(({ entity }) => entity === Actor.user || entity === Actor.partner);
  return {
    OR: [
      ...found.map(({ entity, ids }) => ({ entity, entity_id: { in: ids } })),
      ...actors.map(({ entity, ids }) => ({ actor: entity, actor_id: { in: ids.map(Number) } })),
    ],
  };
}

const verbs = [...ACTIONS_BY_VERB.keys()].sort();
const byName = (a: string, b: string) => ENTITY_WORDS[a]!.localeCompare(ENTITY_WORDS[b]!);

export const auditEvents = entity<AuditEvent>({
  name: 'audit_events',
  singular: 'audit_event',
  label: 'Audit log',
  singular_label: 'Audit event',
  group: 'Operations',
  about:
    'Changes by staff, and some by partners, with the values before and after. Entries never change, except that we remove the values of an erased person.',
  model: 'auditEvent',
  table: 'audit_events',
  viewRole: 'admin',
  title: (event) => `${verbText(event)} ${recordText(event)}`,
  fields: {
    id: id(),
    at: instant({ list: true, sort: true, filter: true }),
    actor: choice(Actor, { optionLabels: { user: 'staff' } }),
    actor_id: link('staff', '', {
      label: 'By',
      filterBy: (actor_id) => ({ actor: 'user', actor_id }),
    }),
    action: choice(
      verbs.map((verb) => ACTIONS_BY_VERB.get(verb)![0]!),
      {
        optionLabels: Object.fromEntries(verbs.map((verb) => [ACTIONS_BY_VERB.get(verb)![0]!, verb])),
        filterBy: actionCondition,
      },
    ),
    entity: choice(Object.keys(ENTITY_WORDS).sort(byName), { label: 'Kind of record', optionLabels: ENTITY_WORDS }),
    entity_id: text({ filter: true, label: 'Record (ID)' }),
    before: json(),
    after: json(),
    reason: longText({ list: true, search: true }),
    request_id: text(),
  },
  search: [{ label: 'name or email of a person, title of a book, name of a saved view', where: nameCondition }],
});

/** Builds the condition for actions with the same verb, including those that name an entity first: 'promotion.refund'. */
function actionCondition(action: unknown): Where {
  const same = ACTIONS_BY_VERB.get(verbText({ action: String(action) }))!;
  return { OR: [{ action: { in: [...same] } }, ...same.map((name) => ({ action: { endsWith: `.${name}` } }))] };
}
