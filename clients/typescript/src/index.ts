/**
 * Client of Deckle's API. Every operation in the documentation is a method, as in
 * `deckle.books.list({ query: { per: 5 } })`, except links in emails, other services' webhooks, and signing in by GET,
 * which is always refused.
 */
import { type Deckle, OPERATIONS } from './operations.ts';

export type * from './operations.ts';

export type Options = {
  /** URL of the installation: 'https://deckle.example'. */
  baseUrl: string;
  /** A key from your account page. Without a key or the headers of a session, only public calls succeed. */
  apiKey?: string;
  /** Headers to send with every request, such as those of a session. */
  headers?: Record<string, string>;
  fetch?: typeof fetch;
  /** Called with every response, for example to read its headers. */
  onResponse?: (response: Response) => void;
};

/** Input of a call: path parameters and an uploaded file by name, `query`, `body`, and `idempotencyKey`. */
export type Call<T = unknown> = T & { signal?: AbortSignal };

/** A response other than 2xx. */
export class DeckleError extends Error {
  override name = 'DeckleError';
  readonly status: number;
  /** Parsed if it is JSON, otherwise text. With 409, it often has the current record. */
  readonly body: unknown;
  /** Messages by field of the request; those under `base` are about the whole request. */
  readonly fields: Record<string, string[]>;
  /** Sentences to show. */
  readonly messages: string[];
  /** Codes of the broken rules, for programs. */
  readonly codes: string[];
  /** Seconds to wait before trying again, from the Retry-After header of a 429 or 503; null without one. */
  readonly retryAfter: number | null;

  constructor(response: Response, body: unknown) {
    const { errors, codes, error_id } = (typeof body === 'object' && body !== null ? body : {}) as {
      errors?: string[] | Record<string, string[]>;
      codes?: string[];
      error_id?: string;
    };
    const fields = Array.isArray(errors) ? { base: errors } : (errors ?? {});
    const { full_messages, ...named } = fields;
    const messages = full_messages ?? named.base ?? [];
    super(`${response.status} ${messages.join(' ') || response.statusText}${error_id ? ` (${error_id})` : ''}`);
    this.status = response.status;
    this.body = body;
    this.fields = named;
    this.messages = messages;
    this.codes = codes ?? [];
    const seconds = Number.parseInt(response.headers.get('retry-after') ?? '', 10);
    this.retryAfter = Number.isNaN(seconds) ? null : seconds;
  }
}

type Input = { query?: Record<string, unknown>; body?: unknown; idempotencyKey?: string; signal?: AbortSignal };

export function createDeckle(options: Options): Deckle {
  const resources = Object.entries(OPERATIONS).map(([resource, operations]) => {
    const calls = Object.entries(operations).map(([name, operation]) => [
      name,
      (input: Input & Record<string, unknown> = {}) => send(options, operation, input),
    ]);
    return [resource, Object.fromEntries(calls)];
  });
  return Object.fromEntries(resources) as Deckle;
}

async function send(
  { baseUrl, apiKey, headers = {}, fetch: fetchResponse = fetch, onResponse }: Options,
  [method, path, raw]: readonly [method: string, path: string, raw?: 'raw'],
  { query = {}, body, idempotencyKey, signal, ...rest }: Input & Record<string, unknown>,
) {
  const url = new URL(pathWith(path, rest), baseUrl);
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, String(value));
  const response = await fetchResponse(url, {
    method,
    headers: {
      Accept: 'application/json',
      ...headers,
      ...(apiKey === undefined ? {} : { Authorization: `Bearer ${apiKey}` }),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
    },
    body: body === undefined ? formOf(rest) : JSON.stringify(body),
    signal: signal ?? null,
  });
  onResponse?.(response);
  if (response.ok && raw) return response;
  const parsed = await readBody(response);
  if (!response.ok) throw new DeckleError(response, parsed);
  return response.status === 204 ? undefined : parsed;
}

const pathWith = (path: string, values: Record<string, unknown>) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])));

/** An upload has one file, under the name of its field. */
function formOf(values: Record<string, unknown>): FormData | null {
  const [entry] = Object.entries(values).filter(([, value]) => value instanceof Blob);
  if (!entry) return null;
  const form = new FormData();
  form.set(entry[0], entry[1] as Blob);
  return form;
}

/** Returns an error's truncated JSON as text, so that the caller still gets the status. */
async function readBody(response: Response): Promise<unknown> {
  const text = await response.text();
  if (!/json/.test(response.headers.get('content-type') ?? '')) return text;
  try {
    return JSON.parse(text);
  } catch (error) {
    if (response.ok) throw error;
    return text;
  }
}

type Page = { meta: { total_count: number; page: number; per: number } };

/**
 * The pages of a list, up to its `total_count`:
 * `for await (const { books } of pages((page) => deckle.books.list({ query: { page } })))`.
 */
export async function* pages<T extends Page>(list: (page: number) => Promise<T>): AsyncGenerator<T> {
  for (let page = 1; ; page++) {
    const found = await list(page);
    yield found;
    const { per, total_count } = found.meta;
    const rows = Object.values<unknown>(found).find(Array.isArray) ?? [];
    // The total of a long list stops at a limit, so a full page may have a next one.
    if (rows.length < per && page * per >= total_count) return;
  }
}

/**
 * Records of a response in JSON Lines: `for await (const line of lines(await deckle.exports.invoices()))`. Throws if
 * the response was cut off in the middle of a line: a complete response ends with a line break.
 */
export async function* lines<T = unknown>(response: Response): AsyncGenerator<T> {
  let rest = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    const parts = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = parts.pop() ?? '';
    for (const part of parts) yield JSON.parse(part) as T;
  }
  if (rest) throw new Error('The response was cut off in the middle of a line.');
}
