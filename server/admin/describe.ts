/** Describes the registry without anything that the caller may not see or do. */
import type { AdminAction, AdminEntity, AdminField, AdminFilter } from '#shared/admin.ts';
import { fieldLabel } from '#shared/errors.ts';
import { type Action, canEdit, canRun, canView, type Entity, type Field, type StaffMember } from './entity.ts';
import { filtersOf, optionsOf, searchesOf } from './list-query.ts';
import { labelOf, singularLabelOf } from './records.ts';

export const describeFor = (registry: readonly Entity[], actor: StaffMember) => ({
  groups: [...new Set(registry.filter((entity) => canView(entity, actor)).map(({ group }) => group))],
  entities: registry.filter((entity) => canView(entity, actor)).map((entity) => describeEntity(entity, actor)),
});

function describeEntity(entity: Entity, actor: StaffMember): AdminEntity {
  const mayEdit = canEdit(entity, actor);
  const fields = Object.entries({ ...entity.fields, ...entity.computed }).map(([name, field]) =>
    describeField(name, field!, { create: mayEdit && entity.create !== undefined, edit: mayEdit }),
  );
  return {
    name: entity.name,
    singular: entity.singular,
    label: labelOf(entity),
    singular_label: singularLabelOf(entity),
    group: entity.group,
    about: entity.about,
    fields,
    filters: filtersOf(entity).map(
      ({ name, label, kind, options, to }): AdminFilter => ({ name, label, kind, options, to }),
    ),
    searches: searchesOf(entity),
    sort_col: entity.sort?.col ?? 'id',
    sort_dir: entity.sort?.dir ?? 'desc',
    can_create: mayEdit && entity.create !== undefined,
    can_edit: fields.some(({ can_edit }) => can_edit),
    actions: (entity.actions ?? []).filter((action) => canRun(action, actor)).map(describeAction),
  };
}

const describeAction = ({ name, label, confirm, danger = false, input = {} }: Action): AdminAction => ({
  name,
  label,
  confirm,
  danger,
  fields: Object.entries(input).map(([field, description]) =>
    describeField(field, description, { create: true, edit: false }),
  ),
});

function describeField(name: string, field: Field, may: { create: boolean; edit: boolean }): AdminField {
  const schema = field.create ?? field.edit;
  return {
    name,
    label: field.label ?? fieldLabel(name),
    type: field.type,
    in_list: field.list ?? false,
    sortable: field.sort ?? false,
    to: field.to ?? null,
    options: optionsOf(field),
    help: field.help ?? null,
    can_create: may.create && schema !== undefined,
    can_edit: may.edit && field.edit !== undefined,
    // Forms send null or '' for an empty field, so a default value of the schema doesn't make it optional.
    required: schema !== undefined && ![null, ''].some((empty) => schema.safeParse(empty).success),
    initial: schema?.safeParse(undefined).data === true,
  };
}
