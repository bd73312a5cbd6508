import type { SignUpCount } from '#prisma';
import { toIsoDate } from '#shared/dates.ts';
import { SIGN_UP_SOURCES } from '#shared/sign-up-sources.ts';
import { entity } from '../entity.ts';
import { choice, date, id, number } from '../fields.ts';

export const signUpCounts = entity<SignUpCount>({
  name: 'sign_up_counts',
  singular: 'sign_up_count',
  label: 'Sign-ups by source',
  singular_label: 'Sign-ups on a date',
  group: 'People',
  about:
    'Readers’ sign-ups by newsletter date and source, which is a kind of page or an import: confirmation links emailed, and addresses confirmed on that date. Imports confirm addresses without a link. The exact page is in the reader’s record.',
  model: 'signUpCount',
  table: 'sign_up_counts',
  sort: { col: 'date', dir: 'desc' },
  title: ({ date: on, source }) => `Sign-ups on ${toIsoDate(on)}: ${source}`,
  fields: {
    id: id(),
    date: date({ list: true, sort: true, filter: true }),
    source: choice(SIGN_UP_SOURCES, { list: true, filter: true }),
    sign_ups: number({ list: true, sort: true, label: 'Links emailed' }),
    confirmed: number({ list: true, sort: true }),
  },
});
