/**
 * Quoted-printable encoding that cuts text at the slots for the reader's values. Lines are short, end in CRLF, and
 * never start with a dot.
 */

/**
 * An encoded part with the slots' names still in it: `at` has their offsets, `slots` their indexes. It starts and ends
 * at a line boundary.
 */
export type Cut = { bytes: Buffer; at: number[]; slots: number[] };

/** 76 with the = of a soft break, the maximum of quoted-printable. */
const MAX_LINE = 75;
const SOFT_BREAK = '=\r\n';
const WHOLE_LINE = /.{1,75}/g;
const STANDS_FOR_ITSELF = /^[\t\x20-\x3c\x3e-\x7e]+$/;

/** Length of the current line, and whether the next character may turn out to start one. */
type Line = { length: number; mayBegin: boolean };
const newLine = (): Line => ({ length: 0, mayBegin: true });
/**
 * An escaped dot. SMTP gives a leading dot a meaning, so it is always escaped there and no transport needs to check.
 */
const DOT = '=2E';

/** `names` contain no regular expression characters, and none is part of another. */
export function cutAtSlots(text: string, names: readonly string[]): Cut {
  const slot = new RegExp(names.join('|'), 'g');
  const found = text.match(slot) ?? [];
  const line = newLine();
  const at: number[] = [];
  let encoded = '';
  for (const [index, piece] of text.split(slot).entries()) {
    encoded += quotedPrintable(piece, line);
    const name = found[index];
    if (name === undefined) break;
    encoded += roomFor(name, line);
    at.push(encoded.length);
    encoded += name;
  }
  const bytes = Buffer.from(encoded + endOfPart(line), 'latin1');
  return { bytes, at, slots: found.map((name) => names.indexOf(name)) };
}

/** Keeps a slot on one line, because values of the same length overwrite it later. */
function roomFor(slot: string, line: Line) {
  const fits = line.length + slot.length <= MAX_LINE;
  line.length = slot.length + (fits ? line.length : 0);
  line.mayBegin = true;
  return fits ? '' : SOFT_BREAK;
}

const endOfPart = (line: Line) => (line.length ? SOFT_BREAK : '');

/** Values of any other length get lines of their own. */
export function encodedWords(words: string, slot: string): Buffer {
  const lines = STANDS_FOR_ITSELF.test(words) ? words.match(WHOLE_LINE)! : [];
  if (!lines.length || lines.some((line) => line.startsWith('.'))) return ownLines(quotedPrintable(words, newLine()));
  return words.length === slot.length ? Buffer.from(words, 'latin1') : ownLines(lines.join(SOFT_BREAK));
}

const ownLines = (encoded: string) => Buffer.from(SOFT_BREAK + encoded + SOFT_BREAK, 'latin1');

function quotedPrintable(text: string, line: Line): string {
  const tokens: string[] = [];
  const put = (char: string) => {
    const token = char === '.' && (line.mayBegin || line.length === MAX_LINE) ? DOT : char;
    if (line.length + token.length > MAX_LINE) {
      tokens.push(SOFT_BREAK);
      line.length = 0;
    }
    tokens.push(token);
    line.length += token.length;
    line.mayBegin = false;
  };
  // A space at the end of a line could be stripped in transit.
  for (const [char, isLast] of text.replace(/\r\n?/g, '\n').matchAll(/[ \t](?=(\n))|./gsu)) {
    if (char === '\n') {
      tokens.push('\r\n');
      Object.assign(line, newLine());
    } else put(STANDS_FOR_ITSELF.test(char) && !isLast ? char : codeOf(char));
  }
  return tokens.join('');
}

const codeOf = (char: string) =>
  [...Buffer.from(char)].map((byte) => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');
