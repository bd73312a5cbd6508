/**
 * An invoice as a one-page PDF. It uses the standard PDF fonts, which only have Western letters: other letters lose
 * their accents or become a question mark.
 */
import type { InvoiceLine } from '#shared/billing.ts';
import { dateText } from '#shared/dates.ts';
import { formatDate } from '#shared/long-dates.ts';
import { formatCents } from '#shared/money.ts';
import { invoiceNumber } from './presenter.ts';
import type { InvoiceInFull } from './queries.ts';

/** Points from the top left corner of a letter page. */
const PAGE = { width: 612, height: 792, left: 60, right: 552, bottom: 726 };
const COLUMN = { quantity: 350, unit: 415, amount: 480 };
const AMOUNT_WIDTH = PAGE.right - COLUMN.amount;
const TEXT_WIDTH = COLUMN.quantity - PAGE.left - 16;
const COLOR = { ink: '#1f2733', muted: '#5d6876', line: '#d5dae1', accent: '#1f4e79', band: '#f2f5f8' };
const FONT = { text: 'Helvetica', bold: 'Helvetica-Bold', title: 'Times-Bold' };

type Issuer = { postal_address: string; support_email: string; app_url: string };
type Paper = PDFKit.PDFDocument;

/** Returns a stream, which the caller pipes. */
export async function invoicePdf(invoice: InvoiceInFull, issuer: Issuer): Promise<Paper> {
  const { default: PDFDocument } = await import('pdfkit');
  const paper = new PDFDocument({ size: 'LETTER', margin: 0, info: infoOf(invoice) });
  letterhead(paper, issuer);
  heading(paper, invoice);
  parties(paper, invoice);
  const end = sums(paper, invoice, table(paper, invoice.lines as InvoiceLine[], 292));
  notes(paper, invoice, end + 26);
  footer(paper, issuer);
  paper.end();
  return paper;
}

const titleOf = ({ invoice_type }: InvoiceInFull) => (invoice_type === 'refund' ? 'Refund' : 'Invoice');

const infoOf = (invoice: InvoiceInFull) => ({
  Title: `Deckle ${titleOf(invoice).toLowerCase()} ${invoiceNumber(invoice.number)}`,
  Author: 'Deckle',
  CreationDate: invoice.created_at,
});

function letterhead(paper: Paper, { postal_address }: Issuer) {
  paper.rect(0, 0, PAGE.width, 10).fill(COLOR.accent);
  write(paper, 'Deckle', { x: PAGE.left, y: 44, size: 24, font: FONT.title, color: COLOR.accent });
  write(paper, postal_address, { x: 300, y: 48, size: 9, color: COLOR.muted, width: 252, align: 'right' });
}

function heading(paper: Paper, invoice: InvoiceInFull) {
  const words = `${titleOf(invoice)} ${invoiceNumber(invoice.number)}`;
  write(paper, words, { x: PAGE.left, y: 112, size: 28, font: FONT.title });
  const status = STATUS[invoice.invoice_type === 'refund' && invoice.status === 'paid' ? 'refunded' : invoice.status];
  write(paper, status, { x: 352, y: 122, size: 13, font: FONT.bold, color: COLOR.accent, width: 200, align: 'right' });
}

const STATUS: Record<InvoiceInFull['status'], string> = {
  open: 'Amount due',
  failed: 'Amount due',
  paid: 'Paid',
  void: 'Void',
  refunded: 'Refunded',
};

function parties(paper: Paper, { partner, date, refund }: InvoiceInFull) {
  const facts: [label: string, value: string][] = [
    ['Billed to', `${cut(partner.name, 60)}\n${cut(partner.uid, 70)}`],
    ['Date', formatDate(dateText(date))],
    ...(refund ? ([['Refund of', `Invoice ${invoiceNumber(refund.invoice.number)}`]] as [string, string][]) : []),
  ];
  const width = (PAGE.right - PAGE.left) / facts.length - 12;
  facts.forEach(([label, value], index) => {
    const x = PAGE.left + index * (width + 18);
    write(paper, label, { x, y: 174, size: 9, color: COLOR.muted });
    write(paper, value, { x, y: 189, size: 11, width, lineGap: 3 });
  });
}

/** Returns the y position where the table ends. */
function table(paper: Paper, lines: readonly InvoiceLine[], top: number): number {
  paper.rect(PAGE.left, top - 36, PAGE.right - PAGE.left, 24).fill(COLOR.band);
  const head = { y: top - 28, size: 9, color: COLOR.muted };
  write(paper, 'Description', { ...head, x: PAGE.left + 8 });
  write(paper, 'Quantity', { ...head, x: COLUMN.quantity, width: 52, align: 'right' });
  write(paper, 'Each', { ...head, x: COLUMN.unit, width: 52, align: 'right' });
  write(paper, 'Amount', { ...head, x: COLUMN.amount - 8, width: AMOUNT_WIDTH, align: 'right' });
  return lines.reduce((y, line) => row(paper, line, y), top);
}

function row(paper: Paper, { description, quantity, unit_cents, amount_cents }: InvoiceLine, y: number): number {
  const cell = { y, size: 10.5 };
  const words = western(cut(description, 220));
  write(paper, words, { ...cell, x: PAGE.left + 8, width: TEXT_WIDTH });
  const height = paper.heightOfString(words, { width: TEXT_WIDTH });
  if (quantity !== 1) {
    write(paper, quantity.toLocaleString('en-US'), { ...cell, x: COLUMN.quantity, width: 52, align: 'right' });
    write(paper, formatCents(unit_cents), { ...cell, x: COLUMN.unit, width: 52, align: 'right' });
  }
  write(paper, formatCents(amount_cents), { ...cell, x: COLUMN.amount - 8, width: AMOUNT_WIDTH, align: 'right' });
  const end = y + height + 9;
  rule(paper, end);
  return end + 9;
}

/** Total and refunds; discount and credit are already lines of the table. */
function sums(paper: Paper, invoice: InvoiceInFull, top: number): number {
  const sum = (label: string, cents: number, y: number, font: string) => {
    write(paper, label, { x: 250, y, size: 12, font, width: COLUMN.amount - 266, align: 'right' });
    write(paper, formatCents(cents), { x: COLUMN.amount - 8, y, size: 12, font, width: AMOUNT_WIDTH, align: 'right' });
    return y + 22;
  };
  const end = sum('Total (US dollars)', invoice.total_cents, top + 8, FONT.bold);
  return invoice.refunded_cents ? sum('Refunded', -invoice.refunded_cents, end, FONT.text) : end;
}

function notes(paper: Paper, invoice: InvoiceInFull, y: number) {
  const note = noteOf(invoice);
  if (note) write(paper, note, { x: PAGE.left, y, size: 10.5, width: PAGE.right - PAGE.left, color: COLOR.muted });
}

function noteOf({ invoice_type, status, card_last4, paid_at, total_cents }: InvoiceInFull): string | null {
  const card = card_last4 ? `the card ending in ${card_last4}` : 'your card';
  if (invoice_type === 'refund') return status === 'void' ? 'The bank returned this refund.' : `We refunded ${card}.`;
  if (status === 'void') return 'This invoice is void. Nothing is due.';
  if (status === 'open' || status === 'failed') return `We will charge ${card}.`;
  return paid_at && total_cents > 0 ? `We charged ${card}. Thank you.` : 'There was nothing to pay.';
}

function footer(paper: Paper, { support_email, app_url }: Issuer) {
  rule(paper, PAGE.bottom - 14);
  const words = `Questions about this invoice? ${support_email} · ${app_url}`;
  write(paper, words, { x: PAGE.left, y: PAGE.bottom, size: 9, color: COLOR.muted });
}

type Writing = {
  x: number;
  y: number;
  size: number;
  font?: string;
  color?: string;
  width?: number;
  align?: 'left' | 'right';
  lineGap?: number;
};

function write(paper: Paper, words: string, { x, y, size, font = FONT.text, color = COLOR.ink, ...more }: Writing) {
  paper
    .font(font)
    .fontSize(size)
    .fillColor(color)
    .text(western(words), x, y, { lineBreak: 'width' in more, ...more });
}

const rule = (paper: Paper, y: number) =>
  paper.moveTo(PAGE.left, y).lineTo(PAGE.right, y).lineWidth(0.75).strokeColor(COLOR.line).stroke();

const cut = (words: string, length: number) => (words.length > length ? `${words.slice(0, length - 1)}…` : words);

/** Replaces characters that the fonts lack: they have Latin-1 and Windows' typographic marks. */
const western = (words: string) => words.replace(/[^\n\x20-\x7e\xa0-\xff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/gu, plain);

function plain(character: string) {
  const base = character.normalize('NFKD').replace(/\p{M}/gu, '');
  return /^[\x20-\x7e]+$/.test(base) ? base : '?';
}
