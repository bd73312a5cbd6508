/** Reads request parameters with Stripe's checks, before anything is executed. */
import { invalidRequest } from './errors.ts';
import type { Metadata } from './objects.ts';

export type Params = { [name: string]: unknown };

export type Form = {
  text(name: string): string | undefined;
  required(name: string): string;
  integer(name: string, limits?: { min?: number }): number | undefined;
  flag(name: string): boolean | undefined;
  oneOf<T extends string>(name: string, allowed: readonly T[]): T | undefined;
  texts(name: string): string[] | undefined;
  /** A nested hash as its own form; its unknown names are refused too. */
  nested(name: string): Form | undefined;
  metadata(): Metadata | undefined;
  has(name: string): boolean;
  /** Parameters that Stripe knows and that have no effect here. */
  ignore(...names: string[]): void;
  /** Refuses parameters that nothing has read, because Stripe also rejects misspelled ones. */
  done(): void;
};

export function readForm(params: Params, prefix = ''): Form {
  const asked = new Set<string>();
  const inner: Form[] = [];
  const full = (name: string) => (prefix ? `${prefix}[${name}]` : name);
  const value = (name: string) => {
    asked.add(name);
    return Object.hasOwn(params, name) ? params[name] : undefined;
  };

  const text = (name: string) => {
    const found = value(name);
    if (found === undefined) return undefined;
    if (typeof found !== 'string') throw invalidRequest(`Invalid string: ${show(found)}`, { param: full(name) });
    return found;
  };
  const required = (name: string) => {
    const found = text(name);
    if (found === undefined) throw missing(full(name));
    if (found === '') throw empty(full(name));
    return found;
  };
  const integer = (name: string, { min }: { min?: number } = {}) => {
    const found = text(name);
    if (found === undefined) return undefined;
    if (!/^-?\d{1,15}$/.test(found)) throw badInteger(full(name), `Invalid integer: ${found}`);
    if (min !== undefined && Number(found) < min)
      throw badInteger(full(name), `This value must be greater than or equal to ${min}.`);
    return Number(found);
  };
  const flag = (name: string) => {
    const found = text(name);
    if (found === undefined || found === '') return undefined;
    if (found !== 'true' && found !== 'false') throw invalidRequest(`Invalid boolean: ${found}`, { param: full(name) });
    return found === 'true';
  };
  const oneOf = <T extends string>(name: string, allowed: readonly T[]) => {
    const found = text(name);
    if (found === undefined || found === '') return undefined;
    const choice = allowed.find((option) => option === found);
    if (!choice)
      throw invalidRequest(`Invalid ${full(name)}: must be one of ${allowed.join(', ')}`, { param: full(name) });
    return choice;
  };
  const texts = (name: string) => {
    const found = value(name);
    if (found === undefined || found === '') return undefined;
    const items = typeof found === 'object' && found !== null ? Object.values(found) : [];
    if (!items.length || !items.every((item) => typeof item === 'string'))
      throw invalidRequest(`Invalid array: ${show(found)}`, { param: full(name) });
    return items as string[];
  };
  const nested = (name: string) => {
    const found = value(name);
    if (found === undefined || found === '') return undefined;
    if (!isHash(found)) throw invalidRequest(`Invalid object: ${show(found)}`, { param: full(name) });
    const form = readForm(found, full(name));
    inner.push(form);
    return form;
  };

  return {
    text,
    required,
    integer,
    flag,
    oneOf,
    texts,
    nested,
    metadata: () => metadataIn(value('metadata')),
    has: (name) => value(name) !== undefined,
    ignore: (...names) => {
      for (const name of names) asked.add(name);
    },
    done: () => {
      const unknown = Object.keys(params).find((name) => !asked.has(name));
      if (unknown !== undefined)
        throw invalidRequest(`Received unknown parameter: ${full(unknown)}`, {
          code: 'parameter_unknown',
          param: full(unknown),
        });
      for (const form of inner) form.done();
    },
  };
}

/** Stripe's limits: 50 keys of 40 characters, values of 500. `metadata=''` clears all. */
function metadataIn(found: unknown): Metadata | undefined {
  if (found === undefined) return undefined;
  if (found === '') return {};
  if (!isHash(found)) throw invalidRequest('Invalid object: metadata must be a hash', { param: 'metadata' });
  const entries = Object.entries(found);
  if (entries.length > 50) throw invalidRequest('Metadata can have up to 50 keys.', { param: 'metadata' });
  for (const [key, value] of entries) {
    if (typeof value !== 'string')
      throw invalidRequest(`Invalid string: ${show(value)}`, { param: `metadata[${key}]` });
    if (key.length > 40) throw invalidRequest('Metadata keys can have up to 40 characters.', { param: 'metadata' });
    if (value.length > 500)
      throw invalidRequest(
        `Metadata values can have up to 500 characters, but you passed in a value that is ${value.length} characters. Invalid value: ${value}`,
        { param: `metadata[${key}]` },
      );
  }
  return Object.fromEntries(entries) as Metadata;
}

/** Given keys are set, keys given as '' are removed, others stay; an empty hash clears all. */
export function mergedMetadata(before: Metadata, given: Metadata | undefined): Metadata {
  if (!given) return before;
  if (!Object.keys(given).length) return {};
  return Object.fromEntries(Object.entries({ ...before, ...given }).filter(([, value]) => value !== ''));
}

const isHash = (value: unknown): value is Params =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const show = (value: unknown) => JSON.stringify(value).slice(0, 100);
const missing = (param: string) =>
  invalidRequest(`Missing required param: ${param}.`, { code: 'parameter_missing', param });
const empty = (param: string) =>
  invalidRequest(
    `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset. You should remove '${param}' from your request or supply a non-empty value.`,
    { code: 'parameter_invalid_empty', param },
  );
const badInteger = (param: string, message: string) =>
  invalidRequest(message, { code: 'parameter_invalid_integer', param });
