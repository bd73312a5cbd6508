/** What one file in entities/ says about its table; everything else in this folder reads it. */
import type * as z from 'zod';
import type { User } from '#prisma';
import type { Tx } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { isAdmin } from '#server/platform/rights.ts';
import type { FieldType } from '#shared/admin.ts';

export type Row = { [column: string]: unknown };
export type Where = { [column: string]: unknown };
export type Right = User['role'];
/** The member of staff who asks. */
export type By = Pick<User, 'id' | 'name' | 'role'>;

export type Field = {
  type: FieldType;
  label?: string;
  /** A column of the list. */
  list?: boolean;
  sort?: boolean;
  /** Looked at by `q`, anywhere in the text and whatever the case. */
  search?: boolean;
  /** `true`: by its value, or by a span of days. `present`: by whether there is one. */
  filter?: boolean | 'present';
  options?: readonly string[];
  /** Of a link: the entity, the relation that leads there and its column to show. */
  to?: string;
  through?: string;
  shows?: string;
  /** An address, or a text with addresses in it: their beginnings are shown, and `q` finds a whole address only. */
  masked?: boolean;
  help?: string;
  /** What a PATCH may set it to; without one it cannot be edited. */
  edit?: z.ZodType;
  /** What a new record takes; `edit` if there is none. */
  create?: z.ZodType;
};

export type Fields<R> = { [name in Extract<keyof R, string>]?: Field };

/** How a record is called in an address, and found again. */
export type Key = {
  of(row: Row): string;
  /** Null for what cannot be one of its ids. */
  where(id: string): Where | null;
  /** Numeric, so that an export can go on after the last one. */
  numeric: boolean;
};

export type Action<R = Row> = {
  name: string;
  label: string;
  confirm: string;
  danger?: boolean;
  /** Who may; editors too unless it says admin. */
  right?: Right;
  input?: { [name: string]: Field };
  /** Its answer shows what is otherwise masked. */
  reveals?: true;
  /** Whether the record's present state allows it. */
  allowed?(row: R, by: By): boolean;
  /** The row is locked. Answers what to say; throws to refuse. */
  run(deps: Deps, tx: Tx, change: { row: R; input: Row; by: By }): Promise<string>;
  /** Runs after the commit and before the answer, with the row as it was. When it fails, the caller repeats the action. */
  committed?(deps: Deps, row: R): Promise<void>;
};

/** `as`: how the other entity names this record, where that isn't its id. */
type Linked = { entity: string; by: string; label?: string; as?(id: string): string };

/** A table that Prisma does not know. */
export type Source = {
  page(deps: Deps, query: ListQuery): Promise<{ rows: Row[]; total: number }>;
  one(db: Tx, id: string): Promise<Row | null>;
};

export type ListQuery = {
  page: number;
  per: number;
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
  /** The Prisma model's delegate; '' with a `source`. */
  model: string;
  table: string;
  source?: Source;
  key?: Key;
  title(row: R): string;
  fields: Fields<R>;
  /** Values that are no columns; `select` names what they are read from. */
  computed?: { [name: string]: Field & { read(row: R & Row): unknown } };
  select?: object;
  /** Further places where `q` looks. */
  search?: { label: string; where(q: string): Where }[];
  /** What is asked beside the fields, yes or no. */
  flags?: { [name: string]: { label: string; where: Where } };
  sort?: { col: string; dir: 'asc' | 'desc' };
  /** Counting stops here: nobody pages through a million rows. */
  count_limit?: number;
  view?: Right;
  /** Who may create and edit. */
  edits?: Right;
  linked?: Linked[];
  /** Its own screen outside the panel. */
  page?(row: R): string | null;
  /** `true`: the input is the row. A function answers the new record's id. */
  create?: true | ((deps: Deps, tx: Tx, change: { input: Row; by: By }) => Promise<string | number>);
  /** Columns that follow from what was typed, for example a slug. */
  derive?(input: Row): Row;
  /** Throws when the change must not be. */
  check?(tx: Tx, change: { before: R; input: Row; by: By }): Promise<void>;
  /** What else changes with it, in the same transaction. */
  saved?(deps: Deps, tx: Tx, change: { before: R; after: R }): Promise<void>;
  /** The field to blame when a unique index refuses. */
  unique?: { field: string; message?: string };
  actions?: Action<R>[];
};

/** The registry holds entities of all rows. Their functions are only ever given rows of their own table. */
export const entity = <R extends object>(made: Entity<R>): Entity => made as unknown as Entity;

const DIGITS = /^[1-9]\d{0,9}$/;
const MAX_ID = 2 ** 31 - 1;

const NUMERIC_KEY: Key = {
  of: ({ id }) => String(id),
  where: (id) => (DIGITS.test(id) && Number(id) <= MAX_ID ? { id: Number(id) } : null),
  numeric: true,
};
/** Of a table whose ids are text, in that column. What no database can store is no id. */
export const textKey = (column: string, is: (id: string) => boolean = () => true): Key => ({
  of: (row) => String(row[column]),
  where: (id) => (!id.includes('\0') && id.isWellFormed() && is(id) ? { [column]: id } : null),
  numeric: false,
});

export const keyOf = ({ key = NUMERIC_KEY }: Entity) => key;

export const mayEdit = ({ edits = 'admin' }: Entity, by: By) => isAdmin(by) || edits === 'editor';
export const maySee = ({ view = 'editor' }: Entity, by: By) => isAdmin(by) || view === 'editor';
export const mayAct = ({ right = 'editor' }: Action, by: By) => isAdmin(by) || right === 'editor';
