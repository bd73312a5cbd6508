/** The response check detects undeclared responses. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type RequestHandler } from 'express';
import supertest from 'supertest';
import { expect, it } from 'vitest';
import { checkResponses } from './response-check.ts';

const PATH = '/api/v1/addons/top_of_newsletter/check_availability';
const AVAILABLE = { available: true, date: '2026-12-10', category_id: 1, price_cents: 1000 };

async function problemsOf(path: string, handler: RequestHandler) {
  const app = express();
  app.use(handler);
  const { listener, problems } = checkResponses(app);
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  await supertest(`http://127.0.0.1:${(server.address() as AddressInfo).port}`).get(path);
  await new Promise((resolve) => server.close(resolve));
  return [...problems];
}

const replyWith =
  (status: number, body: object): RequestHandler =>
  (_req, res) =>
    void res.status(status).json(body);

it('accepts a declared response', async () => {
  expect(await problemsOf(PATH, replyWith(200, AVAILABLE))).toEqual([]);
  expect(await problemsOf(`${PATH}/?date=2026-12-10`, replyWith(200, { ...AVAILABLE, reason: 'taken' }))).toEqual([]);
  expect(await problemsOf(PATH, replyWith(404, {}))).toEqual([]);
});

it.each([
  [
    'an extra field in bytes',
    ((_req, res) =>
      void res.type('json').send(Buffer.from(JSON.stringify({ ...AVAILABLE, secret: 1 })))) as RequestHandler,
    'the body has the undeclared field secret',
  ],
  ['an extra field', replyWith(200, { ...AVAILABLE, secret: 1 }), 'the body has the undeclared field secret'],
  ['a missing field', replyWith(200, { ...AVAILABLE, date: undefined }), 'date: '],
  ['a field of the wrong type', replyWith(200, { ...AVAILABLE, price_cents: '1000' }), 'price_cents: '],
  [
    'an undeclared status',
    replyWith(202, AVAILABLE),
    'the status 202 is not declared (200, 400, 401, 403, 404, 409, 413, 422, 429, 500, 503)',
  ],
  ['an error with the wrong schema', replyWith(404, { errors: ['Nothing here'] }), 'the body: '],
  ['internal details', replyWith(500, { errors: { base: ['Oops'] }, error_id: 'x', stack: 'at …' }), 'error_id: '],
  ['HTML', ((_req, res) => void res.status(404).send('<h1>No</h1>')) as RequestHandler, 'is text/html, not JSON'],
])('detects %s', async (_, handler, problem) => {
  const problems = await problemsOf(PATH, handler);
  expect(problems).toEqual([expect.stringContaining(problem)]);
  expect(problems[0]).toMatch(/check_availability → \d+: /);
});

it('detects a response without an operation', async () => {
  const problems = await problemsOf('/api/v1/secrets', replyWith(200, {}));
  expect(problems).toEqual([
    expect.stringMatching(/\/secrets → 200: the status 200 is not declared \(no declared operation matches/),
  ]);
});

it('ignores pages', async () => {
  expect(await problemsOf('/categories/1/mystery', replyWith(200, { any: 'thing' }))).toEqual([]);
});
