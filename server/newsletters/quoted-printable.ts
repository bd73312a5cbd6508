/** Quoted-printable, in which a text is cut where a reader's own words come. Its lines are short, end in CRLF and begin with no dot. */

/**
 * A part as bytes, with the slots' names still in them: `at` is where each begins, `slots` which it is. It begins and ends at the
 * beginning of a line.
 */
export type Cut = { bytes: Buffer; at: number[]; slots: number[] };

/** With the = of a soft break, 76: as long as a line of quoted-printable may be. */
const MAX_LINE = 75;
const SOFT_BREAK = '=\r\n';
const WHOLE_LINE = /.{1,75}/g;
const STANDS_FOR_ITSELF = /^[\t\x20-\x3c\x3e-\x7e]+$/;

/** How full the line is that is being written, and whether what comes next may turn out to begin one. */
type Line = { length: number; mayBegin: boolean };
const newLine = (): Line => ({ length: 0, mayBegin: true });
/** A dot at a line's beginning means something to SMTP; so it is never there, and nobody need look for it. */
const DOT = '=2E';

/** `names` have no letter that means something in a regular expression, and none is part of another. */
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

/** Words of the slot's own length are put in later as they stand, so they must fit on this line. */
function roomFor(slot: string, line: Line) {
  const fits = line.length + slot.length <= MAX_LINE;
  line.length = slot.length + (fits ? line.length : 0);
  line.mayBegin = true;
  return fits ? '' : SOFT_BREAK;
}

const endOfPart = (line: Line) => (line.length ? SOFT_BREAK : '');

/** Any others get lines of their own. */
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
  // A space at the end of a line would be lost on the way.
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
