import { join } from 'node:path';
import { type BlobStore, fileBlobs } from './blobs.ts';
import type { Config } from './config.ts';

/** The configured bucket or, without one, a folder in the data folder. Loads the bucket's client only if needed. */
export async function blobsFromConfig(config: Config): Promise<BlobStore> {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_REGION: region } = config;
  if (!endpoint || !bucket) return fileBlobs(join(config.DECKLE_DATA_DIR, 'blobs'));
  const { s3Blobs } = await import('./s3-blobs.ts');
  const [accessKeyId, secretAccessKey] = [config.S3_ACCESS_KEY_ID!, config.S3_SECRET_ACCESS_KEY!];
  return s3Blobs({ endpoint, bucket, region, accessKeyId, secretAccessKey });
}
