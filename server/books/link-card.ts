/** Preview images that social networks show with a link, and that partners share. */
import type { Deps } from '#server/platform/deps.ts';
import { formatDealPrice } from '#shared/money.ts';
import { type Box, bold, canDraw, canDrawAll, sans, textBlock } from './demo-cover.ts';
import { notoBlock } from './noto-block.ts';

export const CARD = { width: 1200, height: 630 };
const COVER = { width: 360, height: 540 };
const MARGIN = 80;

/** `cover` is the path of the cover on this site. A `price` is drawn large. */
export type CardFacts = { title: string; note: string; cover?: string; price?: string };

export const formatCardPrice = (cents: number) => (cents === 0 ? 'Free' : formatDealPrice(cents));

export async function drawCard(
  { blobs }: Pick<Deps, 'blobs'>,
  { title, note, cover, price }: CardFacts,
): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  const coverFile = cover?.startsWith('/media/') ? await blobs.get(cover.slice('/media/'.length)) : null;
  const left = coverFile ? MARGIN + COVER.width + 60 : MARGIN;
  const column = { x: left, width: CARD.width - left - MARGIN };
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${CARD.width}" height="${CARD.height}">`,
    `<rect width="${CARD.width}" height="${CARD.height}" fill="#f7f2e7"/><rect width="${CARD.width}" height="18" fill="#0b5d46"/>`,
    await drawText(title, { ...column, top: 90, height: price ? 190 : 300, max: 84 }, bold('#231e17', 'start')),
    price ? textBlock(price, { ...column, top: 300, height: 90, max: 76 }, bold('#0b5d46', 'start')) : '',
    await drawText(note, { ...column, top: 410, height: 90, max: 36 }, sans('#5c5345')),
    textBlock('Deckle', { ...column, top: 520, height: 70, max: 48 }, bold('#0b5d46', 'start')),
    '</svg>',
  ].join('');
  const picture = sharp(Buffer.from(svg));
  if (!coverFile) return picture.png().toBuffer();
  const coverImage = await sharp(coverFile)
    .resize({ ...COVER, fit: 'contain', background: '#f7f2e7' })
    .png()
    .toBuffer();
  return picture
    .composite([{ input: coverImage, left: MARGIN, top: (CARD.height - COVER.height) / 2 + 9 }])
    .png()
    .toBuffer();
}

/**
 * Draws text in the covers' fonts or Noto, whichever has every letter; otherwise in the covers' fonts, without the
 * letters that they lack. Returns '' if many are missing; the link shows the title, too.
 */
async function drawText(text: string, box: Box, style: ReturnType<typeof bold>): Promise<string> {
  if (canDrawAll(text)) return textBlock(text, box, style);
  const weight = style.face === 'serifBold' ? 'bold' : 'regular';
  const inNoto = await notoBlock(text, box, { fill: style.fill, weight });
  return inNoto || (canDraw(text) ? textBlock(text, box, style) : '');
}
