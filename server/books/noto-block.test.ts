import { expect, it } from 'vitest';
import { notoBlock } from './noto-block.ts';

/** Outlines of the letters that are drawn, in order. */
async function lettersOf(text: string) {
  const svg = await notoBlock(
    text,
    { x: 0, top: 0, width: 300, height: 80, max: 40 },
    { fill: '#000', weight: 'bold' },
  );
  return [...svg.matchAll(/ d="([^"]*)"/g)].map(([, outline]) => outline);
}

it('breaks a word that is too long for a line, and cuts it off only where the box ends', async () => {
  const whole = await lettersOf('Ж'.repeat(14));
  expect(whole).toEqual(Array(14).fill(whole[0]));
  const cut = await lettersOf('Ж'.repeat(40));
  expect(cut.length).toBeLessThan(40);
  expect(cut.slice(0, -1)).toEqual(Array(cut.length - 1).fill(whole[0]));
  expect(cut.at(-1)).not.toBe(whole[0]);
});
