/** Huge bodies, and requests that no HTTP library sends: odd request lines, two Content-Lengths, bare line feeds. */
import { connect, type Socket } from 'node:net';

export type RawResult = { name: string; status: number | null; text: string };

const MEGABYTE = 1024 * 1024;
const RESPONSE_TIMEOUT_MS = 5_000;

const request = (line: string, headers: readonly string[] = []) =>
  [line, 'Host: 127.0.0.1', 'Connection: close', ...headers, '', ''].join('\r\n');
/** Last header lines of a JSON request, and its body. */
const jsonBody = (framingHeader: string, body = '{}') => ['Content-Type: application/json', framingHeader, '', body];

/** Name and bytes of each request. */
export const RAW_REQUESTS: readonly [name: string, bytes: string][] = [
  ...[
    'http://evil.example/books',
    'http://evil.example',
    'https://evil.example/api/v1/books?q=tea',
    'http://user:secret@evil.example:99999/',
    'http://[::1/',
    'http:///books',
    'HTTP://EVIL.EXAMPLE//books',
    'ftp://evil.example/',
    'javascript:alert(1)',
    '//evil.example/books',
    '/\\evil.example',
    '*',
    '/%',
    '/%00',
    '/books/%ED%A0%80',
    '/#fragment',
    '/?',
    '/?#',
    '?q=tea',
    'books',
    '/a b',
    '/\u00e9',
    `/${'a'.repeat(20_000)}`,
    `/${'../'.repeat(500)}etc/hosts`,
  ].map((target) => [`target ${target.slice(0, 40)}`, request(`GET ${target} HTTP/1.1`)] as [string, string]),
  [
    'absolute form of a POST',
    request('POST http://evil.example/api/v1/contact HTTP/1.1', jsonBody('Content-Length: 2')),
  ],
  ['absolute form of a tool', request('POST http://localhost/dev/clock HTTP/1.1', jsonBody('Content-Length: 2'))],
  ['OPTIONS *', request('OPTIONS * HTTP/1.1')],
  ['CONNECT', request('CONNECT evil.example:443 HTTP/1.1')],
  ['TRACE', request('TRACE / HTTP/1.1')],
  ['no method', request('/ HTTP/1.1')],
  ['a long method', request(`${'A'.repeat(5_000)} / HTTP/1.1`)],
  ['no version', 'GET /\r\n\r\n'],
  ['HTTP/0.9', 'GET / HTTP/0.9\r\n\r\n'],
  ['HTTP/3.0', request('GET / HTTP/3.0')],
  ['no Host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n'],
  ['two Hosts', request('GET / HTTP/1.1', ['Host: evil.example'])],
  ['a broken Host', 'GET / HTTP/1.1\r\nHost: a b/../c@d:99999\r\nConnection: close\r\n\r\n'],
  ['bare line feeds', 'GET / HTTP/1.1\nHost: 127.0.0.1\nConnection: close\n\n'],
  ['a bare line feed in a header', request('GET / HTTP/1.1', ['X-A: 1\nX-B: 2'])],
  ['a bare carriage return', request('GET / HTTP/1.1', ['X-A: 1\rX-B: 2'])],
  ['a folded header', request('GET / HTTP/1.1', ['X-A: 1', ' more'])],
  [
    'a space before the colon',
    request('POST /api/v1/contact HTTP/1.1', ['Transfer-Encoding : chunked', 'Content-Length: 2', '', '{}']),
  ],
  [
    'CL and TE',
    request('POST /api/v1/contact HTTP/1.1', [
      'Transfer-Encoding: chunked',
      ...jsonBody('Content-Length: 5', '0\r\n\r\nGET /smuggled HTTP/1.1\r\n\r\n'),
    ]),
  ],
  [
    'TE and CL',
    request('POST /api/v1/contact HTTP/1.1', [
      'Content-Length: 4',
      'Transfer-Encoding: chunked',
      '',
      '2\r\n{}\r\n0\r\n\r\n',
    ]),
  ],
  [
    'two lengths',
    request('POST /api/v1/contact HTTP/1.1', ['Content-Length: 2', ...jsonBody('Content-Length: 7', '{}')]),
  ],
  ['a negative length', request('POST /api/v1/contact HTTP/1.1', jsonBody('Content-Length: -1'))],
  ['a length that isn’t a number', request('POST /api/v1/contact HTTP/1.1', jsonBody('Content-Length: 2x'))],
  [
    'a length too large for a number',
    request('POST /api/v1/contact HTTP/1.1', jsonBody(`Content-Length: ${'9'.repeat(30)}`)),
  ],
  ['TE that is not chunked', request('POST /api/v1/contact HTTP/1.1', jsonBody('Transfer-Encoding: gzip'))],
  [
    'TE chunked twice',
    request('POST /api/v1/contact HTTP/1.1', ['Transfer-Encoding: chunked, chunked', '', '0\r\n\r\n']),
  ],
  [
    'a chunk of a broken size',
    request('POST /api/v1/contact HTTP/1.1', ['Transfer-Encoding: chunked', '', 'zz\r\n{}\r\n0\r\n\r\n']),
  ],
  [
    'a chunk shorter than its size',
    request('POST /api/v1/contact HTTP/1.1', ['Transfer-Encoding: chunked', '', 'ff\r\n{}\r\n0\r\n\r\n']),
  ],
  [
    'chunks ended by bare line feeds',
    request('POST /api/v1/contact HTTP/1.1', ['Transfer-Encoding: chunked', '', '2\n{}\n0\n\n']),
  ],
  [
    '2,000 headers',
    request(
      'GET / HTTP/1.1',
      Array.from({ length: 2_000 }, (_, i) => `X-${i}: a`),
    ),
  ],
  ['a header of 100 kB', request('GET / HTTP/1.1', [`X-A: ${'a'.repeat(100_000)}`])],
  ['a header with a null', request('GET / HTTP/1.1', ['X-A: a\0b'])],
  ['a header without a name', request('GET / HTTP/1.1', [': a'])],
  ['an upgrade', request('GET / HTTP/1.1', ['Upgrade: websocket', 'Connection: Upgrade'])],
  ['HTTP/2 without negotiation', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['Expect', request('POST /api/v1/contact HTTP/1.1', ['Expect: 200-maybe', ...jsonBody('Content-Length: 2')])],
  ['TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
  ['bytes that aren’t HTTP', '\0\xff\xfe garbage \r\n\r\n'],
];

type Body = {
  name: string;
  path: string;
  type: string;
  /** Without it, the body is sent in chunks. */
  length?: number;
  head?: string;
  piece: Buffer;
  pieces: number;
};

const FILLER = Buffer.alloc(MEGABYTE, 'x');
const FORM = 'multipart/form-data; boundary=b';
const part = (disposition: string) => `--b\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`;
const field = Buffer.concat([Buffer.from(part('name="note"')), FILLER, Buffer.from('\r\n')]);

/** Huge bodies for JSON, a form, a webhook, and an upload. `upload` is the path of an image that the caller owns. */
export const hugeBodies = (upload: string, megabytes: number): readonly Body[] => [
  {
    name: 'JSON with its length',
    path: '/api/v1/contact',
    type: 'application/json',
    length: megabytes * MEGABYTE,
    piece: FILLER,
    pieces: megabytes,
  },
  {
    name: 'JSON in chunks',
    path: '/api/v1/contact',
    type: 'application/json',
    head: '"',
    piece: FILLER,
    pieces: megabytes,
  },
  {
    name: 'a form in chunks',
    path: '/contact',
    type: 'application/x-www-form-urlencoded',
    head: 'message=',
    piece: FILLER,
    pieces: megabytes,
  },
  {
    name: 'a webhook in chunks',
    path: '/api/v1/stripe/webhook',
    type: 'application/json',
    head: '"',
    piece: FILLER,
    pieces: megabytes,
  },
  {
    name: 'a picture with its length',
    path: upload,
    type: FORM,
    length: megabytes * MEGABYTE,
    head: part('name="cover"; filename="x.png"'),
    piece: FILLER,
    pieces: megabytes,
  },
  {
    name: 'a picture in chunks',
    path: upload,
    type: FORM,
    head: part('name="cover"; filename="x.png"'),
    piece: FILLER,
    pieces: megabytes,
  },
  { name: 'text fields in chunks', path: upload, type: FORM, piece: field, pieces: megabytes },
  {
    name: 'one text field in chunks',
    path: upload,
    type: FORM,
    head: part('name="note"'),
    piece: FILLER,
    pieces: megabytes,
  },
  { name: 'a preamble in chunks', path: upload, type: FORM, piece: FILLER, pieces: megabytes },
  { name: 'another type in chunks', path: upload, type: 'application/octet-stream', piece: FILLER, pieces: megabytes },
];

/** Sends the bytes unchanged. Returns what arrives until the server closes the connection, or the time is up. */
export function sendRaw(base: string, [name, bytes]: readonly [string, string]): Promise<RawResult> {
  const socket = open(base);
  socket.write(Buffer.from(bytes, 'latin1'));
  return readResponse(socket, name);
}

/** Sends a body until it is complete or the connection closes, no faster than the server reads. */
export async function sendHuge(base: string, credentials: Record<string, string>, body: Body): Promise<RawResult> {
  const socket = open(base);
  const response = readResponse(socket, body.name, 60_000);
  const headers = Object.entries({ ...credentials, 'content-type': body.type }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  const framing = body.length ? `Content-Length: ${body.length}` : 'Transfer-Encoding: chunked';
  socket.write(request(`POST ${body.path} HTTP/1.1`, [...headers, framing]));
  const write = (bytes: Buffer) => {
    if (!body.length) socket.write(`${bytes.length.toString(16)}\r\n`);
    const canContinue = socket.write(bytes);
    if (!body.length) socket.write('\r\n');
    return canContinue;
  };
  if (body.head) write(Buffer.from(body.head));
  for (let sent = 0; sent < body.pieces && socket.writable; sent++) if (!write(body.piece)) await waitForDrain(socket);
  if (!body.length && socket.writable) socket.write('0\r\n\r\n');
  return response;
}

const waitForDrain = (socket: Socket) =>
  new Promise<void>((resolve) => {
    const finish = () => {
      for (const event of ['drain', 'close'] as const) socket.off(event, finish);
      resolve();
    };
    for (const event of ['drain', 'close'] as const) socket.once(event, finish);
  });

function open(base: string): Socket {
  const { hostname, port } = new URL(base);
  // Data sent after a response that closes the connection is refused with an error that can be ignored.
  return connect(Number(port), hostname).on('error', () => undefined);
}

/** Reads the response. The status is null if the connection closed or the time was up without a response. */
function readResponse(socket: Socket, name: string, timeoutMs = RESPONSE_TIMEOUT_MS): Promise<RawResult> {
  let text = '';
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      socket.destroy();
      const status = /^HTTP\/1\.[01] (\d{3})/.exec(text)?.[1];
      resolve({ name, status: status ? Number(status) : null, text });
    };
    const timer = setTimeout(finish, timeoutMs);
    socket.on('data', (bytes) => {
      text += bytes.toString('latin1');
    });
    socket.on('close', finish);
  });
}

/** The maximum growth of resident memory in MB while `work` ran. */
export async function growthDuring(work: () => Promise<void>, rss = () => process.memoryUsage.rss()): Promise<number> {
  const before = rss();
  let maximum = before;
  const sample = () => {
    maximum = Math.max(maximum, rss());
  };
  const timer = setInterval(sample, 10);
  try {
    await work();
  } finally {
    clearInterval(timer);
    sample();
  }
  return Math.round((maximum - before) / MEGABYTE);
}
