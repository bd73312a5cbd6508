/** Error responses of a real server, by status: mostly exact bodies, always JSON under /api. */
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import {
  bookInput,
  type Client,
  createPromotion,
  createStaff,
  insertPartners,
  type PartnerClient,
  promotionInput,
  visitor,
} from '#server/testing/factories.ts';
import { createSender, type Sender } from '../scripts/calls/sender.ts';

const ERROR_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

let server: TestServer;
let sender: Sender;
let partner: PartnerClient;
let staff: Client;
beforeAll(async () => {
  server = await startTestServer();
  sender = createSender(server.url);
  [partner] = (await insertPartners(server, 1)) as [PartnerClient];
  staff = await createStaff(server);
});
afterAll(async () => {
  sender.close();
  await server.close();
});
afterEach(() => {
  vi.restoreAllMocks();
});

const base = (message: string) => ({ errors: { base: [message], full_messages: [message] } });

describe('400', () => {
  it('is returned for invalid JSON', async () => {
    const res = await partner.post('/books').type('json').send('{"title":').expect(400);
    expect(res.body).toEqual(base('The request body isn’t valid JSON.'));
  });

  it('is returned for an undecodable path, an unknown encoding or charset, and a truncated form', async () => {
    const { headers } = partner;
    const broken = base('We couldn’t read the request. Check its format and try again.');
    const path = await sender.send({ method: 'GET', path: '/api/v1/books/%ZZ' });
    expect([path.status, path.body]).toEqual([400, broken]);
    for (const invalid of [
      { 'content-type': 'application/json', 'content-encoding': 'nonsense' },
      { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      { 'content-type': 'application/json; charset=nonsense' },
    ]) {
      const call = {
        method: 'POST',
        path: '/api/v1/books',
        headers: { ...headers, ...invalid },
        body: Buffer.from('{}'),
      };
      const reply = await sender.send(call);
      expect([invalid, reply.status, reply.body]).toEqual([invalid, 400, broken]);
    }
    const book = await partner.post('/books').send(bookInput()).expect(201);
    const form = await sender.send({
      method: 'POST',
      path: `/api/v1/books/${book.body.book.id}/cover`,
      headers: { ...headers, 'content-type': 'multipart/form-data; boundary=b' },
      body: Buffer.from('--b\r\nContent-Disposition: form-data; name="cover"; filename="a.png"\r\n\r\nx'),
    });
    expect([form.status, form.body]).toEqual([400, base('We couldn’t read the upload. Please try again.')]);
  });
});

it('401 asks to sign in', async () => {
  const res = await visitor(server).get('/promotions').expect(401);
  expect(res.body).toEqual({ errors: ['You need to sign in or sign up before continuing.'] });
});

it('403 names the role that is allowed', async () => {
  expect((await partner.get('/newsletters').expect(403)).body).toEqual({ errors: ['Only staff can do this.'] });
  expect((await staff.get('/credit_cards').expect(403)).body).toEqual({ errors: ['Only partners can do this.'] });
});

it('404 is empty, for records and for paths', async () => {
  expect((await visitor(server).get('/books/999999').expect(404)).body).toEqual({});
  expect((await visitor(server).get('/nonsense').expect(404)).body).toEqual({});
  for (const path of ['/api', '/api/', '/api/v0/books', '/api/docs/nonsense']) {
    const reply = await sender.send({ method: 'GET', path });
    expect([path, reply.status, reply.type, reply.text]).toEqual([path, 404, 'application/json', '{}']);
  }
});

it('405 lists the methods that the path accepts', async () => {
  const res = await partner.delete('/promotions').expect(405);
  expect(res.body).toEqual(base('This method isn’t allowed here.'));
  expect(res.headers.allow!.split(', ').sort()).toEqual(['GET', 'POST']);
});

it('409 includes the current record', async () => {
  const { id } = await createPromotion(server, { partner });
  await staff.post(`/promotions/${id}/approve`).expect(200);
  const res = await staff.post(`/promotions/${id}/approve`).expect(409);
  const message = 'This promotion’s status is “awaiting promotion date”, so it can’t be approved.';
  expect(res.body).toEqual({
    ...base(message),
    promotion: expect.objectContaining({ id, display_status: 'awaiting promotion date' }),
  });
});

it('413 is returned for a body over 256 kB, or an image over 5 MB', async () => {
  const large = await partner
    .post('/books')
    .send({ title: 'x'.repeat(257 * 1024) })
    .expect(413);
  expect(large.body).toEqual(base('The request is too large. Send a smaller one.'));
  const { id } = (await partner.post('/books').send(bookInput()).expect(201)).body.book;
  const picture = Buffer.alloc(5 * 1024 * 1024 + 1);
  const upload = await partner.post(`/books/${id}/cover`).attach('cover', picture, 'cover.png').expect(413);
  expect(upload.body).toEqual(base('The file is larger than 5 MB. Choose a smaller one.'));
});

it('415 is returned for a body that isn’t JSON', async () => {
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/xml']) {
    const res = await partner.post('/credit_cards').type(type).send('payment_method_id=pm_card_visa').expect(415);
    expect(res.body).toEqual(base('Send JSON, with Content-Type: application/json.'));
  }
});

describe('422', () => {
  it('names each field and repeats it in full messages', async () => {
    const res = await partner
      .post('/books')
      .send({ ...bookInput(), title: ' ', page_count: 0 })
      .expect(422);
    expect(res.body).toEqual({
      errors: {
        title: ["can't be blank"],
        page_count: ['must be at least 1'],
        full_messages: ["Title can't be blank", 'Page count must be at least 1'],
      },
    });
  });

  it('puts errors that belong to no field under base, and lists the codes of broken rules', async () => {
    const code = await partner.get('/discounts/validate/NONE').expect(422);
    expect(code.body).toEqual(base('This discount code isn’t valid. Check the spelling, or leave the field empty.'));
    const { id } = (
      await partner
        .post('/books')
        .send(bookInput({ page_count: 12 }))
        .expect(201)
    ).body.book;
    const rule = await partner.post('/promotions').send(promotionInput(server, id)).expect(422);
    expect(rule.body.codes).toEqual(['too_short']);
    expect(Object.keys(rule.body.errors)).toContain('full_messages');
  });

  it('names invalid and unknown query parameters', async () => {
    const res = await visitor(server).get('/books?page=x&bogus=1').expect(422);
    expect(res.body).toEqual({
      errors: {
        page: ['must be a whole number'],
        bogus: ['is not a known parameter'],
        full_messages: ['Page must be a whole number', 'Bogus is not a known parameter'],
      },
    });
  });
});

it('429 includes the time to retry after', async () => {
  await server.deps.pool.query('truncate rate_limits');
  const guess = () => visitor(server).post('/user-auth/sign_in').send({ email: 'eve@example.test', password: 'x' });
  for (let i = 0; i < 10; i++) await guess().expect(401);
  const res = await guess().expect(429);
  const seconds = Number(res.headers['retry-after']);
  expect(seconds).toBeGreaterThan(840);
  expect(res.body).toEqual(base('Too many requests. Please try again in 15 minutes.'));
});

describe('5xx', () => {
  const failLookup = (error: Error) => vi.spyOn(server.deps.bookData, 'lookup').mockRejectedValueOnce(error);

  it('500 shows no internals, only the id under which it is logged', async () => {
    const logged = vi.spyOn(server.deps.log, 'error');
    failLookup(new Error('relation "books" does not exist at /srv/deckle/server/books.ts:12:3'));
    const res = await partner.get('/books/B0FAIL0001/amazon_api_data').expect(500);
    expect(res.body).toEqual({
      errors: { base: ['Something went wrong on our side. Please try again.'] },
      error_id: expect.stringMatching(ERROR_ID),
    });
    expect(res.text).not.toMatch(/relation|srv|books/);
    expect(logged.mock.calls.map(([fields]) => fields)).toEqual([
      expect.objectContaining({ error_id: res.body.error_id }),
    ]);
  });

  it('503 is returned while a service is unavailable', async () => {
    const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' });
    for (const error of [new Error('timeout exceeded when trying to connect'), refused]) {
      failLookup(error);
      const res = await partner.get('/books/B0FAIL0002/amazon_api_data').expect(503);
      expect(res.body).toEqual({
        errors: { base: ['Something went wrong on our side. Please try again.'] },
        error_id: expect.stringMatching(ERROR_ID),
      });
    }
  });

  it('503 is returned if a transaction gets no connection', async () => {
    const { pool, limits } = server.deps;
    const consumeSpy = vi.spyOn(limits.contact, 'consume').mockResolvedValue({} as never);
    const all = await Promise.all(Array.from({ length: pool.options.max! }, () => pool.connect()));
    const message = { name: 'Ada Quill', email: 'ada@example.test', message: 'May a box set run?' };
    try {
      const res = await visitor(server).post('/contact').send(message).expect(503);
      expect(res.body).toEqual({
        errors: { base: ['Something went wrong on our side. Please try again.'] },
        error_id: expect.stringMatching(ERROR_ID),
      });
    } finally {
      for (const client of all) client.release();
      consumeSpy.mockRestore();
    }
    await visitor(server).post('/contact').send(message).expect(201);
  });

  it("503 is returned if a lock isn't released", async () => {
    const client = await server.deps.pool.connect();
    try {
      await client.query('begin; lock table categories in access exclusive mode');
      const res = await visitor(server).get('/categories/1').expect(503);
      expect(res.body).toEqual({
        errors: { base: ['Something went wrong on our side. Please try again.'] },
        error_id: expect.stringMatching(ERROR_ID),
      });
    } finally {
      await client.query('rollback');
      client.release();
    }
  });
});

it('error responses are JSON, nosniff, and not cacheable', async () => {
  for (const [path, status] of [
    ['/api/v1/promotions', 401],
    ['/api/v1/books/0', 404],
    ['/api/v1/books?page=x', 422],
    ['/api/v1/books/%ZZ', 400],
  ] as const) {
    const reply = await sender.send({ method: 'GET', path, headers: { accept: 'text/html' } });
    expect([path, reply.status, reply.type]).toEqual([path, status, 'application/json']);
    expect(reply.headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
  }
});
