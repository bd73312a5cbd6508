/** The admin panel's contract: the registry that describes every entity, and the shapes of its lists, records and health. */
import * as z from 'zod';
import { Meta, text } from './params.ts';

/** How a value is shown, filtered and typed in. `cents` are US cents, `link` is another record's id. */
const FIELD_TYPES = [
  'id',
  'text',
  'long_text',
  'email',
  'number',
  'cents',
  'date',
  'instant',
  'flag',
  'choice',
  'list',
  'json',
  'link',
] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

const Option = z.object({ value: z.string(), label: z.string() });

export const AdminField = z.object({
  name: z.string(),
  label: z.string(),
  type: z.enum(FIELD_TYPES),
  /** Whether it is a column of the list. */
  in_list: z.boolean(),
  sortable: z.boolean(),
  /** The entity a link leads to. */
  to: z.string().nullable(),
  options: z.array(Option).nullable(),
  help: z.string().nullable(),
  /** What the caller may do with it: fill it in a new record, change it later, or leave it empty. */
  can_create: z.boolean(),
  can_edit: z.boolean(),
  required: z.boolean(),
});
export type AdminField = z.infer<typeof AdminField>;

/** `text` and `id` are exact; a `date` filter stands for two query names, `…_from` and `…_to`. */
export const AdminFilter = z.object({
  name: z.string(),
  label: z.string(),
  kind: z.enum(['choice', 'flag', 'id', 'text', 'date']),
  options: z.array(Option).nullable(),
});
export type AdminFilter = z.infer<typeof AdminFilter>;

export const AdminAction = z.object({
  name: z.string(),
  label: z.string(),
  /** What the confirm dialog says will happen. */
  confirm: z.string(),
  danger: z.boolean(),
  fields: z.array(AdminField),
});
export type AdminAction = z.infer<typeof AdminAction>;

export const AdminEntity = z.object({
  /** Plural, as in the path and in the list's answer. */
  name: z.string(),
  singular: z.string(),
  label: z.string(),
  singular_label: z.string(),
  group: z.string(),
  about: z.string(),
  fields: z.array(AdminField),
  filters: z.array(AdminFilter),
  /** The labels of what `q` looks at; empty: there is no search. */
  searches: z.array(z.string()),
  sort_col: z.string(),
  sort_dir: z.enum(['asc', 'desc']),
  can_create: z.boolean(),
  can_edit: z.boolean(),
  actions: z.array(AdminAction),
});
export type AdminEntity = z.infer<typeof AdminEntity>;

export const AdminRegistry = z.object({ groups: z.array(z.string()), entities: z.array(AdminEntity) });
export type AdminRegistry = z.infer<typeof AdminRegistry>;

/** The entity's own fields beside what every record has. `labels` names the records that its links lead to. */
export const AdminRecord = z.looseObject({
  id: z.union([z.number(), z.string()]),
  record_title: z.string(),
  /** Of what can be edited; a PATCH gives it back and loses if it has changed meanwhile. */
  record_version: z.string(),
  labels: z.record(z.string(), z.string()),
});
export type AdminRecord = z.infer<typeof AdminRecord>;

/** `{ "<plural>": [...], "meta": {...} }` */
export const AdminList = z.object({ meta: Meta }).catchall(z.array(AdminRecord));

export const AdminAuditEvent = z.object({
  id: z.int(),
  action: z.string(),
  actor: z.string(),
  actor_id: z.int().nullable(),
  actor_name: z.string().nullable(),
  entity: z.string(),
  entity_id: z.string(),
  before: z.unknown(),
  after: z.unknown(),
  reason: z.string().nullable(),
  at: z.string(),
});
export type AdminAuditEvent = z.infer<typeof AdminAuditEvent>;

/** Other entities' records that belong to this one: `query` is the filter of their list. */
export const AdminLinked = z.object({
  entity: z.string(),
  label: z.string(),
  query: z.record(z.string(), z.string()),
  total_count: z.int(),
});
export type AdminLinked = z.infer<typeof AdminLinked>;

/** What stands beside a record under its singular name. */
export const AdminBeside = z.object({
  audit_events: z.array(AdminAuditEvent),
  linked: z.array(AdminLinked),
  /** The names of the actions that its present state allows the caller. */
  actions: z.array(z.string()),
  /** Its own screen outside the panel. */
  page: z.string().nullable(),
});
export const AdminAnswer = AdminBeside.loose();
/** After an action; the record is null when the action took it away. */
export const AdminActionAnswer = z.looseObject({ message: z.string() });

/** `record_version` and, if staff give one, the reason for the trail; the rest are the entity's fields. */
export const AdminPatch = z.looseObject({
  record_version: z.string().max(64),
  audit_reason: text(500).optional(),
});

const Level = z.enum(['ok', 'warn', 'bad']);
export type HealthLevel = z.infer<typeof Level>;
export const AdminHealth = z.object({
  level: Level,
  checks: z.array(
    z.object({
      name: z.string(),
      label: z.string(),
      level: Level,
      /** What a person reads. */
      text: z.string(),
      /** The same in numbers, for whoever watches. */
      numbers: z.record(z.string(), z.number()),
      /** Where to look further. */
      see: z.string().nullable(),
    }),
  ),
  /** Not decided by the bank yet, the most urgent first. */
  disputes: z.array(
    z.object({
      id: z.string(),
      promotion_id: z.int(),
      book_title: z.string(),
      amount_cents: z.int(),
      reason: z.string(),
      /** False: the bank only asks, and no money has moved. */
      funds_withdrawn: z.boolean(),
      due_by: z.string().nullable(),
    }),
  ),
  schedule: z.array(
    z.object({
      job: z.string(),
      business_date: z.string().nullable(),
      started_at: z.string().nullable(),
      finished_at: z.string().nullable(),
      failure: z.string().nullable(),
    }),
  ),
  versions: z.record(z.string(), z.string()),
  counts: z.record(z.string(), z.int()),
  now: z.string(),
  business_date: z.string(),
});
export type AdminHealth = z.infer<typeof AdminHealth>;
