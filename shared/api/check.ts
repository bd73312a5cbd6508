/** Checks an actual response against the table of operations. */
import type * as z from 'zod';
import { Conflict, NotFound, NotSignedIn, Refusal, ServerProblem, Unreadable } from './errors.ts';
import { type Answer, type Answers, answersOf, type Operation } from './operation.ts';

export type Given = {
  method: string;
  path: string;
  status: number;
  /** The media type without parameters; empty without a body. */
  type: string;
  /** Only for JSON. */
  body?: unknown;
};

/** Responses without an operation: unknown paths, other methods, and the guards before both. */
const NOWHERE: Answers = {
  400: Unreadable,
  401: NotSignedIn,
  403: Refusal,
  404: NotFound,
  405: Unreadable,
  409: Conflict,
  413: Unreadable,
  500: ServerProblem,
  503: ServerProblem,
};

/** The difference between a response and its declaration; null if there is none. */
export function problemOf(operations: readonly Operation[], given: Given): string | null {
  const operation = operationFor(operations, given.method, given.path);
  const answers = operation ? answersOf(operation) : NOWHERE;
  // A 304 (If-None-Match) has no body.
  if (given.status === 304 && /^(GET|HEAD)$/i.test(given.method)) return null;
  const answer = answers[given.status];
  if (answer === undefined) {
    const declared = Object.keys(answers).join(', ');
    return `the status ${given.status} is not declared (${operation ? declared : `no operation; ${declared}`})`;
  }
  if (given.method.toUpperCase() === 'HEAD') return null;
  return bodyProblem(answer, given);
}

function bodyProblem(answer: Answer, given: Given): string | null {
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

/** The operation of a request: literal segments before parameters, HEAD as GET, PUT as PATCH. */
export function operationFor(operations: readonly Operation[], method: string, path: string): Operation | undefined {
  const name = { HEAD: 'get', PUT: 'patch' }[method.toUpperCase()] ?? method.toLowerCase();
  return operations
    .filter((operation) => operation.method === name && patternOf(operation).test(path))
    .sort((a, b) => parametersIn(a.path) - parametersIn(b.path))[0];
}

const parametersIn = (path: string) => path.split('{').length - 1;

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
