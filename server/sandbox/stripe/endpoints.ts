/** Definition of an endpoint: its path, its allowed callers, its parameters, and its execution. */
import type { Form } from './form.ts';
import type { UnitOfWork } from './work.ts';

/**
 * Callers with a publishable key (`browser`) can only call endpoints marked `browser`, with an object's client secret.
 */
export type Caller = { browser: boolean };
export type Ids = { [name: string]: string };

/** Executes a request; anything it throws is saved for the idempotency key. */
export type Execution = (work: UnitOfWork) => object;

export type Endpoint = {
  method: 'get' | 'post' | 'delete';
  path: string;
  browser?: true;
  /** Parses the parameters. An error here isn't saved for the idempotency key. */
  parse: (form: Form, ids: Ids, caller: Caller) => Execution;
};

/** The path's only id, in Express syntax `/v1/customers/:id`. */
export const idIn = (ids: Ids) => ids.id ?? '';
