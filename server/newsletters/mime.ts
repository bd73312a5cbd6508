/**
 * A newsletter's emails as raw bytes. Each part is encoded once, as quoted-printable with placeholders for the
 * reader's values; an email is assembled from these parts. Hand-written, because composing each email with
 * nodemailer takes about twenty times as long as the target per reader in docs/performance.md.
 */
import { randomBytes } from 'node:crypto';
import MimeNode from 'nodemailer/lib/mime-node';
import { newMessageBuffer, type RawOptions, type Rendered } from '#server/platform/mail.ts';
import { memoize } from '#server/platform/memoize.ts';
import { createWriter, type EncodedValue, type Writer } from './mime-writer.ts';
import { type EncodedTemplate, encodeTemplate, encodeValue } from './quoted-printable.ts';

/** Shared by many emails; encoded when first used. */
export type Part = Rendered & { encoded: Record<keyof Rendered, EncodedTemplate> | null };

type MimeMail = {
  to: string;
  subject: string;
  messageId: string;
  date: Date;
  headers: Record<string, string>;
  parts: readonly Part[];
  /** Indexed by placeholder; only those that occur in the parts are needed. */
  values: readonly EncodedValue[];
};

type MimeTemplate = { from: string; placeholders: readonly string[] };

/** Maximum number of cached subject headers. */
const MAX_SUBJECTS = 1_000;

/** Returns a function that writes one email. */
export function createMimeWriter({ from, placeholders }: MimeTemplate): (mail: MimeMail, how?: RawOptions) => Buffer {
  const boundary = `=_${randomBytes(18).toString('hex')}`;
  const fromAndSubject = memoize((subject: string) => encodedHeaders({ from, subject }), {
    key: String,
    max: MAX_SUBJECTS,
  });
  const dateLine = dateLines();
  const encodeFormats = ({ html, text }: Rendered) => ({
    html: encodeTemplate(html, placeholders),
    text: encodeTemplate(text, placeholders),
  });
  const section = (format: keyof Rendered) =>
    `--${boundary}\r\nContent-Type: text/${format === 'html' ? 'html' : 'plain'}; charset=utf-8\r\n` +
    'Content-Transfer-Encoding: quoted-printable\r\n\r\n';
  const beforeText = `MIME-Version: 1.0\r\nContent-Type: multipart/alternative;\r\n boundary="${boundary}"\r\n\r\n${section('text')}`;
  const beforeHtml = `\r\n${section('html')}`;
  const end = `\r\n--${boundary}--\r\n`;

  const writeBody = (writer: Writer, { parts, values }: MimeMail, format: keyof Rendered) => {
    for (const part of parts) {
      part.encoded ??= encodeFormats(part);
      writer.template(part.encoded[format], values, placeholders, format);
    }
  };
  return (mail, { ending = '', buffer = newMessageBuffer() } = {}) => {
    const writer = createWriter(buffer);
    writer.text(
      `To: ${mail.to}\r\nMessage-ID: ${mail.messageId}\r\n${dateLine(mail.date)}${linesOf(mail.headers)}${fromAndSubject(mail.subject)}${beforeText}`,
    );
    writeBody(writer, mail, 'text');
    writer.text(beforeHtml);
    writeBody(writer, mail, 'html');
    writer.text(end + ending);
    return writer.written();
  };
}

/** For values of any length, or with characters that quoted-printable escapes. */
export const encodedValue = (placeholder: string, { html, text }: Rendered): EncodedValue => ({
  html: encodeValue(html, placeholder),
  text: encodeValue(text, placeholder),
});

/** A value that needs no encoding: only letters, digits, - and _, and exactly as long as its placeholder. */
export function unencodedValue(text: string): EncodedValue {
  const bytes = Buffer.from(text, 'latin1');
  return { html: bytes, text: bytes };
}

/** From and Subject headers, encoded by nodemailer. */
function encodedHeaders({ from, subject }: { from: string; subject: string }) {
  const headers = new MimeNode('text/plain').setHeader({ from, subject }).buildHeaders();
  return headers
    .split(/\r\n(?![ \t])/)
    .filter((line) => /^(from|subject):/i.test(line))
    .map((line) => `${line}\r\n`)
    .join('');
}

/** ASCII headers, folded after commas, which keeps every line short enough. */
function linesOf(headers: Record<string, string>) {
  let lines = '';
  for (const name in headers) lines += `${name}: ${headers[name]!.replaceAll(', ', ',\r\n ')}\r\n`;
  return lines;
}

/** Memoized per second: 'Date: Sat, 21 Nov 2026 10:14:38 +0000' */
const dateLines = () =>
  memoize((date: Date) => `Date: ${date.toUTCString().replace('GMT', '+0000')}\r\n`, { key: secondOf, max: 1 });
const secondOf = (date: Date) => Math.floor(date.getTime() / 1000);
