/**
 * A newsletter's emails as the bytes that go over the wire. Each part is encoded once, as quoted-printable, and cut where a reader's
 * own words come; an email is joined pieces. It stays hand-written because composing each email by nodemailer takes several times as
 * long as the goal for a reader's newsletter in docs/performance.md allows.
 */
import { randomBytes } from 'node:crypto';
import MimeNode from 'nodemailer/lib/mime-node';
import { newPage, type RawOptions, type Rendered } from '#server/platform/mail.ts';
import { memoize } from '#server/platform/memoize.ts';
import { type Words, type Writer, writerOn } from './mime-writer.ts';
import { type Cut, cutAtSlots, encodedWords } from './quoted-printable.ts';

/** What stands in many mails; encoded when the first one is written. */
export type Part = Rendered & { cuts: Record<keyof Rendered, Cut> | null };

type MimeMail = {
  to: string;
  messageId: string;
  date: Date;
  headers: Record<string, string>;
  parts: readonly Part[];
  /** By the place of their slot among the edition's; needed of those only that are in the parts. */
  words: readonly Words[];
};

type Edition = { from: string; subject: string; slots: readonly string[] };

/** Answers how to write one mail. */
export function mimeEdition({ from, subject, slots }: Edition): (mail: MimeMail, how?: RawOptions) => Buffer {
  const boundary = `=_${randomBytes(18).toString('hex')}`;
  const fixed = fixedHeaders({ from, subject });
  const dateLine = dateLines();
  const cutsOf = ({ html, text }: Rendered) => ({ html: cutAtSlots(html, slots), text: cutAtSlots(text, slots) });
  const section = (format: keyof Rendered) =>
    `--${boundary}\r\nContent-Type: text/${format === 'html' ? 'html' : 'plain'}; charset=utf-8\r\n` +
    'Content-Transfer-Encoding: quoted-printable\r\n\r\n';
  const beforeText = `${fixed}MIME-Version: 1.0\r\nContent-Type: multipart/alternative;\r\n boundary="${boundary}"\r\n\r\n${section('text')}`;
  const beforeHtml = `\r\n${section('html')}`;
  const end = `\r\n--${boundary}--\r\n`;

  const writeBody = (to: Writer, { parts, words }: MimeMail, format: keyof Rendered) => {
    for (const part of parts) {
      part.cuts ??= cutsOf(part);
      to.cut(part.cuts[format], words, slots, format);
    }
  };
  return (mail, { ending = '', page = newPage() } = {}) => {
    const to = writerOn(page);
    to.text(
      `To: ${mail.to}\r\nMessage-ID: ${mail.messageId}\r\n${dateLine(mail.date)}${linesOf(mail.headers)}${beforeText}`,
    );
    writeBody(to, mail, 'text');
    to.text(beforeHtml);
    writeBody(to, mail, 'html');
    to.text(end + ending);
    return to.written();
  };
}

/** Of words with a length of their own, or with letters that quoted-printable spells out. */
export const wordsFor = (slot: string, { html, text }: Rendered): Words => ({
  html: encodedWords(html, slot),
  text: encodedWords(text, slot),
});

/** Of letters, digits, - and _, as many as the slot has: they are the same in all forms. */
export function plainWords(words: string): Words {
  const bytes = Buffer.from(words, 'latin1');
  return { html: bytes, text: bytes };
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
function linesOf(headers: Record<string, string>) {
  let lines = '';
  for (const name in headers) lines += `${name}: ${headers[name]!.replaceAll(', ', ',\r\n ')}\r\n`;
  return lines;
}

/** Mails of the same second have the same date: 'Date: Sat, 21 Nov 2026 10:14:38 +0000' */
const dateLines = () =>
  memoize((date: Date) => `Date: ${date.toUTCString().replace('GMT', '+0000')}\r\n`, { key: secondOf, max: 1 });
const secondOf = (date: Date) => Math.floor(date.getTime() / 1000);
