/** How an endpoint is written down: where it is, who may call it, how its parameters are read and what it then does. */
import type { Form } from './form.ts';
import type { Work } from './work.ts';

/** A publishable key may only reach the endpoints that say `browser`, and there only knows what its client secret opens. */
export type Caller = { browser: boolean };
export type Ids = { [name: string]: string };

/** Executes; whatever it throws from here on is saved for the idempotency key. */
export type Execution = (work: Work) => object;

export type Endpoint = {
  method: 'get' | 'post' | 'delete';
  path: string;
  browser?: true;
  /** Checks the parameters only; a refusal here is not saved for the idempotency key. */
  read: (form: Form, ids: Ids, caller: Caller) => Execution;
};

/** The one id in the path, in Express's spelling `/v1/customers/:id`. */
export const idIn = (ids: Ids) => ids.id ?? '';
