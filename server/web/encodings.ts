/** What browsers take besides plain bytes, the smaller first: they name gzip first. */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Request } from 'express';
import { memoize } from '#server/platform/memoize.ts';

const ENCODINGS = ['br', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** Null when only plain bytes will do. */
export const encodingFor = (req: Request): Encoding | null =>
  ENCODINGS.find((name) => req.acceptsEncodings(name)) ?? null;

/** The highest quality would take twenty times as long for a few hundredths less. */
const QUALITY = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT };

const ENCODE: Record<Encoding, (bytes: Buffer) => Promise<Buffer>> = {
  br: (bytes) => promisify(brotliCompress)(bytes, { params: QUALITY }),
  gzip: promisify(gzip) as (bytes: Buffer) => Promise<Buffer>,
};

export type Encodable = (encoding: Encoding | null) => Promise<Buffer>;

/** Bytes that go out many times: encoded when somebody first takes them so, then kept with them. */
export function encodable(bytes: Buffer): Encodable {
  const encoded = memoize((encoding: Encoding) => ENCODE[encoding](bytes), { key: String });
  return async (encoding) => (encoding ? encoded(encoding) : bytes);
}
