/** Webhooks to a real receiver: contents, subscribers, signatures, retries, and refused addresses. */
import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isPublicAddress } from '#server/platform/public-addresses.ts';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import {
  type Client,
  createPartner,
  createPromotion,
  createStaff,
  insertPartners,
  type PartnerClient,
} from '#server/testing/factories.ts';
import { deliverWebhooks } from './deliver.ts';
import { post, refusalOf } from './post.ts';

type Received = {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  event: { id: string; type: string; data: Data };
};
type Data = { promotion?: object; invoice?: object };

let server: TestServer;
let receiver: Server;
let address: string;
let admin: Client;
const received: Received[] = [];
/** Response status by path, 204 by default. */
const statusByPath: Record<string, number> = {};
/** Paths whose requests stay open until the test responds, with a function that responds to each. */
const heldByPath: Record<string, ((status: number) => void)[]> = {};

beforeAll(async () => {
  receiver = createServer((req, res) => {
    const parts: Buffer[] = [];
    req.on('data', (part: Buffer) => parts.push(part));
    req.on('end', () => {
      const body = Buffer.concat(parts).toString();
      received.push({ path: req.url!, headers: req.headers, body, event: JSON.parse(body) });
      const held = heldByPath[req.url!];
      if (held) return held.push((status) => res.writeHead(status).end());
      const status = statusByPath[req.url!] ?? 204;
      res.writeHead(status, status === 302 ? { location: `${address}/elsewhere` } : {}).end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  server = await startTestServer({ env: { WEBHOOK_PRIVATE_HOSTS: '127.0.0.1, erp.internal:8080' } });
  admin = await createStaff(server, 'admin');
});
afterAll(async () => {
  receiver.closeAllConnections();
  await new Promise((resolve) => receiver.close(resolve));
  await server.close();
});

const ALL_EVENTS = [
  ...['promotion.submitted', 'promotion.approved', 'promotion.declined', 'promotion.sent', 'promotion.settled'],
  ...['invoice.paid', 'invoice.failed', 'invoice.refunded', 'newsletter.sent'],
];

async function createEndpoint(owner: Client, path: string, events: readonly string[] = ALL_EVENTS) {
  const { body } = await owner
    .post('/webhook_endpoints')
    .send({ name: path, url: address + path, events })
    .expect(201);
  return { id: body.webhook_endpoint.id as number, secret: body.secret as string };
}
const deliver = () => deliverWebhooks(server.deps);

function holdRequests(path: string) {
  const held: ((status: number) => void)[] = [];
  heldByPath[path] = held;
  return held;
}
const receivedAt = (path: string) => received.filter((one) => one.path === path);
const typesAt = (path: string) => receivedAt(path).map(({ event }) => event.type);
const logOf = async (owner: Client, id: number) =>
  (await owner.get(`/webhook_endpoints/${id}/deliveries`).expect(200)).body.webhook_deliveries;
const signatureOf = (secret: string, { headers, body }: Received) =>
  `v1,${createHmac('sha256', Buffer.from(secret.replace('whsec_', ''), 'base64'))
    .update(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`)
    .digest('base64')}`;

/** Books one promotion per partner, declines the last one, and sends, settles, and charges the others. */
async function runPromotions(partners: readonly PartnerClient[]) {
  const created = [];
  for (const [index, partner] of partners.entries()) {
    const category_id = index + 1;
    created.push(
      await createPromotion(server, { partner, category_id, addon_ids: [1], days: 2, book: { category_id } }),
    );
  }
  const declined = created.pop()!;
  for (const { id } of created) await admin.post(`/promotions/${id}/approve`).expect(200);
  await admin
    .post(`/promotions/${declined.id}/reject`)
    .send({ reason_codes: ['reader_fit'] })
    .expect(200);
  for (const instant of ['2026-12-03T17:00:00Z', '2026-12-06T17:00:00Z']) {
    await server.advanceTo(instant);
    await server.settle();
  }
  return [...created, declined];
}

describe('endpoints', () => {
  it('get the events of their partner’s promotions, or of all promotions if they belong to active staff', async () => {
    const owners = [
      await createPartner(server),
      await createPartner(server, { card: 'pm_card_chargeCustomerFail' }),
      await createPartner(server),
    ];
    const stranger = await createPartner(server);
    for (const [index, owner] of owners.entries()) await createEndpoint(owner, `/owner-${index}`);
    await createEndpoint(stranger, '/stranger');
    await createEndpoint(admin, '/admin');
    const disabled = await createStaff(server);
    await createEndpoint(disabled, '/disabled');
    await server.deps.db.user.update({ where: { id: disabled.id }, data: { disabled_at: server.deps.now() } });
    const [paid] = await runPromotions(owners);
    admin = await createStaff(server, 'admin');
    await admin.post(`/promotions/${paid!.id}/refund`).send({ reason: 'The wrong price was shown.' }).expect(200);
    await server.settle();
    for (let run = 0; run < 5; run++) await deliver();

    const sent = [
      'promotion.submitted',
      'promotion.approved',
      'promotion.sent',
      'newsletter.sent',
      'promotion.settled',
    ];
    expect(typesAt('/owner-0').sort()).toEqual([...sent, 'invoice.paid', 'invoice.refunded'].sort());
    expect(typesAt('/owner-1').sort()).toEqual([...sent, 'invoice.failed'].sort());
    expect(typesAt('/owner-2').sort()).toEqual(['promotion.declined', 'promotion.submitted']);
    expect(typesAt('/stranger')).toEqual([]);
    expect(typesAt('/disabled')).toEqual([]);
    // Everything that the owners got; `newsletter.sent`, which two of them got, is one event.
    expect(typesAt('/admin')).toHaveLength(14);
    const eventOf = (type: string) => receivedAt('/owner-0').find(({ event }) => event.type === type)!.event.data;
    expect(eventOf('promotion.approved').promotion).toEqual({
      ...{ id: paid!.id, display_status: 'awaiting promotion date' },
      ...{ requested_date: '2026-12-03', promotion_date: '2026-12-03' },
    });
    expect(eventOf('invoice.paid').invoice).toMatchObject({ status: 'paid', total_cents: 1000, refunded_cents: 0 });
    expect(eventOf('invoice.refunded').invoice).toMatchObject({ status: 'refunded', refunded_cents: 1000 });
  }, 180_000);

  it('get only what they subscribed to', async () => {
    const partner = await createPartner(server);
    await createEndpoint(partner, '/some', ['promotion.approved']);
    const { id } = await createPromotion(server, { partner, days: 9 });
    await admin.post(`/promotions/${id}/approve`).expect(200);
    await deliver();
    expect(typesAt('/some')).toEqual(['promotion.approved']);
  });

  it('get no event for a change that is rolled back', async () => {
    const partner = await createPartner(server);
    const { id } = await createPromotion(server, { partner, days: 10 });
    await createEndpoint(partner, '/rolled-back');
    const { db } = server.deps;
    await db.$executeRaw`alter table audit_events add constraint full_disk check (action <> 'approve') not valid`;
    await admin.post(`/promotions/${id}/approve`).expect(500);
    await db.$executeRaw`alter table audit_events drop constraint full_disk`;
    await deliver();
    expect(typesAt('/rolled-back')).toEqual([]);
  });

  it('belong to one account', async () => {
    const [partner, other] = (await insertPartners(server, 2)) as [PartnerClient, PartnerClient];
    const { id } = await createEndpoint(partner, '/mine');
    expect((await partner.get('/webhook_endpoints').expect(200)).body.webhook_endpoints).toHaveLength(1);
    expect((await other.get('/webhook_endpoints').expect(200)).body.webhook_endpoints).toEqual([]);
    const changes = [
      () => other.patch(`/webhook_endpoints/${id}`).send({ name: 'Stolen' }),
      () => other.delete(`/webhook_endpoints/${id}`),
      () => other.post(`/webhook_endpoints/${id}/secret`),
      () => other.post(`/webhook_endpoints/${id}/test`),
      () => other.get(`/webhook_endpoints/${id}/deliveries`),
    ];
    for (const change of changes) await change().expect(404);
    await partner.delete(`/webhook_endpoints/${id}`).expect(204);
    expect((await partner.get('/webhook_endpoints').expect(200)).body.webhook_endpoints).toEqual([]);
  });

  it('are limited to ten for each account, and changes by staff are audited', async () => {
    const owner = await createStaff(server, 'admin');
    const created = [];
    for (let count = 0; count < 10; count++) created.push(await createEndpoint(owner, '/many', ['invoice.paid']));
    const input = { name: 'x', url: `${address}/many`, events: ['invoice.paid'] };
    const { body } = await owner.post('/webhook_endpoints').send(input).expect(409);
    expect(body.errors.base).toEqual(['You already have 10 endpoints, the maximum. Remove one, then try again.']);
    await owner
      .patch(`/webhook_endpoints/${created[0]!.id}`)
      .send({ events: ['newsletter.sent'], url: `${address}/services/secret` })
      .expect(200);
    const rows = await server.deps.db.auditEvent.findMany({
      where: { entity: 'webhook_endpoint', entity_id: String(created[0]!.id) },
      orderBy: { id: 'asc' },
    });
    // A path may be a secret, as in the addresses of chat services.
    const { host } = new URL(address);
    expect(rows.map(({ action, actor_id, after }) => [action, actor_id, after])).toEqual([
      ['create', owner.id, { name: '/many', host, events: ['invoice.paid'] }],
      ['update', owner.id, { host, events: ['newsletter.sent'] }],
    ]);
  });
});

describe('a delivery', () => {
  it('is signed as the Standard Webhooks specification says, with the current secret', async () => {
    const [partner] = (await insertPartners(server, 1)) as [PartnerClient];
    const { id, secret } = await createEndpoint(partner, '/signed');
    const send = async () => {
      await partner.post(`/webhook_endpoints/${id}/test`).expect(201);
      await deliver();
      return receivedAt('/signed').at(-1)!;
    };
    const first = await send();
    expect(first.event).toMatchObject({ type: 'test', data: { message: 'The endpoint works.' } });
    expect(first.headers).toMatchObject({ 'content-type': 'application/json', 'webhook-id': first.event.id });
    expect(first.headers['webhook-timestamp']).toBe(String(Math.floor(server.clock.now().getTime() / 1000)));
    expect(first.headers['webhook-signature']).toBe(signatureOf(secret, first));
    const { body } = await partner.post(`/webhook_endpoints/${id}/secret`).expect(200);
    expect(body.secret).toMatch(/^whsec_[\w+/]{43}=$/);
    const second = await send();
    expect(second.headers['webhook-signature']).toBe(signatureOf(body.secret, second));
    expect(signatureOf(secret, second)).not.toBe(signatureOf(body.secret, second));
  });

  it('ignores the result of an attempt that was under way when a redelivery was requested', async () => {
    const [partner] = (await insertPartners(server, 1)) as [PartnerClient];
    const { id } = await createEndpoint(partner, '/slow');
    await partner.post(`/webhook_endpoints/${id}/test`).expect(201);
    const [{ id: delivery_id }] = await logOf(partner, id);
    const respond = holdRequests('/slow');
    const first = deliver();
    await expect.poll(() => respond).toHaveLength(1);
    await partner.post(`/webhook_endpoints/${id}/redeliver`).send({ delivery_id }).expect(200);
    server.clock.set(new Date(server.clock.now().getTime() + 1_000));
    const second = deliver();
    await expect.poll(() => respond).toHaveLength(2);
    respond[0]!(204);
    await first;
    expect((await logOf(partner, id))[0]).toMatchObject({ attempts: 1, delivered_at: null });
    respond[1]!(500);
    await second;
    delete heldByPath['/slow'];
    expect((await logOf(partner, id))[0]).toMatchObject({ attempts: 1, last_status: 500, delivered_at: null });
  });

  it('keeps the last error while the final attempt is under way, in case the process dies in it', async () => {
    const [partner] = (await insertPartners(server, 1)) as [PartnerClient];
    const { id } = await createEndpoint(partner, '/final');
    await partner.post(`/webhook_endpoints/${id}/test`).expect(201);
    const failed = { last_status: 500, last_error: 'The endpoint returned status 500.' };
    await server.deps.db.webhookDelivery.updateMany({ where: { endpoint_id: id }, data: { attempts: 7, ...failed } });
    const respond = holdRequests('/final');
    const final = deliver();
    await expect.poll(() => respond).toHaveLength(1);
    expect((await logOf(partner, id))[0]).toMatchObject({ attempts: 8, next_try_at: null, ...failed });
    respond[0]!(204);
    await final;
    delete heldByPath['/final'];
    expect((await logOf(partner, id))[0]).toMatchObject({ attempts: 8, last_status: 204, last_error: null });
  });

  it('is retried for a day with growing pauses, then only on request', async () => {
    const [partner] = (await insertPartners(server, 1)) as [PartnerClient];
    const { id } = await createEndpoint(partner, '/down');
    statusByPath['/down'] = 500;
    await partner.post(`/webhook_endpoints/${id}/test`).expect(201);
    const pauses = [];
    const start = server.clock.now().getTime();
    for (;;) {
      await deliver();
      const [{ next_try_at, last_status, last_error, delivered_at }] = await logOf(partner, id);
      expect({ last_status, last_error, delivered_at }).toEqual({
        ...{ last_status: 500, last_error: 'The endpoint returned status 500.', delivered_at: null },
      });
      if (!next_try_at) break;
      await deliver();
      pauses.push((Date.parse(next_try_at) - server.clock.now().getTime()) / 1000);
      server.clock.set(new Date(next_try_at));
    }
    expect(pauses).toEqual([15, 60, 600, 3600, 10_800, 21_600, 50_400]);
    expect(server.clock.now().getTime() - start).toBeGreaterThan(24 * 3_600_000);
    expect(receivedAt('/down')).toHaveLength(8);
    expect(new Set(receivedAt('/down').map(({ event }) => event.id)).size).toBe(1);

    statusByPath['/down'] = 200;
    const [{ id: delivery_id }] = await logOf(partner, id);
    await partner.post(`/webhook_endpoints/${id}/redeliver`).send({ delivery_id }).expect(200);
    await deliver();
    expect(receivedAt('/down')).toHaveLength(9);
    expect(await logOf(partner, id)).toMatchObject([
      { attempts: 1, last_status: 200, last_error: null, next_try_at: null },
    ]);
    await partner
      .post(`/webhook_endpoints/${id}/redeliver`)
      .send({ delivery_id: delivery_id + 1 })
      .expect(422);
  });

  it('is retried if the process dies while sending it', async () => {
    const [partner] = (await insertPartners(server, 1)) as [PartnerClient];
    const { id } = await createEndpoint(partner, '/died');
    await partner.post(`/webhook_endpoints/${id}/test`).expect(201);
    const crashingDeps = {
      ...server.deps,
      db: server.deps.db.$extends({
        query: { webhookDelivery: { updateMany: () => new Promise<never>(() => undefined) } },
      }),
    };
    void deliverWebhooks(crashingDeps as never);
    await expect.poll(() => receivedAt('/died').length).toBe(1);
    const [{ next_try_at, delivered_at }] = await logOf(partner, id);
    expect(delivered_at).toBeNull();
    server.clock.set(new Date(next_try_at));
    await deliver();
    expect(receivedAt('/died')).toHaveLength(2);
    expect((await logOf(partner, id))[0].delivered_at).not.toBeNull();
  });

  it('doesn’t follow redirects', async () => {
    const [partner] = (await insertPartners(server, 1)) as [PartnerClient];
    const { id } = await createEndpoint(partner, '/moved');
    statusByPath['/moved'] = 302;
    await partner.post(`/webhook_endpoints/${id}/test`).expect(201);
    await deliver();
    expect(receivedAt('/elsewhere')).toEqual([]);
    expect((await logOf(partner, id))[0].last_error).toBe('The endpoint returned status 302.');
  });

  it('fails with an error when the endpoint switches protocols or hangs up', async () => {
    const postTo = async (bytes: string) => {
      const raw = createTcpServer((socket) => socket.on('data', () => socket.end(bytes)).on('error', () => undefined));
      await new Promise<void>((resolve) => raw.listen(0, '127.0.0.1', resolve));
      const url = `http://127.0.0.1:${(raw.address() as AddressInfo).port}/`;
      const posted = await post(url, { body: '{}', headers: {}, privateHosts: ['127.0.0.1'] });
      await new Promise((resolve) => raw.close(resolve));
      return posted;
    };
    const upgrade = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n';
    for (const bytes of [upgrade, '']) {
      const { status, error } = await postTo(bytes);
      expect(status).toBeNull();
      expect(error).toContain('The connection failed');
    }
  });

  it('is in the next batch, even if ten other accounts have many due deliveries', async () => {
    const [quiet, ...busy] = (await insertPartners(server, 11)) as [PartnerClient, ...PartnerClient[]];
    const [created_at, event_id] = [server.deps.now(), 'evt_1'];
    for (const owner of busy) {
      const { id: endpoint_id } = await createEndpoint(owner, `/busy-${owner.id}`);
      const row = { endpoint_id, event_id, event: 'test', data: {}, created_at, next_try_at: created_at };
      await server.deps.db.webhookDelivery.createMany({ data: Array.from({ length: 60 }, () => row) });
    }
    const { id } = await createEndpoint(quiet, '/quiet');
    server.clock.set(new Date(created_at.getTime() + 1000));
    await quiet.post(`/webhook_endpoints/${id}/test`).expect(201);
    await deliver();
    expect(receivedAt('/quiet')).toHaveLength(1);
    const counts = busy.map(({ id: owner }) => receivedAt(`/busy-${owner}`).length);
    expect(counts.filter((count) => count === 5)).toHaveLength(9);
    expect(counts.filter((count) => count === 4)).toHaveLength(1);
  });
});

describe('addresses', () => {
  it.each([
    'http://shop.example.com/hook',
    'ftp://shop.example.com/hook',
    'https://user:pass@shop.example.com/',
    'https://10.0.0.1/',
    'https://[::1]/',
    'shop',
  ])('like %s are refused', async (url) => {
    const [partner] = (await insertPartners(server, 1)) as [PartnerClient];
    const { body } = await partner.post('/webhook_endpoints').send({ name: 'x', url, events: ALL_EVENTS }).expect(422);
    expect(body.errors.url).toHaveLength(1);
  });

  it.each([
    'https://127.0.0.1:{port}/',
    'https://[::1]:{port}/',
    'https://169.254.169.254/',
    'https://0x7f000001:{port}/',
  ])('on a private network (%s) aren’t called', async (url) => {
    const before = received.length;
    const target = url.replace('{port}', new URL(address).port);
    expect(await post(target, { body: '{}', headers: {}, privateHosts: [] })).toEqual({
      ...{ status: null, error: 'The host isn’t on the public internet.' },
    });
    expect(received).toHaveLength(before);
  });

  it.each([[['127.0.0.1']], [['8.8.8.8', '10.0.0.1']], [['2606:4700:4700::1111', 'fd00::1']]])(
    'aren’t called if the name resolves to %s',
    async (addresses) => {
      const before = received.length;
      const resolve = async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
      const target = `https://hooks.example.com:${new URL(address).port}/`;
      expect(await post(target, { body: '{}', headers: {}, privateHosts: [], resolve })).toEqual({
        ...{ status: null, error: 'The host isn’t on the public internet.' },
      });
      expect(received).toHaveLength(before);
    },
  );

  it('on a private host are allowed if the operator lists the host and port, even the default port', () => {
    const refused = (url: string, host: string) => refusalOf(new URL(url), [host]);
    expect(refused('http://erp.internal/', 'erp.internal:80')).toBeNull();
    expect(refused('http://10.0.0.1:8080/', '10.0.0.1:8080')).toBeNull();
    expect(refused('https://10.0.0.1/', '10.0.0.1:443')).toBeNull();
    expect(refused('https://10.0.0.1/', '10.0.0.1:80')).toBe('private');
  });

  it('on a private network aren’t called over http if the operator doesn’t list the host', async () => {
    expect(await post(`${address}/plain`, { body: '{}', headers: {}, privateHosts: [] })).toMatchObject({
      status: null,
    });
    expect(receivedAt('/plain')).toEqual([]);
  });

  it.each([
    ['8.8.8.8', true],
    ['2606:4700:4700::1111', true],
    ['10.1.2.3', false],
    ['100.64.0.1', false],
    ['172.31.255.255', false],
    ['172.32.0.1', true],
    ['192.168.1.1', false],
    ['255.255.255.255', false],
    ['::ffff:8.8.8.8', false],
    ['fe80::1', false],
    ['fd00:ec2::254', false],
    ['64:ff9b::a00:1', false],
    ['2002:7f00:1::', false],
    ['2001:db8::1', false],
    ['not an address', false],
  ])('like %s are public: %s', (ip, expected) => {
    expect(isPublicAddress(ip)).toBe(expected);
  });
});
