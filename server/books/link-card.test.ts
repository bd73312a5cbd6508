/** Titles on link preview images, in several scripts. */
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { drawCard } from './link-card.ts';

const DARK = 128;
const blobs = { get: async () => null } as never;

/** The shares of dark pixels in the title's box and in the card's right margin, which must stay empty. */
async function inkOf(title: string) {
  const picture = sharp(await drawCard({ blobs }, { title, note: '' }));
  const inkIn = async (area: { left: number; top: number; width: number; height: number }) => {
    const pixels = await picture.clone().extract(area).greyscale().raw().toBuffer();
    return pixels.filter((light) => light < DARK).length / pixels.length;
  };
  return {
    title: await inkIn({ left: 80, top: 90, width: 1040, height: 300 }),
    margin: await inkIn({ left: 1121, top: 90, width: 79, height: 400 }),
  };
}

it.each([
  'The Hound of the Baskervilles',
  'Преступление и наказание',
  'Οδύσσεια',
  '吾輩は猫である。名前はまだ無い。どこで生れたか頓と見当がつかぬ。',
  '한국어 제목의 책',
])('draws the title %s', async (title) => {
  const ink = await inkOf(title);
  expect(ink.title).toBeGreaterThan(0.01);
  expect(ink.margin).toBe(0);
});

it('draws the whole title if only some of its letters are in another script', async () => {
  const [whole, latin] = [await inkOf('The Long Title of Анна'), await inkOf('The Long Title of')];
  expect(whole.title).toBeGreaterThan(latin.title + 0.005);
});

it('cuts off a title that is too long', async () => {
  const ink = await inkOf('Очень длинное название '.repeat(40));
  expect(ink.title).toBeGreaterThan(0.05);
  expect(ink.margin).toBe(0);
});

it('leaves out a title whose script needs shaping', async () => {
  expect((await inkOf('ألف ليلة وليلة')).title).toBe(0);
});
