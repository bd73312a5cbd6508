/** Formats an object for the caller: follows `expand`, and completes the authentication page's URL. */
import { invalidRequest } from './errors.ts';
import type { Form } from './form.ts';
import { AUTHENTICATION_PATH } from './intents.ts';
import type { Plain } from './objects.ts';
import type { CollectionName } from './state.ts';
import type { UnitOfWork } from './work.ts';

const EXPANDABLE: { [field: string]: CollectionName } = {
  charge: 'charges',
  customer: 'customers',
  latest_charge: 'charges',
  payment_intent: 'payment_intents',
  payment_method: 'payment_methods',
  default_payment_method: 'payment_methods',
};

const MAX_DEPTH = 4;

export const parseExpand = (form: Form) => form.texts('expand') ?? [];

/** Completes the authentication page's URL in a response or event; it's stored without the server's changing port. */
export function withAddresses<T>(body: T, base: string): T {
  if (Array.isArray(body)) return body.map((item) => withAddresses(item, base)) as T;
  if (typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name,
      name === 'url' && String(value).startsWith(`${AUTHENTICATION_PATH}/`) ? base + value : withAddresses(value, base),
    ]),
  ) as T;
}

export const expandBody = (work: UnitOfWork, body: object, paths: readonly string[]): object =>
  paths.reduce<object>((shown, path) => follow(work, shown, path.split('.'), path), body);

function follow(work: UnitOfWork, body: object, [field, ...rest]: readonly string[], path: string): object {
  if (field === undefined) return body;
  if (field === 'data' && 'data' in body)
    return { ...body, data: (body.data as object[]).map((item) => follow(work, item, rest, path)) };
  const value = (body as Plain)[field];
  const collection = EXPANDABLE[field];
  if (rest.length >= MAX_DEPTH || value === undefined || (!collection && typeof value !== 'object'))
    throw notExpandable(path);
  const inner = typeof value === 'string' && collection ? work.find(collection, value) : value;
  const shown = inner && typeof inner === 'object' ? follow(work, inner, rest, path) : inner;
  return { ...body, [field]: shown ?? value };
}

const notExpandable = (path: string) =>
  invalidRequest(`This property cannot be expanded (${path}).`, {
    code: 'property_cannot_be_expanded',
    param: 'expand',
  });
