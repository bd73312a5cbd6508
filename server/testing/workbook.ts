/** Small .xlsx workbooks for tests, with inline texts and numbers in sheets, and rows of KDP reports. */
import { crc32, deflateRawSync } from 'node:zlib';

type Sheets = Record<string, readonly (readonly (string | number)[])[]>;

export function createWorkbook(sheets: Sheets): Buffer {
  const names = Object.keys(sheets);
  const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
  const cell = (value: string | number) =>
    typeof value === 'number' ? `<c><v>${value}</v></c>` : `<c t="inlineStr"><is><t>${escapeXml(value)}</t></is></c>`;
  const namespace = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const files: Record<string, string> = {
    'xl/workbook.xml': `<workbook xmlns="${namespace}" xmlns:r="${relations}"><sheets>${names
      .map((name, index) => `<sheet name="${escapeXml(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`)
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${names
      .map(
        (_, index) =>
          `<Relationship Id="rId${index + 1}" Type="${relations}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`,
      )
      .join('')}</Relationships>`,
  };
  for (const [index, name] of names.entries()) {
    const rows = sheets[name]!.map(
      (row, at) =>
        `<row r="${at + 1}">${row
          .map((value, column) => cell(value).replace('<c', `<c r="${columnName(column)}${at + 1}"`))
          .join('')}</row>`,
    );
    files[`xl/worksheets/sheet${index + 1}.xml`] =
      `<worksheet xmlns="${namespace}"><sheetData>${rows.join('')}</sheetData></worksheet>`;
  }
  return zip(Object.entries(files).map(([name, text]) => ({ name, data: Buffer.from(text) })));
}

const columnName = (column: number) => String.fromCharCode('A'.charCodeAt(0) + column);

/** Builds a ZIP archive. `declared` replaces the size that the archive states for a file. */
export function zip(files: readonly { name: string; data: Buffer; declared?: number }[]): Buffer {
  const parts: Buffer[] = [];
  const entries: Buffer[] = [];
  let offset = 0;
  for (const { name, data, declared = data.length } of files) {
    const packed = deflateRawSync(data);
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE(8, 4);
    shared.writeUInt32LE(crc32(data), 10);
    shared.writeUInt32LE(packed.length, 14);
    shared.writeUInt32LE(declared, 18);
    shared.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), shared, Buffer.from(name), packed]);
    const offsetField = Buffer.alloc(14);
    offsetField.writeUInt32LE(offset, 10);
    entries.push(
      Buffer.concat([Buffer.from('PK\x01\x02'), Buffer.from([20, 0]), shared, offsetField, Buffer.from(name)]),
    );
    parts.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, directory, Buffer.from('PK\x05\x06'), end]);
}

export const KDP_SALES_HEADER = [
  ...['Royalty Date', 'Title', 'Author Name', 'ASIN/ISBN', 'Marketplace', 'Royalty Type', 'Transaction Type'],
  ...['Units Sold', 'Units Refunded', 'Net Units Sold', 'Royalty', 'Currency'],
];
export const KDP_KENP_HEADER = [
  ...['Date', 'Title', 'Author Name', 'ASIN', 'Marketplace'],
  'Kindle Edition Normalized Page (KENP) Read',
];

type KdpSale = { day: string; title: string; asin: string; sold: number; refunded?: number; royalty: number };

export const kdpSale = ({ day, title, asin, sold, refunded = 0, royalty }: KdpSale, currency = 'USD') => [
  ...[day, title, 'Ada Quill', asin, currency === 'USD' ? 'Amazon.com' : 'Amazon.co.uk', '70%', 'Standard'],
  ...[sold, refunded, sold - refunded, royalty, currency],
];
