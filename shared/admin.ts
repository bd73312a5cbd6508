/**
 * The admin panel's API: the registry that describes every entity, and the schemas of lists, records, and the health
 * page.
 */
import * as z from 'zod';
import { Meta, text } from './params.ts';

/**
 * The types of fields, which decide how a value is shown, filtered, and entered. `cents` are US cents, `link` is
 * another record's id.
 */
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
  /** True if it is a column of the list. */
  in_list: z.boolean(),
  sortable: z.boolean(),
  /** The entity of a `link`. */
  to: z.string().nullable(),
  options: z.array(Option).nullable(),
  help: z.string().nullable(),
  /** True if the caller can set it on creation (`can_create`) or change it later (`can_edit`). */
  can_create: z.boolean(),
  can_edit: z.boolean(),
  /** True if it can't be left empty. */
  required: z.boolean(),
  /** The value of a flag in a form for a new record. */
  initial: z.boolean(),
});
export type AdminField = z.infer<typeof AdminField>;

/** `text` and `id` match exactly; a `date` filter has two query parameters, `…_from` and `…_to`. */
export const AdminFilter = z.object({
  name: z.string(),
  label: z.string(),
  kind: z.enum(['choice', 'flag', 'id', 'text', 'date']),
  options: z.array(Option).nullable(),
  /** The entity of an `id`, if it's a link. */
  to: z.string().nullable(),
});
export type AdminFilter = z.infer<typeof AdminFilter>;

export const AdminAction = z.object({
  name: z.string(),
  label: z.string(),
  /** Text of the confirmation dialog. */
  confirm: z.string(),
  danger: z.boolean(),
  fields: z.array(AdminField),
});
export type AdminAction = z.infer<typeof AdminAction>;

export const AdminEntity = z.object({
  /** Plural, as in the path and in the list's response. */
  name: z.string(),
  singular: z.string(),
  label: z.string(),
  singular_label: z.string(),
  group: z.string(),
  about: z.string(),
  fields: z.array(AdminField),
  filters: z.array(AdminFilter),
  /** Labels of the fields that `q` searches; empty without a search. */
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

/** The entity's fields and those that every record has. `labels` are the names of linked records. */
export const AdminRecord = z.looseObject({
  id: z.union([z.number(), z.string()]),
  record_title: z.string(),
  /** Version of the editable values; a PATCH sends it back and gets 409 if it has changed since. */
  record_version: z.string(),
  labels: z.record(z.string(), z.string()),
  /** Paths of linked records by field, if the fields' types don't say which list has the record. */
  links: z.record(z.string(), z.string()).optional(),
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
  /** The changed record, if it still exists and the caller may see it. */
  record: z.object({ title: z.string(), list: z.string(), id: z.string() }).nullable(),
  before: z.unknown(),
  after: z.unknown(),
  reason: z.string().nullable(),
  at: z.string(),
});
export type AdminAuditEvent = z.infer<typeof AdminAuditEvent>;

/** Records of one entity that refer to this record; `query` is the filter of their list. */
export const AdminLinked = z.object({
  entity: z.string(),
  label: z.string(),
  query: z.record(z.string(), z.string()),
  total_count: z.int(),
});
export type AdminLinked = z.infer<typeof AdminLinked>;

/** Data returned next to a record. The response has the record under its singular name. */
export const AdminRecordContext = z.object({
  audit_events: z.array(AdminAuditEvent),
  linked: z.array(AdminLinked),
  /** Names of the actions that the record's state and the caller's rights allow. */
  actions: z.array(z.string()),
  /** Those of `actions` that would be refused now, with the reasons. */
  refusals: z.record(z.string(), z.string()),
  /** Path of the record's screen outside the panel. */
  page: z.string().nullable(),
});
export const AdminResponse = AdminRecordContext.loose();
/** Result of an action; the record is null if the action deleted it. */
export const AdminActionResponse = z.looseObject({ message: z.string() });

/** `record_version` and optionally a reason for the audit log; the rest are the entity's fields. */
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
      /** A sentence for the health page. */
      text: z.string(),
      /** The check's numbers, for monitoring. */
      numbers: z.record(z.string(), z.number()),
      /** Link to more details. */
      see: z.string().nullable(),
    }),
  ),
  /** Disputes that the bank hasn't decided, most urgent first. */
  disputes: z.array(
    z.object({
      id: z.string(),
      promotion_id: z.int(),
      book_title: z.string(),
      amount_cents: z.int(),
      reason: z.string(),
      /** False for an inquiry and a prevented dispute, which move no money. */
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
