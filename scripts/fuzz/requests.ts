/** Malformed requests for an operation: a valid one with one or several defects. A few stay valid. */
import * as z from 'zod';
import type { Random } from '#server/platform/random.ts';
import type { Operation } from '#shared/api/operation.ts';
import { type ExampleRecords, exampleOf, pathOf, queryText } from '../calls/requests.ts';
import type { ApiCall } from '../calls/sender.ts';
import { BODIES, FORMS, HEADERS, HUGE_VALUES, PATH_PARTS, QUERY_SHAPES, QUERY_VALUES, VALUES } from './inputs.ts';

export type DefectKind = 'path' | 'query' | 'field' | 'huge' | 'body' | 'form' | 'headers' | 'valid';

/** Relative frequency of each kind of defect, where it's possible. */
const WEIGHTS: Record<DefectKind, number> = {
  valid: 1,
  path: 4,
  query: 6,
  headers: 2,
  field: 12,
  body: 5,
  form: 20,
  huge: 1,
};

/** Generates `count` requests: first one with each possible kind of defect, then random ones. */
export function malformedRequests(
  operation: Operation,
  records: ExampleRecords,
  random: Random,
  count: number,
): ApiCall[] {
  const kinds = defectKindsOf(operation);
  const weighted = kinds.flatMap((kind) => Array<DefectKind>(WEIGHTS[kind]).fill(kind));
  return Array.from({ length: count }, (_, index) =>
    malformedCall(operation, records, random, kinds[index] ?? random.pick(weighted)),
  );
}

const defectKindsOf = ({ path, method, body }: Operation): DefectKind[] => [
  'valid',
  'query',
  'headers',
  ...(path.includes('{') ? (['path'] as const) : []),
  ...(fileOf(body) ? (['form'] as const) : []),
  ...(method === 'get' ? [] : (['body', 'field', 'huge'] as const)),
];

/** The field of an upload's only file. */
const fileOf = (body: Operation['body']) => (body && 'file' in body ? body.file : null);

function malformedCall(operation: Operation, records: ExampleRecords, random: Random, kind: DefectKind): ApiCall {
  const path = kind === 'path' ? malformedPath(operation, records, random) : pathOf(operation, records);
  const query = kind === 'query' ? malformedQuery(operation, random) : queryText(operation.exampleQuery);
  const headers = kind === 'headers' ? random.pick(HEADERS) : {};
  const method = operation.method === 'patch' && random.chance(0.1) ? 'PUT' : operation.method.toUpperCase();
  const call = { method, path: path + query + (random.chance(0.05) && !query ? '/' : ''), headers };
  if (operation.method === 'get') return call;
  return withBody(call, operation, records, random, kind);
}

function malformedPath(operation: Operation, records: ExampleRecords, random: Random): string {
  const template = operation.path.split('/');
  const segments = pathOf(operation, records).split('/');
  const index = random.pick(template.flatMap((segment, at) => (segment.includes('{') ? [at] : [])));
  segments[index] = template[index]!.replace(/\{\w+\}/, () => random.pick(PATH_PARTS));
  return segments.join('/');
}

const COMMON_NAMES = ['page', 'per', 'sort_col', 'sort_dir', 'joins', 'public', 'q', 'id', '__proto__', 'nonsense'];

function malformedQuery({ query, exampleQuery }: Operation, random: Random): string {
  const names = [...fieldsOf(query), ...COMMON_NAMES];
  const malformedParam = () => random.pick(QUERY_SHAPES)(random.pick(names), random.pick(QUERY_VALUES));
  const exampleParams = queryText(exampleQuery).slice(1);
  return `?${[exampleParams, ...Array.from({ length: random.between(1, 3) }, malformedParam)].filter(Boolean).join('&')}`;
}

function withBody(
  call: ApiCall,
  operation: Operation,
  records: ExampleRecords,
  random: Random,
  kind: DefectKind,
): ApiCall {
  if (kind === 'body') {
    const { bytes, type, encoding } = random.pick(BODIES);
    const headers = { ...call.headers, 'content-type': type, ...(encoding ? { 'content-encoding': encoding } : {}) };
    return { ...call, headers, body: Buffer.from(bytes) };
  }
  if (kind === 'form') {
    const headers = { ...call.headers, 'content-type': 'multipart/form-data; boundary=b' };
    return { ...call, headers, body: random.pick(FORMS)(fileOf(operation.body)!) };
  }
  const example = Object.entries(exampleOf(operation, records)).map(([name, value]) => [name, JSON.stringify(value)]);
  const fields = new Map(example as [string, string][]);
  if (kind === 'field') {
    const names = [...new Set([...fields.keys(), ...fieldsOf(operation.body)])];
    for (let i = random.between(1, 3); i > 0; i--)
      fields.set(random.pick(names.length ? names : ['id']), random.pick(VALUES));
  }
  if (kind === 'huge') fields.set(random.pick([...fields.keys(), 'nonsense']), random.pick(HUGE_VALUES));
  const text = [...fields].map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',');
  return { ...call, body: `{${text}}` };
}

/** A schema's field names; for a union, those of all its members. */
function fieldsOf(schema: unknown): string[] {
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(fieldsOf);
  return [];
}
