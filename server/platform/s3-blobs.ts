/**
 * Stores files in a bucket of S3 or a compatible service (R2, MinIO, Garage) that several machines can share. Keys are
 * the same as on the file system. See docs/decisions/0008-small-clients-for-third-parties.md.
 */
import { Readable } from 'node:stream';
import { AwsClient } from 'aws4fetch';
import type { BlobStore } from './blobs.ts';

const TIMEOUT_MS = 10_000;
const MAX_ATTEMPTS = 3;

type S3Options = {
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
};

export function s3Blobs({ endpoint, bucket, ...credentials }: S3Options): BlobStore {
  const client = new AwsClient({ ...credentials, service: 's3', retries: MAX_ATTEMPTS - 1, initRetryMs: 100 });
  const bucketUrl = `${endpoint.replace(/\/$/, '')}/${bucket}`;
  const urlOf = (key: string) => {
    const parts = key.split('/');
    if (parts.some((part) => !part || part === '.' || part === '..'))
      throw new Error('the blob key has an empty, “.”, or “..” part');
    return `${bucketUrl}/${parts.map(encodeURIComponent).join('/')}`;
  };
  /** Returns the response, or null if the key or the bucket doesn't exist; throws on any other failure. */
  const sendForKey = (method: 'GET' | 'HEAD' | 'PUT' | 'DELETE', key: string, body?: Buffer | string) =>
    send(method, urlOf(key), { name: key, body });
  const send = async (
    method: string,
    url: string,
    { name, body }: { name: string; body?: Buffer | string | undefined },
  ) => {
    const response = await client.fetch(url, {
      method,
      ...(body === undefined ? {} : { body: body as BodyInit }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (response.ok) return response;
    await response.body?.cancel();
    if (response.status === 404) return null;
    throw new Error(`S3 returned ${response.status} for ${method} ${name}`);
  };
  const get = async (key: string) => {
    const response = await sendForKey('GET', key);
    return response && Buffer.from(await response.arrayBuffer());
  };
  return {
    put: async (key, content) => {
      if (!(await sendForKey('PUT', key, content))) throw new Error(`there is no bucket ${bucket}`);
    },
    has: async (key) => (await sendForKey('HEAD', key)) !== null,
    get,
    /** Images are small, so they are fetched completely: a slow phone mustn't run into our timeout. */
    stream: async (key) => {
      const content = await get(key);
      return content && { body: Readable.from([content]), bytes: content.length };
    },
    remove: async (key) => {
      await sendForKey('DELETE', key);
    },
    list: async function* (folder, after) {
      let page: ListPage = { keys: [], next: null };
      do {
        const query = new URLSearchParams({
          'list-type': '2',
          prefix: folder,
          ...(page.next ? { 'continuation-token': page.next } : after ? { 'start-after': after } : {}),
        });
        const response = await send('GET', `${bucketUrl}?${query}`, { name: folder });
        if (!response) throw new Error(`there is no bucket ${bucket}`);
        page = parsePage(await response.text());
        yield* page.keys;
      } while (page.next);
    },
  };
}

/** `next` is the token that continues the listing; null on the last page. */
type ListPage = { keys: string[]; next: string | null };

/** Reads the XML of ListObjectsV2, which has a few flat elements and needs no parser. */
function parsePage(xml: string): ListPage {
  const textsOf = (element: string) =>
    [...xml.matchAll(new RegExp(`<${element}>([^<]*)</${element}>`, 'g'))].map(([, text]) => unescapeXml(text!));
  const [isTruncated] = textsOf('IsTruncated');
  const [next = null] = textsOf('NextContinuationToken');
  if (isTruncated === 'true' && !next)
    throw new Error('the bucket returned a truncated listing without a continuation token');
  return { keys: textsOf('Key'), next: isTruncated === 'true' ? next : null };
}

const ENTITIES: { [name: string]: string } = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const unescapeXml = (text: string) =>
  text.replace(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (all, decimal, hex, name) =>
    name ? (ENTITIES[name] ?? all) : String.fromCodePoint(decimal ? Number(decimal) : Number.parseInt(hex, 16)),
  );
