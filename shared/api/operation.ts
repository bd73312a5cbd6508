/**
 * Types of API operations, each declared once: server routes, the typed client, the documentation, and the tests of
 * authorization, fuzzing, and responses are derived from them. The browser's build keeps only methods, paths, and
 * upload fields of the tables (vite.config.ts), so that pages don't include every schema. See
 * docs/decisions/0005-declare-each-endpoint-once.md.
 */
import * as z from 'zod';
import type { ApiScope } from '#shared/api-scopes.ts';
import type { Role } from '#shared/auth.ts';
import { Conflict, Invalid, NotFound, NotSignedIn, Refusal, ServerProblem, TooMany, Unreadable } from './errors.ts';

/**
 * Access to an operation, and the response to other signed-in callers; visitors get 401 unless they have access:
 * - public: everyone, signed in or not
 * - public or owner: visitors, and callers with public=true, get the public form; partners get only their own records
 *   (others: 404), and staff get all records
 * - partner, user: that role; 403 to the other role
 * - admin: administrators; editors get 422 with an explanation, because 403 would sign them out, and partners 403
 * - both: either role; `both or public=true` also visitors who request the public form
 * - own: the account of either role that owns the record; 404 to other accounts
 * - owner: the partner who owns the record; 404 to other partners, 403 to staff
 * - owner or user: the partner who owns the record, and staff; 404 to other partners
 */
export type Access =
  | 'public'
  | 'public or owner'
  | 'partner'
  | 'user'
  | 'admin'
  | 'both'
  | 'both or public=true'
  | 'own'
  | 'owner'
  | 'owner or user';

export type LimitClass =
  | 'cards'
  | 'charges'
  | 'pictures'
  | 'referral visits'
  | 'sales reports'
  | 'share cards'
  | 'store lookups'
  | 'webhooks';

export const isForStaff = ({ access }: { access: Access }) => access === 'user' || access === 'admin';

/** A JSON schema, null for no body (204, redirects), or another media type; a list if the caller chooses one. */
export type ResponseSchema = z.ZodType | null | string | readonly (z.ZodType | string)[];
export type ResponseSchemas = { readonly [status: number]: ResponseSchema };

export type Operation = {
  /** PUT is treated as PATCH everywhere. */
  method: 'get' | 'post' | 'patch' | 'delete';
  /** '/api/v1/books/{id}'. A trailing slash is accepted everywhere; the table has one where our client sends one. */
  path: `/${string}`;
  summary: string;
  /** A paragraph for the documentation. Code is between backticks. */
  details?: string;
  access: Access;
  /**
   * The scope that an API key needs, instead of the one that `scopeFor` derives. Null refuses all keys, and staff who
   * view a partner's screens.
   */
  scope?: ApiScope | null;
  /** Replaces `scope` for keys of staff. */
  staffScope?: ApiScope;
  query?: z.ZodType;
  /** A valid query, if one is required. */
  exampleQuery?: Record<string, string>;
  /** JSON, or the field name of a multipart form's only file. */
  body?: z.ZodType | { file: string };
  /** Replaces `body` for staff. */
  staffBody?: z.ZodType;
  /** A valid body. Its record ids are placeholders. */
  example?: object;
  /** May respond with 429 and Retry-After: limited by a class of `server/api/limits.ts`, or by the service. */
  rateLimited?: LimitClass | true;
  /** Belongs to devise_token_auth, whose refusals have their own bodies, listed in `responses`. */
  auth?: true;
  /** Its request or response carries a secret, so no response is stored for an Idempotency-Key. */
  hasSecrets?: true;
  /** Skips sessions and body parsing: webhooks, whose signature covers the bytes, and the OpenAPI document. */
  isBare?: true;
  /** The success, and the refusals that `refusalsOf` doesn't add. */
  responses: ResponseSchemas;
};

/** Paths that API keys can't call: accounts, sessions, API keys, webhook endpoints, and the admin panel. */
export type SessionPath =
  `/api/v1/${'partner-auth' | 'user-auth' | 'api_keys' | 'webhook_endpoints' | 'admin'}${string}`;
const SESSION_PATH = /^\/api\/v1\/(partner-auth|user-auth|api_keys|webhook_endpoints|admin)(\/|$)/;

/**
 * The scope that an API key of `role` needs. Unless the operation declares one, it's 'read' for reads, 'review' for
 * changes that only staff make, and 'book' for other changes. Null if no key may call the operation, as for changes
 * that anyone may make without signing in.
 */
export function scopeFor({ method, path, access, scope, staffScope, auth, isBare }: Operation, role: Role) {
  if (auth || isBare || SESSION_PATH.test(path)) return null;
  if (role === 'user' && staffScope) return staffScope;
  if (scope !== undefined) return scope;
  if (method === 'get') return 'read';
  if (access === 'public') return null;
  return isForStaff({ access }) ? 'review' : 'book';
}

/** The endpoints of a resource by the names that handlers and clients use. */
export type Api = { readonly [name: string]: Operation };

type ParamNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamNames<Rest>
  : never;
/** Ids are numbers; other parameters are text. */
export type Params<O extends Operation> = {
  [Name in ParamNames<O['path']>]: Name extends 'id' | `${string}_id` ? number : string;
};
export type Query<O extends Operation> = O extends { query: infer Q extends z.ZodType } ? z.output<Q> : undefined;
type Bodies<O extends Operation> = Extract<O extends { staffBody: infer S } ? S | O['body'] : O['body'], z.ZodType>;
export type Body<O extends Operation> = [Bodies<O>] extends [never] ? undefined : z.output<Bodies<O>>;
export type BodyInput<O extends Operation> = [Bodies<O>] extends [never] ? undefined : z.input<Bodies<O>>;

/** `void`, for handlers that return nothing. */
type NoBody = ReturnType<() => void>;
type Json<A> = A extends z.ZodType ? z.output<A> : A extends readonly (infer Choice)[] ? Json<Choice> : NoBody;
type SuccessStatus = 200 | 201 | 202 | 204;
type SuccessStatusOf<O extends Operation> = Extract<keyof O['responses'], SuccessStatus | `${SuccessStatus}`>;
/** The body of a successful response; void if it has none or isn't JSON. */
export type Success<O extends Operation> = [SuccessStatusOf<O>] extends [never]
  ? NoBody
  : Json<O['responses'][SuccessStatusOf<O>]>;

/** Refusals that an operation may respond with in addition to its own list (docs/api.md). */
function refusalsOf({ method, access, auth, isBare, path, query, body, rateLimited }: Operation): ResponseSchemas {
  const refusals: [status: number, response: ResponseSchema, applies: boolean][] = [
    [400, Unreadable, true],
    // Also for an unknown or revoked API key.
    [401, NotSignedIn, !auth && !isBare],
    // Also for an API key without the scope, and for every write while staff view a partner's screens.
    [403, Refusal, !isBare && (!auth || method !== 'get')],
    [404, NotFound, path.includes('{')],
    // For staff who must set up their second factor first (STAFF_SECOND_FACTOR).
    [409, Conflict, true],
    [413, Unreadable, true],
    // A body that isn't JSON.
    [415, Unreadable, method !== 'get' && !isBare && body !== undefined && !('file' in body)],
    // Also for a body where none is accepted.
    [422, Invalid, (Boolean(query || body) || access === 'admin' || (method !== 'get' && !isBare)) && !auth],
    // API keys have a separate limit, searches are limited by network, and an account may have two concurrent uploads.
    [429, TooMany, rateLimited !== undefined || (!auth && !isBare)],
    [500, ServerProblem, true],
    [503, ServerProblem, true],
  ];
  return Object.fromEntries(refusals.filter(([, , applies]) => applies));
}

/**
 * True if a repeated request with the same Idempotency-Key takes effect once. Responses with secrets are never stored,
 * visitors have no identity that a key could belong to, and uploads and streams have no JSON body to compare or store.
 */
export const acceptsIdempotencyKey = ({ method, access, auth, isBare, hasSecrets, body, responses }: Operation) =>
  method === 'post' &&
  !auth &&
  !isBare &&
  !hasSecrets &&
  access !== 'public' &&
  !(body && 'file' in body) &&
  !Object.values(responses).flat().includes('text/event-stream');

export const responsesOf = (operation: Operation): ResponseSchemas => ({
  ...refusalsOf(operation),
  ...operation.responses,
});

/** 409, with the current record under its API name if there is one. */
export const conflictWith = (record: z.ZodRawShape) => Conflict.extend(z.object(record).partial().shape);
