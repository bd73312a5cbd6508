import sharp from 'sharp';
import supertest from 'supertest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import {
  type Client,
  createAuthor,
  createPartner,
  createStaff,
  insertPartners,
  PASSWORD,
  type PartnerClient,
  tablesChangedBy,
  visitor,
} from '#server/testing/factories.ts';
import { replacePhoto } from './photos.ts';

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

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#345' } });
const upload = (client: Client, id: number, file: Buffer, name = 'me.jpg') =>
  client.post(`/authors/${id}/photo`).attach('photo', file, name);
async function photosOf(id: number) {
  const keys: string[] = [];
  for await (const key of server.deps.blobs.list('photos/')) if (key.startsWith(`photos/${id}-`)) keys.push(key);
  return keys;
}

it('re-encodes the photo as a square WebP without camera metadata', async () => {
  const { id } = await createAuthor(partner);
  const jpeg = await picture(1200, 900)
    .jpeg()
    .withExif({ IFD0: { Copyright: 'Somewhere 12' } })
    .toBuffer();
  const res = await upload(partner, id, jpeg, '../../x.jpg').expect(200);
  expect(res.body.author).toMatchObject({ id, partner_id: partner.id });
  expect(res.body.author.photo_url).toMatch(new RegExp(`^/media/photos/${id}-[0-9a-f]{16}\\.webp$`));
  const stored = await supertest(server.url).get(res.body.author.photo_url).buffer(true).expect(200);
  const { format, width, height, exif } = await sharp(stored.body).metadata();
  expect([format, width, height, exif]).toEqual(['webp', 480, 480, undefined]);
});

it.each([
  [300, 200, 200],
  [1200, 300, 300],
])('crops a small photo of %i × %i to a square of %i', async (width, height, side) => {
  const { id } = await createAuthor(partner);
  const png = await picture(width, height).png().toBuffer();
  const { photo_url } = (await upload(partner, id, png).expect(200)).body.author;
  const stored = await supertest(server.url).get(photo_url).buffer(true).expect(200);
  expect(await sharp(stored.body).metadata()).toMatchObject({ width: side, height: side });
});

/** Moves the queue just over an hour ahead. */
async function passAnHour() {
  await server.deps.pool.query("update pgboss.job set start_after = start_after - interval '61 minutes'");
  await server.settle();
}

it('deletes the previous photo after an hour, because cached pages still show it', async () => {
  const { id } = await createAuthor(partner);
  const png = await picture(500, 500).png().toBuffer();
  const first = (await upload(partner, id, png).expect(200)).body.author.photo_url;
  const second = (await upload(staff, id, png).expect(200)).body.author.photo_url;
  expect(second).not.toBe(first);
  await server.settle();
  await supertest(server.url).get(first).expect(200);
  await passAnHour();
  await supertest(server.url).get(first).expect(404);
  await supertest(server.url).get(second).expect(200);
  const shown = await visitor(server).get(`/authors/${id}`).expect(200);
  expect(shown.body.author.photo_url).toBe(second);
});

it('keeps only one photo of several simultaneous uploads', async () => {
  const { id } = await createAuthor(partner);
  const png = await picture(500, 500).png().toBuffer();
  const actor = { role: 'partner', id: partner.id };
  await Promise.all(Array.from({ length: 5 }, () => replacePhoto(server.deps, { id, actor }, png)));
  await passAnHour();
  const { photo } = await server.deps.db.author.findUniqueOrThrow({ where: { id } });
  expect(await photosOf(id)).toEqual([photo]);
});

it('deletes the photo with the profile, and the one that it replaced', async () => {
  const { id } = await createAuthor(partner);
  const png = await picture(500, 500).png().toBuffer();
  const urls: string[] = [];
  for (let i = 0; i < 2; i++) urls.push((await upload(partner, id, png).expect(200)).body.author.photo_url);
  await partner.delete(`/authors/${id}`).expect(204);
  await server.settle();
  for (const url of urls) await supertest(server.url).get(url).expect(404);
});

it('deletes all photos of a closed account, even one whose upload ends after the closing', async () => {
  const closing = await createPartner(server, { card: null });
  const [one, two] = [await createAuthor(closing), await createAuthor(closing)];
  const png = await picture(500, 500).png().toBuffer();
  const urls: string[] = [];
  for (const { id } of [one, two, two]) urls.push((await upload(closing, id, png).expect(200)).body.author.photo_url);
  await closing.delete('/partner-auth').send({ current_password: PASSWORD }).expect(200);
  const actor = { role: 'partner', id: closing.id };
  await expect(replacePhoto(server.deps, { id: one.id, actor }, png)).rejects.toMatchObject({ status: 404 });
  await server.settle();
  for (const url of urls) await supertest(server.url).get(url).expect(404);
  expect([await photosOf(one.id), await photosOf(two.id)]).toEqual([[], []]);
});

it("refuses files over 5 MB, files that aren't JPEG, PNG, or WebP, and other partners' authors", async () => {
  const { id } = await createAuthor(partner);
  const svg = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
  );
  const changed = await tablesChangedBy(server, async () => {
    for (const file of [svg, Buffer.from('GIF89a'), Buffer.alloc(0)]) {
      const res = await upload(partner, id, file).expect(422);
      expect(res.body.errors.photo).toEqual(['must be a JPEG, PNG, or WebP image']);
    }
    const none = await partner.post(`/authors/${id}/photo`).expect(422);
    expect(none.body.errors.photo).toEqual(["can't be blank"]);
    const large = await upload(partner, id, Buffer.alloc(5 * 1024 * 1024 + 1));
    expect([large.status, large.body.errors.base]).toEqual([
      413,
      ['The file is larger than 5 MB. Choose a smaller one.'],
    ]);
    const png = await picture(10, 10).png().toBuffer();
    const foreign = await upload(other, id, png);
    expect([foreign.status, foreign.text]).toEqual([404, '{}']);
    await upload(visitor(server), id, png).expect(401);
    await upload(staff, 999_999, png).expect(404);
  });
  expect(changed).toEqual([]);
});
