import { Actor, type AuditEvent } from '#prisma';
import { entity } from '../entity.ts';
import { choice, id, instant, json, link, longText, text } from '../fields.ts';

export const auditEvents = entity<AuditEvent>({
  name: 'audit_events',
  singular: 'audit_event',
  label: 'Audit log',
  singular_label: 'Audit event',
  group: 'Operations',
  about: 'Every change by staff, with the values before and after. Entries never change.',
  model: 'auditEvent',
  table: 'audit_events',
  view: 'admin',
  // Older actions name their entity, as in 'promotion.refund'.
  title: ({ action, entity: of, entity_id }) =>
    `${action.split('.').at(-1)!.replaceAll('_', ' ')} ${of.replaceAll('_', ' ')} ${entity_id}`,
  fields: {
    id: id(),
    at: instant({ list: true, sort: true, filter: true }),
    actor: choice(Actor, { list: true }),
    actor_id: link('staff', '', {
      list: true,
      label: 'By',
      filterBy: (actor_id) => ({ actor: 'user', actor_id }),
    }),
    action: text({ list: true, filter: true, search: true }),
    entity: text({ list: true, filter: true, search: true }),
    entity_id: text({ list: true, filter: true, label: 'Record (ID)' }),
    before: json(),
    after: json(),
    reason: longText({ search: true }),
    request_id: text(),
  },
});
