/** Types for the files in entities/, which describe tables to the admin panel, and checks of staff's rights. */
import type * as z from 'zod';
import type { User } from '#prisma';
import type { Tx } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { isAdmin } from '#server/platform/rights.ts';
import type { FieldType } from '#shared/admin.ts';

/** Dependencies of the hooks of all entities. */
export type AdminDeps = Pick<
  Deps,
  'db' | 'now' | 'log' | 'metrics' | 'queue' | 'config' | 'blobs' | 'limits' | 'stripe'
>;

export type Row = { [column: string]: unknown };
export type Where = { [column: string]: unknown };
export type StaffRole = User['role'];
/** The staff member making the call. */
export type StaffMember = Pick<User, 'id' | 'name' | 'role'>;

export type Field = {
  type: FieldType;
  label?: string;
  /** Shown as a column of the list. */
  list?: boolean;
  sort?: boolean;
  /** `q` matches text anywhere in it, ignoring case. */
  search?: boolean;
  /** `true` filters by value, or by a range of days. `present` filters by whether there is a value. */
  filter?: boolean | 'present';
  options?: readonly string[];
  /** Texts of options, by default the option itself. */
  optionLabels?: { [option: string]: string };
  /** For a link: the entity, the relation that leads to it, and the column to show. */
  to?: string;
  through?: string;
  shows?: string;
  /**
   * Contains an email address, or text with addresses. Of each address, only the first character and the domain are
   * shown, and `q` matches only complete addresses.
   */
  masked?: boolean;
  help?: string;
  /** The filter's condition, if it isn't equality with the value. */
  filterBy?(value: unknown): Where;
  /** Schema for a PATCH. A field without one can't be edited. */
  edit?: z.ZodType;
  /** Schema for a new record, by default `edit`. */
  create?: z.ZodType;
};

export type Fields<R> = { [name in Extract<keyof R, string>]?: Field };

/** Converts between a record and its id in a URL. */
export type RecordKey = {
  of(row: Row): string;
  /** Null for text that can't be one of its ids. */
  where(id: string): Where | null;
  /** True for numeric ids: exports are sorted by them, and lists can continue after one. */
  isNumeric: boolean;
  /** The columns that identify a record, which come last in the order of every list. */
  columns: readonly string[];
};

export type Action<R = Row> = {
  name: string;
  label: string;
  confirm: string;
  danger?: boolean;
  /** The role required to run it, by default editor. */
  runRole?: StaffRole;
  input?: { [name: string]: Field };
  /** Set if the response shows values that are otherwise masked. */
  reveals?: true;
  /** True if the record's current state allows the action. */
  isAllowed?(row: R, actor: StaffMember): boolean;
  /** The reason the action would be refused now, shown in advance; null if there is none. */
  refusal?(db: Tx, row: R): Promise<string | null>;
  /** Set if `run` writes the audit entry. */
  isAudited?: true;
  /** Runs with the row locked. Returns the message to show, and throws to refuse. */
  run(deps: AdminDeps, tx: Tx, change: { row: R; input: Row; actor: StaffMember }): Promise<string>;
  /**
   * Runs after the commit and before the response, with the changed row. If it throws, the response is the error, and
   * `run` must have queued a job that does the same.
   */
  committed?(deps: AdminDeps, row: R): Promise<void>;
};

/** `as` converts this record's id to the value that the other entity stores, if they differ. */
type Linked = { entity: string; by: string; label?: string; as?(id: string): string };

/** Reads a table that Prisma doesn't know. */
export type Source = {
  page(deps: AdminDeps, query: ListQuery): Promise<{ rows: Row[]; total: number }>;
  /** The first rows in a fixed order, or those after a row. */
  batch(deps: AdminDeps, query: ListQuery, take: number, after?: Row): Promise<Row[]>;
  one(db: Tx, id: string): Promise<Row | null>;
};

export type ListQuery = {
  page: number;
  per: number;
  after?: number | undefined;
  sort_col: string;
  sort_dir: 'asc' | 'desc';
  q?: string | undefined;
} & { [filter: string]: unknown };

export type Entity<R = Row> = {
  /** Plural, as in the path. */
  name: string;
  singular: string;
  label?: string;
  singular_label?: string;
  group: string;
  about: string;
  /** Name of the Prisma model's delegate; '' with a `source`. */
  model: string;
  table: string;
  source?: Source;
  key?: RecordKey;
  title(row: R): string;
  /** The record's name in the audit log, by default the title. */
  auditedName?(row: R): string;
  fields: Fields<R>;
  /** Values that aren't columns. A link also has a label. */
  computed?: { [name: string]: Field & { read(row: R & Row): unknown; labelFor?(row: R & Row): string } };
  /** Columns and relations that the title, computed values, or actions need besides the fields. */
  select?: object;
  /** Additional conditions that `q` matches. */
  search?: { label: string; where(q: string, db: Tx): Where | Promise<Where> }[];
  /** Additional yes-or-no filters. */
  flags?: { [name: string]: { label: string; where: Where } };
  sort?: { col: string; dir: 'asc' | 'desc' };
  /** Number at which counting stops, because nobody pages through a million rows. */
  count_limit?: number;
  viewRole?: StaffRole;
  /** The role required to create and edit. */
  editRole?: StaffRole;
  linked?: Linked[];
  /** Path of the record's own screen outside the panel. */
  page?(row: R): string | null;
  /** `true` inserts the input as the row. A function returns the new record's id. */
  create?: true | ((deps: AdminDeps, tx: Tx, change: { input: Row; actor: StaffMember }) => Promise<string | number>);
  /** Computes columns from the input, for example a slug. */
  derive?(input: Row): Row;
  /** Locks what other code locks before the record's row, since the opposite order could deadlock. */
  lockFirst?(tx: Tx, row: R, input: Row): Promise<unknown>;
  /** Throws if the change must be refused. */
  check?(tx: Tx, change: { before: R; input: Row; actor: StaffMember }): Promise<void>;
  /** Applies side effects in the same transaction. */
  saved?(deps: AdminDeps, tx: Tx, change: { before: R; after: R }): Promise<void>;
  /** The field that gets the error when a unique index refuses the row. */
  unique?: { field: string; message?: string };
  actions?: Action<R>[];
};

/** Widens an entity's row type for the registry. Its functions receive only rows of their own table. */
export const entity = <R extends object>(definition: Entity<R>): Entity => definition as unknown as Entity;

const DIGITS = /^[1-9]\d{0,9}$/;
const MAX_ID = 2 ** 31 - 1;

const NUMERIC_KEY: RecordKey = {
  of: ({ id }) => String(id),
  where: (id) => (DIGITS.test(id) && Number(id) <= MAX_ID ? { id: Number(id) } : null),
  isNumeric: true,
  columns: ['id'],
};
/** Creates the key of a table whose ids are text in `column`. Text that Postgres can't store isn't an id. */
export const textKey = (column: string, isId: (id: string) => boolean = () => true): RecordKey => ({
  of: (row) => String(row[column]),
  where: (id) => (!id.includes('\0') && id.isWellFormed() && isId(id) ? { [column]: id } : null),
  isNumeric: false,
  columns: [column],
});

export const keyOf = ({ key = NUMERIC_KEY }: Entity) => key;

export const canEdit = ({ editRole = 'admin' }: Entity, actor: StaffMember) => isAdmin(actor) || editRole === 'editor';
export const canView = ({ viewRole = 'editor' }: Entity, actor: StaffMember) => isAdmin(actor) || viewRole === 'editor';
export const canRun = ({ runRole = 'editor' }: Action, actor: StaffMember) => isAdmin(actor) || runRole === 'editor';
