/**
 * Fonts for PDF files: Noto Sans for Latin, Greek, and Cyrillic, with one font for Chinese and Japanese and one for
 * Korean behind it. Only the letters that a file uses are embedded.
 */
import { fileURLToPath } from 'node:url';
import { isInPrintableScript } from '#shared/billing.ts';

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

/** In order of preference. Bold has the letters of regular. */
const FALLBACKS = ['regular', 'chinese', 'korean'] as const;
type Fallback = (typeof FALLBACKS)[number];

/** A font that pdfkit has read; it can be registered with any document. */
export type OpenFont = { characterSet: number[] };

/** Runs once per font and process: reading a font takes longer than setting an invoice. */
function oncePerFont<Font extends FontName, T>(make: (font: Font) => Promise<T>) {
  const made = new Map<Font, Promise<T>>();
  return (font: Font) => {
    const known = made.get(font) ?? make(font);
    made.set(font, known);
    return known;
  };
}

const open = oncePerFont(async (font: FontName) => {
  const { default: PDFDocument } = await import('pdfkit');
  const paper = new PDFDocument({ autoFirstPage: false }).font(fontFile(font));
  // pdfkit's types leave out the opened font.
  return (paper as unknown as { _font: { font: OpenFont } })._font.font;
});

const coverageOf = oncePerFont(async (font: Fallback) => new Set((await open(font)).characterSet));

/** Splits text into runs of one font each, with the fonts opened. What no font has becomes an ellipsis. */
export type Typesetter = {
  runsOf(text: string, weight: 'regular' | 'bold'): Run[];
  /** True if the fonts have every letter of the text. */
  canPrint(text: string): boolean;
  fonts: ReadonlyMap<FontName, OpenFont>;
};

/** `texts` are everything that will be set: fonts that none of them needs aren't opened. */
export async function typesetterFor(texts: readonly string[]): Promise<Typesetter> {
  const found = new Map<string, Fallback | null>();
  for (const character of new Set(charactersOf(texts.join('')))) found.set(character, await fontOf(character));
  const fonts = new Map<FontName, OpenFont>();
  for (const font of new Set<FontName | null>(['regular', 'bold', ...found.values()]))
    if (font) fonts.set(font, await open(font));
  return {
    fonts,
    runsOf: (text, weight) => runsOf(text, weight, found),
    canPrint: (text) => charactersOf(text).every((character) => found.get(character)),
  };
}

function runsOf(text: string, weight: 'regular' | 'bold', fontOf: ReadonlyMap<string, Fallback | null>) {
  const runs: Run[] = [];
  for (const character of charactersOf(text)) {
    const font = fontOf.get(character) ?? null;
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

/** The letters of a text that no font can print. */
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
