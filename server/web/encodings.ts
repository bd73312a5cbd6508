/** Encodes responses with brotli or gzip. Prefers brotli, which is smaller, although browsers list gzip first. */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Request } from 'express';
import { memoize } from '#server/platform/memoize.ts';

const ENCODINGS = ['br', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** The best encoding that the client accepts, or null if it accepts none. */
export const encodingFor = (req: Request): Encoding | null =>
  ENCODINGS.find((name) => req.acceptsEncodings(name)) ?? null;

/** The highest quality takes twenty times as long and saves about a tenth. */
const QUALITY = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT };

const ENCODE: Record<Encoding, (bytes: Buffer) => Promise<Buffer>> = {
  br: (bytes) => promisify(brotliCompress)(bytes, { params: QUALITY }),
  gzip: promisify(gzip) as (bytes: Buffer) => Promise<Buffer>,
};

export type Encodable = (encoding: Encoding | null) => Promise<Buffer>;

/** Wraps frequently sent bytes: encoded on first use, then memoized. */
export function encodable(bytes: Buffer): Encodable {
  const encoded = memoize((encoding: Encoding) => ENCODE[encoding](bytes), { key: String });
  return async (encoding) => (encoding ? encoded(encoding) : bytes);
}
