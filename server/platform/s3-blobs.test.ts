/** The S3 client against a fake server that stores objects and verifies signatures. */
import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { BlobStore } from './blobs.ts';
import { s3Blobs } from './s3-blobs.ts';

const CREDENTIALS = { accessKeyId: 'deckle', secretAccessKey: 'a secret key', region: 'ca-west-1' };
const objects = new Map<string, Buffer>();
/** Error statuses to return for the next requests, each once. */
const errorStatuses: number[] = [];
const server = createServer(async (req, res) => {
  const body = await buffer(req);
  const path = req.url!;
  const errorStatus = errorStatuses.shift();
  if (errorStatus) return res.writeHead(errorStatus).end('<Error/>');
  if (!isSigned(req)) return res.writeHead(403).end('<Error><Code>SignatureDoesNotMatch</Code></Error>');
  if (path.startsWith('/covers-bucket?')) return res.end(listingOf(new URL(path, 'http://bucket').searchParams));
  if (!path.startsWith('/covers-bucket/')) return res.writeHead(404).end('<Error><Code>NoSuchBucket</Code></Error>');
  if (req.method === 'PUT') objects.set(path, body);
  if (req.method === 'DELETE') objects.delete(path);
  const object = objects.get(path);
  if (req.method === 'DELETE') return res.writeHead(204).end();
  if (!object) return res.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>');
  res.writeHead(200, { 'content-length': req.method === 'PUT' ? 0 : object.length });
  return res.end(req.method === 'GET' ? object : undefined);
});

const KEYS_PER_PAGE = 2;

/** ListObjectsV2: keys after `start-after` or the continuation token, in byte order. */
function listingOf(query: URLSearchParams) {
  expect(query.get('list-type')).toBe('2');
  const after = query.get('continuation-token')?.replace('after ', '') ?? query.get('start-after') ?? '';
  const keys = [...objects.keys()]
    .map((path) => decodeURIComponent(path.replace('/covers-bucket/', '')))
    .filter((key) => key.startsWith(query.get('prefix')!) && key > after)
    .sort();
  const page = keys.slice(0, KEYS_PER_PAGE);
  const next = keys.length > page.length ? `<NextContinuationToken>after ${page.at(-1)}</NextContinuationToken>` : '';
  const contents = page.map((key) => `<Contents><Key>${key.replaceAll('&', '&amp;')}</Key><Size>1</Size></Contents>`);
  return `<?xml version="1.0"?><ListBucketResult><IsTruncated>${next !== ''}</IsTruncated>${contents.join('')}${next}</ListBucketResult>`;
}

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/** Signature Version 4, recomputed from the received request. */
function isSigned({ method, url, headers }: IncomingMessage) {
  const { accessKeyId, secretAccessKey, region } = CREDENTIALS;
  const match = /^AWS4-HMAC-SHA256 Credential=(.+?)\/(.+), SignedHeaders=(.+), Signature=(\w+)$/.exec(
    headers.authorization ?? '',
  );
  if (!match) return false;
  const [, id, scope, names, signature] = match as unknown as string[];
  const signed = names!.split(';').map((name) => `${name}:${headers[name]}\n`);
  const [path, query = ''] = url!.split('?');
  const sorted = query.replaceAll('+', '%20').split('&').sort().join('&');
  const canonical = [method, path, sorted, signed.join(''), names, headers['x-amz-content-sha256']].join('\n');
  const day = String(headers['x-amz-date']).slice(0, 8);
  const hash = createHash('sha256').update(canonical).digest('hex');
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, hash].join('\n');
  const key = ['s3', 'aws4_request'].reduce(hmac, hmac(hmac(`AWS4${secretAccessKey}`, day), region));
  return id === accessKeyId && signature === hmac(key, text).toString('hex');
}

let blobs: BlobStore;
let endpoint: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  blobs = s3Blobs({ ...CREDENTIALS, endpoint, bucket: 'covers-bucket' });
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
beforeEach(() => {
  objects.clear();
  errorStatuses.length = 0;
});

const PICTURE = Buffer.from([0, 255, 13, 10, 46, 7]);

it('stores a file under its key and returns it, whole or as a stream', async () => {
  await blobs.put('covers/17-a1b2.webp', PICTURE);
  expect([...objects.keys()]).toEqual(['/covers-bucket/covers/17-a1b2.webp']);
  expect(await blobs.has('covers/17-a1b2.webp')).toBe(true);
  expect(await blobs.get('covers/17-a1b2.webp')).toEqual(PICTURE);
  const { body, bytes } = (await blobs.stream('covers/17-a1b2.webp'))!;
  expect([bytes, await buffer(body)]).toEqual([PICTURE.length, PICTURE]);
});

it('returns null for a missing file, and deletes files', async () => {
  await blobs.put('covers/1.svg', '<svg/>');
  await blobs.remove('covers/1.svg');
  await blobs.remove('covers/1.svg');
  expect([
    await blobs.has('covers/1.svg'),
    await blobs.get('covers/1.svg'),
    await blobs.stream('covers/1.svg'),
  ]).toEqual([false, null, null]);
});

it('retries temporary failures', async () => {
  errorStatuses.push(503, 500);
  await blobs.put('covers/2.svg', '<svg/>');
  expect(objects.size).toBe(1);
});

it('throws when the bucket refuses or keeps failing, and when it is missing for a write', async () => {
  const wrongKey = s3Blobs({ ...CREDENTIALS, secretAccessKey: 'a guess', endpoint, bucket: 'covers-bucket' });
  await expect(wrongKey.put('covers/3.svg', '<svg/>')).rejects.toThrow('S3 returned 403 for PUT covers/3.svg');
  const missingBucket = s3Blobs({ ...CREDENTIALS, endpoint, bucket: 'no-bucket' });
  await expect(missingBucket.put('covers/3.svg', '<svg/>')).rejects.toThrow('there is no bucket no-bucket');
  errorStatuses.push(500, 500, 500);
  await expect(blobs.get('covers/3.svg')).rejects.toThrow('S3 returned 500 for GET covers/3.svg');
  expect(objects.size).toBe(0);
});

const keysOf = (listing: AsyncIterable<string>) => Readable.from(listing).toArray();

it('lists the keys in a folder in order, page by page, optionally after a key', async () => {
  const keys = [
    'log/2026-12-02/b',
    'log/2026-12-01/a&b',
    'log/2026-12-01/a',
    'logs/other',
    'log/2026-12-02/a',
    'log.1',
  ];
  for (const key of keys) await blobs.put(key, 'x');
  expect(await keysOf(blobs.list('log/'))).toEqual([
    'log/2026-12-01/a',
    'log/2026-12-01/a&b',
    'log/2026-12-02/a',
    'log/2026-12-02/b',
  ]);
  expect(await keysOf(blobs.list('log/', 'log/2026-12-01/a&b'))).toEqual(['log/2026-12-02/a', 'log/2026-12-02/b']);
  expect(await keysOf(blobs.list('nothing/'))).toEqual([]);
  errorStatuses.push(403);
  await expect(keysOf(blobs.list('log/'))).rejects.toThrow('S3 returned 403 for GET log/');
});

it('refuses a key with an empty, “.”, or “..” part', async () => {
  for (const key of ['../other/1.svg', 'covers//1.svg', 'covers/./1.svg'])
    await expect(blobs.get(key)).rejects.toThrow('the blob key has an empty, “.”, or “..” part');
});
