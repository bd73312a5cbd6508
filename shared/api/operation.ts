/**
 * Types of API operations, each declared once: server routes, the typed client, the documentation, and the tests of
 * authorization, fuzzing, and responses are derived from them. The browser's build keeps only methods and paths of the
 * tables (vite.config.ts), so that pages don't include every schema.
 */
import * as z from 'zod';
import { Conflict, Invalid, NotFound, NotSignedIn, Refusal, ServerProblem, TooMany, Unreadable } from './errors.ts';

/**
 * Access to an operation, and the answer for everyone else:
 * - public: everyone, with any credentials
 * - public or owner: everyone gets the public form; a signed-in partner gets only their own records (others: 404)
 * - partner, user: that role; 401 without a session, 403 with the other role
 * - admin: administrators; editors get 422 with an explanation, because 403 would sign them out, and partners 403
 * - both: either role; `both or public=true` also visitors who request the public form
 * - owner: the partner who owns the record; 404 to other partners, 403 to staff
 * - owner or user: the same, and staff
 */
export type Access =
  | 'public'
  | 'public or owner'
  | 'partner'
  | 'user'
  | 'admin'
  | 'both'
  | 'both or public=true'
  | 'owner'
  | 'owner or user';

export type LimitClass = 'cards' | 'charges' | 'pictures' | 'referral visits' | 'store look-ups';

export const isForStaff = ({ access }: { access: Access }) => access === 'user' || access === 'admin';

/** A JSON schema, no body (204, redirects), or a media type if it isn't JSON; several if the caller chooses. */
export type Answer = z.ZodType | null | string | readonly (z.ZodType | string)[];
export type Answers = { readonly [status: number]: Answer };

export type Operation = {
  /** PUT is treated as PATCH everywhere. */
  method: 'get' | 'post' | 'patch' | 'delete';
  /** '/api/v1/books/{id}'. A trailing slash is accepted everywhere; the table has one where our client sends one. */
  path: `/${string}`;
  summary: string;
  access: Access;
  query?: z.ZodType;
  /** A valid query, if one is required. */
  exampleQuery?: Record<string, string>;
  /** JSON, or the field name of a multipart form's only file. */
  body?: z.ZodType | { file: string };
  /** Replaces `body` for staff. */
  staffBody?: z.ZodType;
  /** A valid body. Its record ids are placeholders. */
  example?: object;
  /** May answer 429 with Retry-After: counted by a class of `server/api/limits.ts`, or by the service. */
  limited?: LimitClass | true;
  /** Belongs to devise_token_auth, whose refusals have their own bodies, listed in `answers`. */
  auth?: true;
  /** Has no session and an unparsed body: webhooks, whose signature covers the bytes. */
  isBare?: true;
  /** The success, and the refusals that `refusalsOf` doesn't add. */
  answers: Answers;
};

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
type Nothing = ReturnType<() => void>;
type Json<A> = A extends z.ZodType ? z.output<A> : A extends readonly (infer Choice)[] ? Json<Choice> : Nothing;
type Done = 200 | 201 | 202 | 204;
type DoneIn<O extends Operation> = Extract<keyof O['answers'], Done | `${Done}`>;
/** The body of a successful response; void if it has none or isn't JSON. */
export type Success<O extends Operation> = [DoneIn<O>] extends [never] ? Nothing : Json<O['answers'][DoneIn<O>]>;

/** Refusals that an operation may answer in addition to its own list (docs/api.md). */
function refusalsOf({ method, access, auth, isBare, path, query, body, limited }: Operation): Answers {
  const isGuarded = !access.startsWith('public');
  const isForOneRole = ['partner', 'user', 'admin', 'owner'].includes(access);
  const refusals: [status: number, answer: Answer, applies: boolean][] = [
    [400, Unreadable, true],
    [401, NotSignedIn, isGuarded && !auth],
    [403, Refusal, isForOneRole && !auth],
    [404, NotFound, path.includes('{')],
    // For staff who must set up their second factor first (STAFF_SECOND_FACTOR).
    [409, Conflict, true],
    [413, Unreadable, true],
    // Also for a body where none is accepted.
    [422, Invalid, (Boolean(query || body) || access === 'admin' || (method !== 'get' && !isBare)) && !auth],
    // An account may have two concurrent uploads.
    [429, TooMany, limited !== undefined || isSearch(query) || (body !== undefined && 'file' in body)],
    [500, ServerProblem, true],
    [503, ServerProblem, true],
  ];
  return Object.fromEntries(refusals.filter(([, , applies]) => applies));
}

/** Every search is rate-limited by network. */
const isSearch = (query: Operation['query']) => query instanceof z.ZodObject && 'q' in query.shape;

export const answersOf = (operation: Operation): Answers => ({ ...refusalsOf(operation), ...operation.answers });

/** 409, with the current record under its API name if there is one. */
export const conflictWith = (record: z.ZodRawShape) => Conflict.extend(z.object(record).partial().shape);
