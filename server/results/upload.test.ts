import { randomBytes } from 'node:crypto';
import supertest from 'supertest';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { createAuthor, createBook, insertPartners, type PartnerClient } from '#server/testing/factories.ts';
import { createSettledPromotion } from '#server/testing/settled-promotion.ts';
import { createWorkbook, KDP_KENP_HEADER, KDP_SALES_HEADER, kdpSale, zip } from '#server/testing/workbook.ts';
import { addDays } from '#shared/dates.ts';
import type { SalesReport } from '#shared/sales-report.ts';

let server: TestServer;
let partner: PartnerClient;
let other: PartnerClient;
let id: number;
let book_id: number;
let later_id: number;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  [partner, other] = (await insertPartners(server, 2)) as [PartnerClient, PartnerClient];
  const { id: author_id } = await createAuthor(partner);
  const createPart = (title: string, series_number: number, asin: string) =>
    createBook(partner, { title, author_id, series: 'The Harbor', series_number, asin });
  ({ id: book_id } = await createPart('The Quiet Harbor', 1, 'B0QUIET001'));
  ({ id: later_id } = await createPart('The Loud Harbor', 2, 'B0LOUD0002'));
  ({ id } = await createSettledPromotion(server, partner, { book_id }));
});

const upload = (file: Buffer | string, query = '', name = 'report.xlsx', client = partner) =>
  supertest(server.url)
    .post(`/api/v1/promotions/${id}/sales_report${query}`)
    .set(client.headers)
    .attach('report', Buffer.from(file), name);
const read = async (file: Buffer | string, query = ''): Promise<SalesReport> =>
  (await upload(file, query).expect(200)).body.sales_report;
const storedLines = async () => (await partner.get(`/promotions/${id}/results`).expect(200)).body.results.sales;

const QUIET = { title: 'The Quiet Harbor: A Mystery (The Harbor Book 1)', asin: 'B0QUIET001' };
const LOUD = { title: 'The Loud Harbor', asin: 'B0LOUD0002' };
const KDP = {
  Summary: [
    ['Date', 'Royalty'],
    ['2026-11', 99],
  ],
  'Combined Sales': [
    KDP_SALES_HEADER,
    kdpSale({ ...QUIET, day: '2026-11-19', sold: 7, royalty: 2.45 }),
    kdpSale({ ...QUIET, day: '2026-11-20', sold: 50, refunded: 2, royalty: 16.8 }),
    kdpSale({ ...QUIET, day: '2026-11-20', sold: 3, royalty: 1.05 }),
    kdpSale({ ...QUIET, day: '2026-11-27', sold: 4, royalty: 1.5 }, 'GBP'),
    kdpSale({ ...LOUD, day: '2026-12-19', sold: 9, royalty: 31.41 }),
    kdpSale({ ...QUIET, title: 'The Quiet Harbor', asin: 'B0PAPERBCK', day: '2026-11-21', sold: 1, royalty: 4 }),
    kdpSale({ ...QUIET, day: '11/2026', sold: 1, royalty: 0.35 }),
  ],
  'KENP Read': [KDP_KENP_HEADER, ['2026-11-21', QUIET.title, 'Ada Quill', QUIET.asin, 'Amazon.com', 1200]],
  'eBook Royalty': [KDP_SALES_HEADER, kdpSale({ ...QUIET, day: '2026-11-20', sold: 50, royalty: 16.8 })],
};
const QUIET_LINES = () => [
  { book_id, store: 'amazon', sold_on: '2026-11-20', copies: 51, pages: 0, royalty_cents: 1785 },
  { book_id, store: 'amazon', sold_on: '2026-11-21', copies: 0, pages: 1200, royalty_cents: 0 },
];

describe('KDP’s report', () => {
  it('is read without counting a sale twice, and saved only when asked', async () => {
    const report = await read(createWorkbook(KDP));
    expect(report).toMatchObject({
      sheets: [
        { name: 'Combined Sales', problem: null },
        { name: 'KENP Read', problem: null },
      ],
      ignored_sheets: ['Summary', 'eBook Royalty'],
      counts: { matched: 5, other_books: 1, other_days: 1, bad: 1 },
      problems: [{ sheet: 'Combined Sales', row: 8, column: 'Royalty Date', message: 'is not a date: “11/2026”.' }],
      unconverted: [{ currency: 'GBP', amount: 1.5, rows: 1 }],
      is_saved: false,
    });
    expect(report.lines).toEqual([
      ...QUIET_LINES(),
      { book_id, store: 'amazon', sold_on: '2026-11-27', copies: 4, pages: 0, royalty_cents: 0 },
      { book_id: later_id, store: 'amazon', sold_on: '2026-12-19', copies: 9, pages: 0, royalty_cents: 3141 },
    ]);
    expect(await storedLines()).toEqual([]);

    const saved = await read(createWorkbook(KDP), '?save=true&rates=GBP:1.3&window_days=10');
    expect(saved).toMatchObject({ is_saved: true, unconverted: [] });
    expect(await storedLines()).toEqual(saved.lines);
    expect(saved.lines[2]).toMatchObject({ copies: 4, royalty_cents: 195 });
  });

  it('replaces a store total with its days, and keeps other stores’ lines', async () => {
    const kobo = { book_id, store: 'kobo', sold_on: null, copies: 5, pages: 0, royalty_cents: 175 };
    const amazon = { ...kobo, store: 'amazon', copies: 900 };
    const terms = { window_days: 7, baseline_per_day: 2, kenp_micros: 4000 };
    await partner
      .patch(`/promotions/${id}/results`)
      .send({ ...terms, sales: [amazon, kobo] })
      .expect(200);
    const { lines } = await read(createWorkbook({ 'Orders Processed': KDP['eBook Royalty'] }), '?save=true');
    expect(lines).toMatchObject([{ copies: 50, royalty_cents: 1680 }]);
    expect(await storedLines()).toEqual([...lines, kobo]);
    expect((await partner.get(`/promotions/${id}/results`)).body.results).toMatchObject(terms);
  });
});

describe('saving a report', () => {
  const day = (sold_on: string | null, amounts: object = {}) => ({
    ...{ book_id, store: 'amazon', sold_on, copies: 5, pages: 100, royalty_cents: 175 },
    ...amounts,
  });
  const enter = (sales: object[], window_days = 7) =>
    partner
      .patch(`/promotions/${id}/results`)
      .send({ window_days, baseline_per_day: null, kenp_micros: 4550, sales })
      .expect(200);

  it('replaces only lines of its days, and the dry run lists them', async () => {
    await enter([day('2026-11-20'), day('2026-11-22')]);
    const file = 'Date,Title,Store,Units,KENP Read,Royalty\n2026-11-22,The Quiet Harbor,Amazon,9,300,3.15\n';
    expect((await read(file)).replaced).toEqual([day('2026-11-22')]);
    await read(file, '?save=true');
    expect(await storedLines()).toEqual([
      day('2026-11-20'),
      day('2026-11-22', { copies: 9, pages: 300, royalty_cents: 315 }),
    ]);
    expect((await read(file)).replaced).toEqual([]);
  });

  it('keeps the amounts that it has no column for', async () => {
    await enter([day('2026-11-21'), day('2026-11-22')]);
    await read(createWorkbook({ 'KENP Read': KDP['KENP Read'] }), '?save=true');
    expect(await storedLines()).toEqual([day('2026-11-21', { pages: 1200 }), day('2026-11-22')]);
    await read('Title,Store,Units\nThe Quiet Harbor,Amazon,30\n', '?save=true');
    expect(await storedLines()).toEqual([day(null, { copies: 30, pages: 1300, royalty_cents: 350 })]);
    await read(createWorkbook({ 'KENP Read': KDP['KENP Read'] }), '?save=true');
    expect(await storedLines()).toEqual([day('2026-11-21', { copies: 30, pages: 1200, royalty_cents: 350 })]);
  });

  it('keeps lines of other stores unchanged, and a period long enough for them', async () => {
    const kobo = day('2026-11-28', { store: 'kobo', pages: 0 });
    await enter([kobo], 10);
    await read(createWorkbook(KDP), '?save=true&window_days=7&rates=GBP:1.3');
    expect(await storedLines()).toContainEqual(kobo);
    const { results } = (await partner.get(`/promotions/${id}/results`).expect(200)).body;
    expect(results.window_days).toBe(8);
    await enter(results.sales, results.window_days);
  });

  it('is refused if the promotion would have too many lines', async () => {
    const titles = Array.from({ length: 14 }, (_, index) => `Part ${index + 3}`);
    const { author_id } = (await partner.get(`/books/${book_id}`).expect(200)).body.book;
    for (const [index, title] of titles.entries())
      await createBook(partner, { title, author_id, series: 'The Harbor', series_number: index + 3 });
    const rows = titles.flatMap((title) =>
      ['Amazon', 'Apple', 'Nook', 'Google', 'Kobo'].flatMap((store) =>
        Array.from({ length: 30 }, (_, at) => `${addDays('2026-11-20', at)},${title},${store},1`),
      ),
    );
    const { body } = await upload(`Date,Title,Store,Units\n${rows.join('\n')}`, '?save=true').expect(422);
    expect(body.errors.report).toEqual([
      'A promotion can have at most 2,000 lines of sales. Remove some, or enter store totals.',
    ]);
  });
});

describe('CSV with unknown columns', () => {
  const CSV =
    'Verkauft am;Buch;St\u00fcck;Erl\u00f6s\n21.11.2026;"The Quiet Harbor";3;"1.234,50"\n22.11.2026;the quiet harbor;"2";0,70\n"x;y";The Quiet Harbor;1;1\n';
  const header = ['Verkauft am', 'Buch', 'Stück', 'Erlös'];
  const mapping = { columns: ['date', 'title', 'copies', 'royalty'], store: 'kobo', day_first: true };

  it('asks for its columns once, and remembers them for the partner and header', async () => {
    const { sheets, lines } = await read(CSV);
    expect(lines).toEqual([]);
    expect(sheets).toMatchObject([
      { header, columns: [null, null, null, null], problem: 'Choose the column with the title or the ASIN.', rows: 3 },
    ]);
    expect(sheets[0]!.sample[0]).toEqual(['21.11.2026', 'The Quiet Harbor', '3', '1.234,50']);
    await upload(CSV, '?save=true').expect(422);

    const incomplete = { ...mapping, columns: ['date', 'title', null, null] };
    await partner.post('/sales_mappings').send({ header, mapping: incomplete }).expect(422);
    await other
      .post('/sales_mappings')
      .send({ header, mapping: { ...mapping, store: 'ibooks' } })
      .expect(200);
    await partner.post('/sales_mappings').send({ header, mapping }).expect(200);
    const mapped = await read(CSV, '?save=true');
    expect(mapped.counts).toEqual({ matched: 2, other_books: 0, other_days: 0, bad: 1 });
    expect(mapped.problems).toEqual([
      { sheet: 'CSV', row: 4, column: 'Verkauft am', message: 'is not a date: “x;y”.' },
    ]);
    expect(await storedLines()).toEqual([
      { book_id, store: 'kobo', sold_on: '2026-11-21', copies: 3, pages: 0, royalty_cents: 123_450 },
      { book_id, store: 'kobo', sold_on: '2026-11-22', copies: 2, pages: 0, royalty_cents: 70 },
    ]);
    const latin = Buffer.from(CSV, 'latin1');
    expect((await read(latin)).counts.matched).toBe(2);
  });
});

it('reads currencies from the amounts if there is no currency column', async () => {
  const rows = ['£3.10', '€2,50', '2.00 CAD', '$1.00', '4'].map((royalty) => `The Quiet Harbor,Kobo,1,"${royalty}"`);
  const file = ['Title,Store,Units,Royalty', ...rows, 'The Quiet Harbor,Kobo,1,kr 9'].join('\n');
  const { lines, unconverted, problems } = await read(file, '?rates=CAD:0.75');
  expect(lines).toMatchObject([{ copies: 5, royalty_cents: 650 }]);
  expect(unconverted).toEqual([
    { currency: 'GBP', amount: 3.1, rows: 1 },
    { currency: 'EUR', amount: 2.5, rows: 1 },
  ]);
  expect(problems).toEqual([{ sheet: 'CSV', row: 7, column: 'Royalty', message: 'has an unknown currency: “kr 9”.' }]);
});

it('subtracts royalties of returns, wherever their sign and currency are', async () => {
  const amounts = ['$100', '$(0.35)', '(0.35) USD', '$-3.10', 'USD -3.10', '\u22123.10', '$ 3.10-'];
  const rows = amounts.map((royalty) => `The Quiet Harbor,Kobo,1,"${royalty}"`);
  const { lines, problems } = await read(['Title,Store,Units,Royalty', ...rows].join('\n'));
  expect(problems).toEqual([]);
  expect(lines).toMatchObject([{ royalty_cents: 10_000 - 2 * 35 - 4 * 310 }]);
});

it('refuses a rate of 0, which would lose the royalties', async () => {
  const file = 'Title,Store,Units,Royalty,Currency\nThe Quiet Harbor,Kobo,1,4,EUR';
  for (const rate of ['0', '0.000', '1.1,GBP:0']) {
    const { body } = await upload(file, `?rates=EUR:${rate}`).expect(422);
    expect(body.errors.rates).toEqual(['must be more than 0']);
  }
  expect((await read(file, '?rates=EUR:0.000001')).unconverted).toEqual([]);
});

it('reads symbols and codes in a column of currencies', async () => {
  const rows = ['€', 'eur', 'GBP', '', 'Euro'].map((currency) => `The Quiet Harbor,Kobo,1,2,${currency}`);
  const { lines, unconverted, problems } = await read(
    ['Title,Store,Units,Royalty,Currency', ...rows].join('\n'),
    '?rates=EUR:1.1',
  );
  expect(lines).toMatchObject([{ copies: 4, royalty_cents: 640 }]);
  expect(unconverted).toEqual([{ currency: 'GBP', amount: 2, rows: 1 }]);
  expect(problems).toEqual([{ sheet: 'CSV', row: 6, column: 'Currency', message: 'has an unknown currency: “Euro”.' }]);
});

it('reads dates with dots, and tells by the rows whether dates with slashes begin with the day', async () => {
  const daysOf = async (...dates: string[]) => {
    const rows = dates.map((date) => `The Quiet Harbor,Kobo,1,${date}`);
    const { lines, problems } = await read(['Title,Store,Units,Date', ...rows].join('\n'));
    return { days: lines.map(({ sold_on }) => sold_on), messages: problems.map(({ message }) => message) };
  };
  expect(await daysOf('21.11.2026', '2.12.2026')).toEqual({ days: ['2026-11-21'], messages: [] });
  expect((await daysOf('"Nov 21, 2026"', '31 November 2026')).days).toEqual(['2026-11-21']);
  expect(await daysOf('21/11/2026', '22/11/2026')).toEqual({ days: ['2026-11-21', '2026-11-22'], messages: [] });
  expect(await daysOf('21/11/2026', '11/22/2026')).toEqual({
    days: ['2026-11-22'],
    messages: [
      'is not a date that starts with the month: “21/11/2026”. Change “Dates such as 3/4/2026 begin with the day” in its columns.',
    ],
  });
});

describe('a file is refused', () => {
  const refusal = async (file: Buffer | string) => (await upload(file).expect(422)).body.errors.report;

  it('if it isn’t a report, or unpacks to too much', async () => {
    expect(await refusal(Buffer.from('PK\x03\x04 nothing'))).toEqual([
      'The file is not a workbook that we can read. Save it as .xlsx or CSV.',
    ]);
    const neither = 'The file is neither a workbook (.xlsx) nor CSV. Download the report again, or save it as CSV.';
    expect(await refusal(Buffer.from([0x25, 0x50, 0, 0, 7]))).toEqual([neither]);
    expect(await refusal('%PDF-1.4\nnot a report\n%%EOF')).toEqual([neither]);
    expect(await refusal(Buffer.from('%PDF-1.7\n\x02\x03 not a report'))).toEqual([neither]);
    const bomb = zip([{ name: 'xl/workbook.xml', data: Buffer.alloc(90 * 1024 * 1024) }]);
    expect(bomb.length).toBeLessThan(200_000);
    expect(await refusal(bomb)).toEqual(['The workbook is too large. Save it as CSV, or choose a shorter date range.']);
    // The archive declares a smaller size than it unpacks to.
    const falselySized = zip([{ name: 'xl/workbook.xml', data: Buffer.alloc(90 * 1024 * 1024), declared: 1000 }]);
    expect((await refusal(falselySized))[0]).toMatch(/^The (file is not a workbook|workbook is too large)/);
  });

  it('if it is empty, has only headings, or is a web page, an old workbook, or protected with a password', async () => {
    const empty = ['The file is empty. Download the report again and upload that file.'];
    for (const file of ['', ' \r\n\n', ',,\n,,', createWorkbook({ Sheet1: [] })])
      expect(await refusal(file)).toEqual(empty);
    expect(await refusal('Title,Units\n')).toEqual([
      'The file has no rows below its headings. Choose a period with sales, and download the report again.',
    ]);
    expect(await refusal('<!DOCTYPE html><html><title>Sign in</title></html>')).toEqual([
      'The file is a web page, not a report. Sign in to your store, download the report again, and upload that file.',
    ]);
    const compoundFile = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
    expect(await refusal(Buffer.concat([compoundFile, Buffer.alloc(512)]))).toEqual([
      'The file is an old workbook (.xls) that we can’t read. Save it as .xlsx or CSV.',
    ]);
    const encrypted = Buffer.concat([compoundFile, Buffer.alloc(512), Buffer.from('EncryptedPackage', 'utf16le')]);
    expect(await refusal(encrypted)).toEqual([
      'The workbook is protected with a password. Save it without the password and upload it again.',
    ]);
  });

  it('if a sheet has totals of sales that another sheet has by day', async () => {
    const days = [
      ['Date', 'Title', 'Store', 'Units'],
      ['2026-11-20', QUIET.title, 'Kobo', 3],
      ['2026-11-21', QUIET.title, 'Kobo', 4],
    ];
    const header = ['Title', 'Store', 'Units'];
    const refused = [
      'The sheet “All time” has totals of sales that another sheet has by day, so they would count twice. Remove this sheet, or name its column of dates “Date”, then upload the file again.',
    ];
    const totals = { 'All time': [header, [QUIET.title, 'Kobo', 7]] };
    expect(await refusal(createWorkbook({ Days: days, ...totals }))).toEqual(refused);
    expect(await refusal(createWorkbook({ ...totals, Days: days }))).toEqual(refused);

    const others = { Others: [header, [QUIET.title, 'Apple', 5], [LOUD.title, 'Kobo', 2]] };
    const { lines } = await read(createWorkbook({ Days: days, ...others }));
    expect(lines.map(({ sold_on, copies }) => [sold_on, copies])).toEqual([
      [null, 5],
      ['2026-11-20', 3],
      ['2026-11-21', 4],
      [null, 2],
    ]);
  });

  it('if its archive’s directory could be read in two ways', async () => {
    const unreadable = ['The file is not a workbook that we can read. Save it as .xlsx or CSV.'];
    const workbook = createWorkbook(KDP);
    await upload(workbook).expect(200);
    const end = workbook.length - 22;
    const twoCounts = Buffer.from(workbook);
    twoCounts.writeUInt16LE(0, end + 10);
    expect(await refusal(twoCounts)).toEqual(unreadable);
    const locator = Buffer.concat([Buffer.from('PK\x06\x07'), Buffer.alloc(16)]);
    expect(await refusal(Buffer.concat([workbook.subarray(0, end), locator, workbook.subarray(end)]))).toEqual(
      unreadable,
    );
  });

  it('if many entries share the same packed bytes', async () => {
    const archive = zip([{ name: 'xl/workbook.xml', data: randomBytes(4 * 1024 * 1024), declared: 0 }]);
    const end = Buffer.from(archive.subarray(-22));
    const entry = archive.subarray(end.readUInt32LE(16), -22);
    const copies = 21;
    end.writeUInt16LE(copies, 8);
    end.writeUInt16LE(copies, 10);
    const shared = Buffer.concat([archive.subarray(0, -22), ...Array(copies - 1).fill(entry), end]);
    expect(await refusal(shared)).toEqual([
      'The workbook is too large. Save it as CSV, or choose a shorter date range.',
    ]);
  });

  it('if it has too many rows', async () => {
    expect(await refusal(`Title,Copies,Store\n${'x,1,Kobo\n'.repeat(100_001)}`)).toEqual([
      'The file has more than 100,000 rows. Choose a shorter date range.',
    ]);
  });

  it('if it is larger than 5 MB, or the promotion is another partner’s', async () => {
    await upload(Buffer.alloc(5 * 1024 * 1024 + 1)).expect(413);
    await upload('Title,Copies\n', '', 'report.csv', other).expect(404);
  });
});
