/** Valid requests out of the table of operations, aimed at records that are really there. */
import * as z from 'zod';
import { isForStaff, type Operation } from '#shared/api/operation.ts';
import { OPERATIONS } from '#shared/api/operations.ts';
import type { Call, Sender } from './sender.ts';

/** What stands for `{id}` after a path ('/api/v1/books'), and for the other names in braces. */
export type Records = {
  ids: Map<string, number[]>;
  /** Where records say whose they are: those of others. */
  others: Map<string, number[]>;
  names: Record<string, string>;
};
export type Credentials = Record<string, string>;

/** The field of a body that names a record, and the list it is found in. */
const FIELDS: Record<string, string> = {
  author_id: '/api/v1/authors',
  book_id: '/api/v1/books',
  category_id: '/api/v1/categories',
  promotion_id: '/api/v1/promotions',
  promotion_site_id: '/api/v1/promotion_sites',
  promotion_site_review_id: '/api/v1/promotion_site_reviews',
};

/** The ids that the lists of the API show to these credentials; of what there is none yet, one is made. */
export async function findRecords(
  sender: Sender,
  { partner, user }: { partner: Credentials; user: Credentials },
  names: Record<string, string> = {},
): Promise<Records> {
  const ids = new Map<string, number[]>();
  const others = new Map<string, number[]>();
  const lists = new Set(OPERATIONS.flatMap(({ path }) => /^(.+?)\/\{id\}/.exec(path)?.[1] ?? []));
  for (const path of lists) {
    const list = OPERATIONS.find((operation) => operation.method === 'get' && operation.path === path);
    if (!list) continue;
    const headers = isForStaff(list) ? user : partner;
    const named = path.replace(/\{(\w+)\}/g, (_, name: string) => names[name] ?? '');
    const { body } = await sender.send({ method: 'GET', path: `${named}?per=100`, headers });
    const { own, foreign } = idsIn(body);
    const known = own.length ? own : await madeByExample(sender, path, { partner, user });
    if (known.length) ids.set(path, known);
    if (foreign.length) others.set(path, foreign);
  }
  return { ids, others, names };
}

/** Where a list is empty, one record made from the table's example, if there is a way to make it. */
async function madeByExample(
  sender: Sender,
  path: string,
  { partner, user }: { partner: Credentials; user: Credentials },
) {
  const make = OPERATIONS.find((operation) => operation.method === 'post' && operation.path === path);
  if (!make?.example) return [];
  const headers = isForStaff(make) ? user : partner;
  const { body } = await sender.send({ method: 'POST', path, headers, body: make.example });
  const id = (Object.values((body ?? {}) as object)[0] as Row | undefined)?.id;
  return typeof id === 'number' ? [id] : [];
}

type Row = { id?: unknown; own?: boolean };

function idsIn(body: unknown): { own: number[]; foreign: number[] } {
  const rows = Object.values((body ?? {}) as Record<string, Row[]>)
    .filter(Array.isArray)
    .flat();
  const ids = (of: Row[]) => of.map(({ id }) => id).filter((id) => typeof id === 'number');
  return { own: ids(rows.filter(({ own }) => own !== false)), foreign: ids(rows.filter(({ own }) => own === false)) };
}

/** The operations of which a record is missing, each with what to do about it. */
export const unreachable = (records: Records): Map<Operation, string> =>
  new Map(
    OPERATIONS.flatMap((operation): [Operation, string][] => {
      try {
        pathOf(operation, records);
        return [];
      } catch (error) {
        return [[operation, (error as Error).message]];
      }
    }),
  );

/** The path with a record in it. Throws, by name, for a record that nobody has made yet. */
export function pathOf({ path }: Operation, records: Records): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string, at: number) => {
    const known = name === 'id' ? records.ids.get(path.slice(0, at - 1))?.[0] : records.names[name];
    if (known === undefined)
      throw new Error(
        `${path}: no record for {${name}}; put one into the demo (prisma/seed), or a name into scripts/calls/own-server.ts`,
      );
    return encodeURIComponent(known);
  });
}

/** The example of the table, with the ids of records that are there; a vote is for somebody else's review. */
export const exampleOf = ({ example }: Operation, records: Records): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(example ?? {}).map(([field, value]) => {
      const list = FIELDS[field];
      const from = field === 'promotion_site_review_id' ? records.others : records.ids;
      return [field, (list && from.get(list)?.[0]) ?? value];
    }),
  );

export const queryText = (query: object = {}) => {
  const text = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString();
  return text && `?${text}`;
};

/** A whole valid call; without credentials. */
export function requestFor(operation: Operation, records: Records): Call {
  const { method, body, exampleQuery } = operation;
  const call = { method: method.toUpperCase(), path: pathOf(operation, records) + queryText(exampleQuery) };
  if (body instanceof z.ZodType) return { ...call, body: exampleOf(operation, records) };
  return body ? { ...call, ...formWith(body.file) } : call;
}

/** A picture of one pixel as a multipart form. */
function formWith(name: string) {
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
