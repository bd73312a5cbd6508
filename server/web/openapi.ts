/** Generates OpenAPI 3.1 from shared/api/operations.ts. */
import * as z from 'zod';
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from 'zod-openapi';
import * as errors from '#shared/api/errors.ts';
import {
  type Access,
  acceptsIdempotencyKey,
  type Operation,
  type ResponseSchema,
  responsesOf,
  scopeFor,
} from '#shared/api/operation.ts';
import { nameOf, OPERATIONS, operationIdOf, RESOURCES } from '#shared/api/operations.ts';
import { RECORDS } from '#shared/api/records.ts';
import EXAMPLES from './docs/examples.json' with { type: 'json' };
import { PARAMETER_TEXTS } from './parameters.ts';

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

**Authentication.** \`resource-type: partner\` or \`user\` chooses the role; \`access-token\`, \`client\`, and \`uid\` come from the headers of a sign-in
and are sent with every call. Without them, a call is public. Programs send \`Authorization: Bearer dk_…\` with an API key instead; each call says
which scope the key needs.

**Lists** return \`{plural: […], meta: {total_count, page, per}}\`; \`page\` starts at 1 (0 is also the first page), \`per\` is at most 100. \`joins\` may be
written \`joins=a,b\` or \`joins[]=a&joins[]=b\`. Unknown names in a query or a body are refused with 422; the account calls and webhooks ignore them.

**Repeating a POST** with the same \`Idempotency-Key\` takes effect once: for 24 hours it gets the stored response, with \`Idempotent-Replayed: true\`.

**Everywhere**: a trailing slash, PUT for PATCH, and HEAD for GET are accepted; other methods get 405 with \`Allow\`; records that aren’t yours get 404 \`{}\`.`;

/** Description of each status, for all calls. */
const STATUS_DESCRIPTIONS: Record<number, string> = {
  200: 'Done',
  201: 'Created',
  202: 'Accepted',
  204: 'No content',
  302: 'Redirect: see Location',
  304: 'Not modified',
  400: 'Malformed request',
  401: 'Not signed in, or the API key is unknown or revoked',
  403: 'Not allowed for this role, API key, or read-only session',
  404: 'Not found, or the record belongs to another account',
  405: 'Method not allowed',
  409: 'Conflicts with the current state or with a concurrent change',
  413: 'The request is too large',
  415: 'The body isn’t JSON',
  422: 'Validation errors, by field',
  429: 'Too many requests: see Retry-After',
  500: 'Server error; look up error_id in the server’s log',
  503: 'Temporarily unavailable',
};

const CALLERS: Record<Access, string> = {
  public: 'anyone',
  'public or owner': 'anyone; signed-in partners see only their own records',
  partner: 'partners',
  user: 'staff',
  admin: 'administrators',
  both: 'partners and staff',
  'both or public=true': 'partners and staff; anyone with public=true',
  owner: 'the partner who owns the record',
  own: 'the account that owns the record',
  'owner or user': 'staff and the partner who owns the record',
};

const TAGS = new Map(
  Object.values(RESOURCES).flatMap(({ title, api }) =>
    Object.values<Operation>(api).map((operation) => [operation, title] as const),
  ),
);

/** True for an operation that exists only to refuse the call with an explanation. Generated clients omit it. */
export const isRefused = ({ responses }: Operation) => Object.keys(responses).every((status) => Number(status) >= 400);

export function openApiDocument({ appUrl, contact }: { appUrl: string; contact: { name: string; email: string } }) {
  const paths: ZodOpenApiPathsObject = {};
  for (const operation of OPERATIONS) {
    if (isRefused(operation)) continue;
    const [, path = ''] = nameOf(operation).split(' ');
    paths[path] = { ...paths[path], [operation.method]: describeOperation(operation) };
  }
  const document = createDocument({
    openapi: '3.1.0',
    info: {
      ...{ title: 'Deckle', version: '1', description: INTRODUCTION },
      ...{ contact, license: { name: 'MIT', identifier: 'MIT' } },
    },
    servers: [{ url: appUrl }],
    tags: Object.values(RESOURCES).map(({ title, about }) => ({ name: title, description: about })),
    paths,
    components: { securitySchemes },
  });
  for (const operation of Object.values(document.paths ?? {}).flatMap((item) => Object.values(item as object)))
    operation.parameters = operation.parameters?.map(describeParameter).filter(isUsed);
  return withoutSafeIntegers(document);
}

type Parameter = { name: string; in: string; description?: string; schema: Schema };
type Schema = { type?: string; pattern?: string; enum?: unknown[]; default?: unknown; items?: Schema };

/** Query values are strings on the server, but numbers and booleans in clients. */
function describeParameter({ schema, ...parameter }: Parameter): Parameter {
  return { description: PARAMETER_TEXTS[parameter.name]!, ...parameter, schema: withQueryType(schema) };
}

function withQueryType({ pattern, ...schema }: Schema): Schema {
  if (pattern?.startsWith('^\\d{1,'))
    return { ...schema, type: 'integer', ...(schema.default === undefined ? {} : { default: Number(schema.default) }) };
  if (String(schema.enum) === 'true,false') return { type: 'boolean' };
  return { ...schema, ...(pattern && { pattern }) };
}

/** Lists without related records have no use for `joins`. */
const isUsed = ({ name, schema }: Parameter) => !(name === 'joins' && String(schema.items?.enum) === 'none');

/** Removes JavaScript’s integer bounds, which aren’t limits of the API. */
const withoutSafeIntegers = <T>(document: T): T =>
  JSON.parse(
    JSON.stringify(document, (name, value) =>
      /^(minimum|maximum)$/.test(name) && Math.abs(value) === Number.MAX_SAFE_INTEGER ? undefined : value,
    ),
  );

const header = (name: string, description: string) => ({ type: 'apiKey', in: 'header', name, description }) as const;
const securitySchemes = {
  role: header('resource-type', 'partner or user'),
  token: header('access-token', 'From the sign-in response'),
  client: header('client', 'From the sign-in response'),
  uid: header('uid', 'The account’s email address'),
  api_key: { type: 'http', scheme: 'bearer', description: 'An API key from your account page' } as const,
};
const CREDENTIALS = { role: [], token: [], client: [], uid: [] };

function describeOperation(operation: Operation): ZodOpenApiOperationObject {
  const { path, summary, access, query, body } = operation;
  const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!);
  return {
    operationId: operationIdOf(operation),
    tags: [TAGS.get(operation)!],
    summary,
    description: [operation.details, `Callers: ${CALLERS[access]}.`, scopeText(operation)].filter(Boolean).join(' '),
    security: [
      ...(access.includes('public') ? [{}] : []),
      ...(access === 'public' && !scopeOf(operation) ? [] : [CREDENTIALS]),
      ...(scopeOf(operation) ? [{ api_key: [] }] : []),
    ],
    requestParams: {
      ...(names.length ? { path: z.object(Object.fromEntries(names.map((name) => [name, parameterOf(name)]))) } : {}),
      ...(query ? { query: query as z.ZodObject } : {}),
      ...(acceptsIdempotencyKey(operation) ? { header: KeyHeader } : {}),
    },
    ...(body ? { requestBody: requestBody(operation, body) } : {}),
    responses: Object.fromEntries(
      Object.entries(responsesOf(operation)).map(([status, response]) => [
        status,
        {
          description: STATUS_DESCRIPTIONS[Number(status)] ?? 'Success',
          ...content(response, exampleOf(operation, status)),
        },
      ]),
    ),
  };
}

const scopeOf = (operation: Operation) => scopeFor(operation, 'partner');

function scopeText(operation: Operation) {
  const [partner, user] = [scopeOf(operation), scopeFor(operation, 'user')];
  if (!partner) return 'API keys can’t call this.';
  return `Scope of an API key: ${partner}${user === partner ? '' : ` (staff: ${user})`}.`;
}

const KeyHeader = z.object({
  'Idempotency-Key': z
    .string()
    .regex(/^[\x21-\x7e]{1,255}$/)
    .optional()
    .meta({
      description:
        'A repeated request with the same key has no further effect and gets the stored response. Responses are stored for 24 hours.',
    }),
});
const parameterOf = (name: string) =>
  /^(id|.*_id)$/.test(name) ? z.int().min(1) : name === 'uuid' ? z.uuid() : z.string();

function requestBody({ example, staffBody }: Operation, body: NonNullable<Operation['body']>) {
  if (!(body instanceof z.ZodType)) {
    const file = { type: 'object', properties: { [body.file]: { type: 'string', format: 'binary' } } } as const;
    return { required: true, content: { 'multipart/form-data': { schema: file } } };
  }
  return {
    required: !body.safeParse({}).success,
    content: {
      'application/json': { schema: staffBody ? z.union([body, staffBody]) : body, ...(example ? { example } : {}) },
    },
  };
}

/** The demo's response to an example request, if it has this status. */
function exampleOf(operation: Operation, status: string): unknown {
  const example = (EXAMPLES as Record<string, { status: number; response?: unknown }>)[operationIdOf(operation)];
  return example?.status === Number(status) ? example.response : undefined;
}

function content(response: ResponseSchema, example: unknown) {
  if (response === null) return {};
  const choices = (Array.isArray(response) ? response : [response]) as (z.ZodType | string)[];
  return {
    content: Object.fromEntries(
      choices.map((choice) => {
        const type = typeof choice === 'string' ? 'string' : 'object';
        const [mediaType, schema] =
          typeof choice === 'string' ? [choice, { type: 'string' } as const] : ['application/json', choice];
        return [mediaType, { schema, ...(typeof example === type ? { example } : {}) }];
      }),
    ),
  };
}
