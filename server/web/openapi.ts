/** Generates OpenAPI 3.1 from shared/api/operations.ts. */
import * as z from 'zod';
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from 'zod-openapi';
import * as errors from '#shared/api/errors.ts';
import { type Answer, answersOf, type Operation } from '#shared/api/operation.ts';
import { nameOf, OPERATIONS } from '#shared/api/operations.ts';
import { RECORDS } from '#shared/api/records.ts';

const { NotSignedIn, Refusal, NotFound, Unreadable, Conflict, Invalid, TooMany, ServerProblem, AuthRefusal } = errors;
const COMPONENTS = {
  ...RECORDS,
  NotSignedIn,
  Refusal,
  NotFound,
  Unreadable,
  Conflict,
  Invalid,
  TooMany,
  ServerProblem,
  AuthRefusal,
  AuthStatusRefusal: errors.AuthStatusRefusal,
};
// Registered schemas become components wherever they are used.
for (const [id, schema] of Object.entries(COMPONENTS)) z.globalRegistry.add(schema, { id });

const INTRODUCTION = `JSON, snake_case; money in US cents (\`…_cents\`), dates \`YYYY-MM-DD\`, instants ISO 8601 in UTC.

**Authentication.** \`resource-type: partner\` or \`user\` chooses the role; \`access-token\`, \`client\` and \`uid\` come from the headers of a sign-in
and are sent with every call. Without them, a call is public.

**Lists** return \`{plural: […], meta: {total_count, page, per}}\`; \`page\` starts at 1 (0 is also the first page), \`per\` is at most 100. \`joins\` may be
written \`joins=a,b\` or \`joins[]=a&joins[]=b\`. Unknown names in a query or a body are refused with 422; the account calls and webhooks ignore them.

**Everywhere**: a trailing slash, PUT for PATCH, and HEAD for GET are accepted; other methods get 405 with \`Allow\`; records that aren’t yours get 404 \`{}\`.`;

/** Description of each status, for all calls. */
const MEANINGS: Record<number, string> = {
  200: 'Done',
  201: 'Created',
  202: 'Accepted',
  204: 'Done; no body',
  302: 'Redirect: see Location',
  304: 'Not modified',
  400: 'Malformed request',
  401: 'Not signed in',
  403: 'Not allowed for this role',
  404: 'No such record, or not yours',
  405: 'Method not allowed',
  409: 'Conflicts with the current state, or someone else was faster',
  413: 'The request is too large',
  422: 'Validation errors, by field',
  429: 'Too many requests: see Retry-After',
  500: 'A problem on our side; the log has its ID',
  503: 'Temporarily unavailable',
};

export function openApiDocument(appUrl: string) {
  const paths: ZodOpenApiPathsObject = {};
  for (const operation of OPERATIONS) {
    const [, path = ''] = nameOf(operation).split(' ');
    paths[path] = { ...paths[path], [operation.method]: described(operation) };
  }
  return createDocument({
    openapi: '3.1.0',
    info: { title: 'Deckle', version: '1', description: INTRODUCTION, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: appUrl }],
    paths,
    components: { securitySchemes },
  });
}

const header = (name: string, description: string) => ({ type: 'apiKey', in: 'header', name, description }) as const;
const securitySchemes = {
  role: header('resource-type', 'partner or user'),
  token: header('access-token', 'From the sign-in response'),
  client: header('client', 'From the sign-in response'),
  uid: header('uid', 'The account’s email address'),
};
const CREDENTIALS = { role: [], token: [], client: [], uid: [] };

function described(operation: Operation): ZodOpenApiOperationObject {
  const { path, summary, access, query, body } = operation;
  const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!);
  return {
    operationId: nameOf(operation).replace('/api/v1', '').replace(/\W+/g, '_').replace(/_$/, ''),
    tags: [tagOf(path)],
    summary,
    description: `For: ${access}.`,
    security: access === 'public' ? [] : access === 'public or owner' ? [{}, CREDENTIALS] : [CREDENTIALS],
    requestParams: {
      ...(names.length
        ? { path: z.object(Object.fromEntries(names.map((name) => [name, PARAMETERS[name] ?? z.string()]))) }
        : {}),
      ...(query ? { query: query as z.ZodObject } : {}),
    },
    ...(body ? { requestBody: requestBody(operation, body) } : {}),
    responses: Object.fromEntries(
      Object.entries(answersOf(operation)).map(([status, answer]) => [
        status,
        { description: MEANINGS[Number(status)] ?? 'Success', ...content(answer) },
      ]),
    ),
  };
}

const PARAMETERS: Record<string, z.ZodType> = { id: z.int().min(1), uuid: z.uuid() };
const tagOf = (path: string) => path.replace('/api/v1/', '').replace(/^\//, '').split(/[/.]/)[0]!;

function requestBody({ example, staffBody }: Operation, body: NonNullable<Operation['body']>) {
  if (!(body instanceof z.ZodType)) {
    const file = { type: 'object', properties: { [body.file]: { type: 'string', format: 'binary' } } } as const;
    return { required: true, content: { 'multipart/form-data': { schema: file } } };
  }
  return {
    content: {
      'application/json': { schema: staffBody ? z.union([body, staffBody]) : body, ...(example ? { example } : {}) },
    },
  };
}

function content(answer: Answer) {
  if (answer === null) return {};
  const choices = (Array.isArray(answer) ? answer : [answer]) as (z.ZodType | string)[];
  return {
    content: Object.fromEntries(
      choices.map((choice) =>
        typeof choice === 'string'
          ? [choice, { schema: { type: 'string' } as const }]
          : ['application/json', { schema: choice }],
      ),
    ),
  };
}
