/** An invoice as a one-page PDF with embedded fonts. */

import { type FontName, type Run, type Typesetter, typesetterFor } from '#server/platform/noto-fonts.ts';
import type { Operator } from '#server/platform/operator.ts';
import type { InvoiceLine } from '#shared/billing.ts';
import { toIsoDate } from '#shared/dates.ts';
import { formatDate } from '#shared/long-dates.ts';
import { formatCents } from '#shared/money.ts';
import { invoiceNumber, titleOfBook } from './presenter.ts';
import type { InvoiceDetails } from './queries.ts';

/** Points from the top left corner of a letter page. */
const PAGE = { width: 612, height: 792, left: 60, right: 552, bottom: 726 };
const COLUMN = { quantity: 350, unit: 415, amount: 480 };
const AMOUNT_WIDTH = PAGE.right - COLUMN.amount;
const TEXT_WIDTH = COLUMN.quantity - PAGE.left - 16;
const COLOR = { ink: '#1f2733', muted: '#5d6876', line: '#d5dae1', accent: '#1f4e79', band: '#f2f5f8' };

type Issuer = {
  operator: Operator;
  app_url: string;
};
type InvoiceDocument = { pdf: PDFKit.PDFDocument } & Pick<Typesetter, 'runsOf' | 'canPrint'>;

/** Returns a stream, which the caller pipes. */
export async function invoicePdf(invoice: InvoiceDetails, issuer: Issuer): Promise<PDFKit.PDFDocument> {
  const { default: PDFDocument } = await import('pdfkit');
  const pdf = new PDFDocument({ size: 'LETTER', margin: 0, info: infoOf(invoice), lang: 'en' });
  const { fonts, ...typesetter } = await typesetterFor([JSON.stringify([invoice, issuer]), TEMPLATE_CHARACTERS]);
  // pdfkit also accepts opened fonts, which its types leave out.
  for (const [name, font] of fonts) pdf.registerFont(name, font as never);
  const document = { pdf, ...typesetter };
  writeLetterhead(document, issuer);
  writeHeading(document, invoice);
  const top = writeParties(document, invoice) + 54;
  const end = writeSums(document, invoice, writeTable(document, invoice.lines as InvoiceLine[], top));
  writeNotes(document, invoice, end + 26);
  writeFooter(document, issuer);
  pdf.end();
  return pdf;
}

/** Printable ASCII and the punctuation of our own texts. */
const TEMPLATE_CHARACTERS = `${Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join('')}·…“”’`;

const titleOf = ({ invoice_type }: InvoiceDetails) => (invoice_type === 'refund' ? 'Refund' : 'Invoice');

const infoOf = (invoice: InvoiceDetails) => ({
  Title: `Deckle ${titleOf(invoice).toLowerCase()} ${invoiceNumber(invoice.number)}`,
  Author: 'Deckle',
  CreationDate: invoice.created_at,
});

function writeLetterhead(document: InvoiceDocument, { operator }: Issuer) {
  document.pdf.rect(0, 0, PAGE.width, 10).fill(COLOR.accent);
  write(document, 'Deckle', { x: PAGE.left, y: 40, size: 24, bold: true, color: COLOR.accent });
  const lines = [
    operator.name,
    operator.address,
    operator.country,
    operator.tax_number && `Tax ID ${operator.tax_number}`,
  ].filter(Boolean);
  write(document, lines.join('\n'), { x: 300, y: 44, size: 9, color: COLOR.muted, width: 252, align: 'right' });
}

function writeHeading(document: InvoiceDocument, invoice: InvoiceDetails) {
  const words = `${titleOf(invoice)} ${invoiceNumber(invoice.number)}`;
  write(document, words, { x: PAGE.left, y: 104, size: 26, bold: true });
  const status = STATUS[invoice.invoice_type === 'refund' && invoice.status === 'paid' ? 'refunded' : invoice.status];
  write(document, status, { x: 352, y: 118, size: 13, bold: true, color: COLOR.accent, width: 200, align: 'right' });
}

const STATUS: Record<InvoiceDetails['status'], string> = {
  open: 'Amount due',
  failed: 'Amount due',
  paid: 'Paid',
  void: 'Void',
  refunded: 'Refunded',
};

/** Writes the billed partner and the facts in two columns. Returns the y position where the taller one ends. */
function writeParties(document: InvoiceDocument, { partner, date, promotion, refund }: InvoiceDetails): number {
  const name = partner.billing_name ?? partner.name;
  const billedTo = [
    // A name that isn't completely printable is left out, and the billing page asks for one in Latin letters.
    document.canPrint(name) && cut(name, 120),
    cut(partner.uid, 70),
    partner.tax_number && `Tax ID ${partner.tax_number}`,
  ].filter(Boolean);
  const facts: [label: string, value: string | null | undefined][] = [
    ['Date', formatDate(toIsoDate(date))],
    ['Book', promotion && cut(titleOfBook(promotion), 160)],
    ['Refund of', refund && `Invoice ${invoiceNumber(refund.invoice.number)}`],
  ];
  const width = (PAGE.right - PAGE.left) / 2 - 18;
  const column = (x: number, rows: [string, string][]) =>
    rows.reduce((y, [label, value]) => {
      write(document, label, { x, y, size: 9, color: COLOR.muted });
      return write(document, value, { x, y: y + 14, size: 11, width }) + 10;
    }, 164);
  const right = facts.flatMap(([label, value]): [string, string][] => (value ? [[label, value]] : []));
  return Math.max(column(PAGE.left, [['Billed to', billedTo.join('\n')]]), column(PAGE.left + width + 36, right));
}

/** Writes the table of lines. Returns the y position where it ends. */
function writeTable(document: InvoiceDocument, lines: readonly InvoiceLine[], top: number): number {
  document.pdf.rect(PAGE.left, top - 36, PAGE.right - PAGE.left, 24).fill(COLOR.band);
  const head = { y: top - 30, size: 9, color: COLOR.muted };
  write(document, 'Description', { ...head, x: PAGE.left + 8 });
  write(document, 'Quantity', { ...head, x: COLUMN.quantity, width: 52, align: 'right' });
  write(document, 'Unit price', { ...head, x: COLUMN.unit, width: 52, align: 'right' });
  write(document, 'Amount', { ...head, x: COLUMN.amount - 8, width: AMOUNT_WIDTH, align: 'right' });
  return lines.reduce((y, line) => writeRow(document, line, y), top);
}

function writeRow(
  document: InvoiceDocument,
  { description, quantity, unit_cents, amount_cents }: InvoiceLine,
  y: number,
): number {
  const cell = { y, size: 10.5 };
  const end = write(document, cut(description, 220), { ...cell, x: PAGE.left + 8, width: TEXT_WIDTH });
  if (quantity !== 1) {
    write(document, quantity.toLocaleString('en-US'), { ...cell, x: COLUMN.quantity, width: 52, align: 'right' });
    write(document, formatCents(unit_cents), { ...cell, x: COLUMN.unit, width: 52, align: 'right' });
  }
  write(document, formatCents(amount_cents), { ...cell, x: COLUMN.amount - 8, width: AMOUNT_WIDTH, align: 'right' });
  drawLine(document, end + 6);
  return end + 13;
}

/** Writes the total and refunds; discount and credit are lines of the table. Returns the y position below. */
function writeSums(document: InvoiceDocument, invoice: InvoiceDetails, top: number): number {
  const sum = (label: string, cents: number, y: number, bold: boolean) => {
    write(document, label, { x: 250, y, size: 12, bold, width: COLUMN.amount - 266, align: 'right' });
    write(document, formatCents(cents), {
      x: COLUMN.amount - 8,
      y,
      size: 12,
      bold,
      width: AMOUNT_WIDTH,
      align: 'right',
    });
    return y + 22;
  };
  const end = sum('Total (US dollars)', invoice.total_cents, top + 8, true);
  return invoice.refunded_cents ? sum('Refunded', -invoice.refunded_cents, end, false) : end;
}

function writeNotes(document: InvoiceDocument, invoice: InvoiceDetails, y: number) {
  const note = noteOf(invoice);
  if (note) write(document, note, { x: PAGE.left, y, size: 10.5, width: PAGE.right - PAGE.left, color: COLOR.muted });
}

function noteOf({ invoice_type, status, card_last4, paid_at, total_cents }: InvoiceDetails): string | null {
  const card = card_last4 ? `the card ending in ${card_last4}` : 'your card';
  if (invoice_type === 'refund') return status === 'void' ? 'The bank returned this refund.' : `We refunded ${card}.`;
  if (status === 'void') return 'This invoice is void. Nothing is due.';
  if (status === 'open') return `We will charge ${card}.`;
  if (status === 'failed') return `${formatCents(total_cents)} is due. Pay it on your billing page.`;
  return paid_at && total_cents > 0 ? `We charged ${card}. Thank you.` : 'There was nothing to pay.';
}

function writeFooter(document: InvoiceDocument, { operator, app_url }: Issuer) {
  drawLine(document, PAGE.bottom - 14);
  const words = `Questions about this invoice? ${operator.email} · ${app_url}`;
  write(document, words, { x: PAGE.left, y: PAGE.bottom, size: 9, color: COLOR.muted });
}

type TextStyle = {
  x: number;
  y: number;
  size: number;
  bold?: boolean;
  color?: string;
  /** Longer text continues on the next line. */
  width?: number;
  align?: 'left' | 'right';
};

const LINE_HEIGHT = 1.36;

/** Returns the y position below the text. */
function write(document: InvoiceDocument, words: string, style: TextStyle): number {
  const { x, y, size, bold = false, color = COLOR.ink, width = Number.POSITIVE_INFINITY, align = 'left' } = style;
  const { pdf } = document;
  const widthOf = (runs: readonly Run[]) =>
    runs.reduce((sum, { font, text }) => sum + setFont(pdf, font, size).widthOfString(text), 0);
  const lines = words
    .split('\n')
    .flatMap((line) => wrap(line, (text) => widthOf(document.runsOf(text, bold ? 'bold' : 'regular')) <= width));
  lines.forEach((line, index) => {
    const runs = document.runsOf(line, bold ? 'bold' : 'regular');
    let left = align === 'right' ? x + width - widthOf(runs) : x;
    for (const run of runs) {
      const runWidth = widthOf([run]);
      // The baseline keeps letters of different fonts on one line.
      const at = y + size + index * size * LINE_HEIGHT;
      setFont(pdf, run.font, size)
        .fillColor(color)
        .text(run.text, left, at, { lineBreak: false, baseline: 'alphabetic' });
      left += runWidth;
    }
  });
  return y + lines.length * size * LINE_HEIGHT;
}

const setFont = (pdf: PDFKit.PDFDocument, font: FontName, size: number) => pdf.font(font).fontSize(size);

/** Units between which a line may break: words, spaces, and single Chinese, Japanese, and Korean characters. */
const BREAKABLE_UNITS =
  /\s+|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+/gu;

/** Breaks text into lines that fit; a word that doesn't fit is broken anywhere. */
function wrap(text: string, fits: (text: string) => boolean): string[] {
  const lines = [''];
  const add = (word: string) => {
    const line = lines.at(-1)!;
    if (line === '' || fits((line + word).trimEnd())) lines[lines.length - 1] = line + word;
    else lines.push(word.trimStart());
  };
  for (const word of text.match(BREAKABLE_UNITS) ?? []) {
    if (fits(word)) add(word);
    else for (const character of word) add(character);
  }
  return lines.map((line) => line.trimEnd());
}

const drawLine = ({ pdf }: InvoiceDocument, y: number) =>
  pdf.moveTo(PAGE.left, y).lineTo(PAGE.right, y).lineWidth(0.75).strokeColor(COLOR.line).stroke();

function cut(words: string, length: number) {
  const characters = [...words];
  return characters.length > length ? `${characters.slice(0, length - 1).join('')}…` : words;
}
