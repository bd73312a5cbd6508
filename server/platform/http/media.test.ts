import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express from 'express';
import sharp from 'sharp';
import request from 'supertest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fileBlobs } from '../blobs.ts';
import { errorHandler } from './error-handler.ts';
import { mediaRoutes } from './media.ts';

let folder: string;
let get: (path: string) => request.Test;
let blobs: ReturnType<typeof fileBlobs>;
const originalsRead: string[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deckle-media-'));
  blobs = fileBlobs(folder);
  const picture = await sharp({ create: { width: 600, height: 900, channels: 3, background: '#345' } })
    .webp()
    .toBuffer();
  await blobs.put('covers/1-a.webp', picture);
  await blobs.put('covers/2-b.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>');
  const counting = {
    ...blobs,
    get: (key: string) => {
      originalsRead.push(key);
      return blobs.get(key);
    },
  };
  const app = express()
    .use('/media', mediaRoutes(counting))
    .use(errorHandler({ error: () => undefined } as never));
  get = (path) => request(app).get(path);
});
afterAll(() => rm(folder, { recursive: true }));

const widthOf = async (path: string) => (await sharp((await get(path).expect(200)).body).metadata()).width;

it('serves a small cover on request, created once for simultaneous requests', async () => {
  expect(await Promise.all(Array.from({ length: 3 }, () => widthOf('/media/covers/1-a.webp?w=320')))).toEqual([
    320, 320, 320,
  ]);
  expect(await widthOf('/media/covers/1-a.webp?w=320')).toBe(320);
  expect(originalsRead).toEqual(['covers/1-a.webp']);
});

it('serves the original for other widths, and for a drawn cover', async () => {
  expect(await widthOf('/media/covers/1-a.webp?w=319')).toBe(600);
  expect(await widthOf('/media/covers/1-a.webp')).toBe(600);
  expect((await get('/media/covers/2-b.svg?w=320').expect(200)).type).toBe('image/svg+xml');
});

it('creates no smaller version of a small cover', async () => {
  await get('/media/covers/1-a.webp?w=320').expect(200);
  await get('/media/covers/1-a-w320.webp?w=320').expect(200);
  await get('/media/covers/1-a-w320-w320.webp').expect(404);
});

it('serves covers to emails as JPEGs of one size, even drawn covers', async () => {
  await blobs.put(
    'covers/3-c.svg',
    '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"><rect width="100" height="100" fill="#31485c"/></svg>',
  );
  for (const key of ['1-a.webp', '3-c.svg']) {
    const { body, type } = await get(`/media/covers/${key}.jpg`).expect(200);
    const { format, width, height } = await sharp(body).metadata();
    expect([type, format, width, height]).toEqual(['image/jpeg', 'jpeg', 240, 360]);
  }
  await get('/media/covers/9-z.webp.jpg').expect(404);
});

it('answers 404 for the small version of a missing cover', () => get('/media/covers/9-z.webp?w=320').expect(404));

it('survives a file that disappears while it is sent', async () => {
  blobs = fileBlobs(folder);
  const failing = { ...blobs, stream: async () => ({ body: createReadStream(join(folder, 'gone')), bytes: 10 }) };
  const app = express().use('/media', mediaRoutes(failing));
  await expect(request(app).get('/media/covers/1-a.webp')).rejects.toThrow();
  expect((await get('/media/covers/2-b.svg')).status).toBe(200);
});
