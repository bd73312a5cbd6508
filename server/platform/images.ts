/**
 * File uploads, and uploaded images, which are always re-encoded before they are stored, so that nothing but pixels
 * remains.
 */
import type { Request, Response } from 'express';
import { badRequest, busy, invalid, tooLarge, tooMany } from './errors.ts';
import { boundedBody } from './http/bounded-body.ts';

export const MAX_UPLOAD_BYTES = 5 * 1024 * 1024;
const MAX_PIXELS = 25_000_000;
/** The largest width and height of a WebP image. */
const MAX_WEBP_SIDE = 16_383;

/** Includes the form's boundaries and headers around the file. */
const MAX_FORM_BYTES = MAX_UPLOAD_BYTES + 16 * 1024;
const TOO_LARGE = 'The file is larger than 5 MB. Choose a smaller one.';
/** A single file and nothing else: the parser would keep each text field in memory, up to a megabyte. */
const LIMITS = { fileSize: MAX_UPLOAD_BYTES, files: 1, fields: 0, parts: 1, headerPairs: 20 };

/** Concurrent uploads per process, because each keeps a file and its decoded pixels in memory. */
const MAX_CONCURRENT_UPLOADS = 6;
const MAX_CONCURRENT_UPLOADS_PER_ACCOUNT = 2;
const RETRY_SECONDS = 5;
/** Accounts whose uploads this process is currently reading or storing. */
const uploadingAccounts: string[] = [];

/** Reserves memory for one upload, or throws before the body is read. Returns a function that releases it. */
export function reserveUpload(account: string): () => void {
  if (uploadingAccounts.filter((other) => other === account).length >= MAX_CONCURRENT_UPLOADS_PER_ACCOUNT)
    throw tooMany(RETRY_SECONDS);
  if (uploadingAccounts.length >= MAX_CONCURRENT_UPLOADS)
    throw busy('Too many files are being uploaded right now.', RETRY_SECONDS);
  uploadingAccounts.push(account);
  return () => void uploadingAccounts.splice(uploadingAccounts.indexOf(account), 1);
}

/** Reads the only file of a multipart form from the given field. */
export async function readUpload(req: Request, res: Response, field: string): Promise<Buffer> {
  if (Number(req.headers['content-length']) > MAX_FORM_BYTES) throw tooLarge(TOO_LARGE);
  const { default: multer } = await import('multer');
  // If the client left during the checks, its body would never end.
  if (req.destroyed) throw badRequest('The upload was interrupted. Please try again.');
  const parse = multer({ storage: multer.memoryStorage(), limits: LIMITS }).single(field);
  await new Promise<void>((resolve, reject) =>
    boundedBody(MAX_FORM_BYTES, parse, TOO_LARGE)(req, res, (error?: unknown) => (error ? reject(error) : resolve())),
  );
  if (!req.file) throw invalid({ [field]: ["can't be blank"] });
  return req.file.buffer;
}

/**
 * Largest size in pixels. With `width`, a larger image is scaled down to fit inside, and a smaller one keeps its size.
 * With `side`, every image is cropped to a square, which is scaled down to that side if it is larger.
 */
type Size = { width: number; height?: number } | { side: number };

/**
 * Converts a stored cover to a JPEG of exactly the given size, because some email clients can't display WebP or SVG.
 * Covers with another aspect ratio are letterboxed in their dominant color.
 */
export async function encodeEmailCover(cover: Buffer, { width, height }: { width: number; height: number }) {
  const { default: sharp } = await import('sharp');
  const image = sharp(cover, { limitInputPixels: MAX_PIXELS });
  const { dominant } = await image.stats();
  return image
    .resize({ width, height, fit: 'contain', background: dominant })
    .flatten({ background: dominant })
    .jpeg({ quality: 82, mozjpeg: true })
    .toBuffer();
}

const squareOf = (side: number) => ({ width: side, height: side });

/**
 * Converts a JPEG, PNG, or WebP image to a WebP no larger than the given size. Throws a 422 on `field` for any other
 * format, a damaged file, and more than 25 million pixels.
 */
export async function encodeImage(original: Buffer, field: string, size: Size) {
  const { default: sharp } = await import('sharp');
  try {
    const image = sharp(original, { limitInputPixels: MAX_PIXELS, failOn: 'error' });
    const { format, width, height } = await image.metadata();
    if (!format || !['jpeg', 'png', 'webp'].includes(format)) throw new Error('unsupported image format');
    return await image
      .rotate()
      .resize(
        'side' in size
          ? { ...squareOf(Math.min(size.side, width, height)), fit: 'cover' }
          : { height: MAX_WEBP_SIDE, ...size, fit: 'inside', withoutEnlargement: true },
      )
      .webp({ quality: 82 })
      .toBuffer();
  } catch (error) {
    const isTooLarge = (error as Error).message.includes('exceeds pixel limit');
    throw invalid({
      [field]: [
        isTooLarge ? 'must have at most 25 megapixels, such as 4,000 × 6,000' : 'must be a JPEG, PNG, or WebP image',
      ],
    });
  }
}
