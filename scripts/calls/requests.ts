/** Valid requests from the table of operations, for records that exist. */
import * as z from 'zod';
import { isForStaff, type Operation } from '#shared/api/operation.ts';
import { OPERATIONS } from '#shared/api/operations.ts';
import type { ApiCall, Sender } from './sender.ts';

/** Values of `{id}` by the path before it ('/api/v1/books'), and of the other path parameters. */
export type ExampleRecords = {
  ids: Map<string, number[]>;
  /** Records owned by someone else, where records show their owner. */
  others: Map<string, number[]>;
  names: Record<string, string>;
};
export type Credentials = Record<string, string>;

/** Body fields that contain a record's id, each with the list that provides it. */
const LISTS_BY_FIELD: Record<string, string> = {
  author_id: '/api/v1/authors',
  book_id: '/api/v1/books',
  category_id: '/api/v1/categories',
  promotion_id: '/api/v1/promotions',
  promotion_site_id: '/api/v1/promotion_sites',
  promotion_site_review_id: '/api/v1/promotion_site_reviews',
};

/**
 * Collects ids from the API's lists with these credentials. Where a list is empty or has only other people's records,
 * tries to create one.
 */
export async function findRecords(
  sender: Sender,
  { partner, user }: { partner: Credentials; user: Credentials },
  names: Record<string, string> = {},
): Promise<ExampleRecords> {
  const ids = new Map<string, number[]>();
  const others = new Map<string, number[]>();
  const lists = new Set(OPERATIONS.flatMap(({ path }) => /^(.+?)\/\{id\}/.exec(path)?.[1] ?? []));
  for (const path of lists) {
    const list = OPERATIONS.find((operation) => operation.method === 'get' && operation.path === path);
    if (!list) continue;
    const headers = isForStaff(list) ? user : partner;
    const listPath = path.replace(/\{(\w+)\}/g, (_, name: string) => names[name] ?? '');
    const { body } = await sender.send({ method: 'GET', path: `${listPath}?per=100`, headers });
    const { own, foreign } = idsIn(body);
    const knownIds = own.length ? own : await createFromExample(sender, path, { partner, user });
    if (knownIds.length) ids.set(path, knownIds);
    if (foreign.length) others.set(path, foreign);
  }
  return { ids, others, names };
}

/** Creates a record from the table's example, if the list has a POST operation with one. */
async function createFromExample(
  sender: Sender,
  path: string,
  { partner, user }: { partner: Credentials; user: Credentials },
) {
  const create = OPERATIONS.find((operation) => operation.method === 'post' && operation.path === path);
  if (!create?.example) return [];
  const headers = isForStaff(create) ? user : partner;
  const { body } = await sender.send({ method: 'POST', path, headers, body: create.example });
  const id = (Object.values((body ?? {}) as object)[0] as Row | undefined)?.id;
  return typeof id === 'number' ? [id] : [];
}

type Row = { id?: unknown; own?: boolean };

function idsIn(body: unknown): { own: number[]; foreign: number[] } {
  const rows = Object.values((body ?? {}) as Record<string, Row[]>)
    .filter(Array.isArray)
    .flat();
  const numericIds = (list: Row[]) => list.map(({ id }) => id).filter((id) => typeof id === 'number');
  return {
    own: numericIds(rows.filter(({ own }) => own !== false)),
    foreign: numericIds(rows.filter(({ own }) => own === false)),
  };
}

/** Operations for which no record exists, each with a reason that names it and says how to add one. */
export const operationsWithoutRecords = (records: ExampleRecords): Map<Operation, string> =>
  new Map(
    OPERATIONS.flatMap((operation): [Operation, string][] => {
      try {
        pathOf(operation, records);
        return [];
      } catch (error) {
        return [[operation, `${operation.method.toUpperCase()} ${(error as Error).message}`]];
      }
    }),
  );

/** The path with its parameters filled in. Throws, naming the parameter, if there's no record for it. */
export function pathOf({ path }: Operation, records: ExampleRecords): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string, at: number) => {
    const value = name === 'id' ? records.ids.get(path.slice(0, at - 1))?.[0] : records.names[name];
    if (value === undefined)
      throw new Error(
        `${path}: no record for {${name}}; add one to the demo data (prisma/seed), or name one in scripts/calls/temporary-server.ts`,
      );
    return encodeURIComponent(value);
  });
}

/** The table's example with existing record ids; a vote is for someone else's review. */
export const exampleOf = ({ example }: Operation, records: ExampleRecords): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(example ?? {}).map(([field, value]) => {
      const list = LISTS_BY_FIELD[field];
      const from = field === 'promotion_site_review_id' ? records.others : records.ids;
      return [field, (list && from.get(list)?.[0]) ?? value];
    }),
  );

export const queryText = (query: object = {}) => {
  const text = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString();
  return text && `?${text}`;
};

/** A complete valid call, without credentials. */
export function requestFor(operation: Operation, records: ExampleRecords): ApiCall {
  const { method, body, exampleQuery } = operation;
  const call = { method: method.toUpperCase(), path: pathOf(operation, records) + queryText(exampleQuery) };
  if (body instanceof z.ZodType) return { ...call, body: exampleOf(operation, records) };
  return body ? { ...call, ...multipartForm(body.file) } : call;
}

/** A one-pixel image as a multipart form. */
function multipartForm(name: string) {
  const boundary = 'deckle-form';
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="${name}"; filename="one.png"\r\nContent-Type: image/png\r\n\r\n`;
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: Buffer.concat([Buffer.from(head), PIXEL, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  };
}
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
