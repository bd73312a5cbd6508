/**
 * Refused calls of the main flow: mostly their exact response bodies, and an unchanged database. Also refused public
 * calls, parameters of lists, PUT, and trailing slashes.
 */
import { randomUUID } from 'node:crypto';
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import {
  bookInput,
  type Client,
  createAuthor,
  createBook,
  createStaff,
  insertPartners,
  type PartnerClient,
  promotionInput,
  tablesChangedBy,
  visitor,
} from '#server/testing/factories.ts';
import { OPERATIONS } from '#shared/api/operations.ts';

type Role = 'partner' | 'user';
type Call = {
  method: 'get' | 'post' | 'patch' | 'delete';
  /** A placeholder like `:card` stands for the record's id in `ids`. */
  path: string;
  roles: readonly Role[];
  body?: object;
  /** Set if another partner's record is reported as missing. */
  isOwned?: true;
};

const PARTNER = ['partner'] as const;
const USER = ['user'] as const;
const BOTH = ['partner', 'user'] as const;

const CALLS: readonly Call[] = [
  { method: 'post', path: '/stripe/setup_intent', roles: PARTNER },
  { method: 'get', path: '/credit_cards', roles: PARTNER },
  { method: 'post', path: '/credit_cards', roles: PARTNER, body: { payment_method_id: 'pm_card_visa' } },
  { method: 'patch', path: '/credit_cards/:card', roles: PARTNER, body: { exp_year: 2031 }, isOwned: true },
  { method: 'patch', path: '/credit_cards/:card/make_default', roles: PARTNER, isOwned: true },
  { method: 'delete', path: '/credit_cards/:card', roles: PARTNER, isOwned: true },
  { method: 'post', path: '/authors', roles: PARTNER, body: { name: 'Eve' } },
  { method: 'patch', path: '/authors/:author', roles: BOTH, body: { name: 'Eve' }, isOwned: true },
  { method: 'delete', path: '/authors/:author', roles: PARTNER, isOwned: true },
  { method: 'post', path: '/books', roles: PARTNER, body: bookInput() },
  { method: 'patch', path: '/books/:book', roles: BOTH, body: { title: 'Eve' }, isOwned: true },
  { method: 'post', path: '/books/:book/refresh-cover', roles: BOTH, isOwned: true },
  { method: 'post', path: '/books/:book/refresh-store-data', roles: USER },
  { method: 'get', path: '/books/B0DEMO0001/amazon_api_data', roles: BOTH },
  { method: 'get', path: '/discounts/validate/NONE', roles: BOTH },
  { method: 'get', path: '/discounts', roles: USER },
  { method: 'post', path: '/discounts', roles: USER, body: { code: 'FREE', kind: 'percent', value: 100 } },
  { method: 'get', path: '/discounts/:discount', roles: USER },
  { method: 'patch', path: '/discounts/:discount', roles: USER, body: { value: 99 } },
  { method: 'delete', path: '/discounts/:discount', roles: USER },
  { method: 'get', path: '/promotions', roles: BOTH },
  { method: 'post', path: '/promotions', roles: PARTNER, body: {} },
  { method: 'post', path: '/promotions/check', roles: BOTH, body: { book_id: 1 } },
  { method: 'get', path: '/promotions/estimate?category_id=1&price_type=free', roles: BOTH },
  { method: 'get', path: '/promotions/date_forecast?category_id=1&price_type=free', roles: BOTH },
  { method: 'get', path: '/promotions/:promotion', roles: BOTH, isOwned: true },
  { method: 'get', path: '/promotions/:promotion/last-promotion-percentile', roles: BOTH, isOwned: true },
  { method: 'get', path: '/promotions/:promotion/estimate', roles: BOTH, isOwned: true },
  { method: 'get', path: '/promotions/:promotion/clicks', roles: BOTH, isOwned: true },
  { method: 'get', path: '/promotions/:promotion/partner_record', roles: USER },
  { method: 'get', path: '/promotions/:promotion/usual_clicks', roles: BOTH, isOwned: true },
  { method: 'get', path: '/promotions/:promotion/sent_copy', roles: BOTH, isOwned: true },
  { method: 'patch', path: '/promotions/:promotion', roles: BOTH, body: { partner_note: 'Eve' }, isOwned: true },
  { method: 'post', path: '/promotions/:promotion/approve', roles: USER, body: {} },
  {
    method: 'post',
    path: '/promotions/:promotion/reject',
    roles: USER,
    body: { reason_codes: ['other'], message: 'Not for us.' },
  },
  {
    method: 'post',
    path: '/promotions/:promotion/partner_feedback',
    roles: BOTH,
    body: { message: 'Why?', feedback: 'So.' },
    isOwned: true,
  },
  { method: 'post', path: '/promotions/:promotion/cancel', roles: BOTH, isOwned: true },
  { method: 'post', path: '/promotions/:promotion/cancel_approved', roles: BOTH, isOwned: true },
  { method: 'post', path: '/promotions/:promotion/charge', roles: BOTH, isOwned: true },
  { method: 'get', path: '/invoices', roles: BOTH },
  { method: 'get', path: '/newsletter_promotion_counts', roles: BOTH },
  { method: 'get', path: '/newsletters', roles: USER },
  { method: 'get', path: '/newsletters/:newsletter', roles: USER },
  { method: 'patch', path: '/newsletters/:newsletter', roles: USER, body: { subject: 'Eve' } },
];

let server: TestServer;
let owner: PartnerClient;
let other: PartnerClient;
let staff: Client;
let ids: Record<string, number>;

beforeAll(async () => {
  server = await startTestServer();
  [owner, other] = (await insertPartners(server, 2)) as [PartnerClient, PartnerClient];
  staff = await createStaff(server, 'admin');
  const author = await createAuthor(owner);
  const book = await createBook(owner, { asin: 'B0DEMO0001' });
  const promotion = await owner.post('/promotions').send(promotionInput(server, book.id)).expect(201);
  const discount = await staff.post('/discounts').send({ code: 'TEN', kind: 'percent', value: 10 }).expect(201);
  const card = await server.deps.db.creditCard.findFirstOrThrow({ where: { partner_id: owner.id } });
  const newsletter = await server.deps.db.newsletter.findFirstOrThrow();
  ids = {
    author: author.id,
    book: book.id,
    promotion: promotion.body.promotion.id,
    discount: discount.body.discount.id,
    card: card.id,
    newsletter: newsletter.id,
  };
});
afterAll(() => server.close());

const clientOf = (role: Role) => (role === 'partner' ? owner : staff);
const pathOf = ({ path }: Call, id?: number | string) =>
  path.replace(/:([a-z]+)/, (_, kind: string) => String(id ?? ids[kind]));
const sendCall = (client: Client, call: Call, id?: number | string) =>
  client[call.method](pathOf(call, id)).send(call.body && { ...call.body });
const nameOf = ({ method, path }: Call) => `${method.toUpperCase()} ${path}`;

/**
 * Expects that every response has this status and is JSON with exactly this text, and that nothing in the database
 * changes except rate limits and the security log.
 */
async function expectEach(
  requests: () => Promise<{ name: string; res: supertest.Response }[]>,
  status: number,
  text: string,
) {
  const changed = await tablesChangedBy(server, async () => {
    const responses = (await requests()).map(({ name, res }) => [name, res.status, res.type, res.text]);
    expect(responses).toEqual(responses.map(([name]) => [name, status, 'application/json', text]));
    expect(responses.length).toBeGreaterThan(0);
  });
  expect(changed).toEqual([]);
}

const sendEach = async (calls: readonly Call[], send: (call: Call) => supertest.Test) => {
  const responses: { name: string; res: supertest.Response }[] = [];
  for (const call of calls) responses.push({ name: nameOf(call), res: await send(call) });
  return responses;
};

const CALLS_WITH_ID = CALLS.filter(({ path }) => path.includes(':'));
const CALLS_WITH_BODY = CALLS.filter(({ method }) => method !== 'get');

describe('a call of the main flow', () => {
  it('asks a visitor to sign in', () =>
    expectEach(
      () => sendEach(CALLS, (call) => sendCall(visitor(server), call)),
      401,
      '{"errors":["You need to sign in or sign up before continuing."]}',
    ));

  it('is forbidden to partners if only staff may ever call it', () =>
    expectEach(
      () =>
        sendEach(
          CALLS.filter(({ roles }) => roles === USER),
          (call) => sendCall(owner, call),
        ),
      403,
      '{"errors":["Only staff can do this."]}',
    ));

  it('is forbidden to staff if only partners may ever call it', () =>
    expectEach(
      () =>
        sendEach(
          CALLS.filter(({ roles }) => roles === PARTNER),
          (call) => sendCall(staff, call),
        ),
      403,
      '{"errors":["Only partners can do this."]}',
    ));

  it.each([999_999, 2_147_483_648, 0, -1, '1e3', '01', 'x', '%00', '1;drop'])('responds with 404 to the id %s', (id) =>
    expectEach(() => sendEach(CALLS_WITH_ID, (call) => sendCall(clientOf(call.roles[0]!), call, id)), 404, '{}'),
  );

  it("responds with 404 for another partner's record", () =>
    expectEach(
      () =>
        sendEach(
          CALLS.filter(({ isOwned }) => isOwned),
          (call) => sendCall(other, call),
        ),
      404,
      '{}',
    ));

  it('refuses invalid JSON', () =>
    expectEach(
      () =>
        sendEach(CALLS_WITH_BODY, (call) =>
          clientOf(call.roles[0]!)[call.method](pathOf(call)).type('json').send('{"name": "Eve",}'),
        ),
      400,
      '{"errors":{"base":["The request body isn’t valid JSON."],"full_messages":["The request body isn’t valid JSON."]}}',
    ));

  it('refuses a body where none is accepted', async () => {
    const bodyless = Object.values(OPERATIONS).filter(
      ({ method, auth, isBare, body, staffBody, access }) =>
        method !== 'get' && !auth && !isBare && !body && !staffBody && access !== 'public',
    );
    expect(bodyless.map(({ path }) => path)).toContain('/api/v1/credit_cards/{id}/make_default');
    for (const { method, path, access } of bodyless) {
      const client = access === 'user' || access === 'admin' ? staff : owner;
      const target = path
        .replace('/api/v1', '')
        .replace(/\{(id|\w+_id)\}/g, '1')
        .replace('{uuid}', randomUUID())
        .replace(/\{\w+\}/g, 'x');
      const { status, body } = await client[method](target).send({ surprise: 1 });
      expect([method, path, status, Object.keys(body.errors ?? {})[0]]).toEqual([method, path, 422, 'surprise']);
    }
  });

  it('refuses a body over 256 kB', () =>
    expectEach(
      () =>
        sendEach(CALLS_WITH_BODY, (call) =>
          clientOf(call.roles[0]!)
            [call.method](pathOf(call))
            .send({ ...call.body, x: 'x'.repeat(257 * 1024) }),
        ),
      413,
      '{"errors":{"base":["The request is too large. Send a smaller one."],"full_messages":["The request is too large. Send a smaller one."]}}',
    ));

  it('lists its allowed methods when called with another', async () => {
    const changed = await tablesChangedBy(server, async () => {
      for (const call of CALLS) {
        const path = pathOf(call).split('?')[0]!;
        const existing = CALLS.filter((same) => same.path.split('?')[0] === call.path.split('?')[0]);
        const method = (['delete', 'patch', 'post'] as const).find(
          (name) => !existing.some((same) => same.method === name),
        )!;
        const res = await clientOf(call.roles[0]!)[method](path);
        expect([nameOf(call), res.status, res.text]).toEqual([
          nameOf(call),
          405,
          '{"errors":{"base":["This method isn’t allowed here."],"full_messages":["This method isn’t allowed here."]}}',
        ]);
        const allowed = res.headers.allow!.split(', ');
        expect(allowed).toEqual(expect.arrayContaining(existing.map((same) => same.method.toUpperCase())));
        expect(allowed).not.toContain(method.toUpperCase());
      }
    });
    expect(changed).toEqual([]);
  });

  it('responds with JSON to an unknown path', () =>
    expectEach(
      async () => {
        const paths = [
          '/api',
          '/api/',
          '/api/v1',
          '/api/v1/nonsense',
          '/api/v2/books',
          '/api/v1/promotions/1/nonsense',
        ];
        const responses: { name: string; res: supertest.Response }[] = [];
        for (const name of paths)
          responses.push({ name, res: await supertest(server.url).get(name).set(owner.headers) });
        return responses;
      },
      404,
      '{}',
    ));
});

describe('a public call', () => {
  const PUBLIC_CALLS = [
    ['post', '/readers'],
    ['post', '/readers/confirm'],
    ['patch', '/readers/00000000-0000-4000-8000-000000000000'],
    ['post', '/partner-auth'],
    ['post', '/partner-auth/sign_in'],
    ['post', '/partner-auth/password'],
    ['post', '/user-auth/sign_in'],
  ] as const;

  it('refuses invalid JSON and bodies over 256 kB', async () => {
    const changed = await tablesChangedBy(server, async () => {
      for (const [method, path] of PUBLIC_CALLS) {
        const broken = await visitor(server)[method](path).type('json').send('{"email"');
        expect([path, broken.status, broken.body.errors.base]).toEqual([
          path,
          400,
          ['The request body isn’t valid JSON.'],
        ]);
        const large = await visitor(server)
          [method](path)
          .send({ email: 'x'.repeat(257 * 1024) });
        expect([path, large.status, large.body.errors.base]).toEqual([
          path,
          413,
          ['The request is too large. Send a smaller one.'],
        ]);
      }
    });
    expect(changed).toEqual([]);
  });
});

describe('a list', () => {
  const LISTS = CALLS.filter(
    ({ method, path }) => method === 'get' && /^\/(credit_cards|discounts|promotions|invoices|newsletters)$/.test(path),
  );

  it.each([
    ['bogus=1', 'bogus', 'is not a known parameter'],
    ['page=x', 'page', 'must be a whole number'],
    ['page=-1', 'page', 'must be a whole number'],
    ['per=0', 'per', 'must be at least 1'],
    ['per=101', 'per', 'must be at most 100'],
    ['sort_dir=up', 'sort_dir', 'must be one of: asc, desc'],
    ['public=yes', 'public', 'must be one of: true, false'],
  ])('refuses ?%s', async (query, field, message) => {
    for (const call of LISTS) {
      const res = await clientOf(call.roles[0]!).get(`${call.path}?${query}`);
      expect([call.path, res.status, res.body.errors[field]]).toEqual([call.path, 422, [message]]);
      expect(res.body.errors.full_messages).toHaveLength(1);
    }
  });

  it('sorts and joins only by listed names', async () => {
    for (const call of LISTS) {
      const client = clientOf(call.roles[0]!);
      for (const query of [
        'sort_col=encrypted_password',
        'sort_col=partner.uid',
        'joins[]=partner.encrypted_password',
      ]) {
        const res = await client.get(`${call.path}?${query}`).expect(422);
        expect(Object.keys(res.body.errors)).toEqual([query.split('=')[0]!.replace('[]', ''), 'full_messages']);
      }
    }
  });

  it('treats page 0 as the first page, and reports the total', async () => {
    for (const page of [0, 1]) {
      const res = await owner.get(`/promotions?page=${page}&per=1`).expect(200);
      expect(res.body.promotions).toHaveLength(1);
      expect(res.body.meta).toEqual({ total_count: 1, page: 1, per: 1 });
    }
    const second = await owner.get('/promotions?page=2').expect(200);
    expect(second.body).toEqual({ promotions: [], meta: { total_count: 1, page: 2, per: 20 } });
  });

  it('shows partners only their own records', async () => {
    for (const [path, plural] of [
      ['/promotions', 'promotions'],
      ['/books', 'books'],
      ['/authors', 'authors'],
      ['/invoices', 'invoices'],
      ['/promotions?partner_id=1', 'promotions'],
    ] as const) {
      const res = await other.get(path).expect(200);
      expect([path, res.body[plural], res.body.meta.total_count]).toEqual([path, [], 0]);
    }
  });
});

it('accepts PUT as PATCH, and a trailing slash', async () => {
  const put = await owner.put(`/books/${ids.book}/`).send({ subtitle: 'A Mystery' }).expect(200);
  expect(put.body.book.subtitle).toBe('A Mystery');
  await owner.put(`/promotions/${ids.promotion}`).send({ partner_note: 'Thank you.' }).expect(200);
});
