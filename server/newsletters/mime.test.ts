/** Raw emails, read back with a third-party parser. */
import fc from 'fast-check';
import { simpleParser } from 'mailparser';
import { describe, expect, it } from 'vitest';
import type { Rendered } from '#server/platform/mail.ts';
import { createMimeWriter, encodedValue, unencodedValue } from './mime.ts';

const PLACEHOLDER = /~~(?:key|because)~+/g;
const KEY = `~~key${'~'.repeat(27)}`;
const BECAUSE = '~~because~~';
const newWriter = () => createMimeWriter({ from: 'Deckle <newsletter@deckle.test>', placeholders: [KEY, BECAUSE] });
const mail = {
  to: 'reader@example.test',
  subject: 'Plain',
  messageId: '<0123@deckle.test>',
  date: new Date('2026-12-02T18:00:05Z'),
  headers: {
    'List-Unsubscribe': '<https://deckle.test/u/1>, <mailto:help@deckle.test>',
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  },
};
const values: Record<string, string> = { [KEY]: 'Zr8kQ2vXw1mT5yLh9cJb3nGd-_AaBbCc', [BECAUSE]: 'because of “Crime”' };
const encodedValues = (words: Record<string, string>) => [
  unencodedValue(words[KEY]!),
  encodedValue(BECAUSE, { html: words[BECAUSE]!, text: words[BECAUSE]! }),
];
const rawEmail = (parts: readonly Rendered[], { subject = 'Plain', words = values } = {}) =>
  newWriter()({
    ...mail,
    subject,
    parts: parts.map((part) => ({ ...part, encoded: null })),
    values: encodedValues(words),
  }).toString('latin1');
const parseEmail = (raw: string) =>
  simpleParser(raw, { skipTextToHtml: true, skipImageLinks: true, skipHtmlToText: true });
const fillPlaceholders = (text: string, words = values) =>
  text.replace(PLACEHOLDER, (placeholder) => words[placeholder]!);

/** The pool sends raw messages unchecked: a line that starts with a dot would end the email or lose the dot. */
function expectReadyForTheWire(raw: string) {
  expect(raw).toMatch(/^[\t\r\n\x20-\x7e]*\r\n$/);
  expect(raw.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  for (const line of raw.split('\r\n')) expect(line).toMatch(/^(?!\.).{0,76}$/);
}

describe('the raw bytes of an email', () => {
  const part = {
    html: `<p title="Zoë’s a=b">${'long '.repeat(60)}<a href="https://deckle.test/${KEY}a1f">Amazon</a> ${BECAUSE}</p>`,
    text: `Zoë = 1\n-- \n.\n..two\n\tTab \nhttps://deckle.test/${KEY}a1f and https://deckle.test/${KEY}k1f\n${BECAUSE}`,
  };

  it("contain the rendered HTML and text, with the reader's values in place of the placeholders", async () => {
    const { html, text } = await parseEmail(rawEmail([part, part]));
    expect(html).toBe(fillPlaceholders(part.html).repeat(2));
    expect(text).toBe(fillPlaceholders(part.text).repeat(2));
    expect(html).toContain('/Zr8kQ2vXw1mT5yLh9cJb3nGd-_AaBbCca1f"');
  });

  it('have the headers of the newsletter and of the reader', async () => {
    const { headers, headerLines, subject, from, to, date, messageId } = await parseEmail(
      rawEmail([part], {
        subject: 'Today: “Emma” free, and 39 more – the longest subject that anybody has ever written here',
      }),
    );
    expect(subject).toBe('Today: “Emma” free, and 39 more – the longest subject that anybody has ever written here');
    expect([from!.text, messageId, date]).toEqual([
      '"Deckle" <newsletter@deckle.test>',
      '<0123@deckle.test>',
      mail.date,
    ]);
    expect(to).toMatchObject({ text: 'reader@example.test' });
    expect(headers.get('content-type')).toMatchObject({ value: 'multipart/alternative' });
    const line = headerLines.find(({ key }) => key === 'list-unsubscribe')!.line;
    expect(line.replace(/\r\n/g, '')).toBe('List-Unsubscribe: <https://deckle.test/u/1>, <mailto:help@deckle.test>');
  });

  it('differ by reader for the same newsletter', async () => {
    const write = newWriter();
    const shared = { ...part, encoded: null };
    const mailOf = (key: string, date: Date) => {
      const words = { ...values, [KEY]: key.repeat(32) };
      return { ...mail, date, parts: [shared], values: encodedValues(words) };
    };
    const timeAt = (seconds: number) => new Date(Date.UTC(2026, 11, 2, 18, 0, seconds));
    const [a, b] = [write(mailOf('a', timeAt(5))), write(mailOf('b', timeAt(6)))].map((raw) => raw.toString('latin1'));
    const [first, second] = [await parseEmail(a!), await parseEmail(b!)];
    expect([first.date, second.date]).toEqual([timeAt(5), timeAt(6)]);
    expect(first.text).toContain('a'.repeat(32));
    expect(second.text).toContain('b'.repeat(32));
    expect(second.text).not.toContain('a'.repeat(32));
  });

  it('are ASCII in short lines that end in CRLF', () => {
    const raw = rawEmail([part, part]);
    expectReadyForTheWire(raw);
    for (const line of raw.split('\r\n\r\n').slice(1).join('\r\n').split('\r\n')) expect(line).not.toMatch(/[ \t]$/);
  });

  it('are correct for arbitrary user text', async () => {
    const plainText = fc.string({ unit: 'grapheme', maxLength: 120 }).filter((text) => !/[~\r]/.test(text));
    const spaces = fc.constantFrom(' ', '\n', ' \n', '\t\n', '=', 'é', `${KEY}a1f`, `${BECAUSE}<`);
    const dots = fc.constantFrom(
      '.',
      '.\n',
      '\n.',
      '\n.\n',
      `${KEY}.`,
      `${BECAUSE}.`,
      '.'.repeat(76),
      `${'x'.repeat(75)}.`,
    );
    const texts = fc.array(fc.oneof(plainText, spaces, dots), { maxLength: 30 }).map((pieces) => pieces.join(''));
    const textOrDots = fc.oneof(
      plainText,
      dots.filter((text) => !/[~\n]/.test(text)),
    );
    const bodies = fc
      .record({ html: texts, text: texts })
      .map(({ html, text }) => ({ html: `<p>${html}</p>`, text: `${text}|` }));
    await fc.assert(
      fc.asyncProperty(fc.array(bodies, { minLength: 1, maxLength: 4 }), textOrDots, async (parts, because) => {
        const newValues = { ...values, [BECAUSE]: because };
        const raw = rawEmail(parts, { words: newValues });
        const { html, text } = await parseEmail(raw);
        expect(html).toBe(fillPlaceholders(parts.map((one) => one.html).join(''), newValues));
        expect(text).toBe(fillPlaceholders(parts.map((one) => one.text).join(''), newValues));
        expectReadyForTheWire(raw);
      }),
      { numRuns: 150, seed: 20261202 },
    );
  });
});
