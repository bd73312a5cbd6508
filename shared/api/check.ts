/** Checks an actual response against the table of operations. */
import type * as z from 'zod';
import { Conflict, NotFound, NotSignedIn, Refusal, ServerProblem, Unreadable } from './errors.ts';
import { type Operation, type ResponseSchema, type ResponseSchemas, responsesOf } from './operation.ts';

export type ResponseToCheck = {
  method: string;
  path: string;
  status: number;
  /** The media type without parameters; empty without a body. */
  type: string;
  /** Only for JSON. */
  body?: unknown;
};

/** Responses to requests that match no operation: unknown paths and methods, and refusals before routing. */
const UNDECLARED: ResponseSchemas = {
  400: Unreadable,
  401: NotSignedIn,
  403: Refusal,
  404: NotFound,
  405: Unreadable,
  409: Conflict,
  413: Unreadable,
  415: Unreadable,
  500: ServerProblem,
  503: ServerProblem,
};

/** The difference between a response and its declaration, or null if there is none. */
export function problemOf(operations: readonly Operation[], response: ResponseToCheck): string | null {
  const operation = operationFor(operations, response.method, response.path);
  const responses = operation ? responsesOf(operation) : UNDECLARED;
  // A 304 (If-None-Match) has no body.
  if (response.status === 304 && /^(GET|HEAD)$/i.test(response.method)) return null;
  const declaredBody = responses[response.status];
  if (declaredBody === undefined) {
    const declared = Object.keys(responses).join(', ');
    return `the status ${response.status} is not declared (${operation ? declared : `no declared operation matches; ${declared}`})`;
  }
  if (response.method.toUpperCase() === 'HEAD') return null;
  return bodyProblem(declaredBody, response);
}

function bodyProblem(declaredBody: ResponseSchema, response: ResponseToCheck): string | null {
  if (declaredBody === null)
    return response.type === '' || response.status < 400 ? null : `has a body of ${response.type}`;
  const choices = (Array.isArray(declaredBody) ? declaredBody : [declaredBody]) as (z.ZodType | string)[];
  const media = choices.filter((choice) => typeof choice === 'string');
  if (media.includes(response.type)) return null;
  const schema = choices.find((choice) => typeof choice !== 'string');
  if (!schema || response.type !== 'application/json')
    return `is ${response.type || 'empty'}, not ${media.join(' or ') || 'JSON'}`;
  return jsonProblem(schema, response.body);
}

function jsonProblem(schema: z.ZodType, body: unknown): string | null {
  const parsed = schema.safeParse(body);
  if (parsed.success) return difference(body, parsed.data, 'the body');
  return parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'the body'}: ${message}`).join('; ');
}

/** The first difference between a body and its parsed form. A value that the schema dropped is an undeclared field. */
function difference(sent: unknown, declared: unknown, path: string): string | null {
  if (typeof sent !== 'object' || sent === null || typeof declared !== 'object' || declared === null)
    return sent === declared ? null : `${path} is changed by its schema`;
  for (const [key, value] of Object.entries(sent)) {
    if (!Object.hasOwn(declared, key)) return `${path} has the undeclared field ${key}`;
    const inside = difference(value, (declared as Record<string, unknown>)[key], `${path}.${key}`);
    if (inside) return inside;
  }
  return null;
}

const patterns = new WeakMap<Operation, RegExp>();

/** The operation with the most literal path that matches a request. HEAD counts as GET, and PUT as PATCH. */
export function operationFor(operations: readonly Operation[], method: string, path: string): Operation | undefined {
  const name = { HEAD: 'get', PUT: 'patch' }[method.toUpperCase()] ?? method.toLowerCase();
  return operations
    .filter((operation) => operation.method === name && patternOf(operation).test(path))
    .sort(literalFirst)[0];
}

const parametersIn = (path: string) => path.split('{').length - 1;

/** Sorts '/promotions/check' before '/promotions/{id}', and '/invoices/{id}.pdf' before '/invoices/{id}'. */
export const literalFirst = ({ path: a }: Operation, { path: b }: Operation) =>
  parametersIn(a) - parametersIn(b) || b.length - a.length;

/** Matches the operation's paths regardless of case, with or without a trailing slash. */
export function patternOf(operation: Operation): RegExp {
  const cached = patterns.get(operation);
  if (cached) return cached;
  const source = operation.path
    .replace(/\/$/, '')
    .split(/\{\w+\}/)
    .map((literal) => literal.replace(/[.*+?^$()|[\]\\]/g, '\\$&'))
    .join('[^/]+');
  const pattern = new RegExp(`^${source}/?$`, 'i');
  patterns.set(operation, pattern);
  return pattern;
}
