/** Files in a bucket of S3 or of what speaks its protocol (R2, MinIO, Garage), for several machines. Keys as on the file system. */
import { Readable } from 'node:stream';
import { AwsClient } from 'aws4fetch';
import type { BlobStore } from './blobs.ts';

const TIMEOUT_MS = 10_000;
const TRIES = 3;

type S3Options = {
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
};

export function s3Blobs({ endpoint, bucket, ...keys }: S3Options): BlobStore {
  const client = new AwsClient({ ...keys, service: 's3', retries: TRIES - 1, initRetryMs: 100 });
  const urlOf = (key: string) => {
    const parts = key.split('/');
    if (parts.some((part) => !part || part === '.' || part === '..')) throw new Error('a blob key left its bucket');
    return `${endpoint.replace(/\/$/, '')}/${bucket}/${parts.map(encodeURIComponent).join('/')}`;
  };
  /** Null where nothing is stored under the key; throws on any other failure. */
  const ask = async (method: 'GET' | 'HEAD' | 'PUT' | 'DELETE', key: string, body?: Buffer | string) => {
    const answer = await client.fetch(urlOf(key), {
      method,
      ...(body === undefined ? {} : { body: body as BodyInit }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (answer.ok) return answer;
    await answer.body?.cancel();
    if (answer.status === 404) return null;
    throw new Error(`the bucket answered ${answer.status} to ${method} ${key}`);
  };
  const get = async (key: string) => {
    const answer = await ask('GET', key);
    return answer && Buffer.from(await answer.arrayBuffer());
  };
  return {
    put: async (key, content) => {
      if (!(await ask('PUT', key, content))) throw new Error(`there is no bucket ${bucket}`);
    },
    has: async (key) => (await ask('HEAD', key)) !== null,
    get,
    /** Pictures are small: fetched whole, so that a slow phone does not run into the time-out of ours. */
    stream: async (key) => {
      const whole = await get(key);
      return whole && { body: Readable.from([whole]), bytes: whole.length };
    },
    remove: async (key) => {
      await ask('DELETE', key);
    },
  };
}
