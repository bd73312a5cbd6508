/** Idempotency-Key: repeated requests take effect once. */
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import {
  bookInput,
  type Client,
  createPartner,
  createStaff,
  insertPartners,
  PASSWORD,
  type PartnerClient,
  visitor,
} from '#server/testing/factories.ts';
import { runIdempotent } from './idempotency.ts';

let server: TestServer;
let partner: PartnerClient;
let other: PartnerClient;
let staff: Client;
beforeAll(async () => {
  server = await startTestServer();
  [partner, other] = (await insertPartners(server, 2)) as [PartnerClient, PartnerClient];
  staff = await createStaff(server);
});
afterAll(() => server.close());
beforeEach(() => server.deps.pool.query('truncate idempotency_keys'));

let number = 0;
const uniqueName = () => `Ada ${++number}`;
const create = (name: string, key = 'key', client: Client = partner) =>
  client.post('/authors').set('Idempotency-Key', key).send({ name });
const authorsNamed = (name: string) => server.deps.db.author.count({ where: { name } });
const setKey = (sql: string) => server.deps.pool.query(`update idempotency_keys set ${sql}`);

describe('a repeated request', () => {
  it('gets the stored response and takes effect once', async () => {
    const name = uniqueName();
    const first = await create(name).expect(201);
    const second = await create(name).expect(201);
    expect(second.body).toEqual(first.body);
    expect([first, second].map(({ headers }) => headers['idempotent-replayed'])).toEqual([undefined, 'true']);
    expect(await authorsNamed(name)).toBe(1);
  });

  it('takes effect once even if eight arrive at the same time', async () => {
    const name = uniqueName();
    const responses = await Promise.all(Array.from({ length: 8 }, () => create(name)));
    expect(await authorsNamed(name)).toBe(1);
    const created = responses.filter(({ status }) => status === 201);
    expect(created.length).toBeGreaterThanOrEqual(1);
    for (const { status, body } of responses)
      if (status !== 201)
        expect([status, body.code, body.errors.base]).toEqual([
          409,
          'request_in_progress',
          ['This request is still in progress. Retry in a few seconds.'],
        ]);
    await create(name).expect(201);
  });

  it('is refused with another body or path', async () => {
    const name = uniqueName();
    await create(name).expect(201);
    const message = ['This Idempotency-Key was already used for a different request. Use a new key.'];
    expect((await create(`${name} Other`).expect(422)).body.errors.base).toEqual(message);
    expect(await authorsNamed(`${name} Other`)).toBe(0);
    const elsewhere = await partner.post('/books').set('Idempotency-Key', 'key').send(bookInput()).expect(422);
    expect(elsewhere.body.errors.base).toEqual(message);
  });

  it("doesn't affect another caller with the same key", async () => {
    const name = uniqueName();
    await create(name).expect(201);
    await create(`${name} Other`, 'key', other).expect(201);
  });

  it('takes effect again after a day', async () => {
    await create(uniqueName()).expect(201);
    await setKey("created_at = now() - interval '24 hours 1 minute'");
    const name = uniqueName();
    await create(name).expect(201);
    expect(await authorsNamed(name)).toBe(1);
  });

  it('takes effect if the first one was refused before it wrote anything', async () => {
    const discount = { code: 'TWICE', kind: 'percent', value: 25, usage_limit: 9 };
    const discountId = (await staff.post('/discounts').send(discount).expect(201)).body.discount.id;
    const again = () => staff.post('/discounts').set('Idempotency-Key', 'key').send(discount);
    await again().expect(422);
    await staff.delete(`/discounts/${discountId}`).expect(204);
    await again().expect(201);
  });
});

describe('the key of a killed process', () => {
  const createAbandonedKey = async (has_written: boolean) => {
    const name = uniqueName();
    await create(name).expect(201);
    await server.deps.db.author.deleteMany({ where: { name } });
    await setKey(
      `status = null, body = null, has_written = ${has_written}, leased_until = now() + interval '1 minute'`,
    );
    return name;
  };

  it('is refused until its lease ends', async () => {
    const name = await createAbandonedKey(false);
    expect((await create(name).expect(409)).body.code).toBe('request_in_progress');
    expect(await authorsNamed(name)).toBe(0);
    await setKey("leased_until = now() - interval '1 second'");
    await create(name).expect(201);
    expect(await authorsNamed(name)).toBe(1);
  });

  it('reports a lost response if the process had written', async () => {
    const name = await createAbandonedKey(true);
    await setKey("leased_until = now() - interval '1 second'");
    const { body } = await create(name).expect(409);
    expect(body.code).toBe('response_lost');
    expect(body.errors.base).toEqual([
      'This request was started, but its response was lost. Reload the record to see the result before you repeat it with a new Idempotency-Key.',
    ]);
    expect(await authorsNamed(name)).toBe(0);
  });
});

describe('an attempt whose key was taken over', () => {
  const takeKeyAway = () => server.deps.pool.query('delete from idempotency_keys');
  const newAuthor = () => ({ name: uniqueName(), partner_id: partner.id, slug: 'ada' });
  const attempt = (work: () => Promise<unknown>) =>
    runIdempotent(server.deps.pool, { caller: 'partner:1', key: 'key', fingerprint: 'same' }, async () => {
      await takeKeyAway();
      await work();
      return { status: 200, body: null };
    });

  it.each([
    ['a single write', (data: ReturnType<typeof newAuthor>) => server.deps.db.author.create({ data })],
    [
      'a transaction',
      (data: ReturnType<typeof newAuthor>) => server.deps.db.$transaction((tx) => tx.author.create({ data })),
    ],
    [
      'a statement',
      ({ name, partner_id }: ReturnType<typeof newAuthor>) =>
        server.deps.db.$executeRaw`insert into tags (slug, name) values (${name}, ${String(partner_id)})`,
    ],
  ])('can’t commit %s', async (_, write) => {
    const data = newAuthor();
    await expect(attempt(() => write(data))).rejects.toMatchObject({ status: 409 });
    expect(await authorsNamed(data.name)).toBe(0);
    expect(await server.deps.db.tag.count({ where: { slug: data.name } })).toBe(0);
  });
});

it('deletes the keys of a closed account', async () => {
  const closing = await createPartner(server, { card: null });
  await create(uniqueName(), 'key', closing).expect(201);
  const { id } = (await closing.get('/authors').expect(200)).body.authors[0];
  await closing.delete(`/authors/${id}`).expect(204);
  expect(await server.deps.db.idempotencyKey.count()).toBe(1);
  await closing.delete('/partner-auth').send({ current_password: PASSWORD }).expect(200);
  expect(await server.deps.db.idempotencyKey.count()).toBe(0);
});

it('refuses an invalid key', async () => {
  for (const key of ['', 'two words', 'x'.repeat(256)]) {
    const { body } = await create(uniqueName(), key).expect(400);
    expect(body.errors.base).toEqual(['Idempotency-Key must be 1 to 255 visible ASCII characters.']);
  }
});

it('frees the key of a failed attempt that only read', async () => {
  const work = async () => {
    await server.deps.db.$transaction((tx) => tx.author.count());
    throw new Error('refused');
  };
  const request = { caller: 'partner:1', key: 'key', fingerprint: 'same' };
  await expect(runIdempotent(server.deps.pool, request, work)).rejects.toThrow('refused');
  expect(await server.deps.db.idempotencyKey.count()).toBe(0);
});

it('reports why an attempt failed even if its key can no longer be freed', async () => {
  const pool = new pg.Pool({ connectionString: server.deps.pool.options.connectionString });
  const work = async () => {
    await pool.end();
    throw new Error('refused');
  };
  const request = { caller: 'partner:1', key: 'key', fingerprint: 'same' };
  await expect(runIdempotent(pool, request, work)).rejects.toThrow('refused');
});

it('keeps the key of an attempt that failed after writing', async () => {
  const work = async () => {
    await server.deps.db.author.create({ data: { name: uniqueName(), partner_id: partner.id, slug: 'ada' } });
    throw new Error('lost');
  };
  const request = { caller: 'partner:1', key: 'key', fingerprint: 'same' };
  await expect(runIdempotent(server.deps.pool, request, work)).rejects.toThrow('lost');
  await expect(runIdempotent(server.deps.pool, request, work)).rejects.toMatchObject({ status: 409 });
});

it('ignores the key and stores nothing for sign-ins, visitors, operations with secrets, and GET', async () => {
  const { email } = await createPartner(server, { card: null });
  await visitor(server)
    .post('/partner-auth/sign_in')
    .set('Idempotency-Key', 'key')
    .send({ email, password: PASSWORD })
    .expect(200);
  await partner.get('/authors').set('Idempotency-Key', 'key').expect(200);
  await partner.post('/stripe/setup_intent').set('Idempotency-Key', 'key').expect(200);
  await visitor(server)
    .post('/readers')
    .set('Idempotency-Key', 'key')
    .send({ email: 'r@example.test', category_ids: [1] })
    .expect(201);
  expect(await server.deps.db.idempotencyKey.count()).toBe(0);
});
