import type { Setting } from '#prisma';
import { entity, textKey } from '../entity.ts';
import { json, text } from '../fields.ts';

/** Values that the program maintains. They're shown for troubleshooting, and can't be edited. */
export const settings = entity<Setting>({
  name: 'settings',
  singular: 'setting',
  group: 'Operations',
  about:
    'Deckle’s internal state, read-only. To configure Deckle, set environment variables; see the operations guide.',
  model: 'setting',
  table: 'settings',
  viewRole: 'admin',
  key: textKey('key'),
  sort: { col: 'key', dir: 'asc' },
  title: ({ key }) => key,
  fields: {
    key: text({ list: true, sort: true, search: true }),
    value: json({ list: true }),
  },
});
