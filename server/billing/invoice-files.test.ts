/** Invoice downloads: PDF and CSV. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import {
  as,
  type Client,
  createPromotion,
  createStaff,
  insertPartners,
  type PartnerClient,
  visitor,
} from '#server/testing/factories.ts';
import { pdfFonts, pdfText } from '#server/testing/pdf-text.ts';
import { isSurelyPrintable } from '#shared/billing.ts';

let server: TestServer;
let staff: Client;
let partner: PartnerClient;
let other: PartnerClient;
beforeAll(async () => {
  server = await startTestServer({
    env: { OPERATOR_NAME: 'Quill & Press Ltd', OPERATOR_TAX_NUMBER: 'GB 123 4567 89' },
  });
  staff = await createStaff(server);
  [partner, other] = (await insertPartners(server, 2)) as [PartnerClient, PartnerClient];
  await server.deps.db.partner.update({ where: { id: partner.id }, data: { name: '=HYPERLINK("http://x")' } });
});
afterAll(() => server.close());

let number = 0;
const line = (description: string, amount_cents: number, quantity = 1) => ({
  description,
  quantity,
  unit_cents: amount_cents / quantity,
  amount_cents,
});
const insert = (fields: object = {}) =>
  server.deps.db.invoice.create({
    data: {
      number: ++number,
      partner_id: partner.id,
      date: new Date('2026-12-06'),
      lines: [line('Billable clicks on “The Quiet Harbor”', 3150, 210), line('Credit applied', -150)],
      subtotal_cents: 3150,
      credit_cents: 150,
      total_cents: 3000,
      status: 'paid',
      card_last4: '4242',
      paid_at: new Date('2026-12-06T18:00:00Z'),
      created_at: new Date('2026-12-06T18:00:00Z'),
      ...fields,
    },
  });

const pdf = (id: number, client: Client = partner) => client.get(`/invoices/${id}.pdf`).buffer(true).parse(bytes);
const bytes = (res: unknown, done: (error: Error | null, body: Buffer) => void) => {
  const chunks: Buffer[] = [];
  const stream = res as NodeJS.ReadableStream;
  stream.on('data', (chunk: Buffer) => chunks.push(chunk)).on('end', () => done(null, Buffer.concat(chunks)));
};

describe('an invoice as PDF', () => {
  it('shows the parties, the lines, and the total on one page', async () => {
    const { id } = await insert({ number: 42 });
    const res = await pdf(id).expect(200);
    expect(res.headers['content-type']).toBe('application/pdf');
    expect(res.headers['content-disposition']).toBe('attachment; filename="deckle-invoice-000042.pdf"');
    expect(res.headers['cache-control']).toContain('no-store');
    const file = res.body as Buffer;
    expect(file.subarray(0, 5).toString()).toBe('%PDF-');
    expect(file.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1);
    const words = pdfText(file);
    for (const part of [
      'Invoice 000042',
      'Paid',
      partner.email,
      'Sunday December 6th, 2026',
      'Billable clicks on “The Quiet Harbor”',
      '210',
      '$0.15',
      '$31.50',
      '-$1.50',
      'Total (US dollars)',
      '$30.00',
      'We charged the card ending in 4242. Thank you.',
      'Quill & Press Ltd\n1 Example Street, Example City\nExample Country\nTax ID GB 123 4567 89\n',
      'help@deckle.test',
    ])
      expect(words).toContain(part);
  });

  it('labels refunds, void invoices, and unpaid ones', async () => {
    const refund = await insert({
      invoice_type: 'refund',
      lines: [line('Refund of invoice 000042: late', -3000)],
      subtotal_cents: -3000,
      credit_cents: 0,
      total_cents: -3000,
    });
    const words = pdfText((await pdf(refund.id).expect(200)).body);
    for (const part of ['-$30.00', 'We refunded the card ending in 4242.']) expect(words).toContain(part);
    expect(words).toMatch(/^Refund 0000\d\d$/m);
    const voided = await insert({ status: 'void' });
    expect(pdfText((await pdf(voided.id)).body)).toContain('This invoice is void. Nothing is due.');
    const open = await insert({ status: 'open', card_last4: null, paid_at: null });
    expect(pdfText((await pdf(open.id)).body)).toContain('We will charge your card.');
    const failed = await insert({ status: 'failed', paid_at: null });
    expect(pdfText((await pdf(failed.id)).body)).toContain('is due. Pay it on your billing page.');
  });

  it('stays on one page even with long titles, and replaces unprintable characters with an ellipsis', async () => {
    const title = `${'Very long and '.repeat(60)}Łódź “quoted” – Привет 🐉`;
    const { id } = await insert({
      number: 77_000,
      lines: Array.from({ length: 6 }, (_, i) =>
        line(`${i}: ${i === 5 ? 'Łódź “quoted” – Привет 🐉🐉 سلام' : title}`, 500),
      ),
    });
    const file = (await pdf(id).expect(200)).body as Buffer;
    expect(file.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1);
    const words = pdfText(file);
    expect(words).toContain('5: Łódź “quoted” – Привет … …\n');
    expect(words).toContain('$30.00');
  });

  it.each<[string, string, string[]]>([
    ['Polish', 'Wydawnictwo Łąka, Gęślą Jaźń', ['NotoSans-Bold', 'NotoSans-Regular']],
    ['Greek', 'Εκδόσεις Ωκεανός', ['NotoSans-Bold', 'NotoSans-Regular']],
    ['Ukrainian', 'Видавництво Їжак і ґрунт', ['NotoSans-Bold', 'NotoSans-Regular']],
    ['Chinese', '东方出版社', ['NotoSans-Bold', 'NotoSans-Regular', 'NotoSansHans-Regular']],
    ['Japanese', '株式会社みどり・カナ', ['NotoSans-Bold', 'NotoSans-Regular', 'NotoSansHans-Regular']],
    ['Korean', '한빛 출판사', ['NotoSans-Bold', 'NotoSans-Regular', 'NotoSansKR-Regular']],
  ])('prints a %s billing name from embedded fonts, in under 200 kB', async (_, billing_name, fonts) => {
    const [client] = (await insertPartners(server, 1)) as [PartnerClient];
    await client.patch('/partner-auth').send({ billing_name, tax_number: 'PL 525-22-48-481' }).expect(200);
    const { id } = await insert({ partner_id: client.id });
    const file = (await pdf(id, client).expect(200)).body as Buffer;
    const words = pdfText(file).replaceAll('\n', '');
    expect(words).toContain(billing_name);
    expect(words).toContain('Tax ID PL 525-22-48-481');
    expect(words).not.toContain('Ada Quill');
    expect(pdfFonts(file).sort()).toEqual(fonts);
    expect(file.length).toBeLessThan(200_000);
  });

  it('treats symbols that every font has as printable', () => {
    expect(['Ink + Quill', 'Rock | Paper', 'Press™', 'A=B~C'].map(isSurelyPrintable)).toEqual(Array(4).fill(true));
  });

  it.each(['دار النشر', 'Nour Press دار النشر', 'דוד-לוי', 'Ann 📚 Smith', '𝒜nn Press'])(
    'prints only the email address of a partner called %s who has no billing name',
    async (name) => {
      const [client] = (await insertPartners(server, 1)) as [PartnerClient];
      const { uid } = await server.deps.db.partner.update({ where: { id: client.id }, data: { name } });
      const { id } = await insert({ partner_id: client.id });
      const words = pdfText((await pdf(id, client).expect(200)).body);
      expect(words).toContain(`Billed to\n${uid}`);
      expect(isSurelyPrintable(name)).toBe(false);
    },
  );

  it("prints the issuer and the book's approved title, as the CSV file does", async () => {
    const { id: promotion_id, partner: client } = await createPromotion(server, {
      book: { title: 'The Quiet Harbor' },
    });
    await server.deps.db.promotion.update({
      where: { id: promotion_id },
      data: { reviewed_book: { title: 'Тиха гавань' } },
    });
    const { id } = await insert({ partner_id: client.id, promotion_id, lines: [line('Clicks', 3000)] });
    const words = pdfText((await pdf(id, client).expect(200)).body);
    for (const part of ['Book\nТиха гавань', 'Quill & Press Ltd', 'Tax ID GB 123 4567 89'])
      expect(words).toContain(part);
    const csv = (await client.get('/invoices.csv').expect(200)).text;
    expect(csv).toContain(`,${promotion_id},Тиха гавань,`);
  });

  it('isn’t downloaded as a file if it can’t be made', async () => {
    const { id } = await insert({ lines: {} });
    const { headers, body } = await partner.get(`/invoices/${id}.pdf`).expect(500);
    expect(headers['content-type']).toMatch(/^application\/json/);
    expect(headers).not.toHaveProperty('content-disposition');
    expect(body.errors.base).toEqual(['Something went wrong on our side. Please try again.']);
    await server.deps.db.invoice.delete({ where: { id } });
  });

  it('is available to its owner and to staff', async () => {
    const { id } = await insert();
    await pdf(id, staff).expect(200);
    await other.get(`/invoices/${id}.pdf`).expect(404);
    await visitor(server).get(`/invoices/${id}.pdf`).expect(401);
    await partner.get('/invoices/0.pdf').expect(404);
    await partner.get(`/invoices/${id}x.pdf`).expect(404);
  });
});

describe('the CSV file of invoices', () => {
  const rows = (text: string) => text.replace('\uFEFF', '').trim().split('\n');

  it('has one row per invoice, newest first, in dollars and without formulas', async () => {
    const [fresh] = (await insertPartners(server, 1)) as [PartnerClient];
    await server.deps.db.partner.update({ where: { id: fresh.id }, data: { name: '=1+1, "quoted"' } });
    await insert({ number: 500, partner_id: fresh.id });
    await insert({
      number: 501,
      partner_id: fresh.id,
      invoice_type: 'refund',
      subtotal_cents: -1050,
      credit_cents: 0,
      total_cents: -1050,
      disputed_at: new Date('2026-12-07T00:00:00Z'),
    });
    const res = await fresh.get('/invoices.csv').expect(200);
    expect(res.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(res.headers['content-disposition']).toBe('attachment; filename=invoices.csv');
    expect(rows(res.text)).toEqual([
      'number,date,type,status,partner,promotion_id,book,subtotal,discount,credit,waived,total,refunded,currency,card_last4,paid_at,dispute',
      `000501,2026-12-06,refund,paid,"'=1+1, ""quoted""",,,-10.50,0.00,0.00,0.00,-10.50,0.00,USD,4242,2026-12-06T18:00:00.000Z,open`,
      `000500,2026-12-06,promotion,paid,"'=1+1, ""quoted""",,,31.50,0.00,1.50,0.00,30.00,0.00,USD,4242,2026-12-06T18:00:00.000Z,`,
    ]);
  });

  it("follows the list's filters, and covers all partners for staff", async () => {
    await insert({ number: 900, partner_id: other.id, status: 'void' });
    const voided = rows((await other.get('/invoices.csv?status=void').expect(200)).text);
    expect(voided).toHaveLength(2);
    const all = rows((await staff.get('/invoices.csv').expect(200)).text);
    expect(all.length).toBe((await server.deps.db.invoice.count()) + 1);
    const one = rows((await staff.get(`/invoices.csv?partner_id=${other.id}`).expect(200)).text);
    expect(one).toHaveLength(2);
    const otherPartners = rows((await other.get(`/invoices.csv?partner_id=${partner.id}`).expect(200)).text);
    expect(otherPartners).toHaveLength(1);
    await other.get('/invoices.csv?page=1').expect(422);
    await other.get('/invoices.csv?status=lost').expect(422);
    await as(server).get('/invoices.csv').expect(401);
  });

  it('includes every invoice of a long list', async () => {
    const data = Array.from({ length: 1200 }, (_, i) => ({
      number: 10_000 + i,
      partner_id: other.id,
      date: new Date('2026-12-06'),
      lines: [],
      subtotal_cents: 100,
      total_cents: 100,
    }));
    await server.deps.db.invoice.createMany({ data });
    const text = (await other.get('/invoices.csv').expect(200)).text;
    expect(new Set(rows(text).map((row) => row.slice(0, 6))).size).toBe(1202);
  });
});
