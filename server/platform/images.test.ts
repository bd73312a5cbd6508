/** Image uploads: one file per request, which is refused before it is read if it couldn't be stored. */
import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { PassThrough } from 'node:stream';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { createAuthor, createBook, createPartner, createStaff, type PartnerClient } from '#server/testing/factories.ts';
import { readUpload } from './images.ts';

let server: TestServer;
let partner: PartnerClient;
let png: Buffer;
let targets: { path: string; field: string }[];
beforeAll(async () => {
  server = await startTestServer();
  partner = await createPartner(server);
  png = await sharp({ create: { width: 30, height: 30, channels: 3, background: '#345' } })
    .png()
    .toBuffer();
  const book = await createBook(partner);
  const author = await createAuthor(partner);
  targets = [
    { path: `/books/${book.id}/cover`, field: 'cover' },
    { path: `/authors/${author.id}/photo`, field: 'photo' },
  ];
});
beforeEach(() => server.deps.pool.query('delete from rate_limits'));
afterAll(() => server.close());

const MB = 1024 * 1024;

describe('an upload', () => {
  it('accepts one image', async () => {
    for (const { path, field } of targets) await partner.post(path).attach(field, png, 'x.png').expect(200);
  });

  it('accepts an image of several megabytes', async () => {
    const noise = await sharp(randomBytes(1200 * 1200 * 3), { raw: { width: 1200, height: 1200, channels: 3 } })
      .png()
      .toBuffer();
    expect(noise.length).toBeGreaterThan(4 * MB);
    for (const { path, field } of targets) await partner.post(path).attach(field, noise, 'x.png').expect(200);
  });

  it('scales down an image that is taller than a WebP image can be', async () => {
    const staff = await createStaff(server);
    const tall = await sharp({ create: { width: 100, height: 17_000, channels: 3, background: '#345' } })
      .png()
      .toBuffer();
    const { body } = await staff.post('/blogs/pictures').attach('picture', tall, 'x.png').expect(201);
    const stored = await fetch(server.url + body.picture.url);
    expect(await sharp(await stored.arrayBuffer()).metadata()).toMatchObject({ width: 96, height: 16_383 });
  });

  it('refuses text fields, which would stay in memory', async () => {
    for (const { path, field } of targets) {
      await partner.post(path).field('note', 'x').attach(field, png, 'x.png').expect(422);
      await partner.post(path).attach(field, png, 'x.png').field('note', 'x').expect(422);
    }
  });

  it('refuses text fields even without a file', async () => {
    for (const { path } of targets)
      expect((await partner.post(path).field('note', 'x').expect(422)).body.errors.base).toEqual([
        'We couldn’t read the upload. Please try again.',
      ]);
  });

  it('refuses a second file', async () => {
    for (const { path, field } of targets)
      await partner.post(path).attach(field, png, 'x.png').attach(field, png, 'y.png').expect(422);
  });

  it("refuses text fields in staff's uploads too", async () => {
    const staff = await createStaff(server);
    await staff.post('/blogs/pictures').field('note', 'x').attach('picture', png, 'x.png').expect(422);
  });

  it('looks the record up before it reads the form', async () => {
    const broken = { 'content-type': 'multipart/form-data; boundary=b' };
    for (const path of ['/books/999999/cover', '/authors/999999/photo', '/books/x/cover'])
      expect((await partner.post(path).set(broken).send('not a form')).status, path).toBe(404);
    const stranger = await createPartner(server);
    for (const { path } of targets) expect((await stranger.post(path).set(broken).send('not a form')).status).toBe(404);
  });

  it.each([
    ['slightly more than the limit', 5 * MB + 20 * 1024],
    ['200 MB', 200 * MB],
    ['a terabyte', 2 ** 40],
  ])('is refused by its announced length before anything is read: %s', async (_name, length) => {
    for (const { path } of targets) expect(await postWithLength(path, length)).toBe(413);
  });
});

/** The status of a request that announces this many bytes and sends none of them. */
const postWithLength = (path: string, length: number) =>
  new Promise<number>((resolve, reject) => {
    const credentials = partner.post(path) as unknown as { header: Record<string, string> };
    const headers = {
      ...credentials.header,
      'content-type': 'multipart/form-data; boundary=b',
      'content-length': String(length),
    };
    const sent = request(`${server.url}/api/v1${path}`, { method: 'POST', headers }, (response) => {
      resolve(response.statusCode!);
      sent.destroy();
    }).on('error', reject);
    sent.flushHeaders();
  });

describe('concurrent uploads', () => {
  type Refusal = { status: number; retryAfter?: string; text: string };
  /**
   * Starts uploads whose bodies don't arrive. Returns the first response, which is a refusal, and a function that ends
   * the uploads.
   */
  async function holdUploads(clients: PartnerClient[]) {
    const books = await Promise.all(clients.map((client) => createBook(client)));
    const sent = clients.map((client, i) => {
      const { header } = client.post('/') as unknown as { header: Record<string, string> };
      const headers = { ...header, 'content-type': 'multipart/form-data; boundary=b', 'content-length': '1000' };
      const upload = request(`${server.url}/api/v1/books/${books[i]!.id}/cover`, { method: 'POST', headers });
      upload.on('error', () => undefined).write('--b\r\n');
      return upload;
    });
    const responses = sent.map(
      (upload) =>
        new Promise<Refusal>((resolve) =>
          upload.once('response', async (response) => {
            const text = (await response.setEncoding('utf8').toArray()).join('');
            resolve({ status: response.statusCode!, retryAfter: response.headers['retry-after'], text });
          }),
        ),
    );
    return { refusal: await Promise.race(responses), end: () => sent.map((upload) => upload.destroy()) };
  }
  const upload = (client: PartnerClient, id: number) => client.post(`/books/${id}/cover`).attach('cover', png, 'x.png');

  it('are limited to six; one more is refused unread and may be retried', async () => {
    const others = await Promise.all(Array.from({ length: 3 }, () => createPartner(server)));
    const { refusal, end } = await holdUploads([...others, ...others, partner]);
    expect([refusal.status, refusal.retryAfter]).toEqual([503, '5']);
    expect(JSON.parse(refusal.text).errors.base).toEqual([
      'Too many files are being uploaded right now. Please try again in 5 seconds.',
    ]);
    end();
    const { id } = await createBook(partner);
    await expect.poll(async () => (await upload(partner, id)).status).toBe(200);
  });

  it('end if the client has left before its body is read', async () => {
    const body = Object.assign(new PassThrough(), { headers: {}, method: 'POST' });
    body.destroy();
    await expect(readUpload(body as never, {} as never, 'cover')).rejects.toMatchObject({ status: 400 });
  });

  it('are limited to two per account', async () => {
    const { refusal, end } = await holdUploads([partner, partner, partner]);
    expect([refusal.status, refusal.retryAfter]).toEqual([429, '5']);
    const other = await createPartner(server);
    await upload(other, (await createBook(other)).id).expect(200);
    end();
    const { id } = await createBook(partner);
    await expect.poll(async () => (await upload(partner, id)).status).toBe(200);
  });
});
