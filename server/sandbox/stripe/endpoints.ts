/** Definition of an endpoint: its path, its allowed callers, how its parameters are read, and what it does. */
import type { Form } from './form.ts';
import type { Work } from './work.ts';

/** A publishable key can only call endpoints marked `browser`, and there only access what its client secret opens. */
export type Caller = { browser: boolean };
export type Ids = { [name: string]: string };

/** Executes a request; anything it throws is saved for the idempotency key. */
export type Execution = (work: Work) => object;

export type Endpoint = {
  method: 'get' | 'post' | 'delete';
  path: string;
  browser?: true;
  /** Checks the parameters only; a refusal here is not saved for the idempotency key. */
  read: (form: Form, ids: Ids, caller: Caller) => Execution;
};

/** The path's only id, in Express syntax `/v1/customers/:id`. */
export const idIn = (ids: Ids) => ids.id ?? '';
