/**
 * Fonts for PDF files and pictures: Noto Sans for Latin, Greek, and Cyrillic, then one font for Chinese and Japanese,
 * and one for Korean. Only the glyphs that a file uses are embedded. See
 * docs/decisions/0091-embed-noto-fonts-in-invoices.md.
 */
import { fileURLToPath } from 'node:url';
import { isInPrintableScript } from '#shared/billing.ts';
import { memoizeSuccess } from './memoize.ts';

export type FontName = 'regular' | 'bold' | 'chinese' | 'korean';
export type Run = { font: FontName; text: string };

const fileOf = (pack: string, file: string) =>
  fileURLToPath(new URL(`../fonts/${file}`, import.meta.resolve(`@embedpdf/fonts-${pack}`)));

const fontFile = (font: FontName) =>
  ({
    regular: () => fileOf('latin', 'NotoSans-Regular.ttf'),
    bold: () => fileOf('latin', 'NotoSans-Bold.ttf'),
    chinese: () => fileOf('sc', 'NotoSansHans-Regular.otf'),
    korean: () => fileOf('kr', 'NotoSansKR-Regular.otf'),
  })[font]();

/** Fonts in order of preference. Bold has the same characters as regular. */
const FALLBACKS = ['regular', 'chinese', 'korean'] as const;
type Fallback = (typeof FALLBACKS)[number];

/** A font that pdfkit has read; it can be registered with any document. Widths and paths are in the font's units. */
export type OpenFont = {
  characterSet: number[];
  unitsPerEm: number;
  glyphForCodePoint(code: number): { advanceWidth: number; path: { toSVG(): string } };
};

/** Reads each font once per process, because that takes longer than laying out an invoice. */
const openFont = memoizeSuccess(
  async (font: FontName) => {
    const { default: PDFDocument } = await import('pdfkit');
    const paper = new PDFDocument({ autoFirstPage: false }).font(fontFile(font));
    // pdfkit's types leave out the opened font.
    return (paper as unknown as { _font: { font: OpenFont } })._font.font;
  },
  { key: String },
);

const coverageOf = memoizeSuccess(async (font: Fallback) => new Set((await openFont(font)).characterSet), {
  key: String,
});

/** Splits text into runs of one font each. An ellipsis replaces characters that aren't in any font. */
export type Typesetter = {
  runsOf(text: string, weight: 'regular' | 'bold'): Run[];
  /** True if the fonts have every character of the text. */
  canPrint(text: string): boolean;
  fonts: ReadonlyMap<FontName, OpenFont>;
};

/** Opens the Latin fonts, and others only for characters that those lack. `texts` must include everything to be printed. */
export async function typesetterFor(texts: readonly string[]): Promise<Typesetter> {
  const fontByCharacter = new Map<string, Fallback | null>();
  for (const character of new Set(charactersOf(texts.join(''))))
    fontByCharacter.set(character, await fontOf(character));
  const fonts = new Map<FontName, OpenFont>();
  for (const font of new Set<FontName | null>(['regular', 'bold', ...fontByCharacter.values()]))
    if (font) fonts.set(font, await openFont(font));
  return {
    fonts,
    runsOf: (text, weight) => runsOf(text, weight, fontByCharacter),
    canPrint: (text) => charactersOf(text).every((character) => fontByCharacter.get(character)),
  };
}

function runsOf(text: string, weight: 'regular' | 'bold', fontByCharacter: ReadonlyMap<string, Fallback | null>) {
  const runs: Run[] = [];
  for (const character of charactersOf(text)) {
    const font = fontByCharacter.get(character) ?? null;
    if (font) append(runs, { font: font === 'regular' ? weight : font, text: character });
    else if (!runs.at(-1)?.text.endsWith('…')) append(runs, { font: weight, text: '…' });
  }
  return runs;
}

function append(runs: Run[], { font, text }: Run) {
  const last = runs.at(-1);
  if (last?.font === font) last.text += text;
  else runs.push({ font, text });
}

/** The characters of a text that no font can print. */
export async function unprintableIn(text: string): Promise<string[]> {
  const missing: string[] = [];
  for (const character of new Set(charactersOf(text))) if (!(await fontOf(character))) missing.push(character);
  return missing;
}

const charactersOf = (text: string) => [...text.normalize('NFC')].filter((character) => character !== '\n');

async function fontOf(character: string): Promise<Fallback | null> {
  if (!isInPrintableScript(character)) return null;
  for (const font of FALLBACKS) if ((await coverageOf(font)).has(character.codePointAt(0)!)) return font;
  return null;
}
