/** Secrets, addresses, and readers' uuids are redacted wherever they are in a log line; the request's id is kept. */
import { expect, it } from 'vitest';
import { createLog } from './log.ts';
import { inLogContext } from './log-context.ts';

const written = (write: (log: ReturnType<typeof createLog>) => void) => {
  const lines: string[] = [];
  write(createLog('info', { write: (line: string) => void lines.push(line) }));
  return lines.join('');
};

it.each<[string, object | Error, string]>([
  ['a password', { body: { a: { b: { password: 'correct horse' } } } }, 'correct horse'],
  ['a token', { headers: { 'access-token': 'Zx81-token' } }, 'Zx81-token'],
  ['a bearer token', { note: 'sent Bearer abc.def-123' }, 'abc.def-123'],
  ['a full address', { note: 'no mail for ada.quill@example.test today' }, 'ada.quill@'],
  ['an address as a field', { mail: { to: 'ada.quill@example.test' } }, 'ada.quill'],
  ['a reader’s uuid', { path: '/readers/2b1f6c0a-5f7e-4d0e-9b57-0d5c3f3f7a11' }, '2b1f6c0a'],
  ['a card number', { note: '4242424242424242' }, '4242424242424242'],
  ['a card number in groups', { note: '4242 4242 4242 4242' }, '4242 4242'],
  ['a hashed password', { note: `$2b$10$${'a'.repeat(53)}` }, 'aaaaaaaa'],
  ['a Stripe key', { note: 'Invalid API Key: sk_test_51Habc' }, '51Habc'],
  ['JSON within a message', new Error('refused: {"password":"correct horse"}'), 'correct horse'],
  [
    'a field in a Prisma error',
    new Error('create({ data: { encrypted_password: "correct horse", uid: "ada" } })'),
    'correct horse',
  ],
])('redacts %s', (_, fields, secret) => {
  const line = written((log) => log.error(fields instanceof Error ? { err: fields } : fields, 'failed'));
  expect(line).not.toContain(secret);
  expect(JSON.parse(line).msg).toBe('failed');
});

it('keeps the id, path, status, and time of a request', () => {
  // Its last digits could be those of a card.
  const request_id = '0c2d1c0e-8a54-4a0d-a534-016137463933';
  const line = JSON.parse(
    written((log) =>
      inLogContext({ request_id }, () => log.info({ path: '/api/v1/books/12', status: 200 }, 'request')),
    ),
  );
  expect(line).toMatchObject({ request_id, path: '/api/v1/books/12', status: 200, msg: 'request' });
  expect(String(line.time)).toMatch(/^\d{13}$/);
});

it('adds the id of each of two concurrent requests to its lines', async () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line: string) => void lines.push(line) });
  const request = (request_id: string) =>
    inLogContext({ request_id }, async () => {
      await new Promise((resolve) => setImmediate(resolve));
      log.info('late');
    });
  await Promise.all([request('one'), request('two')]);
  expect(lines.map((line) => JSON.parse(line).request_id)).toEqual(['one', 'two']);
});
