/** Malformed requests for an operation: a valid one with one or several defects. */
import * as z from 'zod';
import type { Random } from '#server/platform/random.ts';
import type { Operation } from '#shared/api/operation.ts';
import { exampleOf, pathOf, queryText, type Records } from '../calls/requests.ts';
import type { Call } from '../calls/sender.ts';
import { BODIES, FORMS, HEADERS, HUGE_VALUES, PATH_PARTS, QUERY_SHAPES, QUERY_VALUES, VALUES } from './inputs.ts';

export type Way = 'path' | 'query' | 'field' | 'huge' | 'body' | 'form' | 'headers' | 'valid';

/** Frequency of each kind of defect, where it is possible. */
const WEIGHTS: Record<Way, number> = { valid: 1, path: 4, query: 6, headers: 2, field: 12, body: 5, form: 20, huge: 1 };

/** `count` requests, including each possible kind of defect at least once. */
export function spoiltRequests(operation: Operation, records: Records, dice: Random, count: number): Call[] {
  const ways = waysOf(operation);
  const weighted = ways.flatMap((way) => Array<Way>(WEIGHTS[way]).fill(way));
  return Array.from({ length: count }, (_, index) =>
    spoilt(operation, records, dice, ways[index] ?? dice.pick(weighted)),
  );
}

const waysOf = ({ path, method, body }: Operation): Way[] => [
  'valid',
  'query',
  'headers',
  ...(path.includes('{') ? (['path'] as const) : []),
  ...(fileOf(body) ? (['form'] as const) : []),
  ...(method === 'get' ? [] : (['body', 'field', 'huge'] as const)),
];

/** The field of an upload's only file. */
const fileOf = (body: Operation['body']) => (body && 'file' in body ? body.file : null);

function spoilt(operation: Operation, records: Records, dice: Random, way: Way): Call {
  const path = way === 'path' ? spoiltPath(operation, records, dice) : pathOf(operation, records);
  const query = way === 'query' ? spoiltQuery(operation, dice) : queryText(operation.exampleQuery);
  const headers = way === 'headers' ? dice.pick(HEADERS) : {};
  const method = operation.method === 'patch' && dice.chance(0.1) ? 'PUT' : operation.method.toUpperCase();
  const call = { method, path: path + query + (dice.chance(0.05) && !query ? '/' : ''), headers };
  if (operation.method === 'get') return call;
  return withBody(call, operation, records, dice, way);
}

function spoiltPath({ path }: Operation, records: Records, dice: Random): string {
  const parts = path.match(/\{\w+\}/g)!;
  const spoiltPart = dice.pick(parts);
  const kept = { path: path.replace(spoiltPart, '\0') } as Operation;
  return pathOf(kept, records).replace('\0', () => dice.pick(PATH_PARTS));
}

const COMMON_NAMES = ['page', 'per', 'sort_col', 'sort_dir', 'joins', 'public', 'q', 'id', '__proto__', 'nonsense'];

function spoiltQuery({ query, exampleQuery }: Operation, dice: Random): string {
  const names = [...fieldsOf(query), ...COMMON_NAMES];
  const spoil = () => dice.pick(QUERY_SHAPES)(dice.pick(names), dice.pick(QUERY_VALUES));
  const given = queryText(exampleQuery).slice(1);
  return `?${[given, ...Array.from({ length: dice.between(1, 3) }, spoil)].filter(Boolean).join('&')}`;
}

function withBody(call: Call, operation: Operation, records: Records, dice: Random, way: Way): Call {
  if (way === 'body') {
    const { bytes, type, encoding } = dice.pick(BODIES);
    const headers = { ...call.headers, 'content-type': type, ...(encoding ? { 'content-encoding': encoding } : {}) };
    return { ...call, headers, body: Buffer.from(bytes) };
  }
  if (way === 'form') {
    const headers = { ...call.headers, 'content-type': 'multipart/form-data; boundary=b' };
    return { ...call, headers, body: dice.pick(FORMS)(fileOf(operation.body)!) };
  }
  const example = Object.entries(exampleOf(operation, records)).map(([name, value]) => [name, JSON.stringify(value)]);
  const fields = new Map(example as [string, string][]);
  if (way === 'field') {
    const names = [...new Set([...fields.keys(), ...fieldsOf(operation.body)])];
    for (let i = dice.between(1, 3); i > 0; i--)
      fields.set(dice.pick(names.length ? names : ['id']), dice.pick(VALUES));
  }
  if (way === 'huge') fields.set(dice.pick([...fields.keys(), 'nonsense']), dice.pick(HUGE_VALUES));
  const text = [...fields].map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',');
  return { ...call, body: `{${text}}` };
}

/** A schema's field names; for a union, those of all its members. */
function fieldsOf(schema: unknown): string[] {
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(fieldsOf);
  return [];
}
