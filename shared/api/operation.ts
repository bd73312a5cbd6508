/**
 * One endpoint, declared once: the server's routes, the typed client, the documentation, and the tests of authorization, fuzzing
 * and answers are made from it. In the browser's build only methods and paths are left of the tables (vite.config.ts), so that
 * pages don't carry every schema.
 */
import * as z from 'zod';
import { Conflict, Invalid, NotFound, NotSignedIn, Refusal, ServerProblem, TooMany, Unreadable } from './errors.ts';

/**
 * Who gets through, and what the others are answered:
 * - public: everybody, whatever credentials come along
 * - public or owner: everybody the public form; a signed-in partner only what is theirs (others' records: 404)
 * - partner, user: that role; 401 without a session, 403 with the other role
 * - admin: administrators; editors get 422 with a sentence, since 403 would sign them out, and partners 403
 * - both: either role; `both or public=true` also visitors, who ask for the public form
 * - owner: the partner whose record it is; 404 to other partners, 403 to staff
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

/** A JSON schema, no body (204, redirects), or a media type for what is no JSON; several where the caller chooses. */
export type Answer = z.ZodType | null | string | readonly (z.ZodType | string)[];
export type Answers = { readonly [status: number]: Answer };

export type Operation = {
  /** PUT is taken for PATCH everywhere. */
  method: 'get' | 'post' | 'patch' | 'delete';
  /** '/api/v1/books/{id}'. A slash at the end is accepted everywhere; the table has one where our client sends one. */
  path: `/${string}`;
  summary: string;
  access: Access;
  query?: z.ZodType;
  /** A query that the schema accepts, where it asks for something. */
  exampleQuery?: Record<string, string>;
  /** JSON, or the name of the one file of a multipart form. */
  body?: z.ZodType | { file: string };
  /** Instead of `body`, when staff call. */
  staffBody?: z.ZodType;
  /** A body that the schema accepts. Ids of records stand for any. */
  example?: object;
  /** May be answered with 429 and Retry-After: counted by a class of `server/api/limits.ts`, or by what it calls. */
  limited?: LimitClass | true;
  /** Belongs to the table of devise_token_auth: it refuses with bodies of its own, which `answers` lists. */
  auth?: true;
  /** Comes without a session, and its body isn't parsed: webhooks, whose signature is over the bytes. */
  isBare?: true;
  /** The success, and the refusals that `refusalsOf` does not know of. */
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

/** Handlers that return nothing are `void`. */
type Nothing = ReturnType<() => void>;
type Json<A> = A extends z.ZodType ? z.output<A> : A extends readonly (infer Choice)[] ? Json<Choice> : Nothing;
type Done = 200 | 201 | 202 | 204;
type DoneIn<O extends Operation> = Extract<keyof O['answers'], Done | `${Done}`>;
/** The body of a successful answer; nothing where it has none, or isn't JSON. */
export type Success<O extends Operation> = [DoneIn<O>] extends [never] ? Nothing : Json<O['answers'][DoneIn<O>]>;

/** Refusals that an operation may answer beside its own list (docs/api.md). */
function refusalsOf({ method, access, auth, isBare, path, query, body, limited }: Operation): Answers {
  const isGuarded = !access.startsWith('public');
  const isForOneRole = ['partner', 'user', 'admin', 'owner'].includes(access);
  const refusals: [status: number, answer: Answer, applies: boolean][] = [
    [400, Unreadable, true],
    [401, NotSignedIn, isGuarded && !auth],
    [403, Refusal, isForOneRole && !auth],
    [404, NotFound, path.includes('{')],
    // To staff who have to set up their second factor first (STAFF_SECOND_FACTOR).
    [409, Conflict, true],
    [413, Unreadable, true],
    // Also for a body where none is taken.
    [422, Invalid, (Boolean(query || body) || access === 'admin' || (method !== 'get' && !isBare)) && !auth],
    // An account has two uploads at a time.
    [429, TooMany, limited !== undefined || isSearch(query) || (body !== undefined && 'file' in body)],
    [500, ServerProblem, true],
    [503, ServerProblem, true],
  ];
  return Object.fromEntries(refusals.filter(([, , applies]) => applies));
}

/** Every search is counted, by the network it comes from. */
const isSearch = (query: Operation['query']) => query instanceof z.ZodObject && 'q' in query.shape;

export const answersOf = (operation: Operation): Answers => ({ ...refusalsOf(operation), ...operation.answers });

/** 409, where there is one with the current record under its wire name. */
export const conflictWith = (record: z.ZodRawShape) => Conflict.extend(z.object(record).partial().shape);
