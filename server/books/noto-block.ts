/** Text in scripts that the covers' outlines lack, as outlines of the Noto fonts. */
import { type OpenFont, type Typesetter, typesetterFor } from '#server/platform/noto-fonts.ts';
import { type Box, LINE_HEIGHT } from './demo-cover.ts';

type Style = { fill: string; weight: 'regular' | 'bold' };
/** `advance` is in em. */
type Glyph = { font: OpenFont; code: number; advance: number };

const MIN_FONT_SIZE = 28;

/** Lines also break between the characters of Chinese and Japanese, which have no spaces. */
const WORDS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}][\p{P}ー]*|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+|\s+/gu;

/** Returns '' if the fonts lack a character or the script needs shaping, such as Arabic. */
export async function notoBlock(text: string, box: Box, { fill, weight }: Style): Promise<string> {
  const typesetter = await typesetterFor([text, '…']);
  if (!typesetter.canPrint(text)) return '';
  const words = (text.normalize('NFC').match(WORDS) ?? []).map((word) => glyphsOf(word, weight, typesetter));
  const { size, lines } = fitWords(words, box, glyphsOf('…', weight, typesetter));
  return lines
    .map((line, index) => {
      const y = Math.round(box.top + size * (0.95 + index * LINE_HEIGHT));
      return `<g transform="translate(${box.x} ${y}) scale(${size} ${-size})" fill="${fill}">${pathsOf(line)}</g>`;
    })
    .join('');
}

function glyphsOf(text: string, weight: Style['weight'], { runsOf, fonts }: Typesetter): Glyph[] {
  return runsOf(text.replaceAll(/\s/g, ' '), weight).flatMap((run) => {
    const font = fonts.get(run.font)!;
    return [...run.text].map((character) => {
      const code = character.codePointAt(0)!;
      return { font, code, advance: font.glyphForCodePoint(code).advanceWidth / font.unitsPerEm };
    });
  });
}

/** Draws a path per glyph, in em. */
function pathsOf(line: readonly Glyph[]): string {
  let x = 0;
  return line
    .map(({ font, code, advance }) => {
      const path = `<path transform="translate(${x} 0) scale(${1 / font.unitsPerEm})" d="${font.glyphForCodePoint(code).path.toSVG()}"/>`;
      x += advance;
      return path;
    })
    .join('');
}

/**
 * Finds the largest size that fits the words into the box. Words that fit at no size are broken anywhere at the
 * smallest one, and cut off where the box ends.
 */
function fitWords(words: readonly Glyph[][], { width, height, max }: Box, ellipsis: Glyph[]) {
  for (let size = max; size >= MIN_FONT_SIZE; size -= 2) {
    const lines = breakLines(words, width / size);
    const fits = lines.every((line) => widthOf(line) * size <= width);
    if (fits && lines.length * size * LINE_HEIGHT <= height) return { size, lines };
  }
  const count = Math.floor(height / (MIN_FONT_SIZE * LINE_HEIGHT));
  const letters = words.flat().map((glyph) => [glyph]);
  const all = breakLines(letters, width / MIN_FONT_SIZE);
  if (all.length <= count) return { size: MIN_FONT_SIZE, lines: all };
  const lines = all.slice(0, count);
  return { size: MIN_FONT_SIZE, lines: [...lines.slice(0, -1), [...(lines.at(-1) ?? []).slice(0, -1), ...ellipsis]] };
}

function breakLines(words: readonly Glyph[][], width: number): Glyph[][] {
  const lines: Glyph[][] = [];
  for (const word of words) {
    const last = lines.at(-1);
    const isSpace = word[0]?.code === SPACE;
    if (last && widthOf([...last, ...word]) <= width) last.push(...word);
    else if (!isSpace) lines.push([...word]);
  }
  return lines;
}

const SPACE = 0x20;

const widthOf = (glyphs: readonly Glyph[]) => glyphs.reduce((sum, { advance }) => sum + advance, 0);
