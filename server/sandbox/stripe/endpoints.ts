/** Definition of an endpoint: its path, its allowed callers, its parameters, and its execution. */
import type { Form } from './form.ts';
import type { UnitOfWork } from './work.ts';

/**
 * Callers with a publishable key (`isBrowser`) can only call endpoints with `allowsBrowser`, and need an intent's
 * client secret to read or confirm it.
 */
export type Caller = { isBrowser: boolean };
export type Ids = { [name: string]: string };

/** Executes a request; anything it throws is saved for the idempotency key. */
export type Execution = (work: UnitOfWork) => object;

export type Endpoint = {
  method: 'get' | 'post' | 'delete';
  path: string;
  allowsBrowser?: true;
  /** Parses the parameters. An error here isn't saved for the idempotency key. */
  parse: (form: Form, ids: Ids, caller: Caller) => Execution;
};

/** The path's `:id`, as in `/v1/customers/:id`. */
export const idIn = (ids: Ids) => ids.id ?? '';
