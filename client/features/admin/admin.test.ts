import { expect, it } from 'vitest';
import type { AdminEntity, AdminField, AdminRecord } from '#shared/admin.ts';
import { recordText, verbText } from '#shared/audit-words.ts';
import { actorText, differencesOf, valueText } from './labels.ts';
import { addressOf, filtersIn, listQueryOf, sortChange, sortIn } from './list-address.ts';
import { bodyOf, changedBody, initialValues } from './values.ts';

const field = (name: string, type: AdminField['type'], rest: Partial<AdminField> = {}): AdminField => ({
  name,
  label: name,
  type,
  in_list: true,
  sortable: false,
  to: null,
  options: null,
  help: null,
  can_create: true,
  can_edit: true,
  required: false,
  initial: false,
  ...rest,
});
const FIELDS = [
  field('name', 'text', { required: true }),
  field('price_cents', 'cents'),
  field('enabled', 'flag'),
  field('gets_reports', 'flag', { initial: true }),
  field('checked_on', 'date'),
  field('published_at', 'instant'),
  field('section_id', 'link'),
  field('role', 'choice', { required: true, options: [{ value: 'admin', label: 'admin' }] }),
];
const RECORD: AdminRecord = {
  id: 7,
  record_title: 'Covers',
  record_version: 'abc',
  labels: {},
  name: 'Covers',
  price_cents: 1250,
  enabled: true,
  gets_reports: false,
  checked_on: '2026-12-01',
  published_at: '2026-12-24T18:00:00.000Z',
  section_id: null,
  role: 'editor',
};
const ENTITY = {
  name: 'tags',
  fields: [field('name', 'text', { sortable: true }), field('body', 'long_text')],
  filters: [
    { name: 'state', label: 'Status', kind: 'choice', options: [] },
    { name: 'created_at', label: 'Created', kind: 'date', options: null },
  ],
  searches: ['Name'],
  sort_col: 'id',
  sort_dir: 'desc',
} as unknown as AdminEntity;

it('fills a form with a record or with defaults, with instants in Pacific Time', () => {
  expect(initialValues(FIELDS, RECORD)).toEqual({
    name: 'Covers',
    price_cents: 1250,
    enabled: true,
    gets_reports: false,
    checked_on: '2026-12-01',
    published_at: '2026-12-24T11:00',
    section_id: null,
    role: 'editor',
  });
  expect(initialValues(FIELDS)).toEqual({
    name: '',
    price_cents: '',
    enabled: false,
    gets_reports: true,
    checked_on: '',
    published_at: '',
    section_id: null,
    role: 'admin',
  });
});

it('sends null for empty fields, except texts', () => {
  expect(bodyOf(FIELDS, initialValues(FIELDS))).toEqual({
    name: '',
    price_cents: null,
    enabled: false,
    gets_reports: true,
    checked_on: null,
    published_at: null,
    section_id: null,
    role: 'admin',
  });
});

it('sends only the changed fields', () => {
  const values = initialValues(FIELDS, RECORD);
  expect(changedBody(FIELDS, RECORD, values)).toEqual({});
  expect(changedBody(FIELDS, RECORD, { ...values, price_cents: '', published_at: '2026-12-25T11:30' })).toEqual({
    price_cents: null,
    published_at: '2026-12-25T18:30:00.000Z',
  });
});

const read = (text: string) => addressOf(ENTITY).read(new URLSearchParams(text));

it('reads known filters and sorting from the address', () => {
  const params = 'q=%20sea%20&state=sent&created_at_from=2026-12-01&evil=1&sort_col=body&page=3';
  expect(filtersIn(read(params))).toEqual({ q: 'sea', state: 'sent', created_at_from: '2026-12-01' });
  expect(sortIn(ENTITY, read(params))).toEqual({ sort_col: 'id', sort_dir: 'desc' });
  expect(listQueryOf(ENTITY, read('sort_col=name&page=3'))).toEqual({
    sort_col: 'name',
    sort_dir: 'asc',
    page: 3,
    per: 20,
  });
});

it('sorts by a column, and reverses the order on the second click', () => {
  expect(sortChange(ENTITY, read(''), 'name')).toEqual({ sort_col: 'name', sort_dir: 'asc' });
  const sorted = read('sort_col=name&sort_dir=asc');
  expect(sortChange(ENTITY, sorted, 'name')).toEqual({ sort_col: 'name', sort_dir: 'desc' });
});

it('lists the differences between before and after', () => {
  const event = {
    before: { name: 'Covers', posts: 2, same: 'x' },
    after: { name: 'Cover art', posts: 2, same: 'x', into_id: 9 },
  };
  expect(differencesOf(event)).toEqual([
    { name: 'name', label: 'Name', before: 'Covers', after: 'Cover art' },
    { name: 'into_id', label: 'Into', before: '', after: '9' },
  ]);
  expect(differencesOf({ before: null, after: null })).toEqual([]);
  const created = { id: 4, created_at: '2026-12-01T15:00:00.000Z', published_at: '2026-12-01T15:00:00.000Z' };
  expect(differencesOf({ before: null, after: created })).toEqual([
    { name: 'published_at', label: 'Published at', before: '', after: 'Dec 1, 2026, 8:00 AM Pacific Time' },
  ]);
  const book = { title: 'Persuasion', blurb: 'A second chance.' };
  const approval = {
    ...{ actor: 'user', actor_id: 2, actor_name: 'Nora West' },
    before: { reviewed_by: null, promotion_date: null, reviewed_book: null, alternate_dates: [] },
    after: {
      ...{ reviewed_by: 2, promotion_date: '2026-12-07T00:00:00.000Z', reviewed_book: book },
      alternate_dates: ['2026-12-08T00:00:00.000Z'],
    },
  };
  const textsOf = (event: Parameters<typeof differencesOf>[0]) =>
    differencesOf(event).map(({ label, after }) => `${label}: ${after}`);
  expect(textsOf(approval)).toEqual([
    'Reviewed by: Nora West',
    'Promotion date: Monday December 7th, 2026',
    'Alternate dates: Tuesday December 8th, 2026',
  ]);
  const shares = [{ provider: 'gmail', share: 0.5 }];
  expect(textsOf({ before: null, after: { days: 14, shares } })).toEqual(['Days: 14']);
  expect(textsOf({ before: { book }, after: { book: { ...book, title: 'Emma' } } })).toEqual(['Book title: Emma']);
});

it('describes an audit event in words', () => {
  const event = {
    id: 1,
    action: 'update',
    actor: 'user',
    actor_id: 4,
    actor_name: null,
    entity: 'promotion_site',
    entity_id: '14',
    record: null,
    before: null,
    after: null,
    reason: null,
    at: '2026-12-01T15:00:00.000Z',
  };
  expect([actorText(event), verbText(event)]).toEqual(['Staff 4', 'changed']);
  expect(verbText({ action: 'brew_tea' })).toBe('“brew tea”');
  expect(verbText({ action: 'promotion.refund' })).toBe('refunded');
  expect(actorText({ ...event, actor: 'system', actor_id: null })).toBe('system');
  expect(recordText({ entity: 'warm_up', entity_id: '3' })).toBe('warm-up 3');
  const view = { entity: 'saved_view', entity_id: '1' };
  expect(recordText({ ...view, after: { name: 'Money first' } })).toBe('saved view Money first');
  expect(recordText({ ...view, before: { name: 'Money first' }, after: null })).toBe('saved view Money first');
  expect(recordText({ entity: 'reader_export', entity_id: 'all' })).toBe('export of readers');
});

it.each<[AdminField['type'], unknown, string]>([
  ['cents', 1250, '$12.50'],
  ['date', '2026-11-21', 'Saturday November 21st, 2026'],
  ['instant', '2026-11-21T18:00:00.000Z', 'Nov 21, 2026, 11:00 AM Pacific Time'],
  ['flag', false, 'No'],
  ['choice', 'credit_adjustment', 'credit adjustment'],
  ['list', ['amazon', 'kobo'], 'amazon, kobo'],
  ['list', [], '–'],
  ['number', 0, '0'],
  ['text', null, '–'],
])('formats a value of type %s: %o', (type, value, text) => {
  expect(valueText({ type }, value)).toBe(text);
});
