import * as z from 'zod';
import type { SuperCategory } from '#prisma';
import { requiredLine } from '#shared/params.ts';
import { entity } from '../entity.ts';
import { id, number, text } from '../fields.ts';

export const superCategories = entity<SuperCategory>({
  name: 'super_categories',
  singular: 'super_category',
  group: 'Catalog',
  about: 'Groups of categories.',
  model: 'superCategory',
  table: 'super_categories',
  sort: { col: 'position', dir: 'asc' },
  title: ({ name }) => name,
  fields: {
    id: id(),
    name: text({ list: true, sort: true, search: true, edit: requiredLine(80) }),
    slug: text({ list: true }),
    position: number({ list: true, sort: true, edit: z.int().min(0).max(1000) }),
  },
  linked: [{ entity: 'categories', by: 'super_category_id' }],
});
