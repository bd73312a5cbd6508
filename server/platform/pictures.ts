/** Uploaded pictures: always encoded anew, never stored as they came, so that nothing but pixels is left of them. */
import type { RequestHandler } from 'express';
import { invalid } from './errors.ts';

export const MAX_UPLOAD_BYTES = 5 * 1024 * 1024;
const MAX_PIXELS = 25_000_000;

/** Takes the one file of a multipart form, named like its field, into memory. */
export const pictureUpload =
  (field: string): RequestHandler =>
  async (req, res, next) => {
    const { default: multer } = await import('multer');
    const limits = { fileSize: MAX_UPLOAD_BYTES, files: 1 };
    multer({ storage: multer.memoryStorage(), limits }).single(field)(req, res, next);
  };

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
