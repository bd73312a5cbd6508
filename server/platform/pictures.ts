/** Uploaded pictures: always encoded anew, never stored as they came, so that nothing but pixels is left of them. */
import type { Request, Response } from 'express';
import { busy, invalid, tooLarge, tooMany } from './errors.ts';
import { boundedBody } from './http/bounded-body.ts';

export const MAX_UPLOAD_BYTES = 5 * 1024 * 1024;
const MAX_PIXELS = 25_000_000;

/** Boundaries and headers of the form around the file. */
const MAX_FORM_BYTES = MAX_UPLOAD_BYTES + 16 * 1024;
/** One file and nothing else: the parser would keep every text field in memory, a megabyte each. */
const TOO_LARGE = 'The file is larger than 5 MB.';
const LIMITS = { fileSize: MAX_UPLOAD_BYTES, files: 1, fields: 0, parts: 1, headerPairs: 20 };

/** Each holds a file and then its pixels in memory. */
const MAX_UPLOADS = 6;
const MAX_UPLOADS_OF_ACCOUNT = 2;
const RETRY_SECONDS = 5;
/** The accounts whose uploads this process is reading or storing. */
const uploading: string[] = [];

/** Reserves the memory of one upload, or refuses it unread. Returns the function that frees it. */
export function reserveUpload(account: string): () => void {
  if (uploading.filter((other) => other === account).length >= MAX_UPLOADS_OF_ACCOUNT) throw tooMany(RETRY_SECONDS);
  if (uploading.length >= MAX_UPLOADS) throw busy('Too many pictures are being uploaded.', RETRY_SECONDS);
  uploading.push(account);
  return () => void uploading.splice(uploading.indexOf(account), 1);
}

/** The one file of a multipart form, named like its field. */
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

/** Pixels. Larger pictures shrink to stay `inside` unless they are to be cut to cover all of it. */
type Size = { width: number; height?: number; fit?: 'inside' | 'cover' };

/** A JPEG, PNG or WebP as WebP of at most that size; 422 at `field` for anything else. */
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
    throw invalid({ [field]: ['must be a JPEG, PNG or WebP picture'] });
  }
}
