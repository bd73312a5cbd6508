/**
 * An edition's mails as the bytes that go over the wire. Each part is encoded once, as quoted-printable, and cut where a
 * reader's own words come; a mail is joined pieces. Composing every mail anew costs about ten times as much (docs/decisions.md).
 */
import { randomBytes } from 'node:crypto';
import MimeNode from 'nodemailer/lib/mime-node';
import type { Rendered } from '#server/platform/mail.ts';

type Format = keyof Rendered;
/** pieces[0], the words of slot places[0], pieces[1], … pieces[n]; begins and ends at the beginning of a line. */
type Cut = { pieces: string[]; places: number[] };

export type MimeMail = {
  to: string;
  messageId: string;
  date: Date;
  headers: Record<string, string>;
  parts: readonly Rendered[];
  /** What stands in a slot's place. */
  wordsFor(slot: string, format: Format): string;
};

type Edition = { from: string; subject: string; slot: RegExp };

/** `slot` finds all slots: global, without groups. Answers how to write one mail; `parts` that stand in many are the same objects. */
export function mimeEdition({ from, subject, slot }: Edition): (mail: MimeMail) => Buffer {
  const boundary = `=_${randomBytes(18).toString('hex')}`;
  const fixed = fixedHeaders({ from, subject });
  const slots: string[] = [];
  const cuts = { html: new WeakMap<Rendered, Cut>(), text: new WeakMap<Rendered, Cut>() };
  const cutOf = (part: Rendered, format: Format) => {
    const known = cuts[format].get(part);
    if (known) return known;
    const cut = cutAtSlots(part[format], slot, slots);
    cuts[format].set(part, cut);
    return cut;
  };
  const body = ({ parts, wordsFor }: MimeMail, format: Format) => {
    const words: string[] = [];
    let text = '';
    for (const part of parts) {
      const { pieces, places } = cutOf(part, format);
      text += pieces[0];
      for (const [index, place] of places.entries()) {
        words[place] ??= encodedWords(wordsFor(slots[place]!, format), slots[place]!);
        text += words[place] + pieces[index + 1];
      }
    }
    return text;
  };
  const section = (mail: MimeMail, format: Format) =>
    `--${boundary}\r\nContent-Type: text/${format === 'html' ? 'html' : 'plain'}; charset=utf-8\r\n` +
    `Content-Transfer-Encoding: quoted-printable\r\n\r\n${body(mail, format)}\r\n`;

  return (mail) => {
    const own = { To: mail.to, 'Message-ID': mail.messageId, Date: dateOf(mail.date), ...mail.headers };
    const head = `${Object.entries(own).map(headerLine).join('')}${fixed}MIME-Version: 1.0\r\n`;
    const type = `Content-Type: multipart/alternative;\r\n boundary="${boundary}"\r\n\r\n`;
    return Buffer.from(`${head}${type}${section(mail, 'text')}${section(mail, 'html')}--${boundary}--\r\n`, 'latin1');
  };
}

/** From and Subject as nodemailer encodes them. */
function fixedHeaders({ from, subject }: { from: string; subject: string }) {
  const headers = new MimeNode('text/plain').setHeader({ from, subject }).buildHeaders();
  return headers
    .split(/\r\n(?![ \t])/)
    .filter((line) => /^(from|subject):/i.test(line))
    .map((line) => `${line}\r\n`)
    .join('');
}

/** Ours are ASCII; folded after a comma, which is enough for every line to stay short. */
const headerLine = ([name, value]: [string, string]) => `${name}: ${value.replaceAll(', ', ',\r\n ')}\r\n`;

/** 'Sat, 21 Nov 2026 10:14:38 +0000' */
const dateOf = (date: Date) => date.toUTCString().replace('GMT', '+0000');

/** With the = of a soft break, 76: as long as a line of quoted-printable may be. */
const MAX_LINE = 75;
const SOFT_BREAK = '=\r\n';
const WHOLE_LINE = /.{1,75}/g;
const STANDS_FOR_ITSELF = /^[\t\x20-\x3c\x3e-\x7e]+$/;

/** How full the line is that is being written. */
type Line = { length: number };

/** `slots` names all slots of the edition; new ones are added. */
function cutAtSlots(text: string, slot: RegExp, slots: string[]): Cut {
  const found = text.match(slot) ?? [];
  const line: Line = { length: 0 };
  const pieces = text.split(slot).map((piece, index) => {
    const encoded = quotedPrintable(piece, line);
    const next = found[index];
    return encoded + (next === undefined ? endOfPart(line) : roomFor(next, line));
  });
  for (const name of found) if (!slots.includes(name)) slots.push(name);
  return { pieces, places: found.map((name) => slots.indexOf(name)) };
}

/** Words of the slot's own length are put in later as they stand, so they must fit on this line. */
function roomFor(slot: string, line: Line) {
  const fits = line.length + slot.length <= MAX_LINE;
  line.length = slot.length + (fits ? line.length : 0);
  return fits ? '' : SOFT_BREAK;
}

const endOfPart = (line: Line) => (line.length ? SOFT_BREAK : '');

/** Any others get lines of their own. */
function encodedWords(words: string, slot: string) {
  const isPlain = STANDS_FOR_ITSELF.test(words);
  if (isPlain && words.length === slot.length) return words;
  const lines = isPlain ? words.match(WHOLE_LINE)!.join(SOFT_BREAK) : quotedPrintable(words, { length: 0 });
  return SOFT_BREAK + lines + SOFT_BREAK;
}

function quotedPrintable(text: string, line: Line): string {
  const tokens: string[] = [];
  const put = (token: string) => {
    if (line.length + token.length > MAX_LINE) {
      tokens.push(SOFT_BREAK);
      line.length = 0;
    }
    tokens.push(token);
    line.length += token.length;
  };
  // A space at the end of a line would be lost on the way.
  for (const [char, isLast] of text.replace(/\r\n?/g, '\n').matchAll(/[ \t](?=(\n))|./gsu)) {
    if (char === '\n') {
      tokens.push('\r\n');
      line.length = 0;
    } else put(STANDS_FOR_ITSELF.test(char) && !isLast ? char : codeOf(char));
  }
  // Joined, not added up: a string that was added up of characters is walked through anew in every mail.
  return tokens.join('');
}

const codeOf = (char: string) =>
  [...Buffer.from(char)].map((byte) => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');
