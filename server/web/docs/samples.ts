/**
 * Requests for an operation in curl, TypeScript (with clients/typescript), and Python, with the values of its example.
 */
import { acceptsIdempotencyKey, type Operation, scopeFor } from '#shared/api/operation.ts';
import { isInClient, methodNameOf } from '#shared/api/operations.ts';

export const LANGUAGES = { curl: 'curl', ts: 'TypeScript', python: 'Python' } as const;
export type Language = keyof typeof LANGUAGES;

export type SampleRequest = {
  operation: Operation;
  caller: 'public' | 'partner' | 'user';
  /** With its query: '/api/v1/books?per=5'. */
  path: string;
  body?: unknown;
  /** Values of the query, converted to their parameters' types. */
  query: Record<string, unknown>;
  appUrl: string;
};

const IDEMPOTENCY_KEY = 'spring-sale-1';
const fileOf = ({ body }: Operation) => (body && 'file' in body ? body.file : null);

type Access = 'key' | 'session' | 'none';
/** Public calls need no key, unless the example shows what a partner gets. */
function accessOf({ operation, caller }: SampleRequest): Access {
  if (caller === 'public') return 'none';
  return scopeFor(operation, caller) ? 'key' : 'session';
}

export const samplesOf = (request: SampleRequest): Record<Language, string> => ({
  curl: curl(request),
  ts: typescript(request),
  python: python(request),
});

function curl(request: SampleRequest): string {
  const { operation, caller, path, body, appUrl } = request;
  const access = accessOf(request);
  const method = operation.method.toUpperCase();
  const url = quoteUrl(appUrl + path);
  const file = fileOf(operation);
  const headers = [
    ...(access === 'key' ? ['Authorization: Bearer $DECKLE_API_KEY'] : []),
    ...(access === 'session'
      ? [`resource-type: ${caller}`, 'access-token: $ACCESS_TOKEN', 'client: $CLIENT', 'uid: $EMAIL']
      : []),
    ...(acceptsIdempotencyKey(operation) ? [`Idempotency-Key: ${IDEMPOTENCY_KEY}`] : []),
    ...(body === undefined ? [] : ['Content-Type: application/json']),
  ];
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${url}`,
    ...headers.map((header) => `-H "${header}"`),
    ...(file ? [`-F "${file}=@picture.jpg"`] : []),
    ...(body === undefined ? [] : [`-d '${JSON.stringify(body, null, 2).replaceAll("'", "'\\''")}'`]),
  ];
  return lines.join(' \\\n  ');
}

const quoteUrl = (url: string) => (/[?&[\]]/.test(url) ? `"${url}"` : url);

const NEEDS_SESSION =
  '// API keys can’t call this: create the client with the headers of a session instead (see “Sessions”).\n';

/** A call to the client, or to `fetch` for operations that the client doesn't have. */
function typescript(request: SampleRequest): string {
  return (accessOf(request) === 'session' ? NEEDS_SESSION : '') + typescriptCall(request);
}

function typescriptCall(request: SampleRequest): string {
  const { operation, path, body, query, appUrl } = request;
  if (!isInClient(operation)) {
    const options = {
      method: operation.method.toUpperCase(),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    };
    return `const response = await fetch('${appUrl}${path}', ${literal(options)});`;
  }
  const { resource, name } = methodNameOf(operation);
  const file = fileOf(operation);
  const fields = [
    ...Object.entries(pathValues(operation.path, path)).map(
      ([param, value]) => `${param}: ${literal(param.endsWith('id') && /^\d+$/.test(value) ? Number(value) : value)}`,
    ),
    ...(Object.keys(query).length ? [`query: ${literal(query)}`] : []),
    ...(body === undefined ? [] : [`body: ${literal(body)}`]),
    ...(file ? [`${file}: await openAsBlob('picture.jpg')`] : []),
    ...(acceptsIdempotencyKey(operation) ? [`idempotencyKey: '${IDEMPOTENCY_KEY}'`] : []),
  ];
  const oneLine = `{ ${fields.join(', ')} }`;
  const input = fields.length
    ? oneLine.length < 60 && !oneLine.includes('\n')
      ? oneLine
      : `{\n${indent(fields.map((field) => `${field},`).join('\n'))}\n}`
    : '';
  return `const result = await deckle.${resource}.${name}(${input});`;
}

/** The parameters' values in a path that matches the template. */
function pathValues(template: string, path: string): Record<string, string> {
  const names = [...template.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!);
  const pattern = template
    .replace(/\/$/, '')
    .split(/\{\w+\}/)
    .map((literal) => literal.replaceAll('.', '\\.'))
    .join('([^/]+?)');
  const values = new RegExp(`^${pattern}/?$`).exec(path.split('?')[0]!)?.slice(1) ?? [];
  return Object.fromEntries(names.map((name, index) => [name, decodeURIComponent(values[index] ?? '')]));
}

const indent = (text: string) => text.replace(/^/gm, '  ');

/** A value as TypeScript or Python. */
function literal(value: unknown, python = false): string {
  if (typeof value === 'string') {
    const json = JSON.stringify(value);
    return python || value.includes("'") || json.includes('\\') ? json : `'${value}'`;
  }
  if (python && (value === null || typeof value === 'boolean'))
    return value === null ? 'None' : value ? 'True' : 'False';
  if (typeof value !== 'object' || value === null) return String(value);
  const isArray = Array.isArray(value);
  const items = isArray
    ? value.map((item) => literal(item, python))
    : Object.entries(value).map(
        ([name, item]) => `${python || !/^\w+$/.test(name) ? `"${name}"` : name}: ${literal(item, python)}`,
      );
  const [open, close] = isArray ? ['[', ']'] : ['{', '}'];
  if (!items.length) return `${open}${close}`;
  const space = isArray || python ? '' : ' ';
  const short = `${open}${space}${items.join(', ')}${space}${close}`;
  return short.length < 56 && !short.includes('\n')
    ? short
    : `${open}\n${indent(items.map((item) => `${item},`).join('\n'))}\n${close}`;
}

function python(request: SampleRequest): string {
  const { operation, caller, path, body, appUrl } = request;
  const access = accessOf(request);
  const file = fileOf(operation);
  const headers = {
    ...(access === 'key' ? { Authorization: `f"Bearer {os.environ['DECKLE_API_KEY']}"` } : {}),
    ...(access === 'session' ? { 'resource-type': `"${caller}"` } : {}),
    ...(acceptsIdempotencyKey(operation) ? { 'Idempotency-Key': `"${IDEMPOTENCY_KEY}"` } : {}),
  };
  const shown = Object.entries(headers).map(([name, value]) => `"${name}": ${value}`);
  if (access === 'session') shown.push('**session');
  const args = [
    `"${appUrl}${path}"`,
    ...(shown.length
      ? [
          shown.length < 2
            ? `headers={${shown}}`
            : `headers={\n${indent(shown.map((header) => `${header},`).join('\n'))}\n}`,
        ]
      : []),
    ...(file ? [`files={"${file}": open("picture.jpg", "rb")}`] : []),
    ...(body === undefined ? [] : [`json=${literal(body, true)}`]),
  ];
  const call = `requests.${operation.method}(\n${indent(args.map((arg) => `${arg},`).join('\n'))}\n)`;
  return `response = ${args.length === 1 ? `requests.${operation.method}(${args[0]})` : call}\nresponse.raise_for_status()`;
}
