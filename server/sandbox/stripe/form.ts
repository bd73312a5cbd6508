/** Parser of request parameters with Stripe's checks, which runs before anything is executed. */
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
  /** Accepts parameters that Stripe knows but that have no effect here. */
  ignore(...names: string[]): void;
  /** Refuses parameters that nothing has read, because Stripe also rejects misspelled ones. */
  refuseUnknown(): void;
};

export function parseForm(params: Params, prefix = ''): Form {
  const readNames = new Set<string>();
  const nestedForms: Form[] = [];
  const fullName = (name: string) => (prefix ? `${prefix}[${name}]` : name);
  const value = (name: string) => {
    readNames.add(name);
    return Object.hasOwn(params, name) ? params[name] : undefined;
  };

  const text = (name: string) => {
    const raw = value(name);
    if (raw === undefined) return undefined;
    if (typeof raw !== 'string') throw invalidRequest(`Invalid string: ${show(raw)}`, { param: fullName(name) });
    return raw;
  };
  const required = (name: string) => {
    const raw = text(name);
    if (raw === undefined) throw missing(fullName(name));
    if (raw === '') throw empty(fullName(name));
    return raw;
  };
  const integer = (name: string, { min }: { min?: number } = {}) => {
    const raw = text(name);
    if (raw === undefined) return undefined;
    if (!/^-?\d{1,15}$/.test(raw)) throw badInteger(fullName(name), `Invalid integer: ${raw}`);
    if (min !== undefined && Number(raw) < min)
      throw badInteger(fullName(name), `This value must be greater than or equal to ${min}.`);
    return Number(raw);
  };
  const flag = (name: string) => {
    const raw = text(name);
    if (raw === undefined || raw === '') return undefined;
    if (raw !== 'true' && raw !== 'false') throw invalidRequest(`Invalid boolean: ${raw}`, { param: fullName(name) });
    return raw === 'true';
  };
  const oneOf = <T extends string>(name: string, allowed: readonly T[]) => {
    const raw = text(name);
    if (raw === undefined || raw === '') return undefined;
    const choice = allowed.find((option) => option === raw);
    if (!choice)
      throw invalidRequest(`Invalid ${fullName(name)}: must be one of ${allowed.join(', ')}`, {
        param: fullName(name),
      });
    return choice;
  };
  const texts = (name: string) => {
    const raw = value(name);
    if (raw === undefined || raw === '') return undefined;
    const items = typeof raw === 'object' && raw !== null ? Object.values(raw) : [];
    if (!items.length || !items.every((item) => typeof item === 'string'))
      throw invalidRequest(`Invalid array: ${show(raw)}`, { param: fullName(name) });
    return items as string[];
  };
  const nested = (name: string) => {
    const raw = value(name);
    if (raw === undefined || raw === '') return undefined;
    if (!isHash(raw)) throw invalidRequest(`Invalid object: ${show(raw)}`, { param: fullName(name) });
    const form = parseForm(raw, fullName(name));
    nestedForms.push(form);
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
      for (const name of names) readNames.add(name);
    },
    refuseUnknown: () => {
      const unknown = Object.keys(params).find((name) => !readNames.has(name));
      if (unknown !== undefined)
        throw invalidRequest(`Received unknown parameter: ${fullName(unknown)}`, {
          code: 'parameter_unknown',
          param: fullName(unknown),
        });
      for (const form of nestedForms) form.refuseUnknown();
    },
  };
}

/** Stripe's limits: 50 keys of 40 characters, values of 500. `metadata=''` clears all. */
function metadataIn(raw: unknown): Metadata | undefined {
  if (raw === undefined) return undefined;
  if (raw === '') return {};
  if (!isHash(raw)) throw invalidRequest('Invalid object: metadata must be a hash', { param: 'metadata' });
  const entries = Object.entries(raw);
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

/** Merges metadata: '' removes a key, and an empty hash clears all. */
export function mergedMetadata(before: Metadata, update: Metadata | undefined): Metadata {
  if (!update) return before;
  if (!Object.keys(update).length) return {};
  return Object.fromEntries(Object.entries({ ...before, ...update }).filter(([, value]) => value !== ''));
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
