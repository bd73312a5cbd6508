/** Deletion of replaced covers, and upload limits: a free account can't fill the disk. */
import sharp from 'sharp';
import supertest from 'supertest';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { freezeNewsletter } from '#server/newsletters/freeze.ts';
import { START, startTestServer, type TestServer } from '#server/testing/app.ts';
import type { Client, PartnerClient } from '#server/testing/factories.ts';
import { createAuthor, createBook, createPartner, createPromotion, createStaff } from '#server/testing/factories.ts';

let server: TestServer;
let partner: PartnerClient;
let png: Buffer;
beforeAll(async () => {
  server = await startTestServer();
  partner = await createPartner(server);
  png = await picture(600, 900);
});
beforeEach(() => server.deps.pool.query('delete from rate_limits'));
afterAll(() => server.close());

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#345' } })
    .png()
    .toBuffer();
const upload = (client: Client, id: number, file = png) =>
  client.post(`/books/${id}/cover`).attach('cover', file, 'x.png');
const coverAfterUpload = async (client: Client, id: number): Promise<string> =>
  (await upload(client, id).expect(200)).body.book.cover_url;
const statusOf = async (url: string) => (await supertest(server.url).get(url)).status;

/** Moves the queue just over an hour ahead. */
async function passAnHour() {
  await server.deps.pool.query("update pgboss.job set start_after = start_after - interval '61 minutes'");
  await server.settle();
}

it('deletes a replaced cover and its thumbnail after an hour', async () => {
  const { id } = await createBook(partner);
  const first = await coverAfterUpload(partner, id);
  expect(await statusOf(`${first}?w=320`)).toBe(200);
  const second = await coverAfterUpload(partner, id);
  await server.settle();
  expect(await statusOf(first)).toBe(200);
  await passAnHour();
  expect([await statusOf(first), await statusOf(first.replace('.webp', '-w320.webp')), await statusOf(second)]).toEqual(
    [404, 404, 200],
  );
});

it('leaves no unused file when two covers are uploaded at the same time', async () => {
  const { id } = await createBook(partner);
  const storedCovers = async () => {
    const keys: string[] = [];
    for await (const key of server.deps.blobs.list('covers/')) if (key.startsWith(`covers/${id}-`)) keys.push(key);
    return keys;
  };
  await Promise.all([1, 2].map(() => coverAfterUpload(partner, id)));
  expect((await storedCovers()).length).toBe(2);
  const { cover } = await server.deps.db.book.findUniqueOrThrow({ where: { id } });
  await passAnHour();
  expect(await storedCovers()).toEqual([cover]);
});

it('keeps a replaced cover that a frozen newsletter shows', async () => {
  const { id, book, date } = await createPromotion(server, { partner });
  const sent = await coverAfterUpload(partner, book.id);
  const staff = await createStaff(server);
  await staff.post(`/promotions/${id}/approve`).send({}).expect(200);
  server.clock.set(new Date(`${date}T18:30:00Z`));
  await freezeNewsletter(server.deps, date);
  // Removes the cover from the approved version, so that only the newsletter protects it.
  await server.deps.db.promotion.update({ where: { id }, data: { reviewed_book: { title: 'No cover' } } });
  await coverAfterUpload(partner, book.id);
  await passAnHour();
  expect(await statusOf(sent)).toBe(200);
  server.clock.set(START);
});

it("keeps covers of the store's catalog, which other books use too", async () => {
  const { id } = await createBook(partner, { asin: 'B0DEMO0001' });
  await server.deps.blobs.put('covers/demo-1.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await partner.post(`/books/${id}/refresh-cover`).expect(200);
  await coverAfterUpload(partner, id);
  await passAnHour();
  expect(await statusOf('/media/covers/demo-1.svg')).toBe(200);
});

it('refuses to fetch the cover of an ASIN that the store doesn’t know', async () => {
  const { id } = await createBook(partner, { asin: 'B0NOBODYX1' });
  const { body } = await partner.post(`/books/${id}/refresh-cover`).expect(422);
  expect(body.errors.base).toEqual(['Amazon has no book with this ASIN. Upload a cover instead.']);
});

it('refuses a cover of another ASIN if the book’s changes during the fetch', async () => {
  const { id } = await createBook(partner, { asin: 'B0DEMO0003' });
  const { cover } = await server.deps.db.book.findUniqueOrThrow({ where: { id } });
  await server.deps.db.storeLookup.deleteMany({ where: { asin: 'B0DEMO0003' } });
  const { bookData } = server.deps;
  const lookup = bookData.lookup.bind(bookData);
  vi.spyOn(bookData, 'lookup').mockImplementationOnce(async (asin) => {
    await partner.patch(`/books/${id}`).send({ asin: 'B0DEMO0004' }).expect(200);
    return lookup(asin);
  });
  const { body } = await partner.post(`/books/${id}/refresh-cover`).expect(422);
  expect(body.errors.base).toEqual(['The ASIN has changed. Fetch the cover again.']);
  expect(await server.deps.db.book.findUnique({ where: { id } })).toMatchObject({ asin: 'B0DEMO0004', cover });
});

it('limits the height of a cover to 1,200 pixels', async () => {
  const { id } = await createBook(partner);
  const { body } = await upload(partner, id, await picture(600, 9000)).expect(200);
  const stored = await supertest(server.url).get(body.book.cover_url).buffer(true).expect(200);
  const { width, height } = await sharp(stored.body).metadata();
  expect([width, height]).toEqual([80, 1200]);
});

it('limits covers and photos together to thirty uploads or fetches per hour and account', async () => {
  const { id } = await createBook(partner, { asin: 'B0DEMO0002' });
  const author = await createAuthor(partner);
  for (let i = 0; i < 10; i++) {
    await upload(partner, id).expect(200);
    await partner.post(`/books/${id}/refresh-cover`).expect(200);
    await partner.post(`/authors/${author.id}/photo`).attach('photo', png, 'x.png').expect(200);
  }
  const res = await upload(partner, id).expect(429);
  expect(Number(res.headers['retry-after'])).toBeGreaterThan(0);
  await partner.post(`/books/${id}/refresh-cover`).expect(429);
  await partner.post(`/authors/${author.id}/photo`).attach('photo', png, 'x.png').expect(429);
  await upload(await createStaff(server), id).expect(200);
});
