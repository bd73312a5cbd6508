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

/** Responses without an operation: unknown paths, other methods, and the guards before both. */
const NOWHERE: ResponseSchemas = {
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
export function problemOf(operations: readonly Operation[], given: ResponseToCheck): string | null {
  const operation = operationFor(operations, given.method, given.path);
  const responses = operation ? responsesOf(operation) : NOWHERE;
  // A 304 (If-None-Match) has no body.
  if (given.status === 304 && /^(GET|HEAD)$/i.test(given.method)) return null;
  const answer = responses[given.status];
  if (answer === undefined) {
    const declared = Object.keys(responses).join(', ');
    return `the status ${given.status} is not declared (${operation ? declared : `no declared operation matches; ${declared}`})`;
  }
  if (given.method.toUpperCase() === 'HEAD') return null;
  return bodyProblem(answer, given);
}

function bodyProblem(answer: ResponseSchema, given: ResponseToCheck): string | null {
  if (answer === null) return given.type === '' || given.status < 400 ? null : `has a body of ${given.type}`;
  const choices = (Array.isArray(answer) ? answer : [answer]) as (z.ZodType | string)[];
  const media = choices.filter((choice) => typeof choice === 'string');
  if (media.includes(given.type)) return null;
  const schema = choices.find((choice) => typeof choice !== 'string');
  if (!schema || given.type !== 'application/json')
    return `is ${given.type || 'empty'}, not ${media.join(' or ') || 'JSON'}`;
  return jsonProblem(schema, given.body);
}

function jsonProblem(schema: z.ZodType, body: unknown): string | null {
  const parsed = schema.safeParse(body);
  if (parsed.success) return difference(body, parsed.data, 'the body');
  return parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'the body'}: ${message}`).join('; ');
}

/** A value that the schema dropped is an undeclared field. */
function difference(sent: unknown, declared: unknown, at: string): string | null {
  if (typeof sent !== 'object' || sent === null || typeof declared !== 'object' || declared === null)
    return sent === declared ? null : `${at} is changed by its schema`;
  for (const [key, value] of Object.entries(sent)) {
    if (!Object.hasOwn(declared, key)) return `${at} has the undeclared field ${key}`;
    const inside = difference(value, (declared as Record<string, unknown>)[key], `${at}.${key}`);
    if (inside) return inside;
  }
  return null;
}

const patterns = new WeakMap<Operation, RegExp>();

/** The operation of a request: the most literal path that matches, HEAD as GET, PUT as PATCH. */
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

/** Matches the operation's paths in any case, with or without a trailing slash. */
export function patternOf(operation: Operation): RegExp {
  const known = patterns.get(operation);
  if (known) return known;
  const source = operation.path
    .replace(/\/$/, '')
    .split(/\{\w+\}/)
    .map((literal) => literal.replace(/[.*+?^$()|[\]\\]/g, '\\$&'))
    .join('[^/]+');
  const pattern = new RegExp(`^${source}/?$`, 'i');
  patterns.set(operation, pattern);
  return pattern;
}
