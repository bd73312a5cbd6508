/**
 * Types of clients for API tables. Calls use HTTP in the browser (client/api/client.ts), and run in process when the
 * server renders pages (server/api/in-process.ts).
 */
import type * as z from 'zod';
import type { Credentials } from '#shared/auth.ts';
import type { Api, BodyInput, Operation, Params, Query, Success } from './operation.ts';

export type QueryValue = string | number | boolean | readonly string[] | null | undefined;

/** Query parameters of a call. */
export type Filters<O extends Operation> = { [Name in keyof Query<O>]?: QueryValue };

type QueryPart<O extends Operation> = O extends { query: z.ZodType } ? { query?: Filters<O> } : { query?: undefined };
type BodyPart<O extends Operation> = O extends { body: { file: string } }
  ? { file: File }
  : O extends { body: z.ZodType }
    ? { body: BodyInput<O> }
    : { body?: undefined };

/** Options of a call, in addition to its parameters, query, and body. */
export type CallOptions = {
  signal?: AbortSignal | undefined;
  /** Completes the request even if the visitor leaves the page. For small bodies. */
  keepalive?: boolean;
  /** A POST that is repeated with the same key and body takes effect once (docs/api.md#idempotency). */
  idempotencyKey?: string | undefined;
  /** Used instead of the role's cookie. A password reset link, for example, has its own credentials. */
  credentials?: Credentials;
};

export type Input<O extends Operation> = Params<O> & QueryPart<O> & BodyPart<O> & CallOptions;
type IsOptional<T> = Partial<T> extends T ? true : false;
type Arguments<O extends Operation> = IsOptional<Input<O>> extends true ? [input?: Input<O>] : [input: Input<O>];

export type Client<A extends Api> = { [Name in keyof A]: (...input: Arguments<A[Name]>) => Promise<Success<A[Name]>> };

/** Creates the client of a table for visitors: records have their public form, even if a partner is signed in. */
export type PublicApi = <A extends Api>(api: A) => Client<A>;

/** '/api/v1/books/{id}' with the parameters filled in. */
export const pathWith = (path: string, params: object) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name as keyof typeof params])));
