/**
 * Files as other programs write them: the program, the fields of its columns, and the result of each row. Also the
 * categories suggested for genres, and ignored columns.
 */

import { expect, it } from 'vitest';
import type { ImportField } from '#shared/reader-imports.ts';
import { ignoredConsent } from '#shared/reader-imports.ts';
import { recognizeColumns, recognizeProgram, suggestCategory } from './columns.ts';
import { createRowReader } from './read-row.ts';
import { readRecords } from './records.ts';

type File = {
  /** Null if no program is recognized, so that the columns are guessed by their names. */
  program: string | null;
  text: string;
  fields: Partial<Record<ImportField, string>>;
  /** Consent date, consent source, genres, and problem of each row. */
  rows: (readonly [string | null, string | null, string[], string | null])[];
};

const FILES: Record<string, File> = {
  Mailchimp: {
    program: 'Mailchimp',
    text: `Email Address,First Name,Last Name,MEMBER_RATING,OPTIN_TIME,OPTIN_IP,CONFIRM_TIME,CONFIRM_IP,LAST_CHANGED,LEID,EUID,NOTES,TAGS
ann@example.org,Ann,Reader,3,"2024-03-01 10:20:30",192.0.2.1,"2024-03-01 10:25:00",192.0.2.1,"2024-03-01 10:25:00",1,a1,,"""Cozy mysteries"",""Romance"""
added@example.org,Bob,,2,,,"2024-03-01 10:25:00",,"2024-03-01 10:25:00",2,a2,,`,
    fields: { email: 'Email Address', consented_on: 'OPTIN_TIME', genres: 'TAGS', rating: 'MEMBER_RATING' },
    rows: [
      ['2024-03-01', null, ['Cozy mysteries', 'Romance'], 'no_consent_source'],
      [null, null, [], 'no_consent_date'],
    ],
  },
  Kit: {
    program: 'Kit',
    text: `id,first_name,email,status,created_at,tags
1,Ann,ann@example.org,active,2024-03-01 10:20:30 UTC,"Mystery,Thriller"
2,Bob,left@example.org,cancelled,2024-03-01 10:20:30 UTC,`,
    fields: { email: 'email', status: 'status', genres: 'tags' },
    rows: [
      [null, null, ['Mystery', 'Thriller'], 'no_consent_date'],
      [null, null, [], 'opted_out'],
    ],
  },
  listmonk: {
    program: 'listmonk',
    text: `uuid,email,name,attributes,status,created_at,updated_at
5e2a,ann@example.org,Ann,"{""city"": ""Bonn""}",enabled,2024-03-01T10:20:30Z,2024-03-01T10:20:30Z
5e2b,off@example.org,Bob,{},disabled,2024-03-01T10:20:30Z,2024-03-01T10:20:30Z
5e2c,blocked@example.org,Cem,{},blocklisted,2024-03-01T10:20:30Z,2024-03-01T10:20:30Z`,
    fields: { email: 'email', status: 'status' },
    rows: [
      [null, null, [], 'no_consent_date'],
      [null, null, [], 'not_subscribed'],
      [null, null, [], 'opted_out'],
    ],
  },
  'Written Word Media': {
    program: 'Written Word Media',
    text: `First Name,Last Name,Subscriber Email,Opt-In Date,Source,Imported On,Opt-In Status
Ann,Reader,ann@example.org,2024-03-01,Cozy Surge Giveaway,2024-03-01,Double
Bob,Reader,bob@example.org,2024-03-02,Cozy Surge Giveaway,2024-03-02,Single
Cem,Reader,cem@example.org,2024-03-03,Cozy Surge Giveaway,2024-03-03,Unsubscribed`,
    fields: {
      ...{ email: 'Subscriber Email', consented_on: 'Opt-In Date', consent_source: 'Source' },
      status: 'Opt-In Status',
    },
    rows: [
      ['2024-03-01', 'Cozy Surge Giveaway', [], null],
      ['2024-03-02', 'Cozy Surge Giveaway', [], null],
      [null, null, [], 'opted_out'],
    ],
  },
  'BookFunnel, with guessed headings': {
    program: null,
    text: `Email,First Name,Last Name,Date Downloaded,Page,Status
ann@example.org,Ann,Reader,03/01/2024,The First Case giveaway,Confirmed
bob@example.org,Bob,Reader,03/02/2024,The First Case giveaway,Unconfirmed`,
    fields: { email: 'Email', consented_on: 'Date Downloaded', consent_source: 'Page', status: 'Status' },
    rows: [
      ['2024-03-01', 'The First Case giveaway', [], null],
      [null, null, [], 'not_subscribed'],
    ],
  },
  'StoryOrigin, with likely headings': {
    program: null,
    text: `Email Address,First Name,Signed Up At,Mailing List,Opt-in Status
ann@example.org,Ann,"Mar 1, 2024 10:20 AM",Cozy readers,Opted in
bob@example.org,Bob,"Mar 2, 2024 10:20 AM",Cozy readers,Not opted in`,
    fields: {
      ...{ email: 'Email Address', consented_on: 'Signed Up At', consent_source: 'Mailing List' },
      status: 'Opt-in Status',
    },
    rows: [
      ['2024-03-01', 'Cozy readers', [], null],
      [null, null, [], 'not_subscribed'],
    ],
  },
};

it.each(Object.entries(FILES))('reads a file of %s', (_name, { program, text, fields, rows }) => {
  const read = { delimiter: ',', max: 10, isLast: true, line: 1 };
  const [header, ...records] = readRecords(Buffer.from(text), read).records;
  expect(recognizeProgram(header!.cells)).toBe(program);
  const columns = recognizeColumns(header!.cells);
  const found = columns.flatMap((field, index) => (field ? [[field, header!.cells[index]!]] : []));
  expect(Object.fromEntries(found)).toEqual(fields);
  const mapping = { columns, day_first: false, consent_source: null, genres: [], category_ids: [1] };
  const rowOf = createRowReader(mapping, '2026-12-01');
  expect(records.map(rowOf).map((row) => [row.consented_on, row.consent_source, row.genres, row.problem])).toEqual(
    rows,
  );
});

it('reads that someone left even if another cell of the row can’t be read', () => {
  const columns: ImportField[] = ['email', 'left_on', 'genres'];
  const mapping = { columns, day_first: false, consent_source: null, genres: [], category_ids: [1] };
  const rowOf = (...cells: string[]) => {
    const { email, problem } = createRowReader(mapping, '2026-12-01')({ line: 2, cells, problem: null });
    return [email, problem];
  };
  for (const genres of ['Polic\xeda', 'x'.repeat(3_000)])
    expect(rowOf('ann@example.org', '2026-05-01', genres)).toEqual(['ann@example.org', 'opted_out']);
  expect(rowOf('ann@example.org', '', 'Polic\xeda')).toEqual([null, 'broken_encoding']);
  expect(rowOf('ann@example.org', 'Polic\xeda', 'Mystery')).toEqual([null, 'broken_encoding']);
});

it('reads a genre once, by its first spelling', () => {
  const columns: ImportField[] = ['email', 'genres'];
  const mapping = { columns, day_first: false, consent_source: null, genres: [], category_ids: [1] };
  const cells = ['ann@example.org', 'Sci-Fi;Mystery;sci fi;SCI FI'];
  const { genres } = createRowReader(mapping, '2026-12-01')({ line: 2, cells, problem: null });
  expect(genres).toEqual(['Sci-Fi', 'Mystery']);
});

it.each([
  ['Cozy mysteries', 'Cozy Mystery'],
  ['Whodunit', 'Mystery'],
  ['Sci-Fi', 'Science Fiction'],
  ['Cookbooks', 'Cooking'],
  ['Historical', 'Historical Fiction'],
  ['Historical romances', 'Historical Romance'],
  ['Clean & Wholesome', 'Romance'],
  ['Poetry', undefined],
])('suggests a category for “%s”: %s', (genre, name) => {
  const names = ['Mystery', 'Cozy Mystery', 'Romance', 'Historical Romance', 'Historical Fiction', 'Science Fiction'];
  const categories = [...names, 'Cooking'].map((one, id) => ({ id: id + 1, name: one }));
  const found = suggestCategory(genre, categories);
  expect(categories.find(({ id }) => id === found)?.name).toBe(name);
});

it('names ignored columns that may say who has left', () => {
  const header = ['Email', 'Accepts Marketing', 'Mailing list opt-in', 'Name', 'Unsub?', 'GDPR', 'Options', 'Subtitle'];
  const columns = recognizeColumns(header);
  expect(ignoredConsent({ header, program: null }, columns)).toEqual([
    ...['Accepts Marketing', 'Mailing list opt-in', 'Unsub?', 'GDPR'],
  ]);
  expect(
    ignoredConsent({ header, program: null }, ['email', 'status', 'status', null, 'left_on', 'status', null, null]),
  ).toEqual([]);
  expect(ignoredConsent({ header, program: 'Mailchimp' }, columns)).toEqual([]);
});
