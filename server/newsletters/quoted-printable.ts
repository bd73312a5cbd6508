/**
 * Quoted-printable encoding of text with placeholders for the reader's values. Lines are short, end in CRLF, and never
 * start with a dot.
 */

/**
 * Encoded part that still contains the placeholders' names. `offsets` has their positions, `placeholders` their indexes
 * in the list of names. The part starts and ends at a line boundary.
 */
export type EncodedTemplate = { bytes: Buffer; offsets: number[]; placeholders: number[] };

/** Quoted-printable allows 76 characters per line, including the = of a soft break. */
const MAX_LINE = 75;
const SOFT_BREAK = '=\r\n';
const LINE_CHUNKS = /.{1,75}/g;
const LITERAL = /^[\t\x20-\x3c\x3e-\x7e]+$/;

/**
 * The current line. `canStartLine` is true at the start, after a line break of the text, and after a placeholder, whose
 * value may end with a line break.
 */
type Line = { length: number; canStartLine: boolean };
const newLine = (): Line => ({ length: 0, canStartLine: true });
/**
 * Escaped dot. A leading dot is special in SMTP, so it is always escaped and transports don't need dot-stuffing.
 */
const DOT = '=2E';

/** Encodes text. No name may be a substring of another or contain regular expression metacharacters. */
export function encodeTemplate(text: string, names: readonly string[]): EncodedTemplate {
  const placeholder = new RegExp(names.join('|'), 'g');
  const matches = text.match(placeholder) ?? [];
  const line = newLine();
  const offsets: number[] = [];
  let encoded = '';
  for (const [index, piece] of text.split(placeholder).entries()) {
    encoded += quotedPrintable(piece, line);
    const name = matches[index];
    if (name === undefined) break;
    encoded += softBreakBefore(name, line);
    offsets.push(encoded.length);
    encoded += name;
  }
  const bytes = Buffer.from(encoded + endOfPart(line), 'latin1');
  return { bytes, offsets, placeholders: matches.map((name) => names.indexOf(name)) };
}

/** Keeps a placeholder on one line, because values of the same length overwrite it later. */
function softBreakBefore(placeholder: string, line: Line) {
  const fits = line.length + placeholder.length <= MAX_LINE;
  line.length = placeholder.length + (fits ? line.length : 0);
  line.canStartLine = true;
  return fits ? '' : SOFT_BREAK;
}

const endOfPart = (line: Line) => (line.length ? SOFT_BREAK : '');

/**
 * Encodes a value for its placeholder: in place if it is literal, has the same length, and doesn't start with a dot;
 * otherwise on its own lines.
 */
export function encodeValue(text: string, placeholder: string): Buffer {
  const lines = LITERAL.test(text) ? text.match(LINE_CHUNKS)! : [];
  if (!lines.length || lines.some((line) => line.startsWith('.'))) return ownLines(quotedPrintable(text, newLine()));
  return text.length === placeholder.length ? Buffer.from(text, 'latin1') : ownLines(lines.join(SOFT_BREAK));
}

const ownLines = (encoded: string) => Buffer.from(SOFT_BREAK + encoded + SOFT_BREAK, 'latin1');

function quotedPrintable(text: string, line: Line): string {
  const tokens: string[] = [];
  const put = (char: string) => {
    const token = char === '.' && (line.canStartLine || line.length === MAX_LINE) ? DOT : char;
    if (line.length + token.length > MAX_LINE) {
      tokens.push(SOFT_BREAK);
      line.length = 0;
    }
    tokens.push(token);
    line.length += token.length;
    line.canStartLine = false;
  };
  // A space at the end of a line could be stripped in transit.
  for (const [char, isBeforeNewline] of text.replace(/\r\n?/g, '\n').matchAll(/[ \t](?=(\n))|./gsu)) {
    if (char === '\n') {
      tokens.push('\r\n');
      Object.assign(line, newLine());
    } else put(LITERAL.test(char) && !isBeforeNewline ? char : escapeBytes(char));
  }
  return tokens.join('');
}

const escapeBytes = (char: string) =>
  [...Buffer.from(char)].map((byte) => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');
