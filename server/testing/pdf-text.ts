/** Reads the fonts' names in PDFs that pdfkit generated, and the text, by the fonts' ToUnicode tables. */
import { inflateSync } from 'node:zlib';

type Objects = ReadonlyMap<string, string>;

/** Returns the text in drawing order, with one line per separately positioned piece. */
export function pdfText(file: Buffer): string {
  const objects = objectsOf(file);
  const fonts = fontsOf(objects);
  const pages = [...objects.values()].filter((object) => object.includes('/Type /Page\n'));
  return pages
    .map((page) => drawnText(streamOf(objects.get(/\/Contents (\d+) 0 R/.exec(page)![1]!)!), fonts))
    .join('\n');
}

export const pdfFonts = (file: Buffer) => [
  ...new Set([...file.toString('latin1').matchAll(/\/BaseFont \/([A-Z]{6}\+)?([\w-]+)/g)].map(([, , name]) => name!)),
];

function drawnText(content: string, fonts: ReadonlyMap<string, ReadonlyMap<string, string>>) {
  const lines: string[] = [];
  let letters: ReadonlyMap<string, string> = new Map();
  for (const [, font, parts] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[(.*?)\] TJ/g)) {
    if (font) letters = fonts.get(font)!;
    else {
      const glyphs = [...parts!.matchAll(/<([0-9a-f]+)>/g)].flatMap(([, hex]) => hex!.match(/.{4}/g)!);
      lines.push(glyphs.map((glyph) => letters.get(glyph) ?? '\uFFFD').join(''));
    }
  }
  return lines.join('\n');
}

function objectsOf(file: Buffer): Objects {
  const text = file.toString('latin1');
  return new Map([...text.matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g)].map(([, id, body]) => [id!, body!]));
}

/** Decompresses a stream. Compressed bytes may end with \r, so only pdfkit's own \n counts as a line end. */
const streamOf = (object: string) =>
  inflateSync(Buffer.from(/stream\n([\s\S]*)\nendstream/.exec(object)![1]!, 'latin1')).toString('latin1');

/** Maps each font's glyphs to letters. */
function fontsOf(objects: Objects) {
  const fonts = new Map<string, ReadonlyMap<string, string>>();
  for (const object of objects.values()) {
    const list = /\/Font <<([\s\S]*?)>>/.exec(object)?.[1] ?? '';
    for (const [, name, id] of list.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const table = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id!)!);
      if (!table) throw new Error(`Font ${name} has no ToUnicode table, so its text can't be copied.`);
      fonts.set(name!, lettersOf(streamOf(objects.get(table[1]!)!)));
    }
  }
  return fonts;
}

function lettersOf(table: string) {
  const letters = new Map<string, string>();
  for (const [, first, list] of table.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/g)) {
    [...list!.matchAll(/<([0-9a-f ]*)>/g)].forEach(([, hex], index) => {
      const glyph = (Number.parseInt(first!, 16) + index).toString(16).padStart(4, '0');
      const units = hex!.replaceAll(' ', '').match(/.{4}/g) ?? [];
      letters.set(glyph, String.fromCharCode(...units.map((unit) => Number.parseInt(unit, 16))));
    });
  }
  return letters;
}
