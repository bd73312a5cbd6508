/** Examples for the API's documentation: a request for each operation, and the demo's response. */
import { systemClock } from '#server/platform/clock.ts';
import type { Operation } from '#shared/api/operation.ts';
import { operationIdOf } from '#shared/api/operations.ts';
import type { Caller, CallResult } from './all-operations.ts';

export const EXAMPLES_FILE = 'server/web/docs/examples.json';
const APP_URL = 'https://deckle.example';
/** Longer lists and texts are cut. */
const MAX_ITEMS = 2;
const MAX_CHARACTERS = 240;
/** Limit for lists of ids, store names, and other simple values. */
const MAX_VALUES = 6;

export type Example = {
  caller: Caller;
  path: string;
  body?: unknown;
  status: number;
  /** JSON, or the first lines of another text. */
  response?: unknown;
  /** The demo's reason to refuse the call. */
  refused_because?: string | undefined;
};

/** Calls that the demo always refuses: the reason shown in the documentation, by operation id. */
export const ALWAYS_REFUSED: Record<string, string> = {
  billingWebhook: 'Only Stripe can sign its events.',
  deliveriesEvents: 'The demo has no provider that signs events.',
  aiPrompt: 'The demo has no AI model.',
  partnerAuthRefuseSignInByGet: 'Signing in is a POST.',
  userAuthRefuseSignInByGet: 'Signing in is a POST.',
};

/**
 * Returns the examples by operation id, as JSON with one value per line, for readable diffs. Of one caller's calls,
 * prefers those that were prepared, because the others use arbitrary records.
 */
export function examplesOf(
  demoResults: readonly CallResult[],
  prepared: readonly CallResult[],
  origin: string,
): string {
  const stabilize = createStabilizer(origin);
  const preparedByOperation = Map.groupBy(prepared, ({ operation }) => operation);
  const examples = [...Map.groupBy(demoResults, ({ operation }) => operation)].map(([operation, results]) => {
    const example = exampleOf(operation, [...(preparedByOperation.get(operation) ?? []), ...results], stabilize);
    return [operationIdOf(operation), example] as const;
  });
  return `${JSON.stringify(Object.fromEntries(examples), null, 2)}\n`;
}

/** Callers in order of preference. */
const CALLER_ORDER: Record<'public' | 'session', Caller[]> = {
  public: ['public', 'partner', 'user'],
  session: ['partner', 'user', 'public'],
};

function exampleOf(operation: Operation, results: CallResult[], stabilize: Stabilize): Example {
  const order = CALLER_ORDER[operation.access === 'public' ? 'public' : 'session'];
  const sorted = results.toSorted((a, b) => order.indexOf(a.caller) - order.indexOf(b.caller));
  const findByStatus = (accept: (status: number) => boolean) => sorted.find(({ reply }) => accept(reply.status));
  const { caller, request, reply } =
    findByStatus((status) => status < 400) ?? findByStatus((status) => status !== 401 && status !== 403) ?? sorted[0]!;
  const { path, body } = request;
  const isJson = reply.body !== undefined;
  const response = isJson ? shorten(summaryOf(reply.body)) : firstLines(reply.text);
  return {
    caller,
    path: stabilize(path) as string,
    ...(body === undefined || Buffer.isBuffer(body) ? {} : { body: stabilize(body) }),
    status: reply.status,
    ...(response === '' ? {} : { response: stabilize(response) }),
    ...(reply.status < 400 ? {} : { refused_because: ALWAYS_REFUSED[operationIdOf(operation)] }),
  };
}

/** Keeps only the version of the OpenAPI document, which is too long even when shortened. */
const summaryOf = (body: unknown) =>
  typeof body === 'object' && body !== null && 'openapi' in body ? { openapi: body.openapi } : body;

const firstLines = (text: string) => (text.includes('\0') || text.startsWith('%PDF') ? '' : cut(text, 3));
const cut = (text: string, lines: number) => text.split('\n').slice(0, lines).join('\n');

function shorten(value: unknown): unknown {
  if (typeof value === 'string')
    return value.length > MAX_CHARACTERS ? `${value.slice(0, MAX_CHARACTERS).trimEnd()}…` : value;
  if (Array.isArray(value)) {
    const max = value.every((item) => typeof item !== 'object') ? MAX_VALUES : MAX_ITEMS;
    return value.slice(0, max).map(shorten);
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, shorten(item)]));
}

type Stabilize = (value: unknown) => unknown;

/** Replaces values that differ between runs: the server's address, the system time, random ids, keys, and tokens. */
function createStabilizer(origin: string): Stabilize {
  const replacements = new Map<string, string>();
  const replaceByNumber = (prefix: string, length: number) => (random: string) => {
    if (!replacements.has(random))
      replacements.set(random, `${prefix}${String(replacements.size + 1).padStart(length, '0')}`);
    return replacements.get(random)!;
  };
  const replace = (text: string) =>
    text
      .replaceAll(origin, APP_URL)
      .replaceAll(encodeURIComponent(origin), encodeURIComponent(APP_URL))
      .replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, replaceByNumber('6f1f2f5e-0c5a-4b5e-9a51-', 12))
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (instant) => (isFromThisRun(Date.parse(instant)) ? NOW : instant))
      .replace(/\b1\d{12}\b/g, (instant) => (isFromThisRun(Number(instant)) ? String(Date.parse(NOW)) : instant))
      .replace(/\b(seti|pi)_\w+_secret_\w+/g, '$1_1QvXexample_secret_RzKexample')
      .replace(/\bwhsec_[\w+/=]+/g, 'whsec_ZXhhbXBsZSBzaWduaW5nIHNlY3JldA==')
      .replace(/\bdk_[\w-]{20,}/g, 'dk_EXAMPLE-of-a-key-that-does-not-work')
      .replace(/\b(pm|cus|pi|ch|re|evt)_(?!card_|\w*_secret_)\w{14,}/g, (id, kind) =>
        replaceByNumber(`${kind}_1QvX`, 10)(id),
      )
      .replace(/([?&](?:reset_password_)?token=)[\w.-]{20,}/g, '$1AAAAAexample-of-a-token')
      .replace(/(?<=secret=|^)[A-Z2-7]{32}\b/g, 'EXAMPLESECRETTHATDOESNTWORK23456')
      .replace(/\b[2-9A-Z]{4}(-[2-9A-Z]{4}){5}\b/g, 'EXAM-PLEC-QDET-HATD-2ESN-TW3K')
      .replace(/\d+ MB; \d+ of/, '30 MB; 12 of')
      .replace(/(\/media\/\w+\/[\w-]+-)[\da-f]{16}\./g, '$10f3c9a517be2d684.');
  const stabilize = (value: unknown, field = ''): unknown => {
    if (Object.hasOwn(RANDOM_FIELDS, field)) return RANDOM_FIELDS[field];
    if (typeof value === 'string') return replace(value);
    if (Array.isArray(value)) return value.map((item) => stabilize(item));
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value).map(([name, item]) => [name, stabilize(item, name)]);
    // `last4` is the end of a random key.
    if ('scopes' in value && 'last4' in value) return { ...Object.fromEntries(entries), last4: 'work' };
    return Object.fromEntries(entries);
  };
  return (value) => stabilize(value);
}

/** The time of the tests' clock. Replaces the system's time, which the database client writes to some columns. */
const NOW = '2026-12-01T15:00:00.000Z';
/** Only later times are from this run: the demo's data may have earlier times of the same day. */
const LOADED_AT = systemClock.now().getTime();
const isFromThisRun = (ms: number) => ms >= LOADED_AT && ms <= systemClock.now().getTime();
const RANDOM_FIELDS: Record<string, unknown> = {
  'access-token': 'AAAAAexample-of-a-token',
  token: 'token-from-the-email',
  otp: '123456',
  client: 'BBBBBexample-of-a-client',
  referral_code: 'q7k2mx9d',
  bytes: 31_457_280,
  connections: 12,
};
