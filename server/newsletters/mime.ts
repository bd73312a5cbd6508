/**
 * An edition's mails as the bytes that go over the wire. Each part is encoded once, as quoted-printable, and cut where a
 * reader's own words come; a mail is joined pieces. Composing every mail anew costs about ten times as much (docs/decisions.md).
 */
import { randomBytes } from 'node:crypto';
import MimeNode from 'nodemailer/lib/mime-node';
import { newPage, type RawOptions, type Rendered } from '#server/platform/mail.ts';
import { type Writer, writerOn } from './mime-writer.ts';
import { type Cut, cutAtSlots, encodedWords } from './quoted-printable.ts';

type Format = keyof Rendered;

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
export function mimeEdition({ from, subject, slot }: Edition): (mail: MimeMail, how?: RawOptions) => Buffer {
  const boundary = `=_${randomBytes(18).toString('hex')}`;
  const fixed = fixedHeaders({ from, subject });
  const slots: string[] = [];
  const cuts = { html: new Map<Rendered, Cut>(), text: new Map<Rendered, Cut>() };

  const cutOf = (part: Rendered, format: Format) => {
    const known = cuts[format].get(part);
    if (known) return known;
    const cut = cutAtSlots(part[format], slot, slots);
    cuts[format].set(part, cut);
    return cut;
  };
  const writeBody = (to: Writer, { parts, wordsFor }: MimeMail, format: Format) => {
    const words: Buffer[] = [];
    for (const part of parts) {
      const cut = cutOf(part, format);
      for (const slot of cut.slots) words[slot] ??= encodedWords(wordsFor(slots[slot]!, format), slots[slot]!);
      to.cut(cut, words, slots);
    }
  };
  const section = (format: Format) =>
    `--${boundary}\r\nContent-Type: text/${format === 'html' ? 'html' : 'plain'}; charset=utf-8\r\n` +
    'Content-Transfer-Encoding: quoted-printable\r\n\r\n';
  const beforeText = `${fixed}MIME-Version: 1.0\r\nContent-Type: multipart/alternative;\r\n boundary="${boundary}"\r\n\r\n${section('text')}`;
  const beforeHtml = `\r\n${section('html')}`;
  const end = `\r\n--${boundary}--\r\n`;

  return (mail, { ending = '', page = newPage() } = {}) => {
    const own = { To: mail.to, 'Message-ID': mail.messageId, Date: dateOf(mail.date), ...mail.headers };
    const to = writerOn(page);
    to.text(Object.entries(own).map(headerLine).join('') + beforeText);
    writeBody(to, mail, 'text');
    to.text(beforeHtml);
    writeBody(to, mail, 'html');
    to.text(end + ending);
    return to.written();
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
