/** Uploaded images, always re-encoded before they are stored, so that nothing but pixels remains. */
import type { Request, Response } from 'express';
import { busy, invalid, tooLarge, tooMany } from './errors.ts';
import { boundedBody } from './http/bounded-body.ts';

export const MAX_UPLOAD_BYTES = 5 * 1024 * 1024;
const MAX_PIXELS = 25_000_000;

/** Includes the form's boundaries and headers around the file. */
const MAX_FORM_BYTES = MAX_UPLOAD_BYTES + 16 * 1024;
const TOO_LARGE = 'The file is larger than 5 MB. Choose a smaller one.';
/** A single file and nothing else: the parser would keep each text field in memory, up to a megabyte. */
const LIMITS = { fileSize: MAX_UPLOAD_BYTES, files: 1, fields: 0, parts: 1, headerPairs: 20 };

/** Each upload holds a file and then its pixels in memory. */
const MAX_UPLOADS = 6;
const MAX_UPLOADS_PER_ACCOUNT = 2;
const RETRY_SECONDS = 5;
/** Accounts whose uploads this process is currently reading or storing. */
const uploading: string[] = [];

/** Reserves the memory of one upload, or refuses it unread. Returns a function that frees it. */
export function reserveUpload(account: string): () => void {
  if (uploading.filter((other) => other === account).length >= MAX_UPLOADS_PER_ACCOUNT) throw tooMany(RETRY_SECONDS);
  if (uploading.length >= MAX_UPLOADS)
    throw busy('Too many files are being uploaded right now. Try again in a minute.', RETRY_SECONDS);
  uploading.push(account);
  return () => void uploading.splice(uploading.indexOf(account), 1);
}

/** Reads the only file of a multipart form from the given field. */
export async function readUpload(req: Request, res: Response, field: string): Promise<Buffer> {
  if (Number(req.headers['content-length']) > MAX_FORM_BYTES) throw tooLarge(TOO_LARGE);
  const { default: multer } = await import('multer');
  const parse = multer({ storage: multer.memoryStorage(), limits: LIMITS }).single(field);
  await new Promise<void>((resolve, reject) =>
    boundedBody(MAX_FORM_BYTES, parse, TOO_LARGE)(req, res, (error?: unknown) => (error ? reject(error) : resolve())),
  );
  if (!req.file) throw invalid({ [field]: ["can't be blank"] });
  return req.file.buffer;
}

/** Size in pixels. Larger images shrink to fit `inside`, or are cropped to `cover` it. */
type Size = { width: number; height?: number; fit?: 'inside' | 'cover' };

/**
 * Converts a stored cover to a JPEG of exactly that size, because email programs show neither WebP nor SVG. Covers of
 * other proportions get bands of their main color.
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

/** Converts a JPEG, PNG, or WebP to a WebP of at most that size; 422 at `field` for anything else. */
export async function encodePicture(picture: Buffer, field: string, { fit = 'inside', ...size }: Size) {
  const { default: sharp } = await import('sharp');
  try {
    const image = sharp(picture, { limitInputPixels: MAX_PIXELS, failOn: 'error' });
    const { format } = await image.metadata();
    if (!format || !['jpeg', 'png', 'webp'].includes(format)) throw new Error('not a photo format');
    return await image
      .rotate()
      .resize({ ...size, fit, withoutEnlargement: true })
      .webp({ quality: 82 })
      .toBuffer();
  } catch {
    throw invalid({ [field]: ['must be a JPEG, PNG, or WebP picture'] });
  }
}
