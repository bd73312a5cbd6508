import { expect, it } from 'vitest';
import type { ImportMapping } from '#shared/reader-imports.ts';
import { changeMapping, type MappingOptions } from './change-mapping.ts';

const MAPPING: ImportMapping = {
  columns: ['email', 'consented_on', null],
  day_first: false,
  consent_source: null,
  genres: [{ genre: 'Mystery', category_id: 1 }],
  category_ids: [],
};
const header = ['Email', 'Date joined', 'Notes'];
const categories = [
  { id: 1, slug: 'mystery', name: 'Mystery' },
  { id: 2, slug: 'cozy-mystery', name: 'Cozy Mystery' },
];
const change = (options: MappingOptions) => changeMapping(MAPPING, options, { header, categories });

it.each<[MappingOptions, Partial<ImportMapping>]>([
  [{}, {}],
  [
    { source: 'Form', 'day-first': 'yes' },
    { consent_source: 'Form', day_first: true },
  ],
  [{ columns: 'notes = genres, DATE JOINED=ignore' }, { columns: ['email', null, 'genres'] }],
  // A field moves to the column that is named.
  [{ columns: '3=consented_on' }, { columns: ['email', null, 'consented_on'] }],
  // Status fields don't move: several columns may say who has left.
  [{ columns: '2=status, 3=status' }, { columns: ['email', 'status', 'status'] }],
  [{ categories: 'Cozy Mystery,' }, { category_ids: [2] }],
  [{ categories: 'all' }, { category_ids: [1, 2] }],
  [
    { genres: 'Whodunits=cozy-mystery, mystery=ignore' },
    {
      genres: [
        { genre: 'Whodunits', category_id: 2 },
        { genre: 'mystery', category_id: null },
      ],
    },
  ],
])('changes only what %o names', (options, changed) => {
  expect(change(options)).toEqual({ ...MAPPING, ...changed });
});

it.each<[MappingOptions, string]>([
  [{ columns: 'Phone=email' }, 'The file has no column “Phone”. Its columns are “Email”, “Date joined”, “Notes”.'],
  [{ columns: '4=email' }, 'The file has no column “4”.'],
  [{ columns: '0=email' }, 'The file has no column “0”.'],
  [{ columns: 'Notes=phone' }, '“phone” isn’t a field. A column is email, '],
  [{ columns: 'Notes' }, '“Notes” has no “=”. Write it as NAME=VALUE.'],
  [{ columns: '=email' }, '“=email” has no name before “=”. Write it as NAME=VALUE.'],
  [{ genres: 'Whodunits=crime' }, '“crime” isn’t a general category. They are mystery, cozy-mystery.'],
  [{ categories: 'mystery, crime' }, '“crime” isn’t a general category.'],
])('says what it can’t understand in %o', (options, message) => {
  expect(() => change(options)).toThrow(message);
});
