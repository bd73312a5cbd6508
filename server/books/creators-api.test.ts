/** The client of Amazon's Creators API, against a fake server that also replaces Amazon's image host. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { createBook, createPartner, type PartnerClient } from '#server/testing/factories.ts';
import { DAY_MS, HOUR_MS } from '#shared/durations.ts';

const KEYS = { AMAZON_CREDENTIAL_ID: 'id', AMAZON_CREDENTIAL_SECRET: 'secret', AMAZON_PARTNER_TAG: 'deckle-20' };
const ASIN = 'B0HARBOR01';
const REDIRECT_TARGET = '/elsewhere';
const ITEMS = '/catalog/v1/getItems';

const amazon = {
  requests: [] as string[],
  /** Error statuses of the next item requests. */
  itemErrors: [] as number[],
  /** If set, sends the next item response in place of the default one. */
  sendItems: null as ((res: ServerResponse) => void) | null,
  tokens: 0,
  picture: { status: 200, headers: {} as Record<string, string>, body: Buffer.alloc(0) },
  /** If set, sends the response in place of `picture`. */
  sendPicture: null as ((res: ServerResponse) => void) | null,
};
const HARBOR = {
  asin: ASIN,
  detailPageURL: `https://www.amazon.com/dp/${ASIN}?tag=deckle-20`,
  itemInfo: {
    title: { displayValue: 'The Drowned Ferryman', label: 'Title', locale: 'en_US' },
    byLineInfo: {
      contributors: [
        { name: 'Brandt, Ottilie', role: 'Author', roleType: 'author' },
        { name: 'Sam Keel, Jr.', role: 'Author', roleType: 'author' },
        { name: 'Kay, Jo', role: 'Narrator', roleType: 'narrator' },
      ],
    },
    contentInfo: { pagesCount: { displayValue: 312 }, publicationDate: { displayValue: '2024-05-12T00:00:01Z' } },
  },
  images: { primary: { large: { url: 'https://m.media-amazon.com/images/I/harbor.jpg', height: 500, width: 333 } } },
  offersV2: {
    listings: [
      {
        price: { money: { amount: 0.99, currency: 'USD' }, savingBasis: { money: { amount: 4.99, currency: 'USD' } } },
      },
    ],
  },
  customerReviews: { count: 218, starRating: { value: 4.4 } },
};

const fakeApi = createServer(async (req, res) => {
  if (req.method === 'GET') {
    if (amazon.sendPicture) return amazon.sendPicture(res);
    const { status, headers, body } = amazon.picture;
    return res.writeHead(req.url === REDIRECT_TARGET ? 200 : status, headers).end(body);
  }
  const [status, response] = respondTo(req, (await json(req)) as Record<string, unknown>);
  if (req.url === ITEMS && amazon.sendItems) {
    amazon.sendItems(res);
    amazon.sendItems = null;
    return;
  }
  return res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(response));
});

function respondTo({ url, headers }: IncomingMessage, body: Record<string, unknown>): [number, unknown] {
  amazon.requests.push(url!);
  if (url === '/auth/o2/token') {
    const isKnown = body.client_id === 'id' && body.client_secret === 'secret' && body.scope === 'creatorsapi::default';
    if (!isKnown || body.grant_type !== 'client_credentials') return [400, { error: 'invalid_client' }];
    return [200, { access_token: `token-${++amazon.tokens}`, token_type: 'bearer', expires_in: 3600 }];
  }
  const errorStatus = amazon.itemErrors.shift();
  if (errorStatus) return [errorStatus, { message: 'Not now.' }];
  if (headers.authorization !== `Bearer token-${amazon.tokens}`) return [401, { message: 'Unauthorized' }];
  if (headers['x-marketplace'] !== 'www.amazon.com' || body.partnerTag !== 'deckle-20')
    return [400, { message: 'The partner tag is not yours.' }];
  const [asin] = body.itemIds as string[];
  if (asin !== ASIN) return [400, { errors: [{ message: `The ItemId ${asin} provided in the request is invalid.` }] }];
  return [200, { itemsResult: { items: [HARBOR] } }];
}

let server: TestServer;
let partner: PartnerClient;
beforeAll(async () => {
  await new Promise<void>((resolve) => fakeApi.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(fakeApi.address() as AddressInfo).port}`;
  const originalFetch = globalThis.fetch;
  vi.spyOn(globalThis, 'fetch').mockImplementation((url, init) =>
    originalFetch(String(url).replace('https://m.media-amazon.com', origin), init),
  );
  server = await startTestServer({
    env: { ...KEYS, AMAZON_API_URL: origin, AMAZON_TOKEN_URL: `${origin}/auth/o2/token` },
  });
  partner = await createPartner(server);
});
afterAll(async () => {
  vi.restoreAllMocks();
  await server?.close();
  fakeApi.close();
});
beforeEach(() => {
  amazon.requests.length = 0;
});
afterEach(() => server.deps.db.storeLookup.deleteMany());

const lookUp = (asin: string) => partner.get(`/books/${asin}/amazon_api_data`);
const TOKEN = '/auth/o2/token';
/** Ends the connection in the middle of a 200's body. */
const sendHalf = (res: ServerResponse) =>
  res.writeHead(200, { 'content-length': '100' }).write('{"itemsResult":', () => res.destroy());

it("converts Amazon's data about an ASIN to our format", async () => {
  const { body } = await lookUp(ASIN).expect(200);
  expect(body.amazon_api_data).toEqual({
    asin: ASIN,
    title: 'The Drowned Ferryman',
    author_name: 'Ottilie Brandt, Sam Keel, Jr.',
    description: null,
    page_count: 312,
    published_on: '2024-05-12',
    rating_avg: 4.4,
    rating_count: 218,
    list_price_cents: 499,
    price_cents: 99,
    amazon_url: `https://www.amazon.com/dp/${ASIN}`,
    cover_url: 'https://m.media-amazon.com/images/I/harbor.jpg',
    category_slug: null,
    source: 'Amazon',
    fetched_at: expect.any(String),
  });
});

it('fetches one token for simultaneous requests, and another one before it expires', async () => {
  const { now } = server.deps;
  server.clock.set(new Date(now().getTime() + DAY_MS));
  await Promise.all(['B0HARBOR02', 'B0HARBOR03', 'B0HARBOR04'].map((asin) => lookUp(asin).expect(404)));
  expect(amazon.requests.filter((url) => url === TOKEN)).toHaveLength(1);
  server.clock.set(new Date(now().getTime() + HOUR_MS - 30_000));
  await lookUp(ASIN).expect(200);
  expect(amazon.requests.filter((url) => url === TOKEN)).toHaveLength(2);
});

it('fetches a new token when the current one is refused, and retries once', async () => {
  amazon.itemErrors.push(401);
  await lookUp(ASIN).expect(200);
  expect(amazon.requests).toEqual([ITEMS, TOKEN, ITEMS]);
});

it.each([403, 429, 500])(
  "reports that Amazon is unavailable when it returns %i, and doesn't cache that",
  async (status) => {
    amazon.itemErrors.push(status);
    const { body } = await lookUp(ASIN).expect(503);
    expect(body.errors.base[0]).toMatch(/^Amazon isn’t responding right now/);
    await lookUp(ASIN).expect(200);
  },
);

it.each<[string, (res: ServerResponse) => void]>([
  ['ends in the middle of its response', sendHalf],
  ['sends a page instead of JSON', (res) => res.writeHead(200).end('<h1>Please wait</h1>')],
])("reports that Amazon is unavailable when it %s, and doesn't cache that", async (_name, send) => {
  amazon.sendItems = send;
  const { body } = await lookUp(ASIN).expect(503);
  expect(body.errors.base[0]).toMatch(/^Amazon isn’t responding right now/);
  await lookUp(ASIN).expect(200);
});

it("falls back to the demo catalog for ASINs that Amazon doesn't know", async () => {
  expect((await lookUp('B0DEMO0001').expect(200)).body.amazon_api_data.source).toBe('demo catalog');
  await lookUp('B0UNKNOWN1').expect(404);
});

it("fetches the cover from Amazon's image host, re-encodes it, and follows no redirects", async () => {
  const { id } = await createBook(partner, { asin: ASIN });
  const body = await sharp({ create: { width: 900, height: 1400, channels: 3, background: '#345' } })
    .jpeg()
    .toBuffer();
  amazon.picture = { status: 200, headers: { 'content-type': 'image/jpeg' }, body };
  const { book } = (await partner.post(`/books/${id}/refresh-cover`).expect(200)).body;
  const stored = await server.deps.blobs.get(book.cover_url.replace('/media/', ''));
  expect(await sharp(stored!).metadata()).toMatchObject({ format: 'webp', width: 600 });

  amazon.picture = { status: 302, headers: { location: REDIRECT_TARGET }, body };
  const refused = await partner.post(`/books/${id}/refresh-cover`).expect(422);
  expect(refused.body.errors.base).toEqual(['We couldn’t fetch the cover. Please try again later, or upload it.']);
  amazon.picture = { status: 200, headers: {}, body: Buffer.from('<svg onload="alert(1)"/>') };
  await partner.post(`/books/${id}/refresh-cover`).expect(422);
  amazon.picture = { status: 200, headers: { 'content-length': '6000000' }, body: Buffer.alloc(6_000_000) };
  await partner.post(`/books/${id}/refresh-cover`).expect(422);
});

describe('a cover from Amazon', () => {
  const refresh = async () => {
    const { id } = await createBook(partner, { asin: ASIN });
    const { body } = await partner.post(`/books/${id}/refresh-cover`).expect(422);
    return body.errors.base;
  };
  const FAILED = ['We couldn’t fetch the cover. Please try again later, or upload it.'];
  beforeEach(() => server.deps.db.book.deleteMany({ where: { asin: ASIN } }));
  afterEach(() => {
    amazon.sendPicture = null;
  });

  it('is refused, with advice, if the connection ends early', async () => {
    amazon.sendPicture = sendHalf;
    expect(await refresh()).toEqual(FAILED);
  });

  it('is refused without being read to its end if it exceeds the size limit', async () => {
    const MAX_PIECES = 100;
    const piece = Buffer.alloc(1024 * 1024, 'x');
    let sent = 0;
    amazon.sendPicture = (res) => {
      const send = () => {
        if (res.destroyed) return;
        if (sent++ === MAX_PIECES) res.end();
        else res.write(piece, send);
      };
      send();
    };
    expect(await refresh()).toEqual(FAILED);
    expect(sent).toBeLessThan(MAX_PIECES);
  });
});
